// Builds a tree from the results of a search.
#pragma once

#include <algorithm>
#include <tuple>
#include <utility>

#include "search.hpp"

namespace mmc::exact {

class TreeBuilder {
public:
    enum class Order { least_total, worst, greedy, salvage };

    // With an opening, the tree begins with that guess (an id of the problem).
    TreeBuilder(Search& search, Order order, uint32_t opening = kNoGuess)
        : search_(search), order_(order), opening_(opening) {}

    // Returns false if there is no tree within node.steps (greedy), or if the search was stopped. The minimum total is
    // at most `total`, if that is known.
    bool build(const Node& root, std::optional<Tree>& tree, Cost total = kImpossible - 1) {
        search_.own.stabilisers.forget();
        known_ = total;
        if (add(root) < 0) return false;
        tree_.edge_begin.push_back(static_cast<uint32_t>(tree_.edge_score.size()));
        tree = std::move(tree_);
        return true;
    }

private:
    struct Child {
        int32_t edge;
        Block block;
    };

    int32_t add(const Node& node) {
        if (node.steps <= 0 || search_.own.watch->poll()) return -1;
        const uint32_t guess = choose(node);
        if (guess == kNoGuess) return -1;
        const auto id = static_cast<int32_t>(tree_.guess.size());
        tree_.guess.push_back(node.game->guess_id[guess]);
        tree_.edge_begin.push_back(static_cast<uint32_t>(tree_.edge_score.size()));

        Frame& frame = search_.own.frame(node.level);
        search_.own.partition(node, guess, frame);
        tree_.worst = std::max(tree_.worst, node.spent + frame.length);
        const auto edges_from = static_cast<std::ptrdiff_t>(tree_.edge_score.size());
        add_edges(node, guess);
        tree_.total += frame.paid;
        std::vector<Child> children;
        for (const Block& block : frame.blocks) {
            const uint16_t score = search_.common.score_of(node, guess, frame.items[block.begin]);
            const auto edge = std::lower_bound(tree_.edge_score.begin() + edges_from, tree_.edge_score.end(), score);
            children.push_back({static_cast<int32_t>(edge - tree_.edge_score.begin()), block});
        }
        std::ranges::sort(children, {}, &Child::edge);  // trees are numbered by score
        for (const auto& [edge, block] : children) {
            Node child = search_.own.child(node, frame, block);
            if (order_ == Order::worst) child.steps = one_less(node.steps);
            if (order_ != Order::greedy) child = search_.own.grouped(node, guess, child);
            Legal legal;
            if (node.legal) {
                legal = search_.own.legality.after(
                    node, guess, search_.common.score_of(node, guess, frame.items[block.begin]));
                if (search_.common.stopped()) return -1;
                child.legal = &legal;
            }
            const int32_t below = add(child);
            if (below < 0) return -1;
            tree_.edge_child[static_cast<size_t>(edge)] = below;
        }
        return id;
    }

    // The scores of a guess in the problem, in ascending order, and how many secrets have each.
    void add_edges(const Node& node, uint32_t guess) {
        const Problem& problem = search_.common.problem;
        counts_.resize(static_cast<size_t>(problem.n_scores));
        for (uint32_t i = 0; i < node.n; ++i) ++counts_[search_.common.score_of(node, guess, node.members[i])];
        for (size_t s = 0; s < counts_.size(); ++s) {
            if (!counts_[s]) continue;
            tree_.edge_score.push_back(static_cast<uint16_t>(s));
            tree_.edge_child.push_back(-1);
            tree_.edge_size.push_back(std::exchange(counts_[s], 0));
        }
    }

