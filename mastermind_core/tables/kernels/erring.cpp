// Trees with the fewest errors after a limited number of questions, then with the lowest cost.
//
// A chain is a list of nested questions, such as the thresholds of a column: question j divides the rows of the ranks up
// to j from those above it. Groups of rows beside the ranks, such as those with an unknown cell, have their own answers.
// Any other question is a chain of one question.
//
// A subset never has a greater value than its set, since each tree of the set is a tree of the subset. A bound of the
// block below a threshold therefore holds below all later thresholds, and one of the block above it holds above all
// earlier ones. In the other direction, the rows that a block lacks have at most their own weight of errors. The search
// asks for the threshold in the middle of an interval, whose bounds often refute the others: ConTree (Brita, van der
// Linden and Demirovic, 2025) prunes intervals in this way.
#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <numeric>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>

#include "exact/transposition_table.hpp"
#include "greedy/checks.hpp"
#include "shared/border.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace mmc::erring {
namespace {

using exact::SetKey;
using Amount = int64_t;

// The weight of the errors, then the weighted cost.
struct Value {
    Amount errors = 0, cost = 0;
    friend auto operator<=>(const Value&, const Value&) = default;
    friend Value operator+(Value a, Value b) {
        return {a.errors + b.errors, a.cost + b.cost};
    }
    friend Value operator-(Value a, Value b) {
        return {a.errors - b.errors, a.cost - b.cost};
    }
};

constexpr Value kNoLimit{std::numeric_limits<Amount>::max() / 4, 0};
constexpr int32_t kNoQuestion = -1;

// Bounds on the value of some rows with some questions left, and the first question of the best tree so far.
struct ErrorBounds {
    Value low, high;
    int32_t question = kNoQuestion;
    bool exact() const { return low == high; }
};

// The weights of some rows in errors and in costs, and the errors that no name avoids.
struct Sums {
    Amount errors = 0, cost = 0, least = 0;
    friend Sums operator+(Sums a, Sums b) {
        return {a.errors + b.errors, a.cost + b.cost, a.least + b.least};
    }
    friend Sums operator-(Sums a, Sums b) {
        return {a.errors - b.errors, a.cost - b.cost, a.least - b.least};
    }
};

struct Chain {
    std::vector<uint16_t> code;  // the rank of each row, or `questions` + 1 + its group
    uint32_t questions, groups;
    uint32_t first;  // the number of its first question
    Amount price;
};

struct ErrorTable {
    uint32_t n_rows = 0;
    size_t n_classes = 0;
    std::vector<Chain> chains;
    std::vector<uint32_t> begin, classes;  // per row: its classes, of which a row may have several
    std::vector<Amount> shares;            // and their weights of errors
    std::vector<Sums> sums;                // per row
    Sums all;
    Amount cheapest = 0;

    template <class Use>
    void each_share(uint32_t row, const Use& use) const {
        for (uint32_t at = begin[row]; at < begin[row + 1]; ++at)
            use(classes[at], shares[at]);
    }
};

// Some rows, in the order of each chain.
struct Rows {
    uint32_t n = 0;
    SetKey key;
    std::vector<uint32_t> order;
    std::span<const uint32_t> by(size_t chain) const {
        return {order.data() + chain * n, n};
    }
};

class ErrorSearch {
public:
    explicit ErrorSearch(ErrorTable table)
        : table_(std::move(table)),
          side_(table_.n_rows, 0) {
        for (uint32_t row = 0; row < table_.n_rows; ++row)
            keys_.push_back(exact::random_key(exact::KeyKind::secret, row));
    }

