// Python bindings of consistent codes and of scores of populations, which check every argument.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>

#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "code_arguments.hpp"
#include "consistent.hpp"
#include "shared/border.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace mmc::codes {
namespace {

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

// Returns the number of codes with each score, black * (holes + 1) + white, by rows of guesses.
IntArray population_blocks(std::size_t holes, Bytes guesses, Bytes codes) {
    const HeldCodes of_guesses(guesses, "guesses", in_range("holes", holes, 1, 255)),
        of_codes(codes, "codes", holes);
    const std::size_t width = (holes + 1) * (holes + 1);
    std::vector<std::uint32_t> sizes(of_guesses.size() * width);
    released([&](Pulse& pulse) {
        const CodeTable table = of_codes.table();
        for (std::size_t at = 0; at < of_guesses.size(); ++at) {
            pulse.work(table.size() * 3);
            std::uint32_t* row = sizes.data() + at * width;
            table.score(of_guesses[at].data(), [&](std::size_t, unsigned black, unsigned common) {
                ++row[black * holes + common];
            });
        }
    });
    return array_of(sizes);
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
    m.def("population_blocks", &population_blocks, "holes"_a, "guesses"_a, "codes"_a);
}
