// The Python face of consistent codes, scores of populations, breeding and the sampled-information strategy; every
// argument is checked here.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <array>
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

void check_range(const char* name, std::size_t value, std::size_t least, std::size_t most) {
    require(value >= least && value <= most, std::string(name) + ": expected " + std::to_string(least) + " to " +
                                                 std::to_string(most) + ", got " + std::to_string(value));
}

void check_shape(std::size_t colours, std::size_t holes, bool repeats, std::size_t most_holes) {
    check_range("holes", holes, 1, most_holes);
    check_range("colours", colours, 1, max_colours);
    require(repeats || colours >= holes, "colours: expected at least as many as holes, got " + std::to_string(colours));
}

CodeGame game_of(std::size_t colours, std::size_t holes, bool distinct_secrets, bool distinct_guesses) {
    check_shape(colours, holes, !distinct_secrets && !distinct_guesses, max_holes);
    return {static_cast<int>(holes), static_cast<int>(colours), distinct_secrets, distinct_guesses};
}

Code code_of(const CodeGame& game, const char* name, Span bytes) {
    require(bytes.size() == static_cast<std::size_t>(game.holes),
            std::string(name) + ": expected " + std::to_string(game.holes) + " bytes, got " + std::to_string(bytes.size()));
    Code code{};
    for (std::size_t hole = 0; hole < bytes.size(); ++hole) {
        require(bytes[hole] < game.colours, std::string(name) + ": expected colours below " +
                                                std::to_string(game.colours) + ", got " + std::to_string(bytes[hole]));
        code[hole] = bytes[hole];
    }
    return code;
}

std::vector<Code> codes_of(const CodeGame& game, const char* name, Span bytes) {
    const auto holes = static_cast<std::size_t>(game.holes);
    require(bytes.size() % holes == 0,
            std::string(name) + ": expected codes of " + std::to_string(holes) + " bytes, got " + std::to_string(bytes.size()) + " bytes");
    std::vector<Code> codes;
    codes.reserve(bytes.size() / holes);
    for (std::size_t at = 0; at < bytes.size(); at += holes) codes.push_back(code_of(game, name, bytes.subspan(at, holes)));
    return codes;
}

// Turns of any numbers: (guess, black, white).
std::vector<Answer> answers_of(const CodeGame& game, PyHistory history) {
    std::vector<Answer> answers;
    for (const nb::handle turn : history) {
        require(nb::isinstance<nb::tuple>(turn) && nb::len(turn) == 3,
                "history: expected turns of a guess, black and white");
        const Buffer guess(turn[0], "guess");
        Answer answer{code_of(game, "guess", guess.as<std::uint8_t>("guess")), 0, 0};
        require(nb::try_cast(turn[1], answer.black) && nb::try_cast(turn[2], answer.white) && answer.black >= 0 &&
                    answer.white >= 0 && answer.black <= INT32_MAX && answer.white <= INT32_MAX,
                "history: expected numbers of black and white pegs from 0 to 2**31");
        answers.push_back(answer);
    }
    return answers;
}

// Turns that some code could be answered with.
History history_of(const CodeGame& game, PyHistory history) {
    History turns;
    for (const Answer& answer : answers_of(game, history)) {
        require(answer.black + answer.white <= game.holes,
                "history: expected at most " + std::to_string(game.holes) + " pegs, got " +
                    std::to_string(answer.black + answer.white));
        turns.push_back({answer.guess, {static_cast<std::uint8_t>(answer.black), static_cast<std::uint8_t>(answer.white)}});
    }
    return turns;
}

template <class Codes>
nb::bytes bytes_of(const CodeGame& game, const Codes& codes) {
    const auto holes = static_cast<std::size_t>(game.holes);
    nb::bytes out = nb::steal<nb::bytes>(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(codes.size() * holes)));
    if (!out.is_valid()) throw nb::python_error();
    char* to = PyBytes_AS_STRING(out.ptr());
    for (const Code& code : codes) to = std::copy_n(code.begin(), holes, to);
    return out;
}

// Does work without Python's lock, and lets Ctrl-C in.
template <class Work>
auto released(Work work) {
    PythonPulse pulse{nb::none()};
    nb::gil_scoped_release release;
    return work(static_cast<Pulse&>(pulse));
}

// What work returns, or None where it has no room or takes too long.
template <class Work>
auto unless_too_much(Work work) -> decltype(work()) {
    try {
        return work();
    } catch (const std::length_error&) {
        return {};
    } catch (const std::overflow_error&) {
        return {};
    }
}

struct Held {
    CodeGame game;
    ConsistentCodes codes;
};

