// The guesses of a node that are worth a look, by their bounds.
//
// The number of blocks is counted for all guesses at once (scan.hpp) and says what each costs at least. Those over the
// budget are not kept one by one: the least of their bounds is. Those within it are opened as they are needed, the least
// bounds first: a set is mostly settled by few of thousands, and to list and sort them all took a quarter of the time.
// Where secrets have goals or guesses cost, numbers of blocks say little, and each guess is measured by its blocks.
#pragma once

#include "bounds.hpp"
#include "common.hpp"
#include "stabilisers.hpp"

namespace mmc::exact {

class Opener {
public:
    Opener(Common& common, Bounds& bounds, Stabilisers& symmetry)
        : common_(common), bounds_(bounds), symmetry_(symmetry), scan_(loops().scan) {}

    // Counts what each guess does to a node, and says what any can do at most.
    void survey(const Node& node, Frame& frame);
    // Opens the guesses within the budget by their numbers of blocks, but not yet those whose bound is further than `ahead`
    // over the least.
    void list(const Node& node, Frame& frame, Cost budget, Cost ahead = kImpossible);
    // The same, each guess measured as closely as pays.
    void choose(const Node& node, Frame& frame, Cost budget, Cost ahead = kImpossible);
    void open(const Node& node, Frame& frame, Cost budget, Cost ahead = kImpossible) {
        survey(node, frame);
        choose(node, frame, budget, ahead);
    }
    // Opens those that wait, up to a limit, behind the others. Their bounds are larger, so they come in the same order as
    // if all had been opened at once.
    void open_more(const Node& node, Frame& frame, Cost limit);
    // The guesses that may be made at a node which was surveyed.
    std::vector<uint32_t> allowed(const Node& node, const Frame& frame) const;
    // Leaves one of the open guesses that symmetries of the node make alike.
    void drop_alike(const Node& node, Frame& frame);
    // By cost, then those that may win, then as they come.
    void sort(Frame& frame, size_t from = 0) const;
    // Goes over to a table of its own for this node: fewer guesses, as alike ones are dropped, and all in the cache.
    bool cut_down(Node& node, Frame& frame);
    // The same before any guess is looked at, where that takes longer than the table.
    void cut_first(Node& node, Frame& frame);
    // How many blocks each guess leaves, final ones too.
    void count_parts(const Node& node, Frame& frame);

private:
    void list_winners(const Node& node, Frame& frame);
    void measure_winners(const Node& node, Frame& frame);
    void bound_winners(const Node& node, Frame& frame);
    void count_legal_parts(const Node& node, Frame& frame);
    size_t most_parts(const Node& node, const Frame& frame) const;
    void add_waiting(const Node& node, Frame& frame, Cost limit);

    Common& common_;
    Bounds& bounds_;
    Stabilisers& symmetry_;
    ScanFunction scan_;
    Deduplicator deduplicator_;
};

}  // namespace mmc::exact
