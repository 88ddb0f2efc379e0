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

}  // namespace mmc
