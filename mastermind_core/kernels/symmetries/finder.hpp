// Automorphisms of a score table: permutations of guesses, secrets and scores that preserve every score, the end states,
// and the weights of secrets. Individualization and refinement with backtracking.
#pragma once

#include <cstdint>
#include <vector>
#include <algorithm>
#include <optional>

#include "compare.hpp"
#include "shared/pulse.hpp"
#include "colours.hpp"
#include "shared/disjoint_sets.hpp"

namespace mmc::symmetries {

struct SymmetriesFound {
    std::vector<Symmetry> generators;  // each verified against the whole table
    bool complete = false;             // whether they generate all symmetries
    std::vector<uint64_t> orbits;      // sizes of orbits; if complete, their product is the order of the group
};

// The maximum memory for the colours along the first path.
constexpr size_t kMostBytes = size_t{256} << 20;

// Orbits of secrets, or of scores.
struct Orbits : DisjointSets<uint32_t> {
    using DisjointSets::DisjointSets;

    bool same(uint32_t one, uint32_t other) { return least(one) == least(other); }
    bool any_with(const std::vector<uint32_t>& items, uint32_t other) {
        return std::ranges::any_of(items, [&](uint32_t one) { return same(one, other); });
    }
};

// A choice of an item on the path to a discrete colouring.
struct Level {
    bool of_scores = false;
    uint32_t start = 0, item = 0;  // the cell, and its individualized item
    size_t alike = 1;
    std::vector<uint32_t> solids;  // cells of secrets with equal columns
    Colours before;
    uint64_t trace = 0;  // of the refinement after the choice
};

// Guesses with equal rows and secrets with equal columns keep their relative order. `steps` is the maximum number of pairs
// of guess and secret to examine. If they are used up, the generators so far are returned.
class Finder {
public:
    Finder(const Table& table, uint64_t steps, Pulse& pulse)
        : table_(table), budget_{steps}, pulse_(pulse), refiner_(table, budget_, pulse) {}

    SymmetriesFound find(const std::vector<uint64_t>& weights) {
        Colours colours = refiner_.start(weights);
        refiner_.refine(colours);
        if (!descend(std::move(colours))) return {};
        images_.resize(levels_.size());
        Orbits secrets(table_.n_secrets), scores(table_.n_scores);
        for (size_t at = levels_.size(); at-- > 0 && !budget_.spent;) {
            Orbits& orbits = levels_[at].of_scores ? scores : secrets;
            images_of(at, orbits, secrets, scores);
            const std::vector<uint32_t> cell = cell_of(levels_[at]);
            found_.orbits.push_back(static_cast<uint64_t>(std::count_if(
                cell.begin(), cell.end(), [&](uint32_t one) { return orbits.same(one, levels_[at].item); })));
        }
        found_.complete = !budget_.spent;
        return std::move(found_);
    }

private:
    static std::vector<uint32_t> cell_of(const Level& level) {
        return (level.of_scores ? level.before.scores : level.before.secrets()).in_order(level.start);
    }

    // Individualizes items until the colouring is discrete; returns false if the budget is used up.
    bool descend(Colours colours) {
        size_t bytes = 0;
        while (true) {
            if (budget_.spent) return false;
            Level level;
            if (!choose(colours, level)) break;
            level.before = colours;
            bytes += colours.bytes();
            if (bytes > kMostBytes) return false;
            level.alike = single_out(colours, level, level.item);
            level.trace = refine(colours, level);
            levels_.push_back(std::move(level));
        }
        leaf_ = order(std::move(colours));
        return !budget_.spent;
    }

    bool choose(Colours& colours, Level& level) {
        const Cells& scores = colours.scores;
        for (uint32_t at = 0; at < scores.n(); at = scores.next(at)) {
            if (!scores.is_open(at) || (level.of_scores && scores.size[at] >= scores.size[level.start])) continue;
            level.of_scores = true;
            level.start = at;
        }
        if (level.of_scores) {
            level.item = *std::min_element(scores.begin(level.start), scores.end(level.start));
            return true;
        }
        Cells& secrets = colours.secrets();
        while (secrets.open > 0) {
            uint32_t best = 0;
            for (uint32_t at = 0; at < secrets.n(); at = secrets.next(at))
                if (secrets.is_open(at) && (!secrets.is_open(best) || secrets.size[at] > secrets.size[best]))
                    best = at;
            level.start = best;
            level.item = *std::min_element(secrets.begin(best), secrets.end(best));
            if (refiner_.alike(colours, level.item).size() < secrets.size[best]) return true;
            secrets.make_solid(best);
            level.solids.push_back(best);
        }
        return false;
    }

