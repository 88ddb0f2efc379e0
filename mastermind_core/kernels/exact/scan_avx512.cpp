// Compiled for AVX-512 with the permutation of bytes where the compiler has it; elsewhere this file is empty. It
// includes nothing with functions of external linkage, as scan_avx2.cpp does not.
#if defined(__AVX512VBMI__) && defined(__AVX512BITALG__)

#include <immintrin.h>

#include "scan.hpp"

namespace mmc::exact {
namespace {

// bits(k) gives a value from 8 k to 8 k + 7 its bit of a byte, and each other one below 64 zero.
struct Bits {
    alignas(64) uint8_t of[8][64];
    constexpr Bits() : of{} {
        for (int value = 0; value < 64; ++value) of[value / 8][value] = static_cast<uint8_t>(1 << value % 8);
    }
};

constexpr Bits kBits;

inline __m512i bits(int k) { return _mm512_load_si512(kBits.of[k]); }

// Counts distinct values from `base` on, 8 * kBytes of them, at most 64, of 64 guesses at a time; from 0 on where these are all there are.
template <int kBytes, bool kAll = false>
inline __m512i count_range(const uint8_t* column, size_t stride, const uint16_t* members, size_t n, int base) {
    __m512i seen[kBytes];
    for (int k = 0; k < kBytes; ++k) seen[k] = _mm512_setzero_si512();
    const __m512i start = _mm512_set1_epi8(static_cast<char>(base)), end = _mm512_set1_epi8(64);
    for (size_t i = 0; i < n; ++i) {
        const __m512i value = _mm512_loadu_si512(column + members[i] * stride);
        const __m512i x = kAll ? value : _mm512_sub_epi8(value, start);
        const __mmask64 inside = kAll ? ~__mmask64{0} : _mm512_cmplt_epu8_mask(x, end);
        for (int k = 0; k < kBytes; ++k)
            seen[k] = _mm512_or_si512(seen[k], _mm512_maskz_permutexvar_epi8(inside, x, bits(k)));
    }
    __m512i total = _mm512_setzero_si512();
    for (int k = 0; k < kBytes; ++k) total = _mm512_add_epi8(total, _mm512_popcnt_epi8(seen[k]));
    return total;
}

inline __m512i count_some(const uint8_t* column, size_t stride, const uint16_t* members, size_t n, int base,
                          int values) {
    if (values <= 32) return count_range<4>(column, stride, members, n, base);
    return count_range<8>(column, stride, members, n, base);
}

inline __m512i count_all(const uint8_t* column, size_t stride, const uint16_t* members, size_t n, int n_scores) {
    if (n_scores <= 24) return count_range<3, true>(column, stride, members, n, 0);
    if (n_scores <= 64) return count_range<8, true>(column, stride, members, n, 0);
    __m512i total = _mm512_setzero_si512();
    for (int base = 0; base < n_scores; base += 64)
        total = _mm512_add_epi8(total, count_some(column, stride, members, n, base, n_scores - base));
    return total;
}

void scan(const uint8_t* rows, size_t stride, const uint16_t* members, size_t n, int n_scores, uint8_t* parts) {
    if (n_scores <= 16) return kLoopsAvx2.scan(rows, stride, members, n, n_scores, parts);  // as fast, and cooler
    for (size_t first = 0; first < stride; first += 64)
        _mm512_storeu_si512(parts + first, count_all(rows + first, stride, members, n, n_scores));
}

}  // namespace

const ScanFunction kScanAvx512 = scan;

}  // namespace mmc::exact

#endif
