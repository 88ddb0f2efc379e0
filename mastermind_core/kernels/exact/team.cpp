// How threads share a search.
#include "team.hpp"

#include "search.hpp"

namespace mmc::exact {
namespace {

constexpr size_t kMostTaken = 8;  // guesses at a time

bool beneath(const Split* split, const Split* above) {
    while (split && split != above) split = split->above;
    return split == above;
}

}  // namespace

Split* Team::joinable(const Split* above) const {
    Split* best = nullptr;
    for (Split* split : splits_) {
        if (!beneath(split, above)) continue;
        if (!best || split->node->level < best->node->level) best = split;
    }
    return best;
}

// The first guess of a pass is worked out before others are shared: what it costs limits them. Of a few guesses at the
// root each is worked out so, by all together beneath it.
bool Search::worth_sharing(const Node& node, const Frame& frame, const Pass& pass, size_t next) const {
    if (!shares_ || !common_->team.anybody_idle() || node.n < tuning.share_set || pass.tried == 0) return false;
    if (node.level == 0 && frame.open.size() <= tuning.many_guesses) return false;
    return next + 1 < frame.open.size();
}

// Goes through the rest of a pass with whoever is idle. While others finish what they took, helps them.
void Search::share(const Node& node, Frame& frame, Pass& pass, size_t next) {
    Split split{&node, this, &frame, &pass, joined_, next};
    Team& team = common_->team;
    team.offer(split);
    auto held = team.lock();
    join(split, held);
    team.withdraw(split);
    const auto over = [&] { return split.guests == 0; };
    while (!over()) {
        Split* other = team.wait_for_work(held, &split, first_thread_, over);
        if (other) {
            join(*other, held);
            team.leave(*other);
        } else if (first_thread_ && !over()) {
            held.unlock();
            poll();
            held.lock();
        }
    }
}

void Search::join(Split& split, std::unique_lock<std::mutex>& held) {
    Split* const before = std::exchange(joined_, &split);
    work_on(split, held);
    joined_ = before;
}

// Takes guesses of a split as long as there are any.
void Search::work_on(Split& split, std::unique_lock<std::mutex>& held) {
    struct Taken {
        size_t i;
        uint32_t guess;
        Bound bound;
    };
    const Node& node = *split.node;
    Pass& pass = *split.pass;
    auto& open = split.frame->open;
    frame(node.level).branch = split.frame->branch;
    std::vector<Taken> taken;
    for (;;) {
        taken.clear();
        const size_t most = std::clamp<size_t>((open.size() - split.next) / (4 * common_->team.threads()), 1, kMostTaken);
        for (; split.next < open.size() && taken.size() < most; ++split.next)
            if (open[split.next].cost <= pass.target) taken.push_back({split.next, open[split.next].guess, {}});
        if (taken.empty()) return common_->team.withdraw(split);
        const Cost target = pass.target;
        held.unlock();
        try {
            for (Taken& t : taken) {
                t.bound = refine(node, t.guess, target);
                if (poll()) break;
            }
        } catch (...) {  // of memory; whoever waits for this thread has to hear of it
            common_->team.keep_error();
            stop();
        }
        held.lock();
        if (stopped()) return common_->team.withdraw(split);
        for (const Taken& t : taken) split.owner->settle(node, *split.frame, pass, t.i, t.bound);
    }
}

// What a thread does that was not asked first.
void Search::help() {
    Team& team = common_->team;
    team.begin_work();
    {
        auto held = team.lock();
        while (Split* split = team.wait_for_work(held, nullptr, false, [&] { return team.dismissed(); })) {
            join(*split, held);
            team.leave(*split);
        }
    }
    team.end_work();
}

}  // namespace mmc::exact
