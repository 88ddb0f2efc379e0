// The clock of budgets: the steady clock, or one that a test advances by a fixed step per reading.
#pragma once

#include <atomic>
#include <chrono>

namespace mmc {

struct Clock {
    using duration = std::chrono::steady_clock::duration;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<Clock>;
    static constexpr bool is_steady = true;

    static time_point now() {
        const rep step = step_.load(std::memory_order_relaxed);
        if (step > 0) return time_point(duration(turned_.fetch_add(step, std::memory_order_relaxed) + step));
        return time_point(std::chrono::steady_clock::now().time_since_epoch());
    }

    // A step of 0 restores the steady clock.
    static void turn_by(duration step) {
        turned_ = std::chrono::steady_clock::now().time_since_epoch().count();
        step_ = step.count();
    }

private:
    inline static std::atomic<rep> step_{0}, turned_{0};
};

}  // namespace mmc
