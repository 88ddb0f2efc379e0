// The guess that a criterion chooses for a set of candidates, or the best few of them.
#pragma once

#include "kept_order.hpp"
#include "weigher.hpp"

namespace mmc {

class Chooser final : Weigher {
public:
    Chooser(const Scores& scores, Source& source, const Criterion& criterion,
            const MaybeWinners& winners, Pulse& pulse);

    // Returns a position in the order, -1 where no guess is allowed. `among`, ascending, must hold
    // the first position of every kind of guess, if it is given.
    int64_t choose(std::span<const uint32_t> candidates,
                   const std::vector<uint32_t>* among = nullptr);

private:
    struct Level {
        Costed first;
        int64_t win;
    };

    void take(Costed&& one, bool may_win) override;
    bool enter_level(Costed&& one, bool may_win);
    void collect_winners(std::span<const uint32_t> candidates);
    void aim();

    const MaybeWinners& winners_;
    size_t wanted_;
    const bool may_end_;
    bool strict_ = false;
    std::vector<Level> levels_;
    std::vector<uint32_t> winning_;
};

// The best few guesses, each of them different from the others.
class Ranker final : Weigher {
public:
    Ranker(const Scores& scores, Source& source, const Criterion& criterion, size_t width, Pulse& pulse);

    // Returns guesses in the order (cost, not may-win, position), those that split alike once.
    std::vector<uint32_t> rank(std::span<const uint32_t> candidates);

private:
    struct Entry {
        Costed one;
        bool may_win;
        uint64_t hash = 0;
        std::vector<uint8_t> blocks = {};  // two bytes a candidate where scores are wide
    };

    void take(Costed&& one, bool may_win) override;
    bool before(Entry& a, Entry& b);
    template <class Id>
    void find_ends(const std::vector<Id>& ids);
    template <class Id>
    void name_blocks(Entry& entry);

    size_t width_;
    std::vector<Entry> entries_;
    std::vector<int32_t> names_;
    // Of each score of one guess: whether the game is over with it, and the goal of its candidates.
    std::vector<uint8_t> over_;
    std::vector<uint32_t> goal_;
};

}  // namespace mmc
