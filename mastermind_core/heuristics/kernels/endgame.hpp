// The best guess for few candidates: branch and bound over a pool of guesses by the expected costs of sets, and an exact
// search over the pool.
//
// The cost of a set of n candidates is the number of further guesses, as a fixed-point integer. Sums are exact, so a
// choice does not depend on the order of summation or on the logarithm of a machine. The total of the branch and bound
// is the sum of further guesses over the candidates. It is exact for the pool if every node has at most `width` useful
// guesses, otherwise an upper bound.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <exception>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "codes/code_game.hpp"
#include "exact/problem.hpp"
#include "shared/code_table.hpp"
#include "shared/pulse.hpp"

namespace mmc::codes {

// The number of score ids; the maximum id is 16 * 17 + 16 = 288.
inline constexpr int max_scores = (max_holes + 1) * (max_holes + 1);

inline ScoreId winning_id(int holes) { return static_cast<ScoreId>(holes * (holes + 1) + holes); }

inline CodeTable table_of(const CodeGame& game, const std::vector<Code>& codes) {
    return {static_cast<std::size_t>(game.holes), codes};
}

inline constexpr int value_bits = 20;
inline constexpr std::int64_t value_one = std::int64_t{1} << value_bits;

// log2 of numerator / 2^shift, in units of 1 / value_one.
constexpr std::int64_t fixed_log2(std::uint64_t numerator, int shift = 0) {
    const int whole = static_cast<int>(std::bit_width(numerator)) - 1;
    std::uint64_t mantissa = whole >= 31 ? numerator >> (whole - 31) : numerator << (31 - whole);
    std::int64_t result = std::int64_t{whole - shift} << value_bits;
    for (std::int64_t bit = value_one >> 1; bit; bit >>= 1) {
        mantissa = mantissa * mantissa >> 31;
        if (mantissa >> 32) {
            mantissa >>= 1;
            result += bit;
        }
    }
    return result;
}

// The limits of a sampled guess. The names and their order are those of SampledOptions in types.py.
struct SampledOptions {
    std::size_t sample;            // candidates on which a guess is evaluated
    std::size_t inside;            // candidates to try as guesses
    std::size_t outside;           // variations of candidates to try as guesses
    std::size_t climbs;            // best guesses to improve by hill climbing
    std::size_t small;             // maximum candidates for a search instead of an estimate
    std::size_t small_outside;     // variations to try for that search
    std::size_t small_pool;        // variations to use in that search
    std::size_t root_width;        // guesses to search at the root, best first
    std::size_t width;             // guesses to search at other nodes
    std::size_t deep;              // larger sets are evaluated by their best split alone
    std::size_t exact;             // maximum candidates for an exact search
    std::size_t at_four, per_bit;  // the value curve, in thousandths of a guess
};

// The expected number of further guesses for n candidates: exact for one and two, then a fitted curve in log2 n.
struct ValueCurve {
    explicit ValueCurve(const SampledOptions& options)
        : at_four(value_one * static_cast<std::int64_t>(options.at_four) / 1000),
          per_bit(value_one * static_cast<std::int64_t>(options.per_bit) / 1000) {}

    std::int64_t at_four, per_bit;

    std::int64_t mean(std::int64_t log2_n) const {
        const std::int64_t two = value_one * 3 / 2;
        if (log2_n <= 0) return value_one;
        if (log2_n <= value_one) return value_one + (log2_n >> 1);
        if (log2_n <= 2 * value_one) return two + ((at_four - two) * (log2_n - value_one) >> value_bits);
        return at_four + (per_bit * (log2_n - 2 * value_one) >> value_bits);
    }

    // The costs of blocks of 0 .. sample codes, if each represents `each_65536` / 65536 codes.
    std::vector<std::int64_t> block_costs(std::size_t sample, std::uint64_t each_65536 = 65536) const {
        std::vector<std::int64_t> costs(sample + 1);
        for (std::size_t k = 1; k <= sample; ++k)
            costs[k] = static_cast<std::int64_t>(k) * mean(fixed_log2(k * each_65536, 16));
        return costs;
    }
};

class Endgame {
public:
    // The first candidates.size() guesses of the pool are the candidates themselves, in the same order.
    Endgame(const CodeGame& game, const std::vector<Code>& candidates, const std::vector<Code>& pool,
            const ValueCurve& curve, const SampledOptions& options, Pulse& pulse)
        : options_(options),
          pulse_(pulse),
          win_(winning_id(game.holes)),
          size_(candidates.size()),
          pool_size_(pool.size()),
          scores_(candidates.size() * pool.size()),
          costs_(curve.block_costs(candidates.size())) {
        for (std::size_t n = 0; n < size_; ++n) steps_.push_back(costs_[n + 1] - costs_[n]);
        const CodeTable table = table_of(game, candidates);
        for (std::size_t guess = 0; guess < pool.size(); ++guess) table.score_all(pool[guess].data(), row(guess));
    }

