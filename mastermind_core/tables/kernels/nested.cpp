// Minimum totals of tables with classes and nested questions, such as the thresholds of numbers.
//
// A chain is a list of questions whose blocks of one answer grow: in a table, the thresholds of a column. A subset
// never costs more than its set, because each tree of the set distinguishes the classes of the subset too; and each
// further member of the set pays at least once. So a bound of the block below a threshold, plus the weight of the
// members between, holds below all later thresholds, and a bound of the block above it holds above all earlier ones
// in the same way. The search asks for the threshold in the middle of an interval, whose two bounds often refute many
// others, and raises both blocks in proportion to their weights. ConTree (Brita, van der Linden and Demirovic, 2025)
// prunes intervals in a search for the fewest errors.
#include <algorithm>
#include <deque>
#include <memory>
#include <numeric>
#include <ranges>
#include <span>
#include <vector>

#include <nanobind/nanobind.h>

#include "exact/root_search.hpp"
#include "exact/search.hpp"

namespace nb = nanobind;

namespace mmc::exact {
namespace {

class Nested final : public RootSearch {
public:
    explicit Nested(Search& search) : common_(search.common), watch_(*search.own.watch), game_(common_.whole) {
        const CostModel& cost = common_.cost;
        const Problem& problem = common_.problem;
        const bool plain = !cost.has_costs() && !cost.by_depth() && problem.pool == Pool::all;
        const bool whole = problem.first.empty() && problem.below >= kImpossible && !problem.evenly;
        const bool alone = !problem.memory || !problem.memory->told_from;
        if (plain && whole && alone && cost.has_goals() && !cost.known_apart()) list_chains();
    }

    // Whether the chains are long enough, and no limit of a path counts.
    bool takes(const Node& node) const override {
        return !chains_.empty() && node.is_root() && node.steps == kUnlimited && node.path_budget >= kImpossible;
    }

    // An exact cost, or a lower bound over the budget.
    Bound least_total(const Node& root, Cost budget) override {
        NestedSet all{root.n, root.weight, root.key, {}, {}};
        all.order.resize(chains_.size() * root.n);
        for (size_t c = 0; c < chains_.size(); ++c) {
            const auto order = all.order.begin() + static_cast<std::ptrdiff_t>(c * root.n);
            std::iota(order, order + root.n, uint16_t{0});
            std::stable_sort(order, order + root.n,
                             [&](uint16_t a, uint16_t b) { return chains_[c].rank[a] < chains_[c].rank[b]; });
        }
        above_.assign(root.n, 0);
        begin(all, all, 0);
        common_.at_root.total = std::max(common_.at_root.total, 1u);
        while (!all.bound.exact && all.bound.cost <= budget && !common_.stopped()) {
            const Cost rise = std::min((budget + 1 - all.bound.cost) / kOfRest, all.bound.cost / kOfBound);
            raise(all, std::min(budget, all.bound.cost + std::max<Cost>(1, rise)), 0);
            common_.at_root.raise_bound(std::min(all.bound.cost, common_.at_root.best));
        }
        return all.bound;
    }

private:
    static constexpr Cost kOfRest = 16, kOfBound = 32;  // fractions of budget and bound per step at the root
    static constexpr size_t kLeastLength = 4;           // minimum mean length of a chain

    // Nested questions: the rank of a secret is how many of them have it in their first block.
    struct Thresholds {
        std::vector<uint32_t> questions;  // question r - 1 divides the ranks under r from the others
        std::vector<uint16_t> rank;
    };

    // A set with its members in the order of each chain, if it was searched.
    struct NestedSet {
        uint32_t n = 0;
        Cost weight = 0;
        SetKey key;
        Bound bound;
        std::vector<uint16_t> order;
    };

    // The thresholds of one chain at a set, by the number of members below, and the blocks of one of them.
    struct Cuts {
        std::vector<Cost> below, above, weight;  // bounds of both blocks, and the weight below
        std::vector<SetKey> key;                 // of the members below
        std::vector<std::pair<uint32_t, uint32_t>> intervals;
        NestedSet low, high;
    };

    // One set that is raised: the least bound of its thresholds, and the best of its trees.
    struct Raised {
        Cost budget;
        Bound best{kImpossible, false, 0};
        Cost least = kImpossible;
    };

    bool in_block(uint32_t guess, uint32_t secret) const { return game_.row(guess)[secret] == first_[guess]; }