// None where there is no room for the counts.
std::optional<std::unique_ptr<Held>> consistent(std::size_t colours, std::size_t holes, bool repeats, PyHistory history, std::uint64_t work) {
    const CodeGame game = game_of(colours, holes, !repeats, false);
    const History turns = history_of(game, history);
    return unless_too_much([&] {
        return released([&](Pulse& pulse) -> std::optional<std::unique_ptr<Held>> {
            return std::unique_ptr<Held>(new Held{game, ConsistentCodes(game, turns, pulse, WorkLimit(work))});
        });
    });
}

nb::int_ count(const Held& held) {
    const Count count = held.codes.count();
    const auto high = static_cast<std::uint64_t>(count >> 32 >> 32), low = static_cast<std::uint64_t>(count);
    return nb::int_((nb::int_(high) << nb::int_(64)) + nb::int_(low));
}

// ranks: two words each, the lower one first.
nb::bytes codes_at(const Held& held, Ints ranks) {
    const Numbers<std::uint64_t> buffer(ranks, "ranks");
    const auto words = *buffer;
    require(words.size() % 2 == 0, "ranks: expected two words each");
    std::vector<Count> wanted;
    for (std::size_t at = 0; at < words.size(); at += 2) {
        wanted.push_back(static_cast<Count>(words[at + 1]) << 32 << 32 | words[at]);
        require(wanted.back() < held.codes.count(), "ranks: expected numbers below the count");
    }
    return bytes_of(held.game, released([&](Pulse& pulse) { return held.codes.unrank_all(wanted, pulse); }));
}

nb::bytes listed(const Held& held) {
    require(held.codes.count() <= UINT32_MAX, "too many codes for a list");
    return bytes_of(held.game, released([&](Pulse& pulse) { return held.codes.list(pulse); }));
}

// A pulse that ends a walk after so much work, about a nanosecond each.
class BoundedPulse final : public Pulse {
public:
    explicit BoundedPulse(std::uint64_t most) : left_(most) {}

protected:
    void check() override {
        python_.work(kEvery);
        if (left_ < kEvery) throw std::length_error("the walk takes more work than allowed");
        left_ -= kEvery;
    }

private:
    std::uint64_t left_;
    PythonPulse python_{nb::none()};
};

// None where the walk takes more work than allowed.
std::optional<nb::bytes> walk_codes(std::size_t colours, std::size_t holes, bool repeats, PyHistory history, std::size_t limit,
                      Bytes start, std::uint64_t work) {
    const CodeGame game = game_of(colours, holes, !repeats, false);
    const History turns = history_of(game, history);
    const Buffer buffer(start, "start");
    const Code first = code_of(game, "start", buffer.as<std::uint8_t>("start"));
    BoundedPulse pulse(work);
    return unless_too_much([&]() -> std::optional<nb::bytes> {
        std::vector<Code> found;
        if (limit) {
            nb::gil_scoped_release release;
            backtrack(game, turns, first, pulse, [&](const Code& code) {
                found.push_back(code);
                return found.size() < limit;
            });
        }
        return bytes_of(game, found);
    });
}

// A game with the colours that come; there is none with so many as the kernels take no more.
std::size_t colours_in(Span codes) {
    return codes.empty() ? 1 : std::size_t{*std::max_element(codes.begin(), codes.end())} + 1;
}

std::tuple<IntArray, IntArray> code_distances(std::size_t holes, Bytes codes, PyHistory history) {
    const Buffer buffer(codes, "codes");
    const CodeGame game = game_of(max_colours, holes, false, false);
    const std::vector<Answer> turns = answers_of(game, history);
    const std::vector<Code> population = codes_of(game, "codes", buffer.as<std::uint8_t>("codes"));
    std::vector<std::uint32_t> black(population.size()), white(population.size());
    released([&](Pulse&) { misfits(CodeTable(game, population), turns, black.data(), white.data()); });
    return {array_of(black), array_of(white)};
}

struct Populations {
    Buffer guess_buffer, code_buffer;
    CodeGame game;
    std::vector<Code> guesses, codes;

    Populations(std::size_t holes, Bytes of_guesses, Bytes of_codes)
        : guess_buffer(of_guesses, "guesses"), code_buffer(of_codes, "codes"),
          game(game_of(std::max(colours_in(guess_buffer.as<std::uint8_t>("guesses")),
                                colours_in(code_buffer.as<std::uint8_t>("codes"))),
                       holes, false, false)),
          guesses(codes_of(game, "guesses", guess_buffer.as<std::uint8_t>("guesses"))),
          codes(codes_of(game, "codes", code_buffer.as<std::uint8_t>("codes"))) {}
};

