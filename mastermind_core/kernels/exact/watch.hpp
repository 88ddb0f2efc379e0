// When a search ends, and what is told of it meanwhile: the budgets of nodes and time, Ctrl-C, and progress.
#pragma once

#include "common.hpp"

namespace mmc::exact {

// The first thread looks at the clock, for all of them; others hear of the end.
class Watch {
public:
    Watch(Common& common, bool first_thread)
        : common_(common),
          first_thread_(first_thread),
          last_report_(first_thread ? Clock::now() : Clock::time_point()),
          deadline_(first_thread ? common.options.deadline : Clock::time_point::max()) {}

    // To be called often: lets another thread be alone where it wants to. True when the search is stopped.
    bool poll();
    // Stops so much before the deadline, to leave time for salvage.
    void keep_back(Clock::duration time);
    // The search was stopped: what it knows may become a tree. Who asked it to stop waits for that; who gave it a time
    // gets it in that time.
    void salvage();
    bool of_first_thread() const { return first_thread_; }

private:
    void look_at_the_clock();

    Common& common_;
    const bool first_thread_;
    Clock::time_point last_report_, deadline_, grace_ = Clock::time_point::max();
};

}  // namespace mmc::exact
