#include "symmetry.hpp"

#include <algorithm>
#include <random>

#include "shared/disjoint_sets.hpp"
#include "shared/permutations.hpp"

namespace mmc {
namespace {

// How many members are drawn, from a pool of how many that is stirred how often.
constexpr size_t kDrawn = 10, kPool = 8, kStirs = 24;

Symmetry then(const Symmetry& first, const Symmetry& second) {
    return {composed(second.guesses, first.guesses), composed(second.secrets, first.secrets),
            composed(second.scores, first.scores)};
}

}  // namespace

Group keeping_secrets(const Group& group, std::span<const uint32_t> secrets, size_t n_secrets) {
    std::vector<bool> member(n_secrets);
    for (const uint32_t secret : secrets) member[secret] = true;
    Group kept;
    for (const Symmetry& one : group)
        if (std::all_of(secrets.begin(), secrets.end(), [&](uint32_t s) { return member[one.secrets[s]]; }))
            kept.push_back(one);
    return kept;
}

Group keeping_guess(const Group& group, uint32_t guess) {
    if (group.empty()) return {};
    if (std::all_of(group.begin(), group.end(), [&](const Symmetry& one) { return one.guesses[guess] == guess; }))
        return group;
    // Schreier: whoever takes the guess somewhere in its orbit is followed back home, generator by
    // generator undone, and so becomes a member of the stabiliser.
    constexpr size_t kOutside = SIZE_MAX;
    std::vector<size_t> arrived(group[0].guesses.size(), kOutside);
    std::vector<uint32_t> orbit{guess};
    for (size_t at = 0; at < orbit.size(); ++at) {
        for (size_t k = 0; k < group.size(); ++k) {
            const uint32_t image = group[k].guesses[orbit[at]];
            if (image == guess || arrived[image] != kOutside) continue;
            arrived[image] = k;
            orbit.push_back(image);
        }
    }
    Group undo;
    for (const Symmetry& one : group)
        undo.push_back({inverse(one.guesses), inverse(one.secrets), inverse(one.scores)});
    // Product replacement.
    std::mt19937 random(1);
    const auto pick = [&](size_t n) { return static_cast<size_t>(random() % n); };
    Group pool;
    for (size_t k = 0; k < std::max(kPool, group.size()); ++k) pool.push_back(group[k % group.size()]);
    const auto stir = [&]() -> const Symmetry& {
        const size_t to = pick(pool.size());
        size_t from = pick(pool.size() - 1);
        from += from >= to;
        pool[to] = then(pool[to], pool[from]);
        return pool[to];
    };
    for (size_t k = 0; k < kStirs; ++k) stir();
    Group found;
    for (size_t k = 0; k < kDrawn; ++k) {
        Symmetry one = stir();
        while (one.guesses[guess] != guess) one = then(one, undo[arrived[one.guesses[guess]]]);
        if (!is_identity(one.guesses)) found.push_back(std::move(one));
    }
    return found;
}

Group keeping_score(const Group& group, uint32_t score) {
    Group kept;
    for (const Symmetry& one : group)
        if (one.scores[score] == score) kept.push_back(one);
    return kept;
}

std::vector<uint32_t> first_of_orbits(const Group& group, std::span<const uint32_t> order,
                                      size_t n_guesses) {
    DisjointSets<uint32_t> orbits(n_guesses);
    for (const Symmetry& one : group)
        for (uint32_t guess = 0; guess < n_guesses; ++guess) orbits.join(guess, one.guesses[guess]);
    std::vector<bool> seen(n_guesses);
    std::vector<uint32_t> firsts;
    for (uint32_t at = 0; at < order.size(); ++at) {
        const uint32_t orbit = orbits.least(order[at]);
        if (seen[orbit]) continue;
        seen[orbit] = true;
        firsts.push_back(at);
    }
    return firsts;
}

}  // namespace mmc
