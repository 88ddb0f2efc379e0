// The least total: from below, best bound first.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>

#include "search.hpp"

namespace mmc::exact {
namespace {

constexpr size_t kNoted = 64;  // first guesses between two notes of all of them, where there are so many

}  // namespace

// So large a block is likely to be split into as many as its parent, and its size has told what that says.
bool Search::worth_a_glance(const Block& block, size_t branch) const {
    return block.size >= tuning.glance_block && block.size <= 4 * branch;
}

// What the numbers of blocks say of a set, before anything below it is searched.
Cost Search::glance(const Node& child, Cost budget) {
    Frame& frame = this->frame(child.level);
    open_guesses(child, frame, budget, 0);
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
void Search::sort_open(Frame& frame, size_t from) {
    const std::span<Open> open = std::span(frame.open).subspan(from);
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
    if (from == 0) frame.open.swap(frame.sorted);
    else std::copy(frame.sorted.begin(), frame.sorted.end(), open.begin());
}

// Opens those that wait, up to a limit, behind the others: their bounds are larger, so they come in the same order
// as if all had been opened at once.
void Search::open_rest(const Node& node, Frame& frame, Cost limit) {
    const size_t from = frame.open.size();
    open_more(node, frame, limit);
    drop_alike(node, frame, from);
    sort_open(frame, from);
}

Bound Search::least_total(const Node& position, Cost budget) {
    Node node = position;
    common_->nodes.fetch_add(1, std::memory_order_relaxed);
    if (poll()) return {0, false, 0};
    const SetKey key = table_key(node);
    Block known;
    look_up(node, known);
    if (known.exact || known.cost > budget) return {known.cost, known.exact, known.depth};
    const Node other = renamed(node);
    const bool moved = other.key != node.key;
    if (moved && look_up_renamed(node, other, known) && (known.exact || known.cost > budget))
        return {known.cost, known.exact, known.depth};
    Pass pass;
    pass.budget = budget;
    const auto finish = [&](Cost cost, bool exact, int depth) {
        const Bound bound{cost, exact || cost >= kImpossible, depth, exact ? pass.guess : kNoGuess};
        store(key, node.n, bound);
        if (moved) store(table_key(other), node.n, {cost, bound.exact, depth, guess_there(node, bound.guess)});
        return bound;
    };
    Frame& frame = this->frame(node.level);
    const bool at_root = node.level == 0;
    const Cost step = at_root ? kImpossible : node.weight / static_cast<Cost>(tuning.step_divisor);
    const Cost ahead = at_root ? kImpossible : step / 4;  // opened at a time: most nodes need few
    open_guesses(node, frame, budget, ahead);
    Cost lower = std::max(known.cost, frame.least);
    if (lower >= kImpossible) return finish(kImpossible, true, 0);
    if (lower > budget) return finish(lower, false, 0);
    use_group(node, frame);
    drop_alike(node, frame);
    if (at_root) {
        total_ = static_cast<uint32_t>(frame.open.size());
        std::vector<Open> open = frame.open;
        std::sort(open.begin(), open.end(), [](const Open& a, const Open& b) {
            if (a.cost != b.cost) return a.cost < b.cost;
            return a.wins != b.wins ? a.wins : a.guess < b.guess;
        });
        note_openings(node, open);
    }
    sort_open(frame);
    if (at_root) sort_hopeful(node, frame);

    bool cut = false;
    size_t tried = 0;
    for (;;) {
        Cost least = frame.unopened;
        for (const Open& o : frame.open) least = std::min(least, o.cost);
        while (frame.waiting <= std::min({least, budget, pass.best - 1})) {
            const size_t from = frame.open.size();
            open_rest(node, frame, frame.waiting + ahead);
            for (size_t i = from; i < frame.open.size(); ++i) least = std::min(least, frame.open[i].cost);
        }
        lower = std::max(lower, std::min(least, pass.best));
        if (at_root) root_bound_ = std::max(root_bound_, std::min(lower, best_));
        if (pass.best <= lower) return finish(pass.best, true, pass.depth);
        if (lower > budget) return finish(lower, false, 0);
        tried += pass.tried;
        if (!cut && tried >= tuning.cut_after) {
            cut = true;
            open_rest(node, frame, budget);
            cut_down(node, frame);
        }
        pass.target = std::min({budget, pass.best - 1, step >= kImpossible ? step : lower + step});
        pass.ahead = ahead;
        raise(node, frame, pass);
        if (at_root) note_root(frame, std::min({pass.budget, pass.best - 1, best_ - 1}));
        if (stopped()) return finish(lower, false, 0);
    }
}

// Raises every open guess to the target, or finds what it costs.
void Search::raise(const Node& node, Frame& frame, Pass& pass) {
    pass.tried = 0;
    for (size_t i = 0;; ++i) {
        while (i == frame.open.size() && frame.waiting <= pass.target) open_rest(node, frame, frame.waiting + pass.ahead);
        if (i == frame.open.size()) return;
        const Open o = frame.open[i];
        if (o.cost > pass.target) continue;
        if (shares_ && common_->team.anybody_idle() && frame.waiting <= pass.target) open_rest(node, frame, pass.target);
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
        if (frame.open.size() < kNoted || pass.tried % kNoted == 0)  // it looks at all of them
            note_root(frame, std::min({pass.budget, pass.best - 1, best_ - 1}));
    }
}

}  // namespace mmc::exact
