// The minimum total of a position by best-first refinement.
//
// The bound of a position is the minimum bound of any guess. Only the guesses that attain it are refined: the bounds of
// their blocks are raised, never beyond the next target. When a guess with an exact cost attains the minimum, that is
// the minimum total. This is best-first branch and bound, with depth-first recursion for the blocks.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>
#include <utility>

#include "workspace.hpp"

namespace mmc::exact {

constexpr size_t kCounted = 64;              // first guesses between two counts of all of them, if there are many
constexpr size_t kPolled = 64;               // guesses between two checks of the clock
constexpr Cost kOfGap = 16, kOfTotal = 512;  // fractions of gap and budget per step at a root that is raised evenly
constexpr size_t kAtOnce = 256;              // guesses whose blocks are measured together
constexpr uint64_t kFar = 100,
                   kFarthest =
                       uint64_t{1}
                       << 32;  // limits for a lookahead of two guesses: secrets, and pairs of guesses per secret

// Sorts by remaining entropy: one of the first guesses is likely to be the best, and its cost limits all others.
inline void sort_by_entropy(const Node& node, std::vector<OpenGuess>& open) {
    const auto bits = [](uint32_t n) {
        return n < 2 ? Cost{0} : std::llround(1024.0 * n * std::log2(n));
    };  // / 1024
    std::vector<std::pair<Cost, OpenGuess>> order;
    std::vector<uint32_t> count;
    for (const OpenGuess& o : open) {
        count.assign(node.game->n_scores, 0);
        node.game->with_row(o.guess, [&](const auto* row) {
            for (uint32_t i = 0; i < node.n; ++i) ++count[row[node.members[i]]];
        });
        Cost sum = 0;
        for (size_t s = 0; s < count.size(); ++s)
            if (!node.game->final[s]) sum += bits(count[s]);
        order.emplace_back(sum, o);
    }

    std::ranges::stable_sort(order, {}, &std::pair<Cost, OpenGuess>::first);
    for (size_t i = 0; i < order.size(); ++i) open[i] = order[i].second;
}

class LeastTotal {
public:
    LeastTotal(Workspace& own, bool helps) : own_(own), shares_(helps) {
        if (!own.common.equal || &own.model != &own.common.cost) return;
        uniform_space_ = std::make_unique<Workspace>(own.common, own.common.equal->cost, own.watch);
        uniform_ = std::make_unique<LeastTotal>(*uniform_space_, false);
    }

    // An exact cost, or a lower bound over the budget.
    Bound operator()(const Node& node, Cost budget) {
        Common& common = own_.common;
        Transpositions& table = own_.transpositions;
        common.nodes.fetch_add(1, std::memory_order_relaxed);
        if (own_.watch->poll()) return {0, false, 0};
        Bound known;
        const auto enough = [&] { return known.exact || known.cost > budget; };
        table.look_up(node, known);
        if (enough()) return known;
        const Node canonical = table.canonical(node);
        const bool moved = canonical.key != node.key;
        if (moved && table.look_up_canonical(node, canonical, known) && enough()) return known;
        Memory* const memory = node.restricted() ? nullptr : common.problem.memory;
        const auto began = memory ? memory->now() : Clock::time_point();
        const Bound found = search(node, budget, known.cost);
        common.solved.store(table.total_key(node), node.n, found);
        Bound named = found;
        if (moved) {
            named.guess = table.canonical_guess(node, found.guess);
            common.solved.store(table.total_key(canonical), node.n, named);
        }
        if (memory) memory->tell(began, table.total_key(canonical), node.n, named);
        return found;
    }

    // Lower bound of one guess, raised until it is exact or over the target (refine.cpp).
    Bound refine(const Node& node, uint32_t guess, Cost target);
    // A bound from the equal-weight relaxation: all secrets weigh as much as the lightest, so sets may be relabelled,
    // and most sets are in the table. Sizes bound the remaining weight. The relaxation is searched within the budget,
    // or only looked up in the table. The bound is exact if all weights are equal.
    Bound of_uniform_weights(Node node, const Reach& reach, Cost budget, bool searched) {
        const auto& weight = node.game->weight;
        uint64_t least = weight[node.members[0]];
        uint64_t most = least;
        for (uint32_t i = 1; i < node.n; ++i) {
            least = std::min(least, weight[node.members[i]]);
            most = std::max(most, weight[node.members[i]]);
        }
        const auto lightest = static_cast<Cost>(least);
        if (4 * lightest * static_cast<Cost>(node.n) <= 3 * node.weight) return {};  // the bound is weak
        const Cost sizes =
            uniform_space_->bounds.of_set(*node.game, node.level, node.members, node.n, reach, node.steps);
        const Cost floor = own_.bounds.of_set(*node.game, node.level, node.members, node.n, reach, node.steps);
        if (floor >= kImpossible) return {kImpossible, true, 0};
        const SetKey key = own_.transpositions.total_key(node);
        node.weight = node.n;
        node.group = std::exchange(node.uniform_group, nullptr);
        if (node.root) node.root = &own_.common.equal->at_root;
        const Cost left = std::max<Cost>(0, budget - floor) / lightest;
        Bound bound = searched ? (*uniform_)(node, sizes + left) : uniform_space_->transpositions.known(node);
        if (bound.cost >= kImpossible) return {kImpossible, true, 0};
        bound.cost = floor + lightest * std::max<Cost>(0, bound.cost - sizes);
        bound.exact = bound.exact && least == most;
        if (!bound.exact) bound.guess = kNoGuess;
        own_.common.solved.store(key, node.n, bound);
        return bound;
    }

