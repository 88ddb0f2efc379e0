#include "tree_builder.hpp"

#include <algorithm>

namespace mmc::exact {
namespace {

// Largest sets that are searched when a search was stopped: where nothing is known of the first guess, and where its
// total is known, but the table has forgotten a set that it leaves.
constexpr uint32_t kUnknown = 10, kForgotten = 64;

}  // namespace

bool TreeBuilder::build(const Node& root, Result& result, Cost total) {
    search_.forget_groups();
    known_ = total;
    tree_ = {};
    total_ = 0;
    worst_ = 0;
    if (add(root) < 0) return false;
    tree_.edge_begin.push_back(static_cast<uint32_t>(tree_.edge_score.size()));
    result.tree = std::move(tree_);
    result.total = total_;
    result.worst = worst_;
    result.feasible = true;
    return true;
}

int32_t TreeBuilder::add(const Node& node) {
    if (node.steps <= 0 || search_.poll()) return -1;
    const uint32_t guess = choose(node);
    if (guess == kNoGuess) return -1;
    const auto id = static_cast<int32_t>(tree_.guess.size());
    tree_.guess.push_back(node.game->guess_id[guess]);
    tree_.edge_begin.push_back(static_cast<uint32_t>(tree_.edge_score.size()));
    worst_ = std::max(worst_, static_cast<int>(node.level) + 1);

    Frame& frame = search_.frame(node.level);
    const uint8_t* row = node.game->row(guess);
    search_.partition(node, row, frame);
    uint32_t count[256] = {};
    for (uint32_t i = 0; i < node.n; ++i) ++count[row[node.members[i]]];
    int32_t edge_of[256];
    for (int s = 0; s < 256; ++s) {
        if (!count[s]) continue;
        edge_of[s] = static_cast<int32_t>(tree_.edge_score.size());
        tree_.edge_score.push_back(static_cast<uint8_t>(s));
        tree_.edge_child.push_back(-1);
        tree_.edge_size.push_back(count[s]);
    }
    total_ += node.weight;
    const std::vector<Block> blocks = frame.blocks;  // by size: trees are numbered by score
    std::vector<const Block*> by_score;
    for (const Block& b : blocks) by_score.push_back(&b);
    std::sort(by_score.begin(), by_score.end(), [](const Block* a, const Block* b) { return a->score < b->score; });
    for (const Block* block : by_score) {
        Node child = search_.child_of(node, frame, *block);
        if (order_ == Order::worst) child.steps = node.steps == kUnlimited ? kUnlimited : node.steps - 1;
        if (order_ != Order::greedy && node.group) child.group = search_.group_after(node, guess);
        Legal legal;
        if (node.legal) {
            legal = search_.legal_after(node, guess, block->score);
            if (search_.stopped()) return -1;
            child.legal = &legal;
        }
        const int32_t below = add(child);
        if (below < 0) return -1;
        tree_.edge_child[static_cast<size_t>(edge_of[block->score])] = below;
    }
    return id;
}

uint32_t TreeBuilder::choose(const Node& node) {
    if (opening_ != kNoGuess && node.level == 0) return opening_;
    switch (order_) {
        case Order::worst: return choose_worst(node);
        case Order::greedy: return choose_greedy(node);
        case Order::salvage: {
            uint32_t known = node.level == 0 ? search_.incumbent_ : kNoGuess;
            Block settled;
            const Node other = search_.renamed(node);
            const bool own = search_.look_up(node, settled) && settled.exact;
            if (!own && other.key != node.key) search_.look_up_renamed(node, other, settled);
            if (settled.exact) known = settled.guess;
            if (known != kNoGuess) return known;  // ids of the whole game: it is not cut down here
            if (node.n > (search_.incumbent_ == kNoGuess ? kUnknown : kForgotten)) return choose_greedy(node);
            [[fallthrough]];
        }
        case Order::least_total: break;
    }
    const Bound bound = search_.least_total(node, node.level == 0 ? known_ : kImpossible - 1);
    return bound.exact && bound.cost < kImpossible ? choose_exact(node, bound.cost) : kNoGuess;
}

void TreeBuilder::open_all(const Node& node, Frame& frame, Cost budget) {
    search_.open_guesses(node, frame, budget);
    search_.use_group(node, frame);
}

void TreeBuilder::in_tie_order(const Node& node, std::vector<Open>& open) const {
    std::sort(open.begin(), open.end(), [&](const Open& a, const Open& b) {
        if (a.wins != b.wins) return a.wins;
        return node.game->guess_id[a.guess] < node.game->guess_id[b.guess];
    });
}

// The first guess in tie order whose best strategy costs `cost`.
uint32_t TreeBuilder::choose_exact(const Node& node, Cost cost) {
    Frame& frame = search_.frame(node.level);
    open_all(node, frame, cost);
    search_.drop_alike(node, frame);
    in_tie_order(node, frame.open);
    // The order in which the search tried them: nothing new to refute.
    std::stable_sort(frame.open.begin(), frame.open.end(), [](const Open& a, const Open& b) { return a.cost < b.cost; });
    for (const Open& o : frame.open) {
        const Bound b = search_.refine(node, o.guess, cost);
        if (search_.poll()) return kNoGuess;
        if (b.exact && b.cost == cost) return o.guess;
    }
    return kNoGuess;
}

// The first guess in the order of the search that does, of as few as will do.
uint32_t TreeBuilder::choose_worst(const Node& node) {
    Frame& frame = search_.frame(node.level);
    if (!search_.solvable(node)) return kNoGuess;
    search_.open_worst(node, frame);
    const Node here = frame.at;
    // What few guesses did for the set that stands for this one may take more of them here.
    for (;; search_.widen()) {
        for (const Open& o : frame.open) {
            if (search_.attempt_with(here, o.guess) == Search::Answer::yes) return here.game->guess_id[o.guess];
            if (search_.poll()) return kNoGuess;
        }
        if (search_.width_ >= Search::kEveryGuess) return kNoGuess;
    }
}

// Least size bound, then the tie rule.
uint32_t TreeBuilder::choose_greedy(const Node& node) {
    Frame& frame = search_.frame(node.level);
    const Cost ahead = node.n / 32;
    search_.open_guesses(node, frame, kImpossible - 1, ahead);
    search_.use_group(node, frame);
    search_.drop_alike(node, frame);
    search_.sort_open(frame);
    Cost best = kImpossible;
    Open chosen{kImpossible, kNoGuess, false};
    const auto first = [&](const Open& o) {  // in the tie rule
        return o.wins != chosen.wins ? o.wins : node.game->guess_id[o.guess] < node.game->guess_id[chosen.guess];
    };
    for (size_t i = 0;; ++i) {
        while (i == frame.open.size() && frame.waiting <= std::min(best, kImpossible - 1))
            search_.open_rest(node, frame, frame.waiting + ahead);
        if (i == frame.open.size() || frame.open[i].cost > best) break;
        const Open o = frame.open[i];
        if (search_.poll()) return kNoGuess;
        if (o.cost == best && !first(o)) continue;
        const Cost cost = blocks_bound(node, frame, o.guess);
        if (cost < best || (cost == best && cost < kImpossible && first(o))) {
            best = cost;
            chosen = o;
        }
    }
    return chosen.guess;
}

// What the sizes and weights of its blocks say of a guess.
Cost TreeBuilder::blocks_bound(const Node& node, Frame& frame, uint32_t guess) {
    if (node.game->weight.empty())
        return search_.sizes_bound(node, node.game->row(guess), frame.branch);
    search_.partition(node, node.game->row(guess), frame);
    Cost cost = node.weight;
    const int steps = node.steps == kUnlimited ? kUnlimited : node.steps - 1;
    for (const Block& block : frame.blocks) {
        if (block.size == node.n) cost = kImpossible;
        cost = std::min(kImpossible, cost + search_.block_bound(node, block, frame.items.data() + block.begin,
                                                                frame.branch, steps));
    }
    return cost;
}

}  // namespace mmc::exact
