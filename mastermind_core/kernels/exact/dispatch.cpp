// Which of the compiled loops to run: what the greedy kernels run, so that one switch forces both.
#include <cstring>

#include "greedy/scan.hpp"
#include "scan.hpp"

namespace mmc::exact {

const Loops& loops() {
#if defined(__x86_64__) || (defined(_MSC_VER) && defined(_M_X64))
    if (std::strcmp(mmc::scan().name, "avx2") == 0) {
#if defined(__GNUC__) || defined(__clang__)
        if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vbmi") &&
            __builtin_cpu_supports("avx512bitalg")) {
            static const Loops wide{kScanAvx512, kLoopsAvx2.fingerprint};
            return wide;
        }
#endif
        return kLoopsAvx2;
    }
#endif
    return kLoopsBaseline;
}

}  // namespace mmc::exact
