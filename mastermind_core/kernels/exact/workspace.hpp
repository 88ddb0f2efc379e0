// Data of one thread of a search: the memory of its recursion, and the techniques used by both searches.
#pragma once

#include <deque>
#include <algorithm>
#include <span>
#include <utility>

#include "bounds.hpp"
#include "isolation.hpp"
#include "legality.hpp"
#include "opener.hpp"
#include "stabilisers.hpp"
#include "transpositions.hpp"
#include "shared/check.hpp"

namespace mmc::exact {

struct Workspace {
    Workspace(Common& of_all, bool first)
        : Workspace(of_all, of_all.cost, std::make_shared<Watch>(of_all, first)) {}
    // For a relaxation that the same thread searches.
    Workspace(Common& of_all, const CostModel& of_costs, std::shared_ptr<Watch> own_watch)
        : common(of_all),
          model(of_costs),
          watch(std::move(own_watch)),
          bounds(model, common.whole),
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
    void partition(const Node& node, uint32_t guess, Frame& frame) {
        const Subgame& game = *node.game;
        frame.length = model.length(game, guess);
        frame.paid = model.pays(node, guess);
        frame.blocks.clear();
        if (frame.items.size() < node.n) frame.items.resize(node.n);
        if (game.wide()) {
            deal_wide(node, game.wide_rows + guess * game.pitch, frame);
        } else {
            const uint8_t* row = game.row(guess);
            uint32_t count[256] = {}, at[256], index[256], order[256];
            for (uint32_t i = 0; i < node.n; ++i) ++count[row[node.members[i]]];
            size_t n_blocks = 0;  // insertion sort of (over, size, score): few blocks, often nearly in order
            for (uint32_t s = 0; s < static_cast<uint32_t>(game.n_scores); ++s) {
                if (!count[s]) continue;
                const uint32_t own = uint32_t{game.final[s]} << 31 | count[s] << 8 | s;
                size_t to = n_blocks++;
                for (; to > 0 && order[to - 1] > own; --to) order[to] = order[to - 1];
                order[to] = own;
            }
            const auto size_of = [&](uint32_t s) { return count[s]; };
            deal(node, row, std::span<const uint32_t>(order, n_blocks), size_of, at, index, frame);
        }
        std::erase_if(frame.blocks, [&](const Block& block) {
            return model.over(game, block.score, frame.items.data() + block.begin, block.size);
        });
    }

    Node child(const Node& node, const Frame& frame, const Block& block) const {
        MMC_ASSERT(block.size > 0 && block.size <= node.n);
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
        if (node.path_budget < kImpossible)
            child.path_budget = common.clip(node.path_budget - frame.length, child.steps, child.n);
        return child;
    }

    // A child with the stabiliser of its history, if it is large enough to benefit.
    Node grouped(const Node& node, uint32_t guess, Node child) {
        if (child.n < common.problem.tuning.group_size) return child;
        child.group = stabilisers.after(node.group, node.game->guess_id[guess]);
        child.uniform_group = stabilisers.after(node.uniform_group, node.game->guess_id[guess]);
        return child;
    }

    // The lower bound of a block of the partitioned guess.
    Cost floor_of(const Node& node, const Block& block, const Frame& frame) {
        const int steps = Bounds::steps_after(node, frame.length, frame.reach);
        return bounds.of_set(*node.game, node.level + 1, frame.items.data() + block.begin, block.size, frame.reach,
                             steps);
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

private:
    // Lists the blocks in an order of numbers whose lowest bits are scores, and distributes the secrets to them.
    template <class Score, class Order, class Sizes>
    void deal(const Node& node, const Score* row, std::span<const Order> order, const Sizes& size_of, uint32_t* at,
              uint32_t* index, Frame& frame) const {
        const Subgame& game = *node.game;
        const uint64_t* weight = model.weights(game);
        uint32_t begin = 0;
        for (size_t i = 0; i < order.size(); ++i) {
            const uint32_t s = static_cast<Score>(order[i]);
            const uint32_t size = size_of(s);
            at[s] = begin;
            index[s] = static_cast<uint32_t>(i);
            frame.blocks.push_back({{}, begin, size, static_cast<int>(s), {}, {}, weight ? 0 : Cost{size}});
            begin += size;
        }
        MMC_ASSERT(begin == node.n);  // every score is below n_scores
        for (uint32_t i = 0; i < node.n; ++i) {
            const uint16_t member = node.members[i];
            const uint32_t score = row[member];
            frame.items[at[score]++] = member;
            Block& block = frame.blocks[index[score]];
            block.key += game.key[member];
            if (weight) block.weight += static_cast<Cost>(weight[member]);
        }
    }

    // The same for many scores: time is proportional to the secrets.
    void deal_wide(const Node& node, const uint16_t* row, Frame& frame) {
        many_.resize(3 * node.game->n_scores);
        uint32_t* count = many_.data();
        std::vector<uint64_t> order;
        for (uint32_t i = 0; i < node.n; ++i)
            if (const uint16_t score = row[node.members[i]]; count[score]++ == 0) order.push_back(score);
        for (uint64_t& own : order)
            own |= uint64_t{node.game->final[own]} << 63 | uint64_t{count[own]} << 16;
        std::ranges::sort(order);
        const auto take = [&](uint32_t s) { return std::exchange(count[s], 0); };
        uint32_t* at = count + node.game->n_scores;
        deal(node, row, std::span<const uint64_t>(order), take, at, at + node.game->n_scores, frame);
    }

    std::vector<uint32_t> many_;  // per score: the size of its block, zero between calls; and its place
};

}  // namespace mmc::exact
