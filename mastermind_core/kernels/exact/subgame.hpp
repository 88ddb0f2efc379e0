// The score table restricted to some secrets and to the guesses that differ on them.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "problem.hpp"
#include "scan.hpp"
#include "transposition_table.hpp"
#include "greedy/scan.hpp"
#include "shared/transpose.hpp"

namespace mmc::exact {

// The compiled loops to run: the same as in the greedy kernels, so that one switch forces both.
inline const Loops& loops() {
#if defined(__x86_64__) || (defined(_MSC_VER) && defined(_M_X64))
    if (vectors() != Vectors::baseline) return kLoopsAvx2;
#endif
    return kLoopsBaseline;
}

struct Subgame {
    uint32_t n_guesses = 0;
    uint32_t n_secrets = 0;
    size_t stride = 0, pitch = 0;   // of by_secret and of by_guess
    const uint8_t* rows = nullptr;  // [g * pitch + i]: of by_guess, by_secret, or the table of the problem
    // The same of a wide game, in which some guess has more blocks than a byte numbers. It has no other table. Its
    // scores are those of the problem: of `own_wide`, or borrowed.
    const uint16_t* wide_rows = nullptr;
    std::vector<uint16_t> own_wide;
    size_t n_scores = 0;  // exclusive upper bound of scores
    std::shared_ptr<const std::vector<uint8_t>> finals;
    const uint8_t* final = nullptr;  // [score], of `finals`
    std::vector<uint8_t> by_guess;
    std::vector<uint8_t> by_secret;  // [i * stride + g], padded with zeros
    std::vector<uint32_t> guess_id, secret_id;
    std::vector<uint64_t> weight, cost;  // as in the problem
    std::vector<uint32_t> goal;
    std::vector<SetKey> key;
    std::vector<uint32_t> win_begin, win_guess;  // guesses that end the game on secret i

