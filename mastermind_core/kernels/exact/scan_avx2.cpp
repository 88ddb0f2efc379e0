// Compiled for AVX2 if the compiler supports it; otherwise this file is empty. It includes nothing with functions of
// external linkage: the linker might use the copies made here on every processor.
#if defined(__AVX2__)

#include <immintrin.h>

#include <cstring>

#include "scan.hpp"

namespace mmc::exact {
namespace {

inline __m256i load(const void* from) { return _mm256_loadu_si256(static_cast<const __m256i*>(from)); }

inline void store(void* to, __m256i values) { _mm256_storeu_si256(static_cast<__m256i*>(to), values); }

void fingerprint(const uint8_t* rows, size_t stride, const uint16_t* members, size_t n, uint32_t* high,
                 uint32_t* low, uint8_t* differs) {
    for (size_t g = 0; g < stride; g += 32) {
        const uint8_t* column = rows + g;
        const __m256i head = load(column + members[0] * stride);
        __m256i a[4] = {}, b[4] = {}, d = _mm256_setzero_si256();
        for (size_t i = 0; i < n; ++i) {
            const uint8_t* row = column + members[i] * stride;
            const uint64_t number = place_number(i);
            const __m256i x = _mm256_set1_epi32(static_cast<int>(number >> 32));
            const __m256i y = _mm256_set1_epi32(static_cast<int>(number));
            const __m256i all = load(row);
            d = _mm256_or_si256(d, _mm256_xor_si256(all, head));
            for (int k = 0; k < 4; ++k) {
                const __m256i v =
                    _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(row + 8 * k)));
                a[k] = _mm256_add_epi32(a[k], _mm256_mullo_epi32(v, x));
                b[k] = _mm256_add_epi32(b[k], _mm256_mullo_epi32(v, y));
            }
        }
        for (int k = 0; k < 4; ++k) {
            store(high + g + 8 * k, a[k]);
            store(low + g + 8 * k, b[k]);
        }
        store(differs + g, d);
    }
}

// A table look-up maps 16 score values to one bit of two bytes; "or" collects the bits, and a bit count ends it.
inline __m256i count_bits(__m256i x) {
    const __m256i nibble = _mm256_set1_epi8(15);
    const __m256i ones =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    return _mm256_add_epi8(_mm256_shuffle_epi8(ones, _mm256_and_si256(x, nibble)),
                           _mm256_shuffle_epi8(ones, _mm256_and_si256(_mm256_srli_epi16(x, 4), nibble)));
}

// Copies of the values of some guesses, because values that are far apart share few lines of the cache.
constexpr size_t kTile = 256;
using Tile = uint8_t[kTile][kLane];

// Copies the values of 64 guesses, and fetches those of guesses further on: each member is on another page.
inline void copy(const uint8_t* column, size_t stride, const uint16_t* members, size_t n, Tile& tile) {
    for (size_t i = 0; i < n; ++i) {
        const uint8_t* const values = column + members[i] * stride;
        _mm_prefetch(reinterpret_cast<const char*>(values + 2 * kLane), _MM_HINT_T0);
        std::memcpy(tile[i], values, kLane);
    }
}

// Counts the members that differ from all before them, 64 guesses at a time: two chains of operations.
inline void count_apart(const uint8_t* rows, size_t stride, const uint16_t* members, size_t n, uint8_t* parts) {
    alignas(kLane) Tile tile;
    for (size_t first = 0; first < stride; first += 64) {
        copy(rows + first, stride, members, n, tile);
        __m256i low = _mm256_set1_epi8(static_cast<char>(n));
        __m256i high = low;
        for (size_t i = 0; i < n; ++i) {
            const __m256i x = load(tile[i]);
            const __m256i y = load(tile[i] + 32);
            __m256i a = _mm256_setzero_si256();
            __m256i b = a;
            for (size_t j = 0; j < i; ++j) {
                a = _mm256_or_si256(a, _mm256_cmpeq_epi8(x, load(tile[j])));
                b = _mm256_or_si256(b, _mm256_cmpeq_epi8(y, load(tile[j] + 32)));
            }
            low = _mm256_add_epi8(low, a);  // minus one if it was seen before
            high = _mm256_add_epi8(high, b);
        }
        store(parts + first, low);
        store(parts + first + 32, high);
    }
}

// A look-up with bit 7 set gives zero, otherwise the bit of the low four bits of a value.
inline __m256i low_bits() {
    return _mm256_broadcastsi128_si256(_mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0));
}

inline __m256i high_bits() { return _mm256_permute4x64_epi64(low_bits(), 0xb1); }

// Counts distinct values of 64 guesses at a time, 16 values at a time. Games with four holes have 14 scores: values that
// are all below 16 need no range. The first pass over some guesses fetches or copies the values.
template <bool kFew, bool kCopied>
void count_values(const uint8_t* rows, size_t stride, const uint16_t* members, size_t n, int n_scores, uint8_t* parts) {
    const __m256i low = low_bits();
    const __m256i high = high_bits();
    const __m256i top = _mm256_set1_epi8(0x70);
    alignas(kLane) Tile tile;
    for (size_t first = 0; first < stride; first += 64) {
        __m256i total[2] = {};
        if (kCopied) copy(rows + first, stride, members, n, tile);
        for (int base = 0; base < n_scores; base += 16) {
            const __m256i start = _mm256_set1_epi8(static_cast<char>(base));
            __m256i a[2] = {};
            __m256i b[2] = {};
            for (size_t i = 0; i < n; ++i) {
                const uint8_t* const column = kCopied ? tile[i] : rows + first + members[i] * stride;
                if (!kCopied && base == 0) _mm_prefetch(reinterpret_cast<const char*>(column + 2 * kLane), _MM_HINT_T0);
                for (int s = 0; s < 2; ++s) {
                    const __m256i value = load(column + 32 * s);
                    // The saturating add leaves bit 7 clear only for values of 0 to 15 above the base.
                    const __m256i x = kFew ? value : _mm256_adds_epu8(_mm256_sub_epi8(value, start), top);
                    a[s] = _mm256_or_si256(a[s], _mm256_shuffle_epi8(low, x));
                    b[s] = _mm256_or_si256(b[s], _mm256_shuffle_epi8(high, x));
                }
            }
            for (int s = 0; s < 2; ++s) {
                const __m256i found = _mm256_add_epi8(count_bits(a[s]), count_bits(b[s]));
                total[s] = _mm256_add_epi8(total[s], found);
            }
        }
        for (int s = 0; s < 2; ++s) store(parts + first + 32 * s, total[s]);
    }
}

void scan(const uint8_t* rows, size_t stride, const uint16_t* members, size_t n, int n_scores, uint8_t* parts) {
    if (n_scores <= 16) return count_values<true, false>(rows, stride, members, n, n_scores, parts);
    if (n <= most_compared(n_scores)) return count_apart(rows, stride, members, n, parts);
    if (n <= kTile) return count_values<false, true>(rows, stride, members, n, n_scores, parts);
    count_values<false, false>(rows, stride, members, n, n_scores, parts);
}

}  // namespace

const Loops kLoopsAvx2{scan, fingerprint};

}  // namespace mmc::exact

#endif
