// The whole decision tree of a criterion.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "choosers.hpp"
#include "symmetry.hpp"

namespace mmc {

// See FlatTree in reference.py.
struct FlatTree {
    std::vector<int32_t> guesses, first_edge, edge_score, edge_child, edge_size;
    int32_t stuck = -1;
};

FlatTree greedy_tree(const Scores& scores, std::span<const uint32_t> candidates, const Criterion& criterion,
                     std::span<const uint32_t> opening, Group symmetry, Pulse& pulse);

}  // namespace mmc
