// What one guess costs: its blocks, what is known of them, and their searches.
#include <algorithm>
#include <cstring>

#include "search.hpp"

namespace mmc::exact {

void Search::partition(const Node& node, const uint8_t* row, Frame& frame) {
    const Subgame& game = *node.game;
    uint32_t count[256] = {}, at[256];
    for (uint32_t i = 0; i < node.n; ++i) ++count[row[node.members[i]]];
    frame.blocks.clear();
    frame.final_weight = 0;
    if (frame.items.size() < node.n) frame.items.resize(node.n);
    uint32_t begin = 0;
    uint8_t index[256];
    for (int s = 0; s < problem_.n_scores; ++s) {
        at[s] = begin;
        if (!count[s]) continue;
        index[s] = static_cast<uint8_t>(frame.blocks.size());
        frame.blocks.push_back({begin, count[s], s, {}, {}, 0, 0, false, 0, false, kNoGuess});
        begin += count[s];
    }
    const bool weighted = !game.weight.empty();
    for (uint32_t i = 0; i < node.n; ++i) {
        const uint16_t member = node.members[i];
        const uint8_t score = row[member];
        frame.items[at[score]++] = member;
        Block& block = frame.blocks[index[score]];
        block.key += game.key[member];
        if (weighted) block.weight += static_cast<Cost>(game.weight[member]);
    }
    size_t kept = 0;
    for (Block& block : frame.blocks) {
        if (!weighted) block.weight = block.size;
        if (final_[static_cast<size_t>(block.score)]) frame.final_weight += block.weight;
        else frame.blocks[kept++] = block;
    }
    frame.blocks.resize(kept);
    for (size_t i = 1; i < kept; ++i)  // small blocks first; few, and nearly in order or not
        for (size_t j = i; j > 0 && frame.blocks[j].size < frame.blocks[j - 1].size; --j)
            std::swap(frame.blocks[j], frame.blocks[j - 1]);
}

Node Search::child_of(const Node& node, const Frame& frame, const Block& block) const {
    Node child;
    child.game = node.game;
    child.members = frame.items.data() + block.begin;
    child.n = block.size;
    child.key = block.key;
    child.image = block.image;
    child.weight = block.weight;
    child.steps = node.steps == kUnlimited ? kUnlimited : clip(node.steps - 1, block.size);
    child.level = node.level + 1;
    return child;
}

// Of a set and of what may be guessed next.
SetKey Search::set_key(const Node& node) const {
    SetKey key = node.key;
    if (node.legal) key += node.legal->key;
    if (node.level == 0) key += first_key_;
    return key;
}

SetKey Search::table_key(const Node& node) const {
    SetKey key = set_key(node);
    if (node.steps != kUnlimited) key += random_key(KeyKind::steps, static_cast<uint64_t>(node.steps));
    return key;
}

bool Search::look_up(const Node& child, Block& block) {
    const auto entry = solved_.find(table_key(child));
    if (entry) {
        block.cost = std::max(block.cost, entry->cost);
        block.exact = entry->exact;
        block.depth = entry->depth;
        block.guess = entry->guess;
    }
    if (child.steps == kUnlimited || block.exact) return entry.has_value();
    Node free = child;  // without the limit: a lower bound, and the answer when it keeps to the limit anyway
    free.steps = kUnlimited;
    if (const auto wide = solved_.find(table_key(free))) {
        block.cost = std::max(block.cost, wide->cost);
        if (wide->exact && wide->depth <= child.steps) {
            block.exact = true;
            block.depth = wide->depth;
            block.guess = wide->guess;
        }
    }
    return entry || block.exact;
}

// The key of the set that stands for this one.
SetKey Search::rename(const Node& node) {
    ids_.clear();
    for (uint32_t i = 0; i < node.n; ++i) ids_.push_back(node.game->secret_id[node.members[i]]);
    return (*renamer_)(ids_);
}

// The same for a position; itself where sets have no other names. Of what comes back only the key may be used.
Node Search::renamed(const Node& node) {
    Node other = node;
    if (!renamer_ || node.n < tuning.renamed_set || node.level == 0) return other;
    other.key = node.image == SetKey{} ? rename(node) : node.image;
    return other;
}

// What a guess at a position is at the set that stands for it.
uint32_t Search::guess_there(const Node& node, uint32_t guess) {
    if (guess == kNoGuess) return kNoGuess;
    rename(node);
    return renamer_->there(guess);
}

// What is known of the set that stands for a position is noted under its own name.
bool Search::look_up_renamed(const Node& node, const Node& other, Block& block) {
    if (!look_up(other, block)) return false;
    if (block.exact && block.guess != kNoGuess) {
        rename(node);
        block.guess = renamer_->back(block.guess);
    }
    store(table_key(node), node.n, {block.cost, block.exact, block.depth, block.exact ? block.guess : kNoGuess});
    return true;
}

// What the sizes of the blocks say, where all secrets weigh the same.
Cost Search::sizes_bound(const Node& node, const uint8_t* row, size_t branch) {
    uint16_t count[256];
    std::memset(count, 0, sizeof count[0] * static_cast<size_t>(problem_.n_scores));
    for (uint32_t i = 0; i < node.n; ++i) ++count[row[node.members[i]]];
    const SizeBound& bound = size_bounds_(branch);
    Cost sum = node.weight;
    for (size_t s = 0; s < static_cast<size_t>(problem_.n_scores); ++s) {
        if (final_[s] || !count[s]) continue;
        const bool fits = node.steps == kUnlimited || bound.steps(count[s]) <= node.steps - 1;
        if (count[s] == node.n || !fits) return kImpossible;
        sum = std::min(kImpossible, sum + bound(count[s]));
    }
    return sum;
}

// What needs no list of the legal guesses: one or two secrets that may be guessed in turn. Else the closed
// forms for all guesses are bounds.
void Search::settle_legal(const Node& node, uint32_t guess, const uint16_t* items, Block& block) {
    const Subgame& game = *node.game;
    if (block.size > 2) {
        Block all = block;
        quick(game, items, all);
        block.cost = std::max(block.cost, all.cost);
        return;
    }
    const auto legal = [&](uint32_t g) {
        const auto& list = node.legal->guesses;
        return std::binary_search(list.begin(), list.end(), g) && stays_legal(guess, block.score, g);
    };
    const auto winners = [&](uint32_t i) {
        const uint32_t* all = game.win_guess.data();
        return std::pair(all + game.win_begin[items[i]], all + game.win_begin[items[i] + 1u]);
    };
    for (uint32_t i = 0; i < block.size; ++i) {
        const auto [first, last] = winners(i);
        for (auto own = first; own != last; ++own) {
            if (!legal(*own)) continue;
            if (block.size == 1) {
                block.cost = block.depth = 1;
                block.exact = true;
                return;
            }
            const int score = game.row(*own)[items[1 - i]];
            const auto [other, end] = winners(1 - i);
            block.exact = std::any_of(other, end, [&](uint32_t g) { return legal(g) && stays_legal(*own, score, g); });
            if (block.exact) {
                block.cost = 3;
                block.depth = 2;
                return;
            }
        }
    }
}

// Lower bound of one guess, raised until it is exact or over the target.
Bound Search::refine(const Node& node, uint32_t guess, Cost target) {
    Frame& frame = this->frame(node.level);
    if (node.game->weight.empty()) {
        const Cost sum = sizes_bound(node, node.game->row(guess), frame.branch);
        if (sum > target) return {sum, sum >= kImpossible, 0};
    }
    partition(node, node.game->row(guess), frame);
    if (frame.blocks.size() == 1 && frame.blocks[0].size == node.n) return {kImpossible, true, 0};
    auto& blocks = frame.blocks;
    const int steps = node.steps == kUnlimited ? kUnlimited : node.steps - 1;
    Cost sum = node.weight;
    for (Block& block : blocks) {
        block.cost = block_bound(node, block, frame.items.data() + block.begin, frame.branch, steps);
        if (block.cost >= kImpossible) return {kImpossible, true, 0};
        sum += block.cost;
    }
    if (sum > target) return {sum, false, 0};

    std::vector<Legal> legal(node.legal ? blocks.size() : 0);
    if (node.legal) {
        if (wins_ == 1 && node.game->weight.empty() && steps >= 2) {
            for (Block& block : blocks) {
                const Cost before = block.cost;
                settle_legal(node, guess, frame.items.data() + block.begin, block);
                sum += block.cost - before;
                if (sum > target) return {sum, false, 0};
            }
        }
        for (size_t i = 0; i < blocks.size(); ++i)
            if (!blocks[i].exact) legal[i] = legal_after(node, guess, blocks[i].score);
    }
    if (stopped()) return {sum, false, 0};
    const auto child = [&](size_t i) {
        Node c = child_of(node, frame, blocks[i]);
        if (node.legal) c.legal = &legal[i];
        return c;
    };

    // What is known already, and what needs no search.
    const bool closed = plain_ && (steps == kUnlimited || steps >= 3);
    bool all_exact = true;
    for (const Block& block : blocks)
        if (block.size > 3) solved_.prefetch(block.key);
    for (size_t i = 0; i < blocks.size(); ++i) {
        Block& block = blocks[i];
        const Cost before = block.cost;
        const uint16_t* items = frame.items.data() + block.begin;
        if (block.exact) continue;
        if (!closed || block.size > 3) {
            block.seen = look_up(child(i), block);
            if (!block.seen && closed) quick(*node.game, items, block);
        } else if (!quick(*node.game, items, block)) {
            block = {block.begin, 3, block.score, block.key, {}, 3, 6, true, 3, true, kNoGuess};  // none splits the other two
        }
        if (block.cost >= kImpossible) return {kImpossible, true, 0};
        sum += block.cost - before;
        if (sum > target) return {sum, false, 0};
        all_exact = all_exact && block.exact;
    }

    // The same by other names.
    if (!all_exact && renamer_) {
        for (size_t i = 0; i < blocks.size(); ++i) {
            Block& block = blocks[i];
            if (block.exact || block.seen || block.size < tuning.renamed_set) continue;
            const Cost before = block.cost;
            const Node own = child(i), other = renamed(own);
            block.image = other.key;
            if (other.key != own.key) look_up_renamed(own, other, block);
            if (block.cost >= kImpossible) return {kImpossible, true, 0};
            sum += block.cost - before;
            if (sum > target) return {sum, false, 0};
        }
        all_exact = std::ranges::all_of(blocks, &Block::exact);
    }

    // A glance at each before a search of any: most guesses at a wide set are refuted by it.
    if (!all_exact && node.n >= tuning.glance_set) {
        for (size_t i = 0; i < blocks.size(); ++i) {
            Block& block = blocks[i];
            if (block.exact || block.seen || !worth_a_glance(block, frame.branch)) continue;
            const Cost least = std::max(block.cost, glance(child(i), block.cost + (target - sum)));
            if (least >= kImpossible) return {kImpossible, true, 0};
            sum += least - block.cost;
            block.cost = least;
            if (poll() || sum > target) return {sum, false, 0};
        }
    }

    // Search, as far as the target lets.
    const Group* group = nullptr;
    bool group_known = false;
    if (!all_exact) {
        all_exact = true;
        for (size_t i = 0; i < blocks.size(); ++i) {
            Block& block = blocks[i];
            if (block.exact) continue;
            Node c = child(i);
            if (!group_known && node.group && c.n >= tuning.group_size) {
                group = group_after(node, guess);
                group_known = true;
            }
            c.group = group;
            const Bound b = least_total(c, block.cost + (target - sum));
            if (b.cost >= kImpossible) return {kImpossible, true, 0};
            sum += b.cost - block.cost;
            block.cost = b.cost;
            block.exact = b.exact;
            block.depth = b.depth;
            if (stopped() || sum > target) return {sum, false, 0};
            all_exact = all_exact && b.exact;
        }
    }
    int depth = 0;
    for (const Block& block : blocks) depth = std::max(depth, block.depth);
    return {sum, true, depth + 1};
}

}  // namespace mmc::exact
