// Whether permutations keep the scores of a game, whatever these are read from: all of them, never a sample.
#pragma once

#include <optional>
#include <span>

#include "greedy/symmetry.hpp"
#include "shared/pulse.hpp"

namespace mmc::symmetries {

struct Broken {
    size_t generator, guess, secret;
};

// The first generator that changes a score, and the first pair whose score it changes; none where
// scores[guesses[g]][secrets[v]] == generator.scores[scores[g][v]] for all of them, all g and all v. What was found
// true once is remembered with the scores.
std::optional<Broken> broken(const Scores& scores, std::span<const mmc::Symmetry> generators, Pulse& pulse);

}  // namespace mmc::symmetries
