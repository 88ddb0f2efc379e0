// Lower bounds for the cost of a set, a block or a guess, before anything below it is searched.
//
// One bound holds for every way to pay. Suppose that a guess ends at most `ended` secrets of a set and leaves at most
// `blocks` other blocks. Neither number grows when secrets are removed, so k guesses end at most ended (1 + blocks +
// ... + blocks^(k-1)) secrets (Capacity). The remaining ones pay for the next guess; at best they are those with the
// smallest payments. A block with one goal is over, so with goals blocks^k more may be over. If final scores end at
// most one secret each, a strategy is also a code for the goals, and Huffman's length is a bound. Proofs are in
// docs/explanation/exact-search.rst.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <span>
#include <cstring>
#include <numeric>

#include "cost.hpp"
#include "shared/check.hpp"

namespace mmc::exact {

inline int one_less(int steps) { return steps == kUnlimited ? kUnlimited : steps - 1; }

// A set of scores: of at most 64, which is kept in a register, of a byte, or of two.
template <size_t kWords>
struct ScoreSet {
    std::array<uint64_t, kWords> word{};
    bool add(uint32_t score) {  // true if it is new
        uint64_t& w = word[kWords == 1 ? 0 : score >> 6];
        const uint64_t bit = uint64_t{1} << (score & 63);
        const bool fresh = !(w & bit);
        w |= bit;
        return fresh;
    }
};

// The payments of n secrets if most(k) of them end within k guesses: the remaining ones pay for the next guess.
// kImpossible if they cannot all end in time.
template <class Most, class Owed>
Cost filled(size_t n, int steps, size_t levels, const Most& most, const Owed& owed) {
    Cost sum = 0;
    for (size_t k = 0; k < levels; ++k) {
        const uint64_t ended = most(k);
        if (ended >= n) return sum;
        if (static_cast<int>(k) >= steps) return kImpossible;
        sum += owed(k, n - ended);
    }

    return kImpossible;
}

// Maximum numbers of secrets, or goals, that end within k guesses.
struct Capacity {
    Capacity(const Reach& reach, bool has_goals, size_t largest)
        : ended(reach.ended), blocks(reach.blocks), answers(reach.answers), goals(has_goals) {
        const uint64_t enough = 2 * largest + 2;
        uint64_t found = 0;
        uint64_t level = 1;
        uint64_t code = 1;
        while (most.back() < largest) {
            found = std::min(found + level * ended, enough);
            level = std::min<uint64_t>(level * blocks, enough);
            code = std::min<uint64_t>(code * answers, enough);
            const uint64_t now = !goals ? found : ended <= 1 ? std::min(found + level, code) : found + level;
            if (now == most.back()) break;
            most.push_back(now);
        }
        if (goals) return;
        sum.resize(largest + 1);
        for (size_t m = 1; m <= largest; ++m)
            sum[m] = filled(
                m, kUnlimited, most.size(), [&](size_t k) { return of_set(k); },
                [](size_t, size_t left) { return static_cast<Cost>(left); });
    }

    // For a set that is not over, and for a block of a guess, which may be over.
    uint64_t of_set(size_t k) const { return most[k]; }
    uint64_t of_block(size_t k) const { return k == 0 ? goals : most[k]; }
    // Minimum number of guesses in which n might end.
    int steps(size_t n) const {
        int k = 0;
        while (static_cast<size_t>(k) < most.size() && most[static_cast<size_t>(k)] < n) ++k;
        return static_cast<size_t>(k) == most.size() ? kUnlimited : k;
    }

    size_t ended, blocks, answers;
    bool goals;
    std::vector<uint64_t> most{0};
    std::vector<Cost> sum;  // for m secrets that pay 1 per guess
};

// The payments from the guess after the next one on: the i-th largest weight is due at least `factor[i]` times.
struct Payment {
    std::vector<uint16_t> heaviest_first;
    const uint64_t* weight = nullptr;
    std::vector<Cost> factor;
};

class Bounds {
public:
    Bounds(const CostModel& model, const Subgame& whole)
        : model_(&model), largest_(whole.n_secrets), capacities_(257), parts_(whole.wide() ? kMostScores : 256) {}

