// The worst case: can every candidate of a position be found within a number of guesses?
//
// Few guesses per position are tried first, the most even ones: this often finds a strategy at once, and otherwise the
// refuted and the resisting blocks guide the next round (iterative widening). Positions with two remaining guesses are
// solved by counting.
#pragma once

#include "workspace.hpp"

namespace mmc::exact {

class WorstCase {
public:
    enum class Answer { no, unknown, yes };

    explicit WorstCase(Workspace& own) : own_(own) {}

    // Whether a node is solvable within node.steps; false if the search was stopped. With all guesses the answer is
    // never `unknown`.
    bool solvable(const Node& node) {
        for (width_ = 1; width_ < kEveryGuess; widen()) {
            const Answer answer = attempt(node);
            if (own_.common.stopped()) return false;
            if (answer != Answer::unknown) return answer == Answer::yes;
        }
        return attempt(node) == Answer::yes;
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
        // A canonical form solved with few guesses may need more of them here.
        for (;; widen()) {
            for (const OpenGuess& o : frame.open) {
                if (attempt_with(here, o.guess) == Answer::yes) return here.game->guess_id[o.guess];
                if (own_.watch->poll()) return kNoGuess;
            }
            if (width_ >= kEveryGuess) return kNoGuess;
        }
    }

private:
    static constexpr int kEveryGuess = 1 << 30;

    struct Left {  // a block that stored results do not decide
        size_t block;
        Cost resisted;  // guesses that failed at it
    };

    void widen() { width_ = width_ < 256 ? 4 * width_ : kEveryGuess; }

    // The kinds of worst-case entries in the transposition table.
    static SetKey worst_key(SetKey set) { return set + random_key(KeyKind::worst, 0); }
    static SetKey width_key(SetKey set, bool enough, int steps) {
        return set + random_key(KeyKind::width, static_cast<uint64_t>(steps) * 2 + enough);
    }
    SetKey key_of(const Node& node) const { return own_.transpositions.set_key(node) + Transpositions::path_budget_key(node); }

    Answer look_up(const Node& node) const {
        const SetKey set = key_of(node);
        const auto too_few = own_.common.solved.find(worst_key(set));
        if (too_few && too_few->cost > node.steps) return Answer::no;
        const auto enough = own_.common.solved.find(width_key(set, true, node.steps));
        return enough && -enough->cost <= width_ ? Answer::yes : Answer::unknown;
    }

    Cost tried_in_vain(SetKey set, int steps) const {
        const auto entry = own_.common.solved.find(width_key(set, false, steps));
        return entry ? entry->cost : 0;
    }

    // The transposition table entry of an answer, with its key.
    std::pair<SetKey, Bound> entry(const Node& node, SetKey set, Answer answer) const {
        if (answer == Answer::no) return {worst_key(set), {Cost{node.steps} + 1, false, 0}};
        const bool enough = answer == Answer::yes;
        return {width_key(set, enough, node.steps), {enough ? -Cost{width_} : Cost{width_}, false, 0}};
    }

    void note(const Node& node, SetKey set, Answer answer) {
        const auto [key, bound] = entry(node, set, answer);
        own_.common.solved.store(key, node.n, bound);
    }

    // Tries guesses within the width of this round.
    Answer attempt(const Node& node) {
        own_.common.nodes.fetch_add(1, std::memory_order_relaxed);
        if (own_.watch->poll() || node.steps <= 0) return Answer::no;
        if (const Answer known = look_up(node); known != Answer::unknown) return known;
        const SetKey set = key_of(node);
        if (tried_in_vain(set, node.steps) >= width_) return Answer::unknown;
        const Node canonical = own_.transpositions.canonical(node);
        const SetKey canonical_set = key_of(canonical);
        const bool moved = canonical.key != node.key;
        if (moved) {
            const Answer known = look_up(canonical);
            if (known != Answer::unknown || tried_in_vain(canonical_set, node.steps) >= width_) {
                note(node, set, known);
                return known;
            }
        }
        Memory* const memory = node.restricted() ? nullptr : own_.common.problem.memory;
        const auto began = memory ? memory->now() : Clock::time_point();
        const Answer answer = search(node);
        if (own_.common.stopped()) return Answer::unknown;
        note(node, set, answer);
        if (moved) note(node, canonical_set, answer);
        if (!memory || answer == Answer::unknown) return answer;
        const auto [key, bound] = entry(node, canonical_set, answer);
        memory->tell(began, key, node.n, bound);
        return answer;
    }

