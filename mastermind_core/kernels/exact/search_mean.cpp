// The least total: from below, best bound first.
#include <algorithm>
#include <cmath>
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
        frame.blocks.push_back({begin, count[s], s, {}, 0, 0, false, 0});
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
    child.weight = block.weight;
    child.steps = node.steps == kUnlimited ? kUnlimited : clip(node.steps - 1, block.size);
    child.level = node.level + 1;
    return child;
}

SetKey Search::table_key(const Node& node) const {
    SetKey key = node.key;
    if (node.steps != kUnlimited) key += random_key(KeyKind::steps, static_cast<uint64_t>(node.steps));
    if (node.legal) key += node.legal->key;
    if (node.level == 0) key += first_key_;
    return key;
}

bool Search::look_up(const Node& child, Block& block) {
    const auto entry = solved_.find(table_key(child));
    if (entry) {
        block.cost = std::max(block.cost, entry->cost);
        block.exact = entry->exact;
        block.depth = entry->depth;
    }
    if (child.steps == kUnlimited || block.exact) return entry.has_value();
    Node free = child;  // without the limit: a lower bound, and the answer when it keeps to the limit anyway
    free.steps = kUnlimited;
    if (const auto wide = solved_.find(table_key(free))) {
        block.cost = std::max(block.cost, wide->cost);
        if (wide->exact && wide->depth <= child.steps) {
            block.exact = true;
            block.depth = wide->depth;
        }
    }
    return entry || block.exact;
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
            block = {block.begin, 3, block.score, block.key, 3, 6, true, 3, true};  // no candidate splits the other two
        }
        if (block.cost >= kImpossible) return {kImpossible, true, 0};
        sum += block.cost - before;
        if (sum > target) return {sum, false, 0};
        all_exact = all_exact && block.exact;
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

// So large a block is likely to be split into as many as its parent, and its size has told what that says.
bool Search::worth_a_glance(const Block& block, size_t branch) const {
    return block.size >= tuning.glance_block && block.size <= 4 * branch;
}

// What the numbers of blocks say of a set, before anything below it is searched.
Cost Search::glance(const Node& child, Cost budget) {
    Frame& frame = this->frame(child.level);
    open_guesses(child, frame, budget);
    store(table_key(child), child.n, {frame.least, frame.least >= kImpossible, 0});
    return frame.least;
}

// The guess first that leaves least to tell: one of the first is likely to be the best, and what it costs is
// the limit for all others.
void Search::sort_hopeful(const Node& node, Frame& frame) {
    std::vector<Cost> left(node.n + 1);  // to tell so many apart, in bits / 1024
    for (uint32_t n = 2; n <= node.n; ++n) left[n] = std::llround(1024.0 * n * std::log2(n));
    std::vector<std::pair<Cost, Open>> order;
    for (const Open& o : frame.open) {
        uint32_t count[256] = {};
        const uint8_t* row = node.game->row(o.guess);
        for (uint32_t i = 0; i < node.n; ++i) ++count[row[node.members[i]]];
        Cost sum = 0;
        for (size_t s = 0; s < 256; ++s)
            if (!final_[s]) sum += left[count[s]];
        order.emplace_back(sum, o);
    }
    std::ranges::stable_sort(order, {}, &std::pair<Cost, Open>::first);
    for (size_t i = 0; i < order.size(); ++i) frame.open[i] = order[i].second;
}

// Goes over to a table of its own for this position: fewer guesses, and all of it in the cache.
bool Search::cut_down(Node& node, Frame& frame) {
    if (options_.pool == Pool::legal || node.n < tuning.cut_size || node.n * tuning.cut_factor > node.game->n_secrets)
        return false;
    if (node.level == 0 && !first_.empty()) return false;  // of equal guesses it has the first, asked for or not
    if (!frame.game) frame.game = std::make_unique<Subgame>();
    restrict_to(*node.game, node.members, node.n, final_, deduplicator_, *frame.game);
    node.game = frame.game.get();
    node.members = common_->identity.data();
    size_t kept = 0;
    for (const Open& o : frame.open) {
        const uint32_t index = deduplicator_.index[o.guess];
        if (index != kNoGuess) frame.open[kept++] = {o.cost, index, o.wins};
    }
    frame.open.resize(kept);
    return true;
}