// An engine's score number as black * (holes + 1) + white.
std::size_t by_black(std::size_t id, std::size_t width) { return id % width * width + id / width - id % width; }

IntArray score_matrix(std::size_t holes, Bytes guesses, Bytes codes) {
    const Populations given(holes, guesses, codes);
    std::vector<std::uint16_t> scores(given.guesses.size() * given.codes.size()), number;
    for (std::size_t id = 0; id < (holes + 1) * (holes + 1); ++id)
        number.push_back(static_cast<std::uint16_t>(by_black(id, holes + 1)));
    released([&](Pulse& pulse) {
        const CodeTable table(given.game, given.codes);
        std::uint16_t* row = scores.data();
        for (const Code& guess : given.guesses) {
            pulse.work(given.codes.size() * 2);
            table.score_all(guess, row);
            for (std::size_t at = 0; at < given.codes.size(); ++at) row[at] = number[row[at]];
            row += given.codes.size();
        }
    });
    return array_of(scores);
}

IntArray population_blocks(std::size_t holes, Bytes guesses, Bytes codes) {
    const Populations given(holes, guesses, codes);
    const std::size_t width = (holes + 1) * (holes + 1);
    std::vector<std::uint32_t> blocks(given.guesses.size() * width);
    released([&](Pulse& pulse) {
        const CodeTable table(given.game, given.codes);
        std::uint32_t* row = blocks.data();
        for (const Code& guess : given.guesses) {
            pulse.work(given.codes.size() * 3);
            std::uint32_t sizes[max_scores] = {};
            table.add_block_sizes(guess, sizes);
            for (std::size_t id = 0; id < width; ++id)
                if (sizes[id]) row[by_black(id, holes + 1)] = sizes[id];
            row += width;
        }
    });
    return array_of(blocks);
}

std::tuple<nb::bytes, std::uint64_t> random_codes(std::size_t colours, std::size_t holes, bool repeats, std::size_t size, std::uint64_t state) {
    check_shape(colours, holes, repeats, 255);
    double room = 1;
    for (std::size_t hole = 0; hole < holes; ++hole) room *= static_cast<double>(repeats ? colours : colours - hole);
    require(static_cast<double>(size) <= room && size <= UINT32_MAX,
            "size: expected no more than there are codes, got " + std::to_string(size));
    Breeder breeder(colours, holes, repeats, state);
    const auto codes = released([&](Pulse& pulse) { return breeder.random_codes(size, pulse); });
    return {raw(codes), breeder.state()};
}

std::tuple<nb::bytes, std::uint64_t> breed(std::size_t colours, std::size_t holes, bool repeats, Bytes population, Ints weights,
                                           const std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>& breeding,
                                           std::uint64_t state) {
    check_shape(colours, holes, repeats, 255);
    const Buffer codes(population, "population");
    const auto parents = codes.as<std::uint8_t>("population");
    std::vector<std::uint64_t> sums = Numbers<std::uint64_t>(weights, "weights").list();
    require(parents.size() == sums.size() * holes, "weights: expected one a code, got " + std::to_string(sums.size()));
    std::uint64_t sum = 0;
    for (std::uint64_t& own : sums) {
        require(own <= UINT32_MAX && (sum += own) <= UINT32_MAX, "weights: expected a sum below 2**32");
        own = sum;
    }
    require(sums.empty() || sum >= 1, "weights: expected a sum from 1");
    require(parents.empty() || *std::max_element(parents.begin(), parents.end()) < colours,
            "population: expected colours below " + std::to_string(colours));
    Breeder breeder(colours, holes, repeats, state);
    const auto children = released([&](Pulse& pulse) {
        return breeder.breed(parents, sums, std::make_from_tuple<Breeding>(breeding), pulse);
    });
    return {raw(children), breeder.state()};
}

// Colours, holes, and whether colours may come twice in secrets and in guesses.
using Shape = std::tuple<std::size_t, std::size_t, bool, bool>;

CodeGame game_of(const Shape& shape) {
    const auto [colours, holes, secret_repeats, guess_repeats] = shape;
    return game_of(colours, holes, !secret_repeats, !guess_repeats);
}

// The options in the order of SampledOptions in types.py, and what each may be.
constexpr std::size_t kMost = 1'000'000;
struct Limits {
    const char* name;
    std::size_t least, most = kMost;
};
constexpr Limits kOptions[] = {{"sample", 3},        {"inside", 1},     {"outside", 0},    {"climbs", 0},  {"small", 2},
                               {"small_outside", 0}, {"small_pool", 0}, {"root_width", 1}, {"width", 1},   {"deep", 2},
                               {"exact", 0},         {"at_four", 1500, 4000},              {"per_bit", 1, 1000}};
