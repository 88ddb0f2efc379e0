// Work that several threads do part by part.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>

#include "deep.hpp"

namespace mmc::exact {

// Calls `work(part, thread)` once for each part; whoever is free takes the next. The caller is thread 0: it alone
// calls `poll`, between parts and while it waits for the others. What any of them throws ends them all, each with the
// part that it is at, and is thrown here.
template <class Work, class Poll>
void spread(size_t threads, size_t stack_bytes, size_t parts, const Work& work, const Poll& poll) {
    std::atomic<size_t> next = 0, ended = 0;
    std::mutex mutex;
    std::exception_ptr error;
    const auto take = [&](size_t thread, const auto& after) {
        for (size_t part; (part = next.fetch_add(1)) < parts;) {
            work(part, thread);
            after();
        }
    };
    const auto help = [&](size_t thread) {
        try {
            take(thread, [] {});
        } catch (...) {
            const std::lock_guard held(mutex);
            error = std::current_exception();
            next = parts;
        }
        ended.fetch_add(1);
    };
    {
        DeepThreads others;  // end before what they work with
        size_t started = 0;
        while (started + 1 < threads && started + 1 < parts && others.start(stack_bytes, [&help, started] { help(started + 1); }))
            ++started;
        try {
            take(0, poll);
            for (; ended.load() < started; std::this_thread::sleep_for(std::chrono::milliseconds(1))) poll();
        } catch (...) {
            next = parts;
            throw;
        }
    }
    if (error) std::rethrow_exception(error);
}

}  // namespace mmc::exact
