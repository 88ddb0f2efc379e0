// Python bindings of the kernels of heuristics: distances, breeding and sampled guesses, which check every argument.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <string>
#include <tuple>
#include <vector>

#include "breeding.hpp"
#include "codes/code_arguments.hpp"
#include "sampled.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace mmc::codes {
namespace {

std::tuple<IntArray, IntArray> distances(std::size_t holes, Bytes codes, PyHistory history) {
    const HeldCodes population(codes, "codes", in_range("holes", holes, 1, 255));
    const std::vector<Answer> turns = answers_of(holes, history);
    std::vector<std::uint32_t> blacks(population.size()), whites(population.size());
    released([&](Pulse&) {
        const CodeTable table = population.table();
        for (const Answer& turn : turns)
            table.score(turn.guess.data(), [&](std::size_t i, std::int64_t black, std::int64_t common) {
                blacks[i] += static_cast<std::uint32_t>(std::abs(black - turn.black));
                whites[i] += static_cast<std::uint32_t>(std::abs(common - black - turn.white));
            });
    });
    return {array_of(blacks), array_of(whites)};
}

// Returns black * (holes + 1) + white for each guess and code, by rows of guesses.
IntArray score_matrix(std::size_t holes, Bytes guesses, Bytes codes) {
    const HeldCodes of_guesses(guesses, "guesses", in_range("holes", holes, 1, 255)),
        of_codes(codes, "codes", holes);
    const std::size_t width = of_codes.size();
    std::vector<std::uint16_t> items(of_guesses.size() * width);
    released([&](Pulse& pulse) {
        const CodeTable table = of_codes.table();
        for (std::size_t at = 0; at < of_guesses.size(); ++at) {
            pulse.work(table.size() * 3);
            std::uint16_t* row = items.data() + at * width;
            table.score(of_guesses[at].data(), [&](std::size_t i, unsigned black, unsigned common) {
                row[i] = static_cast<std::uint16_t>(black * holes + common);
            });
        }
    });
    return array_of(items);
}

std::tuple<nb::bytes, std::uint64_t> random_codes(const Shape& shape, std::size_t size, std::uint64_t state) {
    const CodeGame game = game_of(shape, 255);
    double room = 1;
    for (int hole = 0; hole < game.holes; ++hole)
        room *= game.distinct_secrets ? game.colours - hole : game.colours;
    require(static_cast<double>(size) <= room && size <= UINT32_MAX,
            "size: expected no more than there are codes, got " + text(size));
    Breeder breeder(game, state);
    const std::string codes = released([&](Pulse& pulse) { return breeder.random_codes(size, pulse); });
    return {nb::bytes(codes.data(), codes.size()), breeder.state()};
}

std::tuple<nb::bytes, std::uint64_t> breed(
    const Shape& shape, Bytes population, Ints weights,
    const std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>& breeding, std::uint64_t state) {
    const CodeGame game = game_of(shape, 255);
    const HeldCodes parents(population, "population", static_cast<std::size_t>(game.holes));
    std::vector<std::uint64_t> sums = Numbers<std::uint64_t>(weights, "weights").list();
    require(parents.size() == sums.size(), "weights: expected one a code, got " + text(sums.size()));
    std::uint64_t sum = 0;
    for (std::uint64_t& own : sums) {
        require(own <= UINT32_MAX && (sum += own) <= UINT32_MAX, "weights: expected a sum below 2**32");
        own = sum;
    }
    require(sums.empty() || sum >= 1, "weights: expected a sum from 1");
    require(std::ranges::all_of(Span(parents), [&](std::uint8_t colour) { return colour < game.colours; }),
            "population: expected colours below " + std::to_string(game.colours));
    Breeder breeder(game, state);
    const std::string children = released([&](Pulse& pulse) {
        return breeder.breed(parents, sums, std::make_from_tuple<Breeding>(breeding), pulse);
    });
    return {nb::bytes(children.data(), children.size()), breeder.state()};
}

// The options in the order of SampledOptions in types.py, with their ranges.
constexpr std::size_t kMost = 1'000'000;
struct CodeLimits {
    const char* name;
    std::size_t least, most = kMost;
};
constexpr CodeLimits kOptions[] = {
    {"sample", 3},        {"inside", 1},           {"outside", 0},      {"climbs", 0}, {"small", 2},
    {"small_outside", 0}, {"small_pool", 0},       {"root_width", 1},   {"width", 1},  {"deep", 2},
    {"exact", 0},         {"at_four", 1500, 4000}, {"per_bit", 1, 1000}};
using Given = std::array<std::size_t, std::size(kOptions)>;

SampledOptions options_of(const Given& given) {
    for (std::size_t at = 0; at < given.size(); ++at)
        in_range(kOptions[at].name, given[at], kOptions[at].least, kOptions[at].most);
    const auto options = std::make_from_tuple<SampledOptions>(given);
    require(options.small <= options.sample, "small: expected at most the sample, got " + text(options.small));
    return options;
}

// Returns a guess and the number of codes scored for it: an empty guess if no code is consistent, None if the codes
// cannot be counted.
std::optional<std::tuple<nb::bytes, std::uint64_t>> sampled_guess(const Shape& shape, PyHistory history,
                                                                  std::uint64_t seed, const Given& options) {
    const CodeGame game = game_of(shape);
    const History turns = history_of(game, history);
    const SampledOptions chosen = options_of(options);
    return unless_too_much([&]() -> std::optional<std::tuple<nb::bytes, std::uint64_t>> {
        const auto [guess, scored] = released([&](Pulse& pulse) {
            Sampled strategy(game, seed, chosen, pulse);
            std::vector<Code> code = strategy.next(turns);
            return std::pair(std::move(code), strategy.evaluations());
        });
        return std::tuple(bytes_of(game, guess), scored);
    });
}

}  // namespace
}  // namespace mmc::codes

void bind_heuristics(nb::module_& m) {
    using namespace mmc::codes;
    m.def("distances", &distances, "holes"_a, "codes"_a, "history"_a);
    m.def("score_matrix", &score_matrix, "holes"_a, "guesses"_a, "codes"_a);
    m.def("random_codes", &random_codes, "shape"_a, "size"_a, "state"_a);
    m.def("breed", &breed, "shape"_a, "population"_a, "weights"_a, "breeding"_a, "state"_a);
    m.def("sampled_guess", &sampled_guess, "shape"_a, "history"_a, "seed"_a, "options"_a);
}
