// The whole decision tree of a criterion.
#pragma once

#include <cstdint>
#include <span>
#include <vector>
#include <algorithm>

#include "choosers.hpp"
#include "symmetry.hpp"

namespace mmc {

// The symmetries that preserve a history. Those of a node are computed when a child first needs them.
struct History {
    std::shared_ptr<History> before;
    uint32_t guess;
    std::optional<Group> group;

    const Group& kept() {
        if (!group) {
            group = keeping_guess(before->kept(), guess);
            before.reset();
        }
        return *group;
    }
};

// A node that has not been expanded: members[from .. to) are its candidates, and edge leads to it.
struct Open {
    size_t from, to, depth;
    int64_t edge;
    std::shared_ptr<History> history;
    uint32_t score;
};

// A stabiliser and its orbits take some hundred steps per guess and per secret; the evaluation of all guesses takes
// about one step per guess for every 1 or 2 candidates.
inline bool worth_orbits(size_t n_candidates, const Scores& scores, const Criterion& criterion) {
    return n_candidates * criterion.order.size() > 700 * (scores.n_guesses + scores.n_secrets);
}

// Whether a guess may win or splits the candidates; ids has space for their scores.
inline bool tells(const Scores& scores, uint32_t guess, std::span<const uint32_t> candidates, uint16_t* ids) {
    scores.answers(guess, candidates, ids);
    return scores.final[ids[0]] ||
           std::any_of(ids, ids + candidates.size(), [&](uint16_t id) { return id != ids[0]; });
}

// See FlatTree in kernels/types.py.
struct FlatTree {
    std::vector<int32_t> guesses, first_edge, edge_score, edge_child, edge_size;
    int32_t stuck = -1;
};

inline FlatTree greedy_tree(const Scores& scores, std::span<const uint32_t> candidates, const Criterion& criterion,
                            std::span<const uint32_t> opening, Group symmetry, Pulse& pulse) {
    FlatTree tree;
    pulse.total = candidates.size();
    if (scores.known(candidates)) {
        tree.first_edge.push_back(0);
        return tree;
    }

    // A criterion that always takes the first winner reads few pairs.
    const bool lasting = !(criterion.candidates_only && criterion.evaluator.flat(candidates.size())) &&
                         (criterion.evaluator.counts() || criterion.evaluator.in_lanes());
    const auto source = make_source(scores, criterion.order, candidates, lasting, pulse);
    const auto winners = scores.kept_order->winners(scores, criterion.order);
    Chooser chooser(scores, *source, criterion, *winners, pulse);
    // Blocks are contiguous: the candidates of a node are sorted by score within its range.
    std::vector<uint32_t> members(candidates.begin(), candidates.end()), sorted(candidates.size());
    std::vector<uint16_t> ids(candidates.size());
    // For each score, the number of candidates of a node and their start. Only scores that occur are reset.
    std::vector<size_t> sizes(scores.final.size()), starts(scores.final.size());
    std::vector<uint16_t> come;
    symmetry = keeping_secrets(symmetry, candidates, scores.n_secrets);
    std::shared_ptr<History> root;
    // A symmetry preserves the scores, but not necessarily weights, goals and costs.
    if (!symmetry.empty() && criterion.evaluator.counts())
        root = std::make_shared<History>(History{nullptr, 0, std::move(symmetry)});
    std::vector<Open> stack;
    stack.push_back({0, members.size(), 0, -1, root, 0});
    while (!stack.empty()) {
        const Open node = std::move(stack.back());
        stack.pop_back();
        const std::span<uint32_t> own(members.data() + node.from, node.to - node.from);
        const auto number = static_cast<int32_t>(tree.guesses.size());
        if (node.edge >= 0) tree.edge_child[static_cast<size_t>(node.edge)] = number;
        int64_t guess = -1;
        if (node.depth < opening.size() && tells(scores, opening[node.depth], own, ids.data()))
            guess = opening[node.depth];
        if (guess < 0) {
            std::vector<uint32_t> among;
            if (node.history && (node.edge < 0 || worth_orbits(own.size(), scores, criterion))) {
                const Group& group = node.history->kept();
                among = first_of_orbits(node.edge < 0 ? group : keeping_score(group, node.score), criterion.order,
                                        scores.n_guesses);
            }
            const int64_t at = chooser.choose(own, among.empty() ? nullptr : &among);
            if (at >= 0) guess = criterion.order[static_cast<size_t>(at)];
        }
        tree.guesses.push_back(static_cast<int32_t>(guess));
        tree.first_edge.push_back(static_cast<int32_t>(tree.edge_score.size()));
        for (const uint16_t s : come) sizes[s] = 0;
        come.clear();
        if (guess >= 0) {
            scores.answers(static_cast<uint32_t>(guess), own, ids.data());
            for (size_t i = 0; i < own.size(); ++i)
                if (sizes[ids[i]]++ == 0) come.push_back(ids[i]);
            std::sort(come.begin(), come.end());
        }
        size_t start = 0;
        for (const uint16_t s : come) {
            starts[s] = start;
            start += sizes[s];
            tree.edge_score.push_back(static_cast<int32_t>(s));
            tree.edge_child.push_back(-1);
            tree.edge_size.push_back(static_cast<int32_t>(sizes[s]));
        }
        if (come.empty() || (come.size() == 1 && !scores.final[come[0]])) {
            tree.stuck = number;
            break;
        }
        for (size_t i = 0; i < own.size(); ++i) sorted[starts[ids[i]]++] = own[i];
        std::copy_n(sorted.begin(), own.size(), own.begin());
        std::shared_ptr<History> next;
        if (node.history && worth_orbits(own.size(), scores, criterion)) {
            auto before = node.history;
            if (node.edge >= 0) {
                // The symmetries of the children also preserve the score of this node.
                before =
                    std::make_shared<History>(History{nullptr, 0, keeping_score(node.history->kept(), node.score)});
            }
            next = std::make_shared<History>(History{before, static_cast<uint32_t>(guess), std::nullopt});
        }
        auto edge = static_cast<int64_t>(tree.edge_score.size());
        size_t end = node.to;
        for (size_t k = come.size(); k-- > 0;) {
            const uint16_t s = come[k];
            --edge;
            if (scores.final[s] || scores.known(std::span(members).subspan(end - sizes[s], sizes[s])))
                pulse.done += sizes[s];
            else stack.push_back({end - sizes[s], end, node.depth + 1, edge, next, s});
            end -= sizes[s];
        }
        pulse.work(2 * own.size() + 500);
    }

    tree.first_edge.push_back(static_cast<int32_t>(tree.edge_score.size()));
    return tree;
}

}  // namespace mmc
