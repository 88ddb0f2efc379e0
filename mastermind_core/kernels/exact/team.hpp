// Threads that share one search: who is idle, and what is there to join.
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

namespace mmc::exact {

// The guesses of a node that are raised to a target once, and the best strategy that was found on the way.
struct Pass {
    Cost budget = 0, target = 0;
    Cost best = kImpossible;
    int depth = 0;
    uint32_t guess = kNoGuess;  // id of the problem
    size_t tried = 0;  // guesses
    Cost ahead = 0;  // how much further the bounds are of those that are opened together
};

// A pass that several threads go through. The owner, whose node it is, goes on when the others have left, so they may
// read what the owner's frame holds. The team's mutex guards all that changes.
struct Split {
    const Node* node;
    Frame* frame;        // of the owner: the thread whose node it is
    Pass* pass;
    Split* above;        // what the owner is at work on
    size_t next = 0;     // open guess
    size_t guests = 0;   // threads beside the owner
};

// One mutex for everything: threads meet here some thousand times a second, and search in between.
class Team {
public:
    explicit Team(size_t threads) : threads_(threads) {}

    size_t threads() const { return threads_; }
    bool anybody_idle() const { return idle_.load(std::memory_order_relaxed) > 0; }
    std::unique_lock<std::mutex> lock() { return std::unique_lock(mutex_); }

    // Waits for threads that were started: how long that takes is the system's affair, and then a search may be over.
    void wait_until_idle(size_t threads) {
        auto held = lock();
        changed_.wait(held, [&] { return idle_ >= threads; });
    }

    void offer(Split& split) {
        const auto held = lock();
        splits_.push_back(&split);
        changed_.notify_all();
    }

    // With the lock: nobody is let in any more.
    void withdraw(Split& split) { std::erase(splits_, &split); }

    // With the lock: waits until there is a split to join beneath one (null: any), or
    // `over` holds. Returns the split, already joined; null when `over`, or after some time where `impatient`.
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

    // With the lock.
    void leave(Split& split) {
        if (--split.guests == 0) changed_.notify_all();
    }

    void dismiss() {
        const auto held = lock();
        dismissed_ = true;
        changed_.notify_all();
    }

    bool dismissed() const { return dismissed_; }  // with the lock

    // What a thread could not go on for: the first thread throws it when all is over.
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

    // The largest piece of work: what was offered nearest to the root.
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
