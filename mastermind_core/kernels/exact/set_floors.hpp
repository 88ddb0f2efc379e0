// What a set costs at least where secrets have goals or guesses costs.
//
// With goals a strategy is a code: where a score ends one candidate at most, each goal has an end of its own, so
// Huffman's length of the weights of the goals is a bound of the total, and the number of ends that so many guesses have
// one of the worst case. All is times the price of the cheapest guess that tells something. What guesses can do at most
// at a set (Reach) holds for its subsets. Proofs in docs/explanation/exact-search.rst.
#pragma once

#include <vector>

#include "common.hpp"

namespace mmc::exact {

class SetFloors {
public:
    struct OfGuess {
        Cost total = 0;        // kImpossible also where it tells nothing, or what is left is not enough
        Cost squares = 0;      // of the sizes of its blocks
        uint32_t largest = 0;  // of them
    };

    explicit SetFloors(const Common& common) : common_(common), prices_(&common.prices), ends_(256) {}
    void measure_by(const Prices& prices) { prices_ = &prices; }

    // Puts secrets in order, for questions about their guesses; how many goals they have.
    size_t begin(const Subgame& game, const uint16_t* items, size_t n);
    OfGuess of_guess(const Node& node, const Reach& reach, uint32_t guess);
    // Of secrets that are put in order, with so many guesses and so much money.
    Cost of_all(const Reach& reach, size_t level, int steps, Cost purse);
    // The fewest guesses that tell so many goals apart.
    int steps(size_t goals, const Reach& reach) const;

private:
    struct End {
        std::vector<uint64_t> weights;  // of its goals
        uint32_t size = 0, last = 0;    // goal that came last
    };

    void deal(const Subgame& game, const uint8_t* row);
    Cost of_end(End& end, const Reach& reach, size_t level, int steps, Cost purse);
    Cost coded(const std::vector<uint64_t>& ascending, size_t answers);
    Cost reached(const std::vector<uint64_t>& ascending, const Reach& reach, size_t level) const;
    bool naming() const { return common_.problem.goals.empty(); }

    const Common& common_;
    const Prices* prices_;
    std::vector<uint16_t> order_;
    std::vector<End> ends_;   // of each score
    std::vector<size_t> met_;  // scores
    std::vector<uint64_t> joined_;
};

}  // namespace mmc::exact