    size_t single_out(Colours& colours, const Level& level, uint32_t item) {
        if (level.of_scores) {
            refiner_.single_out_score(colours, item);
            return 1;
        }
        const std::vector<uint32_t> alike = refiner_.alike(colours, item);
        if (alike.size() < colours.secrets().size[level.start]) refiner_.single_out(colours, item, alike);
        return alike.size();
    }

    // Levels of scores are refined completely, because such a level distinguishes secrets only slightly.
    uint64_t refine(Colours& colours, const Level& level) {
        if (level.of_scores) return refiner_.refine(colours);
        return refiner_.refine(colours, kRows * (table_.n_guesses + table_.n_secrets));
    }

    void images_of(size_t at, Orbits& orbits, Orbits& secrets, Orbits& scores) {
        const Level& level = levels_[at];
        for (size_t i = 0; i < at; ++i) images_[i] = levels_[i].item;
        std::vector<uint32_t> failed;
        for (const uint32_t item : cell_of(level)) {
            if (budget_.spent) return;
            if (orbits.same(item, level.item) || orbits.any_with(failed, item)) continue;
            if (follow(level.before, at, item)) {
                secrets.join_images(found_.generators.back().secrets);
                scores.join_images(found_.generators.back().scores);
            } else {
                failed.push_back(item);
            }
        }
    }

    // Searches for a symmetry that maps the choice of a level to another item, and the previous choices to their images.
    bool follow(Colours colours, size_t at, uint32_t item) {
        const Level& level = levels_[at];
        if (single_out(colours, level, item) != level.alike || refine(colours, level) != level.trace ||
            budget_.spent)
            return false;
        if (at + 1 == levels_.size()) return compare(order(std::move(colours)));
        const Level& next = levels_[at + 1];
        for (const uint32_t start : next.solids) {
            if (!colours.secrets().is_cell(start)) return false;
            colours.secrets().make_solid(start);
        }
        const Cells& cells = next.of_scores ? colours.scores : colours.secrets();
        const Cells& own = next.of_scores ? next.before.scores : next.before.secrets();
        if (!cells.is_cell(next.start) || cells.size[next.start] != own.size[next.start]) return false;
        images_[at] = item;
        std::vector<uint32_t> failed;
        std::optional<Orbits> orbits;
        for (const uint32_t one : cells.in_order(next.start)) {
            if (budget_.spent) return false;
            if (next.alike > 1 && refiner_.alike(colours, one)[0] != one) continue;
            if (!failed.empty()) {
                // Symmetries that fix the images so far preserve the results for the next choice.
                if (!orbits) orbits = orbits_that_keep_images(at, next.of_scores);
                if (orbits->any_with(failed, one)) continue;
            }
            if (follow(colours, at + 1, one)) return true;
            failed.push_back(one);
        }
        return false;
    }

    Orbits orbits_that_keep_images(size_t at, bool of_scores) {
        Orbits orbits(of_scores ? table_.n_scores : table_.n_secrets);
        for (const Symmetry& moves : found_.generators) {
            bool keeps = true;
            for (size_t i = 0; i <= at && keeps; ++i)
                keeps = (levels_[i].of_scores ? moves.scores[images_[i]] : moves.secrets[images_[i]]) == images_[i];
            if (!keeps) continue;
            if (of_scores) orbits.join_images(moves.scores);
            else orbits.join_images(moves.secrets);
        }
        return orbits;
    }

    // Returns guesses, secrets and scores sorted by colour, then by id.
    Symmetry order(Colours colours) {
        refiner_.refine_guesses(colours);
        for (Cells& cells : colours.sides)
            for (uint32_t at = 0; at < cells.n(); at = cells.next(at))
                std::sort(cells.items.begin() + at, cells.items.begin() + cells.next(at));
        return {std::move(colours.sides[kGuesses].items), std::move(colours.secrets().items),
                std::move(colours.scores.items)};
    }

    bool compare(const Symmetry& image) {
        Symmetry moves = image.after(leaf_.inverse());
        budget_.take(table_.n_guesses * table_.n_secrets);
        if (budget_.spent || first_broken(table_, moves, pulse_)) return false;
        found_.generators.push_back(std::move(moves));
        return true;
    }

    // The limit of a refinement after a choice of a secret, in rows and columns of the table.
    static constexpr uint64_t kRows = 64;

    const Table& table_;
    Budget budget_;
    Pulse& pulse_;
    Refiner refiner_;
    std::vector<Level> levels_;
    std::vector<uint32_t> images_;  // of the choices, on the current path
    Symmetry leaf_;
    SymmetriesFound found_;
};

}  // namespace mmc::symmetries