    bool uniform() const { return uniform_ != nullptr; }
    // One-step bound: by the blocks of the guesses of a set, before anything below it is searched.
    Bound glance(Node node, Cost budget) {
        Frame& frame = own_.frame(node.level);
        own_.opener.leave_wide(node, frame);
        const bool closer = own_.common.problem.evenly && own_.model.by_size();
        own_.opener.open(node, frame, closer ? kImpossible - 1 : budget, 0);
        const Cost least = closer ? std::max(frame.least, least_by_sizes(node, frame)) : frame.least;
        const bool solved = closer && own_.opener.separates(node, frame, least);
        const Bound bound{least, solved || least >= kImpossible, solved ? 2 : 0};
        own_.common.solved.store(own_.transpositions.total_key(node), node.n, bound);
        if (!closer) return bound;
        const Node canonical = own_.transpositions.canonical(node);
        if (canonical.key != node.key)
            own_.common.solved.store(own_.transpositions.total_key(canonical), node.n, bound);
        return bound;
    }

    // Threads that share the guesses of a position (sharing.cpp). Allows or forbids sharing; with one thread the
    // results do not depend on timing.
    void open_to_others(bool open) { shares_ = open && own_.common.team.threads() > 1; }
    // Loop of the helping threads, until the team is dismissed.
    void help();

private:
    // Main loop: raises the guesses of minimum bound until the incumbent attains it, or all bounds are over the budget.
    Bound search(Node node, Cost budget, Cost known) {
        Common& common = own_.common;
        Frame& frame = own_.frame(node.level);
        const bool at_root = node.is_root();
        const Cost part = own_.model.pays_at_least(node) / static_cast<Cost>(common.problem.tuning.step_divisor);
        const auto rise = [&](Cost lower) {
            if (!at_root) return part;
            return common.problem.evenly ? std::max<Cost>({(budget + 1 - lower) / kOfGap, budget / kOfTotal, 1})
                                         : kImpossible;
        };
        own_.opener.leave_wide(node, frame);
        own_.opener.survey(node, frame);
        if (at_root && own_.model.known_apart() && node.n >= common.problem.tuning.isolated_set) {
            known = std::max(known, own_.isolation.floor(node, frame.reach, own_.opener.allowed(node, frame)));
            if (known > budget) return {known, false, 0};
        }
        Pass pass;
        pass.budget = budget;
        pass.ahead = at_root ? kImpossible : part / 4;  // most nodes need few
        own_.opener.choose(node, frame, budget, pass.ahead);
        Cost lower = std::max(known, frame.least);
        if (lower >= kImpossible) return {kImpossible, true, 0};
        if (uniform_ && at_root && lower <= budget) {
            const Bound uniform = of_uniform_weights(node, frame.reach, budget, true);
            lower = std::max(lower, uniform.cost);
            node.root->raise_bound(std::min(lower, node.root->best));
        }
        if (lower > budget && !common.stopped()) return {lower, false, 0};
        order(node, frame);
        if (common.stopped()) return {lower, false, 0};
        if (at_root && common.problem.below >= kImpossible) look_ahead(node, frame);
        bool cut = false;
        size_t tried = 0;
        for (;;) {
            lower = std::max(lower, std::min(least_open(node, frame, pass), pass.best));
            if (at_root) node.root->raise_bound(std::min(lower, node.root->best));
            if (pass.best <= lower) return {pass.best, true, pass.depth, pass.guess};
            if (lower > budget) return {lower, false, 0};
            tried += pass.tried;
            if (!cut && tried >= common.problem.tuning.cut_after) {
                cut = true;
                own_.opener.open_more(node, frame, budget);
                own_.opener.cut_down(node, frame);
            }
            pass.target = std::min({budget, pass.best - 1, lower + rise(lower)});
            raise(node, frame, pass);
            if (at_root) count_root(node, frame, pass);
            if (common.stopped()) return {lower, false, 0};
        }
    }