    struct Choice {
        std::size_t guess = 0;
        std::int64_t total = 0;
    };

    Choice best() {
        std::vector<Id> all(size_);
        for (Id i = 0; i < size_; ++i) all[i] = i;
        return search(all, std::numeric_limits<std::int64_t>::max(), true);
    }

private:
    using Id = std::uint32_t;
    struct Division {
        std::int64_t cost;
        std::int64_t bound;
        Id guess;
    };

    const SampledOptions& options_;
    Pulse& pulse_;
    ScoreId win_;
    std::size_t size_, pool_size_;
    std::vector<ScoreId> scores_;  // [guess][candidate]
    std::vector<std::int64_t> costs_;
    std::vector<std::int64_t> steps_;  // the increase of the cost of a block by one more code
    std::uint32_t sizes_[max_scores] = {};

    ScoreId* row(std::size_t guess) { return &scores_[guess * size_]; }

    static std::int64_t lower_bound(std::size_t n) { return n ? 2 * static_cast<std::int64_t>(n) - 1 : 0; }

    // Totals are integers, costs are fixed-point numbers; both exclude the n guesses of this move.
    Division split(const std::vector<Id>& set, Id guess) {
        pulse_.work(3 * set.size());
        const ScoreId* scores = row(guess);
        ScoreId met[max_scores];
        std::size_t blocks = 0;
        for (Id id : set) {
            const ScoreId s = scores[id];
            if (!sizes_[s]++) met[blocks++] = s;
        }
        Division result{0, 0, guess};
        for (std::size_t b = 0; b < blocks; ++b) {
            if (met[b] != win_) {
                result.cost += costs_[sizes_[met[b]]];
                result.bound += lower_bound(sizes_[met[b]]);
            }
            sizes_[met[b]] = 0;
        }
        return result;
    }

    // The cost of the best split; a guess is abandoned once it is not better than a previous one.
    std::int64_t least_cost(const std::vector<Id>& set) {
        std::int64_t least = costs_[set.size()];
        const auto look = [&](Id guess) {
            const ScoreId* scores = row(guess);
            std::int64_t cost = 0;
            std::size_t seen = 0;
            while (seen < set.size() && cost < least) {
                const ScoreId s = scores[set[seen++]];
                if (s != win_) cost += steps_[sizes_[s]++];
            }
            for (std::size_t i = 0; i < seen; ++i) sizes_[scores[set[i]]] = 0;
            least = std::min(least, cost);
            pulse_.work(3 * seen);
        };
        const std::int64_t single = value_one * static_cast<std::int64_t>(set.size());
        for (Id id : set) look(id);
        for (Id guess = 0; guess < pool_size_ && least > single; ++guess) look(guess);
        return least;
    }

    // The splits by the members of the set, and by other guesses that are informative. One that distinguishes all
    // members is the last, because no other guess is better.
    std::vector<Division> splits(const std::vector<Id>& set) {
        const auto n = static_cast<std::int64_t>(set.size());
        std::vector<Division> result;
        for (Id id : set) {
            result.push_back(split(set, id));
            if (result.back().bound == n - 1) return result;
        }
        for (Id guess = 0; guess < pool_size_; ++guess) {
            if (guess < size_ && std::binary_search(set.begin(), set.end(), guess)) continue;
            const Division s = split(set, guess);
            if (s.bound == lower_bound(set.size())) continue;  // uninformative
            result.push_back(s);
            if (s.bound == n) break;
        }
        return result;
    }