    // Bounds on the value of some rows, as far as the time and the number of sets allow.
    ErrorBounds search(std::vector<uint32_t> rows, int steps, double seconds, uint64_t sets, Pulse& pulse) {
        pulse_ = &pulse;
        const auto left = std::chrono::duration<double>(std::min(seconds, kLongest));
        deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(left);
        most_sets_ = sets_ + std::min(sets, std::numeric_limits<uint64_t>::max() - sets_);
        stopped_ = seconds <= 0;
        Rows own{static_cast<uint32_t>(rows.size()), {}, {}};
        for (const uint32_t row : rows) own.key += keys_[row];
        for (const Chain& chain : table_.chains) {
            std::ranges::stable_sort(rows, {}, [&](uint32_t row) { return chain.code[row]; });
            own.order.insert(own.order.end(), rows.begin(), rows.end());
        }
        return least(own, steps, kNoLimit, 0);
    }

    // The number of sets that all calls have looked at.
    uint64_t sets() const { return sets_; }
    const ErrorTable& table() const { return table_; }

private:
    static constexpr double kLongest = 1e8;  // seconds
    static constexpr size_t kMostKept = size_t{1} << 20;

    struct Place {
        SetKey key;
        int steps;
        bool operator==(const Place&) const = default;
    };
    struct Hash {
        size_t operator()(const Place& place) const {
            return static_cast<size_t>(place.key.a + static_cast<uint64_t>(place.steps) * 0x9e3779b97f4a7c15u);
        }
    };

    // The thresholds of a chain at a set, by the number of rows below.
    struct ChainCuts {
        std::vector<Value> below, above;  // bounds of both blocks
        std::vector<Amount> errors;       // the weight of the rows below
        std::vector<std::pair<uint32_t, uint32_t>> intervals;
        Rows low, high, group;
    };

    // A set while its questions are tried.
    struct Tried {
        const Rows& rows;
        int steps;
        Value limit;  // only lower values are of interest
        ErrorBounds known;
        Value least;  // over all questions that were tried
        Sums sums;
        size_t level;
    };

    bool over() {
        if (!stopped_)
            stopped_ = sets_ > most_sets_ || Clock::now() > deadline_;
        return stopped_;
    }

    ErrorBounds least(const Rows& rows, int steps, Value limit, size_t level) {
        ++sets_;
        for (const uint32_t row : rows.by(0))
            side_[row] = 0;
        if (steps <= 1 || table_.chains.empty())
            return ask_once(rows, 0, steps > 0);
        const Place place{rows.key, steps};
        if (const auto found = known_.find(place); found != known_.end()) {
            const ErrorBounds& known = found->second;
            if (known.exact() || known.low >= limit || over())
                return known;
        }
        if (steps == 2 && counts(rows))
            return known_[place] = ask_twice(rows);
        std::vector<Amount> errors;
        const ErrorBounds once = ask_once(rows, 0, true, &errors);
        Tried tried{rows, steps, limit, {{}, once.high, once.question}, kNoLimit, sums_of(rows), level};
        if (const auto shorter = known_.find({rows.key, steps - 1}); shorter != known_.end())
            improve(tried.known, shorter->second.high, shorter->second.question);
        tried.known.low = first_bound(tried);
        if (const auto found = known_.find(place); found != known_.end()) {
            tried.known.low = std::max(tried.known.low, found->second.low);
            improve(tried.known, found->second.high, found->second.question);
        }
        std::vector<size_t> order(errors.size());
        std::iota(order.begin(), order.end(), size_t{0});
        std::ranges::stable_sort(order, {}, [&](size_t chain) { return errors[chain]; });
        ErrorBounds& known = tried.known;
        const auto open = [&] {
            return known.low < std::min(limit, known.high) && !over();
        };
        size_t asked = 0;
        for (; asked < order.size() && open(); ++asked)
            ask(tried, order[asked]);
        if (asked == order.size() && !over())
            known.low = std::max(known.low, std::min(tried.least, known.high));
        if (known_.size() >= kMostKept) known_.clear();
        known_[place] = known;
        return known;
    }

    // The present ranks and groups of a chain at a set, by dense numbers.
    struct Dense {
        std::vector<uint16_t> code;     // of each row, in the order of the first chain
        std::vector<uint32_t> present;  // the code of each number
        size_t ranks = 0;               // the others are groups

