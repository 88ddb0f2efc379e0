// The loops for any processor, and the choice of loops for the current one.
#include <algorithm>
#include <atomic>

#include "scan_loops.hpp"

#if defined(_MSC_VER) && defined(_M_X64)
#include <intrin.h>
#endif

namespace mmc {

const Scan kScanBaseline{code_keys, code_sums, pairs_sum, pairs_max, count, clear_sums, sum_weights, power_logs};

namespace {

#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)
#define MMC_HAS_AVX2_FILE 1
bool has_avx2() { return __builtin_cpu_supports("avx2"); }
#elif defined(_MSC_VER) && defined(_M_X64)
#define MMC_HAS_AVX2_FILE 1
bool has_avx2() {
    int info[4];
    __cpuid(info, 1);
    const bool saves = (info[2] & (1 << 27)) && (info[2] & (1 << 28)) && (_xgetbv(0) & 6) == 6;
    __cpuidex(info, 7, 0);
    return saves && (info[1] & (1 << 5));
}
#endif

Vectors best() {
#if defined(MMC_HAS_AVX2_FILE)
    return has_avx2() ? Vectors::avx2 : Vectors::baseline;
#else
    return Vectors::baseline;
#endif
}

std::atomic<Vectors> chosen{best()};

}  // namespace

Vectors vectors() { return chosen.load(std::memory_order_relaxed); }

void limit_vectors(Vectors most) { chosen = std::min(most, best()); }

const Scan& scan() {
#if defined(MMC_HAS_AVX2_FILE)
    if (vectors() != Vectors::baseline) return kScanAvx2;
#endif
    return kScanBaseline;
}

}  // namespace mmc
