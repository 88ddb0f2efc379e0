// The guess that a rule chooses for a set of candidates.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "costs.hpp"
#include "scan.hpp"
#include "source.hpp"

namespace mmc {

struct Rule {
    const Costs& costs;
    std::span<const uint32_t> order;
    bool candidates_only;
    size_t win_levels;
};

// For each secret the positions in the order of the guesses that it answers with a final score.
struct Winners {
    std::vector<uint32_t> first, positions;
};

// Nothing where they are too many to be of use, or too dear to find.
std::optional<Winners> find_winners(const Scores& scores, std::span<const uint32_t> order);

class Chooser {
public:
    Chooser(const Scores& scores, Source& source, const Rule& rule,
            const std::optional<Winners>& winners, Pulse& pulse);

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
    // A cheap lower bound of the cost of a small set, as weights for Scan::pairs_sum.
    struct Filter {
        bool ready = false;
        uint16_t weights[16];
        int64_t least;
        int shift;
    };

    void collect_winners(std::span<const uint32_t> candidates);
    void pass(const uint32_t* positions, size_t count);
    void small_chunk(size_t at, const uint32_t* positions, int lanes);
    void large_chunk(size_t at, const uint32_t* positions, int lanes);
    template <class Count>
    void weigh_lanes(const Count* counts, size_t value_step, size_t lane_step, size_t at,
                     const uint32_t* positions, int lanes);
    template <class CountOf>
    void enter(int64_t position, int64_t cost, CountOf count_of);
    uint32_t filter(const uint8_t* const* rows);
    const Filter& filter_for(size_t n);
    bool only_less() const;
    bool finished() const;
    int64_t limit() const;

    const Scores& scores_;
    Source& source_;
    const Rule& rule_;
    const std::optional<Winners>& winners_;
    Pulse& pulse_;
    const Scan& scan_;
    std::vector<bool> final_value_;
    std::vector<size_t> final_values_;

    size_t n_ = 0, wanted_;
    bool strict_ = false;
    int64_t perfect_ = 0;
    std::vector<Level> levels_;
    std::vector<uint32_t> winning_;
    std::vector<Filter> filters_;
    std::vector<uint8_t> bytes_;
    std::vector<uint32_t> totals_;
};

}  // namespace mmc
