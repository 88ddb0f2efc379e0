// The exact cost of a guess by a measure, a function of the sizes, weights and classes of its blocks.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>
#include <bit>
#include <cmath>

#include "scores.hpp"
#include "scan.hpp"

namespace mmc {

// Returns -1, 0 or 1: a / p compared with b / q by continued fractions, because products may exceed 64 bits.
inline int compare_fractions(int64_t a, int64_t p, int64_t b, int64_t q) {
    if (p == q) return (a > b) - (a < b);
    const auto floor = [](int64_t n, int64_t d) { return n / d - (n % d < 0); };
    const int64_t whole = floor(a, p);
    const int64_t other = floor(b, q);
    if (whole != other) return whole < other ? -1 : 1;
    a -= whole * p;
    b -= other * q;
    if (a == 0 || b == 0) return (a > 0) - (b > 0);
    return compare_fractions(q, b, p, a);
}

// Two costs are too close for the precision here; the caller uses the reference implementation.
struct Undecided : std::runtime_error {
    Undecided() : std::runtime_error("two costs are too close") {}
};

// The cost of a block by a function f of a weight: f(w) = w log2(w), or the costs of a criterion. W is the weight of
// the block, N are those of its classes (secrets with one goal), S those of its secrets, S_r is the r-th largest of S:
//     classes * (f(W) - sum f(N)) + secrets * (f(W) - sum f(S)) + unit * W + ranks * sum S_r log2(r).
// A unit is a bit, or the weight of all candidates. A block at which the game is over costs 0. If no two secrets share
// a goal, a measure of `sizes` is f(W) alone, whether the game is over or not, because the other terms change no order.
// The cost of a guess is the sum over blocks. With `largest`, maxima replace this sum and those over N and S.
struct Measure {
    bool logs, largest, sizes;
    int classes, secrets, unit, ranks;
};

// constant + linear * weight + square * weight**2.
struct Quadratic {
    int64_t constant, linear, square;
    int64_t of(int64_t weight) const { return constant + weight * (linear + square * weight); }
};

// Bases and exponents: a product whose logarithm is a cost.
using Terms = std::vector<std::pair<uint32_t, int64_t>>;

// A guess by its position in the order and its id, and its cost. If guesses have costs, it is a loss to be divided by
// that of the guess. If it is rounded, `terms` is the product of which it is the logarithm, computed at its first use.
struct Costed {
    int64_t cost, position;
    uint32_t guess;
    Terms terms = {};
};

// The numbers of stored logarithms.
constexpr size_t kLogged = 1 << 16, kLoggedForFew = 1 << 11;

// Sorts and merges terms by base, without those of exponent 0.
inline void normalise(Terms& terms) {
    std::ranges::sort(terms);
    size_t kept = 0;
    for (const auto& [base, power] : terms) {
        if (kept > 0 && terms[kept - 1].first == base) terms[kept - 1].second += power;
        else terms[kept++] = {base, power};
    }

    terms.resize(kept);
    std::erase_if(terms, [](const auto& term) { return term.second == 0; });
}

inline Terms factorised(const Terms& terms) {
    Terms primes;
    for (const auto& [base, power] : terms) {
        uint32_t rest = base;
        for (uint32_t p = 2; rest > 1; ++p) {
            if (uint64_t{p} * p > rest) p = rest;
            for (; rest % p == 0; rest /= p) primes.emplace_back(p, power);
        }
    }

    normalise(primes);
    return primes;
}

class Evaluator {
public:
    // `table` has the cost of every size up to n, and is read if f is not a logarithm and weights are empty. The sum of
    // the weights of all secrets is below 2**31, and no cost of a set exceeds 62 bits. Without `aims`, goals and costs
    // of guesses are ignored.
    // Rounding: the error of log_of(k) = round(log2(k) * 2**bits) is below 1 for bits <= 44. The error of log2 in
    // <cmath> is at most 2 units in the last place, or 2 * 2**-48 for k < 2**32, so |log_of(k) - 2**bits * log2(k)| <=
    // 1/2 + 2**-3. The error of f(w) is thus at most w. That of a cost is at most twice the weight of all candidates,
    // times the factors of the measure, and that of a gain twice as much. With these bits no cost exceeds 62 bits.
    Evaluator(const Scores& scores, const Measure& measure, std::span<const int64_t> table, Quadratic quadratic,
              std::span<const uint64_t> weights, bool aims, size_t n)
        : scores_(scores),
          measure_(measure),
          table_(table),
          quadratic_(quadratic),
          weights_(weights),
          goals_(aims && !scores.goals.empty()),
          classes_(aims && scores.shares_goals),
          priced_(aims && !scores.costs.empty()),
          sizes_(measure.sizes && !classes_),
          counts_(sizes_ && !priced_ && weights.empty()),
          // A block of weight 0 could not be detected in a sum.
          in_lanes_(!priced_ && !scores.wide && std::ranges::find(weights, 0u) == weights.end() &&
                    measure.ranks == 0 && (sizes_ || (!measure.largest && (classes_ || !goals_)))) {
        if (!classes_) {
            measure_.secrets += measure_.classes;
            measure_.classes = 0;
        }
        uint64_t most = weights.empty() ? scores.n_secrets : 0;
        for (const uint64_t weight : weights) most += weight;
        if (measure.logs) {
            const auto width = static_cast<int>(std::bit_width(most + 1));
            const auto factor =
                sizes_ ? 1u : static_cast<unsigned>(std::max(measure_.classes + measure_.secrets, 1));
            bits_ = std::min(44, 61 - width - static_cast<int>(std::bit_width(static_cast<unsigned>(width) + 1)) -
                                     static_cast<int>(std::bit_width(factor)));
            logs_.resize(counts_ ? 0
                                 : std::min(in_lanes_ ? kLoggedForFew : kLogged, static_cast<size_t>(most) + 2));
            for (size_t k = 2; k < logs_.size(); ++k)
                logs_[k] = std::llround(std::ldexp(std::log2(static_cast<double>(k)), bits_));
        }
        if (counts_) tabulate(n);
        bins_.resize(scores.final.size());
        sums_.resize(classes_ && in_lanes_ ? 256 * kLanes : 0);
        heaviest_.resize(sums_.size());
    }

