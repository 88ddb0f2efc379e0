// Work that recurses as deep as a game may last, on a stack that is large enough for it.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <vector>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

namespace mmc::exact {

// Runs `work` in a thread of its own and returns when it is done; until then calls `meanwhile` from the
// caller's thread every tenth of a second. What `work` throws is thrown here; `meanwhile` throws nothing.
void run_deep(size_t stack_bytes, const std::function<void()>& work, const std::function<void()>& meanwhile);

// Threads that do the same work until it ends by itself; as many as the system gives. The destructor waits for them.
class DeepThreads {
public:
    // Starts one more. `work` throws nothing. False when the system has none left.
    bool start(size_t stack_bytes, std::function<void()> work);

private:
    std::vector<std::shared_ptr<std::function<void()>>> running_;  // let go of what they do when it has ended
};

// Calls `work(part, thread)` once for each part; whoever is free takes the next. The caller is thread 0: it alone
// calls `poll`, between parts and while it waits for the others. What any of them throws ends them all, each with the
// part that it is at, and is thrown here.
template <class Work, class Poll>
void spread(size_t threads, size_t stack_bytes, size_t parts, const Work& work, const Poll& poll) {
    std::atomic<size_t> next = 0, ended = 0;
    std::mutex mutex;
    std::exception_ptr error;
    const auto take = [&](size_t thread, const auto& after) {
        try {
            for (size_t part; (part = next.fetch_add(1)) < parts;) {
                work(part, thread);
                after();
            }
        } catch (...) {
            const std::lock_guard held(mutex);
            error = std::current_exception();
            next = parts;
        }
    };
    const auto help = [&](size_t thread) {
        take(thread, [] {});
        ended.fetch_add(1);
    };
    {
        DeepThreads others;  // end before what they work with
        size_t started = 0;
        while (started + 1 < threads && started + 1 < parts && others.start(stack_bytes, [&help, started] { help(started + 1); }))
            ++started;
        take(0, poll);
        for (; ended.load() < started; std::this_thread::sleep_for(std::chrono::milliseconds(1))) poll();
    }
    if (error) std::rethrow_exception(error);
}

}  // namespace mmc::exact
