// Permutations as vectors (item i goes to p[i]), and random elements of the stabiliser of a point.
#pragma once

#include <cstddef>
#include <compare>
#include <cstdint>
#include <vector>

#include "splitmix.hpp"

namespace mmc {

// First `inner`, then `outer`.
template <class T>
std::vector<T> composed(const std::vector<T>& outer, const std::vector<T>& inner) {
    std::vector<T> out(inner.size());
    for (std::size_t i = 0; i < inner.size(); ++i) out[i] = outer[inner[i]];
    return out;
}

template <class T>
std::vector<T> inverse(const std::vector<T>& p) {
    std::vector<T> out(p.size());
    for (std::size_t i = 0; i < p.size(); ++i) out[p[i]] = static_cast<T>(i);
    return out;
}

template <class T>
bool is_identity(const std::vector<T>& p) {
    for (std::size_t i = 0; i < p.size(); ++i)
        if (p[i] != i) return false;
    return true;
}

// The images of guesses, secrets and scores under a symmetry; no scores if they do not matter.
template <class Id>
struct Moves {
    std::vector<Id> guesses, secrets, scores = {};
    auto operator<=>(const Moves&) const = default;

    Moves after(const Moves& b) const {
        return {composed(guesses, b.guesses), composed(secrets, b.secrets), composed(scores, b.scores)};
    }
    Moves inverse() const { return {mmc::inverse(guesses), mmc::inverse(secrets), mmc::inverse(scores)}; }
};

using Symmetry = Moves<uint32_t>;

// Random elements of a generated group (product replacement, Celler and others 1995), each mapped back to a point along
// its orbit (Schreier's lemma). The random sequence is fixed. A dozen of them generate the stabiliser of the point
// almost surely. `on` returns the permutation of the points for an element.
template <class Element, class On>
std::vector<Element> drawn_stabiliser(const std::vector<Element>& generators, size_t point, const On& on) {
    constexpr int kStirred = 60;
    constexpr int kDrawn = 14;
    std::vector<Element> back;
    for (const Element& a : generators) back.push_back(a.inverse());
    std::vector<int32_t> through(on(generators[0]).size(), -1);  // the generator that reached a point
    std::vector<size_t> queue{point};
    through[point] = -2;
    for (size_t i = 0; i < queue.size(); ++i)
        for (size_t k = 0; k < generators.size(); ++k) {
            const size_t image = on(generators[k])[queue[i]];
            if (through[image] != -1) continue;
            through[image] = static_cast<int32_t>(k);
            queue.push_back(image);
        }
    std::vector<Element> pool = generators;
    while (pool.size() < 8) pool.push_back(pool[pool.size() % generators.size()]);
    uint64_t state = 0x243f6a8885a308d3u;
    const auto next = [&](size_t below) { return static_cast<size_t>((state = splitmix64(state)) >> 33) % below; };
    Element product = pool[0];
    std::vector<Element> found;
    for (int round = 0; round < kStirred + kDrawn; ++round) {
        const size_t i = next(pool.size());
        const size_t j = (i + 1 + next(pool.size() - 1)) % pool.size();
        pool[i] = next(2) ? pool[i].after(pool[j]) : pool[j].after(pool[i]);
        product = product.after(pool[i]);
        if (round < kStirred) continue;
        Element element = product;
        while (on(element)[point] != point)
            element = back[static_cast<size_t>(through[on(element)[point]])].after(element);
        found.push_back(std::move(element));
    }
    return found;
}

}  // namespace mmc
