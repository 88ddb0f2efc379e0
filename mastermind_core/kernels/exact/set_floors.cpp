#include "set_floors.hpp"

#include <algorithm>
#include <numeric>

namespace mmc::exact {

// By goal where some share one, then by weight.
size_t SetFloors::begin(const Subgame& game, const uint16_t* items, size_t n) {
    order_.assign(items, items + n);
    const bool shared = !naming() && !common_.known_apart, weighted = !game.weight.empty();
    if (shared || weighted)
        std::ranges::sort(order_, [&](uint16_t a, uint16_t b) {
            if (shared && game.goal[a] != game.goal[b]) return game.goal[a] < game.goal[b];
            return weighted && game.weight[a] < game.weight[b];
        });
    deal(game, nullptr);
    return ends_[0].weights.size();
}

// Deals the secrets out to the scores of a guess, or to one.
void SetFloors::deal(const Subgame& game, const uint8_t* row) {
    met_.clear();
    for (End& end : ends_) end.size = 0;
    for (const uint16_t member : order_) {
        End& end = ends_[row ? row[member] : 0];
        if (end.size == 0) {
            met_.push_back(static_cast<size_t>(&end - ends_.data()));
            end.weights.clear();
        }
        const uint64_t weight = game.weight.empty() ? 1 : game.weight[member];
        const uint32_t goal = naming() ? end.size : game.goal[member];
        if (end.size++ > 0 && end.last == goal && !naming()) end.weights.back() += weight;
        else end.weights.push_back(weight);
        end.last = goal;
    }
}

SetFloors::OfGuess SetFloors::of_guess(const Node& node, const Reach& reach, uint32_t guess) {
    const Cost price = node.game->price_of(guess), left = node.purse == kImpossible ? kImpossible : node.purse - price;
    const int steps = node.steps == kUnlimited ? kUnlimited : node.steps - 1;
    OfGuess floor{left < 0 ? kImpossible : price * (*prices_)(node.level) * node.weight};
    deal(*node.game, node.game->row(guess));
    for (const size_t score : met_) {
        End& end = ends_[score];
        if (common_.final[score] || (!naming() && end.weights.size() == 1)) continue;
        floor.largest = std::max(floor.largest, end.size);
        floor.squares += Cost{end.size} * end.size;
        if (end.size == node.n) floor.total = kImpossible;
        if (floor.total < kImpossible)
            floor.total = std::min(kImpossible, floor.total + of_end(end, reach, node.level + 1, steps, left));
    }
    return floor;
}

Cost SetFloors::of_all(const Reach& reach, size_t level, int steps, Cost purse) {
    return of_end(ends_[0], reach, level, steps, purse);
}

Cost SetFloors::of_end(End& end, const Reach& reach, size_t level, int steps, Cost purse) {
    if (steps != kUnlimited || purse != kImpossible) {
        const int fewest = this->steps(end.weights.size(), reach);
        if (fewest == kUnlimited || fewest > steps || reach.cheapest * fewest > purse) return kImpossible;
    }
    if (!std::ranges::is_sorted(end.weights)) std::ranges::sort(end.weights);
    const bool alone = reach.ended <= 1;
    const Cost code = alone ? prices_->least_from(level) * coded(end.weights, reach.answers) : 0;
    const bool codes_alone = alone && !naming() && prices_->even();
    return std::min(kImpossible, reach.cheapest * (codes_alone ? code : std::max(code, reached(end.weights, reach, level))));
}

// What the scores of so many guesses end, and the blocks that they leave; with goals each block may be an end.
int SetFloors::steps(size_t goals, const Reach& reach) const {
    uint64_t level = 1, found = 0, ends = 1;
    for (int k = 0; k <= static_cast<int>(goals); ++k) {
        const uint64_t most = naming() ? found : reach.ended <= 1 ? ends : found + level;
        if (most >= goals) return k;
        found = std::min<uint64_t>(found + level * reach.ended, kMostSecrets + 1);
        level = std::min<uint64_t>(level * reach.blocks, kMostSecrets + 1);
        ends = std::min<uint64_t>(ends * reach.answers, kMostSecrets + 1);
    }
    return kUnlimited;
}

// Huffman's: the least go together. What was joined ascends, as the weights do.
Cost SetFloors::coded(const std::vector<uint64_t>& ascending, size_t answers) {
    size_t left = ascending.size();
    if (left < 2 || answers < 2) return 0;
    joined_.clear();
    size_t at = 0, next = 0, take = (left - 2) % (answers - 1) + 2;
    Cost sum = 0;
    for (; left > 1; left -= take - 1, take = answers) {
        uint64_t together = 0;
        for (size_t i = 0; i < take; ++i) {
            const bool own = next == joined_.size() || (at < ascending.size() && ascending[at] <= joined_[next]);
            together += own ? ascending[at++] : joined_[next++];
        }
        joined_.push_back(together);
        sum += static_cast<Cost>(together);
    }
    return sum;
}

// So many guesses reach so many goals, the heaviest at best.
Cost SetFloors::reached(const std::vector<uint64_t>& ascending, const Reach& reach, size_t level) const {
    const size_t n = ascending.size();
    size_t left = n;
    uint64_t blocks = 1, found = 0;
    Cost sum = 0, rest = std::accumulate(ascending.begin(), ascending.end(), Cost{0});
    for (size_t k = 0; left > 0 && k <= n; ++k) {
        const uint64_t most = naming() || k == 0 ? found : found + blocks;
        for (; left > 0 && n - left < most; --left) rest -= static_cast<Cost>(ascending[left - 1]);
        sum += (*prices_)(level + k) * rest;
        found = std::min<uint64_t>(found + blocks * reach.ended, kMostSecrets + 1);
        blocks = std::min<uint64_t>(blocks * reach.blocks, kMostSecrets + 1);
    }
    return sum;
}

}  // namespace mmc::exact
