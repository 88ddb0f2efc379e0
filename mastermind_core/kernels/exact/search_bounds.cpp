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

void Search::open_guesses(const Node& node, Frame& frame, Cost budget) {
    const bool some = !any_guess(node);
    open_all_of(node, frame, some ? kImpossible - 1 : budget);
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

// Bounds of every guess, from the number of blocks it makes.
void Search::open_all_of(const Node& node, Frame& frame, Cost budget) {
    const Subgame& game = *node.game;
    list_winners(node, frame);
    frame.open.clear();
    if (options_.pool == Pool::candidates) return open_candidates(node, frame, budget);
    frame.parts.resize(game.stride);
    scan_(game.by_secret.data(), game.stride, node.members, node.n, problem_.n_scores, frame.parts.data());

    // Winners apart: their final blocks do not count, and each has a bound of its own.
    struct Winner { uint32_t guess; size_t parts, wins; Cost weight; };
    std::vector<Winner> winners;
    const bool simple = wins_ == 1 && game.weight.empty();
    size_t branch = 0;
    const auto consider = [&](uint32_t g) { branch = std::max<size_t>(branch, frame.parts[g]); };
    if (simple) {
        for (uint32_t g : frame.winners) --frame.parts[g];
    } else {
        for (uint32_t g : frame.winners) {
            Winner w{g, 0, 0, 0};
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
    if (node.legal) {
        for (uint32_t g : node.legal->guesses) consider(g);
    } else {
        const uint8_t* parts = frame.parts.data();
        uint8_t most = 0;
        for (uint32_t g = 0; g < game.n_guesses; ++g) most = std::max(most, parts[g]);
        branch = most;
    }
    frame.branch = branch;
    frame.least = frame.unopened = kImpossible;
    const auto open = [&](uint32_t g, Cost cost, bool wins) {
        frame.least = std::min(frame.least, cost);
        if (cost > budget) frame.unopened = std::min(frame.unopened, cost);
        else if (cost < kImpossible) frame.open.push_back({cost, g, wins});
    };
    std::array<Cost, 257> by_parts;
    if (simple) {
        for (size_t p = 0; p <= branch; ++p) by_parts[p] = guess_bound(node, frame, p, 1, 1);
        for (uint32_t g : frame.winners) {
            open(g, by_parts[frame.parts[g]], true);
            frame.parts[g] = 0;
        }
    } else {
        for (const Winner& w : winners) {
            open(w.guess, guess_bound(node, frame, w.parts, w.wins, w.weight), true);
            frame.parts[w.guess] = 0;
        }
    }
    for (size_t p = 0; p <= branch; ++p) by_parts[p] = guess_bound(node, frame, p, 0, 0);
    if (node.legal) {
        for (uint32_t g : node.legal->guesses) open(g, by_parts[frame.parts[g]], false);
        return;
    }
    size_t enough = branch + 1;  // by_parts falls as the number of parts grows
    while (enough > 0 && by_parts[enough - 1] <= budget && by_parts[enough - 1] < kImpossible) --enough;
    if (enough > 0) frame.unopened = std::min(frame.unopened, by_parts[enough - 1]);
    size_t most = 0;
    const uint8_t* parts = frame.parts.data();
    for (uint32_t first = 0; first < game.n_guesses; first += 64) {
        uint8_t top = 0;
        const uint32_t last = std::min(first + 64, game.n_guesses);
        for (uint32_t g = first; g < last; ++g) top = std::max(top, parts[g]);
        most = std::max<size_t>(most, top);
        if (top < enough) continue;
        for (uint32_t g = first; g < last; ++g)
            if (parts[g] >= enough) frame.open.push_back({by_parts[parts[g]], g, false});
    }
    frame.least = std::min(frame.least, by_parts[most]);
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
