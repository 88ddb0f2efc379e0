// Colour refinement of a score table: guesses, secrets and perhaps scores that differ in how they meet
// the colours of the others get other colours. What comes of it does not depend on any numbering.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "cells.hpp"
#include "compare.hpp"
#include "shared/pulse.hpp"

namespace mmc::symmetries {

enum Side : uint32_t { kGuesses, kSecrets };

struct Colours {
    Cells sides[2], scores;
    std::vector<uint8_t> waiting[2];  // by start: cells by which the other side has not been split yet
    std::vector<uint64_t> queue;      // small cells first; old entries are passed over

    Cells& secrets() { return sides[kSecrets]; }
    const Cells& secrets() const { return sides[kSecrets]; }
    bool settled() const { return secrets().open == 0 && scores.open == 0; }
    void wait_for(Side side, uint32_t start);
    void wait_for_all();
    size_t bytes() const;
};

// Pairs of guess and secret that may be looked at.
struct Budget {
    uint64_t left = 0;
    bool spent = false;

    void take(uint64_t pairs) {
        spent = spent || pairs > left;
        left = spent ? 0 : left - pairs;
    }
};

class Refiner {
public:
    Refiner(const Table& table, Budget& budget, Pulse& pulse);

    // Secrets of one weight have one colour, scores that might change places too.
    Colours start(const std::vector<uint64_t>& weights, bool move_scores);

    // Refine until nothing changes, or until splitting by a whole cell takes more than `most` pairs.
    // Equal colourings, and only those but for a chance of one in 2**60, return equal numbers.
    uint64_t refine(Colours& colours, uint64_t most = std::numeric_limits<uint64_t>::max());

    // Give an item a colour of its own, together with the `alike` items that nothing tells from it,
    // which are put first in its cell.
    void single_out(Colours& colours, Side side, uint32_t item, const std::vector<uint32_t>& alike);
    void single_out_score(Colours& colours, uint32_t score);

    // Once all secrets are told apart: tell all guesses apart, but for those of equal rows.
    void refine_guesses(Colours& colours);

    // The secrets of a cell with the same column as one of them, ascending.
    std::vector<uint32_t> alike(const Colours& colours, uint32_t secret);

private:
    void look(uint64_t pairs);
    const uint8_t* line(Side side, uint32_t item) {
        if (side == kGuesses) return table_.row(item);
        if (columns_.empty()) columns_ = transposed(table_);
        return columns_.data() + item * table_.n_guesses;
    }
    void name_scores(const Cells& scores);
    void sum_up(const Colours& colours, Side side, uint32_t start);
    bool split(Cells& cells, uint32_t start, uint64_t& trace);
    void split_side(Colours& colours, Side side, uint64_t& trace);
    bool split_scores(Colours& colours, uint64_t& trace);

    const Table& table_;
    std::vector<uint8_t> columns_;  // made when one is first read
    Budget& budget_;
    Pulse& pulse_;
    uint64_t names_[256];
    std::vector<uint64_t> keys_;
    std::vector<std::pair<uint64_t, uint32_t>> sorted_;
    std::vector<uint32_t> parts_;
};

}  // namespace mmc::symmetries
