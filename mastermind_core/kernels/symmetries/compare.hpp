// Whether permutations of guesses, secrets and scores keep a table: every pair is looked at.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "shared/pulse.hpp"

namespace mmc::symmetries {

struct Table {
    const uint8_t* ids = nullptr;  // [n_guesses * n_secrets], row by row
    size_t n_guesses = 0, n_secrets = 0, n_scores = 0;
    std::vector<uint8_t> final;

    const uint8_t* row(size_t guess) const { return ids + guess * n_secrets; }
};

// table[guesses[g]][secrets[v]] == scores[table[g][v]] for all g and v.
struct Symmetry {
    std::vector<uint32_t> guesses, secrets;
    std::vector<uint8_t> scores;  // [256]

    bool keeps_scores() const;
};

struct Breach {
    size_t generator, guess, secret;
};

// The first pair that the first wrong generator does not keep. Ids are checked by whoever asks.
std::optional<Breach> first_breach(const Table& table, std::span<const Symmetry> generators, Pulse& pulse);

// The table with rows for columns: a row a secret.
std::vector<uint8_t> transposed(const Table& table);

}  // namespace mmc::symmetries
