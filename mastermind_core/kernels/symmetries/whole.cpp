#include "whole.hpp"

#include <algorithm>
#include <array>

#include "compare.hpp"
#include "shared/permutations.hpp"

namespace mmc::symmetries {
namespace {

// The other name of each colour, and back; -1 where none is known yet.
struct Names {
    std::array<int16_t, 256> to, from;
    Names() { to.fill(-1), from.fill(-1); }
};

// Whether one place of all images is another place of the codes, but for the names of the colours.
bool carries(const std::vector<uint8_t>& codes, size_t holes, const std::vector<uint32_t>& images, size_t hole,
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
bool renames(const Codes& codes, const mmc::Symmetry& moves) {
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

// Looks at all pairs; rows of guesses that stay where they are differ only where secrets move.
template <class Id, class Row>
std::optional<Broken> first_broken(const Scores& scores, const mmc::Symmetry& moves, Row row, Pulse& pulse) {
    std::vector<Id> own(scores.n_secrets), others(scores.n_secrets);
    const bool nothing = is_identity(moves.secrets) && is_identity(moves.scores);
    for (uint32_t guess = 0; guess < scores.n_guesses; ++guess) {
        const uint32_t moved = moves.guesses[guess];
        if (nothing && moved == guess) continue;
        const Id* before = row(guess, own);
        const Id* after = moved == guess ? before : row(moved, others);
        for (size_t v = 0; v < scores.n_secrets; ++v)
            if (after[moves.secrets[v]] != moves.scores[before[v]]) return Broken{0, guess, v};
        pulse.work(scores.n_secrets * 2);
    }
    return std::nullopt;
}

std::optional<Broken> first_of_codes(const Scores& scores, const mmc::Symmetry& moves, Pulse& pulse) {
    if (is_identity(moves.scores) && renames(*scores.codes, moves)) return std::nullopt;
    const auto row = [&](uint32_t guess, std::vector<uint8_t>& out) {
        scores.row(guess, out.data());
        return static_cast<const uint8_t*>(out.data());
    };
    return first_broken<uint8_t>(scores, moves, row, pulse);
}

std::optional<Broken> first_of_wide(const Scores& scores, const mmc::Symmetry& moves, Pulse& pulse) {
    const auto row = [&](uint32_t guess, std::vector<uint16_t>&) { return scores.wide + size_t{guess} * scores.n_secrets; };
    return first_broken<uint16_t>(scores, moves, row, pulse);
}

std::optional<Broken> first_of_table(const Scores& scores, std::span<const mmc::Symmetry> generators, Pulse& pulse) {
    const Table table{scores.table, scores.n_guesses, scores.n_secrets, scores.n_scores, {}};
    std::vector<Symmetry> moved;
    for (const mmc::Symmetry& one : generators)
        moved.push_back({one.guesses, one.secrets, {one.scores.begin(), one.scores.end()}});
    const auto breach = first_breach(table, moved, pulse);
    if (!breach) return std::nullopt;
    return Broken{breach->generator, breach->guess, breach->secret};
}

std::optional<Broken> first_of_rows(const Scores& scores, std::span<const mmc::Symmetry> generators, Pulse& pulse) {
    for (size_t k = 0; k < generators.size(); ++k) {
        auto found = scores.codes ? first_of_codes(scores, generators[k], pulse)
                                  : first_of_wide(scores, generators[k], pulse);
        if (!found) continue;
        found->generator = k;
        return found;
    }
    return std::nullopt;
}

}  // namespace

std::optional<Broken> broken(const Scores& scores, std::span<const mmc::Symmetry> generators, Pulse& pulse) {
    std::vector<mmc::Symmetry> fresh;
    std::vector<size_t> number;
    for (size_t k = 0; k < generators.size(); ++k)
        if (!scores.kept->has(generators[k])) fresh.push_back(generators[k]), number.push_back(k);
    if (fresh.empty()) return std::nullopt;
    auto found = scores.table ? first_of_table(scores, fresh, pulse) : first_of_rows(scores, fresh, pulse);
    if (found) found->generator = number[found->generator];
    else for (const mmc::Symmetry& one : fresh) scores.kept->add(one);
    return found;
}

}  // namespace mmc::symmetries