        // Adds the code of a row, in order. Returns whether it is new.
        bool add(const Chain& chain, uint32_t own) {
            if (!present.empty() && present.back() == own)
                return false;
            present.push_back(own);
            ranks += own <= chain.questions;
            return true;
        }
    };

    // Numbers the codes of a set. Returns whether to count all pairs of them takes less time than to ask twice.
    bool counts(const Rows& rows) {
        dense_.resize(table_.chains.size());
        local_.resize(table_.n_rows);
        const std::span<const uint32_t> own = rows.by(0);
        for (uint32_t i = 0; i < rows.n; ++i)
            local_[own[i]] = i;
        size_t sum = 0;
        for (size_t c = 0; c < dense_.size(); ++c) {
            const Chain& chain = table_.chains[c];
            Dense& dense = dense_[c];
            dense.present.clear();
            dense.ranks = 0;
            dense.code.resize(rows.n);
            for (const uint32_t row : rows.by(c)) {
                dense.add(chain, chain.code[row]);
                dense.code[local_[row]] = static_cast<uint16_t>(dense.present.size() - 1);
            }
            sum += dense.present.size();
        }
        return sum * table_.n_classes <= 2 * uint64_t{rows.n} * dense_.size();
    }

    // The best two questions about some rows whose codes are numbered, by counts for all pairs of chains.
    ErrorBounds ask_twice(const Rows& rows) {
        ErrorBounds best = ask_once(rows, 0, true);
        const Sums sums = sums_of(rows);
        if (best.high <= Value{sums.least, 0}) return best;
        for (size_t c = 0; c < dense_.size(); ++c) {
            const Chain& chain = table_.chains[c];
            if (dense_[c].present.size() < 2) continue;
            if (over()) {
                best.low = std::min(best.high, Value{sums.least, table_.cheapest * sums.cost});
                return best;
            }
            const Value base = of_groups(rows, c) + Value{0, chain.price * sums.cost};
            count_sides(rows, c);
            for (size_t at = 0; at < sides_.size(); at += 2)
                improve(best, base + sides_[at].best + sides_[at + 1].best, question_after(chain, dense_[c], at / 2));
        }
        best.low = best.high;
        return best;
    }

    // The question whose first answer is the ranks up to a dense number.
    static int32_t question_after(const Chain& chain, const Dense& dense, size_t number) {
        const uint32_t code = dense.ranks > 0 ? dense.present[number] : 0;
        return static_cast<int32_t>(chain.first + std::min(code, chain.questions - 1));
    }

    // The value of the groups of a chain with one question left.
    Value of_groups(const Rows& rows, size_t c) {
        Value sum;
        const Dense& dense = dense_[c];
        for (size_t number = dense.ranks; number < dense.present.size(); ++number) {
            for (uint32_t i = 0; i < rows.n; ++i)
                side_[rows.by(0)[i]] = dense.code[i] == number;
            sum = sum + ask_once(rows, 1, true).high;
        }
        for (const uint32_t row : rows.by(0))
            side_[row] = 0;
        return sum;
    }

    // Some rows below or above a threshold, with the best value after one more question.
    struct CountedSide {
        Sums sums;
        Value best;
    };

