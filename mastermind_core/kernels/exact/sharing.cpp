// How threads share the guesses of a position.
//
// The first guess of a pass is worked out before others are shared: what it costs limits them. Of a few guesses at the
// root each is worked out by all together, beneath it. A thread takes some guesses at a time, and raises them to the
// target that it found; what it learns limits who takes the next. (Young brothers wait, as in parallel game search.)
#include <algorithm>

#include "least_total.hpp"

namespace mmc::exact {

bool LeastTotal::worth_sharing(const Node& node, const Frame& frame, const Pass& pass, size_t next) const {
    const Tuning& tuning = own_.common.problem.tuning;
    if (!shares_ || !own_.common.team.anybody_idle() || node.n < tuning.share_set || pass.tried == 0) return false;
    if (node.is_root() && frame.open.size() <= tuning.many_guesses) return false;
    return next + 1 < frame.open.size();
}

// Goes through the rest of a pass with whoever is idle. While others finish what they took, helps them.
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

// Takes guesses of a split as long as there are any.
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
        } catch (...) {  // of memory; whoever waits for this thread has to hear of it
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