    const CostModel& model() const { return *model_; }
    void measure_by(const CostModel& model) { model_ = &model; }

    const Capacity& capacity(const Reach& reach) {
        auto& known = capacities_[std::min<size_t>(reach.blocks, capacities_.size() - 1)];
        for (const Capacity& one : known)
            if (one.ended == reach.ended && one.answers == reach.answers) return one;
        return known.emplace_back(reach, model_->has_goals(), largest_);
    }

    // The remaining guesses after one of a length, by number and by cost; negative if the length exceeds the budget.
    static int steps_after(const Node& node, Cost length, const Reach& reach) {
        const int steps = one_less(node.steps);
        if (node.path_budget >= kImpossible) return steps;
        return node.path_budget < length
                   ? -1
                   : static_cast<int>(
                         std::min<Cost>(steps, (node.path_budget - length) / std::max<Cost>(reach.shortest, 1)));
    }

    // Minimum number of guesses in which some secrets might end.
    int steps(const Subgame& game, const uint16_t* items, uint32_t n, const Reach& reach) {
        return reach.capacity->steps(model_->has_goals() ? gathered(game, items, n).size() : n);
    }

    // Stores the payments of the secrets of a node after its guess, for the next two guesses.
    void list_due(const Node& node, Frame& frame) {
        frame.due.clear();
        frame.n_due = node.n;
        if (model_->by_size()) return;
        const std::vector<uint64_t>& due = gathered(*node.game, node.members, node.n);
        frame.n_due = due.size();
        frame.due.push_back(0);
        for (const uint64_t own : due) frame.due.push_back(frame.due.back() + static_cast<Cost>(own));
    }

    // Bound of a guess, by the number of its blocks.
    Cost of_guess(const Node& node, const Frame& frame, const Winner& guess, Cost own) const {
        const CostModel& model = *model_;
        const Capacity& capacity = *frame.reach.capacity;
        const size_t level = node.level + 1;
        const size_t n = frame.n_due;
        const int steps = steps_after(node, model.has_costs() ? own : 1, frame.reach);
        if ((guess.parts <= 1 && guess.wins == 0) || steps < 0) return kImpossible;
        const auto most = [&](size_t k) { return guess.wins + guess.parts * capacity.of_block(k); };
        const bool by_size = model.by_size();
        const auto owed = [&](size_t k, size_t m, Cost cheapest) {
            if (by_size) return model.price(level + k) * static_cast<Cost>(m);
            return (model.price(level + k) + cheapest) * frame.due[m];
        };
        Cost later = filled(n, steps, capacity.most.size(), most,
                            [&](size_t k, size_t m) { return owed(k, m, frame.reach.cheapest); });
        // The ended secrets are known: the others pay for the next guess.
        if (!by_size && !model.has_goals() && guess.wins < n)
            later += owed(0, n, 0) - guess.due - owed(0, n - guess.wins, 0);
        return std::min(kImpossible, model.pays_for(node, own) + later);
    }

    Winner winner(const Node& node, uint32_t guess) const {
        return node.game->wide() ? winner(node, guess, node.game->wide_rows + guess * node.game->pitch)
                                 : winner(node, guess, node.game->row(guess));
    }

    // Prepares the functions below: the order of the secrets of a node.
    void begin(const Node& node) {
        if (!model_->by_size()) sort(*node.game, node.members, node.n);
    }

    // Bound of a guess, by its blocks.
    Cost of_blocks(const Node& node, const Reach& reach, uint32_t guess) {
        if (model_->by_size()) {
            uint16_t few[256];
            uint16_t* count = zeros(few, node.game->n_scores);
            node.game->with_row(guess, [&](const auto* row) {
                for (uint32_t i = 0; i < node.n; ++i) ++count[row[node.members[i]]];
            });
            return of_sizes(node, count, reach, guess);
        }
        const int steps = steps_after(node, model_->length(*node.game, guess), reach);
        if (steps < 0) return kImpossible;
        Cost sum = model_->pays(node, guess);
        node.game->with_row(guess, [&](const auto* row) { deal(*node.game, row); });
        for (const uint16_t score : met_) {
            Part& part = parts_[score];
            if (node.game->final[score] || (model_->has_goals() && part.due.size() == 1)) continue;
            if (part.size == node.n) return kImpossible;
            if (!std::ranges::is_sorted(part.due)) std::ranges::sort(part.due);
            sum = std::min(kImpossible, sum + of_due(part.due, reach, node.level + 1, steps));
        }
        return sum;
    }