    // Whether the cost of a guess depends on the sizes of its blocks alone. If so, of() and join() give it.
    bool counts() const { return counts_; }
    bool logs() const { return measure_.logs; }
    bool largest() const { return measure_.largest; }
    int64_t of(size_t size) const { return of_[size]; }
    int64_t none() const { return measure_.largest ? INT64_MIN : 0; }
    int64_t join(int64_t cost, size_t size) const {
        if (!measure_.largest) return cost + of_[size];
        return of_[size] > cost ? of_[size] : cost;
    }

    // Whether the cost of a block never decreases with its size, up to n; whether all partitions of n cost 0.
    bool rising(size_t n) const { return n <= rising_to_; }
    bool flat(size_t n) const { return counts_ && n <= flat_to_; }

    // Sets the maximum number of secrets for which one guess ends the game.
    void ends_at_most(size_t secrets) { most_ends_ = secrets; }
    // Sets the candidates for the following calls.
    void candidates(std::span<const uint32_t> secrets) {
        const size_t n = secrets.size();
        total_ = n;
        if (counts_) {
            doubt_ = measure_.logs ? 4 * static_cast<int64_t>(n) : 0;
            const bool known = n <= alone_best_to_ && n <= 256;
            perfect_ = !known ? INT64_MIN : measure_.largest ? of_[1] : of_[1] * static_cast<int64_t>(n);
            if (!scores_.wide) return;
        }
        own_.assign(secrets.begin(), secrets.end());
        const auto weight = [&](uint32_t s) { return weights_.empty() ? 1 : static_cast<uint32_t>(weights_[s]); };
        const auto goal = [&](uint32_t s) { return goals_ ? scores_.goals[s] : s; };
        if (measure_.ranks && !weights_.empty()) std::ranges::stable_sort(own_, std::greater<>(), weight);
        else if (classes_) std::ranges::stable_sort(own_, std::less<>(), goal);
        weight_.resize(n);
        goal_.resize(n);
        own_f_.resize(n);
        ids_.resize(n);
        runs_.clear();
        total_ = 0;
        inner_ = 0;
        for (size_t i = 0; i < n; ++i) {
            weight_[i] = weight(own_[i]);
            goal_[i] = goal(own_[i]);
            if (i > 0 && classes_ && goal_[i] != goal_[i - 1]) runs_.push_back(static_cast<uint32_t>(i));
            total_ += weight_[i];
            if (!counts_) inner_ += std::max<int64_t>(own_f_[i] = f(weight_[i]), 0);
        }
        runs_.push_back(static_cast<uint32_t>(n));
        if (counts_) return;
        const int factors = sizes_ ? 1 : std::max(measure_.classes + measure_.secrets, 1);
        doubt_ = measure_.logs ? 4 * factors * static_cast<int64_t>(total_) : 0;
        if (priced_) {
            Bin all;
            for (size_t i = 0; i < n; ++i) add(all, i);
            all.mixed = true;
            whole_ = cost_of(all, false);
        }
        perfect_ = perfect_cost();
    }

