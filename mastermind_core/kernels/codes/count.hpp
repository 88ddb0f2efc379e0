// Exact counts of codes. There are at most 255^16 < 2^128 of them, which 128 bits hold without a check.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "code_game.hpp"
#include "random.hpp"

namespace mmc::codes {

#if defined(__SIZEOF_INT128__)
__extension__ using Count = unsigned __int128;
inline void check_countable(const CodeGame&) {}
#else
using Count = std::uint64_t;
inline void check_countable(const CodeGame& game) {
    Count codes = 1;
    for (int hole = 0; hole < game.holes; ++hole) {
        if (codes > UINT64_MAX / static_cast<Count>(game.colours))
            throw std::overflow_error("this build counts up to 2^64 codes; the game has more");
        codes *= static_cast<Count>(game.colours);
    }
}
#endif

inline Count random_below(Random& random, Count bound) {
    if (bound <= UINT64_MAX) return random.below(static_cast<std::uint64_t>(bound));
#if defined(__SIZEOF_INT128__)
    const Count rejected = (0 - bound) % bound;
    for (;;) {
        const Count high = random.next();
        const Count value = high << 64 | random.next();
        if (value >= rejected) return value % bound;
    }
#else
    return 0;
#endif
}

}  // namespace mmc::codes
