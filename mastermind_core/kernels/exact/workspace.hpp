// Data of one thread of a search: the memory of its recursion, and the techniques used by both searches.
#pragma once

#include <deque>
#include <algorithm>

#include "bounds.hpp"
#include "isolation.hpp"
#include "legality.hpp"
#include "opener.hpp"
#include "stabilisers.hpp"
#include "transpositions.hpp"

namespace mmc::exact {

struct Workspace {
    Workspace(Common& common, bool first) : Workspace(common, common.cost, std::make_shared<Watch>(common, first)) {}
    // For a relaxation that the same thread searches.
    Workspace(Common& common, const CostModel& model, std::shared_ptr<Watch> own_watch)
        : common(common),
          model(model),
          watch(std::move(own_watch)),
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

    // Splits the candidates by their scores: small blocks first, without those for which the game is over.
    void partition(const Node& node, uint32_t guess, Frame& frame) const {
        const Subgame& game = *node.game;
        const uint8_t* row = game.row(guess);
        frame.length = model.length(game, guess);
        frame.paid = model.pays(node, guess);
        uint32_t count[256] = {}, at[256];
        for (uint32_t i = 0; i < node.n; ++i) ++count[row[node.members[i]]];
        frame.blocks.clear();
        if (frame.items.size() < node.n) frame.items.resize(node.n);
        uint32_t begin = 0;
        uint8_t index[256];
        for (int s = 0; s < common.problem.n_scores; ++s) {
            at[s] = begin;
            if (!count[s]) continue;
            index[s] = static_cast<uint8_t>(frame.blocks.size());
            frame.blocks.push_back({{}, begin, count[s], s});
            begin += count[s];
        }
        const uint64_t* weight = model.row(game, node.level + 1);
        for (uint32_t i = 0; i < node.n; ++i) {
            const uint16_t member = node.members[i];
            const uint8_t score = row[member];
            frame.items[at[score]++] = member;
            Block& block = frame.blocks[index[score]];
            block.key += game.key[member];
            if (weight) block.weight += static_cast<Cost>(weight[member]);
        }
        size_t kept = 0;
        for (Block& block : frame.blocks) {
            if (!weight) block.weight = block.size;
            if (!model.over(game, block.score, frame.items.data() + block.begin, block.size)) frame.blocks[kept++] = block;
        }
        frame.blocks.resize(kept);
        for (size_t i = 1; i < kept; ++i)  // insertion sort: few blocks, often nearly in order
            for (size_t j = i; j > 0 && frame.blocks[j].size < frame.blocks[j - 1].size; --j)
                std::swap(frame.blocks[j], frame.blocks[j - 1]);
    }

    Node child(const Node& node, const Frame& frame, const Block& block) const {
        Node child;
        child.game = node.game;
        child.members = frame.items.data() + block.begin;
        child.n = block.size;
        child.key = block.key;
        child.canonical = block.canonical;
        child.weight = block.weight;
        child.steps = Common::clip(one_less(node.steps), block.size);
        child.level = node.level + 1;
        child.spent = node.spent + frame.length;
        if (node.purse < kImpossible) child.purse = common.clip(node.purse - frame.length, child.steps, child.n);
        return child;
    }

    // A child with the stabiliser of its history, if it is large enough to benefit.
    Node grouped(const Node& node, uint32_t guess, Node child) {
        if (child.n < common.problem.tuning.group_size) return child;
        child.group = stabilisers.after(node.group, node.game->guess_id[guess]);
        child.even_group = stabilisers.after(node.even_group, node.game->guess_id[guess]);
        return child;
    }

    // The lower bound of a block of the partitioned guess.
    Cost floor_of(const Node& node, const Block& block, const Frame& frame) {
        const int steps = Bounds::steps_after(node, frame.length, frame.reach);
        return bounds.of_set(*node.game, node.level + 1, frame.items.data() + block.begin, block.size, frame.reach, steps);
    }

    Common& common;
    const CostModel& model;
    const std::shared_ptr<Watch> watch;
    Bounds bounds;
    Isolation isolation;
    Transpositions transpositions;
    Stabilisers stabilisers;
    Legality legality;
    Opener opener;
    std::deque<Frame> frames;
};

}  // namespace mmc::exact