    // Sets the cost of a guess to the sum of squares of its block sizes, or to kImpossible if it cannot meet the
    // limits. Fills `sizes`, which must be zeros, unless it is null.
    void measure(const Node& node, const Reach& reach, OpenGuess& guess, uint16_t* sizes) {
        const uint8_t* final = node.game->final;
        const int steps = steps_after(node, model_->length(*node.game, guess.guess), reach);
        Cost squares = 0;
        uint32_t most = 0;  // maximum number of secrets or goals of a block
        bool fits = steps >= 0;
        if (model_->has_goals()) {
            node.game->with_row(guess.guess, [&](const auto* row) { deal(*node.game, row); });
            for (const uint16_t score : met_) {
                const Part& part = parts_[score];
                if (final[score] || part.due.size() == 1) continue;
                most = std::max(most, static_cast<uint32_t>(part.due.size()));
                squares += Cost{part.size} * part.size;
                fits = fits && part.size < node.n;
            }
        } else {
            uint16_t few[256];
            if (!sizes) sizes = zeros(few, node.game->n_scores);
            node.game->with_row(guess.guess, [&](const auto* row) {
                for (uint32_t i = 0; i < node.n; ++i) {
                    const auto score = row[node.members[i]];
                    squares += 2 * sizes[score]++ + 1;
                    if (!final[score]) most = std::max<uint32_t>(most, sizes[score]);
                }
            });
            fits = fits && most < node.n;
        }
        guess.largest = static_cast<uint16_t>(most);
        guess.cost = fits && (most == 0 || reach.capacity->steps(most) <= steps) ? squares : kImpossible;
    }

    // The minimum bound over some guesses, if sizes determine the bounds of blocks. It iterates over secrets: the
    // scores of one secret are contiguous, those of a guess far apart.
    Cost least_of_blocks(const Node& node, const Reach& reach, std::span<const OpenGuess> guesses) {
        Cost least = kImpossible;
        if (node.game->wide()) {
            for (const OpenGuess& o : guesses) least = std::min(least, of_blocks(node, reach, o.guess));
            return least;
        }
        const size_t n_scores = node.game->n_scores;
        counts_.assign(guesses.size() * n_scores, 0);
        for (uint32_t i = 0; i < node.n; ++i) {
            const uint8_t* scores = node.game->by_secret.data() + node.members[i] * node.game->stride;
            uint16_t* count = counts_.data();
            for (const OpenGuess& o : guesses) {
                ++count[scores[o.guess]];
                count += n_scores;
            }
        }
        for (size_t g = 0; g < guesses.size(); ++g)
            least = std::min(least, of_sizes(node, counts_.data() + g * n_scores, reach, guesses[g].guess));
        return least;
    }

    // Bound of a set of secrets at a level, with a maximum number of guesses.
    Cost of_set(const Subgame& game, size_t level, const uint16_t* items, uint32_t n, const Reach& reach,
                int steps) {
        if (model_->by_size()) return of_size(level, n, reach, steps);
        return std::min(kImpossible, of_due(gathered(game, items, n), reach, level, steps));
    }

