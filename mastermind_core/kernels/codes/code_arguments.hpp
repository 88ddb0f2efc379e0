// Checked arguments about codes: games, codes and histories; and codes as results.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "code_game.hpp"
#include "shared/border.hpp"

namespace mmc::codes {

using Span = std::span<const std::uint8_t>;

MMC_PYTHON_TYPE(PyHistory, "collections.abc.Sequence[tuple[bytes, int, int]]");

// Colours, holes, and whether colours may be repeated in secrets and in guesses.
using Shape = std::tuple<std::size_t, std::size_t, bool, bool>;

inline CodeGame game_of(const Shape& shape, std::size_t most_holes = max_holes) {
    const auto [colours, holes, secret_repeats, guess_repeats] = shape;
    in_range("holes", holes, 1, most_holes);
    in_range("colours", colours, 1, max_colours);
    require((secret_repeats && guess_repeats) || colours >= holes,
            "colours: expected at least as many as holes, got " + text(colours));
    return {static_cast<int>(holes), static_cast<int>(colours), !secret_repeats, !guess_repeats};
}

inline Code code_of(const CodeGame& game, const char* name, Span bytes) {
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

inline std::vector<Answer> answers_of(std::size_t holes, PyHistory history) {
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
inline History history_of(const CodeGame& game, PyHistory history) {
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

inline nb::bytes bytes_of(const CodeGame& game, const std::vector<Code>& codes) {
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

}  // namespace mmc::codes
