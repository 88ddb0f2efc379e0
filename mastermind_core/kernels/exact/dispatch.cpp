// Which of the compiled loops to run: what the greedy kernels run, so that one switch forces both.
#include <cstring>

#include "greedy/scan.hpp"
#include "scan.hpp"

namespace mmc::exact {

const Loops& loops() {
#if defined(__x86_64__) || (defined(_MSC_VER) && defined(_M_X64))
    if (std::strcmp(mmc::scan().name, "avx2") == 0) return kLoopsAvx2;
#endif
    return kLoopsBaseline;
}

}  // namespace mmc::exact