    // Finds the values of both sides of each threshold of a chain.
    void count_sides(const Rows& rows, size_t c) {
        const Dense& dense = dense_[c];
        const size_t n_ranks = std::max<size_t>(dense.ranks, 1);
        const size_t n_classes = table_.n_classes;
        std::vector<Sums> by_rank(n_ranks);
        std::vector<Amount> classes(n_ranks * n_classes, 0);
        for (uint32_t i = 0; i < rows.n; ++i) {
            const uint32_t row = rows.by(0)[i];
            const size_t rank = dense.code[i];
            if (rank >= dense.ranks) continue;
            by_rank[rank] = by_rank[rank] + table_.sums[row];
            table_.each_share(row, [&](uint32_t own, Amount share) { classes[rank * n_classes + own] += share; });
        }
        // The last threshold has all ranks below; it counts only if there are groups beside.
        const size_t n_thresholds = n_ranks - (dense.ranks > 1);
        sides_.assign(2 * n_thresholds, {});
        std::vector<Amount> low(n_classes, 0), high(n_classes, 0);
        Sums below, above;
        for (size_t rank = 0; rank < n_ranks; ++rank) {
            above = above + by_rank[rank];
            for (size_t k = 0; k < n_classes; ++k)
                high[k] += classes[rank * n_classes + k];
        }
        for (size_t rank = 0; rank < n_thresholds; ++rank) {
            below = below + by_rank[rank];
            above = above - by_rank[rank];
            for (size_t k = 0; k < n_classes; ++k) {
                low[k] += classes[rank * n_classes + k];
                high[k] -= classes[rank * n_classes + k];
            }
            sides_[2 * rank] = {below, {below.errors - std::ranges::max(low), 0}};
            sides_[2 * rank + 1] = {above, {above.errors - std::ranges::max(high), 0}};
        }
        for (size_t other = 0; other < dense_.size(); ++other)
            if (dense_[other].present.size() > 1)
                count_pair(rows, c, other, n_ranks);
    }

    // Improves both sides of each threshold of a chain by the questions of another one, or of its own.
    void count_pair(const Rows& rows, size_t c, size_t other, size_t n_ranks) {
        const Dense &first = dense_[c], &second = dense_[other];
        const size_t width = second.present.size() * table_.n_classes;
        pulse_->work(n_ranks * width * 4);
        counted_.assign(n_ranks * width, 0);
        below_.assign(width, 0);
        above_.assign(width, 0);
        for (uint32_t i = 0; i < rows.n; ++i) {
            if (first.code[i] >= first.ranks) continue;
            Amount* const counted = counted_.data() + first.code[i] * width;
            const size_t place = second.code[i] * table_.n_classes;
            table_.each_share(rows.by(0)[i], [&](uint32_t own, Amount share) {
                counted[place + own] += share;
                above_[place + own] += share;
            });
        }
        const Amount price = table_.chains[other].price;
        for (size_t rank = 0; 2 * rank < sides_.size(); ++rank) {
            const Amount* const counted = counted_.data() + rank * width;
            for (size_t at = 0; at < width; ++at) {
                below_[at] += counted[at];
                above_[at] -= counted[at];
            }
            ask_side(sides_[2 * rank], below_, second, price);
            ask_side(sides_[2 * rank + 1], above_, second, price);
        }
    }

    // Improves one side by the questions of a chain, from the weights of its classes by code.
    void ask_side(CountedSide& side, const std::vector<Amount>& weights, const Dense& chain, Amount price) {
        const Value cost{0, price * side.sums.cost};
        if (side.best <= Value{side.sums.least, 0} + cost)
            return;
        side.best = std::min(side.best, Value{best_cut(weights, chain).errors, 0} + cost);
    }

    // A threshold after a rank, by its dense number, with the errors of both sides and of the groups.
    struct Cut {
        Amount errors;
        size_t number;
    };

    // The best threshold, from the weights of the classes by code. If there is only one rank, it is below.
    Cut best_cut(const std::vector<Amount>& weights, const Dense& chain) {
        const size_t n = table_.n_classes;
        first_.assign(n, 0);
        rest_.assign(n, 0);
        Amount errors = 0;
        for (size_t code = 0; code < chain.present.size(); ++code) {
            const auto own = std::span(weights).subspan(code * n, n);
            const bool beside = code >= chain.ranks;
            errors += std::reduce(own.begin(), own.end()) - (beside ? std::ranges::max(own) : 0);
            for (size_t k = 0; k < n && !beside; ++k)
                rest_[k] += own[k];
        }
        Amount right = std::ranges::max(rest_);
        size_t number = 0;
        Amount most_below = 0;
        for (size_t code = 0; code + 1 < chain.ranks; ++code) {
            Amount most_above = 0;
            for (size_t k = 0; k < n; ++k) {
                const Amount own = weights[code * n + k];
                most_below = std::max(most_below, first_[k] += own);
                most_above = std::max(most_above, rest_[k] -= own);
            }
            if (most_below + most_above > right) {
                right = most_below + most_above;
                number = code;
            }
        }
        return {errors - right, number};
    }

