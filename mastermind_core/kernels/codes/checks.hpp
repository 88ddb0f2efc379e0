// Games, codes and histories as they come from Python.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <vector>

#include "shared/border.hpp"
#include "code_game.hpp"

namespace mmc::codes {

namespace nb = nanobind;

inline CodeGame game_of(std::size_t colours, std::size_t holes, bool distinct_secrets, bool distinct_guesses) {
    require(holes >= 1 && holes <= max_holes, "holes: expected 1 to 16, got " + std::to_string(holes));
    require(colours >= 1 && colours <= max_colours, "colours: expected 1 to 255, got " + std::to_string(colours));
    require(!(distinct_secrets || distinct_guesses) || colours >= holes,
            "colours: expected at least as many as holes, got " + std::to_string(colours));
    return {static_cast<int>(holes), static_cast<int>(colours), distinct_secrets, distinct_guesses};
}

inline Code code_of(const CodeGame& game, const char* name, std::span<const std::uint8_t> bytes) {
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

inline std::vector<Code> codes_of(const CodeGame& game, const char* name, std::span<const std::uint8_t> bytes) {
    const auto holes = static_cast<std::size_t>(game.holes);
    require(bytes.size() % holes == 0,
            std::string(name) + ": expected codes of " + std::to_string(holes) + " bytes, got " + std::to_string(bytes.size()) + " bytes");
    std::vector<Code> codes;
    codes.reserve(bytes.size() / holes);
    for (std::size_t at = 0; at < bytes.size(); at += holes) codes.push_back(code_of(game, name, bytes.subspan(at, holes)));
    return codes;
}

// Turns of any numbers: (guess, black, white).
inline std::vector<Answer> answers_of(const CodeGame& game, nb::handle history) {
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
inline History history_of(const CodeGame& game, nb::handle history) {
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

// The numbers of a vector as bytes.
template <class T>
nb::bytes raw(const std::vector<T>& items) {
    return nb::bytes(items.data(), items.size() * sizeof(T));
}

}  // namespace mmc::codes
