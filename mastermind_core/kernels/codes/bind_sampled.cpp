// The Python face of the sampled-information strategy; every argument is checked here.
#include "checks.hpp"
#include "sampled.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace mmc::codes {
namespace {

constexpr std::size_t kMost = 1'000'000;

std::size_t bounded(const char* name, std::size_t value, std::size_t least) {
    require(value >= least && value <= kMost, std::string(name) + ": expected " + std::to_string(least) + " to " +
                                                  std::to_string(kMost) + ", got " + std::to_string(value));
    return value;
}

ValueCurve curve_of(int at_four, int per_bit) {
    require(at_four >= 1500 && at_four <= 4000, "at_four: expected 1500 to 4000, got " + std::to_string(at_four));
    require(per_bit >= 1 && per_bit <= 1000, "per_bit: expected 1 to 1000, got " + std::to_string(per_bit));
    SampledOptions options;
    options.at_four_thousandths = at_four;
    options.per_bit_thousandths = per_bit;
    return Sampled::curve(options);
}

nb::bytes sampled_opening(std::size_t colours, std::size_t holes, bool secret_repeats, bool guess_repeats,
                          int at_four, int per_bit) {
    const CodeGame game = game_of(colours, holes, !secret_repeats, !guess_repeats);
    const ValueCurve curve = curve_of(at_four, per_bit);
    PythonPulse pulse{nb::none()};
    std::vector<Code> guess(1);
    {
        nb::gil_scoped_release release;
        guess[0] = best_opening(game, curve, pulse);
    }
    return bytes_of(game, guess);
}

// A guess and how many codes were scored for it: no guess where no code fits, None without room to count them.
nb::object sampled_guess(std::size_t colours, std::size_t holes, bool secret_repeats, bool guess_repeats,
                         nb::handle history, std::uint64_t seed, std::size_t sample, std::size_t inside,
                         std::size_t outside, std::size_t climbs, std::size_t small, std::size_t small_outside,
                         std::size_t small_pool, std::size_t root_width, std::size_t width, std::size_t deep,
                         std::size_t exact,
                         int at_four, int per_bit) {
    const CodeGame game = game_of(colours, holes, !secret_repeats, !guess_repeats);
    const History turns = history_of(game, history);
    curve_of(at_four, per_bit);
    const SampledOptions options{
        bounded("sample", sample, 3), bounded("inside", inside, 1), bounded("outside", outside, 0),
        static_cast<int>(bounded("climbs", climbs, 0)), bounded("small", small, 2),
        bounded("small_outside", small_outside, 0), bounded("small_pool", small_pool, 0), bounded("exact", exact, 0), at_four, per_bit,
        {static_cast<int>(bounded("root_width", root_width, 1)), static_cast<int>(bounded("width", width, 1)),
         static_cast<int>(bounded("deep", deep, 2))}};
    require(small <= sample, "small: expected at most the sample, got " + std::to_string(small));
    PythonPulse pulse{nb::none()};
    Sampled strategy(game, seed, options, pulse);
    std::vector<Code> guess(1);
    bool fits = false;
    try {
        nb::gil_scoped_release release;
        fits = strategy.next(turns, guess[0]);
    } catch (const std::length_error&) {
        return nb::none();
    } catch (const std::overflow_error&) {
        return nb::none();
    }
    if (!fits) guess.clear();
    return nb::make_tuple(bytes_of(game, guess), strategy.evaluations());
}

// The best guess of a pool for its first codes, and its total; None where that takes over so many nodes.
nb::object sampled_finish(std::size_t holes, nb::handle pool, std::size_t candidates, std::uint64_t nodes) {
    const CodeGame game = game_of(max_colours, holes, false, false);
    const Buffer buffer(pool, "pool");
    const std::vector<Code> codes = codes_of(game, "pool", buffer.as<std::uint8_t>("pool"));
    require(candidates >= 1 && candidates <= std::min<std::size_t>(codes.size(), exact::kMostSecrets),
            "candidates: expected 1 to the codes of the pool, got " + std::to_string(candidates));
    PythonPulse pulse{nb::none()};
    std::optional<Finish> found;
    {
        nb::gil_scoped_release release;
        found = finish(game, codes, candidates, nodes, pulse);
    }
    if (!found) return nb::none();
    return nb::make_tuple(found->guess, found->total);
}

}  // namespace
}  // namespace mmc::codes

void bind_sampled(nb::module_& m) {
    using namespace mmc::codes;
    m.def("sampled_opening", &sampled_opening, "colours"_a, "holes"_a, "secret_repeats"_a, "guess_repeats"_a,
          "at_four"_a, "per_bit"_a);
    m.def("sampled_guess", &sampled_guess, "colours"_a, "holes"_a, "secret_repeats"_a, "guess_repeats"_a,
          "history"_a, "seed"_a, "sample"_a, "inside"_a, "outside"_a, "climbs"_a, "small"_a, "small_outside"_a,
          "small_pool"_a, "root_width"_a, "width"_a, "deep"_a, "exact"_a, "at_four"_a, "per_bit"_a);
    m.def("sampled_finish", &sampled_finish, "holes"_a, "pool"_a, "candidates"_a, "nodes"_a);
}
