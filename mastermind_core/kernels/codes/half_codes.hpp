// All ways to fill some of the holes, merged and counted by their equivalence for the history.
//
// The constraints of a history are small counters packed into words. A partial code is feasible if, for every turn, its
// black pegs and its pegs in common with the guess do not exceed the score and can still reach it. Both are counters
// with a guard bit. Their start values are such that an excessive peg sets the guard, so one `and` checks all of them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "code_game.hpp"
#include "shared/pulse.hpp"

namespace mmc::codes {

// Exact counts: there are at most 255^16 < 2^128 codes, so 128 bits cannot overflow.
#if defined(__SIZEOF_INT128__)
__extension__ using Count = unsigned __int128;
inline void check_countable(const CodeGame&) {}
#else
using Count = std::uint64_t;
inline void check_countable(const CodeGame& game) {
    Count codes = 1;
    for (int hole = 0; hole < game.holes; ++hole) {
        if (codes > UINT64_MAX / static_cast<Count>(game.colours))
            throw std::length_error("this build counts up to 2^64 codes; the game has more");
        codes *= static_cast<Count>(game.colours);
    }
}
#endif

// Two words of counters. No counter spans both words, so sums need no carry.
struct Wide {
    std::uint64_t high = 0;
    std::uint64_t low = 0;
    friend auto operator<=>(const Wide&, const Wide&) = default;
    friend Wide operator+(Wide a, Wide b) { return {a.high + b.high, a.low + b.low}; }
    friend Wide operator-(Wide a, Wide b) { return {a.high - b.high, a.low - b.low}; }
    bool meets(Wide mask) const { return (high & mask.high) | (low & mask.low); }
    bool covers(Wide mask) const { return (high & mask.high) == mask.high && (low & mask.low) == mask.low; }
};

// The layout of counters, the first one most significant.
class Counters {
public:
    // Throws std::length_error if the words are full.
    void add(int bits) {
        if (used_ < 64 && used_ + bits > 64) used_ = 64;
        if (used_ + bits > 128) throw std::length_error("the history is too long for the counters");
        used_ += bits;
        shifts_.push_back(128 - used_);
        masks_.push_back((std::uint64_t{1} << bits) - 1);
    }
    Wide at(std::size_t place, std::uint64_t value) const {
        const int shift = shifts_[place];
        return shift >= 64 ? Wide{value << (shift - 64), 0} : Wide{0, value << shift};
    }
    int read(std::size_t place, Wide counters) const {
        const int shift = shifts_[place];
        const std::uint64_t value = shift >= 64 ? counters.high >> (shift - 64) : counters.low >> shift;
        return static_cast<int>(value & masks_[place]);
    }

private:
    int used_ = 0;
    std::vector<int> shifts_;
    std::vector<std::uint64_t> masks_;
};

// Counters that must reach given targets.
struct Targets {
    Counters counters;
    Wide start;  // the values at zero pegs, such that exceeding the target sets the guard bit
    Wide guard;
    Wide reached;
    std::vector<int> goals;

    void add(int goal) {
        const int bits = std::bit_width(static_cast<unsigned>(goal)) + 1;
        counters.add(bits);
        const std::size_t place = goals.size();
        goals.push_back(goal);
        const std::uint64_t top = std::uint64_t{1} << (bits - 1);
        start = start + counters.at(place, top - 1 - static_cast<unsigned>(goal));
        guard = guard + counters.at(place, top);
        reached = reached + counters.at(place, top - 1);
    }
    // A summand that sets the guard of every counter that can reach its target with a given growth.
    Wide slack(std::size_t place, int growth) const {
        return counters.at(place, static_cast<unsigned>(std::min(growth, goals[place])) + 1);
    }
    Wide slack(int growth) const {
        Wide result;
        for (std::size_t place = 0; place < goals.size(); ++place) result = result + slack(place, growth);
        return result;
    }
};

// Colours that occur in no guess are interchangeable. They are merged into the `free` colour, the last index. The count
// of any other colour is limited to its cap, the maximum number of its pegs in a guess.
struct Constraints {
    CodeGame game;
    std::vector<Turn> turns;
    std::vector<std::uint8_t> colours;       // those in guesses, by descending frequency
    std::vector<std::uint8_t> free_colours;  // the others
    std::vector<int> caps;                   // per colour, and one for the free colour
    Counters counts;                         // per colour, including the free one only without repeats
    Targets black, common;
    std::vector<std::vector<Wide>> black_gain;   // [hole][colour]
    std::vector<std::vector<Wide>> common_gain;  // [colour][pegs already counted]

