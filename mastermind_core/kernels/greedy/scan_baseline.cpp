#include "scan_loops.hpp"

namespace mmc {

const Scan kScanBaseline{"baseline", code_keys, code_sums, code_pairs, pairs_sum, pairs_max,
                         count, clear_sums, sum_weights, power_logs};

}  // namespace mmc
