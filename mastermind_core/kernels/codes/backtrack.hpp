// Consistent codes one by one in lexicographic order, for histories that leave few of them.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "code_game.hpp"
#include "shared/pulse.hpp"

namespace mmc::codes {

namespace detail {

template <class Visit>
class Backtracker {
public:
    Backtracker(const CodeGame& game, const History& history, const Code& start, Visit& visit, Pulse& pulse)
        : game_(game), start_(start), visit_(visit), pulse_(pulse) {
        for (const Turn& turn : history) {
            Open open{turn.guess, {}, turn.score.black, turn.score.black + turn.score.white};
            for (int hole = 0; hole < game.holes; ++hole) ++open.unused[turn.guess[hole]];
            turns_.push_back(open);
        }
    }
    bool run() { return place(0, false); }

private:
    struct Open {
        Code guess;
        std::array<std::int8_t, max_colours> unused;  // pegs of the guess that no peg placed so far is paired with
        int black;                                    // still to come
        int common;
    };
    const CodeGame& game_;
    const Code& start_;
    Visit& visit_;
    Pulse& pulse_;
    std::vector<Open> turns_;
    Code code_{};
    std::array<std::uint8_t, max_colours> placed_{};

    // free: the pegs before this hole are beyond those of the first code. False when the visitor has seen enough.
    bool place(int hole, bool free) {
        if (hole == game_.holes) return visit_(static_cast<const Code&>(code_));
        const int left = game_.holes - hole - 1;
        bool go_on = true;
        pulse_.work(static_cast<std::uint64_t>(game_.colours) * (turns_.size() + 1));
        for (int colour = free ? 0 : start_[hole]; colour < game_.colours && go_on; ++colour) {
            if (game_.distinct_secrets && placed_[colour]) continue;
            bool possible = true;
            for (Open& turn : turns_) {
                turn.common -= turn.unused[colour]-- > 0;
                turn.black -= turn.guess[hole] == colour;
                possible &= turn.black >= 0 && turn.black <= left && turn.common >= 0 && turn.common <= left;
            }
            ++placed_[colour];
            code_[hole] = static_cast<std::uint8_t>(colour);
            if (possible) go_on = place(hole + 1, free || colour > start_[hole]);
            --placed_[colour];
            for (Open& turn : turns_) {
                turn.black += turn.guess[hole] == colour;
                turn.common += ++turn.unused[colour] > 0;
            }
        }
        code_[hole] = 0;
        return go_on;
    }
};

}  // namespace detail

// Calls visit(code) for each from `start` on until it returns false; returns whether all were seen.
template <class Visit>
bool backtrack(const CodeGame& game, const History& history, const Code& start, Pulse& pulse, Visit&& visit) {
    return detail::Backtracker<Visit>(game, history, start, visit, pulse).run();
}

}  // namespace mmc::codes
