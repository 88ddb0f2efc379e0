// The worst case: can every candidate of a position be found within some number of guesses?
//
// Few guesses a position are tried first, the most even ones: a strategy is often found at once, and if there is none,
// what was refuted and what resisted says where to look (iterative widening). Two guesses left are counted out.
#pragma once

#include "workspace.hpp"

namespace mmc::exact {

class WorstCase {
public:
    enum class Answer { no, unknown, yes };

    explicit WorstCase(Workspace& own) : own_(own) {}

    // Within node.steps; false when the search was stopped.
    bool solvable(const Node& node);
    // What sizes alone say.
    int lower_bound(const Node& node);
    // A guess that does, in the order of the search, as an id of the problem; none when the search was stopped. `solvable`
    // has said that there is one.
    uint32_t guess_within(const Node& node);

private:
    static constexpr int kEveryGuess = 1 << 30;

    struct Left {  // a block of which nothing is known that settles it
        size_t block;
        Cost resisted;  // guesses tried at it in vain
    };

    void widen() { width_ = width_ < 256 ? 4 * width_ : kEveryGuess; }
    Answer attempt(const Node& node);
    Answer search(const Node& node);
    Answer attempt_with(const Node& node, uint32_t guess);
    Answer look_up_blocks(const Node& node, uint32_t guess, std::vector<Legal>& legal, std::vector<Left>& left);
    Answer two_steps(const Node& node, Frame& frame);
    Node child(const Node& node, uint32_t guess, const Block& block, Legal* legal);

    // What the transposition table knows of a set.
    SetKey key_of(const Node& node) const { return own_.transpositions.set_key(node) + Transpositions::purse_key(node); }
    Answer look_up(const Node& node) const;
    Cost tried_in_vain(SetKey set, int steps) const;
    std::pair<SetKey, Bound> entry(const Node& node, SetKey set, Answer answer) const;
    void note(const Node& node, SetKey set, Answer answer);

    void open(const Node& node, Frame& frame);
    void measure(const Node& node, Frame& frame, bool capped);
    void cap_subsets(const Node& node, Frame& frame);

    Workspace& own_;
    int width_ = kEveryGuess;  // guesses tried at a position
};

}  // namespace mmc::exact
