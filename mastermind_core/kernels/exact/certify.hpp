// What an independent checker needs to believe a lower bound.
#pragma once

#include <functional>
#include <vector>

#include "problem.hpp"

namespace mmc::exact {

// Every strategy for these secrets that keeps to `steps` guesses has a total of at least `least`. Of guesses
// that the symmetries `alike`, which keep the set, take to each other, one was looked at. Where prices tell guesses of a
// path apart, `made` were made before.
//
// Or, without secrets: what lemma `of` says (they are numbered from 0, those of this kind left out) of the image of its
// set by the symmetries `alike`, one after the other.
struct Lemma {
    std::vector<uint32_t> secrets;
    int steps = kUnlimited;
    Cost least = 0;  // kImpossible: there is no such strategy
    std::vector<uint32_t> alike;
    int64_t of = -1;
    size_t made = 0;
};

struct Evidence {
    std::vector<Symmetry> symmetries;  // without their scores
    bool complete = false;
    uint64_t nodes = 0;
};

// Takes the lemmas as they are made. Each rests on earlier ones, about smaller sets; a set that comes again costs more
// than was said of it before. The symmetries that they name are known at the end.
using LemmaSink = std::function<void(Lemma&&)>;

// Whoever finds all candidates within so many guesses has a total of `least` or more; kImpossible: nobody does.
struct Fact {
    int steps = kUnlimited;
    Cost least = 0;
};

// Evidence of some facts, which are to be proven before; not for Pool::legal.
Evidence certify(const Problem& problem, const Options& options, const std::vector<Fact>& facts, const LemmaSink& sink);

}  // namespace mmc::exact