// By cost, then those that may win, then as they come. There are many guesses and few costs.
void Search::sort_open(Frame& frame) {
    auto& open = frame.open;
    Cost least = kImpossible, most = 0;
    for (const Open& o : open) least = std::min(least, o.cost), most = std::max(most, o.cost);
    constexpr Cost kMostCosts = 1024;
    if (open.size() < 32 || most - least >= kMostCosts) {
        std::stable_sort(open.begin(), open.end(), [](const Open& a, const Open& b) {
            return a.cost != b.cost ? a.cost < b.cost : a.wins > b.wins;
        });
        return;
    }
    uint32_t begin[2 * kMostCosts + 1];
    std::fill_n(begin, 2 * (most - least) + 3, 0u);
    const auto place = [&](const Open& o) { return static_cast<size_t>(2 * (o.cost - least) + !o.wins); };
    for (const Open& o : open) ++begin[place(o) + 1];
    for (size_t i = 1; i <= static_cast<size_t>(2 * (most - least)) + 1; ++i) begin[i] += begin[i - 1];
    frame.sorted.resize(open.size());
    for (const Open& o : open) frame.sorted[begin[place(o)]++] = o;
    open.swap(frame.sorted);
}

Bound Search::least_total(const Node& position, Cost budget) {
    Node node = position;
    common_->nodes.fetch_add(1, std::memory_order_relaxed);
    if (poll()) return {0, false, 0};
    const SetKey key = table_key(node);
    Block known;
    look_up(node, known);
    if (known.exact || known.cost > budget) return {known.cost, known.exact, known.depth};
    Pass pass;
    pass.budget = budget;
    const auto finish = [&](Cost cost, bool exact, int depth) {
        const Bound bound{cost, exact || cost >= kImpossible, depth, exact ? pass.guess : kNoGuess};
        store(key, node.n, bound);
        return bound;
    };
    Frame& frame = this->frame(node.level);
    open_guesses(node, frame, budget);
    Cost lower = std::max(known.cost, frame.least);
    if (lower >= kImpossible) return finish(kImpossible, true, 0);
    if (lower > budget) return finish(lower, false, 0);
    use_group(node, frame);
    drop_alike(node, frame);
    const bool at_root = node.level == 0;
    if (at_root) {
        total_ = static_cast<uint32_t>(frame.open.size());
        note_openings(frame);
    }
    sort_open(frame);
    if (at_root) sort_hopeful(node, frame);

    bool cut = false;
    size_t tried = 0;
    const Cost step = at_root ? kImpossible : node.weight / static_cast<Cost>(tuning.step_divisor);
    for (;;) {
        Cost least = frame.unopened;
        for (const Open& o : frame.open) least = std::min(least, o.cost);
        lower = std::max(lower, std::min(least, pass.best));
        if (at_root) root_bound_ = std::max(root_bound_, std::min(lower, best_));
        if (pass.best <= lower) return finish(pass.best, true, pass.depth);
        if (lower > budget) return finish(lower, false, 0);
        tried += pass.tried;
        if (!cut && tried >= tuning.cut_after) {
            cut = true;
            cut_down(node, frame);
        }
        pass.target = std::min({budget, pass.best - 1, step >= kImpossible ? step : lower + step});
        raise(node, frame, pass);
        if (stopped()) return finish(lower, false, 0);
    }
}

// Raises every open guess to the target, or finds what it costs.
void Search::raise(const Node& node, Frame& frame, Pass& pass) {
    pass.tried = 0;
    for (size_t i = 0; i < frame.open.size(); ++i) {
        const Open& o = frame.open[i];
        if (o.cost > pass.target) continue;
        if (worth_sharing(node, frame, pass, i)) return share(node, frame, pass, i);
        const Bound bound = refine(node, o.guess, pass.target);
        if ((pass.tried & 63) == 63) poll();
        if (stopped()) return;
        settle(node, frame, pass, i, bound);
        if (node.level == 0) forget_groups();  // nobody is beneath the root now
    }
}

// What was found of an open guess.
void Search::settle(const Node& node, Frame& frame, Pass& pass, size_t i, const Bound& bound) {
    Open& o = frame.open[i];
    ++pass.tried;
    o.cost = std::max(o.cost, bound.cost);
    const bool at_root = node.level == 0;
    if (bound.exact && bound.cost < pass.best) {
        pass.best = bound.cost;
        pass.depth = bound.depth;
        pass.guess = node.game->guess_id[o.guess];
        if (at_root) incumbent_ = pass.guess, best_ = std::min(best_, pass.best);
        pass.target = std::min(pass.target, pass.best - 1);
    }
    if (bound.exact) o.cost = kImpossible;
    if (at_root) {
        note_opening(node.game->guess_id[o.guess], bound.cost, bound.exact);
        note_root(frame, std::min({pass.budget, pass.best - 1, best_ - 1}));
    }
}

}  // namespace mmc::exact
