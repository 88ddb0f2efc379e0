// What one thread of a search has of its own: the memory of its recursion and the techniques that both searches use.
#pragma once

#include <deque>

#include "bounds.hpp"
#include "isolation.hpp"
#include "legality.hpp"
#include "opener.hpp"
#include "stabilisers.hpp"
#include "transpositions.hpp"
#include "watch.hpp"

namespace mmc::exact {

struct Workspace {
    Workspace(Common& common, bool first) : Workspace(common, common.cost, std::make_shared<Watch>(common, first)) {}
    // For a relaxation, which is searched by the same thread.
    Workspace(Common& common, const CostModel& model, std::shared_ptr<Watch> own_watch)
        : common(common),
          model(model),
          kept_watch(std::move(own_watch)),
          watch(*kept_watch),
          bounds(model, common.whole, static_cast<size_t>(common.problem.n_scores)),
          isolation(model),
          transpositions(common, model),
          stabilisers(common),
          legality(common, bounds),
          opener(common, bounds, stabilisers) {}
    Workspace(const Workspace&) = delete;

    Frame& frame(size_t level) {
        while (frames.size() <= level) frames.emplace_back();
        return frames[level];
    }

    // Splits the candidates by their scores: small blocks first, and those left out where the game is over.
    void partition(const Node& node, uint32_t guess, Frame& frame) const;
    Node child(const Node& node, const Frame& frame, const Block& block) const;
    // The lower bound of a block of the guess that was partitioned.
    Cost floor_of(const Node& node, const Block& block, const Frame& frame);

    Common& common;
    const CostModel& model;
    const std::shared_ptr<Watch> kept_watch;
    Watch& watch;
    Bounds bounds;
    Isolation isolation;
    Transpositions transpositions;
    Stabilisers stabilisers;
    Legality legality;
    Opener opener;
    std::deque<Frame> frames;
};

}  // namespace mmc::exact