    uint32_t choose(const Node& node) {
        if (opening_ != kNoGuess && node.is_root()) return opening_;
        const CostModel& model = search_.common.cost;
        const bool indifferent = model.ends_always() && node.steps == kUnlimited && model.free(node.level + 1);
        if (order_ != Order::worst && indifferent) return choose_greedy(node);  // no guess changes the cost
        switch (order_) {
            case Order::worst: return search_.worst_case.guess_within(node);
            case Order::greedy: return choose_greedy(node);
            case Order::salvage: {
                const uint32_t incumbent = search_.common.at_root.incumbent;
                const Bound known = search_.own.transpositions.known(node);
                const uint32_t guess = known.exact ? known.guess : node.is_root() ? incumbent : kNoGuess;
                if (guess != kNoGuess) return guess;  // an id of the problem: the table is not cut down here
                const Tuning& tuning = search_.common.problem.tuning;
                if (node.n > (incumbent == kNoGuess ? tuning.salvaged_unknown : tuning.salvaged_known))
                    return choose_greedy(node);
                [[fallthrough]];
            }
            case Order::least_total:
                if (search_.common.nested) {
                    const Bound known = search_.own.transpositions.known(node);
                    if (known.exact && known.guess != kNoGuess) return known.guess;
                }
                break;
        }
        const Bound bound = search_.least_total(node, node.is_root() ? known_ : kImpossible - 1);
        return bound.exact && bound.cost < kImpossible ? choose_exact(node, bound.cost) : kNoGuess;
    }

    // The first guess in tie order whose best strategy costs `cost`.
    uint32_t choose_exact(Node node, Cost cost) {
        Frame& frame = search_.own.frame(node.level);
        search_.own.opener.leave_wide(node, frame);
        search_.own.opener.open(node, frame, cost);
        search_.own.opener.drop_alike(node, frame);
        // The order of the search, so that nothing new has to be refuted.
        std::ranges::sort(frame.open, {}, [&](const OpenGuess& o) {
            return std::tuple(o.cost, !o.wins, node.game->guess_id[o.guess]);
        });
        for (const OpenGuess& o : frame.open) {
            const Bound b = search_.least_total.refine(node, o.guess, cost);
            if (search_.own.watch->poll()) return kNoGuess;
            if (b.exact && b.cost == cost) return node.game->guess_id[o.guess];
        }
        return kNoGuess;
    }

    // Minimum bound by sizes, then the tie rule. If prices depend on depth, the bound of the path length, which always
    // distinguishes guesses.
    uint32_t choose_greedy(const Node& node) {
        search_.own.bounds.measure_by(search_.common.length);
        const uint32_t guess = choose_by_length(node);
        search_.own.bounds.measure_by(search_.common.cost);
        return guess;
    }

    uint32_t choose_by_length(Node node) {
        Frame& frame = search_.own.frame(node.level);
        search_.own.opener.leave_wide(node, frame);
        const Cost ahead = node.n / 32;
        search_.own.opener.open(node, frame, kImpossible - 1, ahead);
        search_.own.opener.drop_alike(node, frame);
        search_.own.opener.sort(frame);
        search_.own.bounds.begin(node);
        Cost best = kImpossible;
        OpenGuess chosen{kImpossible, kNoGuess, false};
        const auto first = [&](const OpenGuess& o) {  // by the tie rule
            return o.wins != chosen.wins ? o.wins
                                         : node.game->guess_id[o.guess] < node.game->guess_id[chosen.guess];
        };
        for (size_t i = 0;; ++i) {
            while (i == frame.open.size() && frame.waiting <= std::min(best, kImpossible - 1))
                search_.own.opener.open_more(node, frame, frame.waiting + ahead);
            if (i == frame.open.size() || frame.open[i].cost > best) break;
            const OpenGuess o = frame.open[i];
            if (search_.own.watch->poll()) return kNoGuess;
            if (o.cost == best && !first(o)) continue;
            const Cost cost = search_.own.bounds.model().closely()
                                  ? o.cost
                                  : search_.own.bounds.of_blocks(node, frame.reach, o.guess);
            if (cost < best || (cost == best && cost < kImpossible && first(o))) {
                best = cost;
                chosen = o;
            }
        }
        return chosen.guess == kNoGuess ? kNoGuess : node.game->guess_id[chosen.guess];
    }

    Search& search_;
    Order order_;
    uint32_t opening_;
    Cost known_ = kImpossible - 1;
    Tree tree_;
    std::vector<uint32_t> counts_;  // per score, zero between calls
};

}  // namespace mmc::exact
