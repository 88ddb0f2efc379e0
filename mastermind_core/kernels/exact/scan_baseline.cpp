#include <cstring>

#include "scan.hpp"

#if defined(__aarch64__) && (defined(__GNUC__) || defined(__clang__))
#define MMC_EXACT_NEON 1
#include <arm_neon.h>
#endif

namespace mmc::exact {
namespace {

void fingerprint(const uint8_t* rows, size_t stride, const uint16_t* members, size_t n, uint32_t* high,
                 uint32_t* low, uint8_t* differs) {
    for (size_t g = 0; g < stride; g += kLane) {
        const uint8_t* head = rows + g + members[0] * stride;
        uint32_t a[kLane] = {}, b[kLane] = {};
        uint8_t d[kLane] = {};
        for (size_t i = 0; i < n; ++i) {
            const uint8_t* row = rows + g + members[i] * stride;
            const uint64_t number = place_number(i);
            const auto x = static_cast<uint32_t>(number >> 32);
            const auto y = static_cast<uint32_t>(number);
            for (size_t j = 0; j < kLane; ++j) a[j] += x * row[j];
            for (size_t j = 0; j < kLane; ++j) b[j] += y * row[j];
            for (size_t j = 0; j < kLane; ++j) d[j] |= static_cast<uint8_t>(row[j] ^ head[j]);
        }
        std::memcpy(high + g, a, sizeof a);
        std::memcpy(low + g, b, sizeof b);
        std::memcpy(differs + g, d, sizeof d);
    }
}

#ifdef MMC_EXACT_NEON

void scan(const uint8_t* rows, size_t stride, const uint16_t* members, size_t n, int n_scores, uint8_t* parts) {
    const uint8_t bits[24] = {1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t low = vld1q_u8(bits);
    const uint8x16_t high = vld1q_u8(bits + 8);
    for (size_t first = 0; first < stride; first += 16) {
        uint8x16_t total = vdupq_n_u8(0);
        for (int base = 0; base < n_scores; base += 16) {
            uint8x16_t a = vdupq_n_u8(0);
            uint8x16_t b = a;
            const uint8x16_t start = vdupq_n_u8(static_cast<uint8_t>(base));
            for (size_t i = 0; i < n; ++i) {
                const uint8x16_t x = vsubq_u8(vld1q_u8(rows + members[i] * stride + first), start);
                a = vorrq_u8(a, vqtbl1q_u8(low, x));  // an index over 15 gives zero
                b = vorrq_u8(b, vqtbl1q_u8(high, x));
            }
            total = vaddq_u8(total, vaddq_u8(vcntq_u8(a), vcntq_u8(b)));
        }
        vst1q_u8(parts + first, total);
    }
}

#else

// One score at a time, kLane guesses at a time: a compare and an "or" that any compiler vectorizes.
void scan(const uint8_t* rows, size_t stride, const uint16_t* members, size_t n, int n_scores, uint8_t* parts) {
    for (size_t first = 0; first < stride; first += kLane) {
        uint8_t count[kLane] = {};
        for (int score = 0; score < n_scores; ++score) {
            uint8_t seen[kLane] = {};
            const auto value = static_cast<uint8_t>(score);
            for (size_t i = 0; i < n; ++i) {
                const uint8_t* row = rows + members[i] * stride + first;
                for (size_t j = 0; j < kLane; ++j) seen[j] |= static_cast<uint8_t>(row[j] == value);
            }
            for (size_t j = 0; j < kLane; ++j) count[j] = static_cast<uint8_t>(count[j] + seen[j]);
        }
        std::memcpy(parts + first, count, kLane);
    }
}

#endif

}  // namespace

const Loops kLoopsBaseline{scan, fingerprint};

}  // namespace mmc::exact
