// Reproducible random numbers: the same on every machine and with every standard library.
#pragma once

#include <bit>
#include <cstdint>

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

}  // namespace mmc::codes
