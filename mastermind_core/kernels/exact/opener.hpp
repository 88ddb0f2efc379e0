// The guesses of a node that are worth searching, by their bounds.
//
// The number of blocks is counted for all guesses at once (scan.hpp) and bounds the cost of each. For guesses over the
// budget only the minimum bound is stored. Those within it are opened lazily, smallest bounds first: few of thousands
// of guesses usually decide a set, and listing and sorting all of them took a quarter of the time. If secrets have
// goals or guesses have costs, numbers of blocks say little, and each guess is measured by its blocks.
#pragma once

#include <algorithm>

#include "bounds.hpp"
#include "common.hpp"
#include "stabilisers.hpp"

namespace mmc::exact {

// Calls a function with the number of blocks per guess, of either type.
template <class Use>
auto with_parts(const Node& node, Frame& frame, const Use& use) {
    return node.game->wide() ? use(frame.wide_parts.data()) : use(frame.parts.data());
}

class Opener {
public:
    Opener(Common& common, Bounds& bounds, Stabilisers& symmetry)
        : common_(common), bounds_(bounds), symmetry_(symmetry), scan_(loops().scan) {}

    // Counts the blocks of each guess at a node, and computes upper bounds on the effect of any guess.
    void survey(const Node& node, Frame& frame) {
        const CostModel& model = bounds_.model();
        list_winners(node, frame);
        if (common_.problem.pool == Pool::candidates) no_parts(node, frame);
        else count_parts(node, frame);
        Reach& reach = frame.reach = {};
        measure_winners(node, frame);
        reach.blocks = most_parts(node, frame);
        if (model.closely()) reach.answers = reach.blocks;
        for (const Winner& w : frame.winners) {
            reach.ended = std::max(reach.ended, w.wins);
            if (model.closely()) reach.answers = std::max(reach.answers, w.answers);
            with_parts(node, frame, [&](auto* parts) { parts[w.guess] = 0; });
        }
        if (model.has_costs()) {
            reach.cheapest = kImpossible;
            const auto look_at = [&](uint32_t g, bool wins) {
                if (wins || parts_of(node, frame, g) > 1)
                    reach.cheapest = std::min(reach.cheapest, model.cost(*node.game, g));
            };
            for (const Winner& w : frame.winners) look_at(w.guess, true);
            each_allowed(node, [&](uint32_t g) { look_at(g, false); });
            if (reach.cheapest >= kImpossible) reach.cheapest = 0;  // no guess is informative
            reach.shortest = reach.cheapest;
        }
        reach.capacity = &bounds_.capacity(reach);
        bounds_.list_due(node, frame);
    }

    // Opens the guesses within the budget by their numbers of blocks, except those whose bound exceeds the minimum by
    // more than `ahead`.
    void list(const Node& node, Frame& frame, Cost budget, Cost ahead = kImpossible) {
        frame.open.clear();
        frame.waiting = kImpossible;
        if (node.restricted()) {
            budget = kImpossible - 1;
            ahead = kImpossible;
        }
        bound_winners(node, frame);
        const size_t most = most_parts(node, frame);
        if (frame.by_parts.size() <= most) frame.by_parts.resize(most + 1);
        for (size_t p = 0; p <= most; ++p)
            frame.by_parts[p] = bounds_.of_guess(node, frame, {p, 0, p, 0}, frame.reach.cheapest);
        frame.most_parts = most;
        frame.budget = budget;
        frame.least = frame.by_parts[most];
        frame.unopened = kImpossible;
        for (const Winner& w : frame.winners) {
            frame.least = std::min(frame.least, w.cost);
            if (w.cost > budget) frame.unopened = std::min(frame.unopened, w.cost);
        }
        size_t enough = most + 1;  // the bounds fall as the number of blocks grows
        while (enough > 0 && frame.by_parts[enough - 1] <= budget && frame.by_parts[enough - 1] < kImpossible)
            --enough;
        if (enough > 0) frame.unopened = std::min(frame.unopened, frame.by_parts[enough - 1]);
        if (frame.least > budget) return;
        frame.opened = -1;
        frame.waiting = frame.least;
        add_waiting(node, frame, ahead >= kImpossible ? budget : frame.least + ahead);
        if (node.restricted())
            std::erase_if(frame.open,
                          [&](const OpenGuess& o) { return !node.root->first[node.game->guess_id[o.guess]]; });
    }

