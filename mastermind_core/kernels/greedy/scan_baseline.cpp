#include "scan_loops.hpp"

namespace mmc {

const Scan kScanBaseline{"baseline", code_keys, code_sums, pairs_sum, pairs_max, count};

}  // namespace mmc
