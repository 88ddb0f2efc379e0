#include "watch.hpp"

namespace mmc::exact {
namespace {

constexpr auto kGrace = std::chrono::milliseconds(200);       // for a tree after Ctrl-C
constexpr auto kReportEvery = std::chrono::milliseconds(100);

}  // namespace

void Watch::keep_back(Clock::duration time) {
    if (deadline_ == Clock::time_point::max()) return;
    deadline_ -= std::min(time, (deadline_ - std::min(Clock::now(), deadline_)) / 2);
}

void Watch::salvage() {
    const Options& options = common_.options;
    common_.phase = Phase::salvaging;
    grace_ = options.deadline;
    if (options.stop && options.stop->load()) grace_ = std::min(grace_, Clock::now() + kGrace);
}

bool Watch::poll() {
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

void Watch::look_at_the_clock() {
    const auto now = Clock::now();
    if (now > deadline_) common_.stop();
    if (!common_.options.progress || now - last_report_ <= kReportEvery) return;
    last_report_ = now;
    const auto held = common_.team.lock();
    const Root& root = common_.at_root;
    common_.options.progress({root.best, root.bound, std::min(root.done, root.total), root.total, common_.nodes});
}

}  // namespace mmc::exact
