// All ways to fill some of the holes, those alike for the history merged and counted.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "constraints.hpp"
#include "count.hpp"
#include "shared/pulse.hpp"

namespace mmc::codes {

// How much work counting may take, in steps of about a hundredth of a microsecond.
class WorkLimit {
public:
    explicit WorkLimit(std::uint64_t steps = UINT64_MAX) : left_(steps) {}
    void spend(std::uint64_t steps) {
        if (steps > left_) throw std::length_error("the consistent codes of this history take more work than allowed");
        left_ -= steps;
    }

private:
    std::uint64_t left_;
};

// Partial codes with the same capped colour counts and the same black pegs.
struct HalfState {
    Wide counts;
    Wide blacks;
    Wide commons;  // follows from counts; kept to prune
    Count ways = 0;
};

class HalfCodes {
public:
    // Fills holes first .. last - 1. The states after the last hole are sorted by counts, then blacks.
    HalfCodes(const Constraints& constraints, int first, int last, std::size_t max_states, WorkLimit& limit,
              Pulse& pulse)
        : constraints_(constraints), first_(first), max_states_(max_states) {
        layers_.emplace_back();
        layers_[0].states.push_back({{}, constraints.black.start, constraints.common.start, 1});
        layers_[0].index();
        for (int hole = first; hole < last; ++hole) fill(hole, limit, pulse);
        auto& final_states = layers_.back().states;
        std::sort(final_states.begin(), final_states.end(), [](const HalfState& a, const HalfState& b) {
            return a.counts != b.counts ? a.counts < b.counts : a.blacks < b.blacks;
        });
    }

    const std::vector<HalfState>& states() const { return layers_.back().states; }

    // Writes the partial code number `rank` of those in `state` into its holes, in colour indices of the
    // constraints. A free colour takes its place among the free colours from the rank, unless codes have no
    // repeats: then it is left for the caller, who knows how many the other half has taken.
    void unrank(HalfState state, Count rank, std::array<std::uint8_t, max_holes>& indices,
                Code& code) const {
        for (std::size_t placed = layers_.size() - 1; placed > 0; --placed)
            rank = step_back(state, rank, first_ + static_cast<int>(placed) - 1, layers_[placed - 1],
                             indices, code);
    }

private:
    struct Layer {
        std::vector<HalfState> states;
        std::vector<std::uint32_t> slots;  // open addressing; zero is empty, else a state's place + 1

        static std::size_t hash(Wide counts, Wide blacks) {
            std::uint64_t x = counts.high * 0x9e3779b97f4a7c15u ^ counts.low * 0xc2b2ae3d27d4eb4fu;
            x = (x ^ (x >> 29)) + blacks.high * 0x165667b19e3779f9u + blacks.low * 0x27d4eb2f165667c5u;
            x *= 0xbf58476d1ce4e5b9u;
            return static_cast<std::size_t>(x ^ (x >> 32));
        }
        std::size_t slot_of(Wide counts, Wide blacks) const {
            std::size_t slot = hash(counts, blacks) & (slots.size() - 1);
            while (slots[slot]) {
                const HalfState& state = states[slots[slot] - 1];
                if (state.counts == counts && state.blacks == blacks) break;
                slot = (slot + 1) & (slots.size() - 1);
            }
            return slot;
        }
        void index() {
            std::size_t size = 64;
            while (size < states.size() * 4) size *= 2;
            slots.assign(size, 0);
            for (std::size_t i = 0; i < states.size(); ++i)
                slots[slot_of(states[i].counts, states[i].blacks)] = static_cast<std::uint32_t>(i + 1);
        }
        void add(const HalfState& state) {
            const std::size_t slot = slot_of(state.counts, state.blacks);
            if (slots[slot]) {
                states[slots[slot] - 1].ways += state.ways;
                return;
            }
            states.push_back(state);
            slots[slot] = static_cast<std::uint32_t>(states.size());
            if (states.size() * 2 > slots.size()) index();
        }
        const HalfState* find(Wide counts, Wide blacks) const {
            const std::uint32_t place = slots[slot_of(counts, blacks)];
            return place ? &states[place - 1] : nullptr;
        }
    };

    const Constraints& constraints_;
    int first_;
    std::size_t max_states_;
    std::vector<Layer> layers_;

    // How many colours a peg of this index stands for.
    Count weight(std::size_t colour) const {
        if (colour < constraints_.free_index() || constraints_.tracks_free()) return 1;
        return constraints_.free_colours.size();
    }

    void fill(int hole, WorkLimit& limit, Pulse& pulse) {
        const Constraints& c = constraints_;
        const int left = c.game.holes - (hole - first_) - 1;  // pegs still to come in this half and the other
        const Wide black_slack = c.black.slack(left), common_slack = c.common.slack(left);
        layers_.emplace_back();
        Layer& next = layers_.back();
        next.index();
        for (const HalfState& state : layers_[layers_.size() - 2].states) {
            pulse.work(20 * (c.free_index() + 1));
            limit.spend(10 * (c.free_index() + 1));
            for (std::size_t colour = 0; colour <= c.free_index(); ++colour) {
                if (colour == c.free_index() && c.free_colours.empty()) continue;
                HalfState to = state;
                const int pegs = c.caps[colour] ? c.counts.read(colour, state.counts) : 0;
                if (pegs < c.caps[colour]) {
                    to.counts = to.counts + c.count_unit[colour];
                    to.commons = to.commons + c.common_gain[colour][pegs];
                } else if (c.game.distinct_secrets) {
                    continue;
                }
                to.blacks = to.blacks + c.black_gain[hole][colour];
                if (to.blacks.meets(c.black.guard) || to.commons.meets(c.common.guard)) continue;
                if (!(to.blacks + black_slack).covers(c.black.guard)) continue;
                if (!(to.commons + common_slack).covers(c.common.guard)) continue;
                to.ways = state.ways * weight(colour);
                next.add(to);
            }
            if (next.states.size() > max_states_)
                throw std::length_error("the consistent codes of this history need more memory than allowed");
        }
    }

    // Finds the predecessor that `rank` falls into: any whose step leads to this state.
    Count step_back(HalfState& state, Count rank, int hole, const Layer& before,
                    std::array<std::uint8_t, max_holes>& indices, Code& code) const {
        const Constraints& c = constraints_;
        for (std::size_t colour = 0; colour <= c.free_index(); ++colour) {
            const int pegs = c.caps[colour] ? c.counts.read(colour, state.counts) : 0;
            const Wide blacks = state.blacks - c.black_gain[hole][colour];
            for (int grew = 0; grew < 2; ++grew) {
                if (grew ? pegs == 0 : pegs < c.caps[colour] || c.game.distinct_secrets) continue;
                const Wide counts = grew ? state.counts - c.count_unit[colour] : state.counts;
                const HalfState* from = before.find(counts, blacks);
                if (!from) continue;
                const Count ways = from->ways * weight(colour);
                if (rank >= ways) {
                    rank -= ways;
                    continue;
                }
                indices[hole] = static_cast<std::uint8_t>(colour);
                if (colour < c.free_index()) {
                    code[hole] = c.colours[colour];
                } else if (!c.tracks_free()) {
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
