// Lower bounds that need block sizes only. Proofs in docs/explanation/exact-search.rst.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "problem.hpp"

namespace mmc::exact {

// With at most `branch` non-final blocks a guess and at most `wins` secrets ended by one guess, k steps end
// at most capacity(k) = wins * (1 + branch + ... + branch^(k-1)) secrets; so m secrets cost at least
// size(m) = m + max(0, m - capacity(1)) + max(0, m - capacity(2)) + ..., which is convex in m.
class SizeBound {
public:
    SizeBound() = default;
    SizeBound(uint64_t branch, uint64_t wins, size_t largest) : size_(largest + 1) {
        uint64_t level = wins, sum = wins;
        capacity_.push_back(0);
        while (capacity_.back() < largest && capacity_.size() < largest + 2) {
            capacity_.push_back(sum);
            level = std::min<uint64_t>(level * std::max<uint64_t>(branch, 1), largest + 1);
            sum = std::min<uint64_t>(sum + level, 2 * largest + 2);
            if (branch == 0) break;
        }
        for (size_t m = 1; m <= largest; ++m) {
            Cost cost = 0;
            for (uint64_t covered : capacity_)
                if (m > covered) cost += static_cast<Cost>(m - covered);
            size_[m] = branch == 0 && m > wins ? kImpossible : cost;
        }
    }

    Cost operator()(size_t m) const { return size_[m]; }

    // Fewest steps in which m secrets might end.
    int steps(size_t m) const {
        int k = 0;
        while (static_cast<size_t>(k) < capacity_.size() && capacity_[static_cast<size_t>(k)] < m) ++k;
        return static_cast<size_t>(k) == capacity_.size() ? kUnlimited : k;
    }

    // Least sum of size() over `parts` blocks that hold m secrets together: the even split, by convexity.
    Cost split(size_t m, size_t parts) const {
        if (m == 0) return 0;
        if (parts == 0) return kImpossible;
        const size_t q = m / parts, r = m % parts;
        if (size_[r ? q + 1 : q] >= kImpossible) return kImpossible;
        return (r ? static_cast<Cost>(r) * size_[q + 1] : 0) + static_cast<Cost>(parts - r) * size_[q];
    }

    const std::vector<uint64_t>& capacity() const { return capacity_; }

private:
    std::vector<Cost> size_;
    std::vector<uint64_t> capacity_;  // [0] = 0
};

// One SizeBound for every branching factor, made when first asked for.
class SizeBounds {
public:
    SizeBounds(uint64_t wins, size_t largest) : wins_(wins), largest_(largest), by_branch_(257) {}

    const SizeBound& operator()(size_t branch) {
        auto& slot = by_branch_[std::min<size_t>(branch, 256)];
        if (slot.empty()) slot.emplace_back(branch, wins_, largest_);
        return slot.front();
    }

private:
    uint64_t wins_;
    size_t largest_;
    std::vector<std::vector<SizeBound>> by_branch_;
};

}  // namespace mmc::exact
