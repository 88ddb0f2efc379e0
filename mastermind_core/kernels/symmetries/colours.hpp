// Colour refinement of a score table: two guesses or secrets, and perhaps scores, get different colours if their scores
// with the other colours differ. The result does not depend on the numbering.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>
#include <algorithm>
#include <functional>
#include <utility>
#include <cstddef>
#include <numeric>

#include "compare.hpp"
#include "shared/pulse.hpp"
#include "shared/splitmix.hpp"
#include "shared/transpose.hpp"

namespace mmc::symmetries {

// An ordered partition of 0 .. n - 1 that is only refined. A cell is identified by its start in `items`.
struct Cells {
    std::vector<uint32_t> items, cell;  // items sorted by cell; the cell of each item
    std::vector<uint32_t> size;         // of the cell that starts here
    std::vector<uint8_t> solid;         // the cell that starts here cannot be split
    size_t open = 0;                    // number of items in cells that may be split

    explicit Cells(size_t n = 0) : items(n), cell(n), size(n), solid(n), open(n > 1 ? n : 0) {
        std::iota(items.begin(), items.end(), 0u);
        if (n > 0) size[0] = static_cast<uint32_t>(n);
    }

    size_t n() const { return items.size(); }
    bool is_open(uint32_t start) const { return size[start] > 1 && !solid[start]; }
    const uint32_t* begin(uint32_t start) const { return items.data() + start; }
    const uint32_t* end(uint32_t start) const { return items.data() + start + size[start]; }
    uint32_t next(uint32_t start) const { return start + size[start]; }
    bool is_cell(uint32_t start) const { return cell[items[start]] == start; }

    std::vector<uint32_t> in_order(uint32_t start) const {
        std::vector<uint32_t> members(begin(start), end(start));
        std::sort(members.begin(), members.end());
        return members;
    }

    // Splits a cell after its first `length` items; returns the new cell of the others.
    uint32_t cut(uint32_t start, uint32_t length) {
        const uint32_t rest = start + length;
        size[rest] = size[start] - length;
        size[start] = length;
        for (uint32_t i = rest; i < rest + size[rest]; ++i) cell[items[i]] = rest;
        open -= (length == 1) + (size[rest] == 1);
        return rest;
    }

    void make_solid(uint32_t start) {
        if (is_open(start)) open -= size[start];
        solid[start] = 1;
    }
};

inline void note(uint64_t& trace, uint64_t what) { trace = splitmix64(trace ^ what); }

enum Side : uint32_t { kGuesses, kSecrets };

struct Colours {
    Cells sides[2], scores;
    std::vector<uint8_t> waiting[2];  // by start: cells by which the other side has not been split yet
    std::vector<uint64_t> queue;      // small cells first; obsolete entries are skipped

    Cells& secrets() { return sides[kSecrets]; }
    const Cells& secrets() const { return sides[kSecrets]; }
    bool settled() const { return secrets().open == 0 && scores.open == 0; }
    void wait_for(Side side, uint32_t start) {
        waiting[side][start] = 1;
        queue.push_back(uint64_t{sides[side].size[start]} << 32 | uint64_t{start} << 1 | side);
        std::push_heap(queue.begin(), queue.end(), std::greater<>());
    }

    void wait_for_all() {
        for (const Side side : {kGuesses, kSecrets})
            for (uint32_t at = 0; at < sides[side].n(); at = sides[side].next(at)) wait_for(side, at);
    }

    size_t bytes() const { return 14 * (sides[kGuesses].n() + sides[kSecrets].n()); }
};

// The number of pairs of guess and secret that may still be examined.
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
    Refiner(const Table& table, Budget& budget, Pulse& pulse)
        : table_(table),
          budget_(budget),
          pulse_(pulse),
          keys_(std::max({table.n_guesses, table.n_secrets, size_t{256}})) {}

    // Returns the initial colours: secrets by weight, scores by their count and whether they are final.
    Colours start(const std::vector<uint64_t>& weights) {
        Colours colours;
        colours.sides[kGuesses] = Cells(table_.n_guesses);
        colours.sides[kSecrets] = Cells(table_.n_secrets);
        colours.scores = Cells(table_.n_scores);
        for (const Side side : {kGuesses, kSecrets}) colours.waiting[side].assign(colours.sides[side].n(), 0);
        uint64_t trace = 0;
        const size_t pairs = table_.n_guesses * table_.n_secrets;
        look(pairs);
        // Several counters, because a single one would stall on consecutive equal scores.
        uint64_t counts[4][256] = {};
        for (size_t at = 0; at < pairs; ++at) counts[at % 4][table_.ids[at]] += 2;
        for (size_t s = 0; s < 256; ++s) keys_[s] = counts[0][s] + counts[1][s] + counts[2][s] + counts[3][s];
        // Scores that do not occur are fixed.
        for (size_t s = 0; s < table_.n_scores; ++s)
            keys_[s] = keys_[s] == 0 ? s << 1 | uint64_t{1} << 63 : keys_[s] | table_.final[s];
        split(colours.scores, 0, trace);
        if (!weights.empty()) {
            std::copy(weights.begin(), weights.end(), keys_.begin());
            split(colours.secrets(), 0, trace);
        }
        colours.wait_for_all();
        return colours;
    }