    // Consecutive questions are a chain as long as their blocks grow, or as long as they shrink.
    void list_chains() {
        if (game_.wide()) return;
        const uint32_t n = game_.n_secrets;
        size_t listed = 0;
        std::vector<std::vector<uint32_t>> chains;
        int direction = 0;
        for (uint32_t g = 0; g < game_.n_guesses; ++g) {
            const uint8_t* row = game_.row(g);
            const auto [least, most] = std::minmax_element(row, row + n);
            first_.push_back(*least);
            if (*least == *most) continue;
            for (uint32_t i = 0; i < n; ++i)
                if ((row[i] != *least && row[i] != *most) || game_.final[row[i]]) return;
            ++listed;
            const int own = chains.empty() ? 0 : direction_of(chains.back().back(), g);
            if (own == 0 || (direction != 0 && own != direction)) {
                chains.push_back({g});
                direction = 0;
            } else {
                chains.back().push_back(g);
                direction = own;
            }
        }
        if (listed < kLeastLength * chains.size() || chains.empty()) return;
        for (std::vector<uint32_t>& questions : chains) add_chain(std::move(questions));
        classes_.resize(*std::ranges::max_element(game_.goal) + size_t{1});
    }

    // 1 if the block of the first question is a part of the other's, -1 for the reverse, 0 if they are not nested.
    int direction_of(uint32_t one, uint32_t other) const {
        bool grows = true;
        bool shrinks = true;
        for (uint32_t i = 0; i < game_.n_secrets; ++i) {
            grows = grows && in_block(other, i) >= in_block(one, i);
            shrinks = shrinks && in_block(other, i) <= in_block(one, i);
        }
        return grows ? 1 : shrinks ? -1 : 0;
    }

    void add_chain(std::vector<uint32_t> questions) {
        Thresholds chain;
        chain.rank.assign(game_.n_secrets, 0);
        for (const uint32_t g : questions)
            for (uint32_t i = 0; i < game_.n_secrets; ++i) chain.rank[i] += in_block(g, i);
        const auto size = [&](uint32_t g) {
            uint32_t members = 0;
            for (uint32_t i = 0; i < game_.n_secrets; ++i) members += in_block(g, i);
            return members;
        };
        // The largest block has all ranks from 1.
        if (size(questions.front()) < size(questions.back())) std::ranges::reverse(questions);
        chain.questions = std::move(questions);
        chains_.push_back(std::move(chain));
    }

    uint32_t goal(uint16_t member) const { return game_.goal[member]; }
    Cost weight(uint16_t member) const { return common_.cost.weight(game_, member); }

    // Bounds a part of a set, the members on one side, by its best single question, and by Huffman's code of classes.
    // After any question, all but a block of one class pay again.
    void begin(const NestedSet& set, NestedSet& part, uint8_t side) {
        if (const auto known = common_.solved.find(part.key)) {
            part.bound = *known;
            return;
        }
        Cost most = 0;
        for (size_t c = 0; c < chains_.size(); ++c) {
            const uint16_t* order = set.order.data() + c * set.n;
            const uint16_t* rank = chains_[c].rank.data();
            const uint16_t *first = order, *last = order + set.n - 1;
            while (above_[*first] != side) ++first;
            while (above_[*last] != side) --last;
            if (rank[*first] == rank[*last]) continue;
            const std::span<const uint16_t> members(first, last + 1);
            const Cost below = weight_of_class(members, rank, side);
            const Cost over = weight_of_class(members | std::views::reverse, rank, side);
            if (below + over == part.weight) {
                const auto question = chains_[c].questions[rank_after(first, rank, side) - size_t{1}];
                return settle(part, {part.weight, true, 1, game_.guess_id[question]});
            }
            most = std::max({most, below, over});
        }
        settle(part, {std::max(2 * part.weight - most, code_of(set, side)), false, 0});
    }

    // The weight of the first members of one class, up to a threshold.
    template <class Members>
    Cost weight_of_class(const Members& members, const uint16_t* rank, uint8_t side) const {
        const uint32_t own = goal(members.front());
        Cost sum = 0;
        Cost complete = 0;
        uint16_t before = rank[members.front()];
        for (const uint16_t member : members) {
            if (above_[member] != side) continue;
            if (rank[member] != before) complete = sum;
            if (goal(member) != own) return complete;
            before = rank[member];
            sum += weight(member);
        }
        return complete;
    }

