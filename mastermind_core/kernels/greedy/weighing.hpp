// What guesses cost where secrets have weights, or guesses have costs, or what must be known is told apart.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "costs.hpp"
#include "scores.hpp"

namespace mmc {

// Two costs are too close for the numbers here; whoever asked takes the plain kernel.
struct Undecided : std::runtime_error {
    Undecided() : std::runtime_error("two costs are too close") {}
};

enum class Measure { kSum, kMax, kPower, kNaming, kRanks };

// constant + linear * weight + square * weight**2.
struct Quadratic {
    int64_t constant, linear, square;
    int64_t of(int64_t weight) const { return constant + weight * (linear + square * weight); }
};

struct Weighed {
    int64_t cost;  // a loss, to be divided by the price, where guesses have prices
    bool may_win, tells;
};

// What a criterion says beyond the numbers of candidates.
class Weighing {
public:
    // `table` has the cost of every size up to n, and is read for kSum and kMax where weights are empty; weights, of
    // all secrets, have a sum under 2**31, and no cost of a set leaves 62 bits.
    Weighing(const Scores& scores, Measure measure, std::span<const int64_t> table, Quadratic quadratic,
             std::span<const uint64_t> weights, bool priced);

    // No guess ends the game for more secrets than that.
    void ends_at_most(size_t secrets) { most_ends_ = secrets; }
    // The candidates that what follows is about.
    void candidates(std::span<const uint32_t> secrets);
    Weighed weigh(uint32_t guess);

    // Whether the weights of blocks alone say, but for a little, what a guess costs: then those of 32 guesses, summed
    // in lanes, leave few to weigh(). The lanes where that may be `limit` or less; `values` of the scores are `ids`.
    bool in_lanes() const { return in_lanes_; }
    std::span<const uint32_t> weights() const { return weight_; }
    uint32_t within(int64_t limit, const uint32_t* sums, std::span<const uint8_t> values,
                    const std::array<uint8_t, 256>& id_of) const;
    // -1, 0 or 1 for the true costs of two guesses.
    int compare(uint32_t a, int64_t a_cost, uint32_t b, int64_t b_cost);

    // Whether guesses whose shapes are equal cost the same, but for their prices: the weights of the blocks that count.
    bool shaped() const { return shaped_; }
    // Write down the shape of the guess that was weighed last.
    void shape(std::vector<uint32_t>& out) const;
    bool same_price(uint32_t a, uint32_t b) const { return price(a) == price(b); }

    bool priced() const { return priced_; }
    // How far apart two costs must be for their difference to be certain, where there are no prices.
    int64_t doubt() const { return doubt_; }
    // A cost that none is under; INT64_MIN where that is not known.
    int64_t perfect() const { return perfect_; }

private:
    // A block while it fills.
    struct Bin {
        uint32_t weight = 0, count = 0;
        uint32_t goal = 0, goal_weight = 0;
        int64_t inner = 0;
        bool mixed = false;
    };
    struct Term {
        uint32_t base;
        int64_t power;
    };

    template <class Id>
    void fill(const Id* ids);
    void add(Bin& bin, size_t at);
    int64_t block_cost(uint32_t weight) const;
    int64_t cost_of(const Bin& bin, bool final) const;
    int64_t log_of(uint32_t number) const;
    int64_t power_log(uint32_t weight) const { return weight * log_of(weight); }
    void read(uint32_t guess);
    void begin(Bin& bin, size_t at);
    int64_t joined(uint32_t guess);
    std::vector<Term> terms(uint32_t guess);
    std::vector<Term> whole_terms();
    int exact(uint32_t a, uint32_t b);
    uint64_t price(uint32_t guess) const { return priced_ ? scores_.costs[guess] : 1; }

    const Scores& scores_;
    const Measure measure_;
    const std::span<const int64_t> table_;
    const Quadratic quadratic_;
    const std::span<const uint64_t> weights_;
    const bool priced_, shaped_, in_lanes_;
    std::vector<uint32_t> shape_;
    // Candidates are sorted by what the measure needs; what they weigh and must be known by.
    std::vector<uint32_t> own_, weight_, goal_;
    std::vector<int64_t> own_log_;
    uint64_t total_ = 0;
    size_t most_ends_ = SIZE_MAX;
    int64_t doubt_ = 0, perfect_ = INT64_MIN, whole_ = 0, inner_ = 0;
    int bits_ = 44;
    std::vector<int64_t> logs_;
    std::vector<Bin> bins_;
    std::vector<uint16_t> come_, ids_;
};

}  // namespace mmc
