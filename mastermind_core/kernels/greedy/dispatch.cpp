// Which of the compiled loops this processor can run.
#include <atomic>

#include "scan.hpp"

#if defined(_MSC_VER) && defined(_M_X64)
#include <intrin.h>
#endif

namespace mmc {
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

const Scan& best_scan() {
#if defined(MMC_HAS_AVX2_FILE)
    if (has_avx2()) return kScanAvx2;
#endif
    return kScanBaseline;
}

std::atomic<const Scan*> chosen{&best_scan()};

}  // namespace

const Scan& scan() { return *chosen.load(std::memory_order_relaxed); }

void use_baseline_scan(bool baseline) { chosen = baseline ? &kScanBaseline : &best_scan(); }

}  // namespace mmc