    static void improve(ErrorBounds& known, Value high, int32_t question) {
        if (high < known.high) {
            known.high = high;
            known.question = question;
        }
    }

    Sums sums_of(const Rows& rows) const {
        Sums sums;
        for (const uint32_t row : rows.by(0))
            sums = sums + table_.sums[row];
        return sums;
    }

    // A bound by the number of names that the questions can give, if each has two answers, for the rows in `all_`.
    Value first_bound(const Tried& tried) const {
        Amount errors = tried.sums.least;
        const bool two = std::ranges::all_of(table_.chains, [](const Chain& chain) { return chain.groups == 0; });
        if (two && tried.steps < 32) {
            std::vector<Amount> sorted = all_;
            std::ranges::sort(sorted);
            const size_t names = std::min(sorted.size(), size_t{1} << tried.steps);
            errors = std::max(errors, std::reduce(sorted.begin(), sorted.end() - static_cast<std::ptrdiff_t>(names)));
        }
        const Value end{tried.sums.errors - std::ranges::max(all_), 0};
        return std::min(end, {errors, table_.cheapest * tried.sums.cost});
    }

    // The best single question about the rows on one side, or the best name.
    ErrorBounds ask_once(const Rows& rows, uint8_t side, bool may_ask, std::vector<Amount>* by_chain = nullptr) {
        all_.assign(table_.n_classes, 0);
        Sums sums;
        for (const uint32_t row : rows.by(0)) {
            if (side_[row] != side) continue;
            table_.each_share(row, [&](uint32_t own, Amount share) { all_[own] += share; });
            sums = sums + table_.sums[row];
        }
        ErrorBounds best{{}, {sums.errors - std::ranges::max(all_), 0}, kNoQuestion};
        if (by_chain)
            by_chain->assign(table_.chains.size(), best.high.errors);
        if (may_ask && (by_chain || best.high.errors > sums.least)) {
            pulse_->work(4 * uint64_t{rows.n} * table_.chains.size());
            for (size_t c = 0; c < table_.chains.size(); ++c) {
                const Chain& chain = table_.chains[c];
                count_side(rows, c, side);
                const Cut cut = best_cut(counted_, coded_);
                if (by_chain) (*by_chain)[c] = cut.errors;
                improve(best, {cut.errors, chain.price * sums.cost}, question_after(chain, coded_, cut.number));
            }
        }
        best.low = best.high;
        return best;
    }

    // Counts the classes of the rows on one side by the present codes of a chain.
    void count_side(const Rows& rows, size_t c, uint8_t side) {
        const Chain& chain = table_.chains[c];
        counted_.clear();
        coded_.present.clear();
        coded_.ranks = 0;
        size_t place = 0;
        for (const uint32_t row : rows.by(c)) {
            if (side_[row] != side) continue;
            if (coded_.add(chain, chain.code[row])) {
                place = counted_.size();
                counted_.resize(place + table_.n_classes, 0);
            }
            table_.each_share(row, [&](uint32_t own, Amount share) { counted_[place + own] += share; });
        }
    }

