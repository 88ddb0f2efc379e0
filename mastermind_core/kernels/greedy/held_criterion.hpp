// A criterion from Python.
#pragma once

#include <nanobind/stl/tuple.h>

#include "checks.hpp"
#include "tree.hpp"

namespace mmc {

MMC_PYTHON_TYPE(PyCriterion, "mastermind_core.kernels.types.Criterion");

// The candidates and the criterion of a call, checked, with ownership of their buffers.
class HeldCriterion {
public:
    HeldCriterion(const Scores& scores, nb::handle candidates, nb::handle criterion)
        : candidates_(candidates, scores),
          costs_(criterion.attr("block_costs"), "block_costs"),
          order_(criterion.attr("order"), "order", scores.n_guesses),
          weights_(criterion.attr("weights"), "weights"),
          evaluator_(evaluator(scores, criterion)),
          rule_{evaluator_, order_, false, nb::cast<size_t>(criterion.attr("win_levels"))} {
        require(!ids().empty(), "candidates: expected at least one, got none");
        const auto pool = nb::cast<int64_t>(criterion.attr("pool"));
        require(pool == 0 || pool == 1, "pool: expected 0 or 1, got " + std::to_string(pool));
        rule_.candidates_only = pool == 1 && (scores.may_end() || scores.goals.empty());
    }

    const Criterion& rule() const { return rule_; }
    Ids ids() const { return candidates_; }

private:
    Evaluator evaluator(const Scores& scores, nb::handle criterion) const {
        using Row = std::tuple<bool, bool, bool, int, int, int, int>;
        const nb::object rows = nb::module_::import_("mastermind_core.kernels.greedy.measures").attr("MEASURES");
        const auto measure = std::make_from_tuple<Measure>(nb::cast<Row>(rows[criterion.attr("combine")]));
        const auto aims = nb::cast<bool>(criterion.attr("aims"));
        const size_t n = ids().size();
        const std::span<const uint64_t> weights = weights_;
        require(weights.empty() || weights.size() == scores.n_secrets, "weights: expected one for each of " +
                                                                           text(scores.n_secrets) +
                                                                           " secrets, got " + text(weights.size()));
        uint64_t sum = weights.empty() ? scores.n_secrets : 0;
        for (const uint64_t weight : weights) {
            require(weight < kMostWeight, "weights: expected numbers under 2**31, got " + text(weight));
            sum += weight;
        }
        require(sum < kMostWeight, "weights: expected a sum under 2**31, got " + text(sum));
        const auto all = static_cast<double>(weights.empty() ? n : sum);
        // The maximum number of costs of blocks in any sum, or difference of sums.
        double times = aims && !scores.costs.empty() ? 2 : 1;
        double most = 0;
        if (!measure.sizes || (aims && scores.shares_goals))
            times *= 2 * (measure.classes + measure.secrets + measure.unit);
        Quadratic quadratic{0, 0, 1};
        std::span<const int64_t> table;
        if (!measure.logs && measure.sizes) {
            table = costs_;
            require(table.size() >= (weights.empty() ? n + 1 : 3),
                    "block_costs: expected a cost for every size up to " + text(weights.empty() ? n : 2) +
                        ", got " + text(table.size()) + " numbers");
            if (!weights.empty()) quadratic = {table[0], table[1], table[2]};
            table = table.first(weights.empty() ? n + 1 : 0);
        }
        const auto size = [](int64_t number) { return std::abs(static_cast<double>(number)); };
        for (const int64_t cost : table)
            most = std::max(most, size(cost) * static_cast<double>(std::min(n, scores.n_scores + kPairs)));
        if (!measure.logs && table.empty())
            most = (size(quadratic.constant) + size(quadratic.linear) + size(quadratic.square) * all) * all;
        if (most * times >= std::ldexp(1.0, 61)) throw Undecided();
        return {scores, measure, table, quadratic, weights, aims, n};
    }

    static constexpr uint64_t kMostWeight = uint64_t{1} << 31;

    Candidates candidates_;
    Numbers<int64_t> costs_;
    HeldIds order_;
    Numbers<uint64_t> weights_;
    Evaluator evaluator_;
    Criterion rule_;
};

}  // namespace mmc