    // The candidates, in the order in which lanes are filled.
    std::span<const uint32_t> own() const { return own_; }

    struct Weighed {
        int64_t cost;
        bool may_win, tells;
    };
    Weighed weigh(uint32_t guess) {
        scores_.answers(guess, own_, ids_.data());
        come_.clear();
        for (size_t i = 0; i < own_.size(); ++i) {
            if (bins_[ids_[i]].count == 0) come_.push_back(ids_[i]);
            add(bins_[ids_[i]], i);
        }
        int64_t cost = none();
        bool may_win = false;
        for (const uint16_t id : come_) {
            const bool final = scores_.final[id];
            may_win |= final;
            cost = sum_or_largest(cost, cost_of(bins_[id], final));
            bins_[id].count = 0;
        }
        return {priced_ ? cost - whole_ : cost, may_win, come_.size() > 1 || may_win};
    }

    // The product of the guess that was evaluated last, if it depends on the weights of blocks alone; otherwise empty.
    Terms terms() const {
        Terms out;
        if (!measure_.logs || !(sizes_ || (weights_.empty() && !goals_))) return out;
        for (const uint16_t id : come_) {
            if (!sizes_ && scores_.final[id]) continue;
            put_weight(bins_[id].weight, out);
            for (uint32_t rank = 1; measure_.ranks && rank <= bins_[id].weight; ++rank) out.emplace_back(rank, 1);
        }
        normalise(out);
        return out;
    }

    // Whether a lower bound of the cost, for 32 guesses at a time, leaves few of them to weigh(). fill() adds the weights
    // of one class, summed by the scores in `values`; runs() has the ends of the classes in own(). Then within() returns
    // the lanes whose cost may be at most `limit`.
    bool in_lanes() const { return in_lanes_; }
    std::span<const uint32_t> weights() const { return weight_; }
    const std::vector<uint32_t>& runs() const { return runs_; }
    void clear(std::span<const uint8_t> values, const std::array<uint8_t, 256>& id_of) {
        values_.clear();
        for (const uint8_t value : values)
            if (sizes_ || !scores_.final[id_of[value]]) values_.push_back(value);
        lanes_ = sums_.data();
        if (!classes_) return;
        scan().clear_sums(values_.data(), values_.size(), sums_.data());
        scan().clear_sums(values_.data(), values_.size(), heaviest_.data());
        class_costs_.fill(0);
        class_logs_.fill(0);
    }

    void fill(const uint32_t* sums) {
        if (!classes_) {
            lanes_ = sums;
            return;
        }
        for (const uint8_t value : values_) {
            const size_t at = size_t{value} * kLanes;
            for (size_t lane = 0; lane < kLanes; ++lane) {
                const uint32_t own = sums[at + lane];
                sums_[at + lane] += own;
                heaviest_[at + lane] = std::max(heaviest_[at + lane], own);
                if (!measure_.logs && own != 0) class_costs_[lane] += f(own);
            }
        }
        if (!measure_.logs) return;
        std::array<float, kLanes> logs;
        scan().power_logs(sums, values_.data(), values_.size(), 0, logs.data());
        for (size_t lane = 0; lane < kLanes; ++lane) class_logs_[lane] += logs[lane];
    }