    // Asks the questions of one chain.
    void ask(Tried& tried, size_t c) {
        if (levels_.size() <= tried.level) levels_.emplace_back();
        const Chain& chain = table_.chains[c];
        const std::span<const uint32_t> order = tried.rows.by(c);
        uint32_t end = tried.rows.n;
        Value base{0, chain.price * tried.sums.cost};
        while (end > 0 && chain.code[order[end - 1]] > chain.questions) {
            const uint32_t last = end;
            const uint16_t code = chain.code[order[end - 1]];
            while (end > 0 && chain.code[order[end - 1]] == code) --end;
            if (last == tried.rows.n && end == 0) return;  // all rows have one answer
            const Value limit = std::min(tried.limit, tried.known.high) - base;
            base = base + of_part(tried, order.subspan(end, last - end), limit, levels_[tried.level].group).low;
            if (over()) return;
        }
        if (end < tried.rows.n && (end == 0 || chain.code[order[0]] == chain.code[order[end - 1]]))
            return ask_groups(tried, c, end, base);
        if (end > 0) ask_thresholds(tried, c, end, base);
    }

    // Asks the one question whose ranks are not divided.
    void ask_groups(Tried& tried, size_t c, uint32_t end, Value base) {
        const Chain& chain = table_.chains[c];
        const std::span<const uint32_t> order = tried.rows.by(c);
        Rows& part = levels_[tried.level].group;
        const Value limit = std::min(tried.limit, tried.known.high) - base;
        if (end > 0)
            base = base + of_part(tried, order.first(end), limit, part).low;
        if (over()) return;
        tried.least = std::min(tried.least, base);
        const uint32_t code = end > 0 ? chain.code[order[0]] : 0;
        if (base < std::min(tried.limit, tried.known.high))
            improve(tried.known, base, static_cast<int32_t>(chain.first + std::min(code, chain.questions - 1)));
    }

    // The value of some rows after a question, exact if it is under a limit.
    ErrorBounds of_part(const Tried& tried, std::span<const uint32_t> part, Value limit, Rows& rows) {
        for (const uint32_t row : tried.rows.by(0))
            side_[row] = 0;
        for (const uint32_t row : part) side_[row] = 1;
        if (tried.steps == 2)
            return ask_once(tried.rows, 1, true);
        rows.n = static_cast<uint32_t>(part.size());
        rows.key = {};
        for (const uint32_t row : part) rows.key += keys_[row];
        rows.order.clear();
        for (const uint32_t row : tried.rows.order)
            if (side_[row] == 1) rows.order.push_back(row);
        return least(rows, tried.steps - 1, limit, tried.level + 1);
    }

    void ask_thresholds(Tried& tried, size_t c, uint32_t end, Value base) {
        const Chain& chain = table_.chains[c];
        const std::span<const uint32_t> order = tried.rows.by(c).first(end);
        ChainCuts& cuts = levels_[tried.level];
        list(order, cuts);
        const auto divides = [&](uint32_t at) {
            return chain.code[order[at]] != chain.code[order[at - 1]];
        };
        cuts.intervals.assign(1, {1, end - 1});
        while (!cuts.intervals.empty()) {
            auto [from, to] = cuts.intervals.back();
            cuts.intervals.pop_back();
            const auto open = [&](uint32_t at) {
                return divides(at) && base + cuts.below[at] + cuts.above[at] < std::min(tried.limit, tried.known.high);
            };
            while (from <= to && !open(from)) ++from;
            while (from <= to && !open(to)) --to;
            if (from > to) continue;
            uint32_t middle = (from + to) / 2;
            while (!open(middle)) ++middle;
            split(tried, order, middle, base, chain, cuts);
            if (over()) return;
            cuts.intervals.emplace_back(from, middle - 1);
            cuts.intervals.emplace_back(middle + 1, to);
        }
        for (uint32_t at = 1; at < end; ++at)
            if (divides(at))
                tried.least = std::min(tried.least, base + cuts.below[at] + cuts.above[at]);
    }

    // Lists the bounds by the errors that no name avoids.
    void list(std::span<const uint32_t> order, ChainCuts& cuts) const {
        const size_t n = order.size();
        cuts.below.assign(n + 1, {});
        cuts.above.assign(n + 1, {});
        cuts.errors.assign(n + 1, 0);
        for (size_t at = 0; at < n; ++at) {
            cuts.errors[at + 1] = cuts.errors[at] + table_.sums[order[at]].errors;
            cuts.below[at + 1].errors = cuts.below[at].errors + table_.sums[order[at]].least;
        }
        for (size_t at = n; at > 0; --at)
            cuts.above[at - 1].errors = cuts.above[at].errors + table_.sums[order[at - 1]].least;
    }

