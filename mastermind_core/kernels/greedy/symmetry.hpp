// Symmetries: permutations of guesses, secrets and scores that preserve the score table.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "scores.hpp"
#include "shared/permutations.hpp"
#include "shared/disjoint_sets.hpp"

namespace mmc {

// A thread-safe cache of symmetries that have been verified against all scores.
class KeptSymmetries {
public:
    bool has(const Symmetry& one) const {
        const std::lock_guard lock(guard_);
        return std::ranges::find(found_, one) != found_.end();
    }

    void add(const Symmetry& one) {
        const std::lock_guard lock(guard_);
        if (std::ranges::find(found_, one) == found_.end()) found_.push_back(one);
    }

private:
    mutable std::mutex guard_;
    std::vector<Symmetry> found_;
};

using Group = std::vector<Symmetry>;  // given by generators

// Returns the generators that map a set of secrets to itself.
inline Group keeping_secrets(const Group& group, std::span<const uint32_t> secrets, size_t n_secrets) {
    std::vector<bool> member(n_secrets);
    for (const uint32_t secret : secrets) member[secret] = true;
    Group kept;
    std::ranges::copy_if(group, std::back_inserter(kept), [&](const Symmetry& one) {
        return std::ranges::all_of(secrets, [&](uint32_t s) { return member[one.secrets[s]]; });
    });
    return kept;
}

// Returns pseudorandom members of the stabiliser of a guess, the same ones in each run. If they do not generate it, a
// search is slower, but still correct.
inline Group keeping_guess(const Group& group, uint32_t guess) {
    if (group.empty()) return {};
    if (std::all_of(group.begin(), group.end(), [&](const Symmetry& one) { return one.guesses[guess] == guess; }))
        return group;
    Group found = drawn_stabiliser(group, guess, [](const Symmetry& a) -> const auto& { return a.guesses; });
    std::erase_if(found, [](const Symmetry& one) { return is_identity(one.guesses); });
    return found;
}

// Returns the generators that fix a score.
inline Group keeping_score(const Group& group, uint32_t score) {
    Group kept;
    std::ranges::copy_if(group, std::back_inserter(kept),
                         [&](const Symmetry& one) { return one.scores[score] == score; });
    return kept;
}

// Returns the position of the first guess of each orbit, in ascending order.
inline std::vector<uint32_t> first_of_orbits(const Group& group, std::span<const uint32_t> order,
                                             size_t n_guesses) {
    DisjointSets<uint32_t> orbits(n_guesses);
    for (const Symmetry& one : group) orbits.join_images(one.guesses);
    std::vector<bool> seen(n_guesses);
    std::vector<uint32_t> firsts;
    for (uint32_t at = 0; at < order.size(); ++at) {
        const uint32_t orbit = orbits.least(order[at]);
        if (seen[orbit]) continue;
        seen[orbit] = true;
        firsts.push_back(at);
    }

    return firsts;
}

}  // namespace mmc