    // The same, with each guess measured as precisely as useful. The maximum effect is counted over all guesses even if
    // the root may begin with only some of them.
    void choose(const Node& node, Frame& frame, Cost budget, Cost ahead = kImpossible) {
        const bool closely = bounds_.model().closely();
        list(node, frame, budget, closely ? kImpossible : ahead);
        if (!closely && !node.restricted()) return;
        if (closely) {
            bounds_.begin(node);
            for (OpenGuess& o : frame.open)
                o.cost = std::max(o.cost, bounds_.of_blocks(node, frame.reach, o.guess));
        }
        if (node.restricted()) frame.unopened = kImpossible;
        frame.least = frame.unopened;
        std::erase_if(frame.open, [&](const OpenGuess& o) {
            frame.least = std::min(frame.least, o.cost);
            if (o.cost > budget) frame.unopened = std::min(frame.unopened, o.cost);
            return o.cost > budget || o.cost >= kImpossible;
        });
    }

    void open(const Node& node, Frame& frame, Cost budget, Cost ahead = kImpossible) {
        survey(node, frame);
        choose(node, frame, budget, ahead);
    }

    // Opens waiting guesses up to a limit, after the others. Their bounds are larger, so the order is the same as if
    // all had been opened at once.
    void open_more(const Node& node, Frame& frame, Cost limit) {
        const size_t from = frame.open.size();
        add_waiting(node, frame, limit);
        if (from == 0) leave_first(node, frame);
        else symmetry_.keep_first(node, frame, from);
        sort(frame, from);
    }

    // The allowed guesses at a node that was surveyed.
    std::vector<uint32_t> allowed(const Node& node, const Frame& frame) const {
        std::vector<uint32_t> all;
        if (common_.problem.pool != Pool::candidates) each_allowed(node, [&](uint32_t g) { all.push_back(g); });
        else
            for (const Winner& w : frame.winners) all.push_back(w.guess);
        return all;
    }

    // Keeps one open guess per orbit of the node's symmetries.
    void drop_alike(const Node& node, Frame& frame) {
        symmetry_.of_candidates(node, frame);
        leave_first(node, frame);
    }

    // Sorts by cost, then possible wins first, then by index. If guesses cost nothing at first, most bounds are equal:
    // then guesses with the most blocks come first.
    void sort(Frame& frame, size_t from = 0) const {
        const bool by_blocks = bounds_.model().by_depth();
        std::stable_sort(frame.open.begin() + static_cast<std::ptrdiff_t>(from), frame.open.end(),
                         [&](const OpenGuess& a, const OpenGuess& b) {
                             const int blocks = by_blocks ? a.largest + a.wins - b.largest - b.wins : 0;
                             return a.cost != b.cost ? a.cost < b.cost : blocks != 0 ? blocks > 0 : a.wins > b.wins;
                         });
    }

    // Whether a guess of this bound leaves every secret alone, if payments depend on sizes alone: then the bound is
    // exact, unless the secret that is left might not be legal.
    static bool separates(const Node& node, const Frame& frame, Cost bound) {
        if (node.legal) return false;
        if (frame.most_parts == node.n && frame.by_parts[node.n] == bound) return true;
        return std::ranges::any_of(frame.winners, [&](const Winner& w) {
            return w.cost == bound && w.parts + w.wins == node.n;
        });
    }

    // Switches to a separate table for this node: fewer guesses, without equivalent ones, and all in the cache.
    bool cut_down(Node& node, Frame& frame) {
        const Tuning& tuning = common_.problem.tuning;
        const uint32_t least = bounds_.model().closely() ? tuning.cut_size / 4 : tuning.cut_size;
        if (common_.problem.pool == Pool::legal || node.n < least ||
            uint64_t{node.n} * tuning.cut_factor > node.game->n_secrets)
            return false;
        if (node.restricted()) return false;  // among equal guesses it has the first, allowed or not
        if (!frame.game) frame.game = std::make_unique<Subgame>();
        restrict(node, frame);
        size_t kept = 0;
        for (const OpenGuess& o : frame.open) {
            const uint32_t index = deduplicator_.index[o.guess];
            if (index != kNoGuess) frame.open[kept++] = {o.cost, index, o.wins, o.largest};
        }
        frame.open.resize(kept);
        return true;
    }