    bool wide() const { return wide_rows; }
    const uint8_t* row(uint32_t g) const { return rows + g * pitch; }
    // Calls a function with the row of a guess, of either type.
    template <class Use>
    auto with_row(uint32_t g, const Use& use) const {
        return wide() ? use(wide_rows + g * pitch) : use(row(g));
    }
    bool alike(uint32_t g, uint16_t one, uint16_t other) const {
        return with_row(g, [&](const auto* scores) { return scores[one] == scores[other]; });
    }
    void end_with(std::shared_ptr<const std::vector<uint8_t>> ends) {
        finals = std::move(ends);
        final = finals->data();
    }
};

// Finds equivalent guesses. Reused between calls for its memory.
struct Deduplicator {
    FingerprintFunction fingerprint = loops().fingerprint;
    std::vector<uint32_t> high, low, slot, kept;
    std::vector<uint32_t> index;  // index of a guess among those kept
    std::vector<uint8_t> differs;
    Subgame numbered;  // the members of a wide game, with all guesses
};

// Guesses with the same score for every member are equivalent: the first of the cheapest ones is kept. A guess with one
// score for all members that does not end the game is uninformative and dropped.
inline void distinct_guesses(const Subgame& from, const uint16_t* members, size_t n,
                             Deduplicator& d) {
    d.high.resize(from.stride);
    d.low.resize(from.stride);
    d.differs.resize(from.stride);
    d.fingerprint(from.by_secret.data(), from.stride, members, n, d.high.data(), d.low.data(), d.differs.data());
    size_t size = 64;
    while (size < from.n_guesses * size_t{2}) size *= 2;
    d.slot.assign(size, kNoGuess);
    d.kept.clear();
    d.index.assign(from.n_guesses, kNoGuess);
    const uint8_t* head = from.by_secret.data() + members[0] * from.stride;
    for (uint32_t g = 0; g < from.n_guesses; ++g) {
        if (!d.differs[g] && !from.final[head[g]]) continue;
        size_t at = (d.high[g] ^ (d.low[g] >> 7)) & (size - 1);
        while (d.slot[at] != kNoGuess && (d.high[d.slot[at]] != d.high[g] || d.low[d.slot[at]] != d.low[g]))
            at = (at + 1) & (size - 1);
        if (d.slot[at] != kNoGuess) {
            const uint32_t before = d.slot[at];
            if (from.cost.empty() || from.cost[g] >= from.cost[before]) continue;
            d.slot[at] = g;
            d.index[g] = std::exchange(d.index[before], kNoGuess);
            d.kept[d.index[g]] = g;
            continue;
        }
        d.slot[at] = g;
        d.index[g] = static_cast<uint32_t>(d.kept.size());
        d.kept.push_back(g);
    }
}

// The columns of some secrets from rows of numbers, which may be empty.
template <class T, class Id>
std::vector<T> of_chosen(const std::vector<T>& rows, size_t n_secrets, std::span<const Id> chosen) {
    std::vector<T> own;
    own.reserve(rows.size() / n_secrets * chosen.size());
    for (size_t row = 0; row < rows.size(); row += n_secrets)
        for (const Id v : chosen) own.push_back(rows[row + v]);
    return own;
}

inline void restrict_to(const Subgame& from, const uint16_t* members, size_t n, Deduplicator& d, Subgame& to) {
    distinct_guesses(from, members, n, d);
    to.wide_rows = nullptr;
    to.n_scores = from.n_scores;
    to.end_with(from.finals);
    const std::span chosen(members, n);
    const std::span<const uint32_t> kept = d.kept;
    to.weight = of_chosen(from.weight, from.n_secrets, chosen);
    to.goal = of_chosen(from.goal, from.n_secrets, chosen);
    to.key = of_chosen(from.key, from.n_secrets, chosen);
    to.secret_id = of_chosen(from.secret_id, from.n_secrets, chosen);
    to.n_guesses = static_cast<uint32_t>(d.kept.size());
    to.n_secrets = static_cast<uint32_t>(n);
    to.stride = stride_of(d.kept.size());
    to.pitch = (n + 7) / 8 * 8;
    to.by_guess.resize(to.n_guesses * to.pitch);
    to.rows = to.by_guess.data();
    to.by_secret.resize(n * to.stride);
    to.guess_id = of_chosen(from.guess_id, from.n_guesses, kept);
    to.cost = of_chosen(from.cost, from.n_guesses, kept);
    for (size_t i = 0; i < n; ++i) {
        const uint8_t* source = from.by_secret.data() + members[i] * from.stride;
        uint8_t* target = to.by_secret.data() + i * to.stride;
        for (size_t g = 0; g < kept.size(); ++g) target[g] = source[kept[g]];
        std::memset(target + kept.size(), 0, to.stride - kept.size());
    }
    transpose(to.by_secret.data(), to.stride, n, to.n_guesses, to.by_guess.data(), to.pitch);
    to.win_begin.assign(1, 0);
    to.win_guess.clear();
    for (size_t i = 0; i < n; ++i) {
        for (uint32_t k = from.win_begin[members[i]]; k < from.win_begin[members[i] + 1u]; ++k)
            if (d.index[from.win_guess[k]] != kNoGuess) to.win_guess.push_back(d.index[from.win_guess[k]]);
        to.win_begin.push_back(static_cast<uint32_t>(to.win_guess.size()));
    }
}

// All data of some secrets and all guesses of a wide game, but its scores.
inline void take_members(const Subgame& from, const uint16_t* members, size_t n, Subgame& to) {
    const std::span chosen(members, n);
    to.weight = of_chosen(from.weight, from.n_secrets, chosen);
    to.goal = of_chosen(from.goal, from.n_secrets, chosen);
    to.key = of_chosen(from.key, from.n_secrets, chosen);
    to.secret_id = of_chosen(from.secret_id, from.n_secrets, chosen);
    to.n_guesses = from.n_guesses;
    to.n_secrets = static_cast<uint32_t>(n);
    to.guess_id = from.guess_id;
    to.cost = from.cost;
    to.win_begin.assign(1, 0);
    to.win_guess.clear();
    for (const uint16_t member : chosen) {
        const auto own = std::span(from.win_guess).subspan(from.win_begin[member]);
        const size_t count = from.win_begin[member + 1u] - from.win_begin[member];
        to.win_guess.insert(to.win_guess.end(), own.begin(), own.begin() + static_cast<std::ptrdiff_t>(count));
        to.win_begin.push_back(static_cast<uint32_t>(to.win_guess.size()));
    }
}

// Some secrets of a wide game, with bytes for scores: every guess numbers its own in the order of the secrets, and 0 is
// final. Equivalent guesses therefore have equal rows. Returns false if a guess has too many scores for a byte.
template <class Poll>
bool number_scores(const Subgame& from, const uint16_t* members, size_t n, size_t most, Subgame& to, const Poll& poll) {
    constexpr size_t kAtOnce = 1024;
    static const auto ends = [] {
        auto only = std::make_shared<std::vector<uint8_t>>(256);
        only->front() = 1;
        return std::shared_ptr<const std::vector<uint8_t>>(only);
    }();
    std::vector<uint8_t> number(from.n_scores);  // 0: not met
    std::vector<uint8_t> rows;
    to.n_scores = 1;
    for (uint32_t g = 0; g < from.n_guesses; ++g) {
        if (g % kAtOnce == 0) poll();
        const uint16_t* scores = from.wide_rows + g * from.pitch;
        size_t next = 1;
        for (size_t i = 0; i < n; ++i) {
            const uint16_t score = scores[members[i]];
            if (!from.final[score] && number[score] == 0) {
                if (next > most) return false;
                number[score] = static_cast<uint8_t>(next++);
            }
            rows.push_back(number[score]);
        }
        for (size_t i = 0; i < n; ++i) number[scores[members[i]]] = 0;
        to.n_scores = std::max(to.n_scores, next);
    }
    take_members(from, members, n, to);
    to.end_with(ends);
    to.wide_rows = nullptr;
    to.stride = stride_of(to.n_guesses);
    to.pitch = n;
    to.by_guess = std::move(rows);
    to.rows = to.by_guess.data();
    to.by_secret.assign(n * to.stride, 0);
    transpose(to.rows, to.pitch, to.n_guesses, n, to.by_secret.data(), to.stride);
    return true;
}

// Some secrets of a wide game, in a table of their own.
inline void restrict_wide(const Subgame& from, const uint16_t* members, size_t n, size_t most, Deduplicator& d,
                          Subgame& to) {
    if (number_scores(from, members, n, most, d.numbered, [] {})) {
        std::vector<uint16_t> all(n);
        std::iota(all.begin(), all.end(), uint16_t{0});
        return restrict_to(d.numbered, all.data(), n, d, to);
    }
    take_members(from, members, n, to);
    to.own_wide.resize(size_t{from.n_guesses} * n);
    for (uint32_t g = 0; g < from.n_guesses; ++g)
        for (size_t i = 0; i < n; ++i) to.own_wide[g * n + i] = from.wide_rows[g * from.pitch + members[i]];
    to.wide_rows = to.own_wide.data();
    to.pitch = n;
    to.n_scores = from.n_scores;
    to.end_with(from.finals);
    d.index.resize(from.n_guesses);
    std::iota(d.index.begin(), d.index.end(), 0u);
}

// Lists the guesses that end the game, per secret.
inline void list_wins(Subgame& to) {
    to.win_begin.push_back(0);
    if (to.wide()) {
        std::vector<std::vector<uint32_t>> wins(to.n_secrets);
        for (uint32_t g = 0; g < to.n_guesses; ++g)
            for (size_t i = 0; i < to.n_secrets; ++i)
                if (to.final[to.wide_rows[g * to.pitch + i]]) wins[i].push_back(g);
        for (const std::vector<uint32_t>& own : wins) {
            to.win_guess.insert(to.win_guess.end(), own.begin(), own.end());
            to.win_begin.push_back(static_cast<uint32_t>(to.win_guess.size()));
        }
        return;
    }
    std::vector<uint8_t> finals;
    for (size_t s = 0; s < to.n_scores; ++s)
        if (to.final[s]) finals.push_back(static_cast<uint8_t>(s));
    for (size_t i = 0; i < to.n_secrets; ++i) {
        const uint8_t* row = to.by_secret.data() + i * to.stride;
        for (uint32_t g = 0; g < to.n_guesses; ++g) {
            if (finals.size() == 1) {
                const void* next = std::memchr(row + g, finals[0], to.n_guesses - g);
                if (!next) break;
                g = static_cast<uint32_t>(static_cast<const uint8_t*>(next) - row);
            }
            if (to.final[row[g]]) to.win_guess.push_back(g);
        }
        to.win_begin.push_back(static_cast<uint32_t>(to.win_guess.size()));
    }
}

// The scores of a problem with many of them, borrowed if possible, or as bytes if no guess has too many.
template <class Poll>
Subgame whole_of_many(const Problem& p, Subgame&& wide, const Poll& poll) {
    const size_t n = wide.n_secrets;
    std::vector<uint16_t> all(n);
    std::iota(all.begin(), all.end(), uint16_t{0});
    wide.pitch = n;
    wide.wide_rows = n == p.n_secrets ? p.wide : nullptr;
    if (!wide.wide_rows) {
        wide.own_wide.reserve(p.n_guesses * n);
        for (uint32_t g = 0; g < p.n_guesses; ++g)
            for (const uint32_t v : wide.secret_id) wide.own_wide.push_back(p.score_of(g, v));
        wide.wide_rows = wide.own_wide.data();
    }
    poll();
    list_wins(wide);
    Subgame numbered;
    if (number_scores(wide, all.data(), n, p.tuning.numbered, numbered, poll)) return numbered;
    return std::move(wide);
}

// Asks the system for large pages, before memory is used: a scan of a set then finds the pages of far more members at hand.
inline void keep_on_large_pages([[maybe_unused]] void* data, [[maybe_unused]] size_t size) {
#ifdef __linux__
    constexpr size_t kLeast = size_t{64} << 20;
    constexpr size_t kPage = 4096;
    const auto start = (reinterpret_cast<uintptr_t>(data) + kPage - 1) / kPage * kPage;
    if (size >= kLeast) madvise(reinterpret_cast<void*>(start), size - kPage, MADV_HUGEPAGE);
#endif
}

// The whole problem, or its root candidates. Guesses are not deduplicated: their ids stay those of the problem. A table
// of all secrets is borrowed; if guesses are secrets and scores are symmetric, there is only one table. `poll` is called
// repeatedly and may throw.
template <class Poll>
Subgame whole(const Problem& p, const Poll& poll) {
    constexpr size_t kAtOnce = 64;
    Subgame to;
    to.secret_id = p.candidates;
    if (to.secret_id.empty())
        for (uint32_t v = 0; v < p.n_secrets; ++v) to.secret_id.push_back(v);
    const size_t n = to.secret_id.size();
    to.n_guesses = p.n_guesses;
    to.n_secrets = static_cast<uint32_t>(n);
    to.stride = stride_of(p.n_guesses);
    to.n_scores = static_cast<size_t>(p.n_scores);
    auto ends = std::make_shared<std::vector<uint8_t>>(p.final);
    ends->resize(std::max<size_t>(ends->size(), 256));
    to.end_with(std::move(ends));
    for (const uint32_t v : to.secret_id) to.key.push_back(random_key(KeyKind::secret, v));
    const std::span<const uint32_t> chosen = to.secret_id;
    to.goal = of_chosen(p.goals, p.n_secrets, chosen);
    to.weight = of_chosen(p.weights, p.n_secrets, chosen);
    to.cost = p.costs;
    for (uint32_t g = 0; g < p.n_guesses; ++g) to.guess_id.push_back(g);
    if (p.many_scores()) return whole_of_many(p, std::move(to), poll);
    const bool all = n == p.n_secrets;
    const bool mutual = all && p.mutual;
    to.pitch = mutual ? to.stride : n;
    if (!mutual && !(all && p.table)) to.by_guess.resize(p.n_guesses * to.pitch);
    to.by_secret.reserve(n * to.stride);
    keep_on_large_pages(to.by_secret.data(), n * to.stride);
    to.by_secret.assign(n * to.stride, 0);
    std::vector<uint8_t>& own = mutual ? to.by_secret : to.by_guess;
    to.rows = own.empty() ? p.table : own.data();
    if (p.turned) {
        for (size_t i = 0; i < n; ++i)
            std::memcpy(&to.by_secret[i * to.stride], p.turned(to.secret_id[i]), p.n_guesses);
        transpose(to.by_secret.data(), to.stride, n, p.n_guesses, to.by_guess.data(), to.pitch);
    } else if (!own.empty()) {
        for (uint32_t g = 0; g < p.n_guesses; ++g) {
            if (g % kAtOnce == 0) poll();
            uint8_t* target = own.data() + g * to.pitch;
            if (p.row) p.row(g, target);
            else
                for (size_t i = 0; i < n; ++i) target[i] = p.table[size_t{g} * p.n_secrets + to.secret_id[i]];
        }
    }
    for (size_t g = 0; g < p.n_guesses && !p.turned && !mutual; g += kAtOnce) {
        poll();
        transpose(to.rows + g * to.pitch, to.pitch, std::min<size_t>(kAtOnce, p.n_guesses - g), n,
                  to.by_secret.data() + g, to.stride);
    }
    list_wins(to);
    return to;
}

}  // namespace mmc::exact