    uint32_t within(int64_t limit) {
        // The blocks in which the game may go on.
        const uint32_t* open = lanes_;
        if (classes_) {
            for (const uint8_t value : values_)
                for (size_t at = size_t{value} * kLanes; at < (size_t{value} + 1) * kLanes; ++at)
                    heaviest_[at] = heaviest_[at] < sums_[at] ? sums_[at] : 0;
            open = heaviest_.data();
        }
        uint32_t lanes = 0;
        std::array<int64_t, kLanes> weight{};
        for (const uint8_t value : values_)
            for (size_t lane = 0; lane < kLanes; ++lane) weight[lane] += open[size_t{value} * kLanes + lane];
        if (!measure_.logs) {
            std::array<int64_t, kLanes> cost;
            cost.fill(none());
            for (const uint8_t value : values_)
                for (size_t lane = 0; lane < kLanes; ++lane) {
                    const uint32_t all = lanes_[size_t{value} * kLanes + lane];
                    if (all == 0) continue;
                    const int64_t whole = f(all);
                    const bool goes_on = open[size_t{value} * kLanes + lane] != 0;
                    cost[lane] = sizes_ ? sum_or_largest(cost[lane], whole)
                                        : cost[lane] + (measure_.classes + measure_.secrets * goes_on) * whole;
                }
            for (size_t lane = 0; lane < kLanes; ++lane) {
                if (!sizes_) {
                    // The sum over the secrets of open blocks: exact for equal weights, otherwise an upper bound.
                    const int64_t own = weights_.empty() ? weight[lane] * f(1) : inner_;
                    cost[lane] += measure_.unit * weight[lane] * static_cast<int64_t>(total_) -
                                  measure_.classes * class_costs_[lane] - measure_.secrets * own;
                }
                lanes |= uint32_t{cost[lane] <= limit} << lane;
            }
            return lanes;
        }
        std::array<float, kLanes> all{}, going;
        const auto logs = [&](const uint32_t* sums, std::array<float, kLanes>& out) {
            scan().power_logs(sums, values_.data(), values_.size(), 0, out.data());
        };
        logs(open, going);
        if (measure_.classes) logs(lanes_, all);
        const int secrets = sizes_ ? 1 : measure_.secrets;
        const int unit = sizes_ ? 0 : measure_.unit;
        const double error = 2 * (kLogError + kAddError * static_cast<double>(values_.size() + runs_.size())) *
                             (measure_.classes + secrets + unit) * static_cast<double>(total_);
        const double most =
            std::ldexp(static_cast<double>(limit) +
                           (sizes_ ? 0.0 : static_cast<double>(secrets) * static_cast<double>(inner_)),
                       -bits_) +
            error;
        for (size_t lane = 0; lane < kLanes; ++lane) {
            const double cost = measure_.classes * (double{all[lane]} - double{class_logs_[lane]}) +
                                secrets * double{going[lane]} + unit * static_cast<double>(weight[lane]);
            lanes |= uint32_t{cost <= most} << lane;
        }
        return lanes;
    }

    // Compares the exact costs of two guesses; returns -1, 0 or 1.
    int compare(Costed& a, Costed& b) {
        if (!priced_) {
            const int64_t gap = a.cost - b.cost;
            if (doubt_ == 0 || gap > doubt_ || gap < -doubt_) return (gap > 0) - (gap < 0);
            return exact(a, b);
        }
        // Positive losses are ordered by their product with the cost of the guess. No logarithm is a positive loss.
        const bool lose = a.cost > 0 && b.cost > 0 && doubt_ == 0;
        const int64_t p = price(lose ? b.guess : a.guess);
        const int64_t q = price(lose ? a.guess : b.guess);
        if (doubt_ == 0) return compare_fractions(a.cost, p, b.cost, q);
        if (compare_fractions(a.cost + doubt_, p, b.cost - doubt_, q) < 0) return -1;
        if (compare_fractions(a.cost - doubt_, p, b.cost + doubt_, q) > 0) return 1;
        return exact(a, b);
    }

    bool priced() const { return priced_; }
    // The difference of two costs above which their order is certain, if guesses have no costs.
    int64_t doubt() const { return doubt_; }
    // A lower bound of all costs; INT64_MIN if none is known.
    int64_t perfect() const { return perfect_; }

private:
    // A block during accumulation: the weight of its last class, and the sums or maxima of f(N), f(S) and the ranks.
    struct Bin {
        uint32_t weight = 0;
        uint32_t count = 0;
        uint32_t goal = 0;
        uint32_t goal_weight = 0;
        int64_t classes = 0;
        int64_t secrets = 0;
        int64_t ranks = 0;
        bool mixed = false;
    };

