// Work that recurses as deep as a game may last, on a stack that is large enough for it.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <vector>

namespace mmc::exact {

// Runs `work` in a thread of its own and returns when it is done; until then calls `meanwhile` from the
// caller's thread every tenth of a second. What `work` throws is thrown here; `meanwhile` throws nothing.
void run_deep(size_t stack_bytes, const std::function<void()>& work, const std::function<void()>& meanwhile);

// Threads that do the same work until it ends by itself; as many as the system gives. The destructor waits for them.
class DeepThreads {
public:
    DeepThreads();
    DeepThreads(const DeepThreads&) = delete;
    DeepThreads& operator=(const DeepThreads&) = delete;
    ~DeepThreads();

    // Starts one more. `work` throws nothing. False when the system has none left.
    bool start(size_t stack_bytes, std::function<void()> work);

private:
    struct Running;
    std::vector<std::unique_ptr<Running>> running_;
};

}  // namespace mmc::exact