    // Counts the blocks that each guess leaves, including final ones.
    void count_parts(const Node& node, Frame& frame) {
        const Subgame& game = *node.game;
        if (game.wide()) frame.wide_parts.assign(game.n_guesses, 0);
        else frame.parts.resize(game.stride);
        if (game.wide() || few_legal(node)) return count_each(node, frame);
        scan_(game.by_secret.data(), game.stride, node.members, node.n, static_cast<int>(game.n_scores),
              frame.parts.data());
    }

    // Switches to a separate table below the set of a wide game. Most such sets have few scores.
    void leave_wide(Node& node, Frame& frame) {
        if (!node.game->wide() || node.n == node.game->n_secrets || common_.problem.pool == Pool::legal) return;
        if (!frame.game) frame.game = std::make_unique<Subgame>();
        restrict(node, frame);
    }

    // The maximum number of blocks of any allowed guess, after `count_parts` including final ones.
    static size_t most_parts(const Node& node, Frame& frame) {
        return with_parts(node, frame, [&]<class Count>(const Count* parts) {
            Count most = 0;
            each_allowed(node, [&](uint32_t g) { most = std::max(most, parts[g]); });
            return size_t{most};
        });
    }

private:
    static size_t parts_of(const Node& node, const Frame& frame, uint32_t guess) {
        return node.game->wide() ? frame.wide_parts[guess] : frame.parts[guess];
    }

    static void no_parts(const Node& node, Frame& frame) {
        if (node.game->wide()) frame.wide_parts.assign(node.game->n_guesses, 0);
        else frame.parts.assign(node.game->stride, 0);
    }

    // Whether it is faster to count the blocks of legal guesses one by one than those of all guesses at once, which
    // compares some secrets with each other, or many with sixteen scores at a time.
    bool few_legal(const Node& node) const {
        if (!node.legal) return false;
        const Subgame& game = *node.game;
        const size_t compared = std::min<size_t>(node.n, game.n_scores / 2);
        return node.legal->guesses.size() * common_.problem.tuning.legal_share < game.n_guesses * compared;
    }

    void count_each(const Node& node, Frame& frame) {
        const Subgame& game = *node.game;
        met_.assign(game.n_scores, kNoGuess);
        const auto count = [&](uint32_t g) {
            uint32_t own = 0;
            game.with_row(g, [&](const auto* row) {
                for (uint32_t i = 0; i < node.n; ++i) {
                    uint32_t& last = met_[row[node.members[i]]];
                    own += last != g;
                    last = g;
                }
            });
            return own;
        };
        with_parts(node, frame, [&]<class Count>(Count* parts) {
            each_allowed(node, [&](uint32_t g) { parts[g] = static_cast<Count>(count(g)); });
        });
    }

    void restrict(Node& node, Frame& frame) {
        const uint32_t most = common_.problem.tuning.numbered;
        if (node.game->wide()) restrict_wide(*node.game, node.members, node.n, most, deduplicator_, *frame.game);
        else restrict_to(*node.game, node.members, node.n, deduplicator_, *frame.game);
        node.game = frame.game.get();
        node.members = common_.identity.data();
    }

    void leave_first(const Node& node, Frame& frame) {
        // Without a list of elements the time does not depend on the number of guesses.
        if (frame.group && !frame.group->elements) add_waiting(node, frame, frame.budget);
        symmetry_.keep_first(node, frame);
    }

    void list_winners(const Node& node, Frame& frame) {
        const Subgame& game = *node.game;
        frame.winners.clear();
        for (uint32_t i = 0; i < node.n; ++i)
            for (uint32_t k = game.win_begin[node.members[i]]; k < game.win_begin[node.members[i] + 1u]; ++k)
                frame.winners.push_back({.guess = game.win_guess[k]});
        if (!common_.cost.one_each()) {
            std::ranges::sort(frame.winners, {}, &Winner::guess);
            const auto again = std::ranges::unique(frame.winners, {}, &Winner::guess);
            frame.winners.erase(again.begin(), again.end());
        }
        if (!node.legal) return;
        std::erase_if(frame.winners, [&](const Winner& w) { return !node.legal->has(w.guess); });
    }

