#include "bounds.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace mmc::exact {

Cost Bounds::of_guess(const Node& node, const Frame& frame, const Winner& guess) {
    const size_t rest = node.n - guess.wins;
    const Prices& prices = *prices_;
    const Cost now = prices(node.level), next = prices(node.level + 1), after = prices(node.level + 2);
    if (rest == 0) return now * node.weight;
    if (guess.parts == 0 || (guess.parts == 1 && guess.wins == 0)) return kImpossible;
    const LevelBound bound = of_sizes(frame.branch, node.level + 1);
    if (node.steps < kUnlimited && bound.steps((rest + guess.parts - 1) / guess.parts) > node.steps - 1)
        return kImpossible;
    if (!weighs()) return now * node.weight + bound.split(rest, guess.parts);
    if (common_.staged) return of_staged_guess(node, frame, guess);
    // All weigh the least at least; of what they weigh more, what the first guess does not end takes another one.
    const uint64_t lightest = frame.heaviest[node.n - 1] - (node.n > 1 ? frame.heaviest[node.n - 2] : 0);
    const Cost more = node.weight - static_cast<Cost>(lightest * node.n), split = bound.split(rest, guess.parts);
    if (split >= kImpossible) return kImpossible;
    const Cost ended = guess.weight - static_cast<Cost>(lightest * guess.wins);
    const Cost even = static_cast<Cost>(lightest) * (now * node.n + split) + now * more + next * (more - ended);
    const size_t early = std::min<size_t>(node.n, guess.parts * common_.most_wins + guess.wins);
    return std::max(even, now * node.weight + next * (node.weight - guess.weight) +
                              after * (node.weight - static_cast<Cost>(frame.heaviest[early - 1])));
}

// Those that it leaves pay for the next guess, those that two leave for the one after it, and the lightest of that guess are left.
Cost Bounds::of_staged_guess(const Node& node, const Frame& frame, const Winner& guess) {
    const auto& capacity = of_sizes(frame.branch).capacity();
    Cost cost = node.weight;
    for (size_t k = 0; k < capacity.size(); ++k) {
        const size_t ended = guess.wins + guess.parts * capacity[k];
        if (ended >= node.n) break;
        const uint64_t* heaviest = frame.heaviest.data() + std::min(k, frame.heaviest.size() / node.n - 1) * node.n;
        cost += static_cast<Cost>(heaviest[node.n - 1] - (ended > 0 ? heaviest[ended - 1] : 0));
    }
    return cost;
}

Cost Bounds::of_block_sizes(const Node& node, const uint8_t* row, size_t branch) {
    const auto n_scores = static_cast<size_t>(common_.problem.n_scores);
    uint16_t count[256];
    std::memset(count, 0, sizeof count[0] * n_scores);
    for (uint32_t i = 0; i < node.n; ++i) ++count[row[node.members[i]]];
    return of_block_sizes(node, count, branch);
}

Cost Bounds::of_block_sizes(const Node& node, const uint16_t* count, size_t branch) {
    const auto n_scores = static_cast<size_t>(common_.problem.n_scores);
    const LevelBound bound = of_sizes(branch, node.level + 1);
    Cost sum = (*prices_)(node.level) * node.weight;
    for (size_t s = 0; s < n_scores; ++s) {
        if (common_.final[s] || !count[s]) continue;
        const bool fits = node.steps == kUnlimited || bound.steps(count[s]) <= node.steps - 1;
        if (count[s] == node.n || !fits) return kImpossible;
        sum = std::min(kImpossible, sum + bound(count[s]));
    }
    return sum;
}