    std::size_t free_index() const { return colours.size(); }
    bool tracks_free() const { return game.distinct_secrets; }

    Constraints(const CodeGame& g, const History& history) : game(g) {
        for (const Turn& turn : history)
            if (std::ranges::find(turns, turn) == turns.end()) turns.push_back(turn);
        find_colours();
        make_counters();
        find_gains();
    }

private:
    std::vector<std::array<int, max_colours>> in_guess_;

    void find_colours() {
        std::array<int, max_colours> occurrences{};
        for (const Turn& turn : turns) {
            in_guess_.push_back({});
            for (int hole = 0; hole < game.holes; ++hole) {
                ++in_guess_.back()[turn.guess[hole]];
                ++occurrences[turn.guess[hole]];
            }
        }
        for (int colour = 0; colour < game.colours; ++colour)
            (occurrences[colour] ? colours : free_colours).push_back(static_cast<std::uint8_t>(colour));
        std::stable_sort(colours.begin(), colours.end(),
                         [&](int a, int b) { return occurrences[a] > occurrences[b]; });
    }

    void make_counters() {
        for (std::uint8_t colour : colours) {
            int cap = 1;
            for (const auto& in_guess : in_guess_) cap = std::max(cap, in_guess[colour]);
            caps.push_back(game.distinct_secrets ? 1 : cap);
            counts.add(std::bit_width(static_cast<unsigned>(caps.back())));
        }
        caps.push_back(tracks_free() ? game.holes : 0);
        if (tracks_free()) counts.add(5);
        for (const Turn& turn : turns) {
            black.add(turn.score.black);
            common.add(turn.score.black + turn.score.white);
        }
    }

    void find_gains() {
        black_gain.assign(static_cast<std::size_t>(game.holes), std::vector<Wide>(colours.size() + 1));
        common_gain.resize(colours.size() + 1);
        for (std::size_t c = 0; c < colours.size(); ++c) {
            common_gain[c].resize(static_cast<std::size_t>(caps[c]));
            for (std::size_t t = 0; t < turns.size(); ++t) {
                for (int hole = 0; hole < game.holes; ++hole)
                    if (turns[t].guess[hole] == colours[c])
                        black_gain[hole][c] = black_gain[hole][c] + black.counters.at(t, 1);
                for (int pegs = 0; pegs < std::min(caps[c], in_guess_[t][colours[c]]); ++pegs)
                    common_gain[c][pegs] = common_gain[c][pegs] + common.counters.at(t, 1);
            }
        }
        common_gain.back().resize(static_cast<std::size_t>(caps.back()));
    }
};

// A limit of work. A step of counting takes about 10 ns, one of an enumeration about 1 ns.
class WorkLimit {
public:
    WorkLimit(std::uint64_t steps, Pulse& pulse) : left_(steps), pulse_(pulse) {}
    void spend(std::uint64_t steps) {
        pulse_.work(2 * steps);
        if (steps > left_)
            throw std::length_error("the consistent codes of this history take more work than allowed");
        left_ -= steps;
    }

private:
    std::uint64_t left_;
    Pulse& pulse_;
};

// The maximum number of states of a half, and of pairs of groups.
inline constexpr std::size_t max_states = 2'000'000;
inline void check_room(std::size_t size) {
    if (size > max_states)
        throw std::length_error("the consistent codes of this history need more memory than allowed");
}

// Stands for a free colour in a code that is not complete; no colour has this number.
inline constexpr std::uint8_t free_colour = max_colours;

// Partial codes with the same capped colour counts and the same black pegs.
struct HalfState {
    Wide counts;
    Wide blacks;
    Wide commons;  // determined by counts; stored for pruning
    Count ways = 0;
};

class HalfCodes {
public:
    // Fills holes first .. last - 1.
    HalfCodes(const Constraints& constraints, int first, int last, WorkLimit& limit)
        : constraints_(constraints), first_(first) {
        layers_.push_back({{{}, constraints.black.start, constraints.common.start, 1}});
        for (int hole = first; hole < last; ++hole) fill(hole, limit);
    }

    // Sorted by counts, then blacks.
    const std::vector<HalfState>& states() const { return layers_.back(); }