    void tabulate(size_t n) {
        of_.resize(n + 1);
        for (size_t size = 1; size <= n; ++size) of_[size] = f(static_cast<uint32_t>(size));
        of_[0] = none();
        rising_to_ = alone_best_to_ = std::min<size_t>(n, 1);
        while (rising_to_ < n && of_[rising_to_] <= of_[rising_to_ + 1]) ++rising_to_;
        while (!measure_.largest && flat_to_ < n && of_[flat_to_ + 1] == 0) ++flat_to_;
        // The cost of a block of k must be at least k times that of one. Divided, because the product may overflow.
        const auto dear = [&](size_t k) {
            const auto step = static_cast<int64_t>(measure_.largest ? 1 : k);
            return of_[1] <= of_[k] / step - (of_[k] % step < 0);
        };
        while (alone_best_to_ < n && dear(alone_best_to_ + 1)) ++alone_best_to_;
    }

    int64_t log_of(uint32_t number) const {
        if (number < logs_.size()) return logs_[number];
        return std::llround(std::ldexp(std::log2(static_cast<double>(number)), bits_));
    }

    int64_t f(uint32_t weight) const {
        if (measure_.logs) return weight < 2 ? 0 : weight * log_of(weight);
        return table_.empty() ? quadratic_.of(weight) : table_[weight];
    }

    int64_t sum_or_largest(int64_t a, int64_t b) const { return measure_.largest ? std::max(a, b) : a + b; }
    void add(Bin& bin, size_t at) {
        const uint32_t weight = weight_[at];
        if (bin.count == 0) bin = {.goal = goal_[at], .classes = none(), .secrets = none()};
        ++bin.count;
        bin.weight += weight;
        if (sizes_) return;
        bin.mixed |= goal_[at] != bin.goal;
        if (measure_.ranks) {
            bin.ranks += weight * log_of(bin.count);
            return;
        }
        bin.secrets = sum_or_largest(bin.secrets, own_f_[at]);
        if (!classes_) return;
        if (goal_[at] != bin.goal) {
            bin.classes = sum_or_largest(bin.classes, f(bin.goal_weight));
            bin.goal = goal_[at];
            bin.goal_weight = 0;
        }
        bin.goal_weight += weight;
    }

    int64_t cost_of(const Bin& bin, bool final) const {
        if (sizes_) return f(bin.weight);
        if (final || (goals_ && !bin.mixed)) return 0;
        const int64_t unit = measure_.logs ? int64_t{1} << bits_ : static_cast<int64_t>(total_);
        int64_t cost = measure_.unit * unit * bin.weight + measure_.ranks * bin.ranks;
        if (measure_.ranks) return cost;
        const int64_t whole = f(bin.weight);
        if (classes_) cost += measure_.classes * (whole - sum_or_largest(bin.classes, f(bin.goal_weight)));
        return cost + measure_.secrets * (whole - bin.secrets);
    }

    // Adds the product of a block; `members` are indices into own().
    void put_terms(std::span<const uint32_t> members, Terms& out) const {
        const auto put = [&](uint64_t base, int64_t times, uint32_t power) {
            if (base > 1 && times != 0) out.emplace_back(static_cast<uint32_t>(base), times * power);
        };
        uint32_t weight = 0;
        uint32_t of_class = 0;
        for (size_t k = 0; k < members.size(); ++k) {
            const uint32_t at = members[k];
            const uint32_t own = weight_[at];
            weight += own;
            if (sizes_) continue;
            put(own, -measure_.secrets, own);
            put(k + 1, measure_.ranks, own);
            of_class += own;
            if (k + 1 < members.size() && goal_[members[k + 1]] == goal_[at]) continue;
            put(of_class, -measure_.classes, of_class);
            of_class = 0;
        }
        put_weight(weight, out);
    }

    // Adds the factors that depend on the weight of a block.
    void put_weight(int64_t weight, Terms& out) const {
        if (!sizes_) out.emplace_back(2, measure_.unit * weight);
        out.emplace_back(static_cast<uint32_t>(weight),
                         weight * (sizes_ ? 1 : measure_.classes + measure_.secrets));
    }

    std::vector<uint32_t> places() const {
        std::vector<uint32_t> all(own_.size());
        std::iota(all.begin(), all.end(), 0u);
        return all;
    }

