// Whether permutations keep the scores of a game, whatever these are read from: all of them, never a sample.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "greedy/symmetry.hpp"
#include "shared/pulse.hpp"

namespace mmc::symmetries {

struct Table {
    const uint8_t* ids = nullptr;  // [n_guesses * n_secrets], row by row
    size_t n_guesses = 0, n_secrets = 0, n_scores = 0;
    std::vector<uint8_t> final;

    const uint8_t* row(size_t guess) const { return ids + guess * n_secrets; }
};

struct Broken {
    size_t generator, guess, secret;
};

// The first generator that changes a score, and the first pair whose score it changes; none where
// scores[guesses[g]][secrets[v]] == generator.scores[scores[g][v]] for all of them, all g and all v. What was found
// true once is remembered with the scores; of a bare table it is not. Ids are checked by the caller.
std::optional<Broken> broken(const Scores& scores, std::span<const Symmetry> generators, Pulse& pulse);
std::optional<Broken> first_broken(const Table& table, std::span<const Symmetry> generators, Pulse& pulse);

// The table with rows for columns: a row a secret.
std::vector<uint8_t> transposed(const Table& table);

}  // namespace mmc::symmetries
