// Compiled for AVX-512 with byte permutation if the compiler supports it; otherwise this file is empty. Like
// scan_avx2.cpp, it includes nothing with functions of external linkage.
#if defined(__AVX512VBMI__) && defined(__AVX512BITALG__)

#include <immintrin.h>

#include "scan.hpp"

namespace mmc::exact {
namespace {

// bits(k) maps a value from 8 k to 8 k + 7 to its bit of a byte, and every other value below 64 to zero.
struct Bits {
    alignas(64) uint8_t of[8][64];
    constexpr Bits() : of{} {
        for (int value = 0; value < 64; ++value) of[value / 8][value] = static_cast<uint8_t>(1 << value % 8);
    }
};

constexpr Bits kBits;

inline __m512i bits(int k) { return _mm512_load_si512(kBits.of[k]); }

template <size_t kBytes>
inline __m512i count_bits(const __m512i (&seen)[kBytes]) {
    __m512i total = _mm512_setzero_si512();
    for (const __m512i& some : seen) total = _mm512_add_epi8(total, _mm512_popcnt_epi8(some));
    return total;
}

// Counts distinct values from `base` on, 64 values, for 64 guesses at a time.
inline __m512i count_range(const uint8_t* column, size_t stride, const uint16_t* members, size_t n, int base) {
    __m512i seen[8];
    for (__m512i& some : seen) some = _mm512_setzero_si512();
    const __m512i start = _mm512_set1_epi8(static_cast<char>(base)), end = _mm512_set1_epi8(64);
    for (size_t i = 0; i < n; ++i) {
        const __m512i x = _mm512_sub_epi8(_mm512_loadu_si512(column + members[i] * stride), start);
        const __mmask64 inside = _mm512_cmplt_epu8_mask(x, end);
        for (int k = 0; k < 8; ++k) seen[k] = _mm512_or_si512(seen[k], _mm512_maskz_permutexvar_epi8(inside, x, bits(k)));
    }
    return count_bits(seen);
}

// Counts values below 8 * kBytes, at most 64, from a guess on, kLines times 64 guesses at a time; returns the guess at
// which fewer are left. With several lines, those of a later member are prefetched.
template <int kBytes, int kLines>
inline size_t count_lines(const uint8_t* rows, size_t first, size_t stride, const uint16_t* members, size_t n, uint8_t* parts) {
    constexpr size_t kAhead = 16;
    for (; first + 64 * kLines <= stride; first += 64 * kLines) {
        __m512i seen[kLines][kBytes];
        for (auto& line : seen)
            for (__m512i& some : line) some = _mm512_setzero_si512();
        for (size_t i = 0; i < n; ++i) {
            const uint8_t* const column = rows + first + members[i] * stride;
            const uint8_t* const later = rows + first + members[i + kAhead < n ? i + kAhead : n - 1] * stride;
            for (int l = 0; l < kLines; ++l) {
                if (kLines > 1) _mm_prefetch(reinterpret_cast<const char*>(later + 64 * l), _MM_HINT_T0);
                const __m512i value = _mm512_loadu_si512(column + 64 * l);
                // GCC 12 warns of the variant without a mask.
                for (int k = 0; k < kBytes; ++k)
                    seen[l][k] = _mm512_or_si512(seen[l][k], _mm512_maskz_permutexvar_epi8(~__mmask64{0}, value, bits(k)));
            }
        }
        for (int l = 0; l < kLines; ++l) _mm512_storeu_si512(parts + first + 64 * l, count_bits(seen[l]));
    }
    return first;
}

// Several lines at once if the members span more pages than the TLB holds.
template <int kBytes, int kLines>
inline void count_few(const uint8_t* rows, size_t stride, const uint16_t* members, size_t n, uint8_t* parts) {
    constexpr size_t kMany = 1536;
    const size_t first = n < kMany ? 0 : count_lines<kBytes, kLines>(rows, 0, stride, members, n, parts);
    count_lines<kBytes, 1>(rows, first, stride, members, n, parts);
}

void scan(const uint8_t* rows, size_t stride, const uint16_t* members, size_t n, int n_scores, uint8_t* parts) {
    if (n_scores <= 16 || (n_scores > 64 && n <= most_compared(n_scores)))
        return kLoopsAvx2.scan(rows, stride, members, n, n_scores, parts);  // as fast, and cooler
    if (n_scores <= 32) return count_few<4, 4>(rows, stride, members, n, parts);
    if (n_scores <= 64) return count_few<8, 2>(rows, stride, members, n, parts);
    for (size_t first = 0; first < stride; first += 64) {
        __m512i total = _mm512_setzero_si512();
        for (int base = 0; base < n_scores; base += 64)
            total = _mm512_add_epi8(total, count_range(rows + first, stride, members, n, base));
        _mm512_storeu_si512(parts + first, total);
    }
}

}  // namespace

const ScanFunction kScanAvx512 = scan;

}  // namespace mmc::exact

#endif
