// Guesses worth a look: candidates, and codes near them that need not be candidates.
#pragma once

#include <algorithm>
#include <vector>

#include "code_game.hpp"
#include "random.hpp"

namespace mmc::codes {

inline bool allowed(const CodeGame& game, const Code& guess) {
    return !game.distinct_guesses || !has_repeats(game, guess);
}

// One peg recoloured, or two pegs swapped, or the pegs of two candidates mixed.
inline Code vary(const CodeGame& game, const std::vector<Code>& candidates, Random& random) {
    const auto any_hole = [&] { return random.below(static_cast<std::uint64_t>(game.holes)); };
    const auto any_colour = [&] {
        return static_cast<std::uint8_t>(random.below(static_cast<std::uint64_t>(game.colours)));
    };
    Code code = candidates[random.below(candidates.size())];
    switch (random.below(4)) {
        case 0: code[any_hole()] = any_colour(); break;
        case 1: std::swap(code[any_hole()], code[any_hole()]); break;
        case 2:
            code[any_hole()] = any_colour();
            code[any_hole()] = any_colour();
            break;
        default: {
            const Code& other = candidates[random.below(candidates.size())];
            const std::uint64_t from_other = random.next();
            for (int hole = 0; hole < game.holes; ++hole)
                if (from_other >> hole & 1) code[hole] = other[hole];
        }
    }
    return code;
}

inline void keep_different(std::vector<Code>& codes) {
    std::sort(codes.begin(), codes.end());
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
}

// Different codes, none of them in `known` (sorted); fewer than asked for in a small game.
inline std::vector<Code> variations(const CodeGame& game, const std::vector<Code>& candidates,
                                    std::size_t wanted, const std::vector<Code>& known, Random& random) {
    std::vector<Code> codes;
    for (std::size_t i = 0; i < wanted; ++i) {
        const Code code = vary(game, candidates, random);
        if (allowed(game, code) && !std::binary_search(known.begin(), known.end(), code)) codes.push_back(code);
    }
    keep_different(codes);
    return codes;
}

// Different codes of pegs that candidates have, in any holes, an eighth of them of any colour. Few candidates have few
// variations, and what tells them apart is often none of those.
inline std::vector<Code> rearrangements(const CodeGame& game, const std::vector<Code>& candidates,
                                        std::size_t wanted, const std::vector<Code>& known, Random& random) {
    const auto holes = static_cast<std::uint64_t>(game.holes), colours = static_cast<std::uint64_t>(game.colours);
    std::vector<Code> codes;
    for (std::size_t i = 0; i < wanted; ++i) {
        Code code{};
        for (int hole = 0; hole < game.holes; ++hole)
            code[hole] = random.below(8) == 0 ? static_cast<std::uint8_t>(random.below(colours))
                                              : candidates[random.below(candidates.size())][random.below(holes)];
        if (allowed(game, code) && !std::binary_search(known.begin(), known.end(), code)) codes.push_back(code);
    }
    keep_different(codes);
    return codes;
}

// All codes one recolouring or one swap away.
inline std::vector<Code> neighbours(const CodeGame& game, const Code& code) {
    std::vector<Code> codes;
    for (int hole = 0; hole < game.holes; ++hole) {
        Code changed = code;
        for (int colour = 0; colour < game.colours; ++colour) {
            changed[hole] = static_cast<std::uint8_t>(colour);
            if (changed != code && allowed(game, changed)) codes.push_back(changed);
        }
        for (int other = hole + 1; other < game.holes; ++other) {
            changed = code;
            std::swap(changed[hole], changed[other]);
            if (changed != code && allowed(game, changed)) codes.push_back(changed);
        }
    }
    return codes;
}

}  // namespace mmc::codes