    Answer search(const Node& node) {
        Common& common = own_.common;
        Frame& frame = own_.frame(node.level);
        const bool usual = own_.model.one_each() && !node.legal;
        if (usual && node.steps == 2 && !node.restricted()) return two_steps(node, frame);
        open(node, frame);
        const Node here = frame.at;
        if (node.root) {
            node.root->begin(here, frame.open, common.problem.n_guesses);
            node.root->done = 0;
        }
        // With three steps left the answer is cheap: all guesses are tried.
        const auto width = static_cast<size_t>(usual && node.steps <= 3 ? kEveryGuess : width_);
        bool sure = frame.open.size() <= width;
        for (size_t i = 0; i < std::min(width, frame.open.size()); ++i) {
            const Answer answer = attempt_with(here, frame.open[i].guess);
            if (common.stopped()) return Answer::unknown;
            if (answer == Answer::yes) return answer;
            sure = sure && answer == Answer::no;
            if (!node.root) continue;
            ++node.root->done;
            if (answer == Answer::no) node.root->note(here.game->guess_id[frame.open[i].guess], kImpossible, true);
        }
        return sure ? Answer::no : Answer::unknown;
    }

    // If a guess ends at most one secret, a two-step strategy has to distinguish all of them with its first guess.
    Answer two_steps(const Node& node, Frame& frame) {
        const Subgame& game = *node.game;
        if (node.n > static_cast<uint32_t>(own_.common.problem.n_scores)) return Answer::no;
        if (own_.bounds.told_by_one(game, node.members, node.n)) return Answer::yes;
        if (own_.common.problem.pool == Pool::candidates) return Answer::no;
        own_.opener.count_parts(node, frame);
        const auto end = frame.parts.begin() + game.n_guesses;
        return *std::max_element(frame.parts.begin(), end) >= node.n ? Answer::yes : Answer::no;
    }

    Answer attempt_with(const Node& node, uint32_t guess) {
        Frame& frame = own_.frame(node.level);
        own_.partition(node, guess, frame);
        if (frame.length > node.path_budget) return Answer::no;
        const auto& blocks = frame.blocks;
        if (blocks.size() == 1 && blocks[0].size == node.n) return Answer::no;
        if (!blocks.empty()) {
            const Block& largest = blocks.back();
            if (own_.bounds.steps(*node.game, frame.items.data() + largest.begin, largest.size, frame.reach) > node.steps - 1) return Answer::no;
        }
        std::vector<Legal> legal(node.legal ? blocks.size() : 0);
        std::vector<Left> left;
        const Answer known = look_up_blocks(node, guess, legal, left);
        if (known != Answer::unknown) return known;
        if (left[0].resisted >= width_ || own_.common.stopped()) return Answer::unknown;
        for (const Left& one : left) {
            const Node next = child(node, guess, blocks[one.block], node.legal ? &legal[one.block] : nullptr);
            const Answer answer = attempt(own_.grouped(node, guess, next));
            if (answer != Answer::yes) return answer;
        }
        return Answer::yes;
    }

