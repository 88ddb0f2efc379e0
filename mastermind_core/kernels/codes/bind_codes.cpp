// Python bindings of consistent codes, scores of populations, breeding and the sampled strategy, which check every
// argument.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "breeding.hpp"
#include "consistent.hpp"
#include "sampled.hpp"
#include "shared/border.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace mmc::codes {
namespace {

using Span = std::span<const std::uint8_t>;

MMC_PYTHON_TYPE(PyHistory, "collections.abc.Sequence[tuple[bytes, int, int]]");

// Colours, holes, and whether colours may be repeated in secrets and in guesses.
using Shape = std::tuple<std::size_t, std::size_t, bool, bool>;

CodeGame game_of(const Shape& shape, std::size_t most_holes = max_holes) {
    const auto [colours, holes, secret_repeats, guess_repeats] = shape;
    in_range("holes", holes, 1, most_holes);
    in_range("colours", colours, 1, max_colours);
    require((secret_repeats && guess_repeats) || colours >= holes,
            "colours: expected at least as many as holes, got " + text(colours));
    return {static_cast<int>(holes), static_cast<int>(colours), !secret_repeats, !guess_repeats};
}

Code code_of(const CodeGame& game, const char* name, Span bytes) {
    Code code{};
    for (std::size_t hole = 0; hole < bytes.size(); ++hole) {
        code[hole] = bytes[hole];
        require(code[hole] < game.colours, std::string(name) + ": expected colours below " +
                                               std::to_string(game.colours) + ", got " +
                                               std::to_string(code[hole]));
    }
    return code;
}

// A turn with any numbers of pegs.
struct Answer {
    std::vector<std::uint8_t> guess;
    std::int64_t black = 0;
    std::int64_t white = 0;
};

std::vector<Answer> answers_of(std::size_t holes, PyHistory history) {
    std::vector<Answer> answers;
    for (const nb::handle turn : history) {
        require(nb::isinstance<nb::tuple>(turn) && nb::len(turn) == 3,
                "history: expected turns of a guess, black and white");
        const Numbers<std::uint8_t> guess(turn[0], "guess");
        require(guess->size() == holes, "guess: expected " + text(holes) + " bytes, got " + text(guess->size()));
        Answer& answer = answers.emplace_back(Answer{guess.list()});
        require(nb::try_cast(turn[1], answer.black) && nb::try_cast(turn[2], answer.white) && answer.black >= 0 &&
                    answer.white >= 0 && answer.black <= INT32_MAX && answer.white <= INT32_MAX,
                "history: expected numbers of black and white pegs from 0 to 2**31");
    }
    return answers;
}

// A turn of more pegs than holes stands alone, for a history without consistent codes.
History history_of(const CodeGame& game, PyHistory history) {
    History turns;
    for (const Answer& answer : answers_of(static_cast<std::size_t>(game.holes), history)) {
        const Code guess = code_of(game, "guess", answer.guess);
        if (answer.black + answer.white > game.holes)
            return {{guess, {static_cast<std::uint8_t>(game.holes + 1), 0}}};
        turns.push_back(
            {guess, {static_cast<std::uint8_t>(answer.black), static_cast<std::uint8_t>(answer.white)}});
    }
    return turns;
}

nb::bytes bytes_of(const CodeGame& game, const std::vector<Code>& codes) {
    std::vector<std::uint8_t> bytes;
    for (const Code& code : codes) bytes.insert(bytes.end(), code.begin(), code.begin() + game.holes);
    return raw(bytes);
}

// Returns the result of work, or None if it exceeds its limit of memory or time.
template <class Work>
auto unless_too_much(Work work) -> decltype(work()) {
    try {
        return work();
    } catch (const std::length_error&) {
        return {};
    }
}

// Returns None if the counts exceed their limit.
std::optional<std::unique_ptr<ConsistentCodes>> consistent(const Shape& shape, PyHistory history,
                                                           std::uint64_t work) {
    const CodeGame game = game_of(shape);
    const History turns = history_of(game, history);
    return unless_too_much([&] {
        return released([&](Pulse& pulse) {
            return std::optional(std::make_unique<ConsistentCodes>(game, turns, pulse, work));
        });
    });
}

nb::int_ count(const ConsistentCodes& codes) {
    const Count count = codes.count();
    const auto high = static_cast<std::uint64_t>(count >> 32 >> 32);
    const auto low = static_cast<std::uint64_t>(count);
    return nb::int_((nb::int_(high) << nb::int_(64)) + nb::int_(low));
}

// ranks: two words each, less significant first.
nb::bytes codes_at(const ConsistentCodes& codes, Ints ranks) {
    const Numbers<std::uint64_t> buffer(ranks, "ranks");
    const auto words = *buffer;
    require(words.size() % 2 == 0, "ranks: expected two words each");
    std::vector<Count> wanted;
    for (std::size_t at = 0; at < words.size(); at += 2) {
        wanted.push_back(static_cast<Count>(words[at + 1]) << 32 << 32 | words[at]);
        require(wanted.back() < codes.count(), "ranks: expected numbers below the count");
    }
    return bytes_of(codes.game(), released([&](Pulse& pulse) { return codes.unrank_all(wanted, pulse); }));
}

nb::bytes listed(const ConsistentCodes& codes) {
    require(codes.count() <= UINT32_MAX, "too many codes for a list");
    return bytes_of(codes.game(), released([&](Pulse& pulse) { return codes.list(pulse); }));
}

// Returns None if the enumeration exceeds its limit of work.
std::optional<nb::bytes> walk_codes(const Shape& shape, PyHistory history, std::size_t limit, Bytes start,
                                    std::uint64_t work) {
    const CodeGame game = game_of(shape);
    const History turns = history_of(game, history);
    const HeldCodes held(start, "start", static_cast<std::size_t>(game.holes));
    require(held.size() == 1, "start: expected one code, got " + text(held.size()));
    const Code first = code_of(game, "start", held[0]);
    return unless_too_much([&]() -> std::optional<nb::bytes> {
        std::vector<Code> found;
        if (limit)
            released([&](Pulse& pulse) {
                Backtracker(game, turns, first, WorkLimit(work, pulse), [&](const Code& code) {
                    found.push_back(code);
                    return found.size() < limit;
                }).run();
            });
        return bytes_of(game, found);
    });
}

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

// Returns black * (holes + 1) + white for each guess and code, by rows; or the number of codes for each such value.
template <class Item, bool counted>
IntArray scored(std::size_t holes, Bytes guesses, Bytes codes) {
    const HeldCodes of_guesses(guesses, "guesses", in_range("holes", holes, 1, 255)),
        of_codes(codes, "codes", holes);
    const std::size_t width = counted ? (holes + 1) * (holes + 1) : of_codes.size();
    std::vector<Item> items(of_guesses.size() * width);
    released([&](Pulse& pulse) {
        const CodeTable table = of_codes.table();
        for (std::size_t at = 0; at < of_guesses.size(); ++at) {
            pulse.work(table.size() * 3);
            table.score(of_guesses[at].data(),
                        [&, row = items.data() + at * width](std::size_t i, unsigned black, unsigned common) {
                            const std::size_t number = black * holes + common;
                            if constexpr (counted) ++row[number];
                            else row[i] = static_cast<Item>(number);
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

void bind_codes(nb::module_& m) {
    using namespace mmc::codes;
    nb::class_<ConsistentCodes>(m, "ConsistentCodes")
        .def("count", &count)
        .def("codes", &codes_at, "ranks"_a)
        .def("listed", &listed);
    m.attr("CODES_MOST_HOLES") = max_holes;
    m.def("consistent", &consistent, "shape"_a, "history"_a, "work"_a);
    m.def("walk_codes", &walk_codes, "shape"_a, "history"_a, "limit"_a, "start"_a, "work"_a);
    m.def("distances", &distances, "holes"_a, "codes"_a, "history"_a);
    m.def("score_matrix", &scored<std::uint16_t, false>, "holes"_a, "guesses"_a, "codes"_a);
    m.def("population_blocks", &scored<std::uint32_t, true>, "holes"_a, "guesses"_a, "codes"_a);
    m.def("random_codes", &random_codes, "shape"_a, "size"_a, "state"_a);
    m.def("breed", &breed, "shape"_a, "population"_a, "weights"_a, "breeding"_a, "state"_a);
    m.def("sampled_guess", &sampled_guess, "shape"_a, "history"_a, "seed"_a, "options"_a);
}
