// What is known of a position or of a guess before anything is searched.
#include <algorithm>
#include <array>

#include "search.hpp"

namespace mmc::exact {
namespace {

struct ScoreSet {
    std::array<uint64_t, 4> word{};
    bool add(uint8_t score) {  // true when it is new
        uint64_t& w = word[score >> 6];
        const uint64_t bit = uint64_t{1} << (score & 63);
        const bool fresh = !(w & bit);
        w |= bit;
        return fresh;
    }
};

}  // namespace

void Search::list_winners(const Node& node, Frame& frame) {
    const Subgame& game = *node.game;
    frame.winners.clear();
    for (uint32_t i = 0; i < node.n; ++i)
        for (uint32_t k = game.win_begin[node.members[i]]; k < game.win_begin[node.members[i] + 1u]; ++k)
            frame.winners.push_back(game.win_guess[k]);
    if (wins_ > 1) {
        std::sort(frame.winners.begin(), frame.winners.end());
        frame.winners.erase(std::unique(frame.winners.begin(), frame.winners.end()), frame.winners.end());
    }
    if (node.legal) {
        std::erase_if(frame.winners, [&](uint32_t g) {
            return !std::binary_search(node.legal->guesses.begin(), node.legal->guesses.end(), g);
        });
    }
    if (!game.weight.empty()) {
        frame.heaviest.clear();
        for (uint32_t i = 0; i < node.n; ++i) frame.heaviest.push_back(game.weight[node.members[i]]);
        std::sort(frame.heaviest.rbegin(), frame.heaviest.rend());
        for (uint32_t i = 1; i < node.n; ++i) frame.heaviest[i] += frame.heaviest[i - 1];
    }
}

// Lower bound of a guess that ends `wins` candidates and splits the others into `parts` blocks.
Cost Search::guess_bound(const Node& node, const Frame& frame, size_t parts, size_t wins, Cost win_weight) {
    const size_t rest = node.n - wins;
    if (rest == 0) return node.weight;
    if (parts == 0 || (parts == 1 && wins == 0)) return kImpossible;
    const SizeBound& bound = size_bounds_(frame.branch);
    if (node.steps < kUnlimited && bound.steps((rest + parts - 1) / parts) > node.steps - 1) return kImpossible;
    if (node.game->weight.empty()) return node.weight + bound.split(rest, parts);
    const size_t early = std::min<size_t>(node.n, parts * wins_ + wins);
    return 3 * node.weight - win_weight - static_cast<Cost>(frame.heaviest[early - 1]);
}

Cost Search::block_bound(const Node& node, const Block& block, const uint16_t* items, size_t branch,
                         int steps) {
    const SizeBound& bound = size_bounds_(branch);
    if (steps < kUnlimited && bound.steps(block.size) > steps) return kImpossible;
    if (node.game->weight.empty()) return bound(block.size);
    if (bound(block.size) >= kImpossible) return kImpossible;
    std::vector<uint64_t> weight;
    for (uint32_t i = 0; i < block.size; ++i) weight.push_back(node.game->weight[items[i]]);
    std::sort(weight.begin(), weight.end());
    Cost cost = 0;
    uint64_t below = 0;
    size_t i = 0;
    const auto& capacity = bound.capacity();
    for (size_t k = capacity.size(); k-- > 0;) {
        if (capacity[k] >= block.size) continue;
        for (; i < block.size - capacity[k]; ++i) below += weight[i];
        cost += static_cast<Cost>(below);
    }
    return cost;
}

// Opens the guesses within the budget, but not yet those whose bound is further than `ahead` over the least.
void Search::open_guesses(const Node& node, Frame& frame, Cost budget, Cost ahead) {
    const bool some = !any_guess(node);
    open_all_of(node, frame, some ? kImpossible - 1 : budget, some ? kImpossible : ahead);
    if (some) keep_first(node, frame, budget);
}

// Drops the guesses that the root may not begin with. What a guess can do at most stays counted for all.
void Search::keep_first(const Node& node, Frame& frame, Cost budget) {
    frame.least = frame.unopened = kImpossible;
    std::erase_if(frame.open, [&](const Open& o) {
        if (!first_[node.game->guess_id[o.guess]]) return true;
        frame.least = std::min(frame.least, o.cost);
        if (o.cost > budget) frame.unopened = std::min(frame.unopened, o.cost);
        return o.cost > budget;
    });
}

// How many blocks each guess leaves. Those of all candidates are kept for the next search of them.
void Search::count_parts(const Node& node, Frame& frame) {
    const Subgame& game = *node.game;
    const bool kept = options_.memory && node.level == 0 && &game == &whole_;
    if (kept && !game.parts.empty()) {
        frame.parts = game.parts;
        return;
    }
    frame.parts.resize(game.stride);
    scan_(game.by_secret.data(), game.stride, node.members, node.n, problem_.n_scores, frame.parts.data());
    if (kept) game.parts = frame.parts;
}

// Bounds of every guess, from the number of blocks it makes.
void Search::open_all_of(const Node& node, Frame& frame, Cost budget, Cost ahead) {
    const Subgame& game = *node.game;
    list_winners(node, frame);
    frame.open.clear();
    frame.waiting = kImpossible;
    if (options_.pool == Pool::candidates) return open_candidates(node, frame, budget);
    count_parts(node, frame);
    bound_winners(node, frame);

    size_t most = 0;
    if (node.legal) {
        for (uint32_t g : node.legal->guesses) most = std::max<size_t>(most, frame.parts[g]);
    } else {
        const uint8_t* parts = frame.parts.data();
        uint8_t top = 0;
        for (uint32_t g = 0; g < game.n_guesses; ++g) top = std::max(top, parts[g]);
        most = top;
    }
    for (size_t p = 0; p <= frame.branch; ++p) frame.by_parts[p] = guess_bound(node, frame, p, 0, 0);
    frame.budget = budget;
    frame.least = frame.by_parts[most];
    frame.unopened = kImpossible;
    for (const Open& o : frame.winning) {
        frame.least = std::min(frame.least, o.cost);
        if (o.cost > budget) frame.unopened = std::min(frame.unopened, o.cost);
    }
    if (node.legal) {
        for (const Open& o : frame.winning)
            if (o.cost <= budget && o.cost < kImpossible) frame.open.push_back(o);
        for (uint32_t g : node.legal->guesses) {
            const Cost cost = frame.by_parts[frame.parts[g]];
            if (cost > budget) frame.unopened = std::min(frame.unopened, cost);
            else if (cost < kImpossible) frame.open.push_back({cost, g, false});
        }
        return;
    }
    size_t enough = frame.branch + 1;  // the bounds fall as the number of parts grows
    while (enough > 0 && frame.by_parts[enough - 1] <= budget && frame.by_parts[enough - 1] < kImpossible) --enough;
    if (enough > 0) frame.unopened = std::min(frame.unopened, frame.by_parts[enough - 1]);
    if (frame.least > budget) return;
    frame.opened = -1;
    frame.waiting = frame.least;
    open_more(node, frame, ahead >= kImpossible ? budget : frame.least + ahead);
}

// Winners apart: their final blocks do not count, and each has a bound of its own. Afterwards they have no parts.
void Search::bound_winners(const Node& node, Frame& frame) {
    const Subgame& game = *node.game;
    struct Winner { size_t parts, wins; Cost weight; };
    std::vector<Winner> winners;
    const bool simple = wins_ == 1 && game.weight.empty();
    if (simple) {
        for (uint32_t g : frame.winners) --frame.parts[g];
    } else {
        for (uint32_t g : frame.winners) {
            Winner w{0, 0, 0};
            ScoreSet seen;
            for (uint32_t i = 0; i < node.n; ++i) {
                const uint8_t score = game.row(g)[node.members[i]];
                if (final_[score]) {
                    ++w.wins;
                    w.weight += game.weight.empty() ? 1 : static_cast<Cost>(game.weight[node.members[i]]);
                } else {
                    w.parts += seen.add(score);
                }
            }
            frame.parts[g] = static_cast<uint8_t>(w.parts);
            winners.push_back(w);
        }
    }
    uint8_t most = 0;
    if (node.legal) {
        for (uint32_t g : node.legal->guesses) most = std::max(most, frame.parts[g]);
    } else {
        const uint8_t* parts = frame.parts.data();
        for (uint32_t g = 0; g < game.n_guesses; ++g) most = std::max(most, parts[g]);
    }
    frame.branch = most;
    frame.winning.clear();
    if (simple) {
        std::array<Cost, 257> by_parts;
        for (size_t p = 0; p <= most; ++p) by_parts[p] = guess_bound(node, frame, p, 1, 1);
        for (uint32_t g : frame.winners) frame.winning.push_back({by_parts[frame.parts[g]], g, true});
    } else {
        for (size_t i = 0; i < winners.size(); ++i) {
            const Winner& w = winners[i];
            frame.winning.push_back({guess_bound(node, frame, w.parts, w.wins, w.weight), frame.winners[i], true});
        }
    }
    for (uint32_t g : frame.winners) frame.parts[g] = 0;
}

// Opens the guesses whose bounds are at most the limit, and within the budget. The frame is that of the node still.
void Search::open_more(const Node& node, Frame& frame, Cost limit) {
    if (frame.waiting >= kImpossible) return;
    const Cost before = frame.opened;
    limit = frame.opened = std::min({limit, frame.budget, kImpossible - 1});
    frame.waiting = kImpossible;
    for (const Open& o : frame.winning) {
        if (o.cost <= before || o.cost > frame.budget) continue;
        if (o.cost <= limit) frame.open.push_back(o);
        else frame.waiting = std::min(frame.waiting, o.cost);
    }
    size_t first = frame.branch + 1;  // parts that are enough, and those that were enough before
    while (first > 0 && frame.by_parts[first - 1] <= before) --first;
    const size_t end = first;
    while (first > 0 && frame.by_parts[first - 1] <= limit) --first;
    if (first > 0 && frame.by_parts[first - 1] <= std::min(frame.budget, kImpossible - 1))
        frame.waiting = std::min(frame.waiting, frame.by_parts[first - 1]);
    if (first == end) return;
    const uint8_t* parts = frame.parts.data();
    const uint32_t n_guesses = node.game->n_guesses;
    for (uint32_t start = 0; start < n_guesses; start += 64) {
        uint8_t top = 0;
        const uint32_t last = std::min(start + 64, n_guesses);
        for (uint32_t g = start; g < last; ++g) top = std::max(top, parts[g]);
        if (top < first) continue;
        for (uint32_t g = start; g < last; ++g)
            if (parts[g] >= first && parts[g] < end) frame.open.push_back({frame.by_parts[parts[g]], g, false});
    }
}

void Search::open_candidates(const Node& node, Frame& frame, Cost budget) {
    const Subgame& game = *node.game;
    struct Row { uint32_t guess; size_t parts, wins; Cost weight; };
    std::vector<Row> rows;
    frame.branch = 0;
    for (uint32_t g : frame.winners) {
        Row r{g, 0, 0, 0};
        ScoreSet seen;
        for (uint32_t i = 0; i < node.n; ++i) {
            const uint8_t score = game.row(g)[node.members[i]];
            if (final_[score]) {
                ++r.wins;
                r.weight += game.weight.empty() ? 1 : static_cast<Cost>(game.weight[node.members[i]]);
            } else {
                r.parts += seen.add(score);
            }
        }
        frame.branch = std::max(frame.branch, r.parts);
        rows.push_back(r);
    }
    frame.least = frame.unopened = kImpossible;
    for (const Row& r : rows) {
        const Cost cost = guess_bound(node, frame, r.parts, r.wins, r.weight);
        frame.least = std::min(frame.least, cost);
        if (cost > budget) frame.unopened = std::min(frame.unopened, cost);
        else if (cost < kImpossible) frame.open.push_back({cost, r.guess, true});
    }
}

// Closed forms for plain games: sizes 1, 2 and 3, and sets that one of their own guesses splits into single
// secrets (2n - 1), or into single secrets and one pair (2n). Else 2n is a lower bound.
bool Search::quick(const Subgame& game, const uint16_t* items, Block& block) {
    if (block.size <= 2) {
        block.exact = true;
        block.cost = block.size == 1 ? 1 : 3;
        block.depth = static_cast<int>(block.size);
        return true;
    }
    if (block.size > static_cast<uint32_t>(problem_.n_scores) + 1) return false;
    int fewest = 2;  // secrets that share a block with another
    for (uint32_t i = 0; i < block.size && fewest > 0; ++i) {
        for (uint32_t k = game.win_begin[items[i]]; k < game.win_begin[items[i] + 1u]; ++k) {
            const uint8_t* row = game.row(game.win_guess[k]);
            ScoreSet seen;
            int shared = 0;
            for (uint32_t j = 0; j < block.size && shared < fewest; ++j) shared += !seen.add(row[items[j]]);
            fewest = std::min(fewest, shared);
        }
    }
    block.cost = std::max(block.cost, static_cast<Cost>(2 * block.size) - (fewest == 0));
    block.exact = fewest < 2;
    block.depth = 2 + fewest;
    return block.exact;
}

}  // namespace mmc::exact
