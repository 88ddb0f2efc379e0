// The codes that are consistent with a history: counted, ranked, listed and sampled by meet in the middle, without
// enumerating the code space; and enumerated in lexicographic order by backtracking.
//
// The holes are divided into two halves. Partial codes of a half that are equivalent for the history are merged
// (half_codes.hpp). Two groups match if their colours together have the common pegs of every turn, and their black pegs
// add up. A recursion over the colours finds such pairs in both sorted lists simultaneously.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <vector>

#include "code_game.hpp"
#include "half_codes.hpp"
#include "shared/pulse.hpp"

namespace mmc::codes {

class ConsistentCodes {
public:
    // Throws std::length_error if the halves have more than max_states states, the history has too many turns, or the
    // work exceeds its limit.
    ConsistentCodes(const CodeGame& game, const History& history, Pulse& pulse, std::uint64_t work = UINT64_MAX)
        : constraints_(game, history) {
        check_countable(game);
        WorkLimit limit(work, pulse);
        const int middle = game.holes / 2;
        left_ = std::make_unique<HalfCodes>(constraints_, 0, middle, limit);
        right_ = std::make_unique<HalfCodes>(constraints_, middle, game.holes, limit);
        join(limit);
    }
    ConsistentCodes(const ConsistentCodes&) = delete;
    ConsistentCodes& operator=(const ConsistentCodes&) = delete;

    const CodeGame& game() const { return constraints_.game; }
    Count count() const { return count_; }

    // Returns the code of a rank below count(), in the order that the reference implementation defines.
    Code unrank(Count rank) const {
        const auto pair = std::ranges::upper_bound(pairs_, rank, {}, &Pair::end);
        rank -= pair == pairs_.begin() ? 0 : (pair - 1)->end;
        return unrank_in(*pair, rank);
    }

    template <class Ranks>
    std::vector<Code> unrank_all(const Ranks& ranks, Pulse& pulse) const {
        std::vector<Code> codes;
        for (const Count rank : ranks) {
            pulse.work(500);
            codes.push_back(unrank(rank));
        }
        return codes;
    }

    // Returns all codes in lexicographic order; the list must fit in memory.
    std::vector<Code> list(Pulse& pulse) const {
        std::vector<Count> ranks(static_cast<std::size_t>(count_));
        std::iota(ranks.begin(), ranks.end(), Count{0});
        std::vector<Code> codes = unrank_all(ranks, pulse);
        std::sort(codes.begin(), codes.end());
        return codes;
    }

private:
    struct StateGroup {
        Wide counts;
        std::uint32_t begin = 0, end = 0;  // states
    };
    struct Pair {
        std::uint32_t left = 0, right = 0;  // groups
        Count end = 0;                      // codes up to and including this pair
    };
    struct Range {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
    };

    Constraints constraints_;
    std::unique_ptr<HalfCodes> left_, right_;
    std::vector<StateGroup> left_groups_, right_groups_;
    std::vector<Pair> pairs_;
    std::vector<std::vector<Wide>> slack_;  // [colour][capped pegs placed]
    Count count_ = 0;

    static std::vector<StateGroup> group(const std::vector<HalfState>& states) {
        std::vector<StateGroup> groups;
        for (std::uint32_t i = 0; i < states.size(); ++i) {
            if (groups.empty() || groups.back().counts != states[i].counts)
                groups.push_back({states[i].counts, i, i});
            ++groups.back().end;
        }
        return groups;
    }

    void join(WorkLimit& limit) {
        left_groups_ = group(left_->states());
        right_groups_ = group(right_->states());
        if (left_groups_.empty() || right_groups_.empty()) return;
        find_slack();
        walk(0, {0, static_cast<std::uint32_t>(left_groups_.size())},
             {0, static_cast<std::uint32_t>(right_groups_.size())}, constraints_.common.start, 0, limit);
    }

