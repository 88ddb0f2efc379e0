// Compiled for AVX2 where the compiler has it; elsewhere this file is empty. It includes nothing with
// functions of external linkage: the linker might keep the copies made here for every processor.
#if defined(__AVX2__)

#include <immintrin.h>

#include "scan.hpp"

namespace mmc::exact {
namespace {

void fingerprint(const uint8_t* rows, size_t stride, const uint16_t* members, size_t n, uint32_t* high,
                 uint32_t* low, uint8_t* differs) {
    for (size_t g = 0; g < stride; g += 32) {
        const uint8_t* column = rows + g;
        const __m256i head = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(column + members[0] * stride));
        __m256i a[4] = {}, b[4] = {}, d = _mm256_setzero_si256();
        for (size_t i = 0; i < n; ++i) {
            const uint8_t* row = column + members[i] * stride;
            const uint64_t number = place_number(i);
            const __m256i x = _mm256_set1_epi32(static_cast<int>(number >> 32));
            const __m256i y = _mm256_set1_epi32(static_cast<int>(number));
            const __m256i all = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(row));
            d = _mm256_or_si256(d, _mm256_xor_si256(all, head));
            for (int k = 0; k < 4; ++k) {
                const __m256i v = _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(row + 8 * k)));
                a[k] = _mm256_add_epi32(a[k], _mm256_mullo_epi32(v, x));
                b[k] = _mm256_add_epi32(b[k], _mm256_mullo_epi32(v, y));
            }
        }
        for (int k = 0; k < 4; ++k) {
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(high + g + 8 * k), a[k]);
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(low + g + 8 * k), b[k]);
        }
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(differs + g), d);
    }
}

// A table look-up turns 16 score values into one bit of two bytes; "or" collects them, a bit count ends it.
inline __m256i count_bits(__m256i x) {
    const __m256i nibble = _mm256_set1_epi8(15);
    const __m256i ones = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1,
                                          2, 2, 3, 2, 3, 3, 4);
    return _mm256_add_epi8(_mm256_shuffle_epi8(ones, _mm256_and_si256(x, nibble)),
                           _mm256_shuffle_epi8(ones, _mm256_and_si256(_mm256_srli_epi16(x, 4), nibble)));
}

void scan(const uint8_t* rows, size_t stride, const uint16_t* members, size_t n, int n_scores, uint8_t* parts) {
    const __m256i low = _mm256_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64,
                                         -128, 0, 0, 0, 0, 0, 0, 0, 0);
    const __m256i high = _mm256_permute4x64_epi64(low, 0xb1);
    for (size_t first = 0; first < stride; first += 64) {
        const uint8_t* column = rows + first;
        __m256i total0 = _mm256_setzero_si256(), total1 = total0;
        if (n_scores <= 16) {
            __m256i a0 = total0, b0 = total0, a1 = total0, b1 = total0;
            for (size_t i = 0; i < n; ++i) {
                const auto* p = reinterpret_cast<const __m256i*>(column + members[i] * stride);
                const __m256i x0 = _mm256_loadu_si256(p), x1 = _mm256_loadu_si256(p + 1);
                a0 = _mm256_or_si256(a0, _mm256_shuffle_epi8(low, x0));
                b0 = _mm256_or_si256(b0, _mm256_shuffle_epi8(high, x0));
                a1 = _mm256_or_si256(a1, _mm256_shuffle_epi8(low, x1));
                b1 = _mm256_or_si256(b1, _mm256_shuffle_epi8(high, x1));
            }
            total0 = _mm256_add_epi8(count_bits(a0), count_bits(b0));
            total1 = _mm256_add_epi8(count_bits(a1), count_bits(b1));
        } else {
            // The saturating add leaves bit 7 clear only for values 0..15 above the base, and a look-up
            // with bit 7 set gives zero.
            const __m256i lift = _mm256_set1_epi8(0x70);
            for (int base = 0; base < n_scores; base += 16) {
                const __m256i start = _mm256_set1_epi8(static_cast<char>(base));
                __m256i a0 = _mm256_setzero_si256(), b0 = a0, a1 = a0, b1 = a0;
                for (size_t i = 0; i < n; ++i) {
                    const auto* p = reinterpret_cast<const __m256i*>(column + members[i] * stride);
                    const __m256i x0 = _mm256_adds_epu8(_mm256_sub_epi8(_mm256_loadu_si256(p), start), lift);
                    const __m256i x1 = _mm256_adds_epu8(_mm256_sub_epi8(_mm256_loadu_si256(p + 1), start), lift);
                    a0 = _mm256_or_si256(a0, _mm256_shuffle_epi8(low, x0));
                    b0 = _mm256_or_si256(b0, _mm256_shuffle_epi8(high, x0));
                    a1 = _mm256_or_si256(a1, _mm256_shuffle_epi8(low, x1));
                    b1 = _mm256_or_si256(b1, _mm256_shuffle_epi8(high, x1));
                }
                total0 = _mm256_add_epi8(total0, _mm256_add_epi8(count_bits(a0), count_bits(b0)));
                total1 = _mm256_add_epi8(total1, _mm256_add_epi8(count_bits(a1), count_bits(b1)));
            }
        }
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(parts + first), total0);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(parts + first + 32), total1);
    }
}

}  // namespace

const Loops kLoopsAvx2{scan, fingerprint};

}  // namespace mmc::exact

#endif
