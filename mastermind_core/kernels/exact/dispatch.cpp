// Which of the compiled loops to run: what the greedy kernels run, so that one switch forces both.
#include "greedy/scan.hpp"
#include "scan.hpp"

namespace mmc::exact {

const Loops& loops() {
#if defined(__x86_64__) || (defined(_MSC_VER) && defined(_M_X64))
#if defined(__GNUC__) || defined(__clang__)
    static const Loops wide{kScanAvx512, kLoopsAvx2.fingerprint};
    if (vectors() == Vectors::avx512) return wide;
#endif
    if (vectors() != Vectors::baseline) return kLoopsAvx2;
#endif
    return kLoopsBaseline;
}

}  // namespace mmc::exact
