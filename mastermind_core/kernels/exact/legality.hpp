// Guesses that have to fit the answers so far (Pool::legal).
//
// What is legal is the game's affair: it is asked once for each guess and answer, or, where hints have to be used
// again as in the hard mode of Wordle, it is worked out here (Hints).
#pragma once

#include <unordered_map>

#include "bounds.hpp"
#include "common.hpp"

namespace mmc::exact {

class Legality {
public:
    Legality(Common& common, const Bounds& bounds) : common_(common), bounds_(bounds) {}

    // The guesses that stay legal; none, and the search stopped, when the game is asked and does not answer.
    Legal after(const Node& node, uint32_t guess, int score);
    // Closed forms need no list of the legal guesses: one or two secrets that may be guessed in turn. For a larger block
    // those for all guesses are bounds.
    void closed_form(const Node& node, uint32_t guess, const uint16_t* items, Block& block);

private:
    const std::vector<uint64_t>* mask(uint32_t guess, int score);
    bool stays_legal(uint32_t guess, int score, uint32_t other);
    bool ends_first(const Node& node, uint32_t guess, const uint16_t* items, const Block& block, uint32_t i);

    Common& common_;
    const Bounds& bounds_;
    std::vector<uint64_t> hinted_;
    std::unordered_map<uint64_t, std::vector<uint64_t>> masks_;  // what answers leave legal
};

}  // namespace mmc::exact