    // Finds the values of both blocks of a threshold, as far as their sum may be under the limit.
    void split(Tried& tried, std::span<const uint32_t> order, uint32_t at, Value base, const Chain& chain, ChainCuts& cuts) {
        const Value limit = std::min(tried.limit, tried.known.high) - base;
        const std::span<const uint32_t> low = order.first(at), high = order.subspan(at);
        ErrorBounds below{cuts.below[at], {}}, above{cuts.above[at], {}};
        const auto ask_low = [&] {
            below = of_part(tried, low, limit - above.low, cuts.low);
        };
        const auto ask_high = [&] {
            above = of_part(tried, high, limit - below.low, cuts.high);
        };
        if (low.size() > high.size()) ask_low();
        else ask_high();
        if (!over() && below.low + above.low < limit) {
            if (low.size() > high.size()) ask_high();
            else ask_low();
        }
        if (over()) return;
        spread(at, std::max(below.low, cuts.below[at]), std::max(above.low, cuts.above[at]), cuts);
        if (below.low + above.low < limit)  // both are exact
            improve(tried.known, base + below.low + above.low,
                    static_cast<int32_t>(chain.first + chain.code[order[at - 1]]));
    }

    static void spread(uint32_t middle, Value low, Value high, ChainCuts& cuts) {
        const size_t n = cuts.below.size() - 1;
        for (size_t at = 1; at < n; ++at) {
            const Amount between = std::abs(cuts.errors[at] - cuts.errors[middle]);
            const Value less_low{low.errors - between, 0}, less_high{high.errors - between, 0};
            cuts.below[at] = std::max(cuts.below[at], at >= middle ? low : less_low);
            cuts.above[at] = std::max(cuts.above[at], at <= middle ? high : less_high);
        }
    }

    ErrorTable table_;
    std::vector<SetKey> keys_;
    std::vector<uint8_t> side_;  // the side of each row of the present set
    std::deque<ChainCuts> levels_;
    std::unordered_map<Place, ErrorBounds, Hash> known_;
    Dense coded_;                  // the chain that is counted
    std::vector<Dense> dense_;     // the chains of the set whose pairs of questions are counted
    std::vector<uint32_t> local_;  // the place of each row of the set
    std::vector<CountedSide> sides_;      // two for each threshold
    std::vector<Amount> all_, counted_, below_, above_, first_, rest_;
    Pulse* pulse_ = nullptr;
    Clock::time_point deadline_;
    uint64_t sets_ = 0, most_sets_ = 0;
    bool stopped_ = false;
};

// The search of a table from Python, which checks every argument.
class AskedSearch {
public:
    AskedSearch(nb::object codes, Ints questions, Ints groups, nb::object prices, nb::object begin, nb::object classes,
                nb::object shares, nb::object weights)
        : search_(table_of(codes, questions, groups, prices, begin, classes, shares, weights)) {}

    using Answer = std::tuple<Amount, Amount, Amount, Amount, int32_t, uint64_t>;
    Answer least(Ints rows, int steps, double seconds, uint64_t sets) {
        const HeldIds ids(rows, "rows", search_.table().n_rows);
        std::vector<uint32_t> own((*ids).begin(), (*ids).end());
        require(!own.empty() && steps >= 0, "rows: expected some, and steps from 0");
        const ErrorBounds known = released([&](Pulse& pulse) { return search_.search(own, steps, seconds, sets, pulse); });
        return {known.low.errors, known.low.cost, known.high.errors, known.high.cost, known.question, search_.sets()};
    }

private:
    static constexpr Amount kMost = Amount{1} << 50;

