// The loops of scan.hpp. The file for each type of processor includes this text into its own namespace.

#include "lanes.hpp"
#include "scan.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace {

using mmc::CodeKey;
using mmc::kLanes;
using mmc::kPairs;

void code_keys(const uint8_t* places, const uint8_t* counts, size_t stride, const CodeKey* keys, size_t n_keys,
               uint8_t* out) {
    for (size_t k = 0; k < n_keys; ++k) {
        const CodeKey key = keys[k];
        const Lanes black = equal(load(places + key.hole * stride), splat(key.colour)) & splat(16);
        const Lanes both = at_least(load(counts + key.colour * stride), splat(key.nth)) & splat(1);
        store(out + k * kLanes, black + both);
    }
}

template <size_t Holes>
void sums(const uint8_t* key_rows, const uint16_t* picks, size_t holes, size_t n, uint8_t* out) {
    const size_t width = Holes ? Holes : holes;
    for (size_t i = 0; i < n; ++i, picks += width) {
        Lanes sum = load(key_rows + size_t{picks[0]} * kLanes);
        for (size_t h = 1; h < width; ++h) sum += load(key_rows + size_t{picks[h]} * kLanes);
        store(out + i * kLanes, sum);
    }
}

void code_sums(const uint8_t* key_rows, const uint16_t* picks, size_t holes, size_t n, uint8_t* out) {
    constexpr decltype(&sums<0>) kSums[] = {sums<0>, sums<0>, sums<0>, sums<3>, sums<4>, sums<5>, sums<6>};
    kSums[holes < 7 ? holes : 0](key_rows, picks, holes, n, out);
}

// Calls take(rank) for every candidate. Four at a time share the loads of the previous candidates.
template <class Take>
MMC_INLINE void each_rank(const uint8_t* const* rows, int n, Take take) {
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        const Lanes a = load(rows[i]);
        const Lanes b = load(rows[i + 1]);
        const Lanes c = load(rows[i + 2]);
        const Lanes d = load(rows[i + 3]);
        Lanes ra = splat(0);
        Lanes rb = Lanes{} - equal(a, b);
        Lanes rc = Lanes{} - equal(a, c) - equal(b, c);
        Lanes rd = Lanes{} - equal(a, d) - equal(b, d) - equal(c, d);
        for (int j = 0; j < i; ++j) {
            const Lanes before = load(rows[j]);
            ra -= equal(before, a);
            rb -= equal(before, b);
            rc -= equal(before, c);
            rd -= equal(before, d);
        }
        take(ra);
        take(rb);
        take(rc);
        take(rd);
    }
    for (; i < n; ++i) {
        const Lanes a = load(rows[i]);
        Lanes rank = splat(0);
        for (int j = 0; j < i; ++j) rank -= equal(load(rows[j]), a);
        take(rank);
    }
}

#if defined(__AVX2__)

uint32_t pairs_sum(const uint8_t* const* rows, int n, const uint16_t* weights, uint16_t limit) {
    alignas(16) uint8_t low[16], high[16];
    for (int r = 0; r < 16; ++r) {
        low[r] = static_cast<uint8_t>(weights[r] & 255);
        high[r] = static_cast<uint8_t>(weights[r] >> 8);
    }
    const __m256i lows = _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(low)));
    const __m256i highs = _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(high)));
    const __m256i top = _mm256_set1_epi8(15);
    __m256i even = _mm256_setzero_si256();
    __m256i odd = _mm256_setzero_si256();
    each_rank(rows, n, [&](Lanes rank) MMC_INLINE_LAMBDA {
        __m256i r;
        std::memcpy(&r, &rank, sizeof r);
        r = _mm256_min_epu8(r, top);
        const __m256i lo = _mm256_shuffle_epi8(lows, r);
        const __m256i hi = _mm256_shuffle_epi8(highs, r);
        even = _mm256_add_epi16(even, _mm256_unpacklo_epi8(lo, hi));
        odd = _mm256_add_epi16(odd, _mm256_unpackhi_epi8(lo, hi));
    });
    const __m256i most = _mm256_set1_epi16(static_cast<short>(limit));
    even = _mm256_cmpeq_epi16(_mm256_min_epu16(even, most), even);
    odd = _mm256_cmpeq_epi16(_mm256_min_epu16(odd, most), odd);
    // Packing reverses the unpacking: within each half, first the low lanes, then the high ones.
    return static_cast<uint32_t>(_mm256_movemask_epi8(_mm256_packs_epi16(even, odd)));
}

#else

uint32_t pairs_sum(const uint8_t* const* rows, int n, const uint16_t* weights, uint16_t limit) {
    uint16_t sum[kLanes] = {};
    each_rank(rows, n, [&](Lanes rank) {
        uint8_t ranks[kLanes];
        store(ranks, rank);
        for (int lane = 0; lane < kLanes; ++lane)
            sum[lane] = static_cast<uint16_t>(sum[lane] + weights[ranks[lane] < 15 ? ranks[lane] : 15]);
    });
    uint32_t lanes = 0;
    for (int lane = 0; lane < kLanes; ++lane) lanes |= uint32_t{sum[lane] <= limit} << lane;
    return lanes;
}