    Terms product(uint32_t guess) {
        Terms out;
        scores_.answers(guess, own_, ids_.data());
        std::vector<uint32_t> order = places();
        std::ranges::stable_sort(order, std::less<>(), [&](uint32_t at) { return ids_[at]; });
        for (size_t from = 0, to; from < order.size(); from = to) {
            const uint16_t id = ids_[order[from]];
            bool mixed = !goals_;
            for (to = from; to < order.size() && ids_[order[to]] == id; ++to)
                mixed |= goal_[order[to]] != goal_[order[from]];
            if (sizes_ || (mixed && !scores_.final[id])) put_terms(std::span(order).subspan(from, to - from), out);
        }
        normalise(out);
        return out;
    }

    int exact(Costed& a, Costed& b) {
        for (Costed* one : {&a, &b})
            if (one->terms.empty()) one->terms = product(one->guess);
        const int64_t a_times = price(b.guess);
        const int64_t b_times = price(a.guess);
        // Ties are frequent, and factorization is slow.
        if (a_times == b_times && a.terms == b.terms) return 0;
        if (std::bit_width(total_) + std::bit_width(static_cast<uint64_t>(a_times | b_times)) > 52)
            throw Undecided();
        Terms powers;
        const auto put = [&](const Terms& terms, int64_t times) {
            for (const auto& [base, power] : terms) powers.emplace_back(base, power * times);
        };
        put(a.terms, a_times);
        put(b.terms, -b_times);
        Terms whole;  // of all candidates in one block in which the game goes on
        if (a_times != b_times) put_terms(places(), whole);
        put(whole, b_times - a_times);
        normalise(powers);
        // The products are equal if no prime is left. Otherwise the difference of their logarithms is a double. The
        // relative error of a term is at most 3 * 2**-52, that of a sum at most 2**-53 of the sum of absolute values.
        double gap = 0;
        double all = 0;
        const Terms primes = factorised(powers);
        for (const auto& [prime, power] : primes) {
            const double bits = static_cast<double>(power) * std::log2(prime);
            gap += bits;
            all += std::abs(bits);
        }
        if (!primes.empty() && std::abs(gap) <= std::ldexp(all * static_cast<double>(primes.size() + 8), -52))
            throw Undecided();
        return (gap > 0) - (gap < 0);
    }

    int64_t price(uint32_t guess) const { return priced_ ? static_cast<int64_t>(scores_.costs[guess]) : 1; }
    int64_t perfect_cost() const {
        if (priced_ || !measure_.logs) return INT64_MIN;
        if (sizes_) return inner_;
        if (goals_) return 0;
        if (most_ends_ != 1 || doubt_ >= int64_t{1} << bits_) return INT64_MIN;
        // Each remaining secret costs one bit per weight, and two in one block cost at least one bit more, which exceeds
        // the rounding error.
        const uint32_t most = weight_.empty() ? 0 : *std::ranges::max_element(weight_);
        return static_cast<int64_t>(total_ - most) << bits_;
    }

    const Scores& scores_;
    Measure measure_;
    std::span<const int64_t> table_;
    const Quadratic quadratic_;
    const std::span<const uint64_t> weights_;
    // Whether secrets have goals, secrets share goals, guesses have costs, blocks count by f(W) alone, costs depend on
    // sizes of blocks alone, and in_lanes().
    const bool goals_, classes_, priced_, sizes_, counts_, in_lanes_;
    std::vector<int64_t> of_, logs_;
    size_t rising_to_ = 0;
    size_t alone_best_to_ = 0;
    size_t flat_to_ = 0;
    size_t most_ends_ = SIZE_MAX;
    int bits_ = 44;
    // The candidates, sorted as the measure requires, with their weight, goal and f.
    std::vector<uint32_t> own_, weight_, goal_, runs_;
    std::vector<int64_t> own_f_;
    uint64_t total_ = 0;
    int64_t doubt_ = 0;
    int64_t perfect_ = INT64_MIN;
    int64_t whole_ = 0;
    int64_t inner_ = 0;
    std::vector<Bin> bins_;
    std::vector<uint16_t> come_, ids_;
    // For lanes: the values that count, the weights of each block (to which lanes_ points) and of its heaviest class,
    // and the sums of f(N).
    std::vector<uint8_t> values_;
    std::vector<uint32_t> sums_, heaviest_;
    const uint32_t* lanes_ = nullptr;
    std::array<int64_t, 32> class_costs_{};
    std::array<float, 32> class_logs_{};
};

}  // namespace mmc
