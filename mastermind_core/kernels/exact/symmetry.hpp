// Stabilisers of a group that is given by generators. Every set of symmetries made here is sound: a missing element
// only means that fewer guesses are recognized as equivalent.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "problem.hpp"
#include "shared/permutations.hpp"
#include "shared/disjoint_sets.hpp"
#include "shared/splitmix.hpp"

namespace mmc::exact {

// For at most 65535 guesses and secrets.
using NarrowSymmetry = Moves<uint16_t>;

// All elements of a small group, one per row.
struct Symmetries {
    uint32_t count = 0;
    uint32_t n_guesses = 0;
    uint32_t n_secrets = 0;
    std::vector<uint16_t> guess, secret;
    std::span<const uint16_t> guess_row(uint32_t e) const {
        return std::span(guess).subspan(size_t{e} * n_guesses, n_guesses);
    }
    std::span<const uint16_t> secret_row(uint32_t e) const {
        return std::span(secret).subspan(size_t{e} * n_secrets, n_secrets);
    }
    size_t bytes() const { return (guess.size() + secret.size()) * 2; }
};

struct Group {
    std::vector<NarrowSymmetry> generators;      // used when there are no elements
    std::shared_ptr<const Symmetries> elements;  // null: too many
    std::vector<uint32_t> members;               // indices of elements, without the identity

