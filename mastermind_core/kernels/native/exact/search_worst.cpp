// The worst case: can every candidate be found within some number of steps?
#include <algorithm>

#include "search.hpp"

namespace mmc::exact {
namespace {

SetKey worst_key(SetKey key, bool upper) {
    key += random_key(4, upper);
    return key;
}

}  // namespace

// The table holds, for each set, most steps proven too few plus one, and (negated) least steps proven enough.
bool Search::solvable(const Node& position) {
    Node node = position;
    ++nodes_;
    if (poll() || node.steps <= 0) return false;
    SetKey base = node.key;
    if (node.legal) base += node.legal->key;
    const SetKey fewer = worst_key(base, false), enough = worst_key(base, true);
    if (const auto* entry = solved_.find(fewer); entry && entry->cost > node.steps) return false;
    if (const auto* entry = solved_.find(enough); entry && -entry->cost <= node.steps) return true;
    const auto finish = [&](bool yes) {
        if (stopped_) return false;
        if (yes) solved_.store(enough, node.n, {-Cost{position.steps}, false, 0});
        else solved_.store(fewer, node.n, {Cost{position.steps} + 1, false, 0});
        return yes;
    };
    Frame& frame = this->frame(node.level);
    open_guesses(node, frame, kImpossible - 1);
    if (frame.open.size() > 8) cut_down(node, frame);
    use_group(node, frame);
    drop_alike(node, frame);
    // The guess most likely to do: the one with the least bound of its total, known from its blocks.
    for (Open& o : frame.open) {
        const uint8_t* row = node.game->row(o.guess);
        uint32_t count[256] = {}, largest = 0;
        Cost squares = 0;
        for (uint32_t i = 0; i < node.n; ++i) {
            const uint8_t score = row[node.members[i]];
            if (final_[score]) continue;
            squares += 2 * count[score]++ + 1;
            largest = std::max(largest, count[score]);
        }
        const bool fits = size_bounds_(frame.branch).steps(largest) <= node.steps - 1;
        o.cost = largest == node.n || !fits ? kImpossible : squares;
    }
    std::erase_if(frame.open, [](const Open& o) { return o.cost >= kImpossible; });
    std::stable_sort(frame.open.begin(), frame.open.end(), [](const Open& a, const Open& b) { return a.cost < b.cost; });
    if (node.level == 0) {
        total_ += static_cast<uint32_t>(frame.open.size());
        openings_.clear();
        for (const Open& o : frame.open) openings_.push_back({node.game->guess_id[o.guess], o.cost, false});
    }
    for (const Open& o : frame.open) {
        if (solvable_with(node, o.guess)) return finish(true);
        if (stopped_) return false;
        if (node.level == 0) {
            ++done_;
            note_opening(node.game->guess_id[o.guess], kImpossible, true);
        }
    }
    return finish(false);
}

bool Search::solvable_with(const Node& node, uint32_t guess) {
    Frame& frame = this->frame(node.level);
    partition(node, node.game->row(guess), frame);
    auto& blocks = frame.blocks;
    if (blocks.size() == 1 && blocks[0].size == node.n) return false;
    const int steps = node.steps - 1;
    if (!blocks.empty() && size_bounds_(frame.branch).steps(blocks.back().size) > steps) return false;
    std::vector<Legal> legal(node.legal ? blocks.size() : 0);
    const auto child = [&](size_t i) {
        Node c = child_of(node, frame, blocks[i]);
        c.steps = std::min(steps, static_cast<int>(blocks[i].size));  // as many as secrets are always enough
        if (node.legal) {
            if (legal[i].guesses.empty()) legal[i] = legal_after(node, guess, blocks[i].score);
            c.legal = &legal[i];
            c.steps = steps;
        }
        return c;
    };
    // Large blocks fail first. Those that are known already cost nothing: look at all of them before.
    std::vector<size_t> unknown;
    for (size_t i = blocks.size(); i-- > 0;) {
        if (!node.legal && static_cast<int>(blocks[i].size) <= steps) continue;
        const Node c = child(i);
        if (stopped_) return false;
        SetKey base = c.key;
        if (c.legal) base += c.legal->key;
        if (const auto* entry = solved_.find(worst_key(base, false)); entry && entry->cost > c.steps) return false;
        if (const auto* entry = solved_.find(worst_key(base, true)); entry && -entry->cost <= c.steps) continue;
        unknown.push_back(i);
    }
    const Group* group = nullptr;
    bool group_known = false;
    for (size_t i : unknown) {
        Node c = child(i);
        if (!group_known && node.group && c.n >= tuning.group_size) {
            group = group_after(node, guess);
            group_known = true;
        }
        c.group = group;
        if (!solvable(c)) return false;
    }
    return true;
}

// What the size bound alone says.
int Search::worst_lower_bound(const Node& node) {
    open_guesses(node, frame(node.level), kImpossible - 1);
    return size_bounds_(frame(node.level).branch).steps(node.n);
}

}  // namespace mmc::exact
