// Stabilisers of a group that is given by generators. Every set of symmetries made here is sound to
// use: a missing element only means that fewer guesses are recognised as alike.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <vector>

#include "problem.hpp"
#include "shared/permutations.hpp"

namespace mmc::exact {

// Where a symmetry takes guesses and secrets; at most 65535 of each.
struct NarrowSymmetry {
    std::vector<uint16_t> guess, secret;
    auto operator<=>(const NarrowSymmetry&) const = default;

    NarrowSymmetry after(const NarrowSymmetry& b) const { return {composed(guess, b.guess), composed(secret, b.secret)}; }
    NarrowSymmetry inverse() const { return {mmc::inverse(guess), mmc::inverse(secret)}; }
};

// All elements of a small group, as rows.
struct Symmetries {
    uint32_t count = 0, n_guesses = 0, n_secrets = 0;
    std::vector<uint16_t> guess, secret;
    const uint16_t* guess_row(uint32_t e) const { return guess.data() + size_t{e} * n_guesses; }
    const uint16_t* secret_row(uint32_t e) const { return secret.data() + size_t{e} * n_secrets; }
    size_t bytes() const { return (guess.size() + secret.size()) * 2; }
};

struct Group {
    std::vector<NarrowSymmetry> generators;      // used when there are no elements
    std::shared_ptr<const Symmetries> elements;  // null: too many
    std::vector<uint32_t> members;        // of elements, the identity left out

    bool trivial() const { return elements ? members.empty() : generators.empty(); }
    size_t bytes() const {
        size_t sum = elements ? elements->bytes() : 0;
        for (const NarrowSymmetry& a : generators) sum += (a.guess.size() + a.secret.size()) * 2;
        return sum;
    }
};

using GroupPtr = std::shared_ptr<const Group>;

// The symmetries that keep what is paid (weights only if they count), and the candidates. Where guesses led there, those that
// fix the guesses.
GroupPtr given_group(const Problem& problem, size_t element_bytes, bool weighed);

// The part of them that keeps the candidates of a problem, where guesses led there.
GroupPtr root_group(const Problem& problem, const GroupPtr& given);

// The subgroup that fixes a guess.
GroupPtr stabiliser_of_guess(const Group& group, uint32_t guess, size_t element_bytes);

// The part that maps a set of secrets (ids of the problem) to itself. `inside` is n_secrets zeros, and is
// given back so. Null when trivial.
GroupPtr stabiliser_of_secrets(const Group& group, const std::vector<uint32_t>& secrets, std::vector<uint8_t>& inside);

// The part that maps a set of guesses to itself; null when trivial. inside[g] says which they are.
GroupPtr stabiliser_of_guesses(const Group& group, const std::vector<uint8_t>& inside);

// first[g] is the least guess of g's orbit, or at least one that is less when g is not the least.
void least_alike(const Group& group, const std::vector<uint32_t>& guesses, uint32_t n_guesses,
                 std::vector<uint32_t>& first);

}  // namespace mmc::exact
