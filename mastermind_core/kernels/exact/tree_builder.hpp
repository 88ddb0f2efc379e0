// Turns what a search proved into a tree.
#pragma once

#include "search.hpp"

namespace mmc::exact {

class TreeBuilder {
public:
    enum class Order { least_total, worst, greedy, salvage };

    // With an opening the tree begins with that guess (of the whole game).
    TreeBuilder(Search& search, Order order, uint32_t opening = kNoGuess)
        : search_(search), order_(order), opening_(opening) {}

    // False when there is no tree within node.steps (greedy), or the search was stopped. The least total is at
    // most `total`, where that is known.
    bool build(const Node& root, Result& result, Cost total = kImpossible - 1);

private:
    struct Child {
        int32_t edge;
        Block block;
    };
    bool grow(const Node& root, Result& result);
    int32_t add(const Node& node);
    bool add_below(const Node& node, uint32_t guess, const Frame& frame, const std::vector<Child>& children);
    bool add_together(const Node& node, const Frame& frame, const std::vector<Child>& children);
    int32_t append(const Result& below);
    uint32_t choose(const Node& node);
    uint32_t choose_exact(const Node& node, Cost cost);
    uint32_t known_guess(const Node& node);
    uint32_t choose_greedy(const Node& node);
    uint32_t choose_by_length(const Node& node);
    bool indifferent(const Node& node) const;
    void open_all(const Node& node, Frame& frame, Cost budget);
    void in_tie_order(const Node& node, std::vector<OpenGuess>& open) const;

    Search& search_;
    Order order_;
    uint32_t opening_;
    Cost known_ = kImpossible - 1;
    Tree tree_;
    Cost total_ = 0;
    Cost worst_ = 0;
};

}  // namespace mmc::exact