    // Computes the common pegs that the colours from each one on can still add to every turn.
    void find_slack() {
        const Constraints& c = constraints_;
        const std::size_t depth = c.free_index();
        std::vector<int> growth(c.turns.size(), 0);
        slack_.assign(depth + 1, std::vector<Wide>(static_cast<std::size_t>(c.game.holes) + 1));
        for (std::size_t colour = depth + 1; colour-- > 0;) {
            if (colour < depth)
                for (const Wide& gain : c.common_gain[colour])
                    for (std::size_t t = 0; t < growth.size(); ++t) growth[t] += c.common.counters.read(t, gain);
            for (int placed = 0; placed <= c.game.holes; ++placed)
                for (std::size_t t = 0; t < growth.size(); ++t)
                    slack_[colour][placed] =
                        slack_[colour][placed] + c.common.slack(t, std::min(growth[t], c.game.holes - placed));
        }
    }

    Range take(const std::vector<StateGroup>& groups, std::size_t colour, std::uint32_t begin, std::uint32_t end,
               int value) const {
        std::uint32_t stop = begin + 1;
        while (stop < end && constraints_.counts.read(colour, groups[stop].counts) == value) ++stop;
        return {begin, stop};
    }

    void walk(std::size_t colour, Range left, Range right, Wide commons, int placed, WorkLimit& limit) {
        const Constraints& c = constraints_;
        limit.spend(20 + 2 * (left.end - left.begin + right.end - right.begin));
        if (colour == c.free_index() + c.tracks_free()) return add_pair(left.begin, right.begin, limit);
        std::array<Range, max_holes + 1> of_right{};
        for (std::uint32_t at = right.begin; at < right.end;) {
            const int value = c.counts.read(colour, right_groups_[at].counts);
            of_right[value] = take(right_groups_, colour, at, right.end, value);
            at = of_right[value].end;
        }
        for (std::uint32_t at = left.begin; at < left.end;) {
            const int value = c.counts.read(colour, left_groups_[at].counts);
            const Range of_left = take(left_groups_, colour, at, left.end, value);
            at = of_left.end;
            for (int other = 0; other <= std::min(c.caps[colour], max_holes); ++other) {
                if (of_right[other].begin == of_right[other].end) continue;
                int pegs = value + other;
                if (pegs > c.caps[colour]) {
                    if (c.game.distinct_secrets) continue;
                    pegs = c.caps[colour];
                }
                Wide sum = commons;
                if (colour < c.free_index())
                    for (int peg = 0; peg < pegs; ++peg) sum = sum + c.common_gain[colour][peg];
                if (sum.meets(c.common.guard)) continue;
                const std::size_t next = std::min(colour + 1, c.free_index());
                if (!(sum + slack_[next][placed + pegs]).covers(c.common.guard)) continue;
                walk(colour + 1, of_left, of_right[other], sum, placed + pegs, limit);
            }
        }
    }

    // The number of ways to give the free pegs of both groups different free colours.
    Count free_ways(std::uint32_t left, std::uint32_t right) const {
        if (!constraints_.tracks_free()) return 1;
        const std::size_t place = constraints_.free_index();
        const int pegs = constraints_.counts.read(place, left_groups_[left].counts) +
                         constraints_.counts.read(place, right_groups_[right].counts);
        Count ways = 1;
        for (int peg = 0; peg < pegs; ++peg) {
            const int choices = static_cast<int>(constraints_.free_colours.size()) - peg;
            if (choices <= 0) return 0;
            ways *= static_cast<unsigned>(choices);
        }
        return ways;
    }

    // Calls visit(left state, right state) for all pairs whose black pegs add up, until it returns false.
    template <class Visit>
    void match(const StateGroup& left, const StateGroup& right, Visit visit) const {
        const Wide wanted = constraints_.black.reached + constraints_.black.start;
        const auto& left_states = left_->states();
        const auto& right_states = right_->states();
        std::uint32_t r = right.end;
        for (std::uint32_t l = left.begin; l < left.end; ++l) {
            const Wide missing = wanted - left_states[l].blacks;
            while (r > right.begin && missing < right_states[r - 1].blacks) --r;
            if (r > right.begin && right_states[r - 1].blacks == missing)
                if (!visit(left_states[l], right_states[r - 1])) return;
        }
    }

