// The costs of guesses for a set of candidates, 32 guesses at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>
#include <algorithm>
#include <bit>

#include "evaluator.hpp"
#include "scan.hpp"
#include "source.hpp"

namespace mmc {

// With more scores than this, counting by scores is slower than counting by lanes.
constexpr size_t kManyValues = 64;

struct Criterion {
    Evaluator& evaluator;
    std::span<const uint32_t> order;
    bool candidates_only;
    size_t win_levels;
};

class Weigher {
public:
    Weigher(const Scores& scores, Source& source, const Criterion& criterion, Pulse& pulse)
        : scores_(scores),
          source_(source),
          criterion_(criterion),
          evaluator_(criterion.evaluator),
          pulse_(pulse),
          scan_(scan()),
          filters_(kPairs + 1),
          bytes_(256 * kLanes),
          totals_(256 * kLanes) {
        for (size_t k = 0; k < source.values.size(); ++k)
            if (scores.final[source.id_of[source.values[k]]]) final_values_.push_back(k);
    }

    virtual ~Weigher() = default;

protected:
    // Sets the candidates for the following passes.
    void begin(std::span<const uint32_t> candidates) {
        candidates_ = candidates;
        n_ = candidates.size();
        evaluator_.candidates(candidates);
        source_.candidates(evaluator_.counts() ? candidates : evaluator_.own());
    }

    // Evaluates some positions of the order, or the first `count`, against candidates_, until finished_.
    void pass(const uint32_t* positions, size_t count) {
        const bool small = n_ <= kPairs && (!evaluator_.largest() || evaluator_.rising(n_));
        for (size_t at = 0; at < count && !finished_; at += kLanes) {
            const Chunk chunk{at, positions ? positions + at : nullptr,
                              static_cast<int>(std::min<size_t>(kLanes, count - at))};
            if (!evaluator_.counts() || scores_.wide) {
                weighing_chunk(chunk);
                continue;
            }
            source_.guesses(chunk);
            if (small) small_chunk(chunk);
            else large_chunk(chunk);
            pulse_.work(20 * n_ + 50);
        }
    }

    // Called in the order of the pass for every informative guess of the pool with a cost of at most limit_.
    virtual void take(Costed&& one, bool may_win) = 0;

    // The limit of useful costs, if another guess of this cost is useful, or only a cheaper one.
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
    // A fast lower bound of the cost of a small set, as weights for Scan::pairs_sum.
    struct Filter {
        bool ready = false;
        uint16_t weights[16];
        int64_t least;
        int shift;
    };

    void weighing_chunk(const Chunk& chunk) {
        int lane = 0;
        // Before the first guess sets a limit, no bound can exceed it.
        const bool alone = !evaluator_.in_lanes();
        while (lane < chunk.lanes && !finished_ && (alone || limit_ == INT64_MAX)) weigh_one(chunk[lane++]);
        if (lane == chunk.lanes || finished_) return;
        source_.guesses(chunk);
        uint32_t left = worth_weighing() & (UINT32_MAX << lane) & chunk.mask();
        for (; left && !finished_; left &= left - 1) weigh_one(chunk[std::countr_zero(left)]);
    }

    void weigh_one(size_t position) {
        const uint32_t guess = criterion_.order[position];
        const auto [cost, may_win, tells] = evaluator_.weigh(guess);
        if (cost <= limit_ && (criterion_.candidates_only ? may_win : tells))
            take({cost, static_cast<int64_t>(position), guess, evaluator_.terms()}, may_win);
        pulse_.work(4 * n_ + 20);
    }

    // Returns the lanes of the guesses whose cost may be within the limit.
    uint32_t worth_weighing() {
        evaluator_.clear(source_.values, source_.id_of);
        size_t from = 0;
        for (const uint32_t to : evaluator_.runs()) {
            scan_.clear_sums(source_.values.data(), source_.values.size(), totals_.data());
            for (size_t now; from < to; from += now) {
                now = std::min<size_t>(kSlab, to - from);
                scan_.sum_weights(source_.rows(from, now), now, &evaluator_.weights()[from], totals_.data());
            }
            evaluator_.fill(totals_.data());
        }
        pulse_.work(40 * n_ + 50);
        return evaluator_.within(limit_);
    }

    void small_chunk(const Chunk& chunk) {
        const uint8_t* const* rows = source_.rows(0, n_);
        uint8_t counts[256] = {};
        for (uint32_t left = filter(rows) & chunk.mask(); left; left &= left - 1) {
            const int lane = std::countr_zero(left);
            for (size_t i = 0; i < n_; ++i) ++counts[rows[i][lane]];
            int64_t cost = evaluator_.none();
            for (size_t i = 0; i < n_; ++i) {
                // Each block counts once; enter() still needs its count.
                const uint8_t value = rows[i][lane];
                bool seen = false;
                for (size_t j = 0; j < i && !seen; ++j) seen = rows[j][lane] == value;
                if (!seen) cost = evaluator_.join(cost, counts[value]);
            }
            if (cost <= limit_)
                enter(chunk[lane], cost, [&](size_t k) -> uint32_t { return counts[source_.values[k]]; });
            for (size_t i = 0; i < n_; ++i) counts[rows[i][lane]] = 0;
        }
    }