    // The rank of the first member of another class.
    uint16_t rank_after(const uint16_t* from, const uint16_t* rank, uint8_t side) const {
        const uint32_t own = goal(*from);
        while (above_[*from] != side || goal(*from) == own) ++from;
        return rank[*from];
    }

    // The length of Huffman's code for the classes of the members on one side.
    Cost code_of(const NestedSet& set, uint8_t side) {
        if (classes_.size() < 3) return 0;
        std::ranges::fill(classes_, 0);
        for (uint32_t i = 0; i < set.n; ++i)
            if (above_[set.order[i]] == side) classes_[goal(set.order[i])] += weight(set.order[i]);
        heap_.clear();
        for (const Cost own : classes_)
            if (own > 0) heap_.push_back(own);
        std::ranges::make_heap(heap_, std::ranges::greater{});
        Cost sum = 0;
        while (heap_.size() > 1) {
            std::ranges::pop_heap(heap_, std::ranges::greater{});
            const Cost least = heap_.back();
            heap_.pop_back();
            std::ranges::pop_heap(heap_, std::ranges::greater{});
            heap_.back() += least;
            sum += heap_.back();
            std::ranges::push_heap(heap_, std::ranges::greater{});
        }
        return sum;
    }

    void settle(NestedSet& part, const Bound& bound) {
        part.bound = bound;
        common_.solved.store(part.key, part.n, bound);
    }

    // Raises the bound of a set over the budget, or finds its exact cost.
    void raise(NestedSet& set, Cost budget, size_t depth) {
        common_.nodes.fetch_add(1, std::memory_order_relaxed);
        if (watch_.poll()) return;
        if (levels_.size() <= depth) levels_.emplace_back();
        Raised pass{budget};
        for (size_t c = 0; c < chains_.size() && !common_.stopped(); ++c) {
            const uint16_t* order = set.order.data() + c * set.n;
            if (chains_[c].rank[order[0]] != chains_[c].rank[order[set.n - 1]]) by_chain(set, c, pass, depth);
        }
        if (common_.stopped()) return;
        if (pass.best.cost <= budget) settle(set, pass.best);
        else settle(set, {std::max(set.bound.cost, std::min(pass.least, pass.best.cost)), false, 0});
    }

    // Raises the thresholds of one chain over the budget.
    void by_chain(const NestedSet& set, size_t c, Raised& pass, size_t depth) {
        Cuts& level = levels_[depth];
        const uint16_t* order = set.order.data() + c * set.n;
        const uint16_t* rank = chains_[c].rank.data();
        const auto divides = [&](uint32_t at) { return rank[order[at]] != rank[order[at - 1]]; };
        const auto bound = [&](uint32_t at) { return set.weight + level.below[at] + level.above[at]; };
        list_thresholds(set, order, level);
        level.intervals.assign(1, {1, set.n - 1});
        while (!level.intervals.empty()) {
            auto [from, to] = level.intervals.back();
            level.intervals.pop_back();
            const Cost most = std::min(pass.budget, pass.best.cost - 1);
            const auto open = [&](uint32_t at) { return divides(at) && bound(at) <= most; };
            while (from <= to && !open(from)) ++from;
            while (from <= to && !open(to)) --to;
            if (from > to || set.weight + level.below[from] + level.above[to] > most) continue;
            uint32_t middle = (from + to) / 2;
            while (!open(middle)) ++middle;
            split(set, c, middle, most, pass, depth);
            if (common_.stopped()) return;
            spread(set, middle, level);
            level.intervals.emplace_back(from, middle - 1);
            level.intervals.emplace_back(middle + 1, to);
        }
        for (uint32_t at = 1; at < set.n; ++at)
            if (divides(at)) pass.least = std::min(pass.least, bound(at));
    }

    // Lists the weights of the blocks of each threshold. A block of several classes pays at least once more.
    void list_thresholds(const NestedSet& set, const uint16_t* order, Cuts& level) const {
        level.weight.assign(set.n + size_t{1}, 0);
        level.key.assign(set.n + size_t{1}, {});
        level.below.assign(set.n + size_t{1}, 0);
        level.above.assign(set.n + size_t{1}, 0);
        bool pure = true;
        for (uint32_t at = 1; at <= set.n; ++at) {
            const uint16_t member = order[at - 1];
            pure = pure && goal(member) == goal(order[0]);
            level.weight[at] = level.weight[at - 1] + weight(member);
            level.key[at] = level.key[at - 1] + game_.key[member];
            level.below[at] = pure ? 0 : level.weight[at];
        }
        pure = true;
        for (uint32_t at = set.n - 1; at > 0; --at) {
            pure = pure && goal(order[at]) == goal(order[set.n - 1]);
            level.above[at] = pure ? 0 : set.weight - level.weight[at];
        }
    }