    void add_pair(std::uint32_t left, std::uint32_t right, WorkLimit& limit) {
        Count ways = 0;
        limit.spend(left_groups_[left].end - left_groups_[left].begin + right_groups_[right].end -
                    right_groups_[right].begin);
        match(left_groups_[left], right_groups_[right], [&](const HalfState& l, const HalfState& r) {
            ways += l.ways * r.ways;
            return true;
        });
        if (ways) ways *= free_ways(left, right);
        if (!ways) return;
        check_room(pairs_.size() + 1);
        count_ += ways;
        pairs_.push_back({left, right, count_});
    }

    Code unrank_in(const Pair& pair, Count rank) const {
        const Count free = free_ways(pair.left, pair.right);
        Count free_rank = rank % free;
        rank /= free;
        Code code{};
        match(left_groups_[pair.left], right_groups_[pair.right], [&](const HalfState& l, const HalfState& r) {
            const Count ways = l.ways * r.ways;
            if (rank >= ways) {
                rank -= ways;
                return true;
            }
            left_->unrank(l, rank / r.ways, code);
            right_->unrank(r, rank % r.ways, code);
            return false;
        });
        std::vector<std::uint8_t> unused = constraints_.free_colours;
        for (std::uint8_t& peg : code) {
            if (peg != free_colour) continue;
            const auto choice = unused.begin() + static_cast<std::ptrdiff_t>(free_rank % unused.size());
            free_rank /= unused.size();
            peg = *choice;
            unused.erase(choice);
        }
        return code;
    }
};

// Calls visit(code) for each consistent code from `start` on, until it returns false.
template <class Visit>
class Backtracker {
public:
    Backtracker(const CodeGame& game, const History& history, const Code& start, WorkLimit limit, Visit visit)
        : game_(game), start_(start), limit_(limit), visit_(visit) {
        for (const Turn& turn : history) {
            OpenTurn open{turn.guess, {}, turn.score.black, turn.score.black + turn.score.white};
            for (int hole = 0; hole < game.holes; ++hole) ++open.unused[turn.guess[hole]];
            turns_.push_back(open);
        }
    }
    void run() { place(0, false); }

private:
    struct OpenTurn {
        Code guess;
        std::array<std::int8_t, max_colours> unused;  // pegs of the guess without a matching peg so far
        int black;                                    // black and common pegs that are missing
        int common;
    };
    const CodeGame& game_;
    const Code& start_;
    WorkLimit limit_;
    Visit visit_;
    std::vector<OpenTurn> turns_;
    Code code_{};
    std::array<std::uint8_t, max_colours> placed_{};

    // free: the pegs before this hole are lexicographically after those of `start`. Returns false if the visitor did.
    bool place(int hole, bool free) {
        if (hole == game_.holes) return visit_(static_cast<const Code&>(code_));
        const int left = game_.holes - hole - 1;
        bool go_on = true;
        limit_.spend(static_cast<std::uint64_t>(game_.colours) * (turns_.size() + 1));
        for (int colour = free ? 0 : start_[hole]; colour < game_.colours && go_on; ++colour) {
            if (game_.distinct_secrets && placed_[colour]) continue;
            bool possible = true;
            for (OpenTurn& turn : turns_) {
                turn.common -= turn.unused[colour]-- > 0;
                turn.black -= turn.guess[hole] == colour;
                possible &= turn.black >= 0 && turn.black <= left && turn.common >= 0 && turn.common <= left;
            }
            ++placed_[colour];
            code_[hole] = static_cast<std::uint8_t>(colour);
            if (possible) go_on = place(hole + 1, free || colour > start_[hole]);
            --placed_[colour];
            for (OpenTurn& turn : turns_) {
                turn.black += turn.guess[hole] == colour;
                turn.common += ++turn.unused[colour] > 0;
            }
        }
        code_[hole] = 0;
        return go_on;
    }
};

}  // namespace mmc::codes
