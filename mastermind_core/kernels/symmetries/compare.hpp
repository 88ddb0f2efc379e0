// Whether permutations keep the scores of a game, whatever these are read from: all of them, never a sample.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>
#include <algorithm>
#include <array>
#include <cstring>
#include <emmintrin.h>

#include "greedy/symmetry.hpp"
#include "shared/pulse.hpp"
#include "shared/permutations.hpp"

namespace mmc::symmetries {

struct Table {
    const uint8_t* ids = nullptr;  // [n_guesses * n_secrets], row by row
    size_t n_guesses = 0, n_secrets = 0, n_scores = 0;
    std::vector<uint8_t> final;

    const uint8_t* row(size_t guess) const { return ids + guess * n_secrets; }
};

struct Broken {
    size_t generator, guess, secret;
};

// Looks at a row of scores and at its image, one secret after another.
template <class Id>
std::optional<size_t> first_difference(const Id* row, const Id* image, const Symmetry& moves) {
    for (size_t v = 0; v < moves.secrets.size(); ++v)
        if (image[moves.secrets[v]] != moves.scores[row[v]]) return v;
    return std::nullopt;
}

#ifdef MMC_INTERLEAVED

// A permutation of secrets moves single bytes, which is slow. With sixteen rows side by side it moves
// sixteen at a time.
constexpr size_t kRows = 16;

inline void interleave(const uint8_t* const* rows, size_t n, uint8_t* out) {
    size_t v = 0;
    for (; v + kRows <= n; v += kRows) {
        __m128i x[kRows], y[kRows];
        for (size_t k = 0; k < kRows; ++k) x[k] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(rows[k] + v));
        for (int round = 0; round < 4; ++round) {
            for (size_t k = 0; k < kRows / 2; ++k) {
                y[2 * k] = _mm_unpacklo_epi8(x[k], x[k + kRows / 2]);
                y[2 * k + 1] = _mm_unpackhi_epi8(x[k], x[k + kRows / 2]);
            }
            std::copy_n(y, kRows, x);
        }
        for (size_t k = 0; k < kRows; ++k)
            _mm_storeu_si128(reinterpret_cast<__m128i*>(out + (v + k) * kRows), x[k]);
    }

    for (; v < n; ++v)
        for (size_t k = 0; k < kRows; ++k) out[v * kRows + k] = rows[k][v];
}

inline bool same(const uint8_t* block, const uint8_t* images, const std::vector<uint32_t>& secrets) {
    __m128i bad = _mm_setzero_si128();
    for (size_t v = 0; v < secrets.size(); ++v) {
        const auto* one = reinterpret_cast<const __m128i*>(block) + v;
        const auto* other = reinterpret_cast<const __m128i*>(images) + secrets[v];
        bad = _mm_or_si128(bad, _mm_xor_si128(_mm_loadu_si128(one), _mm_loadu_si128(other)));
    }

    return _mm_movemask_epi8(_mm_cmpeq_epi8(bad, _mm_setzero_si128())) == 0xffff;
}

#endif

// The other name of each colour, and back; -1 where none is known yet.
struct Names {
    std::array<int16_t, 256> to, from;
    Names() { to.fill(-1), from.fill(-1); }
};

// Whether one place of all images is another place of the codes, but for the names of the colours.
inline bool carries(const std::vector<uint8_t>& codes, size_t holes, const std::vector<uint32_t>& images, size_t hole,
             size_t from, Names& names) {
    for (size_t at = 0; at < images.size(); ++at) {
        const uint8_t colour = codes[at * holes + from], other = codes[images[at] * holes + hole];
        if (names.to[colour] < 0 && names.from[other] < 0) names.to[colour] = other, names.from[other] = colour;
        if (names.to[colour] != other || names.from[other] != colour) return false;
    }

    return true;
}

// Whether permutations of codes put the places of every guess and every secret in one other order, and give the
// colours other names, one to one. Then as many places agree and as many colours are shared as before: every
// score is kept, which takes a look at every code and not at every pair of them. An order that is not found, as
// the first place that fits was the wrong one, only means that the pairs are looked at.
inline bool renames(const Codes& codes, const Symmetry& moves) {
    Names names;
    std::vector<bool> taken(codes.holes);
    for (size_t hole = 0; hole < codes.holes; ++hole) {
        size_t from = 0;
        for (; from < codes.holes; ++from) {
            if (taken[from]) continue;
            Names tried = names;
            if (!carries(codes.guesses, codes.holes, moves.guesses, hole, from, tried)) continue;
            if (!carries(codes.secrets, codes.holes, moves.secrets, hole, from, tried)) continue;
            names = tried;
            break;
        }
        if (from == codes.holes) return false;
        taken[from] = true;
    }

    return true;
}

// Looks at all pairs of scores that are no table of bytes; `row` gives those of a guess, with room to write them.
template <class Id, class Row>
std::optional<Broken> first_of_rows(const Scores& scores, const Symmetry& moves, Row row, Pulse& pulse) {
    std::vector<Id> own(scores.n_secrets), others(scores.n_secrets);
    const bool nothing = is_identity(moves.secrets) && is_identity(moves.scores);
    for (uint32_t guess = 0; guess < scores.n_guesses; ++guess) {
        const uint32_t moved = moves.guesses[guess];
        if (nothing && moved == guess) continue;
        const Id* before = row(guess, own);
        if (const auto secret = first_difference(before, moved == guess ? before : row(moved, others), moves))
            return Broken{0, guess, *secret};
        pulse.work(scores.n_secrets * 2);
    }

    return std::nullopt;
}

