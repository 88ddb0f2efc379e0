#include "compare.hpp"

#include <algorithm>
#include <cstring>

#include "shared/permutations.hpp"

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#define MMC_INTERLEAVED 1
#endif

namespace mmc::symmetries {
namespace {

// Looks at a row of the table and at its image, one secret after another.
std::optional<size_t> first_difference(const uint8_t* row, const uint8_t* image, const Symmetry& moves) {
    for (size_t v = 0; v < moves.secrets.size(); ++v)
        if (image[moves.secrets[v]] != moves.scores[row[v]]) return v;
    return std::nullopt;
}

#ifdef MMC_INTERLEAVED
// A permutation of secrets moves single bytes, which is slow. With sixteen rows side by side it moves
// sixteen at a time.
constexpr size_t kRows = 16;

void interleave(const uint8_t* const* rows, size_t n, uint8_t* out) {
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

bool same(const uint8_t* block, const uint8_t* images, const std::vector<uint32_t>& secrets) {
    __m128i bad = _mm_setzero_si128();
    for (size_t v = 0; v < secrets.size(); ++v) {
        const auto* one = reinterpret_cast<const __m128i*>(block) + v;
        const auto* other = reinterpret_cast<const __m128i*>(images) + secrets[v];
        bad = _mm_or_si128(bad, _mm_xor_si128(_mm_loadu_si128(one), _mm_loadu_si128(other)));
    }
    return _mm_movemask_epi8(_mm_cmpeq_epi8(bad, _mm_setzero_si128())) == 0xffff;
}
#endif

}  // namespace

bool Symmetry::keeps_scores() const {
    for (size_t s = 0; s < scores.size(); ++s)
        if (scores[s] != s) return false;
    return true;
}

std::optional<Breach> first_breach(const Table& table, std::span<const Symmetry> generators, Pulse& pulse) {
    std::optional<Breach> found;
    size_t left = generators.size();
    const auto look = [&](size_t k, size_t guess) {
        const Symmetry& moves = generators[k];
        const auto secret = first_difference(table.row(guess), table.row(moves.guesses[guess]), moves);
        if (!secret) return false;
        found = Breach{k, guess, *secret};
        left = k;
        return true;
    };
    size_t guess = 0;
#ifdef MMC_INTERLEAVED
    const size_t n = table.n_secrets;
    std::vector<uint8_t> block(n * kRows), images(n * kRows), moved;
    std::vector<bool> keeps, still;  // the scores; the secrets, too
    for (const Symmetry& moves : generators) {
        keeps.push_back(moves.keeps_scores());
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
                std::transform(block.begin(), block.end(), moved.begin(), [&](uint8_t id) { return moves.scores[id]; });
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

std::vector<uint8_t> transposed(const Table& table) {
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
