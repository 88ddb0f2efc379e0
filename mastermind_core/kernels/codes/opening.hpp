// The first guess: one per way to share the holes among colours, judged by exact block sizes.
#pragma once

#include <vector>

#include "consistent.hpp"
#include "value.hpp"

namespace mmc::codes {

// log2 of a count.
inline std::int64_t log2_of(Count count) {
    int shift = 0;
    while (count >> shift > UINT32_MAX) ++shift;
    return fixed_log2(static_cast<std::uint64_t>(count >> shift), -shift);
}

namespace detail {
inline void share_holes(const CodeGame& game, int hole, int colour, int most, Code& code, std::vector<Code>& found) {
    if (hole == game.holes) {
        found.push_back(code);
        return;
    }
    if (colour == game.colours) return;
    for (int pegs = 1; pegs <= std::min(most, game.holes - hole); ++pegs) {
        for (int i = 0; i < pegs; ++i) code[hole + i] = static_cast<std::uint8_t>(colour);
        share_holes(game, hole + pegs, colour + 1, pegs, code, found);
    }
    for (int i = hole; i < game.holes; ++i) code[i] = 0;
}
}  // namespace detail

// One first guess per class: 1111, 1112, 1122, 1123, 1234.
inline std::vector<Code> first_guesses(const CodeGame& game) {
    std::vector<Code> found;
    Code code{};
    detail::share_holes(game, 0, 0, game.distinct_guesses ? 1 : game.holes, code, found);
    return found;
}

// Mean number of guesses to come after this first one, as the curve sees it, in fixed point.
inline std::int64_t opening_cost(const CodeGame& game, const Code& guess, const ValueCurve& curve, Pulse& pulse) {
    const Count all = ConsistentCodes(game, {}, pulse).count();
    std::int64_t cost = 0;
    for (int black = 0; black < game.holes; ++black)
        for (int white = 0; black + white <= game.holes; ++white) {
            const Score s{static_cast<std::uint8_t>(black), static_cast<std::uint8_t>(white)};
            const Count block = ConsistentCodes(game, {{guess, s}}, pulse).count();
            if (!block) continue;
            const auto share = static_cast<std::int64_t>((block << 30) / all);
            cost += (share * curve.mean(log2_of(block))) >> 30;
        }
    return cost;
}

inline Code best_opening(const CodeGame& game, const ValueCurve& curve, Pulse& pulse) {
    Code best{};
    std::int64_t least = INT64_MAX;
    for (const Code& guess : first_guesses(game)) {
        const std::int64_t cost = opening_cost(game, guess, curve, pulse);
        if (cost < least) {
            least = cost;
            best = guess;
        }
    }
    return best;
}

}  // namespace mmc::codes
