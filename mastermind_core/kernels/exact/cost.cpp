#include "cost.hpp"

#include "shared/splitmix.hpp"

namespace mmc::exact {
namespace {

bool all_differ(std::vector<uint32_t> items) {
    std::ranges::sort(items);
    return std::ranges::adjacent_find(items) == items.end();
}

bool all_zero(const uint64_t* row, size_t n) {
    return std::all_of(row, row + n, [](uint64_t own) { return own == 0; });
}

}  // namespace

CostModel::CostModel(const Problem& problem, const Options& options, const Subgame& whole, Measure measure)
    : final_(problem.final),
      weighs_(measure != Measure::equal && !problem.weights.empty()),
      has_goals_(!problem.goals.empty()),
      known_apart_(has_goals_ && all_differ(whole.goal)) {
    final_.resize(256, 0);
    if (!problem.costs.empty()) {
        const auto [least, most] = std::ranges::minmax(problem.costs);
        cheapest_ = static_cast<Cost>(least), dearest_ = static_cast<Cost>(most);
    }
    if (measure == Measure::asked) stages_ = whole.stages();
    if (measure != Measure::length && !stages_) prices_.assign(problem.prices.begin(), problem.prices.end());
    if (stages_) prices_ = {1};
    if (prices_.empty()) prices_ = {default_price()};
    while (prices_.size() > 1 && prices_[prices_.size() - 2] == prices_.back()) prices_.pop_back();
    std::vector<size_t> wins(whole.n_guesses, 0);
    for (const uint32_t g : whole.win_guess) ++wins[g];
    one_each_ = std::ranges::max(wins) <= 1;
    ends_always_ = options.pool != Pool::legal && !has_goals_;
    if (!has_costs() && prices_.back() == 0) free_from_ = prices_.size() - 1;
    for (size_t stage = stages_; stage-- > 0 && !has_costs() && all_zero(row(whole, stage), whole.n_secrets);) free_from_ = stage;
    make_keys(whole, measure);
}

// The key of a level is made of its own payments and the key of the level after it. It is zero in the usual game, and
// what stays at one price differs from what comes to the usual one later.
void CostModel::make_keys(const Subgame& whole, Measure measure) {
    keys_.resize(stages_ ? stages_ : prices_.size());
    for (size_t level = keys_.size(); level-- > 0;) {
        const bool last = level + 1 == keys_.size();
        auto own = static_cast<uint64_t>(prices_[std::min(level, prices_.size() - 1)]);
        if (stages_) {
            own = 0;
            for (uint32_t i = 0; i < whole.n_secrets; ++i) own = splitmix64(own ^ row(whole, level)[i]);
        }
        if (!stages_ && last && prices_.back() == default_price()) continue;
        keys_[level] = random_key(KeyKind::prices, splitmix64(own) ^ (last ? kGolden : keys_[level + 1].a));
    }
    if (measure != Measure::equal) return;
    for (SetKey& key : keys_) key += random_key(KeyKind::even, 0);
}

bool CostModel::one_goal(const Subgame& game, const uint16_t* items, uint32_t n) {
    const uint32_t goal = game.goal[items[0]];
    return std::all_of(items, items + n, [&](uint16_t i) { return game.goal[i] == goal; });
}

bool CostModel::free_to(const Subgame& game, size_t level, const uint16_t* items, uint32_t n) const {
    for (size_t r = 0; r < rows(level); ++r) {
        if (has_costs()) return false;
        const uint64_t* own = row(game, level, r);
        if (!std::all_of(items, items + n, [&](uint16_t i) { return own[i] == 0; })) return false;
    }
    return true;
}

Cost CostModel::mass(const Node& node) const {
    if (!stages_) return node.weight;
    if (!weighs_) return node.n;
    Cost sum = 0;
    for (uint32_t i = 0; i < node.n; ++i) sum += static_cast<Cost>(node.game->weight[node.members[i]]);
    return sum;
}

}  // namespace mmc::exact
