// The cost model.
//
// A guess g that is the d-th of its path costs a secret s the amount
//
//     w(s) (price(d) + cost(g)),
//
// and a block is over when its score ends the game or all its secrets have one goal. Weights, prices by depth, costs
// and goals are instances of the model; in a plain game weights and prices are 1 and costs are 0. Prices and
// costs are added: with a product, an uninformative guess could make a path cheaper.
//
// A search asks four questions: the payment for a guess at a node, whether a block is over, the key of the payments
// from a level on (CostModel), and lower bounds for a set or a guess (Bounds, in bounds.hpp).
#pragma once

#include <algorithm>
#include <vector>

#include "position.hpp"
#include "problem.hpp"
#include "shared/splitmix.hpp"

namespace mmc::exact {

inline bool all_differ(std::vector<uint32_t> items) {
    std::ranges::sort(items);
    return std::ranges::adjacent_find(items) == items.end();
}

class CostModel {
public:
    enum class Measure {
        asked,   // as in the problem
        length,  // each guess costs 1 if it has no cost of its own: for greedy trees
        equal,   // all secrets weigh 1: a relaxation
    };

    CostModel(const Problem& problem, const Subgame& whole, Measure measure = Measure::asked)
        : weighs_(measure != Measure::equal && !problem.weights.empty()),
          has_goals_(!problem.goals.empty()),
          known_apart_(has_goals_ && all_differ(whole.goal)) {
        if (!problem.costs.empty()) {
            const auto [least, most] = std::ranges::minmax(problem.costs);
            cheapest_ = static_cast<Cost>(least);
            highest_cost_ = static_cast<Cost>(most);
        }
        if (measure != Measure::length) prices_.assign(problem.prices.begin(), problem.prices.end());
        if (prices_.empty()) prices_ = {default_price()};
        while (prices_.size() > 1 && prices_[prices_.size() - 2] == prices_.back()) prices_.pop_back();
        std::vector<size_t> wins(whole.n_guesses, 0);
        for (const uint32_t g : whole.win_guess) ++wins[g];
        one_each_ = std::ranges::max(wins) <= 1;
        ends_always_ = problem.pool != Pool::legal && !has_goals_;
        if (!has_costs() && prices_.back() == 0) free_from_ = prices_.size() - 1;
        make_keys(measure);
    }

    Cost pays(const Node& node, uint32_t guess) const { return pays_for(node, cost(*node.game, guess)); }
    // Payment of a node for a guess with cost `own`.
    Cost pays_for(const Node& node, Cost own) const { return (price(node.level) + own) * node.weight; }
    Cost pays_at_least(const Node& node) const { return pays_for(node, cheapest_); }
    // Length that a guess adds to each path: 1, or its cost.
    Cost length(const Subgame& game, uint32_t guess) const { return has_costs() ? cost(game, guess) : 1; }
    Cost shortest() const { return has_costs() ? cheapest_ : 1; }
    Cost longest() const { return has_costs() ? highest_cost_ : 1; }

    bool over(const Subgame& game, uint32_t score, const uint16_t* items, uint32_t n) const {
        return game.final[score] || (has_goals() && one_goal(game, items, n));
    }

    // Two sets of the same secrets have equal costs if their keys are equal.
    const SetKey& key(size_t level) const { return keys_[std::min(level, keys_.size() - 1)]; }
    size_t levels() const { return keys_.size(); }

    // The weights of the secrets of a game, or null if all are 1.
    const uint64_t* weights(const Subgame& game) const { return weighs_ ? game.weight.data() : nullptr; }
    // The weight that a secret adds to a set.
    Cost weight(const Subgame& game, uint16_t member) const {
        return weighs_ ? static_cast<Cost>(game.weight[member]) : 1;
    }
    // The minimum price of a guess from a level on.
    Cost least_price(size_t level) const {
        return *std::min_element(prices_.begin() + static_cast<std::ptrdiff_t>(std::min(level, prices_.size() - 1)),
                                 prices_.end());
    }
    // Whether all guesses from a level on are free.
    bool free(size_t level) const { return level >= free_from_; }

    // Whether payments depend on sizes alone: equal weights, and equal costs of guesses.
    bool by_size() const { return !weighs_ && !closely(); }
    // Whether all later levels have the price of this one.
    bool flat(size_t level) const { return level + 1 >= prices_.size(); }
    bool by_depth() const { return !flat(0) || prices_[0] != default_price(); }
    // Whether guesses are measured by their blocks first, because the number of blocks says little.
    bool closely() const { return has_goals() || has_costs(); }
    // Whether a guess ends at most one secret, at equal costs: small sets then have closed forms.
    bool one_each() const { return one_each_ && !closely(); }
    // Whether any set ends within as many guesses as it has secrets.
    bool ends_always() const { return ends_always_; }
    bool weighs() const { return weighs_; }
    bool has_goals() const { return has_goals_; }
    bool has_costs() const { return highest_cost_ > 0; }
    // Whether each secret has its own goal.
    bool known_apart() const { return known_apart_; }

    Cost price(size_t level) const { return prices_[std::min(level, prices_.size() - 1)]; }
    Cost cost(const Subgame& game, uint32_t guess) const {
        return game.cost.empty() ? 0 : static_cast<Cost>(game.cost[guess]);
    }

private:
    Cost default_price() const { return has_costs() ? 0 : 1; }
    static bool one_goal(const Subgame& game, const uint16_t* items, uint32_t n) {
        const uint32_t goal = game.goal[items[0]];
        return std::all_of(items, items + n, [&](uint16_t i) { return game.goal[i] == goal; });
    }

    // The key of a level combines its own payments and the key of the next level. It is zero in plain games; a price
    // that stays constant differs from one that later returns to the default.
    void make_keys(Measure measure) {
        keys_.resize(prices_.size());
        for (size_t level = keys_.size(); level-- > 0;) {
            const bool last = level + 1 == keys_.size();
            if (last && prices_.back() == default_price()) continue;
            const auto own = static_cast<uint64_t>(prices_[level]);
            keys_[level] = random_key(KeyKind::prices, splitmix64(own) ^ (last ? kGolden : keys_[level + 1].a));
        }
        if (measure != Measure::equal) return;
        for (SetKey& key : keys_) key += random_key(KeyKind::uniform, 0);
    }

    std::vector<Cost> prices_;  // in turn, the last for all later guesses
    bool weighs_, has_goals_, known_apart_, one_each_, ends_always_;
    Cost cheapest_ = 0;
    Cost highest_cost_ = 0;
    size_t free_from_ = SIZE_MAX;
    std::vector<SetKey> keys_;
};

}  // namespace mmc::exact