    // The minimum bound by block sizes over all guesses; those with the most blocks come first.
    Cost least_by_sizes(const Node& node, Frame& frame) {
        own_.opener.drop_alike(node, frame);
        own_.opener.sort(frame);
        Cost least = kImpossible;
        size_t i = 0;
        for (;;) {
            while (i == frame.open.size() && frame.waiting < least)
                own_.opener.open_more(node, frame, frame.waiting);
            size_t end = i;
            while (end < frame.open.size() && end - i < kAtOnce && frame.open[end].cost < least) ++end;
            if (end == i) return least;
            least = std::min(
                least, own_.bounds.least_of_blocks(node, frame.reach, std::span(frame.open).subspan(i, end - i)));
            i = end;
        }
    }

    // Keeps one guess per orbit of the symmetries, and sorts by bound. At the root, entropy is a better order than the
    // number of blocks.
    void order(const Node& node, Frame& frame) {
        own_.opener.drop_alike(node, frame);
        if (!node.is_root()) return own_.opener.sort(frame);
        std::vector<OpenGuess> open = frame.open;
        std::ranges::sort(open, {}, [](const OpenGuess& o) { return std::tuple(o.cost, !o.wins, o.guess); });
        node.root->begin(node, open, own_.common.problem.n_guesses);
        if (own_.common.stopped()) return;  // others continue with the listed guesses
        own_.opener.sort(frame);
        if (!own_.model.closely()) sort_by_entropy(node, frame.open);
    }

    void look_ahead(const Node& node, Frame& frame) {
        if (!own_.model.weighs() || own_.model.closely() || node.n < kFar ||
            uint64_t{node.n} * node.game->n_guesses * frame.open.size() > kFarthest)
            return;
        const Payment payment = own_.bounds.payment(node, frame.reach);
        for (OpenGuess& o : frame.open) {
            if (own_.watch->poll()) return;
            o.cost = std::max(o.cost, own_.bounds.of_two_guesses(node, frame.reach, payment, o.guess));
        }
    }

    // The minimum bound of any guess. Waiting guesses are opened as long as they may attain it.
    Cost least_open(const Node& node, Frame& frame, const Pass& pass) {
        Cost least = frame.unopened;
        for (const OpenGuess& o : frame.open) least = std::min(least, o.cost);
        while (frame.waiting <= std::min({least, pass.budget, pass.best - 1})) {
            const size_t from = frame.open.size();
            own_.opener.open_more(node, frame, frame.waiting + pass.ahead);
            for (size_t i = from; i < frame.open.size(); ++i) least = std::min(least, frame.open[i].cost);
        }
        return least;
    }

    // Raises every open guess to the target, or finds its exact cost.
    void raise(const Node& node, Frame& frame, Pass& pass) {
        Opener& opener = own_.opener;
        pass.tried = 0;
        for (size_t i = 0;; ++i) {
            while (i == frame.open.size() && frame.waiting <= pass.target)
                opener.open_more(node, frame, frame.waiting + pass.ahead);
            if (i == frame.open.size()) return;
            const OpenGuess o = frame.open[i];
            if (o.cost > pass.target) continue;
            if (shares_ && own_.common.team.anybody_idle() && frame.waiting <= pass.target)
                opener.open_more(node, frame, pass.target);
            if (worth_sharing(node, frame, pass, i)) return share(node, frame, pass, i);
            const Bound bound = refine(node, o.guess, pass.target);
            if (pass.tried % kPolled == kPolled - 1) own_.watch->poll();
            if (own_.common.stopped()) return;
            settle(node, frame, pass, frame.open[i], bound);
            if (node.is_root() && !own_.common.problem.evenly)
                own_.stabilisers.forget();  // no thread is below the root now
        }
    }

    // Stores the result for an open guess.
    void settle(const Node& node, const Frame& frame, Pass& pass, OpenGuess& open, const Bound& bound) {
        const uint32_t guess = node.game->guess_id[open.guess];
        ++pass.tried;
        open.cost = bound.exact ? kImpossible : std::max(open.cost, bound.cost);
        if (bound.exact && bound.cost < pass.best) {
            pass.best = bound.cost;
            pass.depth = bound.depth;
            pass.guess = guess;
            pass.target = std::min(pass.target, pass.best - 1);
            if (node.root) node.root->found(guess, pass.best);
        }
        if (!node.root) return;
        node.root->note(guess, bound.cost, bound.exact);
        if (frame.open.size() < kCounted || pass.tried % kCounted == 0) count_root(node, frame, pass);
    }

    void count_root(const Node& node, const Frame& frame, const Pass& pass) {
        node.root->count(frame, std::min({pass.budget, pass.best - 1, node.root->best - 1}));
    }

    bool worth_sharing(const Node& node, const Frame& frame, const Pass& pass, size_t next) const;
    void share(const Node& node, Frame& frame, Pass& pass, size_t next);
    void work_on(Split& split, std::unique_lock<std::mutex>& held);
    void join(Split& split, std::unique_lock<std::mutex>& held);

    Workspace& own_;
    bool shares_;
    std::unique_ptr<Workspace> uniform_space_;
    std::unique_ptr<LeastTotal> uniform_;
    Split* joined_ = nullptr;  // current split of this thread
};

}  // namespace mmc::exact