    // Refines until nothing changes, or until a split by an entire cell takes more than `most` pairs. Equivalent colourings
    // return equal numbers; others do so with a probability of 2**-60.
    uint64_t refine(Colours& colours, uint64_t most = std::numeric_limits<uint64_t>::max()) {
        uint64_t trace = 0;
        uint64_t taken = 0;
        do {
            name_scores(colours.scores);
            while (!colours.queue.empty() && !colours.settled() && !budget_.spent) {
                const uint64_t entry = colours.queue.front();
                const auto side = static_cast<Side>(entry & 1), other = side == kGuesses ? kSecrets : kGuesses;
                const auto start = static_cast<uint32_t>(entry) >> 1;
                const auto size = static_cast<uint32_t>(entry >> 32);
                const Cells& cells = colours.sides[side];
                const bool valid = colours.waiting[side][start] && cells.size[start] == size;
                const bool useful = valid && colours.sides[other].open > 0;
                if (useful && cells.is_open(start)) {
                    const uint64_t pairs = uint64_t{size} * colours.sides[other].n();
                    if (pairs > most - std::min(most, taken)) break;
                    taken += pairs;
                }
                std::pop_heap(colours.queue.begin(), colours.queue.end(), std::greater<>());
                colours.queue.pop_back();
                if (!valid) continue;
                colours.waiting[side][start] = 0;
                if (!useful) continue;
                note(trace, entry);
                sum_up(colours, side, start);
                split_side(colours, other, trace);
            }
        } while (colours.scores.open > 0 && !budget_.spent && split_scores(colours, trace));
        note(trace, colours.secrets().open);
        return trace;
    }

    // Individualizes a secret, together with the identical secrets `alike`.
    void single_out(Colours& colours, uint32_t secret, const std::vector<uint32_t>& alike) {
        const uint32_t start = colours.secrets().cell[secret];
        const bool both = colours.waiting[kSecrets][start];
        const uint32_t rest = cut_off(colours.secrets(), start, alike);
        colours.secrets().make_solid(start);
        colours.wait_for(kSecrets, start);
        if (both) colours.wait_for(kSecrets, rest);
    }

    void single_out_score(Colours& colours, uint32_t score) {
        cut_off(colours.scores, colours.scores.cell[score], {score});
        colours.wait_for_all();
    }

    // After the colouring of secrets is discrete, refines the guesses until only those with equal rows are tied.
    void refine_guesses(Colours& colours) {
        name_scores(colours.scores);
        uint64_t trace = 0;
        const Cells& secrets = colours.secrets();
        Cells& guesses = colours.sides[kGuesses];
        for (uint32_t at = 0; at < secrets.n() && guesses.open > 0 && !budget_.spent; at = secrets.next(at)) {
            for (uint32_t start = 0, next; start < guesses.n(); start = next) {
                next = guesses.next(start);
                if (!guesses.is_open(start)) continue;
                for (const uint32_t* g = guesses.begin(start); g != guesses.end(start); ++g)
                    keys_[*g] = names_[line(kSecrets, secrets.items[at])[*g]];
                look(guesses.size[start]);
                split(guesses, start, trace);
            }
        }
    }

    // Returns the secrets with the same column as `secret` in its cell, in ascending order.
    std::vector<uint32_t> alike(const Colours& colours, uint32_t secret) {
        const Cells& secrets = colours.secrets();
        const uint32_t start = secrets.cell[secret];
        std::vector<uint32_t> found;
        const uint8_t* column = line(kSecrets, secret);
        for (const uint32_t* other = secrets.begin(start); other != secrets.end(start); ++other)
            if (std::equal(column, column + table_.n_guesses, line(kSecrets, *other))) found.push_back(*other);
        std::sort(found.begin(), found.end());
        return found;
    }

private:
    // Moves some items, in ascending order, to the front of their cell, and splits it after them.
    static uint32_t cut_off(Cells& cells, uint32_t start, const std::vector<uint32_t>& some) {
        uint32_t* items = cells.items.data() + start;
        std::stable_partition(items, items + cells.size[start],
                              [&](uint32_t one) { return std::binary_search(some.begin(), some.end(), one); });
        return cells.cut(start, static_cast<uint32_t>(some.size()));
    }