    // Subtracts their final blocks.
    void measure_winners(const Node& node, Frame& frame) {
        const bool simple =
            bounds_.model().one_each() && bounds_.model().by_size() && common_.problem.pool != Pool::candidates;
        with_parts(node, frame, [&](auto* all) {
            for (Winner& w : frame.winners) {
                auto& parts = all[w.guess];
                w = simple ? Winner{parts - size_t{1}, 1, parts, 0, w.guess} : bounds_.winner(node, w.guess);
                parts = static_cast<std::remove_reference_t<decltype(parts)>>(w.parts);
            }
        });
    }

    void bound_winners(const Node& node, Frame& frame) {
        const CostModel& model = bounds_.model();
        size_t most = 0;
        for (const Winner& w : frame.winners) most = std::max(most, w.parts);
        by_parts_.assign(most + 1, -1);
        for (Winner& w : frame.winners) {
            Cost none = -1, &cost = model.by_size() && w.wins == 1 ? by_parts_[w.parts] : none;
            if (cost < 0) cost = bounds_.of_guess(node, frame, w, model.cost(*node.game, w.guess));
            w.cost = cost;
        }
    }

    template <class Use>
    static void each_allowed(const Node& node, const Use& use) {
        if (node.legal) {
            for (const uint32_t g : node.legal->guesses) use(g);
            return;
        }
        const uint32_t n_guesses = node.game->n_guesses;
        for (uint32_t g = 0; g < n_guesses; ++g) use(g);
    }

    // Adds the guesses whose bounds are at most the limit and within the budget. The frame must still be that of the
    // node.
    void add_waiting(const Node& node, Frame& frame, Cost limit) {
        if (frame.waiting >= kImpossible) return;
        const Cost before = frame.opened;
        limit = frame.opened = std::min({limit, frame.budget, kImpossible - 1});
        frame.waiting = kImpossible;
        for (const Winner& w : frame.winners) {
            if (w.cost <= before || w.cost > frame.budget) continue;
            if (w.cost <= limit) frame.open.push_back({w.cost, w.guess, true, static_cast<uint16_t>(w.parts)});
            else frame.waiting = std::min(frame.waiting, w.cost);
        }
        size_t first = frame.most_parts + 1;  // number of blocks that is enough, and that was enough before
        while (first > 0 && frame.by_parts[first - 1] <= before) --first;
        const size_t end = first;
        while (first > 0 && frame.by_parts[first - 1] <= limit) --first;
        if (first > 0 && frame.by_parts[first - 1] <= std::min(frame.budget, kImpossible - 1))
            frame.waiting = std::min(frame.waiting, frame.by_parts[first - 1]);
        if (first == end) return;
        with_parts(node, frame, [&](auto* parts) { add_with(node, frame, parts, first, end); });
    }

    // Adds the guesses whose numbers of blocks are in a range.
    template <class Count>
    static void add_with(const Node& node, Frame& frame, const Count* parts, size_t first, size_t end) {
        const auto look_at = [&](uint32_t g) {
            if (parts[g] >= first && parts[g] < end)
                frame.open.push_back({frame.by_parts[parts[g]], g, false, parts[g]});
        };
        if (node.legal) {
            for (const uint32_t g : node.legal->guesses) look_at(g);
            return;
        }
        const uint32_t n_guesses = node.game->n_guesses;
        for (uint32_t start = 0; start < n_guesses; start += 64) {
            Count top = 0;
            const uint32_t last = std::min(start + 64, n_guesses);
            for (uint32_t g = start; g < last; ++g) top = std::max(top, parts[g]);
            if (top < first) continue;
            for (uint32_t g = start; g < last; ++g) look_at(g);
        }
    }

    Common& common_;
    Bounds& bounds_;
    Stabilisers& symmetry_;
    ScanFunction scan_;
    Deduplicator deduplicator_;
    std::vector<uint32_t> met_;   // the last guess with each score
    std::vector<Cost> by_parts_;  // bound of a guess that ends one secret, if all pay equally
};

}  // namespace mmc::exact