    // Closed forms if a guess ends at most one secret, and if almost no payments remain. Returns true if they are
    // exact; otherwise they may have raised the bound.
    // Each secret but one pays for a second guess. A guess that ends one secret and distinguishes all others costs no
    // more than that; one that leaves a single pair also costs the smaller third payment of the two. Any other guess
    // that ends one leaves two for a third guess, and a guess that ends none takes two payments of all.
    bool small_form(const Subgame& game, size_t level, const uint16_t* items, Block& block, int steps) const {
        const CostModel& model = *model_;
        const uint32_t n = block.size;
        const Cost now = model.price(level) * block.weight;
        const auto settle = [&](Cost cost, int depth) {
            block.cost = cost;
            block.depth = depth;
            return block.exact = true;
        };
        const bool endless = model.ends_always() && steps == kUnlimited;
        if (endless && model.free(level + 1)) return settle(now, static_cast<int>(n));
        if (!model.one_each() || (steps < 3 && steps < static_cast<int>(n))) return false;
        const uint64_t* weights = model.weights(game);
        const Cost price = model.price(level + 1);
        const Cost last = model.price(level + 2);
        const auto next = [&](uint32_t i) {
            return weights ? price * static_cast<Cost>(weights[items[i]]) : price;
        };
        const auto after = [&](uint32_t i) { return weights ? last * static_cast<Cost>(weights[items[i]]) : last; };
        Cost all = price * n;
        Cost most = price;
        Cost least = last;
        if (weights) {
            all = 0;
            most = 0;
            least = kImpossible;
            for (uint32_t i = 0; i < n; ++i) {
                all += next(i);
                most = std::max(most, next(i));
                least = std::min(least, after(i));
            }
        }
        if (n <= 2 || (endless && model.free(level + 2))) return settle(now + all - most, static_cast<int>(n));
        if (n > game.n_scores + 1) return false;
        const Cost others = now + all - std::max<Cost>(0, most - 2 * least);
        Cost best = kImpossible;
        for (uint32_t i = 0; i < n; ++i) {
            const Cost cost = now + all - next(i);
            for (uint32_t k = game.win_begin[items[i]]; k < game.win_begin[items[i] + 1u] && cost < best; ++k) {
                const int most_shared = cost + least < best ? 1 : 0;
                const auto [shared, twin] = shared_scores(game, game.win_guess[k], items, n, most_shared);
                if (shared > most_shared) continue;
                uint32_t mate = 0;
                while (weights && !game.alike(game.win_guess[k], items[mate], items[twin])) ++mate;
                const Cost pair = shared == 0 ? 0 : std::min(after(twin), after(mate));
                if (cost + pair >= best) continue;
                best = cost + pair;
                block.depth = 2 + shared;
            }
        }
        block.cost = std::max(block.cost, std::min(best, others));
        return block.exact = best <= others;
    }

    struct Shared {
        int secrets;
        uint32_t twin;  // the last of them
    };

    static Shared shared_scores(const Subgame& game, uint32_t guess, const uint16_t* items, uint32_t n, int most) {
        if (game.wide()) return shared_in<ScoreSet<1024>>(game.wide_rows + guess * game.pitch, items, n, most);
        return game.n_scores <= 64 ? shared_in<ScoreSet<1>>(game.row(guess), items, n, most)
                                   : shared_in<ScoreSet<4>>(game.row(guess), items, n, most);
    }

    // The secrets that share their score with an earlier one, counted up to one above `most`.
    template <class Scores>
    static Shared shared_in(const auto* row, const uint16_t* items, uint32_t n, int most) {
        Scores seen;
        Shared found{0, 0};
        for (uint32_t j = 0; j < n && found.secrets <= most; ++j) {
            if (seen.add(row[items[j]])) continue;
            ++found.secrets;
            found.twin = j;
        }
        return found;
    }

    // Payments after a guess, by all second guesses; for unequal weights and equal costs of guesses.
    Payment payment(const Node& node, const Reach& reach) const {
        Payment due;
        due.weight = model_->weights(*node.game);
        due.heaviest_first.assign(node.members, node.members + node.n);
        std::ranges::stable_sort(due.heaviest_first, std::ranges::greater{},
                                 [&](uint16_t m) { return due.weight[m]; });
        due.factor.assign(node.n, 0);
        for (size_t k = 0; k < reach.capacity->most.size(); ++k)
            for (uint64_t i = reach.capacity->of_set(k); i < node.n; ++i)
                due.factor[i] += model_->price(node.level + 2 + k);
        return due;
    }

