// Counts of distinct scores of each guess on a set of secrets, for all guesses at once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "shared/splitmix.hpp"

namespace mmc::exact {

inline constexpr size_t kLane = 64;  // rows are padded to a multiple of this

// Bytes per row of scores: whole lanes, but not a multiple of a page, otherwise all rows would map to the same cache
// sets.
inline size_t stride_of(size_t n_guesses) {
    const size_t stride = (n_guesses + kLane - 1) / kLane * kLane;
    return stride % 4096 == 0 ? stride + kLane : stride;
}

// Up to this many members, comparing all pairs is faster than looking up each score.
static inline constexpr size_t most_compared(int n_scores) { return static_cast<size_t>(n_scores) / 4 + 3; }

// parts[g] = number of distinct values of rows[members[i] * stride + g], i < n, for g < stride.
// stride is a multiple of kLane; every value is < n_scores. parts has stride bytes.
using ScanFunction = void (*)(const uint8_t* rows, size_t stride, const uint16_t* members, size_t n, int n_scores,
                              uint8_t* parts);

// hash[g] (two halves) depends only on the scores of guess g on the members: each score is multiplied by a random
// number of its position. Two different rows agree with probability about 2^-62. differs[g] is nonzero if the row has
// two scores. The arrays have stride entries.
using FingerprintFunction = void (*)(const uint8_t* rows, size_t stride, const uint16_t* members, size_t n,
                                     uint32_t* high, uint32_t* low, uint8_t* differs);

struct Loops {
    ScanFunction scan;
    FingerprintFunction fingerprint;
};

extern const Loops kLoopsAvx2, kLoopsBaseline;

// Odd in both halves.
static inline uint64_t place_number(uint64_t i) { return splitmix64(i * kGolden) | 0x100000001u; }

}  // namespace mmc::exact
