// Recursion as deep as the longest game, on a sufficiently large stack.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace mmc::exact {

// Runs `work` in its own thread and returns when it is done; meanwhile calls `meanwhile` from the caller's thread every
// tenth of a second. Exceptions of `work` are rethrown here; `meanwhile` must not throw.
void run_deep(size_t stack_bytes, const std::function<void()>& work, const std::function<void()>& meanwhile);

// Threads that run until their work ends, as many as the system provides. The destructor waits for them.
class DeepThreads {
public:
    // Starts one more thread. `work` must not throw. Returns false if the system has no more threads.
    bool start(size_t stack_bytes, std::function<void()> work);

private:
    std::vector<std::shared_ptr<std::function<void()>>> running_;  // each function is released when it has ended
};

}  // namespace mmc::exact
