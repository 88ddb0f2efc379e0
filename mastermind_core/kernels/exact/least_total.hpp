// The least total of a position: from below, the best bound first.
//
// The bound of a position is the least bound of any guess; only the guesses that have it are looked at more closely, by
// raising the bounds of their blocks, never further than the next target. When a guess whose cost is exact has the least
// bound, that is the least total. This is best-first branch and bound, with depth-first recursion for the blocks.
#pragma once

#include "workspace.hpp"

namespace mmc::exact {

class LeastTotal {
public:
    LeastTotal(Workspace& own, bool helps) : own_(own), shares_(helps) {
        if (!own.common.equal || &own.model != &own.common.cost) return;
        even_space_ = std::make_unique<Workspace>(own.common, own.common.equal->cost, own.kept_watch);
        even_ = std::make_unique<LeastTotal>(*even_space_, false);
    }

    // Exact, or a lower bound over the budget.
    Bound operator()(const Node& node, Cost budget);
    // Lower bound of one guess, raised until it is exact or over the target (refine.cpp).
    Bound refine(const Node& node, uint32_t guess, Cost target);
    // A bound from the equal-weight relaxation: all weigh as much as the lightest, so names may be exchanged, and most sets
    // are known. The remaining weight is bounded by sizes. Searched within the budget, or from the table alone. Exact where
    // all weigh the same.
    Bound of_even_weights(Node node, const Reach& reach, Cost budget, bool searched);
    bool even() const { return even_ != nullptr; }
    // What keeps the blocks of a node then.
    const Group* even_group(const Node& node, uint32_t guess) const;
    // The bound of a set by the blocks of its guesses, before anything below it is searched.
    Cost glance(const Node& node, Cost budget);

    // Threads that share the guesses of a position (sharing.cpp). Lets others help, or keeps everything to one thread:
    // then what is found does not depend on when.
    void open_to_others(bool open) { shares_ = open && own_.common.team.threads() > 1; }
    // What a thread does that was not asked first, until the team is dismissed.
    void help();

private:
    Bound search(Node node, Cost budget, Cost known);
    Bound known(const Node& node) const;
    Cost least_by_sizes(const Node& node, Frame& frame);
    void order(const Node& node, Frame& frame);
    void look_ahead(const Node& node, Frame& frame);
    Cost least_open(const Node& node, Frame& frame, const Pass& pass);
    void raise(const Node& node, Frame& frame, Pass& pass);
    void settle(const Node& node, const Frame& frame, Pass& pass, OpenGuess& open, const Bound& bound);
    void count_root(const Node& node, const Frame& frame, const Pass& pass);

    bool worth_sharing(const Node& node, const Frame& frame, const Pass& pass, size_t next) const;
    void share(const Node& node, Frame& frame, Pass& pass, size_t next);
    void work_on(Split& split, std::unique_lock<std::mutex>& held);
    void join(Split& split, std::unique_lock<std::mutex>& held);

    Workspace& own_;
    bool shares_;
    std::unique_ptr<Workspace> even_space_;
    std::unique_ptr<LeastTotal> even_;
    Split* joined_ = nullptr;  // what this thread is at work on
};

}  // namespace mmc::exact
