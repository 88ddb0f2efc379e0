// What one thread of a search has of its own: the memory of its recursion and the techniques that both searches use.
#pragma once

#include <deque>

#include "bounds.hpp"
#include "common.hpp"
#include "legality.hpp"
#include "opener.hpp"
#include "stabilisers.hpp"
#include "transpositions.hpp"
#include "watch.hpp"

namespace mmc::exact {

struct Workspace {
    Workspace(Common& common, bool first)
        : common(common),
          watch(common, first),
          bounds(common),
          transpositions(common),
          stabilisers(common),
          legality(common, bounds),
          opener(common, bounds, stabilisers) {}
    Workspace(const Workspace&) = delete;

    Frame& frame(size_t level) {
        while (frames.size() <= level) frames.emplace_back();
        return frames[level];
    }

    // Splits the candidates by their scores, given as a row: small blocks first, and final ones left out.
    void partition(const Node& node, const uint8_t* row, Frame& frame) const;
    Node child(const Node& node, const Frame& frame, const Block& block) const;

    Common& common;
    Watch watch;
    Bounds bounds;
    Transpositions transpositions;
    Stabilisers stabilisers;
    Legality legality;
    Opener opener;
    std::deque<Frame> frames;
};

}  // namespace mmc::exact
