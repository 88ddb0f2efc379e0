// The Python face of the search for symmetries; every argument is checked here.
#include <utility>

#include "compare.hpp"
#include "finder.hpp"
#include "greedy/checks.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace mmc::symmetries {
namespace {

Table table_of(const Scores& scores) {
    require(scores.table != nullptr, std::string("scores: expected a table of bytes, got ") +
                                         (scores.wide ? "one of pairs of bytes" : "codes"));
    require(scores.n_guesses > 0 && scores.n_secrets > 0, "scores: expected at least one guess and secret");
    return {scores.table, scores.n_guesses, scores.n_secrets, scores.n_scores, scores.final};
}

nb::object broken_pair(const Scores& scores, nb::list generators, nb::object progress) {
    std::vector<Symmetry> all;
    for (const nb::handle one : generators) all.push_back(moves_of(scores, one, "generators"));
    std::optional<Broken> found;
    PythonPulse pulse{std::move(progress)};
    {
        nb::gil_scoped_release release;
        found = broken(scores, all, pulse);
    }
    if (!found) return nb::none();
    return nb::make_tuple(found->generator, found->guess, found->secret);
}

nb::tuple found_symmetries(const Scores& scores, nb::handle weights, bool move_scores, uint64_t steps) {
    const Table table = table_of(scores);
    const Buffer buffer(weights, "weights");
    const auto given = buffer.as<uint64_t>("weights");
    require(given.empty() || given.size() == scores.n_secrets,
            "weights: expected " + text(scores.n_secrets) + " numbers or none, got " + text(given.size()));
    Found found;
    PythonPulse pulse{nb::none()};
    {
        nb::gil_scoped_release release;
        found = find_symmetries(table, {given.begin(), given.end()}, move_scores, steps, pulse);
    }
    nb::list generators, orbits;
    for (const Symmetry& moves : found.generators) {
        const std::vector<uint32_t> moved(moves.scores.begin(), moves.scores.begin() + static_cast<std::ptrdiff_t>(scores.n_scores));
        generators.append(nb::make_tuple(raw(moves.guesses), raw(moves.secrets), raw(moved)));
    }
    for (const uint64_t orbit : found.orbits) orbits.append(orbit);
    return nb::make_tuple(generators, orbits, found.complete);
}

}  // namespace
}  // namespace mmc::symmetries

void bind_symmetries(nb::module_& m) {
    using namespace mmc::symmetries;
    m.def("broken_pair", &broken_pair, "scores"_a, "generators"_a, "progress"_a.none() = nb::none());
    m.def("find_symmetries", &found_symmetries, "scores"_a, "weights"_a, "move_scores"_a, "steps"_a);
}
