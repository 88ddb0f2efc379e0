// Work sharing among threads at a position.
//
// The first guess of a pass is searched before others are shared, because its cost limits them (young brothers wait
// concept of parallel game-tree search). If the root has few guesses, all threads work together below each. A thread
// takes some guesses at a time and raises them to the current target; its results limit the threads that take the next
// ones.
#include <algorithm>

#include "least_total.hpp"

namespace mmc::exact {

bool LeastTotal::worth_sharing(const Node& node, const Frame& frame, const Pass& pass, size_t next) const {
    const Tuning& tuning = own_.common.problem.tuning;
    if (!shares_ || !own_.common.team.anybody_idle() || node.n < tuning.share_set || pass.tried == 0) return false;
    if (node.is_root() && frame.open.size() <= tuning.many_guesses) return false;
    return next + 1 < frame.open.size();
}

// Processes the rest of a pass with all idle threads. While others finish their guesses, helps them.
void LeastTotal::share(const Node& node, Frame& frame, Pass& pass, size_t next) {
    Split split{&node, &frame, &pass, joined_, next};
    Team& team = own_.common.team;
    const bool first_thread = own_.watch->of_first_thread();
    team.offer(split);
    auto held = team.lock();
    join(split, held);
    team.withdraw(split);
    const auto over = [&] { return split.guests == 0; };
    while (!over()) {
        Split* other = team.wait_for_work(held, &split, first_thread, over);
        if (other) {
            join(*other, held);
            team.leave(*other);
        } else if (first_thread && !over()) {
            held.unlock();
            own_.watch->poll();
            held.lock();
        }
    }
}

void LeastTotal::join(Split& split, std::unique_lock<std::mutex>& held) {
    Split* const before = std::exchange(joined_, &split);
    work_on(split, held);
    joined_ = before;
}

// Takes guesses of a split until none is left.
void LeastTotal::work_on(Split& split, std::unique_lock<std::mutex>& held) {
    struct Taken {
        size_t i;
        uint32_t guess;
        Bound bound;
    };
    Team& team = own_.common.team;
    const Node& node = *split.node;
    Pass& pass = *split.pass;
    auto& open = split.frame->open;
    own_.frame(node.level).reach = split.frame->reach;
    std::vector<Taken> taken;
    for (;;) {
        taken.clear();
        const size_t fair = (open.size() - split.next) / (4 * team.threads());
        const size_t most = std::clamp<size_t>(fair, 1, own_.common.problem.tuning.share_taken);
        for (; split.next < open.size() && taken.size() < most; ++split.next)
            if (open[split.next].cost <= pass.target) taken.push_back({split.next, open[split.next].guess, {}});
        if (taken.empty()) return team.withdraw(split);
        const Cost target = pass.target;
        held.unlock();
        try {
            for (Taken& t : taken) {
                t.bound = refine(node, t.guess, target);
                if (own_.watch->poll()) break;
            }
        } catch (...) {  // out of memory; threads that wait for this one must be notified
            team.keep_error();
            own_.common.stop();
        }
        held.lock();
        if (own_.common.stopped()) return team.withdraw(split);
        for (const Taken& t : taken) settle(node, *split.frame, pass, open[t.i], t.bound);
    }
}

void LeastTotal::help() {
    Team& team = own_.common.team;
    auto held = team.lock();
    while (Split* split = team.wait_for_work(held, nullptr, false, [&] { return team.dismissed(); })) {
        join(*split, held);
        team.leave(*split);
    }
}

}  // namespace mmc::exact
