// What guesses cost for a set of candidates, 32 guesses at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "evaluator.hpp"
#include "scan.hpp"
#include "source.hpp"

namespace mmc {

struct Criterion {
    Evaluator& evaluator;
    std::span<const uint32_t> order;
    bool candidates_only;
    size_t win_levels;
};

class Weigher {
public:
    Weigher(const Scores& scores, Source& source, const Criterion& criterion, Pulse& pulse);
    virtual ~Weigher() = default;

protected:
    // The candidates that the next pass is about.
    void begin(std::span<const uint32_t> candidates);

    // Weigh some positions of the order, or the first `count`, against candidates_, until finished_.
    void pass(const uint32_t* positions, size_t count);

    // Called in the order of the pass for every guess of the pool that tells something and costs at most limit_.
    virtual void take(Costed&& one, bool may_win) = 0;

    // The limit where one more guess of this cost is of use, or only a cheaper one.
    int64_t limit_at(int64_t cost, bool only_less) const {
        if (evaluator_.priced()) return INT64_MAX;
        return cost + evaluator_.doubt() - (evaluator_.doubt() == 0 && only_less);
    }

    const Scores& scores_;
    Source& source_;
    const Criterion& criterion_;
    Evaluator& evaluator_;
    std::span<const uint32_t> candidates_;
    size_t n_ = 0;
    int64_t limit_ = INT64_MAX;
    bool finished_ = false;

private:
    // A cheap lower bound of the cost of a small set, as weights for Scan::pairs_sum.
    struct Filter {
        bool ready = false;
        uint16_t weights[16];
        int64_t least;
        int shift;
    };

    void weighing_pass(const uint32_t* positions, size_t count);
    void weigh_one(size_t position);
    uint32_t worth_weighing();
    void small_chunk(size_t at, const uint32_t* positions, int lanes);
    void large_chunk(size_t at, const uint32_t* positions, int lanes);
    // The count of values[k] in a lane is at counts[lane * lane_step + p * value_step], where p is
    // places[k], or k without places.
    template <class Count>
    void weigh_lanes(const Count* counts, const uint8_t* places, size_t value_step,
                     size_t lane_step, size_t at, const uint32_t* positions, int lanes);
    template <class CountOf>
    void enter(int64_t position, int64_t cost, CountOf count_of);
    uint32_t filter(const uint8_t* const* rows);
    const Filter& filter_for(size_t n);

    Pulse& pulse_;
    const Scan& scan_;
    std::vector<size_t> final_values_;
    std::vector<Filter> filters_;
    std::vector<uint8_t> bytes_;
    std::vector<uint32_t> totals_;
};

}  // namespace mmc
