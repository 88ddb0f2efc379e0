// Lower bounds: what a set, a block or a guess costs at least, before anything below it is searched.
//
// One bound holds for every way to pay. Let a guess end at most `ended` secrets of a set and leave at most `blocks` other
// blocks. Neither grows when secrets are taken away, so k guesses end at most ended (1 + blocks + ... + blocks^(k-1))
// secrets (Capacity), and those that are left pay for the next guess; at best they are the ones that pay least for it. A
// block with one goal is over, so with goals blocks^k more may be known. Where scores end one secret at most, a strategy is
// also a code for the goals, and Huffman's length is a bound. Proofs in docs/explanation/exact-search.rst.
#pragma once

#include <array>
#include <deque>
#include <span>

#include "cost.hpp"

namespace mmc::exact {

// The distinct ones of some scores.
struct ScoreSet {
    std::array<uint64_t, 4> word{};
    bool add(uint8_t score) {  // true when it is new
        uint64_t& w = word[score >> 6];
        const uint64_t bit = uint64_t{1} << (score & 63);
        const bool fresh = !(w & bit);
        w |= bit;
        return fresh;
    }
};

// The payments of n secrets of which most(k) end within k guesses: those that are left pay for the next one. kImpossible
// if they cannot all end in time.
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

// How many secrets, or goals, end within k guesses.
struct Capacity {
    Capacity(const Reach& reach, bool goals, size_t largest);

    // Of a set that is not over, and of a block of a guess, which may be.
    uint64_t of_set(size_t k) const { return most[k]; }
    uint64_t of_block(size_t k) const { return k == 0 ? goals : most[k]; }
    // Fewest guesses in which so many might end.
    int steps(size_t n) const;

    size_t ended, blocks, answers;
    bool goals;
    std::vector<uint64_t> most{0};
    std::vector<Cost> sum;  // of m secrets that pay 1 for each guess
};

// A row of payments from the guess after the next one on: the i-th largest is due `factor[i]` times at least.
struct Payment {
    std::vector<uint16_t> heaviest_first;
    const uint64_t* weight = nullptr;
    std::vector<Cost> factor;
};

class Bounds {
public:
    Bounds(const CostModel& model, const Subgame& whole, size_t n_scores)
        : model_(&model), largest_(whole.n_secrets), n_scores_(n_scores), capacities_(257), parts_(256) {}

    const CostModel& model() const { return *model_; }
    void measure_by(const CostModel& model) { model_ = &model; }

    const Capacity& capacity(const Reach& reach);
    // Guesses that are left, where money is short, too.
    static int within(int steps, Cost purse, const Reach& reach) {
        return purse >= kImpossible ? steps : static_cast<int>(std::min<Cost>(steps, purse / std::max<Cost>(reach.shortest, 1)));
    }
    // Fewest guesses in which some secrets might end.
    int steps(const Subgame& game, const uint16_t* items, uint32_t n, const Reach& reach);

    // Notes what the secrets of a node owe after its guess, for the next two.
    void list_due(const Node& node, Frame& frame);
    // Of a guess, by the number of its blocks.
    Cost of_guess(const Node& node, const Frame& frame, const Winner& guess, Cost own) const;
    Winner winner(const Node& node, uint32_t guess) const;

    // Prepares what follows: the order of the secrets of a node.
    void begin(const Node& node);
    // Of a guess, by its blocks.
    Cost of_blocks(const Node& node, const Reach& reach, uint32_t guess);
    // Sets the cost of a guess to the squares of the sizes of its blocks, or to kImpossible if it cannot do within the
    // limits. The sizes go to zeros, or nowhere.
    void measure(const Node& node, const Reach& reach, OpenGuess& guess, uint16_t* sizes);
    // The minimum over some guesses, where sizes say what blocks cost.
    Cost least_of_blocks(const Node& node, const Reach& reach, std::span<const OpenGuess> guesses);

    // Of a set of secrets at a level, with so many guesses at most.
    Cost of_set(const Subgame& game, size_t level, const uint16_t* items, uint32_t n, const Reach& reach, int steps);

    // Closed forms where a guess ends at most one secret, and where hardly anything is to be paid any more: true when they
    // say what a block costs, else they may have raised its bound.
    bool small_form(const Subgame& game, size_t level, const uint16_t* items, Block& block, int steps) const;
    // Whether one of the secrets tells all the others apart when it is guessed.
    bool told_by_one(const Subgame& game, const uint16_t* items, uint32_t n) const;

    // Of a guess, by all second ones; where weights differ, and no guess costs more than another.
    std::vector<Payment> payments(const Node& node, const Reach& reach) const;
    Cost of_two_guesses(const Node& node, const Reach& reach, const std::vector<Payment>& payments, uint32_t guess) const;

private:
    // What the secrets behind a score, or their goals, owe, in ascending order.
    struct Part {
        std::vector<uint64_t> due;
        uint32_t size = 0, goal = 0;  // the goal that came last
    };

    void sort(const Subgame& game, const uint16_t* items, size_t n, size_t level, size_t r);
    void deal(const Subgame& game, const uint8_t* scores, size_t level, size_t r);
    const std::vector<uint64_t>& gathered(const Subgame& game, const uint16_t* items, size_t n, size_t level, size_t r);
    Cost of_due(const std::vector<uint64_t>& due, const Reach& reach, size_t level, size_t r, int steps);
    Cost of_size(size_t level, size_t n, const Reach& reach, int steps) const {
        const Capacity& capacity = *reach.capacity;
        if (steps != kUnlimited && capacity.steps(n) > steps) return kImpossible;
        if (model_->flat(level)) return capacity.sum[n] >= kImpossible ? kImpossible : model_->price(level) * capacity.sum[n];
        return filled(n, steps, capacity.most.size(), [&](size_t k) { return capacity.of_set(k); }, [&](size_t k, size_t m) {
            return model_->price(level + k) * static_cast<Cost>(m);
        });
    }
    Cost of_sizes(const Node& node, const uint16_t* count, const Reach& reach, uint32_t guess) const;
    Cost huffman(const std::vector<uint64_t>& ascending, size_t answers);

    const CostModel* model_;
    size_t largest_, n_scores_;
    std::vector<std::deque<Capacity>> capacities_;  // by blocks
    std::vector<std::vector<uint16_t>> orders_;     // of the secrets of a set, a row each
    std::vector<Part> parts_;                       // of each score
    Part set_;
    std::vector<std::pair<uint32_t, uint64_t>> goals_;
    std::vector<uint8_t> met_;                      // scores
    std::vector<uint64_t> joined_;
    std::vector<uint16_t> counts_;
};

}  // namespace mmc::exact