    Cost of_two_guesses(const Node& node, const Reach& reach, const Payment& payment, uint32_t guess) {
        const Subgame& game = *node.game;
        Cost sum = model_->pays(node, guess);
        if (reach.capacity->steps(node.n) == kUnlimited) return sum;
        std::map<uint32_t, std::vector<uint16_t>> blocks;
        game.with_row(guess, [&](const auto* first) {
            for (const uint16_t m : payment.heaviest_first) blocks[first[m]].push_back(m);
        });
        for (const auto& [score, block] : blocks) {
            if (game.final[score]) continue;
            Cost least = block.size() == 1 ? 0 : kImpossible;
            for (const uint16_t m : block) sum += model_->price(node.level + 1) * model_->weight(game, m);
            for (uint32_t h = 0; h < game.n_guesses && block.size() > 1; ++h)
                game.with_row(h, [&](const auto* row) { lessen(game, payment, block, row, least); });
            sum = std::min(kImpossible, sum + least);
        }
        return sum;
    }

private:
    Winner winner(const Node& node, uint32_t guess, const auto* row) const {
        Winner w{.guess = guess};
        ScoreSet<sizeof *row == 1 ? 4 : 1024> seen;
        for (uint32_t i = 0; i < node.n; ++i) {
            const auto score = row[node.members[i]];
            const bool fresh = seen.add(score);
            w.answers += fresh;
            if (node.game->final[score]) {
                ++w.wins;
                w.due += model_->price(node.level + 1) * model_->weight(*node.game, node.members[i]);
            } else {
                w.parts += fresh;
            }
        }
        return w;
    }

    // Zeros per score: in an array for few scores.
    uint16_t* zeros(uint16_t* few, size_t n_scores) {
        if (n_scores <= 256) {
            std::memset(few, 0, sizeof few[0] * n_scores);
            return few;
        }
        many_.assign(n_scores, 0);
        return many_.data();
    }

    // Lowers the cost of a block from its second guess on to that with a guess, if it is less.
    void lessen(const Subgame& game, const Payment& payment, const std::vector<uint16_t>& block, const auto* row,
                Cost& least) {
        uint16_t few[256];
        uint16_t* met = zeros(few, game.n_scores);
        Cost cost = 0;
        for (size_t i = 0; i < block.size() && cost < least; ++i) {
            const uint16_t m = block[i];
            if (!game.final[row[m]]) cost += static_cast<Cost>(payment.weight[m]) * payment.factor[met[row[m]]++];
        }
        const auto like_first = [&](uint16_t m) { return row[m] == row[block[0]] && !game.final[row[m]]; };
        if (cost < least && !std::ranges::all_of(block, like_first)) least = cost;
    }

    // The payments of the secrets with one score, or of their goals, in ascending order.
    struct Part {
        std::vector<uint64_t> due;
        uint32_t size = 0, goal = 0;  // the last goal
    };

    // By goal if some share one, then by payment.
    void sort(const Subgame& game, const uint16_t* items, size_t n) {
        const bool shared = model_->has_goals() && !model_->known_apart();
        const uint64_t* own = model_->weights(game);
        order_.assign(items, items + n);
        if (shared || own)
            std::ranges::sort(order_, [&](uint16_t a, uint16_t b) {
                if (shared && game.goal[a] != game.goal[b]) return game.goal[a] < game.goal[b];
                return own && own[a] < own[b];
            });
    }

    // Distributes the ordered secrets to the scores of a guess.
    void deal(const Subgame& game, const auto* scores) {
        const uint64_t* own = model_->weights(game);
        const bool goals = model_->has_goals();
        for (const uint16_t score : met_) parts_[score].size = 0;
        met_.clear();
        for (const uint16_t member : order_) {
            const uint16_t score = scores[member];
            Part& part = parts_[score];
            if (part.size == 0) {
                met_.push_back(score);
                part.due.clear();
            }
            const uint64_t due = own ? own[member] : 1;
            if (goals && part.size > 0 && part.goal == game.goal[member]) part.due.back() += due;
            else part.due.push_back(due);
            if (goals) part.goal = game.goal[member];
            ++part.size;
        }
    }

