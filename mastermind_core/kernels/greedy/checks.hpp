// Checked arguments of kernels from Python, and their results.
#pragma once

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "shared/border.hpp"
#include "scores.hpp"
#include "symmetries/compare.hpp"
#include "symmetry.hpp"

namespace mmc {

using Ids = std::span<const uint32_t>;
MMC_PYTHON_TYPE(PySymmetries, "collections.abc.Sequence[mastermind_core.kernels.types.Symmetry]");

MMC_PYTHON_TYPE(PyFlatTree, "mastermind_core.kernels.types.FlatTree");

inline PyFlatTree flat_tree(const auto& guesses, const auto& first_edge, const auto& scores, const auto& children,
                            const auto& sizes, int32_t stuck) {
    const auto column = [](const auto& items) {
        return array_of(std::vector<int32_t>(items.begin(), items.end()));
    };
    return nb::borrow<PyFlatTree>(nb::module_::import_("mastermind_core.kernels.types")
                                      .attr("FlatTree")(column(guesses), column(first_edge), column(scores),
                                                        column(children), column(sizes), stuck));
}

// Ids below a limit, with ownership of their buffer.
class HeldIds {
public:
    HeldIds(nb::handle object, const char* name, size_t limit) : held_(object, name) {
        for (const uint32_t id : *held_)
            if (id >= limit)
                throw BadArgument(std::string(name) + ": expected ids below " + text(limit) + ", got " + text(id));
    }
    operator Ids() const { return held_; }
    const Ids& operator*() const { return *held_; }

private:
    Numbers<uint32_t> held_;
};

class Candidates : public HeldIds {
public:
    Candidates(nb::handle object, const Scores& scores) : HeldIds(object, "candidates", scores.n_secrets) {
        require(std::adjacent_find((**this).begin(), (**this).end(), std::greater_equal<>()) == (**this).end(),
                "candidates: expected distinct ids in ascending order");
    }
};

inline std::vector<uint32_t> permutation(nb::handle object, const char* name, size_t n) {
    const HeldIds held(object, name, n);
    const Ids ids = held;
    std::vector<bool> taken(n);
    for (const uint32_t id : ids) taken[id] = true;
    require(ids.size() == n && std::find(taken.begin(), taken.end(), false) == taken.end(),
            std::string(name) + ": expected a permutation of " + text(n) + " ids");
    return {ids.begin(), ids.end()};
}

// Permutations of guesses, secrets and scores; missing scores are fixed.
inline Symmetry moves_of(const Scores& scores, nb::handle object, const char* name) {
    const nb::tuple parts(nb::borrow(object));
    require(parts.size() == 2 || parts.size() == 3,
            std::string(name) + ": expected permutations of guesses, secrets and perhaps scores");
    Symmetry one{permutation(parts[0], name, scores.n_guesses), permutation(parts[1], name, scores.n_secrets),
                 std::vector<uint32_t>(scores.final.size())};
    std::iota(one.scores.begin(), one.scores.end(), 0u);
    if (parts.size() == 3 && nb::len(nb::object(parts[2])) != 0)
        std::ranges::copy(permutation(parts[2], name, scores.n_scores), one.scores.begin());
    return one;
}

// Symmetries of a game, verified against all its scores.
inline std::vector<Symmetry> symmetries_of(const Scores& scores, nb::handle object) {
    std::vector<Symmetry> all;
    for (const nb::handle moves : object) {
        const Symmetry& one = all.emplace_back(moves_of(scores, moves, "symmetry"));
        for (size_t s = 0; s < scores.n_scores; ++s)
            require(scores.final[s] == scores.final[one.scores[s]], "symmetry: takes a final score to another");
    }
    if (all.empty()) return all;
    const auto pair = released([&](Pulse& pulse) { return symmetries::broken(scores, all, pulse); });
    require(!pair, !pair ? ""
                         : "symmetry: a generator does not keep the score of guess " + text(pair->guess) +
                               " and secret " + text(pair->secret));
    return all;
}

}  // namespace mmc