    // Bounds the blocks of the other thresholds by those of one. The members that a larger block has more add their
    // weight. To look up the blocks of all thresholds among the solved sets was slower.
    void spread(const NestedSet& set, uint32_t middle, Cuts& level) const {
        const Cost low = level.low.bound.cost;
        const Cost high = level.high.bound.cost;
        const Cost weight_below = level.weight[middle];
        for (uint32_t at = middle; at < set.n; ++at)
            level.below[at] = std::max(level.below[at], low > 0 ? low + level.weight[at] - weight_below : 0);
        for (uint32_t at = middle; at > 0; --at)
            level.above[at] = std::max(level.above[at], high > 0 ? high + weight_below - level.weight[at] : 0);
    }

    // Raises the blocks of one threshold, until their sum is over a limit or exact.
    void split(const NestedSet& set, size_t c, uint32_t at, Cost most, Raised& pass, size_t depth) {
        Cuts& level = levels_[depth];
        NestedSet &low = level.low, &high = level.high;
        const uint16_t* order = set.order.data() + c * set.n;
        const auto mark = [&] {
            for (uint32_t i = 0; i < set.n; ++i) above_[order[i]] = i >= at;
        };
        const SetKey key = level.key[at];
        low = {at, level.weight[at], key, {level.below[at], level.below[at] == 0, 0}, std::move(low.order)};
        high = {set.n - at,
                set.weight - low.weight,
                {set.key.a - key.a, set.key.b - key.b},
                {level.above[at], level.above[at] == 0, 0},
                std::move(high.order)};
        mark();
        bool listed[2] = {false, false};
        for (NestedSet* part : {&low, &high}) {
            const Cost before = part->bound.cost;
            if (!part->bound.exact) begin(set, *part, part == &high);
            part->bound.cost = std::max(part->bound.cost, before);
        }
        const auto left = [&] { return most + 1 - set.weight - low.bound.cost - high.bound.cost; };
        while (left() > 0 && !(low.bound.exact && high.bound.exact)) {
            const auto total = static_cast<double>(left());
            const Cost open = (low.bound.exact ? 0 : low.weight) + (high.bound.exact ? 0 : high.weight);
            for (NestedSet* part : {&low, &high}) {
                if (part->bound.exact || left() <= 0) continue;
                if (!std::exchange(listed[part == &high], true)) {
                    mark();
                    list_members(set, *part, part == &high);
                }
                const auto share =
                    static_cast<Cost>(total * static_cast<double>(part->weight) / static_cast<double>(open));
                raise(*part, part->bound.cost + std::min(share, left() - 1), depth + 1);
                if (common_.stopped()) return;
            }
        }
        const Cost cost = set.weight + low.bound.cost + high.bound.cost;
        if (cost > most) return;
        const uint32_t question = chains_[c].questions[chains_[c].rank[order[at]] - size_t{1}];
        pass.best = {cost, true, 1 + std::max(low.bound.depth, high.bound.depth), game_.guess_id[question]};
    }

    // Lists the members on one side in the order of each chain.
    void list_members(const NestedSet& set, NestedSet& part, uint8_t side) const {
        part.order.clear();
        for (const uint16_t member : set.order)
            if (above_[member] == side) part.order.push_back(member);
    }

    Common& common_;
    Watch& watch_;
    const Subgame& game_;
    std::vector<uint8_t> first_;  // the least score of each guess
    std::vector<Thresholds> chains_;
    std::deque<Cuts> levels_;     // by depth
    std::vector<uint8_t> above_;  // the side of each secret
    std::vector<Cost> classes_, heap_;
};

}  // namespace
}  // namespace mmc::exact

void bind_erring(nb::module_& m);

void bind_tables(nb::module_& m) {
    using namespace mmc::exact;
    // The exact search passes the positions of such tables to this one.
    make_root_search = [](Search& search) -> std::unique_ptr<RootSearch> { return std::make_unique<Nested>(search); };
    bind_erring(m);
}