    // Stored results are free, so they come first. Lists the other blocks: first those that resisted, then large ones,
    // as these fail first. If guesses must be legal, small blocks fail as often: few informative guesses may be left
    // for them.
    Answer look_up_blocks(const Node& node, uint32_t guess, std::vector<Legal>& legal,
                                                std::vector<Left>& left) {
        const auto& blocks = own_.frame(node.level).blocks;
        for (size_t i = blocks.size(); i-- > 0;) {
            if (own_.model.ends_always() && node.path_budget >= kImpossible && static_cast<int>(blocks[i].size) <= node.steps - 1) continue;
            const Node next = child(node, guess, blocks[i], node.legal ? &legal[i] : nullptr);
            const Answer known = look_up(next);
            if (known == Answer::no) return known;
            if (known == Answer::unknown)
                left.push_back({i, tried_in_vain(key_of(next), next.steps)});
        }
        if (node.legal) std::ranges::reverse(left);
        std::ranges::stable_sort(left, std::ranges::greater{}, &Left::resisted);
        return left.empty() ? Answer::yes : Answer::unknown;
    }

    // As many steps as secrets are always enough, unless guesses must be legal.
    Node child(const Node& node, uint32_t guess, const Block& block, Legal* legal) {
        const Frame& frame = own_.frame(node.level);
        Node next = own_.child(node, frame, block);
        next.steps = std::min(node.steps - 1, static_cast<int>(block.size));
        next.caps = frame.caps.empty() ? nullptr : &frame.caps;
        if (legal) {
            if (legal->guesses.empty()) *legal = own_.legality.after(node, guess, block.score);
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
        own_.opener.survey(here, frame);
        own_.opener.list(here, frame, kImpossible - 1);
        if (frame.open.size() > 8) own_.opener.cut_down(here, frame);
        frame.at = here;
        own_.opener.drop_alike(here, frame);
        const bool capped = node.n >= common.problem.tuning.caps_set && node.steps > 2 && node.steps <= static_cast<int>(common.problem.tuning.caps_steps) &&
                            !node.restricted() && !own_.model.closely();
        // The most even guesses come first; if caps are needed, the sizes of their blocks are stored.
        const auto n_scores = static_cast<size_t>(common.problem.n_scores);
        if (capped) frame.sizes.assign(frame.open.size() * n_scores, 0);
        own_.bounds.begin(here);
        for (size_t i = 0; i < frame.open.size(); ++i)
            own_.bounds.measure(here, frame.reach, frame.open[i], capped ? frame.sizes.data() + i * n_scores : nullptr);
        frame.caps.clear();
        if (capped) cap_subsets(here, frame);
        std::erase_if(frame.open, [](const OpenGuess& o) { return o.cost >= kImpossible; });
        std::ranges::stable_sort(frame.open, {}, &OpenGuess::cost);
    }

    void cap_subsets(const Node& node, Frame& frame) {
        const auto n_scores = static_cast<size_t>(own_.common.problem.n_scores);
        const size_t wins = frame.reach.ended;
        const uint8_t* const final = own_.model.finals().data();
        // Guesses with too few blocks were not opened; this is their maximum number of blocks.
        uint64_t few = 0;
        while (few <= frame.reach.blocks && own_.bounds.of_guess(node, frame, {few + 1, 0, 0, 0}, 0) >= kImpossible) ++few;
        frame.caps.assign({0, static_cast<uint32_t>(wins)});
        for (size_t k = 2; k < static_cast<size_t>(node.steps) && frame.caps.back() < node.n; ++k) {
            const uint32_t below = frame.caps[k - 1];
            uint64_t most = std::max<uint64_t>(below, (few + 1) * below + wins);
            for (size_t i = 0; i < frame.open.size() && most < node.n; ++i) {
                const uint16_t* sizes = frame.sizes.data() + i * n_scores;
                uint64_t sum = 0;
                for (size_t s = 0; s < n_scores; ++s) sum += final[s] ? sizes[s] : std::min<uint32_t>(sizes[s], below);
                most = std::max(most, sum);
            }
            if (node.caps && k < node.caps->size()) most = std::min<uint64_t>(most, (*node.caps)[k]);
            frame.caps.push_back(static_cast<uint32_t>(std::min<uint64_t>(most, node.n)));
        }
        for (OpenGuess& o : frame.open)
            if (o.largest > frame.caps.back()) o.cost = kImpossible;
    }

    Workspace& own_;
    int width_ = kEveryGuess;  // guesses tried at a position
};

}  // namespace mmc::exact
