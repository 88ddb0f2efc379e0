// Automorphisms of a score table: permutations of guesses, secrets and scores that keep every score, which
// scores end the game, and the weights of the secrets.
#pragma once

#include <cstdint>
#include <vector>

#include "compare.hpp"
#include "shared/pulse.hpp"

namespace mmc::symmetries {

struct Found {
    std::vector<Symmetry> generators;  // each compared with the whole table
    bool complete = false;          // they generate every symmetry ...
    std::vector<uint64_t> orbits;   // ... and the product of these is their number
};

// Guesses with equal rows and secrets with equal columns keep their order among themselves. `steps` are
// pairs of guess and secret that may be looked at; when they are spent, what was found is returned.
Found find_symmetries(const Table& table, const std::vector<uint64_t>& weights, bool move_scores,
                         uint64_t steps, Pulse& pulse);

}  // namespace mmc::symmetries