    // Writes the partial code of a rank in `state` into its holes. The rank also determines a free colour. If codes have
    // no repeats, it is left as `free_colour` to the caller, because it depends on the other half.
    void unrank(HalfState state, Count rank, Code& code) const {
        for (std::size_t placed = layers_.size() - 1; placed > 0; --placed)
            rank = step_back(state, rank, first_ + static_cast<int>(placed) - 1, layers_[placed - 1], code);
    }

private:
    using Layer = std::vector<HalfState>;  // sorted by counts, then blacks

    static std::pair<Wide, Wide> key(const HalfState& state) { return {state.counts, state.blacks}; }

    static const HalfState* find(const Layer& layer, Wide counts, Wide blacks) {
        const auto found = std::ranges::lower_bound(layer, std::pair(counts, blacks), {}, key);
        return found != layer.end() && key(*found) == std::pair(counts, blacks) ? &*found : nullptr;
    }

    // Sorts states, and merges equivalent ones.
    static void merge(Layer& layer) {
        std::ranges::sort(layer, {}, key);
        std::size_t kept = 0;
        for (const HalfState& state : layer) {
            if (kept > 0 && key(layer[kept - 1]) == key(state)) layer[kept - 1].ways += state.ways;
            else layer[kept++] = state;
        }
        layer.resize(kept);
    }

    static constexpr std::size_t kMerged = 1 << 16;

    const Constraints& constraints_;
    int first_;
    std::vector<Layer> layers_;

    // The number of colours that a colour index represents.
    Count weight(std::size_t colour) const {
        if (colour < constraints_.free_index() || constraints_.tracks_free()) return 1;
        return constraints_.free_colours.size();
    }

    void fill(int hole, WorkLimit& limit) {
        const Constraints& c = constraints_;
        const int left = c.game.holes - (hole - first_) - 1;  // remaining pegs of both halves
        const Wide black_slack = c.black.slack(left);
        const Wide common_slack = c.common.slack(left);
        Layer next;
        std::size_t most = kMerged;  // states before they are merged again
        for (const HalfState& state : layers_.back()) {
            limit.spend(10 * (c.free_index() + 1));
            for (std::size_t colour = 0; colour <= c.free_index(); ++colour) {
                if (colour == c.free_index() && c.free_colours.empty()) continue;
                HalfState to = state;
                const int pegs = c.caps[colour] ? c.counts.read(colour, state.counts) : 0;
                if (pegs < c.caps[colour]) {
                    to.counts = to.counts + c.counts.at(colour, 1);
                    to.commons = to.commons + c.common_gain[colour][pegs];
                } else if (c.game.distinct_secrets) {
                    continue;
                }
                to.blacks = to.blacks + c.black_gain[hole][colour];
                if (to.blacks.meets(c.black.guard) || to.commons.meets(c.common.guard)) continue;
                if (!(to.blacks + black_slack).covers(c.black.guard)) continue;
                if (!(to.commons + common_slack).covers(c.common.guard)) continue;
                to.ways = state.ways * weight(colour);
                next.push_back(to);
            }
            if (next.size() < most) continue;
            merge(next);
            check_room(next.size());
            most = std::max(2 * next.size(), kMerged);
        }
        merge(next);
        check_room(next.size());
        layers_.push_back(std::move(next));
    }

    // Finds the predecessor of this state that contains `rank`.
    Count step_back(HalfState& state, Count rank, int hole, const Layer& before, Code& code) const {
        const Constraints& c = constraints_;
        for (std::size_t colour = 0; colour <= c.free_index(); ++colour) {
            const int pegs = c.caps[colour] ? c.counts.read(colour, state.counts) : 0;
            const Wide blacks = state.blacks - c.black_gain[hole][colour];
            for (int grew = 0; grew < 2; ++grew) {
                if (grew ? pegs == 0 : pegs < c.caps[colour] || c.game.distinct_secrets) continue;
                const Wide counts = grew ? state.counts - c.counts.at(colour, 1) : state.counts;
                const HalfState* from = find(before, counts, blacks);
                if (!from) continue;
                const Count ways = from->ways * weight(colour);
                if (rank >= ways) {
                    rank -= ways;
                    continue;
                }
                code[hole] = colour < c.free_index() ? c.colours[colour] : free_colour;
                if (colour == c.free_index() && !c.tracks_free()) {
                    code[hole] = c.free_colours[static_cast<std::size_t>(rank / from->ways)];
                    rank %= from->ways;
                }
                state = *from;
                return rank;
            }
        }
        throw std::logic_error("a partial code has no predecessor");
    }
};

}  // namespace mmc::codes
