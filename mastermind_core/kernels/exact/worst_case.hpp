// The worst case: can every candidate of a position be found within a number of guesses?
//
// The most even guesses are tried first, and of the blocks of a guess the largest, which fail most often. Positions with
// two remaining guesses are solved by counting.
#pragma once

#include "workspace.hpp"

namespace mmc::exact {

class WorstCase {
public:
    explicit WorstCase(Workspace& own) : own_(own) {}

    // Whether a node is solvable within node.steps; false if the search was stopped.
    bool solvable(const Node& node) {
        own_.common.nodes.fetch_add(1, std::memory_order_relaxed);
        if (own_.watch->poll() || node.steps <= 0) return false;
        if (const auto known = look_up(node)) return *known;
        const SetKey set = key_of(node);
        const Node canonical = own_.transpositions.canonical(node);
        const SetKey canonical_set = key_of(canonical);
        const bool moved = canonical.key != node.key;
        if (moved)
            if (const auto known = look_up(canonical)) {
                note(node, set, *known);
                return *known;
            }
        Memory* const memory = node.restricted() ? nullptr : own_.common.problem.memory;
        const auto began = memory ? memory->now() : Clock::time_point();
        const bool answer = search(node);
        if (own_.common.stopped()) return false;
        note(node, set, answer);
        if (moved) note(node, canonical_set, answer);
        if (!memory) return answer;
        const auto [key, bound] = entry(node, canonical_set, answer);
        memory->tell(began, key, node.n, bound);
        return answer;
    }

    // A bound from sizes alone.
    int lower_bound(const Node& node) {
        Frame& frame = own_.frame(node.level);
        own_.opener.survey(node, frame);
        return std::max(1, own_.bounds.steps(*node.game, node.members, node.n, frame.reach));
    }

    // The first guess in search order that solves a node, as an id of the problem; none if the search was stopped.
    // `solvable` must have returned true.
    uint32_t guess_within(const Node& node) {
        Frame& frame = own_.frame(node.level);
        if (!solvable(node)) return kNoGuess;
        open(node, frame);
        const Node here = frame.at;
        for (const OpenGuess& o : frame.open) {
            if (solvable_with(here, o.guess)) return here.game->guess_id[o.guess];
            if (own_.watch->poll()) return kNoGuess;
        }
        return kNoGuess;
    }

private:
    // The kinds of worst-case entries in the transposition table.
    static SetKey too_few_key(SetKey set) { return set + random_key(KeyKind::worst, 0); }
    static SetKey enough_key(SetKey set) { return set + random_key(KeyKind::enough, 0); }
    SetKey key_of(const Node& node) const {
        return own_.transpositions.set_key(node) + Transpositions::path_budget_key(node);
    }

    std::optional<bool> look_up(const Node& node) const {
        const SetKey set = key_of(node);
        const auto too_few = own_.common.solved.find(too_few_key(set));
        if (too_few && too_few->cost > node.steps) return false;
        const auto enough = own_.common.solved.find(enough_key(set));
        if (enough && -enough->cost <= node.steps) return true;
        return std::nullopt;
    }

    // The transposition table entry of an answer, with its key.
    std::pair<SetKey, Bound> entry(const Node& node, SetKey set, bool answer) const {
        if (answer) return {enough_key(set), {-Cost{node.steps}, false, 0}};
        return {too_few_key(set), {Cost{node.steps} + 1, false, 0}};
    }

    void note(const Node& node, SetKey set, bool answer) {
        const auto [key, bound] = entry(node, set, answer);
        own_.common.solved.store(key, node.n, bound);
    }

    bool search(const Node& node) {
        Common& common = own_.common;
        Frame& frame = own_.frame(node.level);
        const bool any = common.problem.pool == Pool::all && !node.restricted();
        if (any && own_.model.one_each() && node.steps == 2) return two_steps(node, frame);
        open(node, frame);
        const Node here = frame.at;
        if (node.root) {
            node.root->begin(here, frame.open, common.problem.n_guesses);
            node.root->done = 0;
        }
        for (size_t i = 0; i < frame.open.size(); ++i) {
            if (solvable_with(here, frame.open[i].guess)) return true;
            if (common.stopped()) return false;
            if (!node.root) continue;
            ++node.root->done;
            node.root->note(here.game->guess_id[frame.open[i].guess], kImpossible, true);
        }
        return false;
    }

    // If a guess ends at most one secret, a two-step strategy has to distinguish all of them with its first guess.
    bool two_steps(const Node& node, Frame& frame) {
        if (node.n > node.game->n_scores) return false;
        own_.opener.count_parts(node, frame);
        return Opener::most_parts(node, frame) >= node.n;
    }