    static ErrorTable table_of(nb::object codes, Ints questions, Ints groups, nb::object prices, nb::object begin,
                          nb::object classes, nb::object shares, nb::object weights) {
        ErrorTable table;
        table.begin = Numbers<uint32_t>(begin, "begin").list();
        table.classes = Numbers<uint32_t>(classes, "classes").list();
        table.shares = Numbers<Amount>(shares, "shares").list();
        const std::vector<Amount> weight = Numbers<Amount>(weights, "weights").list();
        const size_t n = weight.size();
        require(n > 0 && n < exact::kAnySize && table.begin.size() == n + 1 && table.begin.front() == 0 &&
                    std::ranges::is_sorted(table.begin) && table.begin.back() == table.classes.size() &&
                    table.shares.size() == table.classes.size(),
                "begin: expected the classes of each row");
        table.n_rows = static_cast<uint32_t>(n);
        for (const uint32_t own : table.classes)
            table.n_classes = std::max<size_t>(table.n_classes, own + size_t{1});
        require(table.n_classes <= table.classes.size() + 1, "classes: expected numbers from 0");
        add_sums(table, weight);
        add_chains(table, codes, questions, groups, prices);
        return table;
    }

    static void add_sums(ErrorTable& table, const std::vector<Amount>& weight) {
        Sums all;
        for (uint32_t row = 0; row < table.n_rows; ++row) {
            Sums own{0, weight[row], 0};
            Amount most = 0;
            table.each_share(row, [&](uint32_t, Amount share) {
                require(share >= 0 && share <= kMost, "shares: expected numbers from 0 to 2**50");
                own.errors = std::min(own.errors + share, kMost + 1);
                most = std::max(most, share);
            });
            own.least = own.errors - most;
            require(own.cost >= 0 && own.cost <= kMost, "weights: expected numbers from 0 to 2**50");
            all = all + own;
            require(all.errors <= kMost && all.cost <= kMost, "weights: expected a sum of at most 2**50");
            table.sums.push_back(own);
        }
        table.all = all;
    }

    static void add_chains(ErrorTable& table, nb::object codes, Ints questions, Ints groups, nb::object prices) {
        const Buffer held(codes, "codes");
        const auto code = held.as<uint16_t>("codes");
        const std::vector<uint32_t> widths = Numbers<uint32_t>(questions, "questions").list();
        const std::vector<uint32_t> beside = Numbers<uint32_t>(groups, "groups").list();
        const std::vector<Amount> price = Numbers<Amount>(prices, "prices").list();
        const size_t n = table.n_rows;
        require(beside.size() == widths.size() && price.size() == widths.size() && code.size() == n * widths.size(),
                "codes: expected a row for each chain");
        uint32_t first = 0;
        table.cheapest = price.empty() ? 0 : std::ranges::min(price);
        for (size_t c = 0; c < widths.size(); ++c) {
            const auto own = code.subspan(c * n, n);
            require(widths[c] > 0 && widths[c] + uint64_t{beside[c]} < 65536, "questions: expected 1 to 65,535");
            require(price[c] >= 0 && price[c] <= kMost / std::max<Amount>(table.all.cost, 1),
                    "prices: expected numbers from 0, and a total of at most 2**50");
            require(std::ranges::max(own) <= widths[c] + beside[c], "codes: expected ranks and groups of the chain");
            table.chains.push_back({{own.begin(), own.end()}, widths[c], beside[c], first, price[c]});
            first += widths[c];
        }
    }

    ErrorSearch search_;
};

}  // namespace
}  // namespace mmc::erring

void bind_erring(nb::module_& m) {
    using namespace mmc;
    using erring::AskedSearch;
    nb::class_<AskedSearch>(m, "ErrorTrees")
        .def(nb::init<nb::object, Ints, Ints, nb::object, nb::object, nb::object, nb::object, nb::object>(), "codes"_a,
             "questions"_a, "groups"_a, "prices"_a, "begin"_a, "classes"_a, "shares"_a, "weights"_a)
        .def("least", &AskedSearch::least, "rows"_a, "steps"_a, "seconds"_a, "sets"_a);
}