    bool trivial() const { return elements ? members.empty() : generators.empty(); }
    // Calls `use` with the images of guesses and secrets under each element, or else each generator.
    template <class Use>
    void each(const Use& use) const {
        for (const uint32_t e : members) use(elements->guess_row(e), elements->secret_row(e));
        for (const NarrowSymmetry& a : generators) use(std::span(a.guesses), std::span(a.secrets));
    }
    size_t bytes() const {
        size_t sum = elements ? elements->bytes() : 0;
        for (const NarrowSymmetry& a : generators) sum += (a.guesses.size() + a.secrets.size()) * 2;
        return sum;
    }
};

using GroupPtr = std::shared_ptr<const Group>;

// Larger groups are not listed, however small the game: listing and scanning them costs more than the search they would
// save.
constexpr size_t kMostElements = 32'768;

// All elements, or null if there are too many or they take more than `bytes`: identified by their images of a few
// guesses and secrets, then written out. Two elements that agree on these are treated as equal; at worst a symmetry is
// not used.
inline std::shared_ptr<Symmetries> enumerate(const std::vector<NarrowSymmetry>& generators, size_t n_guesses,
                                             size_t n_secrets, size_t bytes) {
    constexpr size_t kProbes = 48;
    const size_t limit = std::min(bytes / (2 * (n_guesses + n_secrets)), kMostElements);
    if (limit == 0) return nullptr;
    struct Found {
        NarrowSymmetry probes;
        size_t from;                    // an element ...
        const NarrowSymmetry* applied;  // ... and the generator applied to it
    };
    const auto signature = [](const NarrowSymmetry& probes) {
        uint64_t h = 0;
        for (size_t i = 0; i < kProbes; ++i)
            h = (h ^ (probes.guesses[i] * size_t{65536} + probes.secrets[i])) * kGolden + i;
        return splitmix64(h);
    };
    NarrowSymmetry identity;
    for (size_t i = 0; i < kProbes; ++i) {
        identity.guesses.push_back(static_cast<uint16_t>(i * n_guesses / kProbes));
        identity.secrets.push_back(static_cast<uint16_t>(i * n_secrets / kProbes));
    }
    std::vector<Found> found{{identity, 0, nullptr}};
    std::unordered_set<uint64_t> known{signature(identity)};
    std::vector<const NarrowSymmetry*> used;
    for (const NarrowSymmetry& generator : generators) {
        if (known.contains(signature(generator.after(identity)))) continue;
        used.push_back(&generator);
        // Close again: old elements need only the new generator, new elements need all.
        const size_t old = found.size();
        for (size_t e = 0; e < found.size(); ++e) {
            for (size_t k = e < old ? used.size() - 1 : 0; k < used.size(); ++k) {
                NarrowSymmetry image = used[k]->after(found[e].probes);
                if (!known.insert(signature(image)).second) continue;
                if (found.size() >= limit) return nullptr;
                found.push_back({std::move(image), e, used[k]});
            }
        }
    }
    const auto rows = [&](size_t n, std::vector<uint16_t> NarrowSymmetry::* side) {
        std::vector<uint16_t> all(found.size() * n);
        for (size_t i = 0; i < n; ++i) all[i] = static_cast<uint16_t>(i);
        for (size_t e = 1; e < found.size(); ++e)
            for (size_t i = 0; i < n; ++i) all[e * n + i] = (found[e].applied->*side)[all[found[e].from * n + i]];
        return all;
    };
    return std::make_shared<Symmetries>(Symmetries{
        static_cast<uint32_t>(found.size()), static_cast<uint32_t>(n_guesses), static_cast<uint32_t>(n_secrets),
        rows(n_guesses, &NarrowSymmetry::guesses), rows(n_secrets, &NarrowSymmetry::secrets)});
}

inline GroupPtr make_group(std::vector<NarrowSymmetry> generators, size_t element_bytes) {
    auto group = std::make_shared<Group>();
    std::erase_if(generators,
                  [](const NarrowSymmetry& a) { return is_identity(a.guesses) && is_identity(a.secrets); });
    // Random elements of a small group repeat, and thousands of groups are stored.
    std::ranges::sort(generators);
    const auto repeated = std::ranges::unique(generators);
    generators.erase(repeated.begin(), repeated.end());
    if (generators.empty()) return group;
    group->elements =
        enumerate(generators, generators[0].guesses.size(), generators[0].secrets.size(), element_bytes);
    if (group->elements) {
        for (uint32_t e = 1; e < group->elements->count; ++e) group->members.push_back(e);
    } else {
        group->generators = std::move(generators);
    }

    return group;
}

// Whether a permutation preserves rows of numbers.
template <class T>
bool keeps(const std::vector<uint32_t>& p, const std::vector<T>& rows) {
    for (size_t row = 0; row < rows.size(); row += p.size())
        for (size_t i = 0; i < p.size(); ++i)
            if (rows[row + i] != rows[row + p[i]]) return false;
    return true;
}

// Whether a permutation maps equal goals to equal goals, and different goals to different ones.
inline bool keeps_classes(const std::vector<uint32_t>& p, const std::vector<uint32_t>& goal) {
    std::unordered_map<uint32_t, uint32_t> to, from;
    for (size_t i = 0; i < goal.size(); ++i) {
        const uint32_t image = goal[p[i]];
        if (to.try_emplace(goal[i], image).first->second != image) return false;
        if (from.try_emplace(image, goal[i]).first->second != goal[i]) return false;
    }

    return true;
}

// The subgroup that fixes a guess, for a group whose elements are not all listed.
inline GroupPtr stabiliser_of_guess(const Group& group, uint32_t guess, size_t element_bytes) {
    const auto on_guesses = [](const NarrowSymmetry& a) -> const std::vector<uint16_t>& { return a.guesses; };
    return make_group(drawn_stabiliser(group.generators, guess, on_guesses), element_bytes);
}

// The elements of a group that satisfy a predicate on their images of guesses and secrets. Null if trivial.
template <class Kept>
GroupPtr part_that(const Group& group, const Kept& kept) {
    auto out = std::make_shared<Group>();
    out->elements = group.elements;
    for (const uint32_t e : group.members)
        if (kept(group.elements->guess_row(e), group.elements->secret_row(e))) out->members.push_back(e);
    for (const NarrowSymmetry& a : group.generators)
        if (kept(std::span(a.guesses), std::span(a.secrets))) out->generators.push_back(a);
    return out->trivial() ? nullptr : out;
}

// The elements that map a set of secrets (ids of the problem) to itself. `inside` must be n_secrets zeros, and is
// restored. Null if trivial.
inline GroupPtr stabiliser_of_secrets(const Group& group, const std::vector<uint32_t>& secrets,
                                      std::vector<uint8_t>& inside) {
    for (uint32_t v : secrets) inside[v] = 1;
    GroupPtr out = part_that(group, [&](std::span<const uint16_t>, std::span<const uint16_t> image) {
        return std::ranges::all_of(secrets, [&](uint32_t v) { return inside[image[v]] != 0; });
    });
    for (uint32_t v : secrets) inside[v] = 0;
    return out;
}

// The symmetries that preserve the payments (weights only if they count) and the candidates. If guesses led to the
// candidates, those that fix the guesses.
inline GroupPtr given_group(const Problem& p, size_t element_bytes, bool weighed) {
    std::vector<uint8_t> candidate(p.n_secrets, p.candidates.empty());
    for (uint32_t v : p.candidates) candidate[v] = 1;
    std::vector<NarrowSymmetry> generators;
    if (p.n_guesses > 65535) return std::make_shared<Group>();
    for (const Symmetry& a : p.symmetries)
        if ((!p.asked.empty() || keeps(a.secrets, candidate)) && (!weighed || keeps(a.secrets, p.weights)) &&
            keeps(a.guesses, p.costs) && keeps_classes(a.secrets, p.goals))
            generators.push_back({{a.guesses.begin(), a.guesses.end()}, {a.secrets.begin(), a.secrets.end()}});
    GroupPtr group = make_group(std::move(generators), element_bytes);
    for (uint32_t guess : p.asked)
        if (!group->generators.empty()) group = stabiliser_of_guess(*group, guess, element_bytes);
    return group;
}

// Those that preserve the candidates of a problem, if guesses led to them.
inline GroupPtr root_group(const Problem& p, const GroupPtr& given) {
    if (p.asked.empty()) return given;
    std::vector<uint8_t> inside(p.n_secrets, 0);
    return stabiliser_of_secrets(*given, p.candidates, inside);
}

// The elements that map a set of guesses to itself; null if trivial. inside[g] marks the set.
inline GroupPtr stabiliser_of_guesses(const Group& group, const std::vector<uint8_t>& inside) {
    return part_that(group, [&](std::span<const uint16_t> image, std::span<const uint16_t>) {
        for (size_t g = 0; g < inside.size(); ++g)
            if (inside[g] && !inside[image[g]]) return false;
        return true;
    });
}

// first[g] is the minimum guess of g's orbit, or at least a smaller one if g is not the minimum.
inline void least_alike(const Group& group, const std::vector<uint32_t>& guesses, uint32_t n_guesses,
                        std::vector<uint32_t>& first) {
    first.resize(guesses.size());
    if (group.elements) {
        for (size_t i = 0; i < guesses.size(); ++i) first[i] = guesses[i];
        for (uint32_t e : group.members) {
            const auto image = group.elements->guess_row(e);
            for (size_t i = 0; i < guesses.size(); ++i) first[i] = std::min<uint32_t>(first[i], image[guesses[i]]);
        }
        return;
    }

    DisjointSets<uint32_t> orbits(n_guesses);
    for (const NarrowSymmetry& a : group.generators) orbits.join_images(a.guesses);
    for (size_t i = 0; i < guesses.size(); ++i) first[i] = orbits.least(guesses[i]);
}

}  // namespace mmc::exact
