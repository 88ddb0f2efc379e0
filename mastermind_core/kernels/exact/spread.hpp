// Work that several threads do part by part.
#pragma once

#include <atomic>
#include <cstddef>

#include "deep.hpp"

namespace mmc::exact {

// Calls `work(part, thread)` once for each part; whoever is free takes the next. The caller is thread 0: it alone
// calls `poll` between parts, which may throw, and then the other threads end with the part that they are at. `work`
// throws nothing.
template <class Work, class Poll>
void spread(size_t threads, size_t stack_bytes, size_t parts, const Work& work, const Poll& poll) {
    std::atomic<size_t> next = 0;
    const auto take = [&](size_t thread, const auto& after) {
        for (size_t part; (part = next.fetch_add(1)) < parts;) {
            work(part, thread);
            after();
        }
    };
    DeepThreads others;  // end before what they work with
    for (size_t thread = 1; thread < threads && thread < parts; ++thread)
        if (!others.start(stack_bytes, [&take, thread] { take(thread, [] {}); })) break;
    try {
        take(0, poll);
    } catch (...) {
        next = parts;
        throw;
    }
}

}  // namespace mmc::exact
