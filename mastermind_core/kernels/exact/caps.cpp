// The guesses of a worst case: those that leave no block too large, the most even first.
//
// A set that is found in k steps by some guess has at most caps[k - 1] secrets in each of its blocks, and no more than
// the block of that guess here has. So caps[k], which no subset that k steps find is larger than, is the most, over all
// guesses, of the sum of the lesser ones. Caps of a set hold for its subsets: they are handed down.
#include <algorithm>

#include "worst_case.hpp"

namespace mmc::exact {

void WorstCase::open(const Node& node, Frame& frame) {
    const Common& common = own_.common;
    Node here = node;
    if (common.aimed) {
        own_.opener.cut_first(here, frame);
        own_.opener.list_telling(here, frame);
        own_.opener.keep_first(here, frame);
    } else {
        own_.opener.open(node, frame, kImpossible - 1);
        if (frame.open.size() > 8) own_.opener.cut_down(here, frame);
    }
    frame.at = here;
    own_.stabilisers.of_candidates(here, frame);
    own_.opener.drop_alike(here, frame);
    const bool capped = node.n >= common.tuning.caps_set && node.steps > 2 &&
                        node.steps <= static_cast<int>(common.tuning.caps_steps) && common.any_guess(node) && !common.aimed;
    if (common.aimed) measure_goals(here, frame);
    else measure(here, frame, capped);
    frame.caps.clear();
    if (capped) cap_subsets(here, frame);
    std::erase_if(frame.open, [](const OpenGuess& o) { return o.cost >= kImpossible; });
    std::ranges::stable_sort(frame.open, {}, &OpenGuess::cost);
}

// How even the guesses are; where caps are asked for, keeps the sizes of their blocks.
void WorstCase::measure(const Node& node, Frame& frame, bool capped) {
    const auto n_scores = static_cast<size_t>(own_.common.problem.n_scores);
    const uint8_t* const final = own_.common.final.data();
    const SizeBound& bound = own_.bounds.of_sizes(frame.branch);
    if (capped) frame.sizes.assign(frame.open.size() * n_scores, 0);
    for (size_t i = 0; i < frame.open.size(); ++i) {
        OpenGuess& o = frame.open[i];
        const uint8_t* row = node.game->row(o.guess);
        uint16_t few[256] = {};
        uint16_t* sizes = capped ? frame.sizes.data() + i * n_scores : few;
        uint32_t largest = 0;
        Cost squares = 0;
        for (uint32_t k = 0; k < node.n; ++k) {
            const uint8_t score = row[node.members[k]];
            squares += 2 * sizes[score]++ + 1;
            if (!final[score]) largest = std::max<uint32_t>(largest, sizes[score]);
        }
        const bool fits = bound.steps(largest) <= node.steps - 1;
        o.cost = largest == node.n || !fits ? kImpossible : squares;
        o.largest = static_cast<uint16_t>(largest);
    }
}

// The same where blocks are over that have one goal.
void WorstCase::measure_goals(const Node& node, Frame& frame) {
    own_.floors.begin(*node.game, node.members, node.n);
    for (OpenGuess& o : frame.open) {
        const SetFloors::OfGuess floor = own_.floors.of_guess(node, frame.reach, o.guess);
        o.cost = floor.total < kImpossible ? floor.squares : kImpossible;
    }
}

void WorstCase::cap_subsets(const Node& node, Frame& frame) {
    const auto n_scores = static_cast<size_t>(own_.common.problem.n_scores);
    const uint8_t* const final = own_.common.final.data();
    const size_t wins = own_.common.most_wins;
    // Guesses that make too few blocks were not opened; so many blocks they may still have.
    uint64_t few = 0;
    while (few <= frame.branch && own_.bounds.of_guess(node, frame, {few + 1, 0, 0}) >= kImpossible) ++few;
    frame.caps.assign({0, static_cast<uint32_t>(wins)});
    for (size_t k = 2; k < static_cast<size_t>(node.steps) && frame.caps.back() < node.n; ++k) {
        const uint32_t below = frame.caps[k - 1];
        uint64_t most = std::max<uint64_t>(below, (few + 1) * below + wins);
        for (size_t i = 0; i < frame.open.size() && most < node.n; ++i) {
            const uint16_t* sizes = frame.sizes.data() + i * n_scores;
            uint64_t sum = 0;
            for (size_t s = 0; s < n_scores; ++s) sum += final[s] ? sizes[s] : std::min<uint32_t>(sizes[s], below);
            most = std::max(most, sum);
        }
        if (node.caps && k < node.caps->size()) most = std::min<uint64_t>(most, (*node.caps)[k]);
        frame.caps.push_back(static_cast<uint32_t>(std::min<uint64_t>(most, node.n)));
    }
    for (OpenGuess& o : frame.open)
        if (o.largest > frame.caps.back()) o.cost = kImpossible;
}

}  // namespace mmc::exact
