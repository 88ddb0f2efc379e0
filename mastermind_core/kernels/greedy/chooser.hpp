// The guess that a criterion chooses for a set of candidates.
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
        int64_t cost;
        int64_t first, win;
        std::vector<uint32_t> sizes;
    };

    void take(int64_t position, int64_t cost, bool may_win, std::vector<uint32_t>& sizes) override;
    bool enter_level(int64_t position, int64_t cost, bool may_win, std::vector<uint32_t>& sizes);
    void collect_winners(std::span<const uint32_t> candidates);
    void aim();

    const MaybeWinners& winners_;
    size_t wanted_;
    bool strict_ = false;
    std::vector<Level> levels_;
    std::vector<uint32_t> winning_;
};

}  // namespace mmc