    void look(uint64_t pairs) {
        budget_.take(pairs);
        pulse_.work(pairs);
    }

    const uint8_t* line(Side side, uint32_t item) {
        if (side == kGuesses) return table_.row(item);
        if (columns_.empty()) {
            columns_.resize(table_.n_guesses * table_.n_secrets);
            transpose(table_.ids, table_.n_secrets, table_.n_guesses, table_.n_secrets, columns_.data(),
                      table_.n_guesses);
        }
        return columns_.data() + item * table_.n_guesses;
    }

    void name_scores(const Cells& scores) {
        for (uint32_t s = 0; s < table_.n_scores; ++s) names_[s] = splitmix64(scores.cell[s] + 1);
    }

    // Computes a hash of the multiset of scores with a cell, for each item of the other side.
    void sum_up(const Colours& colours, Side side, uint32_t start) {
        const Cells& cells = colours.sides[side];
        const size_t size = cells.solid[start] ? 1 : cells.size[start];
        const size_t others = colours.sides[1 - side].n();
        std::fill_n(keys_.begin(), others, 0);
        for (size_t i = 0; i < size; ++i) {
            const uint8_t* scores = line(side, cells.items[start + i]);
            for (size_t other = 0; other < others; ++other) keys_[other] += names_[scores[other]];
        }
        look(size * others);
    }

    // Splits a cell by keys_, and stores the starts of its parts in parts_.
    bool split(Cells& cells, uint32_t start, uint64_t& trace) {
        const uint32_t size = cells.size[start];
        uint32_t* items = cells.items.data() + start;
        const uint64_t key = keys_[items[0]];
        if (std::all_of(items + 1, items + size, [&](uint32_t item) { return keys_[item] == key; })) {
            note(trace, key + start);
            return false;
        }
        sorted_.clear();
        for (uint32_t i = 0; i < size; ++i) sorted_.emplace_back(keys_[items[i]], items[i]);
        std::sort(sorted_.begin(), sorted_.end());
        for (uint32_t i = 0; i < size; ++i) items[i] = sorted_[i].second;
        note(trace, sorted_[0].first + start);
        parts_.assign(1, start);
        uint32_t at = start;
        for (uint32_t i = 1; i < size; ++i) {
            if (sorted_[i].first == sorted_[i - 1].first) continue;
            note(trace, sorted_[i].first + i);
            at = cells.cut(at, start + i - at);
            parts_.push_back(at);
        }
        return true;
    }

    void split_side(Colours& colours, Side side, uint64_t& trace) {
        Cells& cells = colours.sides[side];
        for (uint32_t start = 0, next; start < cells.n(); start = next) {
            next = cells.next(start);
            if (!cells.is_open(start) || !split(cells, start, trace)) continue;
            // If the cell was not waiting, its largest part follows from the others (Hopcroft).
            const bool all = colours.waiting[side][start];
            const auto largest = std::max_element(parts_.begin(), parts_.end(), [&](uint32_t a, uint32_t b) {
                return cells.size[a] < cells.size[b];
            });
            for (const uint32_t& part : parts_)
                if (all || &part != &*largest) colours.wait_for(side, part);
        }
    }

    bool split_scores(Colours& colours, uint64_t& trace) {
        const Cells &guesses = colours.sides[kGuesses], &secrets = colours.secrets();
        std::vector<uint64_t> colour(table_.n_secrets);
        for (size_t v = 0; v < colour.size(); ++v) colour[v] = splitmix64(secrets.cell[v] + 1);
        uint64_t sums[256] = {};
        for (size_t g = 0; g < table_.n_guesses; ++g) {
            uint64_t own[256] = {};
            const uint8_t* row = table_.row(g);
            for (size_t v = 0; v < colour.size(); ++v) own[row[v]] += colour[v];
            for (size_t s = 0; s < table_.n_scores; ++s)
                sums[s] += splitmix64(own[s] ^ splitmix64(guesses.cell[g] + 1));
        }
        look(table_.n_guesses * table_.n_secrets);
        std::copy_n(sums, table_.n_scores, keys_.begin());
        bool changed = false;
        for (uint32_t start = 0, next; start < colours.scores.n(); start = next) {
            next = colours.scores.next(start);
            if (colours.scores.is_open(start) && split(colours.scores, start, trace)) changed = true;
        }
        if (changed) colours.wait_for_all();
        return changed;
    }

    const Table& table_;
    std::vector<uint8_t> columns_;  // transposed at the first use
    Budget& budget_;
    Pulse& pulse_;
    uint64_t names_[256];
    std::vector<uint64_t> keys_;
    std::vector<std::pair<uint64_t, uint32_t>> sorted_;
    std::vector<uint32_t> parts_;
};

}  // namespace mmc::symmetries
