// What a history asks of a code, as small counters packed into words.
//
// A partial code meets a history when, for every turn, its black pegs and its pegs in common with the guess do
// not exceed what the score says and can still reach it. Both are counters with a guard bit each: they start
// so that one peg too many sets the guard, and all of them are checked with one `and`.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <vector>

#include "code_game.hpp"

namespace mmc::codes {

// Two words of counters; no counter crosses from one word to the other, so sums need no carry.
struct Wide {
    std::uint64_t high = 0;
    std::uint64_t low = 0;
    friend auto operator<=>(const Wide&, const Wide&) = default;
    friend Wide operator+(Wide a, Wide b) { return {a.high + b.high, a.low + b.low}; }
    friend Wide operator-(Wide a, Wide b) { return {a.high - b.high, a.low - b.low}; }
    bool meets(Wide mask) const { return (high & mask.high) | (low & mask.low); }
    bool covers(Wide mask) const { return (high & mask.high) == mask.high && (low & mask.low) == mask.low; }
};

// Places for counters, the first one the most significant.
class Counters {
public:
    // False when there is no room left.
    bool add(int bits) {
        if (used_ < 64 && used_ + bits > 64) used_ = 64;
        if (used_ + bits > 128) return false;
        used_ += bits;
        shifts_.push_back(128 - used_);
        masks_.push_back((std::uint64_t{1} << bits) - 1);
        return true;
    }
    std::size_t size() const { return shifts_.size(); }
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

// Counters that must end at given targets.
struct Targets {
    Counters counters;
    Wide start;  // a counter's value at zero pegs: the guard bit is set when it passes its target
    Wide guard;
    Wide reached;
    std::vector<int> goals;

    bool add(int goal) {
        const int bits = std::bit_width(static_cast<unsigned>(goal)) + 1;
        if (!counters.add(bits)) return false;
        const std::size_t place = goals.size();
        goals.push_back(goal);
        const std::uint64_t top = std::uint64_t{1} << (bits - 1);
        start = start + counters.at(place, top - 1 - static_cast<unsigned>(goal));
        guard = guard + counters.at(place, top);
        reached = reached + counters.at(place, top - 1);
        return true;
    }
    // Added to counters that can each still grow by so much, this sets every guard that can reach its target.
    Wide slack(std::size_t place, int growth) const {
        return counters.at(place, static_cast<unsigned>(std::min(growth, goals[place])) + 1);
    }
    Wide slack(int growth) const {
        Wide result;
        for (std::size_t place = 0; place < goals.size(); ++place) result = result + slack(place, growth);
        return result;
    }
};

// Colours that occur in no guess are interchangeable: they are one, the `free` colour, the last of `colours`.
// Of any other colour only as many pegs matter as some guess has of it (its cap); more are counted as the cap.
struct Constraints {
    CodeGame game;
    std::vector<Turn> turns;
    std::vector<std::uint8_t> colours;       // those in some guess, the most frequent ones first
    std::vector<std::uint8_t> free_colours;  // the others
    std::vector<int> caps;                   // per colour, and one for the free colour
    Counters counts;
    std::vector<Wide> count_unit;            // per colour; zero where it need not be counted
    Targets black, common;
    std::vector<std::vector<Wide>> black_gain;   // [hole][colour]
    std::vector<std::vector<Wide>> common_gain;  // [colour][pegs already counted]
    bool packed = true;                      // false: too long a history for the counters

    std::size_t free_index() const { return colours.size(); }
    bool tracks_free() const { return game.distinct_secrets; }

    Constraints(const CodeGame& g, const History& history) : game(g) {
        for (const Turn& turn : history)
            if (std::none_of(turns.begin(), turns.end(), [&](const Turn& other) {
                    return other.guess == turn.guess && other.score == turn.score;
                }))
                turns.push_back(turn);
        find_colours();
        packed = pack_counts() && pack_turns();
        if (packed) find_gains();
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

    bool pack_counts() {
        for (std::uint8_t colour : colours) {
            int cap = 1;
            for (const auto& in_guess : in_guess_) cap = std::max(cap, in_guess[colour]);
            if (game.distinct_secrets) cap = 1;
            caps.push_back(cap);
            if (!counts.add(std::bit_width(static_cast<unsigned>(cap)))) return false;
            count_unit.push_back(counts.at(counts.size() - 1, 1));
        }
        caps.push_back(tracks_free() ? game.holes : 0);
        count_unit.push_back({});
        if (tracks_free()) {
            if (!counts.add(5)) return false;
            count_unit.back() = counts.at(counts.size() - 1, 1);
        }
        return true;
    }

    bool pack_turns() {
        for (const Turn& turn : turns)
            if (!black.add(turn.score.black) || !common.add(turn.score.black + turn.score.white)) return false;
        return true;
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

}  // namespace mmc::codes
