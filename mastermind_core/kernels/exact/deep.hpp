// Recursion as deep as the longest game, on a sufficiently large stack.
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

// Calls `work(part, thread)` once per part; each free thread takes the next part. The caller is thread 0; only it calls
// `poll`, between parts and while it waits for the others. An exception of any thread ends all of them after their
// current parts, and is rethrown here.
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
        DeepThreads others;  // destroyed before the data that they use
        size_t started = 0;
        while (started + 1 < threads && started + 1 < parts && others.start(stack_bytes, [&help, started] { help(started + 1); }))
            ++started;
        take(0, poll);
        for (; ended.load() < started; std::this_thread::sleep_for(std::chrono::milliseconds(1))) poll();
    }
    if (error) std::rethrow_exception(error);
}

}  // namespace mmc::exact
