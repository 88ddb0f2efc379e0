// Python bindings of the search for symmetries, which check every argument.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include "compare.hpp"
#include "finder.hpp"
#include "greedy/checks.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace mmc::symmetries {
namespace {

// Returns scores as a table, which repeated passes over all pairs require.
Table table_of(const Scores& scores, std::vector<uint8_t>& filled, Pulse& pulse) {
    require(!scores.wide, "scores: expected at most 256 of them");
    require(scores.n_guesses > 0 && scores.n_secrets > 0, "scores: expected at least one guess and secret");
    Table table{scores.table, scores.n_guesses, scores.n_secrets, scores.n_scores, scores.final};
    if (table.ids) return table;
    filled.resize(table.n_guesses * table.n_secrets);
    table.ids = filled.data();
    for (uint32_t guess = 0; guess < table.n_guesses; ++guess) {
        pulse.work(table.n_secrets);
        scores.row(guess, filled.data() + guess * table.n_secrets);
    }
    return table;
}

std::optional<std::tuple<size_t, size_t, size_t>> broken_pair(const Scores& scores, PySymmetries generators,
                                                              Callback progress) {
    std::vector<Symmetry> all;
    for (const nb::handle one : generators) all.push_back(moves_of(scores, one, "generators"));
    const auto found = released(std::move(progress), [&](Pulse& pulse) { return broken(scores, all, pulse); });
    if (!found) return std::nullopt;
    return std::tuple(found->generator, found->guess, found->secret);
}

using Moves = std::tuple<IntArray, IntArray, IntArray>;

std::tuple<std::vector<Moves>, std::vector<uint64_t>, bool> found_symmetries(const Scores& scores, Ints weights,
                                                                             uint64_t steps) {
    const Numbers<uint64_t> given(weights, "weights");
    require(given->empty() || given->size() == scores.n_secrets,
            "weights: expected " + text(scores.n_secrets) + " numbers or none, got " + text(given->size()));
    const SymmetriesFound found = released([&](Pulse& pulse) {
        std::vector<uint8_t> filled;
        return Finder(table_of(scores, filled, pulse), steps, pulse).find(given.list());
    });
    std::vector<Moves> generators;
    for (const Symmetry& moves : found.generators)
        generators.emplace_back(array_of(moves.guesses), array_of(moves.secrets), array_of(moves.scores));
    return {generators, found.orbits, found.complete};
}

}  // namespace
}  // namespace mmc::symmetries

void bind_symmetries(nb::module_& m) {
    using namespace mmc::symmetries;
    m.def("broken_pair", &broken_pair, "scores"_a, "generators"_a, "progress"_a.none() = nb::none());
    m.def("find_symmetries", &found_symmetries, "scores"_a, "weights"_a = nb::make_tuple(), nb::kw_only(),
          "steps"_a);
}
