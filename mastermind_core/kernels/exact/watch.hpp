// When a search ends, and what is told of it meanwhile: the budgets of nodes and time, Ctrl-C, and progress.
#pragma once

#include "common.hpp"

namespace mmc::exact {

constexpr auto kGrace = std::chrono::milliseconds(200);       // for a tree after Ctrl-C
constexpr auto kReportEvery = std::chrono::milliseconds(100);

// The first thread looks at the clock, for all of them; others hear of the end.
class Watch {
public:
    Watch(Common& common, bool first_thread)
        : common_(common),
          first_thread_(first_thread),
          last_report_(first_thread ? Clock::now() : Clock::time_point()),
          deadline_(first_thread ? common.options.deadline : Clock::time_point::max()) {}

    // To be called often: lets another thread be alone where it wants to. True when the search is stopped.
    bool poll() {
        common_.team.give_way();
        const Phase phase = common_.phase.load(std::memory_order_relaxed);
        if (phase == Phase::stopped) return true;
        if (!first_thread_) return false;
        if (phase == Phase::salvaging) {
            if (grace_ != Clock::time_point::max() && Clock::now() > grace_) common_.stop();
            return common_.stopped();
        }
        const Options& options = common_.options;
        if (options.stop && options.stop->load(std::memory_order_relaxed)) common_.stop();
        if (phase == Phase::searching && common_.nodes > options.node_limit) common_.stop();
        if (deadline_ != Clock::time_point::max() || options.progress) look_at_the_clock();
        return common_.stopped();
    }

    // Stops so much before the deadline, to leave time for salvage.
    void keep_back(Clock::duration time) {
        if (deadline_ == Clock::time_point::max()) return;
        deadline_ -= std::min(time, (deadline_ - std::min(Clock::now(), deadline_)) / 2);
    }

    // The search was stopped: what it knows may become a tree. Who asked it to stop waits for that; who gave it a time
    // gets it in that time.
    void salvage() {
        const Options& options = common_.options;
        common_.phase = Phase::salvaging;
        grace_ = options.deadline;
        if (options.stop && options.stop->load()) grace_ = std::min(grace_, Clock::now() + kGrace);
    }

    bool of_first_thread() const { return first_thread_; }

private:
    void look_at_the_clock() {
        const auto now = Clock::now();
        if (now > deadline_) common_.stop();
        if (!common_.options.progress || now - last_report_ <= kReportEvery) return;
        last_report_ = now;
        const auto held = common_.team.lock();
        const Root& root = common_.at_root;
        common_.options.progress({root.best, root.bound, std::min(root.done, root.total), root.total, common_.nodes});
    }

    Common& common_;
    const bool first_thread_;
    Clock::time_point last_report_, deadline_, grace_ = Clock::time_point::max();
};

}  // namespace mmc::exact
