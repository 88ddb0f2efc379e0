// What a set costs at least where each secret has a goal of its own: none is known before it is told from all others.
//
// How many guesses that takes is a set cover: of each guess the secrets that it tells from one. So many guesses that one
// takes at least, and Kraft's inequality for all, bound the total from below: for every price of an end (Lagrange), each
// secret takes the depth that is cheapest for it. A code alone lets a heavy secret end early that no guesses tell apart.
#pragma once

#include <vector>

#include "cost.hpp"

namespace mmc::exact {

class Isolation {
public:
    explicit Isolation(const CostModel& model) : model_(model) {}

    // By some guesses, which are all that distinguish secrets. 0 if two secrets have one goal, or it would take too long.
    Cost floor(const Node& node, const Reach& reach, const std::vector<uint32_t>& guesses);

private:
    void deal(const Node& node, uint32_t secret);
    int fewest(const Node& node, uint32_t secret, int from);
    bool covered(size_t level, int guesses);
    Cost best_depths(const Node& node, size_t answers, Cost mass) const;
    uint64_t weight(const Node& node, uint32_t i) const { return weights_ ? weights_[node.members[i]] : 1; }

    static constexpr size_t kMostPairs = size_t{1} << 16;
    static constexpr int kDeepest = 5;

    const CostModel& model_;
    const uint64_t* weights_ = nullptr;
    std::vector<uint32_t> guesses_;
    size_t words_ = 0, effort_ = 0;
    std::vector<uint64_t> told_;   // of each guess: the secrets that it tells from one
    std::vector<uint64_t> left_;   // of each level: the secrets that are not told from it yet
    std::vector<uint32_t> hard_;   // secrets, those first that few guesses tell from it
    std::vector<uint32_t> count_;
    std::vector<int> depth_;       // at least, of each member
};

}  // namespace mmc::exact
