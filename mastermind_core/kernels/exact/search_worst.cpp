// The worst case: can every candidate be found within some number of steps?
#include <algorithm>

#include "search.hpp"

namespace mmc::exact {
namespace {

constexpr size_t kCapsSize = 5;  // smallest set whose subsets are bounded ...
constexpr int kCapsSteps = 12;    // ... and most steps

// What the table of solved sets says of a worst case, by name.

SetKey worst_key(SetKey set) { return set + random_key(KeyKind::worst, 0); }

SetKey width_key(SetKey set, bool enough, int steps) {
    return set + random_key(KeyKind::width, static_cast<uint64_t>(steps) * 2 + enough);
}

bool proven_too_few(const SolvedSets& solved, SetKey set, int steps) {
    const auto entry = solved.find(worst_key(set));
    return entry && entry->cost > steps;
}

bool proven_enough(const SolvedSets& solved, SetKey set, int steps, int width) {
    const auto entry = solved.find(width_key(set, true, steps));
    return entry && -entry->cost <= width;
}

Cost tried_in_vain(const SolvedSets& solved, SetKey set, int steps) {
    const auto entry = solved.find(width_key(set, false, steps));
    return entry ? entry->cost : 0;
}

}  // namespace

// Few guesses a position first: a strategy is often found at once, and if there is none, what was refuted
// and what resisted says where to look. With all guesses the answer is never `unknown`.
bool Search::solvable(const Node& node) {
    for (width_ = 1; width_ < kEveryGuess; widen()) {
        const Answer answer = attempt(node);
        if (stopped()) return false;
        if (answer != Answer::unknown) return answer == Answer::yes;
    }
    return attempt(node) == Answer::yes;
}

// What the table says.
Search::Answer Search::look_up_worst(const Node& node) const {
    const SetKey base = set_key(node);
    if (proven_too_few(solved_, base, node.steps)) return Answer::no;
    return proven_enough(solved_, base, node.steps, width_) ? Answer::yes : Answer::unknown;
}

// Two steps, where a guess ends at most one: all must be told apart.
Search::Answer Search::two_steps(const Node& node, Frame& frame) {
    const Subgame& game = *node.game;
    if (node.n > static_cast<uint32_t>(problem_.n_scores)) return Answer::no;
    Block block;
    block.size = node.n;
    if (quick(game, node.members, block) && block.depth <= 2) return Answer::yes;
    if (options_.pool == Pool::candidates) return Answer::no;
    frame.parts.resize(game.stride);
    scan_(game.by_secret.data(), game.stride, node.members, node.n, problem_.n_scores, frame.parts.data());
    const auto end = frame.parts.begin() + game.n_guesses;
    return *std::max_element(frame.parts.begin(), end) >= node.n ? Answer::yes : Answer::no;
}

// Keeps the guesses that leave no block too large, the most even first.
//
// A set that is found in k steps by some guess has at most caps[k - 1] secrets in each of its blocks, and no
// more than the block of that guess here has: so caps[k] is the most, over all guesses, of the sum of the lesser ones.
void Search::open_worst(const Node& node, Frame& frame) {
    open_guesses(node, frame, kImpossible - 1);
    Node here = node;
    if (frame.open.size() > 8) cut_down(here, frame);
    frame.at = here;
    use_group(here, frame);
    drop_alike(here, frame);
    const auto n_scores = static_cast<size_t>(problem_.n_scores);
    const size_t count = frame.open.size();
    const bool capped = node.n >= kCapsSize && node.steps > 2 && node.steps <= kCapsSteps && any_guess(node);
    if (capped) frame.sizes.assign(count * n_scores, 0);
    for (size_t i = 0; i < count; ++i) {
        Open& o = frame.open[i];
        const uint8_t* row = here.game->row(o.guess);
        uint16_t few[256] = {};
        uint16_t* sizes = capped ? frame.sizes.data() + i * n_scores : few;
        uint32_t largest = 0;
        Cost squares = 0;
        for (uint32_t k = 0; k < node.n; ++k) {
            const uint8_t score = row[here.members[k]];
            squares += 2 * sizes[score]++ + 1;
            if (!final_[score]) largest = std::max<uint32_t>(largest, sizes[score]);
        }
        const bool fits = size_bounds_(frame.branch).steps(largest) <= node.steps - 1;
        o.cost = largest == node.n || !fits ? kImpossible : squares;
        o.largest = static_cast<uint16_t>(largest);
    }
    frame.caps.clear();
    if (capped) {
        // Guesses that make too few blocks were not opened; so many blocks they may still have.
        uint64_t few = 0;
        while (few <= frame.branch && guess_bound(here, frame, few + 1, 0, 0) >= kImpossible) ++few;
        frame.caps.assign({0, static_cast<uint32_t>(wins_)});
        for (size_t k = 2; k < static_cast<size_t>(node.steps) && frame.caps.back() < node.n; ++k) {
            const uint32_t below = frame.caps[k - 1];
            uint64_t most = std::max<uint64_t>(below, (few + 1) * below + wins_);
            for (size_t i = 0; i < count && most < node.n; ++i) {
                const uint16_t* sizes = frame.sizes.data() + i * n_scores;
                uint64_t sum = 0;
                for (size_t s = 0; s < n_scores; ++s) sum += final_[s] ? sizes[s] : std::min<uint32_t>(sizes[s], below);
                most = std::max(most, sum);
            }
            if (node.caps && k < node.caps->size()) most = std::min<uint64_t>(most, (*node.caps)[k]);
            frame.caps.push_back(static_cast<uint32_t>(std::min<uint64_t>(most, node.n)));
        }
        for (Open& o : frame.open)
            if (o.largest > frame.caps.back()) o.cost = kImpossible;
    }
    std::erase_if(frame.open, [](const Open& o) { return o.cost >= kImpossible; });
    std::ranges::stable_sort(frame.open, {}, &Open::cost);
}

Search::Answer Search::attempt(const Node& node) {
    common_->nodes.fetch_add(1, std::memory_order_relaxed);
    if (poll() || node.steps <= 0) return Answer::no;
    const SetKey base = set_key(node);
    const auto note = [&](SetKey set, Answer answer) {
        if (answer == Answer::no)
            store(worst_key(set), node.n, {Cost{node.steps} + 1, false, 0});
        else
            store(width_key(set, answer == Answer::yes, node.steps), node.n,
                  {answer == Answer::yes ? -Cost{width_} : Cost{width_}, false, 0});
    };
    if (const Answer known = look_up_worst(node); known != Answer::unknown) return known;
    if (tried_in_vain(solved_, base, node.steps) >= width_) return Answer::unknown;
    const Node other = renamed(node);
    const SetKey other_base = set_key(other);
    const bool moved = other.key != node.key;
    if (moved) {
        const Answer known = look_up_worst(other);
        if (known != Answer::unknown || tried_in_vain(solved_, other_base, node.steps) >= width_) {
            note(base, known);
            return known;
        }
    }
    const auto finish = [&](Answer answer) {
        if (stopped()) return Answer::unknown;
        note(base, answer);
        if (moved) note(other_base, answer);
        return answer;
    };
    Frame& frame = this->frame(node.level);
    if (plain_ && node.steps == 2 && any_guess(node)) return finish(two_steps(node, frame));
    open_worst(node, frame);
    const Node here = frame.at;
    if (node.level == 0) {
        total_ = static_cast<uint32_t>(frame.open.size());
        done_ = 0;
        note_openings(here, frame.open);
    }
    // With three steps left the answer is cheap: no guess is left out.
    const auto width = plain_ && node.steps <= 3 ? static_cast<size_t>(kEveryGuess) : static_cast<size_t>(width_);
    bool sure = frame.open.size() <= width;
    for (size_t i = 0; i < std::min(width, frame.open.size()); ++i) {
        const Answer answer = attempt_with(here, frame.open[i].guess);
        if (stopped()) return Answer::unknown;
        if (answer == Answer::yes) return finish(Answer::yes);
        sure = sure && answer == Answer::no;
        if (node.level == 0) {
            ++done_;
            if (answer == Answer::no) note_opening(here.game->guess_id[frame.open[i].guess], kImpossible, true);
        }
    }
    return finish(sure ? Answer::no : Answer::unknown);
}

Search::Answer Search::attempt_with(const Node& node, uint32_t guess) {
    Frame& frame = this->frame(node.level);
    partition(node, node.game->row(guess), frame);
    auto& blocks = frame.blocks;
    if (blocks.size() == 1 && blocks[0].size == node.n) return Answer::no;
    const int steps = node.steps - 1;
    if (!blocks.empty() && size_bounds_(frame.branch).steps(blocks.back().size) > steps) return Answer::no;
    std::vector<Legal> legal(node.legal ? blocks.size() : 0);
    const auto child = [&](size_t i) {
        Node c = child_of(node, frame, blocks[i]);
        c.steps = std::min(steps, static_cast<int>(blocks[i].size));  // as many as secrets are always enough
        c.caps = frame.caps.empty() ? nullptr : &frame.caps;
        if (node.legal) {
            if (legal[i].guesses.empty()) legal[i] = legal_after(node, guess, blocks[i].score);
            c.legal = &legal[i];
            c.steps = steps;
        }
        return c;
    };
    // Those that are known already cost nothing: look at all of them before. Then what resisted, then what is
    // large: they fail first.
    struct Order {
        size_t block;
        Cost resisted;
    };
    std::vector<Order> open;
    for (size_t i = blocks.size(); i-- > 0;) {
        if (!node.legal && static_cast<int>(blocks[i].size) <= steps) continue;
        const Node c = child(i);
        if (stopped()) return Answer::unknown;
        const Answer known = look_up_worst(c);
        if (known == Answer::no) return known;
        if (known == Answer::yes) continue;
        open.push_back({i, tried_in_vain(solved_, set_key(c), c.steps)});
    }
    std::stable_sort(open.begin(), open.end(), [](const Order& a, const Order& b) { return a.resisted > b.resisted; });
    if (!open.empty() && open[0].resisted >= width_) return Answer::unknown;
    const Group* group = nullptr;
    bool group_known = false;
    for (const Order& o : open) {
        Node c = child(o.block);
        if (!group_known && node.group && c.n >= tuning.group_size) {
            group = group_after(node, guess);
            group_known = true;
        }
        c.group = group;
        const Answer answer = attempt(c);
        if (answer != Answer::yes) return answer;
    }
    return Answer::yes;
}

// What the size bound alone says.
int Search::worst_lower_bound(const Node& node) {
    open_guesses(node, frame(node.level), kImpossible - 1);
    return size_bounds_(frame(node.level).branch).steps(node.n);
}

}  // namespace mmc::exact
