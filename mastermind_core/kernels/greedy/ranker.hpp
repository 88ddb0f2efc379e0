// The best few guesses for a set of candidates, each of them different from the others.
#pragma once

#include "weigher.hpp"

namespace mmc {

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
