// Work that recurses as deep as a game may last, on a stack that is large enough for it.
#pragma once

#include <cstddef>
#include <functional>

namespace mmc::exact {

// Runs `work` in a thread of its own and returns when it is done; until then calls `meanwhile` from the
// caller's thread every tenth of a second. What `work` throws is thrown here; `meanwhile` throws nothing.
void run_deep(size_t stack_bytes, const std::function<void()>& work, const std::function<void()>& meanwhile);

}  // namespace mmc::exact
