// Symmetry of guesses, secrets and scores that keep every score.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "scores.hpp"
#include "shared/permutations.hpp"

namespace mmc {

struct Symmetry {
    std::vector<uint32_t> guesses, secrets, scores;
    bool operator==(const Symmetry&) const = default;

    Symmetry after(const Symmetry& b) const {
        return {composed(guesses, b.guesses), composed(secrets, b.secrets), composed(scores, b.scores)};
    }
    Symmetry inverse() const { return {mmc::inverse(guesses), mmc::inverse(secrets), mmc::inverse(scores)}; }
};

// Symmetries that were compared with all scores, so that it is done once. Several threads may ask.
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

using Group = std::vector<Symmetry>;  // some members; what they generate is meant

// What stays of a group where a set of secrets must stay as it is: the generators that do.
Group keeping_secrets(const Group& group, std::span<const uint32_t> secrets, size_t n_secrets);

// Members of the stabiliser of a guess, drawn at random and always the same ones: fewer than generate
// it make a search slower and never wrong.
Group keeping_guess(const Group& group, uint32_t guess);

// The generators that leave a score as it is.
Group keeping_score(const Group& group, uint32_t score);

// The position of the first guess of each orbit, ascending.
std::vector<uint32_t> first_of_orbits(const Group& group, std::span<const uint32_t> order,
                                      size_t n_guesses);

}  // namespace mmc