    // A total of at least `limit` means that no smaller one exists among the guesses searched.
    Choice search(const std::vector<Id>& set, std::int64_t limit, bool root = false) {
        const auto n = static_cast<std::int64_t>(set.size());
        if (n == 1) return {set[0], 1};
        if (n == 2) return {set[0], 3};
        if (2 * n - 1 >= limit) return {set[0], limit};
        if (set.size() > options_.deep && !root)
            return {set[0], n + ((least_cost(set) + value_one / 2) >> value_bits)};
        std::vector<Division> order = splits(set);
        const auto rank = [](const Division& one) { return std::pair(one.cost, one.guess); };
        const std::size_t width = std::min(order.size(), root ? options_.root_width : options_.width);
        std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(width), {}, rank);
        Choice best{order[0].guess, limit};
        for (std::size_t i = 0; i < width; ++i) {
            if (n + order[i].bound >= best.total) continue;
            const std::int64_t total = total_of(set, order[i], best.total);
            if (total < best.total) best = {order[i].guess, total};
        }
        return best;
    }

    std::int64_t total_of(const std::vector<Id>& set, const Division& guess, std::int64_t limit) {
        const ScoreId* scores = row(guess.guess);
        std::vector<Id> sorted = set;
        std::stable_sort(sorted.begin(), sorted.end(), [&](Id a, Id b) { return scores[a] < scores[b]; });
        std::int64_t total = static_cast<std::int64_t>(set.size()) + guess.bound;
        std::vector<Id> block;
        for (std::size_t begin = 0, end; begin < sorted.size(); begin = end) {
            end = begin + 1;
            while (end < sorted.size() && scores[sorted[end]] == scores[sorted[begin]]) ++end;
            if (scores[sorted[begin]] == win_ || end - begin < 3) continue;
            block.assign(sorted.begin() + static_cast<std::ptrdiff_t>(begin),
                         sorted.begin() + static_cast<std::ptrdiff_t>(end));
            const std::int64_t bound = lower_bound(block.size());
            total += search(block, limit - total + bound).total - bound;
            if (total >= limit) return limit;
        }
        return total;
    }
};

// Writes the scores [guess][candidate], with consecutive ids of the possible scores, and returns their number.
inline int number_scores(const CodeGame& game, const std::vector<Code>& pool, std::size_t n,
                         std::vector<std::uint8_t>& scores, int& win) {
    std::array<std::uint8_t, max_scores> number{};
    int numbers = 0;
    for (int common = 0; common <= game.holes; ++common)
        for (int black = 0; black <= common; ++black)
            number[static_cast<std::size_t>(common * (game.holes + 1) + black)] =
                static_cast<std::uint8_t>(numbers++);
    win = number[winning_id(game.holes)];
    const CodeTable table = table_of(game, {pool.begin(), pool.begin() + static_cast<std::ptrdiff_t>(n)});
    std::vector<ScoreId> row(n);
    scores.reserve(pool.size() * n);
    for (const Code& guess : pool) {
        table.score_all(guess.data(), row.data());
        for (const ScoreId id : row) scores.push_back(number[id]);
    }
    return numbers;
}

// Returns the best guess of the pool for its first n codes, or nothing if the search takes more than `most_nodes`.
inline std::optional<std::size_t> finish(const CodeGame& game, const std::vector<Code>& pool, std::size_t n,
                                         std::uint64_t most_nodes, Pulse& pulse) {
    std::vector<std::uint8_t> scores;
    int win = 0;
    exact::Problem problem;
    problem.n_scores = number_scores(game, pool, n, scores, win);
    problem.table = scores.data();
    problem.n_guesses = static_cast<std::uint32_t>(pool.size());
    problem.n_secrets = static_cast<std::uint32_t>(n);
    problem.final.assign(static_cast<std::size_t>(problem.n_scores), 0);
    problem.final[static_cast<std::size_t>(win)] = 1;

    std::exception_ptr error;
    std::atomic<bool> stop = false;
    problem.objective = exact::Objective::mean;
    problem.below =
        static_cast<exact::Cost>(n) * static_cast<exact::Cost>(n) + 1;  // above every total: no initial greedy tree
    problem.node_limit = most_nodes;
    problem.table_bytes = std::size_t{1} << 20;
    problem.stop = &stop;
    problem.progress = [&](const exact::Progress&) {  // every tenth of a second
        try {
            pulse.work(std::uint64_t{1} << 27);
        } catch (...) {
            error = std::current_exception();
            stop = true;
        }
    };
    const exact::Result found = exact::solve(problem);
    if (error) std::rethrow_exception(error);
    if (!found.proven || !found.tree) return std::nullopt;
    return found.tree->guess[0];
}

}  // namespace mmc::codes
