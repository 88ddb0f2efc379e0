// A lower bound for sets in which each secret has its own goal: a secret is known only when it is distinguished from
// all others.
//
// The number of guesses for that is a set cover: each guess covers the secrets that it distinguishes from a given one.
// The minimum per secret, and Kraft's inequality for all, bound the total from below: for every price of an end
// (Lagrange multiplier), each secret takes its cheapest depth. A code bound alone would let a heavy secret end early
// even if no guesses can isolate it.
#pragma once

#include <vector>
#include <algorithm>
#include <numeric>

#include "cost.hpp"

namespace mmc::exact {

class Isolation {
public:
    explicit Isolation(const CostModel& model) : model_(model) {}

    // Bound by guesses that include all informative ones. 0 if two secrets share a goal, or if the computation would
    // take too long.
    Cost floor(const Node& node, const Reach& reach, const std::vector<uint32_t>& guesses) {
        constexpr uint64_t kMostWeighed = uint64_t{1} << 36;
        const Cost each = model_.known_apart() ? model_.least_price(node.level) + reach.cheapest : 0;
        const Cost mass = node.weight;
        if (each == 0 || node.n < 3 || guesses.size() * node.n > kMostPairs ||
            static_cast<uint64_t>(mass) > kMostWeighed)
            return 0;
        if (reach.answers < 2) return 0;
        weights_ = model_.weights(*node.game);
        words_ = (node.n + 63) / 64;
        guesses_ = guesses;
        depth_.assign(node.n, 1);
        for (uint32_t i = 0; i < node.n; ++i) {
            int own = 0;  // depth in a code
            for (uint64_t most = weight(node, i); most < static_cast<uint64_t>(mass) && own <= kDeepest;
                 most *= reach.answers)
                ++own;
            if (own <= kDeepest) depth_[i] = fewest(node, i, std::max(1, own - 2));
        }
        return std::min(kImpossible, each * best_depths(node, reach.answers, mass));
    }

private:
    void deal(const Node& node, uint32_t secret) {
        told_.assign(guesses_.size() * words_, 0);
        count_.assign(node.n, 0);
        for (size_t g = 0; g < guesses_.size(); ++g) {
            uint64_t* told = told_.data() + g * words_;
            node.game->with_row(guesses_[g], [&](const auto* row) {
                const auto own = row[node.members[secret]];
                for (uint32_t i = 0; i < node.n; ++i) {
                    const bool apart = row[node.members[i]] != own || node.game->final[own];
                    told[i / 64] |= uint64_t{apart} << i % 64;
                    count_[i] += apart;
                }
            });
        }
        hard_.resize(node.n);
        std::iota(hard_.begin(), hard_.end(), 0u);
        std::ranges::stable_sort(hard_, {}, [&](uint32_t i) { return count_[i]; });
        left_.assign(words_ * (kDeepest + 2), 0);
        for (uint32_t i = 0; i < node.n; ++i)
            if (i != secret) left_[i / 64] |= uint64_t{1} << i % 64;
    }

    // The minimum number of guesses for a cover, searched from `from` upwards; 1 if `from` guesses may be enough.
    int fewest(const Node& node, uint32_t secret, int from) {
        deal(node, secret);
        effort_ = 0;
        for (int guesses = from; guesses <= kDeepest; ++guesses)
            if (covered(0, guesses)) return guesses == from ? 1 : guesses;
        return kDeepest + 1;
    }

    // Whether `guesses` guesses may cover all remaining secrets; also true if the check takes too long.
    bool covered(size_t level, int guesses) {
        constexpr size_t kMostEffort = size_t{1} << 16;
        const uint64_t* left = left_.data() + level * words_;
        uint64_t* below = left_.data() + (level + 1) * words_;
        const auto hardest = std::ranges::find_if(hard_, [&](uint32_t i) { return left[i / 64] >> i % 64 & 1; });
        if (hardest == hard_.end() || ++effort_ > kMostEffort) return true;
        if (guesses == 0) return false;
        for (size_t g = 0; g < guesses_.size(); ++g) {
            const uint64_t* told = told_.data() + g * words_;
            if (!(told[*hardest / 64] >> *hardest % 64 & 1)) continue;
            bool all = true;
            for (size_t w = 0; w < words_ && (guesses > 1 || all); ++w) all &= (below[w] = left[w] & ~told[w]) == 0;
            if (all || (guesses > 1 && covered(level + 1, guesses - 1))) return true;
        }
        return false;
    }

    // The maximum over prices of an end of the total at the cheapest depths. Fixed-point units of 2**-16, minus the
    // possible rounding error of each.
    Cost best_depths(const Node& node, size_t answers, Cost mass) const {
        const auto of_price = [&](uint64_t price) {
            int64_t sum = -static_cast<int64_t>(price) - 2 * static_cast<int64_t>(node.n);
            for (uint32_t i = 0; i < node.n; ++i) {
                const uint64_t weight = this->weight(node, i) << 16;
                uint64_t end = price;
                int64_t depth = depth_[i];
                for (int64_t k = 0; k < depth; ++k) end /= answers;
                for (; end - end / answers > weight; end /= answers) ++depth;
                sum += static_cast<int64_t>(weight) * depth + static_cast<int64_t>(end);
            }
            return sum;
        };
        int64_t best = of_price(0);
        uint64_t price = std::max<uint64_t>(static_cast<uint64_t>(mass) << 12, 1);
        for (int falls = 0; falls < 3 && price < uint64_t{1} << 58; price += price / 4) {
            const int64_t sum = of_price(price);
            falls = sum < best ? falls + 1 : 0;
            best = std::max(best, sum);
        }
        return static_cast<Cost>((best + 0xffff) >> 16);
    }

    uint64_t weight(const Node& node, uint32_t i) const { return weights_ ? weights_[node.members[i]] : 1; }

    static constexpr size_t kMostPairs = size_t{1} << 16;
    static constexpr int kDeepest = 5;

    const CostModel& model_;
    const uint64_t* weights_ = nullptr;
    std::vector<uint32_t> guesses_;
    size_t words_ = 0;
    size_t effort_ = 0;
    std::vector<uint64_t> told_;  // per guess: the secrets that it distinguishes from one
    std::vector<uint64_t> left_;  // per level: the secrets not yet distinguished from it
    std::vector<uint32_t> hard_;  // secrets, in ascending order of the guesses that distinguish them
    std::vector<uint32_t> count_;
    std::vector<int> depth_;  // lower bound per member
};

}  // namespace mmc::exact