// Secret by secret: the scores of one are side by side, those of a guess far apart.
Cost Bounds::least_of_block_sizes(const Node& node, std::span<const OpenGuess> guesses, size_t branch) {
    const auto n_scores = static_cast<size_t>(common_.problem.n_scores);
    counts_.assign(guesses.size() * n_scores, 0);
    for (uint32_t i = 0; i < node.n; ++i) {
        const uint8_t* scores = node.game->by_secret.data() + node.members[i] * node.game->stride;
        uint16_t* count = counts_.data();
        for (const OpenGuess& o : guesses) {
            ++count[scores[o.guess]];
            count += n_scores;
        }
    }
    Cost least = kImpossible;
    for (size_t g = 0; g < guesses.size(); ++g) least = std::min(least, of_block_sizes(node, counts_.data() + g * n_scores, branch));
    return least;
}

Cost Bounds::of_block(const Node& node, size_t level, const Block& block, const uint16_t* items, size_t branch, int steps) {
    const LevelBound bound = of_sizes(branch, level);
    if (steps < kUnlimited && bound.steps(block.size) > steps) return kImpossible;
    if (!weighs()) return bound(block.size);
    if (bound(block.size) >= kImpossible) return kImpossible;
    // The heaviest secrets end first.
    std::vector<uint64_t> weight(block.size);
    const auto weigh = [&](size_t at) {
        for (uint32_t i = 0; i < block.size; ++i) weight[i] = node.game->weights_at(at)[items[i]];
        std::sort(weight.begin(), weight.end());
    };
    Cost cost = 0;
    uint64_t below = 0;
    size_t i = 0;
    const auto& capacity = bound.capacity();
    if (common_.staged) {
        for (size_t k = 0; k < capacity.size() && capacity[k] < block.size; ++k) {
            weigh(level + k);
            const auto rest = static_cast<std::ptrdiff_t>(block.size - capacity[k]);
            cost += static_cast<Cost>(std::accumulate(weight.begin(), weight.begin() + rest, uint64_t{0}));
        }
        return cost;
    }
    weigh(level);
    for (size_t k = capacity.size(); k-- > 0;) {
        if (capacity[k] >= block.size) continue;
        for (; i < block.size - capacity[k]; ++i) below += weight[i];
        cost += (*prices_)(level + k) * static_cast<Cost>(below);
    }
    return cost;
}

std::vector<Payment> Bounds::payments(const Node& node, size_t branch, size_t level) {
    const LevelBound bound = of_sizes(branch, level);
    const auto& capacity = bound.capacity();
    std::vector<Payment> all(common_.staged ? capacity.size() : 1);
    for (size_t k = 0; k < all.size(); ++k) {
        Payment& own = all[k];
        own.weight = node.game->weights_at(level + k);
        own.heaviest_first.assign(node.members, node.members + node.n);
        std::ranges::stable_sort(own.heaviest_first, std::ranges::greater{}, [&](uint16_t m) { return own.weight[m]; });
        for (uint32_t i = 0; i < node.n; ++i) own.factor.push_back(common_.staged ? i >= capacity[k] : bound(i + 1) - bound(i));
    }
    return all;
}

Cost Bounds::of_two_guesses(const Node& node, const std::vector<Payment>& payments, size_t branch, uint32_t guess) {
    const Subgame& game = *node.game;
    Cost sum = (*prices_)(node.level) * node.weight;
    if (of_sizes(branch, node.level + 2)(node.n) >= kImpossible) return sum;
    const uint64_t* now = game.weights_at(node.level + 1);
    const uint8_t* first = game.row(guess);
    std::vector<std::vector<std::vector<uint16_t>>> blocks(256, std::vector<std::vector<uint16_t>>(payments.size()));
    for (size_t k = 0; k < payments.size(); ++k)
        for (const uint16_t m : payments[k].heaviest_first)
            if (k == 0 || payments[k].weight[m] > 0) blocks[first[m]][k].push_back(m);
    for (const auto& orders : blocks) {
        const auto& block = orders[0];
        if (block.empty() || common_.final[first[block[0]]]) continue;
        Cost least = block.size() == 1 ? 0 : kImpossible;
        for (const uint16_t m : block) sum += (*prices_)(node.level + 1) * static_cast<Cost>(now[m]);
        for (uint32_t h = 0; h < game.n_guesses && block.size() > 1; ++h) {
            const uint8_t* row = game.row(h);
            Cost cost = 0;
            for (size_t k = 0; k < payments.size() && cost < least; ++k) {
                uint16_t met[256] = {};
                const Payment& own = payments[k];
                for (size_t i = 0; i < orders[k].size() && cost < least; ++i) {
                    const uint16_t m = orders[k][i];
                    if (!common_.final[row[m]]) cost += static_cast<Cost>(own.weight[m]) * own.factor[met[row[m]]++];
                }
            }
            const auto like_first = [&](uint16_t m) { return row[m] == row[block[0]] && !common_.final[row[m]]; };
            if (cost < least && !std::ranges::all_of(block, like_first)) least = cost;
        }
        sum = std::min(kImpossible, sum + least);
    }
    return sum;
}

