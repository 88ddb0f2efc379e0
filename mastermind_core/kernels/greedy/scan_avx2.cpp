// The loops for AVX2. The file is empty if the compiler does not support it.
#if defined(__AVX2__)

#include "scan_loops.hpp"

namespace mmc {

const Scan kScanAvx2{code_keys, code_sums, pairs_sum, pairs_max, count, clear_sums, sum_weights, power_logs};

}  // namespace mmc

#endif