    // Stored results are free, so they come first. Then large blocks come first, as these fail first. If guesses must be
    // legal, small blocks fail as often: few informative guesses may be left for them.
    bool solvable_with(const Node& node, uint32_t guess) {
        Frame& frame = own_.frame(node.level);
        own_.partition(node, guess, frame);
        if (frame.length > node.path_budget) return false;
        const auto& blocks = frame.blocks;
        if (blocks.size() == 1 && blocks[0].size == node.n) return false;
        if (!blocks.empty()) {
            const Block& largest = blocks.back();
            if (own_.bounds.steps(*node.game, frame.items.data() + largest.begin, largest.size, frame.reach) >
                node.steps - 1)
                return false;
        }
        std::vector<Legal> legal(node.legal ? blocks.size() : 0);
        std::vector<Node> left;
        for (size_t i = blocks.size(); i-- > 0;) {
            if (own_.model.ends_always() && node.path_budget >= kImpossible &&
                static_cast<int>(blocks[i].size) <= node.steps - 1)
                continue;
            const Node next = child(node, guess, blocks[i], node.legal ? &legal[i] : nullptr);
            const auto known = look_up(next);
            if (known == false) return false;
            if (!known) left.push_back(next);
        }
        if (own_.common.stopped()) return false;
        if (node.legal) std::ranges::reverse(left);
        return std::ranges::all_of(left,
                                   [&](const Node& next) { return solvable(own_.grouped(node, guess, next)); });
    }

    // As many steps as secrets are always enough, unless guesses must be legal.
    Node child(const Node& node, uint32_t guess, const Block& block, Legal* legal) {
        const Frame& frame = own_.frame(node.level);
        Node next = own_.child(node, frame, block);
        next.steps = std::min(node.steps - 1, static_cast<int>(block.size));
        next.caps = frame.caps.empty() ? nullptr : &frame.caps;
        if (legal) {
            *legal = own_.legality.after(node, guess, own_.common.score_of(node, guess, frame.items[block.begin]));
            next.legal = legal;
            next.steps = node.steps - 1;
        }
        return next;
    }

    // Guesses and subset capacity bounds.
    //
    // caps[k] is the maximum over all guesses of the sum of min(block, caps[k - 1]): the size of the largest subset
    // that can be solved in k guesses, as each of its blocks must be solved in k - 1. Caps of a set also hold for its
    // subsets, which inherit them.

    void open(const Node& node, Frame& frame) {
        const Common& common = own_.common;
        Node here = node;
        own_.opener.leave_wide(here, frame);
        own_.opener.survey(here, frame);
        own_.opener.list(here, frame, kImpossible - 1);
        if (frame.open.size() > 8) own_.opener.cut_down(here, frame);
        frame.at = here;
        own_.opener.drop_alike(here, frame);
        const bool capped = node.n >= common.problem.tuning.caps_set && node.steps > 2 &&
                            node.steps <= static_cast<int>(common.problem.tuning.caps_steps) &&
                            !node.restricted() && !own_.model.closely() && !here.game->wide();
        // The most even guesses come first; if caps are needed, the sizes of their blocks are stored.
        const size_t n_scores = here.game->n_scores;
        if (capped) frame.sizes.assign(frame.open.size() * n_scores, 0);
        own_.bounds.begin(here);
        for (size_t i = 0; i < frame.open.size(); ++i)
            own_.bounds.measure(here, frame.reach, frame.open[i],
                                capped ? frame.sizes.data() + i * n_scores : nullptr);
        frame.caps.clear();
        if (capped) cap_subsets(here, frame);
        std::erase_if(frame.open, [](const OpenGuess& o) { return o.cost >= kImpossible; });
        std::ranges::stable_sort(frame.open, {}, &OpenGuess::cost);
    }

    void cap_subsets(const Node& node, Frame& frame) {
        const size_t n_scores = node.game->n_scores;
        const size_t wins = frame.reach.ended;
        const uint8_t* const final = node.game->final;
        // Guesses with too few blocks were not opened; this is their maximum number of blocks.
        uint64_t few = 0;
        while (few <= frame.reach.blocks && own_.bounds.of_guess(node, frame, {few + 1, 0, 0, 0}, 0) >= kImpossible)
            ++few;
        frame.caps.assign({0, static_cast<uint32_t>(wins)});
        for (size_t k = 2; k < static_cast<size_t>(node.steps) && frame.caps.back() < node.n; ++k) {
            const uint32_t below = frame.caps[k - 1];
            uint64_t most = std::max<uint64_t>(below, (few + 1) * below + wins);
            for (size_t i = 0; i < frame.open.size() && most < node.n; ++i) {
                const uint16_t* sizes = frame.sizes.data() + i * n_scores;
                uint64_t sum = 0;
                for (size_t s = 0; s < n_scores; ++s)
                    sum += final[s] ? sizes[s] : std::min<uint32_t>(sizes[s], below);
                most = std::max(most, sum);
            }
            if (node.caps && k < node.caps->size()) most = std::min<uint64_t>(most, (*node.caps)[k]);
            frame.caps.push_back(static_cast<uint32_t>(std::min<uint64_t>(most, node.n)));
        }
        for (OpenGuess& o : frame.open)
            if (o.largest > frame.caps.back()) o.cost = kImpossible;
    }

    Workspace& own_;
};

}  // namespace mmc::exact
