// The cost of a guess by a measure: of the sizes, weights and classes of the blocks that it leaves, exactly.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "scores.hpp"

namespace mmc {

// Two costs are too close for the numbers here; the caller takes the reference kernel.
struct Undecided : std::runtime_error {
    Undecided() : std::runtime_error("two costs are too close") {}
};

// What a block costs, by a function f of a weight: f(w) = w log2(w), or the costs that a criterion gives. With W for
// the weight of the block, N for those of its classes (secrets with one goal), S for those of its secrets:
//     classes * (f(W) - sum f(N)) + secrets * (f(W) - sum f(S)) + unit * W + ranks * sum S_r log2(r),
// where S_r is the r-th heaviest and a unit is a bit, or the weight of all candidates. A block at which the game is
// over costs nothing. A measure of `sizes` is f(W) alone, over or not, where no two secrets share a goal: the rest
// changes no order then. The largest block counts, or the sum; maxima replace the sums over N and S accordingly.
struct Measure {
    bool logs, largest, sizes;
    int classes, secrets, unit, ranks;
};

// constant + linear * weight + square * weight**2.
struct Quadratic {
    int64_t constant, linear, square;
    int64_t of(int64_t weight) const { return constant + weight * (linear + square * weight); }
};

// Numbers and their exponents: a product whose logarithm is a cost.
using Terms = std::vector<std::pair<uint32_t, int64_t>>;

// A guess by its position in the order and its number, and its cost (a loss, to be divided by the price, where guesses
// have prices). Where a cost is rounded, `terms` says what is behind it: the product, found when it is first needed; or,
// where the weights of the blocks that count say it, those weights and how many blocks have each.
struct Costed {
    int64_t cost, position;
    uint32_t guess;
    Terms terms = {};
};

class Evaluator {
public:
    // `table` has the cost of every size up to n, and is read where f is not a logarithm and weights are empty;
    // weights, of all secrets, have a sum under 2**31, and no cost of a set leaves 62 bits. Without `aims`, goals and
    // prices do not count.
    Evaluator(const Scores& scores, const Measure& measure, std::span<const int64_t> table, Quadratic quadratic,
              std::span<const uint64_t> weights, bool aims, size_t n);

    // Whether the numbers of candidates in blocks say what a guess costs. Then these do:
    bool counts() const { return counts_; }
    bool logs() const { return measure_.logs; }
    bool largest() const { return measure_.largest; }
    int64_t of(size_t size) const { return of_[size]; }
    int64_t none() const { return measure_.largest ? INT64_MIN : 0; }
    int64_t join(int64_t cost, size_t size) const {
        if (!measure_.largest) return cost + of_[size];
        return of_[size] > cost ? of_[size] : cost;
    }
    // Whether a larger block never costs less, up to n; whether all partitions of n candidates cost the same: nothing.
    bool rising(size_t n) const { return n <= rising_to_; }
    bool flat(size_t n) const { return counts_ && n <= flat_to_; }

    // No guess ends the game for more secrets than that.
    void ends_at_most(size_t secrets) { most_ends_ = secrets; }
    // The candidates that what follows is about.
    void candidates(std::span<const uint32_t> secrets);
    // The same, in the order that lanes are filled in.
    std::span<const uint32_t> own() const { return own_; }

    struct Weighed {
        int64_t cost;
        bool may_win, tells;
    };
    Weighed weigh(uint32_t guess);
    // The terms of the guess that was weighed last, where the weights of blocks say them; nothing elsewhere.
    Terms shape() const;

    // Whether a bound of the cost of 32 guesses at a time leaves few to weigh(). fill() takes the weights of one
    // class after the other, summed by the scores in `values`; runs() says where each ends in own(); then within()
    // returns the lanes whose cost may be `limit` or less.
    bool in_lanes() const { return in_lanes_; }
    std::span<const uint32_t> weights() const { return weight_; }
    const std::vector<uint32_t>& runs() const { return runs_; }
    void clear(std::span<const uint8_t> values, const std::array<uint8_t, 256>& id_of);
    void fill(const uint32_t* sums);
    uint32_t within(int64_t limit);

    // -1, 0 or 1 for the true costs of two guesses.
    int compare(Costed& a, Costed& b);

    bool priced() const { return priced_; }
    // How far apart two costs must be for their difference to be certain, where there are no prices.
    int64_t doubt() const { return doubt_; }
    // A cost that none is under; INT64_MIN where that is not known.
    int64_t perfect() const { return perfect_; }

private:
    // A block while it fills: the weight of the class that comes last, and what is joined of f(N), f(S) and the ranks.
    struct Bin {
        uint32_t weight = 0, count = 0, goal = 0, goal_weight = 0;
        int64_t classes = 0, secrets = 0, ranks = 0;
        bool mixed = false;
    };

    void tabulate(size_t n);
    int64_t log_of(uint32_t number) const;
    int64_t f(uint32_t weight) const;
    int64_t sum_or_largest(int64_t a, int64_t b) const { return measure_.largest ? std::max(a, b) : a + b; }
    template <class Id>
    void read(const Id* ids);
    void add(Bin& bin, size_t at);
    int64_t cost_of(const Bin& bin, bool final) const;
    void put_terms(std::span<const uint32_t> members, Terms& out) const;
    Terms product(uint32_t guess);
    Terms whole_product() const;
    Terms product_of(const Terms& shape) const;
    int exact(Costed& a, Costed& b);
    uint64_t price(uint32_t guess) const { return priced_ ? scores_.costs[guess] : 1; }
    int64_t perfect_cost() const;

    const Scores& scores_;
    Measure measure_;
    std::span<const int64_t> table_;
    const Quadratic quadratic_;
    const std::span<const uint64_t> weights_;
    // Whether secrets have goals, whether these are classes of several, whether blocks count by f(W) alone, whether
    // their numbers of candidates are all, and whether their weights are.
    const bool goals_, classes_, priced_, sizes_, counts_, shaped_, in_lanes_;
    std::vector<int64_t> of_, logs_;
    size_t rising_to_ = 0, alone_best_to_ = 0, flat_to_ = 0, most_ends_ = SIZE_MAX;
    int bits_ = 44;
    // Candidates are sorted by what the measure needs: their weight, goal and f.
    std::vector<uint32_t> own_, weight_, goal_, runs_;
    std::vector<int64_t> own_f_;
    uint64_t total_ = 0;
    int64_t doubt_ = 0, perfect_ = INT64_MIN, whole_ = 0, inner_ = 0;
    std::vector<Bin> bins_;
    std::vector<uint16_t> come_, ids_;
    // Of lanes: the values that count, the weight of each block (lanes_ points at them) and of its heaviest class, and
    // the sums of f(N).
    std::vector<uint8_t> values_;
    std::vector<uint32_t> sums_, heaviest_;
    const uint32_t* lanes_ = nullptr;
    std::array<int64_t, 32> class_costs_{};
    std::array<float, 32> class_logs_{};
};

// Sort terms by base, once each, without those of exponent 0.
void normalise(Terms& terms);

}  // namespace mmc
