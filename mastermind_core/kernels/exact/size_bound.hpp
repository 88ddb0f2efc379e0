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
    bool possible(size_t m) const { return size_[m] < kImpossible; }

private:
    std::vector<Cost> size_;
    std::vector<uint64_t> capacity_;  // [0] = 0
};

// What the guesses of a path cost each secret that is left, in turn: the last price is that of all guesses after it.
class Prices {
public:
    Prices() = default;
    explicit Prices(const std::vector<uint64_t>& given) {
        if (given.empty()) return;
        list_.assign(given.begin(), given.end());
        while (list_.size() > 1 && list_[list_.size() - 2] == list_.back()) list_.pop_back();
    }

    Cost operator()(size_t level) const { return list_[std::min(level, list_.size() - 1)]; }
    bool even() const { return list_.size() == 1 && list_[0] == 1; }
    // From this level on nothing costs anything.
    bool free_from(size_t level) const { return list_.back() == 0 && level + 1 >= list_.size(); }
    // The levels that differ from each other: one more than the last stands for all.
    size_t levels() const { return list_.size(); }
    Cost least_from(size_t level) const {
        return *std::min_element(list_.begin() + static_cast<std::ptrdiff_t>(std::min(level, list_.size() - 1)), list_.end());
    }

private:
    std::vector<Cost> list_{1};
};

// A size bound for the sets of a level: each of the secrets that k guesses may leave pays the price of the next one. It
// is a sum of convex functions of the size.
class LevelBound {
public:
    LevelBound(const SizeBound& of, const Prices& prices, size_t level) : of_(of), prices_(prices), level_(level), even_(prices.even()) {}

    Cost operator()(size_t m) const {
        if (even_ || !of_.possible(m)) return of_(m);
        Cost cost = 0;
        const auto& capacity = of_.capacity();
        for (size_t k = 0; k < capacity.size() && capacity[k] < m; ++k)
            cost += prices_(level_ + k) * static_cast<Cost>(m - capacity[k]);
        return cost;
    }

    // Least sum over `parts` blocks that hold m secrets together: the even split, by convexity.
    Cost split(size_t m, size_t parts) const {
        if (even_) return of_.split(m, parts);
        if (m == 0) return 0;
        if (parts == 0 || !of_.possible((m + parts - 1) / parts)) return kImpossible;
        const size_t q = m / parts, r = m % parts;
        return (r ? static_cast<Cost>(r) * (*this)(q + 1) : 0) + (q ? static_cast<Cost>(parts - r) * (*this)(q) : 0);
    }

    int steps(size_t m) const { return of_.steps(m); }
    const std::vector<uint64_t>& capacity() const { return of_.capacity(); }

private:
    const SizeBound& of_;
    const Prices& prices_;
    size_t level_;
    bool even_;
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
