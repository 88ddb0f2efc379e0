// A criterion as it comes from Python.
#pragma once

#include <nanobind/stl/tuple.h>

#include "checks.hpp"
#include "weigher.hpp"

namespace mmc {

// The number of its measure, the costs of blocks, the order of guesses, the pool, the levels among which a guess that
// may win is preferred, the weights of all secrets, and whether goals and prices count.
using Rule = std::tuple<size_t, nb::object, nb::object, int, size_t, nb::object, bool>;

// The arguments of a criterion, held and checked.
class HeldCriterion {
public:
    HeldCriterion(const Scores& scores, const Rule& rule, size_t n)
        : cost_buffer_(std::get<1>(rule), "block_costs"),
          order_buffer_(std::get<2>(rule), "order"),
          weight_buffer_(std::get<5>(rule), "weights"),
          evaluator_(evaluator(scores, std::get<0>(rule), std::get<6>(rule), n)),
          criterion_{evaluator_, ids_below(order_buffer_, "order", scores.n_guesses),
                     std::get<3>(rule) == 1 && (scores.may_end() || scores.goals.empty()), std::get<4>(rule)} {
        const int pool = std::get<3>(rule);
        require(pool == 0 || pool == 1, "pool: expected 0 or 1, got " + std::to_string(pool));
    }

    const Criterion& criterion() const { return criterion_; }

private:
    Evaluator evaluator(const Scores& scores, size_t combine, bool aims, size_t n) const {
        require(combine < std::size(kMeasures),
                "combine: expected 0 to " + text(std::size(kMeasures) - 1) + ", got " + text(combine));
        const Measure& measure = kMeasures[combine];
        const auto weights = weight_buffer_.as<uint64_t>("weights");
        require(weights.empty() || weights.size() == scores.n_secrets,
                "weights: expected one for each of " + text(scores.n_secrets) + " secrets, got " + text(weights.size()));
        uint64_t sum = weights.empty() ? scores.n_secrets : 0;
        for (const uint64_t weight : weights) {
            require(weight < kMostWeight, "weights: expected numbers under 2**31, got " + text(weight));
            sum += weight;
        }
        require(sum < kMostWeight, "weights: expected a sum under 2**31, got " + text(sum));
        Quadratic quadratic{0, 0, 1};
        if (measure.logs || !measure.sizes) return {scores, measure, {}, quadratic, weights, aims, n};
        auto table = cost_buffer_.as<int64_t>("block_costs");
        require(table.size() >= (weights.empty() ? n + 1 : 3),
                "block_costs: expected a cost for every size up to " + text(weights.empty() ? n : 2) + ", got " +
                    text(table.size()) + " numbers");
        if (!weights.empty()) {
            quadratic = {table[0], table[1], table[2]};
            table = {};
        }
        const int bits = scores.wide ? 46 : 52;
        for (const int64_t cost : table)
            if (cost <= -(INT64_C(1) << bits) || cost >= INT64_C(1) << bits)
                throw BadArgument("block_costs: expected numbers under 2**" + std::to_string(bits) + ", got " +
                                  std::to_string(cost));
        return {scores, measure, table, quadratic, weights, aims, n};
    }

    static constexpr uint64_t kMostWeight = uint64_t{1} << 31;

    Buffer cost_buffer_, order_buffer_, weight_buffer_;
    Evaluator evaluator_;
    Criterion criterion_;
};

}  // namespace mmc