    void large_chunk(const Chunk& chunk) {
        const std::vector<uint8_t>& values = source_.values;
        const auto count = [&](size_t from, size_t now) {
            scan_.count(source_.rows(from, now), static_cast<int>(now), values.data(),
                        static_cast<int>(values.size()), bytes_.data());
        };
        const bool few = values.size() <= kManyValues;
        if (few && n_ <= kSlab) {
            count(0, n_);
            return weigh_lanes(chunk, [&](size_t lane, size_t k) { return bytes_[k * kLanes + lane]; });
        }
        std::fill_n(totals_.begin(), (few ? values.size() : 256) * kLanes, 0u);
        for (size_t from = 0, now; from < n_; from += now) {
            now = std::min<size_t>(kSlab, n_ - from);
            if (few) {
                count(from, now);
                for (size_t i = 0; i < values.size() * kLanes; ++i) totals_[i] += bytes_[i];
                continue;
            }
            const uint8_t* const* rows = source_.rows(from, now);
            for (size_t i = 0; i < now; ++i)
                for (int lane = 0; lane < chunk.lanes; ++lane) ++totals_[lane * 256 + rows[i][lane]];
        }
        if (few) weigh_lanes(chunk, [&](size_t lane, size_t k) { return totals_[k * kLanes + lane]; });
        else weigh_lanes(chunk, [&](size_t lane, size_t k) { return totals_[lane * 256 + values[k]]; });
    }

    // count(lane, k) is the number of candidates with values[k].
    template <class CountOf>
    void weigh_lanes(const Chunk& chunk, CountOf count) {
        const size_t n_values = source_.values.size();
        for (int lane = 0; lane < chunk.lanes; ++lane) {
            const auto count_of = [&](size_t k) -> uint32_t { return count(static_cast<size_t>(lane), k); };
            int64_t cost = evaluator_.none();
            for (size_t k = 0; k < n_values; ++k) cost = evaluator_.join(cost, count_of(k));
            if (cost <= limit_) enter(chunk[lane], cost, count_of);
        }
    }

    template <class CountOf>
    void enter(size_t position, int64_t cost, CountOf count_of) {
        const bool may_win =
            std::any_of(final_values_.begin(), final_values_.end(), [&](size_t k) { return count_of(k) > 0; });
        const size_t n_values = source_.values.size();
        if (!may_win) {
            if (criterion_.candidates_only) return;
            // A single block of all candidates is uninformative.
            for (size_t k = 0; k < n_values; ++k)
                if (const uint32_t size = count_of(k)) {
                    if (size == n_) return;
                    break;
                }
        }
        Costed one{cost, static_cast<int64_t>(position), criterion_.order[position]};
        if (evaluator_.logs()) {
            for (size_t k = 0; k < n_values; ++k)
                if (const uint32_t size = count_of(k)) one.terms.emplace_back(size, size);
            normalise(one.terms);
        }
        take(std::move(one), may_win);
    }

    uint32_t filter(const uint8_t* const* rows) {
        const int64_t most = limit_;
        if (most == INT64_MAX) return UINT32_MAX;
        const int n = static_cast<int>(n_);
        if (evaluator_.largest()) {
            size_t size = 0;
            while (size < n_ && evaluator_.of(size + 1) <= most) ++size;
            return size == 0 ? 0 : scan_.pairs_max(rows, n, static_cast<uint8_t>(size - 1));
        }
        const Filter& filter = filter_for(n_);
        const int64_t over = (most - filter.least) >> filter.shift;
        if (over < 0) return 0;
        return scan_.pairs_sum(rows, n, filter.weights, static_cast<uint16_t>(std::min<int64_t>(over, 65535)));
    }

    const Filter& filter_for(size_t n) {
        Filter& filter = filters_[n];
        if (filter.ready) return filter;
        // The candidate of rank r is the (r + 1)-th of its block and adds of(r + 1) - of(r). Each step is rounded down,
        // so the sum is a lower bound.
        const auto step = [&](size_t rank) { return evaluator_.of(rank + 1) - evaluator_.of(rank); };
        int64_t least = step(0);
        int64_t most = least;
        for (size_t rank = 1; rank < n; ++rank) {
            least = std::min(least, step(rank));
            most = std::max(most, step(rank));
        }
        filter.least = least * static_cast<int64_t>(n);
        const auto top = static_cast<int64_t>(65535 / n);
        filter.shift = 0;
        while ((most - least) >> filter.shift > top) ++filter.shift;
        std::fill(std::begin(filter.weights), std::end(filter.weights), uint16_t{65535});
        for (size_t rank = 0; rank < n; ++rank) {
            uint16_t& weight = filter.weights[std::min<size_t>(rank, 15)];
            weight = std::min(weight, static_cast<uint16_t>((step(rank) - least) >> filter.shift));
        }
        filter.ready = true;
        return filter;
    }

    Pulse& pulse_;
    const Scan& scan_;
    std::vector<size_t> final_values_;
    std::vector<Filter> filters_;
    std::vector<uint8_t> bytes_;
    std::vector<uint32_t> totals_;
};

}  // namespace mmc
