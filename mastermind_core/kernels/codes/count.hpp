// Reproducible random numbers, the same on every machine, and exact counts of codes. There are at most
// 255^16 < 2^128 codes, which 128 bits hold without a check.
#pragma once

#include <bit>
#include <cstdint>
#include <stdexcept>

#include "code_game.hpp"
#include "shared/splitmix.hpp"

namespace mmc::codes {

// Blackman and Vigna's xoshiro256**.
class Random {
public:
    explicit Random(std::uint64_t seed) {
        for (auto& word : state_) {
            word = splitmix64(seed);
            seed += kGolden;
        }
    }

    std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    // Uniform in [0, bound), without bias: values past the last whole multiple are drawn again.
    std::uint64_t below(std::uint64_t bound) {
        const std::uint64_t rejected = (0 - bound) % bound;
        for (;;) {
            const std::uint64_t value = next();
            if (value >= rejected) return value % bound;
        }
    }

private:
    std::uint64_t state_[4];
};

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