// All pay for the guess that costs something last, and for one after it all but the heaviest that one guess ends.
bool Bounds::spent_form(const Subgame& game, size_t level, const uint16_t* items, Block& block) const {
    if (common_.staged) return staged_form(game, level, items, block);
    const Prices& prices = *prices_;
    const bool one = common_.most_wins == 1;
    if (!common_.spendable || !prices.free_from(level + 1 + one)) return false;
    Cost heaviest = 1;
    for (uint32_t i = 0; common_.weighs && i < block.size; ++i)
        heaviest = std::max(i ? heaviest : 0, static_cast<Cost>(game.weight[items[i]]));
    block.cost = prices(level) * block.weight + (one ? prices(level + 1) * (block.weight - heaviest) : 0);
    block.depth = static_cast<int>(block.size);
    block.exact = true;
    return true;
}

// Whether a guess ends one of some secrets and tells all others apart.
bool Bounds::tells_apart(const Subgame& game, const uint16_t* items, uint32_t size, uint16_t member) const {
    for (uint32_t k = game.win_begin[member]; k < game.win_begin[member + 1u]; ++k) {
        const uint8_t* row = game.row(game.win_guess[k]);
        ScoreSet seen;
        if (std::all_of(items, items + size, [&](uint16_t item) { return seen.add(row[item]); })) return true;
    }
    return false;
}

// Of those that some guess could end at once the heaviest does best, if all others end with the next one.
bool Bounds::staged_form(const Subgame& game, size_t level, const uint16_t* items, Block& block) const {
    if (!common_.spendable) return false;
    const bool one = common_.most_wins == 1;
    bool spent = true;
    for (size_t stage = level + 1 + one; spent && stage < std::max(game.stages, level + 2 + one); ++stage)
        for (uint32_t i = 0; i < block.size && spent; ++i) spent = game.weights_at(stage)[items[i]] == 0;
    if (!spent && !one) return false;
    const uint64_t* weight = game.weights_at(level + 1);
    Cost next = 0;
    uint64_t heaviest = 0;
    for (uint32_t i = 0; one && i < block.size; ++i) {
        next += static_cast<Cost>(weight[items[i]]);
        heaviest = std::max(heaviest, weight[items[i]]);
    }
    for (uint32_t i = 0; !spent && i < block.size && block.size <= static_cast<uint32_t>(common_.problem.n_scores) + 1; ++i)
        spent = weight[items[i]] == heaviest && tells_apart(game, items, block.size, items[i]);
    block.cost = std::max(block.cost, block.weight + next - static_cast<Cost>(heaviest));
    block.exact = spent;
    block.depth = static_cast<int>(block.size);
    return spent;
}

