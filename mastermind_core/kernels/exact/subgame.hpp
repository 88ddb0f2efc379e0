// The score table cut down to some secrets and to the guesses that differ on them.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "problem.hpp"
#include "scan.hpp"
#include "solved_sets.hpp"

namespace mmc::exact {

struct Subgame {
    uint32_t n_guesses = 0, n_secrets = 0;
    size_t stride = 0, pitch = 0;    // of by_secret and of by_guess
    std::vector<uint8_t> by_guess;   // [g * pitch + i]
    std::vector<uint8_t> by_secret;  // [i * stride + g], padded with zeros
    std::vector<uint32_t> guess_id, secret_id;
    std::vector<uint64_t> weight;  // empty: all one
    std::vector<SetKey> key;
    std::vector<uint32_t> win_begin, win_guess;  // guesses that end the game on secret i

    const uint8_t* row(uint32_t g) const { return by_guess.data() + g * pitch; }
};

// Finds guesses that are alike. Kept between calls for its memory.
struct Deduplicator {
    FingerprintFunction fingerprint = loops().fingerprint;
    std::vector<uint32_t> high, low, slot, kept;
    std::vector<uint32_t> index;  // of a guess among the kept ones
    std::vector<uint8_t> differs;
};

namespace detail {

// Guesses with the same score for every member are alike: the first is kept. A guess with one score for
// all members that does not end the game is dropped: it learns nothing.
inline void distinct_guesses(const Subgame& from, const uint16_t* members, size_t n,
                             const std::vector<uint8_t>& final, Deduplicator& d) {
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
        if (!d.differs[g] && !final[head[g]]) continue;
        size_t at = (d.high[g] ^ (d.low[g] >> 7)) & (size - 1);
        while (d.slot[at] != kNoGuess && (d.high[d.slot[at]] != d.high[g] || d.low[d.slot[at]] != d.low[g]))
            at = (at + 1) & (size - 1);
        if (d.slot[at] != kNoGuess) continue;
        d.slot[at] = g;
        d.index[g] = static_cast<uint32_t>(d.kept.size());
        d.kept.push_back(g);
    }
}

// by_guess from by_secret, eight secrets at a time.
inline void transpose(Subgame& to) {
    const size_t count = to.n_guesses, pitch = to.pitch, stride = to.stride;
    for (size_t i = 0; i < pitch; i += 8) {
        const uint8_t* row = to.by_secret.data() + i * stride;
        uint8_t* target = to.by_guess.data() + i;
        for (size_t g = 0; g < count; ++g, ++row, target += pitch) {
            const uint8_t eight[8] = {row[0],          row[stride],     row[2 * stride], row[3 * stride],
                                           row[4 * stride], row[5 * stride], row[6 * stride], row[7 * stride]};
            std::memcpy(target, eight, 8);
        }
    }
}

}  // namespace detail

inline void restrict_to(const Subgame& from, const uint16_t* members, size_t n,
                        const std::vector<uint8_t>& final, Deduplicator& d, Subgame& to) {
    detail::distinct_guesses(from, members, n, final, d);
    to.n_guesses = static_cast<uint32_t>(d.kept.size());
    to.n_secrets = static_cast<uint32_t>(n);
    to.stride = (d.kept.size() + kLane - 1) / kLane * kLane;
    to.pitch = (n + 7) / 8 * 8;
    to.by_guess.resize(to.n_guesses * to.pitch);
    to.by_secret.resize(to.pitch * to.stride);  // whole groups of eight rows, for the transposition
    to.guess_id.resize(to.n_guesses);
    to.secret_id.resize(n);
    to.key.resize(n);
    to.weight.resize(from.weight.empty() ? 0 : n);
    for (size_t i = 0; i < n; ++i) {
        to.secret_id[i] = from.secret_id[members[i]];
        to.key[i] = from.key[members[i]];
        if (!from.weight.empty()) to.weight[i] = from.weight[members[i]];
        const uint8_t* source = from.by_secret.data() + members[i] * from.stride;
        uint8_t* target = to.by_secret.data() + i * to.stride;
        const uint32_t* kept = d.kept.data();
        const size_t count = to.n_guesses;
        for (size_t g = 0; g < count; ++g) target[g] = source[kept[g]];
        std::memset(target + count, 0, to.stride - count);
    }
    for (uint32_t g = 0; g < to.n_guesses; ++g) to.guess_id[g] = from.guess_id[d.kept[g]];
    detail::transpose(to);
    to.win_begin.assign(1, 0);
    to.win_guess.clear();
    for (size_t i = 0; i < n; ++i) {
        for (uint32_t k = from.win_begin[members[i]]; k < from.win_begin[members[i] + 1u]; ++k)
            if (d.index[from.win_guess[k]] != kNoGuess) to.win_guess.push_back(d.index[from.win_guess[k]]);
        to.win_begin.push_back(static_cast<uint32_t>(to.win_guess.size()));
    }
}

// The whole problem, or its root candidates. Guesses are not deduplicated: ids stay those of the problem.
inline Subgame whole(const Problem& p) {
    Subgame to;
    to.secret_id = p.candidates;
    if (to.secret_id.empty())
        for (uint32_t v = 0; v < p.n_secrets; ++v) to.secret_id.push_back(v);
    const size_t n = to.secret_id.size();
    to.n_guesses = p.n_guesses;
    to.n_secrets = static_cast<uint32_t>(n);
    to.stride = (p.n_guesses + kLane - 1) / kLane * kLane;
    to.pitch = (n + 7) / 8 * 8;
    to.by_guess.resize(p.n_guesses * to.pitch);
    to.by_secret.assign(to.pitch * to.stride, 0);
    for (uint32_t g = 0; g < p.n_guesses; ++g) {
        to.guess_id.push_back(g);
        const uint8_t* row = p.table + size_t{g} * p.n_secrets;
        uint8_t* target = to.by_guess.data() + g * to.pitch;
        if (p.candidates.empty()) std::memcpy(target, row, n);
        else for (size_t i = 0; i < n; ++i) target[i] = row[to.secret_id[i]];
    }
    for (size_t i = 0; i < n; ++i) {
        to.key.push_back(random_key(1, to.secret_id[i]));
        if (!p.weights.empty()) to.weight.push_back(p.weights[to.secret_id[i]]);
    }
    // In squares of 64, so that neither side runs out of cache.
    for (size_t i0 = 0; i0 < n; i0 += 64)
        for (size_t g0 = 0; g0 < p.n_guesses; g0 += 64)
            for (size_t i = i0; i < std::min(i0 + 64, n); ++i)
                for (size_t g = g0; g < std::min<size_t>(g0 + 64, p.n_guesses); ++g)
                    to.by_secret[i * to.stride + g] = to.by_guess[g * to.pitch + i];
    std::vector<uint8_t> finals;
    for (size_t s = 0; s < p.final.size(); ++s)
        if (p.final[s]) finals.push_back(static_cast<uint8_t>(s));
    to.win_begin.push_back(0);
    for (size_t i = 0; i < n; ++i) {
        const uint8_t* row = to.by_secret.data() + i * to.stride;
        for (uint32_t g = 0; g < to.n_guesses; ++g) {
            if (finals.size() == 1) {
                const void* next = std::memchr(row + g, finals[0], to.n_guesses - g);
                if (!next) break;
                g = static_cast<uint32_t>(static_cast<const uint8_t*>(next) - row);
            }
            if (p.final[row[g]]) to.win_guess.push_back(g);
        }
        to.win_begin.push_back(static_cast<uint32_t>(to.win_guess.size()));
    }
    return to;
}

}  // namespace mmc::exact