inline std::optional<Broken> first_of(const Scores& scores, const Symmetry& moves, Pulse& pulse) {
    if (scores.wide) {
        const auto wide = [&](uint32_t guess, std::vector<uint16_t>&) { return scores.wide + size_t{guess} * scores.n_secrets; };
        return first_of_rows<uint16_t>(scores, moves, wide, pulse);
    }

    if (is_identity(moves.scores) && renames(*scores.codes, moves)) return std::nullopt;
    const auto scored = [&](uint32_t guess, std::vector<uint8_t>& out) {
        scores.row(guess, out.data());
        return static_cast<const uint8_t*>(out.data());
    };
    return first_of_rows<uint8_t>(scores, moves, scored, pulse);
}

inline std::optional<Broken> first_broken(const Table& table, std::span<const Symmetry> generators, Pulse& pulse) {
    std::optional<Broken> found;
    size_t left = generators.size();
    const auto look = [&](size_t k, size_t guess) {
        const Symmetry& moves = generators[k];
        const auto secret = first_difference(table.row(guess), table.row(moves.guesses[guess]), moves);
        if (!secret) return false;
        found = Broken{k, guess, *secret};
        left = k;
        return true;
    };
    size_t guess = 0;
#ifdef MMC_INTERLEAVED
    const size_t n = table.n_secrets;
    std::vector<uint8_t> block(n * kRows), images(n * kRows), moved;
    std::vector<bool> keeps, still;  // the scores; the secrets, too
    for (const Symmetry& moves : generators) {
        keeps.push_back(is_identity(moves.scores));
        still.push_back(keeps.back() && is_identity(moves.secrets));
    }

    const auto stays = [&](const Symmetry& moves, size_t from) {
        for (size_t r = from; r < from + kRows; ++r)
            if (moves.guesses[r] != r) return false;
        return true;
    };
    for (; guess + kRows <= table.n_guesses && left > 0; guess += kRows) {
        const uint8_t *rows[kRows], *others[kRows];
        for (size_t k = 0; k < kRows; ++k) rows[k] = table.row(guess + k);
        interleave(rows, n, block.data());
        for (size_t k = 0; k < left; ++k) {
            const Symmetry& moves = generators[k];
            if (still[k] && stays(moves, guess)) continue;
            for (size_t r = 0; r < kRows; ++r) others[r] = table.row(moves.guesses[guess + r]);
            interleave(others, n, images.data());
            const uint8_t* expected = block.data();
            if (!keeps[k]) {
                moved.resize(block.size());
                std::transform(block.begin(), block.end(), moved.begin(), [&](uint8_t id) { return static_cast<uint8_t>(moves.scores[id]); });
                expected = moved.data();
            }
            if (same(expected, images.data(), moves.secrets)) continue;
            for (size_t r = 0; r < kRows && !look(k, guess + r); ++r) continue;
        }
        pulse.work(left * n * kRows / 4);
    }
#endif
    for (; guess < table.n_guesses && left > 0; ++guess) {
        for (size_t k = 0; k < left; ++k) look(k, guess);
        pulse.work(left * table.n_secrets);
    }

    return found;
}

// The first generator that changes a score, and the first pair whose score it changes; none where
// scores[guesses[g]][secrets[v]] == generator.scores[scores[g][v]] for all of them, all g and all v. What was found
// true once is remembered with the scores; of a bare table it is not. Ids are checked by the caller.
inline std::optional<Broken> broken(const Scores& scores, std::span<const Symmetry> generators, Pulse& pulse) {
    std::vector<Symmetry> fresh;
    std::vector<size_t> number;
    for (size_t k = 0; k < generators.size(); ++k)
        if (!scores.kept->has(generators[k])) fresh.push_back(generators[k]), number.push_back(k);
    std::optional<Broken> found;
    if (scores.table) {
        found = first_broken({scores.table, scores.n_guesses, scores.n_secrets, scores.n_scores, {}}, fresh, pulse);
    } else {
        for (size_t k = 0; k < fresh.size() && !found; ++k)
            if ((found = first_of(scores, fresh[k], pulse))) found->generator = k;
    }

    if (found) found->generator = number[found->generator];
    else for (const Symmetry& one : fresh) scores.kept->add(one);
    return found;
}

// The table with rows for columns: a row a secret.
inline std::vector<uint8_t> transposed(const Table& table) {
    const size_t n_guesses = table.n_guesses, n_secrets = table.n_secrets;
    std::vector<uint8_t> columns(n_guesses * n_secrets);
    constexpr size_t kTile = 32;
    for (size_t g = 0; g < n_guesses; g += kTile)
        for (size_t v = 0; v < n_secrets; v += kTile)
            for (size_t j = v; j < std::min(v + kTile, n_secrets); ++j)
                for (size_t i = g; i < std::min(g + kTile, n_guesses); ++i)
                    columns[j * n_guesses + i] = table.ids[i * n_secrets + j];
    return columns;
}

}  // namespace mmc::symmetries
