// What a set of n candidates is expected to cost: the number of guesses still to make, in fixed point.
//
// Integers throughout: sums of these are exact, so a choice does not hang on the order of summation or on a
// machine's logarithm.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace mmc::codes {

inline constexpr int value_bits = 20;
inline constexpr std::int64_t value_one = std::int64_t{1} << value_bits;

// log2 of numerator / 2^shift, in units of 1 / value_one.
constexpr std::int64_t fixed_log2(std::uint64_t numerator, int shift = 0) {
    const int whole = std::bit_width(numerator) - 1;
    std::uint64_t mantissa = whole >= 31 ? numerator >> (whole - 31) : numerator << (31 - whole);
    std::int64_t result = std::int64_t{whole - shift} << value_bits;
    for (std::int64_t bit = value_one >> 1; bit; bit >>= 1) {
        mantissa = mantissa * mantissa >> 31;
        if (mantissa >> 32) {
            mantissa >>= 1;
            result += bit;
        }
    }
    return result;
}

// Guesses to come for n candidates: exact for one and two; then a curve through measured play, in log2 n.
struct ValueCurve {
    std::int64_t at_four = value_one * 190 / 100;
    std::int64_t per_bit = value_one * 27 / 100;

    std::int64_t mean(std::int64_t log2_n) const {
        const std::int64_t two = value_one * 3 / 2;
        if (log2_n <= 0) return value_one;
        if (log2_n <= value_one) return value_one + (log2_n >> 1);
        if (log2_n <= 2 * value_one) return two + ((at_four - two) * (log2_n - value_one) >> value_bits);
        return at_four + (per_bit * (log2_n - 2 * value_one) >> value_bits);
    }

    // Costs of blocks of 0 .. sample codes, where each stands for population / sample (given in 1/65536) codes.
    std::vector<std::int64_t> block_costs(std::size_t sample, std::uint64_t each_65536 = 65536) const {
        std::vector<std::int64_t> costs(sample + 1);
        for (std::size_t k = 1; k <= sample; ++k)
            costs[k] = static_cast<std::int64_t>(k) * mean(fixed_log2(k * each_65536, 16));
        return costs;
    }
};

}  // namespace mmc::codes