    const std::vector<uint64_t>& gathered(const Subgame& game, const uint16_t* items, size_t n) {
        std::vector<uint64_t>& due = set_.due;
        const uint64_t* own = model_->weights(game);
        due.clear();
        if (model_->has_goals() && !model_->known_apart()) {
            goals_.clear();
            for (size_t i = 0; i < n; ++i) goals_.emplace_back(game.goal[items[i]], own ? own[items[i]] : 1);
            std::ranges::sort(goals_);
            for (size_t i = 0; i < n; ++i)
                if (i > 0 && goals_[i].first == goals_[i - 1].first) due.back() += goals_[i].second;
                else due.push_back(goals_[i].second);
        } else {
            for (size_t i = 0; i < n; ++i) due.push_back(own ? own[items[i]] : 1);
        }
        if (own || due.size() < n) std::ranges::sort(due);
        return due;
    }

    // The secrets with the largest payments end first.
    Cost of_due(const std::vector<uint64_t>& due, const Reach& reach, size_t level, int steps) {
        const Capacity& capacity = *reach.capacity;
        const bool coded = model_->closely() && reach.ended <= 1;
        const Cost each = coded ? model_->least_price(level) + reach.cheapest : 0;
        const Cost code = each ? each * huffman(due, reach.answers) : 0;
        if (coded && model_->has_goals() && model_->flat(level) && capacity.steps(due.size()) <= steps) return code;
        size_t left = due.size();
        Cost rest = std::accumulate(due.begin(), due.end(), Cost{0});
        const Cost fill = filled(
            due.size(), steps, capacity.most.size(), [&](size_t k) { return capacity.of_set(k); },
            [&](size_t k, size_t m) {
                for (; left > m; --left) rest -= static_cast<Cost>(due[left - 1]);
                return (model_->price(level + k) + reach.cheapest) * rest;
            });
        return std::max(fill, code);
    }

    Cost of_size(size_t level, size_t n, const Reach& reach, int steps) const {
        const Capacity& capacity = *reach.capacity;
        if (steps != kUnlimited && capacity.steps(n) > steps) return kImpossible;
        MMC_ASSERT(n < capacity.sum.size());  // of as many secrets as the game has
        if (model_->flat(level))
            return capacity.sum[n] >= kImpossible ? kImpossible : model_->price(level) * capacity.sum[n];
        return filled(
            n, steps, capacity.most.size(), [&](size_t k) { return capacity.of_set(k); },
            [&](size_t k, size_t m) { return model_->price(level + k) * static_cast<Cost>(m); });
    }

    Cost of_sizes(const Node& node, const uint16_t* count, const Reach& reach, uint32_t guess) const {
        const int steps = one_less(node.steps);
        const uint8_t* final = node.game->final;
        Cost sum = model_->pays(node, guess);
        for (size_t s = 0; s < node.game->n_scores; ++s) {
            if (final[s] || !count[s]) continue;
            if (count[s] == node.n) return kImpossible;
            sum += of_size(node.level + 1, count[s], reach, steps);
            if (sum >= kImpossible) return kImpossible;
        }
        return sum;
    }

    // Huffman's algorithm: the smallest are joined. Their sums ascend, as the numbers do.
    Cost huffman(const std::vector<uint64_t>& ascending, size_t answers) {
        size_t left = ascending.size();
        if (left < 2 || answers < 2) return 0;
        joined_.clear();
        size_t at = 0;
        size_t next = 0;
        size_t take = (left - 2) % (answers - 1) + 2;
        Cost sum = 0;
        for (; left > 1; left -= take - 1, take = answers) {
            uint64_t together = 0;
            for (size_t i = 0; i < take; ++i) {
                const bool own =
                    next == joined_.size() || (at < ascending.size() && ascending[at] <= joined_[next]);
                together += own ? ascending[at++] : joined_[next++];
            }
            joined_.push_back(together);
            sum += static_cast<Cost>(together);
        }
        return sum;
    }

    const CostModel* model_;
    size_t largest_;
    std::vector<std::deque<Capacity>> capacities_;  // by blocks
    std::vector<uint16_t> order_;                   // the secrets of a set, by goal and payment
    std::vector<Part> parts_;                       // per score
    Part set_;
    std::vector<std::pair<uint32_t, uint64_t>> goals_;
    std::vector<uint16_t> met_;  // scores
    std::vector<uint64_t> joined_;
    std::vector<uint16_t> counts_, many_;
};

}  // namespace mmc::exact
