// A code game: a secret of `holes` pegs in `colours` colours, answered by black and white pegs.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace mmc::codes {

inline constexpr int max_holes = 16;
inline constexpr int max_colours = 255;

// Pegs past the last hole are zero in every code, so that codes compare as plain arrays.
using Code = std::array<std::uint8_t, max_holes>;

struct Score {
    std::uint8_t black = 0;
    std::uint8_t white = 0;
    friend bool operator==(const Score&, const Score&) = default;
};

struct Turn {
    Code guess{};
    Score score{};
};

using History = std::vector<Turn>;

struct CodeGame {
    int holes = 4;
    int colours = 6;
    bool distinct_secrets = false;
    bool distinct_guesses = false;
};

inline void check(const CodeGame& game) {
    if (game.holes < 1 || game.holes > max_holes)
        throw std::invalid_argument("holes must be from 1 to 16");
    if (game.colours < 1 || game.colours > max_colours)
        throw std::invalid_argument("colours must be from 1 to 255");
    if ((game.distinct_secrets || game.distinct_guesses) && game.colours < game.holes)
        throw std::invalid_argument("codes without repeats need at least as many colours as holes");
}

inline void check(const CodeGame& game, const Code& code) {
    for (int hole = 0; hole < max_holes; ++hole)
        if (code[hole] >= (hole < game.holes ? game.colours : 1))
            throw std::invalid_argument("a code has a colour that the game has not, or too many pegs");
}

inline void check(const CodeGame& game, const History& history) {
    check(game);
    for (const Turn& turn : history) {
        check(game, turn.guess);
        if (turn.score.black + turn.score.white > game.holes)
            throw std::invalid_argument("a score has more pegs than the game has holes");
    }
}

inline bool has_repeats(const CodeGame& game, const Code& code) {
    std::bitset<max_colours> seen;
    for (int hole = 0; hole < game.holes; ++hole) {
        if (seen[code[hole]]) return true;
        seen[code[hole]] = true;
    }
    return false;
}

// The plain definition; everything faster is tested against it.
inline Score score(const CodeGame& game, const Code& a, const Code& b) {
    std::array<std::uint8_t, max_colours> in_a{}, in_b{};
    int black = 0, common = 0;
    for (int hole = 0; hole < game.holes; ++hole) {
        black += a[hole] == b[hole];
        ++in_a[a[hole]];
        ++in_b[b[hole]];
    }
    for (int colour = 0; colour < game.colours; ++colour)
        common += in_a[colour] < in_b[colour] ? in_a[colour] : in_b[colour];
    return {static_cast<std::uint8_t>(black), static_cast<std::uint8_t>(common - black)};
}

}  // namespace mmc::codes
