// What a guess or a block costs at least, before anything below it is searched.
//
// All of it follows from how many candidates k guesses can end at most (SizeBound), from the weights, and from the
// closed forms of sets that one of their own guesses tells apart. Proofs in docs/explanation/exact-search.rst.
#pragma once

#include <array>
#include <span>

#include "common.hpp"

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

// What a guess that may win does to a node.
struct Winner {
    size_t parts = 0, wins = 0;  // non-final blocks, candidates that it ends
    Cost weight = 0;             // of these
};

// What secrets pay of which some end first: of those in a block the heaviest the first factor, and so on.
struct Payment {
    std::vector<uint16_t> heaviest_first;
    const uint64_t* weight = nullptr;
    std::vector<Cost> factor;
};

class Bounds {
public:
    explicit Bounds(const Common& common)
        : common_(common), prices_(&common.prices), sizes_(common.most_wins, common.whole.n_secrets) {}

    const SizeBound& of_sizes(size_t branch) { return sizes_(branch); }
    LevelBound of_sizes(size_t branch, size_t level) { return {sizes_(branch), *prices_, level}; }
    // What guesses cost is another thing for who measures trees by their length.
    void measure_by(const Prices& prices) { prices_ = &prices; }

    // Of a guess that ends `wins` candidates of a weight and splits the others into `parts` blocks.
    Cost of_guess(const Node& node, const Frame& frame, const Winner& guess);
    // The same where each guess of a path has weights of its own.
    Cost of_staged_guess(const Node& node, const Frame& frame, const Winner& guess);
    // Of a guess by all second ones, where secrets weigh, and what the secrets of a node pay from a level on.
    Cost of_two_guesses(const Node& node, const std::vector<Payment>& payments, size_t branch, uint32_t guess);
    std::vector<Payment> payments(const Node& node, size_t branch, size_t level);
    // Of a guess, from the sizes of its blocks; where all secrets weigh the same.
    Cost of_block_sizes(const Node& node, const uint8_t* row, size_t branch);
    Cost of_block_sizes(const Node& node, const uint16_t* count, size_t branch);
    // The least of some guesses.
    Cost least_of_block_sizes(const Node& node, std::span<const OpenGuess> guesses, size_t branch);
    // Of a block at a level, with so many guesses at most.
    Cost of_block(const Node& node, size_t level, const Block& block, const uint16_t* items, size_t branch, int steps);
    // Where no guess or one costs anything from a level on: true when that says what a block costs.
    bool spent_form(const Subgame& game, size_t level, const uint16_t* items, Block& block) const;
    // Closed forms for plain games; true when they say what the block costs, else they may have raised its bound.
    bool closed_form(const Subgame& game, size_t level, const uint16_t* items, Block& block) const;
    // The same where secrets have weights and all else is plain.
    bool weighted_form(const Subgame& game, const uint16_t* items, Block& block) const;
    Winner winner(const Node& node, uint32_t guess) const;
    // Weights count, other than for who measures trees by their length.
    bool weighs() const { return common_.weighs && (!common_.staged || prices_ == &common_.prices); }

private:
    bool tells_apart(const Subgame& game, const uint16_t* items, uint32_t size, uint16_t member) const;
    bool staged_form(const Subgame& game, size_t level, const uint16_t* items, Block& block) const;

    const Common& common_;
    const Prices* prices_;
    SizeBounds sizes_;
    std::vector<uint16_t> counts_;  // of least_of_block_sizes, kept for its memory
};

}  // namespace mmc::exact
