// A game of codes: a secret of `holes` pegs in `colours` colours, with scores of black and white pegs.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

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

}  // namespace mmc::codes