// Sizes 1, 2 and 3, and sets that one of their own guesses splits into single secrets (2n - 1 guesses), or into single
// secrets and one pair (2n). Else 2n is a lower bound. Where a third guess costs more than a second, a guess that ends
// none may be the better one.
bool Bounds::closed_form(const Subgame& game, size_t level, const uint16_t* items, Block& block) const {
    const Prices& prices = *prices_;
    const auto n = static_cast<Cost>(block.size);
    const Cost next = prices(level + 1), after = prices(level + 2), least = n * prices(level) + (n - 1) * next;
    if (block.size <= 2) {
        block.exact = true;
        block.cost = least;
        block.depth = static_cast<int>(block.size);
        return true;
    }
    if (block.size > static_cast<uint32_t>(common_.problem.n_scores) + 1) return false;
    int fewest = 2;  // secrets that share a block with another
    for (uint32_t i = 0; i < block.size && fewest > 0; ++i) {
        for (uint32_t k = game.win_begin[items[i]]; k < game.win_begin[items[i] + 1u]; ++k) {
            const uint8_t* row = game.row(game.win_guess[k]);
            ScoreSet seen;
            int shared = 0;
            for (uint32_t j = 0; j < block.size && shared < fewest; ++j) shared += !seen.add(row[items[j]]);
            fewest = std::min(fewest, shared);
        }
    }
    block.cost = std::max(block.cost, fewest == 0 ? least : least + std::min(next, fewest * after));
    block.exact = fewest == 0 || (fewest == 1 && after <= next);
    block.depth = 2 + fewest;
    return block.exact;
}

// A candidate that tells all others apart, or all but one pair of which the heavier is guessed first. Any other
// candidate leaves two secrets for a third guess, and any guess that is none takes two of all.
bool Bounds::weighted_form(const Subgame& game, const uint16_t* items, Block& block) const {
    const auto weight = [&](size_t i) { return static_cast<Cost>(game.weight[items[i]]); };
    const size_t n = block.size;
    Cost heaviest = weight(0), lightest = heaviest;
    for (size_t i = 1; i < n; ++i) heaviest = std::max(heaviest, weight(i)), lightest = std::min(lightest, weight(i));
    if (n <= 2) {
        block.exact = true;
        block.cost = n == 1 ? block.weight : block.weight + lightest;
        block.depth = static_cast<int>(n);
        return true;
    }
    if (n > static_cast<size_t>(common_.problem.n_scores) + 1) return false;
    Cost best = kImpossible;
    for (size_t i = 0; i < n; ++i) {
        for (uint32_t k = game.win_begin[items[i]]; k < game.win_begin[items[i] + 1u]; ++k) {
            const uint8_t* row = game.row(game.win_guess[k]);
            uint16_t first[256] = {};  // with a score, from 1
            int shared = 0;
            Cost lighter = 0;
            for (size_t j = 0; j < n && shared < 2; ++j) {
                uint16_t& before = first[row[items[j]]];
                if (before) ++shared, lighter = std::min(weight(j), weight(before - 1u));
                else before = static_cast<uint16_t>(j + 1);
            }
            if (shared == 2 || 2 * block.weight - weight(i) + lighter >= best) continue;
            best = 2 * block.weight - weight(i) + lighter;
            block.depth = 2 + shared;
        }
    }
    const Cost others = 2 * block.weight - std::max<Cost>(0, heaviest - 2 * lightest);
    block.exact = best <= others;
    block.cost = std::max(block.cost, std::min(best, others));
    return block.exact;
}

Winner Bounds::winner(const Node& node, uint32_t guess) const {
    const Subgame& game = *node.game;
    const uint8_t* row = game.row(guess);
    Winner w;
    ScoreSet seen;
    for (uint32_t i = 0; i < node.n; ++i) {
        const uint8_t score = row[node.members[i]];
        if (common_.final[score]) {
            ++w.wins;
            w.weight += !common_.weighs ? 1 : static_cast<Cost>(game.weight[node.members[i]]);
        } else {
            w.parts += seen.add(score);
        }
    }
    return w;
}

}  // namespace mmc::exact