#endif

uint32_t pairs_max(const uint8_t* const* rows, int n, uint8_t limit) {
    Lanes over = splat(0);
    const Lanes least = splat(static_cast<uint8_t>(limit + 1));
    each_rank(rows, n, [&](Lanes rank) { over -= at_least(rank, least) & splat(1); });
    uint8_t bytes[kLanes];
    store(bytes, over);
    uint32_t lanes = 0;
    for (int lane = 0; lane < kLanes; ++lane) lanes |= uint32_t{bytes[lane] == 0} << lane;
    return lanes;
}

template <int Values>
void count_values(const uint8_t* const* rows, int n, const uint8_t* values, uint8_t* out) {
    Lanes counts[Values], wanted[Values];
    for (int k = 0; k < Values; ++k) {
        counts[k] = splat(0);
        wanted[k] = splat(values[k]);
    }
    for (int i = 0; i < n; ++i) {
        const Lanes score = load(rows[i]);
#if defined(__clang__)
#pragma clang loop unroll(full)
#elif defined(__GNUC__)
#pragma GCC unroll 16
#endif
        for (int k = 0; k < Values; ++k) counts[k] -= equal(score, wanted[k]);
    }
    for (int k = 0; k < Values; ++k) store(out + k * kLanes, counts[k]);
}

constexpr decltype(&count_values<1>) kCounts[] = {
    nullptr,         count_values<1>, count_values<2>, count_values<3>, count_values<4>, count_values<5>,
    count_values<6>, count_values<7>, count_values<8>, count_values<9>, count_values<10>};

void count(const uint8_t* const* rows, int n, const uint8_t* values, int n_values, uint8_t* out) {
    while (n_values > 0) {
        // Two passes of seven are faster than one of ten and one of four.
        const int passes = (n_values + 9) / 10;
        const int now = (n_values + passes - 1) / passes;
        kCounts[now](rows, n, values, out);
        values += now;
        n_values -= now;
        out += now * kLanes;
    }
}

void clear_sums(const uint8_t* values, size_t n_values, uint32_t* sums) {
    for (size_t k = 0; k < n_values; ++k) {
        auto* own = reinterpret_cast<uint8_t*>(sums + size_t{values[k]} * kLanes);
        for (size_t word = 0; word < sizeof *sums; ++word) store(own + word * kLanes, splat(0));
    }
}

void sum_weights(const uint8_t* const* rows, size_t n, const uint32_t* weights, uint32_t* sums) {
    for (size_t i = 0; i < n; ++i) {
        const uint8_t* row = rows[i];
        const uint32_t weight = weights[i];
#if defined(__clang__)
#pragma clang loop unroll(full)
#elif defined(__GNUC__)
#pragma GCC unroll 32
#endif
        for (int lane = 0; lane < kLanes; ++lane) sums[size_t{row[lane]} * kLanes + lane] += weight;
    }
}

// Adds weight * (log2(weight) + plus). log2 is an exponent + t * q(t): weight is (1 + t) times a power of 2, and 1 + t is
// between the square roots of 1/2 and 2. q interpolates at Chebyshev nodes. For weight 0 the logarithm is some finite
// number. Each step is a loop over all lanes, which compilers vectorize.
MMC_INLINE void add_power_logs(const uint32_t* weights, float plus, float* total) {
    constexpr int32_t kRootOfHalf = 0x3f3504f3;
    float weight[kLanes], t[kLanes], log[kLanes];
    int32_t bits[kLanes];
    for (int lane = 0; lane < kLanes; ++lane)
        weight[lane] = static_cast<float>(static_cast<int32_t>(weights[lane]));
    std::memcpy(bits, weight, sizeof bits);
    for (int lane = 0; lane < kLanes; ++lane) {
        const int32_t exponent = (bits[lane] - kRootOfHalf) >> 23;
        bits[lane] -= exponent * (1 << 23);
        log[lane] = static_cast<float>(exponent) + plus;
    }
    std::memcpy(t, bits, sizeof t);
    for (int lane = 0; lane < kLanes; ++lane) {
        const float x = t[lane] - 1.0f;
        float q = 0.17212874f;
        q = q * x - 0.26950628f;
        q = q * x + 0.29563361f;
        q = q * x - 0.35935065f;
        q = q * x + 0.48062915f;
        q = q * x - 0.72136402f;
        q = q * x + 1.44269645f;
        total[lane] += weight[lane] * (log[lane] + x * q);
    }
}

void power_logs(const uint32_t* sums, const uint8_t* values, size_t n_values, float plus, float* out) {
    float total[kLanes] = {};
    for (size_t k = 0; k < n_values; ++k) add_power_logs(sums + size_t{values[k]} * kLanes, plus, total);
    std::memcpy(out, total, sizeof total);
}

}  // namespace
