// The threads of one search: idle ones, and splits that they can join.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <vector>

#include "transposition_table.hpp"
#include "position.hpp"
#include "shared/check.hpp"

namespace mmc::exact {

// One pass over the guesses of a node that raises them to a target, and the best strategy found.
struct Pass {
    Cost budget = 0;
    Cost target = 0;
    Cost best = kImpossible;
    int depth = 0;
    uint32_t guess = kNoGuess;  // id of the problem
    size_t tried = 0;           // number of guesses tried
    Cost ahead = 0;             // range of bounds of guesses that are opened together
};

// A pass shared by several threads. The owner of the node continues only when the others have left, so they may read
// the owner's frame. The team's mutex guards all mutable data.
struct Split {
    const Node* node;
    Frame* frame;  // of the owner, the thread of the node
    Pass* pass;
    Split* above;       // the split that the owner is working on
    size_t next = 0;    // next open guess
    size_t guests = 0;  // threads other than the owner
};

// One mutex for everything: threads take it about a thousand times per second, and search in between.
class Team {
public:
    explicit Team(size_t threads) : threads_(threads) {}

    size_t threads() const { return threads_; }
    bool anybody_idle() const { return idle_.load(std::memory_order_relaxed) > 0; }
    std::unique_lock<std::mutex> lock() { return std::unique_lock(mutex_); }

    // Waits for started threads; starting may take longer than a short search.
    void wait_until_idle(size_t threads) {
        auto held = lock();
        changed_.wait(held, [&] { return idle_ >= threads; });
    }

    void offer(Split& split) {
        const auto held = lock();
        splits_.push_back(&split);
        changed_.notify_all();
    }

    // Call with the lock: no further thread may join.
    void withdraw(Split& split) { std::erase(splits_, &split); }

    // Call with the lock: waits until there is a split to join below one (null: any), or `over` holds. Returns the
    // split, already joined; null if `over`, or after a timeout if `impatient`.
    template <class Over>
    Split* wait_for_work(std::unique_lock<std::mutex>& held, const Split* above, bool impatient, const Over& over) {
        Split* found = nullptr;
        const auto settled = [&] { return over() || (found = joinable(above)) != nullptr; };
        ++idle_;
        changed_.notify_all();
        if (impatient) changed_.wait_for(held, std::chrono::milliseconds(20), settled);
        else changed_.wait(held, settled);
        --idle_;
        if (over()) return nullptr;
        if (found) ++found->guests;
        return found;
    }

    // Call with the lock.
    void leave(Split& split) {
        MMC_ASSERT(split.guests > 0);
        if (--split.guests == 0) changed_.notify_all();
    }

    void dismiss() {
        const auto held = lock();
        dismissed_ = true;
        changed_.notify_all();
    }

    bool dismissed() const { return dismissed_; }  // call with the lock

    // Stores the exception of a thread; the first thread rethrows it at the end.
    void keep_error() {
        const auto held = lock();
        error_ = std::current_exception();
    }

    void raise() const {
        if (error_) std::rethrow_exception(error_);
    }

private:
    static bool beneath(const Split* split, const Split* above) {
        while (split && split != above) split = split->above;
        return split == above;
    }

    // The largest piece of work: the split nearest to the root.
    Split* joinable(const Split* above) const {
        Split* best = nullptr;
        for (Split* split : splits_)
            if (beneath(split, above) && (!best || split->node->level < best->node->level)) best = split;
        return best;
    }

    const size_t threads_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Split*> splits_;
    std::atomic<size_t> idle_ = 0;
    bool dismissed_ = false;
    std::exception_ptr error_;
};

}  // namespace mmc::exact
