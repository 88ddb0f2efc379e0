// A game of codes: a secret of `holes` pegs in `colours` colours, with scores of black and white pegs.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "shared/code_table.hpp"

namespace mmc::codes {

inline constexpr int max_holes = 16;
inline constexpr int max_colours = 255;

// Pegs after the last hole are zero in every code, so that codes can be compared as arrays.
using Code = std::array<std::uint8_t, max_holes>;

struct Score {
    std::uint8_t black = 0;
    std::uint8_t white = 0;
    friend bool operator==(const Score&, const Score&) = default;
};

struct Turn {
    Code guess{};
    Score score{};
    friend bool operator==(const Turn&, const Turn&) = default;
};

using History = std::vector<Turn>;

struct CodeGame {
    int holes = 4;
    int colours = 6;
    bool distinct_secrets = false;
    bool distinct_guesses = false;
};

// The number of score ids; the maximum id is 16 * 17 + 16 = 288.
inline constexpr int max_scores = (max_holes + 1) * (max_holes + 1);

inline ScoreId winning_id(int holes) { return static_cast<ScoreId>(holes * (holes + 1) + holes); }

inline CodeTable table_of(const CodeGame& game, const std::vector<Code>& codes) {
    return {static_cast<std::size_t>(game.holes), codes};
}

}  // namespace mmc::codes