using Given = std::array<std::size_t, std::size(kOptions)>;

SampledOptions options_of(const Given& given) {
    for (std::size_t at = 0; at < given.size(); ++at) {
        const auto& [name, least, most] = kOptions[at];
        check_range(name, given[at], least, most);
    }
    const auto [sample, inside, outside, climbs, small, small_outside, small_pool, root_width, width, deep, exact,
                at_four, per_bit] = given;
    require(small <= sample, "small: expected at most the sample, got " + std::to_string(small));
    const auto number = [](std::size_t value) { return static_cast<int>(value); };
    return {sample, inside, outside, number(climbs), small, small_outside, small_pool, exact, number(at_four),
            number(per_bit), {number(root_width), number(width), number(deep)}};
}

nb::bytes sampled_opening(const Shape& shape, const Given& options) {
    const CodeGame game = game_of(shape);
    const ValueCurve curve = Sampled::curve(options_of(options));
    return bytes_of(game, released([&](Pulse& pulse) { return std::vector<Code>{best_opening(game, curve, pulse)}; }));
}

// A guess and how many codes were scored for it: no guess where no code fits, None without room to count them.
std::optional<std::tuple<nb::bytes, std::uint64_t>> sampled_guess(const Shape& shape, PyHistory history, std::uint64_t seed, const Given& options) {
    const CodeGame game = game_of(shape);
    const History turns = history_of(game, history);
    const SampledOptions chosen = options_of(options);
    return unless_too_much([&]() -> std::optional<std::tuple<nb::bytes, std::uint64_t>> {
        const auto [guess, scored] = released([&](Pulse& pulse) {
            Sampled strategy(game, seed, chosen, pulse);
            std::vector<Code> guess = strategy.next(turns);
            return std::pair(std::move(guess), strategy.evaluations());
        });
        return std::tuple(bytes_of(game, guess), scored);
    });
}

// The best guess of a pool for its first codes, and its total; None where that takes over so many nodes.
std::optional<std::tuple<std::size_t, std::int64_t>> sampled_finish(std::size_t holes, Bytes pool, std::size_t candidates, std::uint64_t nodes) {
    const CodeGame game = game_of(max_colours, holes, false, false);
    const Buffer buffer(pool, "pool");
    const std::vector<Code> codes = codes_of(game, "pool", buffer.as<std::uint8_t>("pool"));
    require(candidates >= 1 && candidates <= std::min<std::size_t>(codes.size(), exact::kMostSecrets),
            "candidates: expected 1 to the codes of the pool, got " + std::to_string(candidates));
    const auto found = released([&](Pulse& pulse) { return finish(game, codes, candidates, nodes, pulse); });
    if (!found) return std::nullopt;
    return std::tuple(found->guess, found->total);
}

}  // namespace
}  // namespace mmc::codes

void bind_codes(nb::module_& m) {
    using namespace mmc::codes;
    nb::class_<Held>(m, "ConsistentCodes")
        .def("count", &count)
        .def("codes", &codes_at, "ranks"_a)
        .def("listed", &listed);
    m.attr("CODES_MOST_HOLES") = max_holes;
    m.attr("CODES_MOST_COLOURS") = max_colours;
    m.def("consistent", &consistent, "colours"_a, "holes"_a, "repeats"_a, "history"_a, "work"_a);
    m.def("walk_codes", &walk_codes, "colours"_a, "holes"_a, "repeats"_a, "history"_a, "limit"_a, "start"_a,
          "work"_a);
    m.def("code_distances", &code_distances, "holes"_a, "codes"_a, "history"_a);
    m.def("score_matrix", &score_matrix, "holes"_a, "guesses"_a, "codes"_a);
    m.def("population_blocks", &population_blocks, "holes"_a, "guesses"_a, "codes"_a);
    m.def("random_codes", &random_codes, "colours"_a, "holes"_a, "repeats"_a, "size"_a, "state"_a);
    m.def("breed", &breed, "colours"_a, "holes"_a, "repeats"_a, "population"_a, "weights"_a,
          "breeding"_a, "state"_a);
    m.def("sampled_opening", &sampled_opening, "shape"_a, "options"_a);
    m.def("sampled_guess", &sampled_guess, "shape"_a, "history"_a, "seed"_a, "options"_a);
    m.def("sampled_finish", &sampled_finish, "holes"_a, "pool"_a, "candidates"_a, "nodes"_a);
}
