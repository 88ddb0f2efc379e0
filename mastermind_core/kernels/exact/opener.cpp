#include "opener.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>

namespace mmc::exact {

void Opener::open(const Node& node, Frame& frame, Cost budget, Cost ahead) {
    if (common_.any_guess(node)) return open_all(node, frame, budget, ahead);
    open_all(node, frame, kImpossible - 1, kImpossible);
    keep_first_guesses(node, frame, budget);
}

// Drops the guesses that the root may not begin with. What a guess can do at most stays counted for all.
void Opener::keep_first_guesses(const Node& node, Frame& frame, Cost budget) {
    frame.least = frame.unopened = kImpossible;
    std::erase_if(frame.open, [&](const OpenGuess& o) {
        if (!common_.first[node.game->guess_id[o.guess]]) return true;
        frame.least = std::min(frame.least, o.cost);
        if (o.cost > budget) frame.unopened = std::min(frame.unopened, o.cost);
        return o.cost > budget;
    });
}

void Opener::open_all(const Node& node, Frame& frame, Cost budget, Cost ahead) {
    if (common_.aimed) return open_aimed(node, frame, budget);
    list_winners(node, frame);
    list_heaviest(node, frame);
    frame.open.clear();
    frame.waiting = kImpossible;
    if (common_.options.pool == Pool::candidates) return open_candidates(node, frame, budget);
    count_parts(node, frame);
    bound_winners(node, frame);

    const size_t most = most_parts(node, frame);
    for (size_t p = 0; p <= frame.branch; ++p) frame.by_parts[p] = bounds_.of_guess(node, frame, {p, 0, 0});
    frame.budget = budget;
    frame.least = frame.by_parts[most];
    frame.unopened = kImpossible;
    for (const OpenGuess& o : frame.winning) {
        frame.least = std::min(frame.least, o.cost);
        if (o.cost > budget) frame.unopened = std::min(frame.unopened, o.cost);
    }
    if (node.legal) return open_legal(node, frame, budget);
    size_t enough = frame.branch + 1;  // the bounds fall as the number of parts grows
    while (enough > 0 && frame.by_parts[enough - 1] <= budget && frame.by_parts[enough - 1] < kImpossible) --enough;
    if (enough > 0) frame.unopened = std::min(frame.unopened, frame.by_parts[enough - 1]);
    if (frame.least > budget) return;
    frame.opened = -1;
    frame.waiting = frame.least;
    add_waiting(node, frame, ahead >= kImpossible ? budget : frame.least + ahead);
}

void Opener::list_telling(const Node& node, Frame& frame) {
    list_winners(node, frame);
    count_parts(node, frame);
    ends_.assign(node.game->n_guesses, 0);
    const Subgame& game = *node.game;
    for (uint32_t i = 0; i < node.n; ++i)
        for (uint32_t k = game.win_begin[node.members[i]]; k < game.win_begin[node.members[i] + 1u]; ++k)
            ++ends_[game.win_guess[k]];
    frame.open.clear();
    frame.waiting = kImpossible;
    frame.reach = {};
    const auto look_at = [&](uint32_t g) {
        if (frame.parts[g] < 2 && !ends_[g]) return;
        Reach& most = frame.reach;
        most.ended = std::max<size_t>(most.ended, ends_[g]);
        most.blocks = std::max<size_t>(most.blocks, frame.parts[g] - (ends_[g] > 0));
        most.answers = std::max<size_t>(most.answers, frame.parts[g]);
        most.cheapest = std::min(most.cheapest, game.price_of(g));
        frame.open.push_back({0, g, ends_[g] > 0});
    };
    if (node.legal) std::ranges::for_each(node.legal->guesses, look_at);
    else if (common_.options.pool == Pool::candidates) std::ranges::for_each(frame.winners, look_at);
    else for (uint32_t g = 0; g < game.n_guesses; ++g) look_at(g);
    frame.branch = frame.reach.blocks;
}

void Opener::keep_first(const Node& node, Frame& frame) const {
    if (common_.any_guess(node)) return;
    std::erase_if(frame.open, [&](const OpenGuess& o) { return !common_.first[node.game->guess_id[o.guess]]; });
}

void Opener::open_aimed(const Node& node, Frame& frame, Cost budget) {
    list_telling(node, frame);
    floors_.begin(*node.game, node.members, node.n);
    frame.budget = budget;
    frame.least = frame.unopened = kImpossible;
    std::erase_if(frame.open, [&](OpenGuess& o) {
        o.cost = floors_.of_guess(node, frame.reach, o.guess).total;
        frame.least = std::min(frame.least, o.cost);
        if (o.cost > budget) frame.unopened = std::min(frame.unopened, o.cost);
        return o.cost > budget || o.cost >= kImpossible;
    });
}

void Opener::open_legal(const Node& node, Frame& frame, Cost budget) {
    for (const OpenGuess& o : frame.winning)
        if (o.cost <= budget && o.cost < kImpossible) frame.open.push_back(o);
    for (uint32_t g : node.legal->guesses) {
        const Cost cost = frame.by_parts[frame.parts[g]];
        if (cost > budget) frame.unopened = std::min(frame.unopened, cost);
        else if (cost < kImpossible) frame.open.push_back({cost, g, false});
    }
}

// Only candidates may be guessed: each is a winner.
void Opener::open_candidates(const Node& node, Frame& frame, Cost budget) {
    std::vector<Winner> winners;
    frame.branch = 0;
    for (uint32_t g : frame.winners) {
        winners.push_back(bounds_.winner(node, g));
        frame.branch = std::max(frame.branch, winners.back().parts);
    }
    frame.least = frame.unopened = kImpossible;
    for (size_t i = 0; i < winners.size(); ++i) {
        const Cost cost = bounds_.of_guess(node, frame, winners[i]);
        frame.least = std::min(frame.least, cost);
        if (cost > budget) frame.unopened = std::min(frame.unopened, cost);
        else if (cost < kImpossible) frame.open.push_back({cost, frame.winners[i], true});
    }
}

void Opener::list_winners(const Node& node, Frame& frame) {
    const Subgame& game = *node.game;
    frame.winners.clear();
    for (uint32_t i = 0; i < node.n; ++i)
        for (uint32_t k = game.win_begin[node.members[i]]; k < game.win_begin[node.members[i] + 1u]; ++k)
            frame.winners.push_back(game.win_guess[k]);
    if (common_.most_wins > 1) {
        std::sort(frame.winners.begin(), frame.winners.end());
        frame.winners.erase(std::unique(frame.winners.begin(), frame.winners.end()), frame.winners.end());
    }
    if (!node.legal) return;
    const auto& legal = node.legal->guesses;
    std::erase_if(frame.winners, [&](uint32_t g) { return !std::binary_search(legal.begin(), legal.end(), g); });
}

void Opener::list_heaviest(const Node& node, Frame& frame) {
    const Subgame& game = *node.game;
    if (!common_.weighs) return;
    frame.heaviest.clear();
    const size_t first = common_.staged ? node.level + 1 : 0;  // what this guess costs is known
    for (size_t stage = first; stage == first || stage < game.stages; ++stage) {
        const uint64_t* weight = game.weights_at(stage);
        for (uint32_t i = 0; i < node.n; ++i) frame.heaviest.push_back(weight[node.members[i]]);
        const auto own = frame.heaviest.end() - node.n;
        std::sort(own, frame.heaviest.end(), std::greater{});
        std::partial_sum(own, frame.heaviest.end(), own);
    }
}

// Those of all candidates are kept for the next search of them.
void Opener::count_parts(const Node& node, Frame& frame) {
    const Subgame& game = *node.game;
    const bool kept = common_.options.memory && node.is_root() && &game == &common_.whole;
    if (kept && !game.parts.empty()) {
        frame.parts = game.parts;
        return;
    }
    frame.parts.resize(game.stride);
    if (node.legal && node.legal->guesses.size() * common_.tuning.few_legal < game.n_guesses) return count_legal_parts(node, frame);
    scan_(game.by_secret.data(), game.stride, node.members, node.n, common_.problem.n_scores, frame.parts.data());
    if (kept) game.parts = frame.parts;
}

// Those of the legal guesses alone.
void Opener::count_legal_parts(const Node& node, Frame& frame) {
    for (const uint32_t g : node.legal->guesses) {
        const uint8_t* row = node.game->row(g);
        ScoreSet seen;
        uint8_t parts = 0;
        for (uint32_t i = 0; i < node.n; ++i) parts += seen.add(row[node.members[i]]);
        frame.parts[g] = parts;
    }
}

size_t Opener::most_parts(const Node& node, const Frame& frame) const {
    uint8_t most = 0;
    if (node.legal) {
        for (uint32_t g : node.legal->guesses) most = std::max(most, frame.parts[g]);
    } else {
        const uint8_t* parts = frame.parts.data();
        const uint32_t n_guesses = node.game->n_guesses;
        for (uint32_t g = 0; g < n_guesses; ++g) most = std::max(most, parts[g]);
    }
    return most;
}

// Winners apart: their final blocks do not count, and each has a bound of its own. Afterwards they have no parts.
void Opener::bound_winners(const Node& node, Frame& frame) {
    const bool simple = common_.most_wins == 1 && !common_.weighs;
    std::vector<Winner> winners;
    for (uint32_t g : frame.winners) {
        if (simple) {
            --frame.parts[g];
        } else {
            winners.push_back(bounds_.winner(node, g));
            frame.parts[g] = static_cast<uint8_t>(winners.back().parts);
        }
    }
    frame.branch = most_parts(node, frame);
    frame.winning.clear();
    if (simple) {
        std::array<Cost, 257> by_parts;
        for (size_t p = 0; p <= frame.branch; ++p) by_parts[p] = bounds_.of_guess(node, frame, {p, 1, 1});
        for (uint32_t g : frame.winners) frame.winning.push_back({by_parts[frame.parts[g]], g, true, frame.parts[g]});
    } else {
        for (size_t i = 0; i < winners.size(); ++i) {
            const uint32_t g = frame.winners[i];
            frame.winning.push_back({bounds_.of_guess(node, frame, winners[i]), g, true, frame.parts[g]});
        }
    }
    for (uint32_t g : frame.winners) frame.parts[g] = 0;
}

void Opener::open_more(const Node& node, Frame& frame, Cost limit) {
    const size_t from = frame.open.size();
    add_waiting(node, frame, limit);
    if (from == 0) drop_alike(node, frame);
    else symmetry_.keep_first(node, frame, from);
    sort(frame, from);
}

// Adds the guesses whose bounds are at most the limit, and within the budget. The frame is that of the node still.
void Opener::add_waiting(const Node& node, Frame& frame, Cost limit) {
    if (frame.waiting >= kImpossible) return;
    const Cost before = frame.opened;
    limit = frame.opened = std::min({limit, frame.budget, kImpossible - 1});
    frame.waiting = kImpossible;
    for (const OpenGuess& o : frame.winning) {
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
            if (parts[g] >= first && parts[g] < end) frame.open.push_back({frame.by_parts[parts[g]], g, false, parts[g]});
    }
}

void Opener::drop_alike(const Node& node, Frame& frame) {
    // Without a list of the elements it takes the same time for any number of guesses.
    if (frame.group && !frame.group->elements) add_waiting(node, frame, frame.budget);
    symmetry_.keep_first(node, frame);
}

// There are many guesses and few costs: they are counted. Where guesses cost nothing yet most bounds are alike: then those
// come first that make most blocks.
void Opener::sort(Frame& frame, size_t from) const {
    const std::span<OpenGuess> open = std::span(frame.open).subspan(from);
    if (common_.by_depth) {
        std::stable_sort(open.begin(), open.end(), [](const OpenGuess& a, const OpenGuess& b) {
            const int blocks = a.largest + a.wins - b.largest - b.wins;
            return a.cost != b.cost ? a.cost < b.cost : blocks != 0 ? blocks > 0 : a.wins > b.wins;
        });
        return;
    }
    Cost least = kImpossible, most = 0;
    for (const OpenGuess& o : open) least = std::min(least, o.cost), most = std::max(most, o.cost);
    constexpr Cost kMostCosts = 1024;
    if (open.size() < 32 || most - least >= kMostCosts) {
        std::stable_sort(open.begin(), open.end(), [](const OpenGuess& a, const OpenGuess& b) {
            return a.cost != b.cost ? a.cost < b.cost : a.wins > b.wins;
        });
        return;
    }
    uint32_t begin[2 * kMostCosts + 1];
    std::fill_n(begin, 2 * (most - least) + 3, 0u);
    const auto place = [&](const OpenGuess& o) { return static_cast<size_t>(2 * (o.cost - least) + !o.wins); };
    for (const OpenGuess& o : open) ++begin[place(o) + 1];
    for (size_t i = 1; i <= static_cast<size_t>(2 * (most - least)) + 1; ++i) begin[i] += begin[i - 1];
    frame.sorted.resize(open.size());
    for (const OpenGuess& o : open) frame.sorted[begin[place(o)]++] = o;
    if (from == 0) frame.open.swap(frame.sorted);
    else std::copy(frame.sorted.begin(), frame.sorted.end(), open.begin());
}

bool Opener::cut_down(Node& node, Frame& frame) {
    const Tuning& tuning = common_.tuning;
    const uint32_t least = common_.aimed ? tuning.cut_size / 4 : tuning.cut_size;
    if (common_.options.pool == Pool::legal || node.n < least ||
        uint64_t{node.n} * tuning.cut_factor > node.game->n_secrets)
        return false;
    if (!common_.any_guess(node)) return false;  // of equal guesses it has the first, asked for or not
    if (!frame.game) frame.game = std::make_unique<Subgame>();
    restrict_to(*node.game, node.members, node.n, common_.final, deduplicator_, *frame.game);
    node.game = frame.game.get();
    node.members = common_.identity.data();
    size_t kept = 0;
    for (const OpenGuess& o : frame.open) {
        const uint32_t index = deduplicator_.index[o.guess];
        if (index != kNoGuess) frame.open[kept++] = {o.cost, index, o.wins, o.largest};
    }
    frame.open.resize(kept);
    return true;
}

void Opener::cut_first(Node& node, Frame& frame) {
    frame.open.clear();
    cut_down(node, frame);
}

}  // namespace mmc::exact
