// What the kernels take from Python, checked, and what they give back.
#pragma once

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "shared/border.hpp"
#include "scores.hpp"
#include "symmetries/compare.hpp"
#include "symmetry.hpp"

namespace mmc {

using Ids = std::span<const uint32_t>;

// What a caller leaves out as a buffer of nothing; None is the same.
inline nb::object or_nothing(nb::handle object) {
    return object.is_none() ? nb::object(nb::bytes("", 0)) : nb::borrow(object);
}

inline std::string text(size_t n) { return std::to_string(n); }

inline Ids ids_below(const Buffer& buffer, const char* name, size_t limit) {
    const Ids ids = buffer.as<uint32_t>(name);
    for (const uint32_t id : ids)
        if (id >= limit)
            throw BadArgument(std::string(name) + ": expected ids below " + text(limit) + ", got " + text(id));
    return ids;
}

inline Ids candidates_of(const Buffer& buffer, const Scores& scores) {
    const Ids ids = ids_below(buffer, "candidates", scores.n_secrets);
    require(std::adjacent_find(ids.begin(), ids.end(), std::greater_equal<>()) == ids.end(),
            "candidates: expected distinct ids in ascending order");
    return ids;
}

inline std::vector<uint32_t> permutation(nb::handle object, const char* name, size_t n) {
    const Buffer buffer(object, name);
    const Ids ids = ids_below(buffer, name, n);
    std::vector<bool> taken(n);
    for (const uint32_t id : ids) taken[id] = true;
    require(ids.size() == n && std::find(taken.begin(), taken.end(), false) == taken.end(),
            std::string(name) + ": expected a permutation of " + text(n) + " ids");
    return {ids.begin(), ids.end()};
}

// Permutations of guesses, secrets and scores; scores that are not given stay.
inline Symmetry moves_of(const Scores& scores, nb::handle object, const std::string& name) {
    const auto parts = nb::cast<nb::tuple>(object);
    require(parts.size() == 3, name + ": expected permutations of guesses, secrets and scores");
    Symmetry one{permutation(parts[0], name.c_str(), scores.n_guesses),
                 permutation(parts[1], name.c_str(), scores.n_secrets),
                 std::vector<uint32_t>(scores.final.size())};
    std::iota(one.scores.begin(), one.scores.end(), 0u);
    if (nb::object last = parts[2]; nb::len(last) != 0)
        std::ranges::copy(permutation(last, name.c_str(), scores.n_scores), one.scores.begin());
    return one;
}

inline Symmetry symmetry_of(const Scores& scores, nb::handle object) {
    const Symmetry one = moves_of(scores, object, "symmetry");
    for (size_t s = 0; s < scores.n_scores; ++s)
        require(scores.final[s] == scores.final[one.scores[s]], "symmetry: takes a final score to another");
    PythonPulse pulse{nb::none()};
    std::optional<symmetries::Broken> pair;
    {
        nb::gil_scoped_release release;
        pair = symmetries::broken(scores, {&one, 1}, pulse);
    }
    require(!pair, !pair ? "" : "symmetry: a generator does not keep the score of guess " + text(pair->guess) +
                                    " and secret " + text(pair->secret));
    return one;
}

template <class T>
nb::bytes raw(const std::vector<T>& items) {
    return nb::bytes(items.data(), items.size() * sizeof(T));
}

}  // namespace mmc
