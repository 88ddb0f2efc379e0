// Verification that permutations preserve all scores of a game.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>
#include <array>

#include "greedy/symmetry.hpp"
#include "shared/pulse.hpp"
#include "shared/permutations.hpp"

namespace mmc::symmetries {

struct Table {
    const uint8_t* ids = nullptr;  // [n_guesses * n_secrets], one row per guess
    size_t n_guesses = 0;
    size_t n_secrets = 0;
    size_t n_scores = 0;
    std::vector<uint8_t> final;

    const uint8_t* row(size_t guess) const { return ids + guess * n_secrets; }
};

struct Broken {
    size_t generator, guess, secret;
};

// A relabelling of colours and its inverse; -1 if a colour is not mapped yet.
struct Names {
    std::array<int16_t, 256> to, from;
    Names() { to.fill(-1), from.fill(-1); }
};

// Whether a hole of all images equals another hole of the codes, up to a relabelling of colours, which is extended.
inline bool carries(const std::vector<uint8_t>& codes, size_t holes, const std::vector<uint32_t>& images,
                    size_t hole, size_t from, Names& names) {
    for (size_t at = 0; at < images.size(); ++at) {
        const uint8_t colour = codes[at * holes + from];
        const uint8_t other = codes[images[at] * holes + hole];
        if (names.to[colour] < 0 && names.from[other] < 0) names.to[colour] = other, names.from[other] = colour;
        if (names.to[colour] != other || names.from[other] != colour) return false;
    }

    return true;
}

// Whether permutations of codes are a common permutation of holes and a relabelling of colours, one to one. Both preserve
// every score, so this takes a pass over all codes instead of all pairs. The choice of holes is greedy; if it fails, all
// pairs are compared.
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

// Returns the first pair whose score a symmetry changes. `row` returns the scores of a guess, with a buffer for them.
template <class Id, class Row>
std::optional<Broken> first_broken(size_t n_guesses, const Symmetry& moves, const Row& row, Pulse& pulse) {
    const size_t n = moves.secrets.size();
    std::vector<Id> own(n), others(n);
    const bool nothing = is_identity(moves.secrets) && is_identity(moves.scores);
    for (uint32_t guess = 0; guess < n_guesses; ++guess) {
        const uint32_t moved = moves.guesses[guess];
        if (nothing && moved == guess) continue;
        const Id* before = row(guess, own);
        const Id* after = moved == guess ? before : row(moved, others);
        for (size_t v = 0; v < n; ++v)
            if (after[moves.secrets[v]] != moves.scores[before[v]]) return Broken{0, guess, v};
        pulse.work(n * 2);
    }
    return std::nullopt;
}

inline std::optional<Broken> first_broken(const Table& table, const Symmetry& moves, Pulse& pulse) {
    return first_broken<uint8_t>(
        table.n_guesses, moves, [&](uint32_t guess, auto&) { return table.row(guess); }, pulse);
}

inline std::optional<Broken> first_broken(const Scores& scores, const Symmetry& moves, Pulse& pulse) {
    if (scores.table)
        return first_broken({scores.table, scores.n_guesses, scores.n_secrets, scores.n_scores, {}}, moves, pulse);
    if (scores.wide) {
        const auto wide = [&](uint32_t guess, auto&) { return scores.wide + size_t{guess} * scores.n_secrets; };
        return first_broken<uint16_t>(scores.n_guesses, moves, wide, pulse);
    }
    if (is_identity(moves.scores) && renames(*scores.codes, moves)) return std::nullopt;
    const auto scored = [&](uint32_t guess, auto& out) {
        scores.row(guess, out.data());
        return static_cast<const uint8_t*>(out.data());
    };
    return first_broken<uint8_t>(scores.n_guesses, moves, scored, pulse);
}

// Returns the first generator that changes a score, and the first pair whose score it changes. There is none if
// scores[guesses[g]][secrets[v]] == generator.scores[scores[g][v]] for all generators, all g and all v. Verified symmetries
// are cached with the scores. The caller checks the ids.
inline std::optional<Broken> broken(const Scores& scores, std::span<const Symmetry> generators, Pulse& pulse) {
    for (size_t k = 0; k < generators.size(); ++k) {
        if (scores.kept->has(generators[k])) continue;
        if (const auto found = first_broken(scores, generators[k], pulse))
            return Broken{k, found->guess, found->secret};
        scores.kept->add(generators[k]);
    }
    return std::nullopt;
}

}  // namespace mmc::symmetries
