#include "workspace.hpp"

#include <algorithm>

namespace mmc::exact {
void Workspace::partition(const Node& node, uint32_t guess, Frame& frame) const {
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
        frame.blocks.push_back({begin, count[s], s, {}, {}, 0, 0, false, 0, false, kNoGuess});
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
    for (size_t i = 1; i < kept; ++i)  // few, and nearly in order or not
        for (size_t j = i; j > 0 && frame.blocks[j].size < frame.blocks[j - 1].size; --j)
            std::swap(frame.blocks[j], frame.blocks[j - 1]);
}

Node Workspace::child(const Node& node, const Frame& frame, const Block& block) const {
    Node child;
    child.game = node.game;
    child.members = frame.items.data() + block.begin;
    child.n = block.size;
    child.key = block.key;
    child.canonical = block.canonical;
    child.weight = block.weight;
    child.steps = node.steps == kUnlimited ? kUnlimited : Common::clip(node.steps - 1, block.size);
    child.level = node.level + 1;
    child.spent = node.spent + frame.length;
    if (node.purse < kImpossible) child.purse = common.clip(node.purse - frame.length, child.steps, child.n);
    return child;
}

Cost Workspace::floor_of(const Node& node, const Block& block, const Frame& frame) {
    const Cost left = node.purse >= kImpossible ? kImpossible : node.purse - frame.length;
    const int steps = Bounds::within(node.steps == kUnlimited ? kUnlimited : node.steps - 1, left, frame.reach);
    return bounds.of_set(*node.game, node.level + 1, frame.items.data() + block.begin, block.size, frame.reach, steps);
}

}  // namespace mmc::exact
