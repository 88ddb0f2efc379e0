// A criterion as it comes from Python.
#pragma once

#include <optional>

#include "checks.hpp"
#include "weigher.hpp"

namespace mmc {

// The arguments of a criterion, held and checked.
class HeldCriterion {
public:
    HeldCriterion(const Scores& scores, int combine, nb::handle costs, nb::handle order, int pool,
             size_t win_levels, nb::handle weights, bool priced, size_t n)
        : cost_buffer_(costs, "block_costs"),
          order_buffer_(order, "order"),
          weight_buffer_(or_nothing(weights), "weights"),
          weighed_(weight_buffer_.size() > 0 || combine > 2 || (priced && !scores.costs.empty())),
          costs_(weighed_ ? Combine::kPower : checked(combine),
                 weighed_ ? std::span<const int64_t>() : cost_numbers(combine, n, scores.wide ? 46 : 52), weighed_ ? 0 : n),
          criterion_{costs_, ids_below(order_buffer_, "order", scores.n_guesses), pool == 1 && (scores.may_end() || scores.goals.empty()), win_levels} {
        require(pool == 0 || pool == 1, "pool: expected 0 or 1, got " + std::to_string(pool));
        if (weighed_) weigh(scores, combine, priced, n);
    }

    const Criterion& criterion() const { return criterion_; }

private:
    void weigh(const Scores& scores, int combine, bool priced, size_t n) {
        require(combine >= 0 && combine <= 4, "combine: expected 0 to 4, got " + std::to_string(combine));
        const auto weights = weight_buffer_.as<uint64_t>("weights");
        require(weights.empty() || weights.size() == scores.n_secrets,
                "weights: expected one for each of " + text(scores.n_secrets) + " secrets, got " + text(weights.size()));
        uint64_t sum = weights.empty() ? scores.n_secrets : 0;
        for (const uint64_t weight : weights) {
            require(weight < kMostWeight, "weights: expected numbers under 2**31, got " + text(weight));
            sum += weight;
        }
        require(sum < kMostWeight, "weights: expected a sum under 2**31, got " + text(sum));
        Quadratic quadratic{0, 0, 0};
        std::span<const int64_t> table;
        if (combine < 2) {
            table = cost_buffer_.as<int64_t>("block_costs");
            require(table.size() >= (weights.empty() ? n + 1 : 3), "block_costs: expected more than " + text(table.size()) + " numbers");
            if (!weights.empty()) quadratic = {table[0], table[1], table[2]};
        }
        weighing_.emplace(scores, static_cast<Measure>(combine), table, quadratic, weights, priced);
        criterion_.weighing = &*weighing_;
    }

    static constexpr uint64_t kMostWeight = uint64_t{1} << 31;

    static Combine checked(int combine) {
        require(combine >= 0 && combine <= 2, "combine: expected 0, 1 or 2, got " + std::to_string(combine));
        return static_cast<Combine>(combine);
    }

    std::span<const int64_t> cost_numbers(int combine, size_t n, int bits) const {
        const auto costs = cost_buffer_.as<int64_t>("block_costs");
        if (combine == 2) return costs;
        require(costs.size() > n,
                "block_costs: expected a cost for every size up to " + text(n) + ", got " + text(costs.size()) + " numbers");
        for (const int64_t cost : costs)
            if (cost <= -(INT64_C(1) << bits) || cost >= INT64_C(1) << bits)
                throw BadArgument("block_costs: expected numbers under 2**" + std::to_string(bits) + ", got " +
                                  std::to_string(cost));
        return costs;
    }

    Buffer cost_buffer_, order_buffer_, weight_buffer_;
    const bool weighed_;
    Costs costs_;
    Criterion criterion_;
    std::optional<Weighing> weighing_;
};

}  // namespace mmc
