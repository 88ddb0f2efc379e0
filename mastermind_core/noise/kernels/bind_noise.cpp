// Python bindings of the values of guesses whose answers may be wrong, which check every argument.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "greedy/checks.hpp"
#include "greedy/scores.hpp"
#include "shared/border.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace mmc {
namespace {

double plogp(double p) { return p > 0 ? p * std::log2(p) : 0; }

// The channel of a guess: the probability that `heard` is heard where `score` is true.
struct Channel {
    const double*
        cells;  // a row for each score, or null for an error that is equally likely to be any other answer
    size_t width;
    double error;
    std::vector<uint8_t> possible;  // for each score, whether the guess may get it: 2 if it ends the game
    size_t others = 0;

    double operator()(size_t score, size_t heard) const {
        if (cells) return cells[score * width + heard];
        if (possible[score] == 2 || others < 2) return score == heard ? 1 : 0;
        return score == heard ? 1 - error : mistaken(heard);
    }
    // The probability that an answer is heard in the place of each other one.
    double mistaken(size_t heard) const {
        return possible[heard] == 1 && others > 1 ? error / static_cast<double>(others - 1) : 0;
    }

    // The entropy of the answers where `score` is true.
    double entropy(size_t score) const {
        double sum = 0;
        if (cells)
            for (size_t a = 0; a < width; ++a) sum -= plogp((*this)(score, a));
        else if (possible[score] == 1 && others > 1)
            sum = -plogp(1 - error) -
                  static_cast<double>(others - 1) * plogp(error / static_cast<double>(others - 1));
        return sum;
    }
};

// Adds up what the answers tell about the classes of the candidates: information, probability of error, or cut edges.
struct Told {
    explicit Told(size_t width) : heard(width), best(width), squares(width) {}

    double value(int measure) const {
        double total = 0;
        double result = measure == 0 ? -inside : 0;
        for (const double p : heard) total += p;
        for (size_t a = 0; a < heard.size(); ++a) {
            const double p = heard[a];
            if (measure == 0) result -= plogp(p);
            else result += measure == 1 ? best[a] : p * (p * p - squares[a]);
        }
        return measure == 1 ? total - result : measure == 0 ? result + plogp(total) : result;
    }

    std::vector<double> heard, best, squares;
    double inside = 0;  // the entropy of the answers within the classes
};

// Returns a value for each guess. The candidates of one class are neighbours, and `ends` has the end of each class; it is
// empty if each candidate is a class. Blocks of one class then suffice, each with its weight, maximum and sum of squares.
std::vector<double> noisy_values(const Scores& scores, Ints candidates, nb::object weights, Ints ends, double error,
                                 nb::object cells, Ints first, Ints widths, int measure) {
    const HeldIds held(candidates, "candidates", scores.n_secrets);
    const Ids ids = held;
    const Numbers<uint32_t> limits(ends, "ends");
    const Numbers<uint64_t> starts(first, "first"), wide(widths, "widths");
    const Buffer given(weights, "weights"), matrices(cells, "cells");
    const auto weight = given.as<double>("weights");
    const auto matrix = matrices.as<double>("cells");
    require(weight.size() == ids.size(), "weights: expected one for each candidate");
    require(std::ranges::is_sorted(*limits) && (limits->empty() || limits->back() == ids.size()),
            "ends: expected the ends of all classes");
    const bool uniform = starts->empty();
    require(scores.codes == nullptr, "scores: expected a table");
    require(uniform || (starts->size() == scores.n_guesses && wide->size() == scores.n_guesses),
            "first: expected one for each guess");
    std::vector<double> out(scores.n_guesses), sum(scores.final.size()), top(sum.size()), square(sum.size());
    std::vector<uint16_t> own(ids.size()), live;
    PythonPulse pulse{nb::none()};
    nb::gil_scoped_release release;
    for (uint32_t guess = 0; guess < scores.n_guesses; ++guess) {
        pulse.work(16 * (ids.size() + 1));
        Channel channel{nullptr, scores.n_scores, error, {}};
        if (uniform) {
            channel.possible.resize(sum.size());
            const auto mark = [&](auto ids_of_guess) {
                for (const auto id : ids_of_guess) channel.possible[id] = 1;
            };
            if (scores.table) mark(std::span(scores.table + size_t{guess} * scores.n_secrets, scores.n_secrets));
            else mark(std::span(scores.wide + size_t{guess} * scores.n_secrets, scores.n_secrets));
            for (size_t id = 0; id < sum.size(); ++id)
                if (channel.possible[id] && scores.final[id]) channel.possible[id] = 2;
            channel.others = static_cast<size_t>(std::ranges::count(channel.possible, uint8_t{1}));
        } else {
            channel.width = in_range("widths", (*wide)[guess], 1, std::max<size_t>(matrix.size(), 1));
            channel.cells = matrix.data() + in_range("first", (*starts)[guess], 0, matrix.size());
        }
        scores.answers(guess, ids, own.data());
        const size_t rows = size_t{ids.empty() ? uint16_t{0} : std::ranges::max(own)} + 1;
        const size_t left = uniform ? 0 : (matrix.size() - (*starts)[guess]) / channel.width;
        require(uniform || rows <= left, "cells: expected a row for each score");
        Told told(channel.width);
        const auto take = [&](size_t from, size_t to, bool together) {
            for (size_t i = from; i < to; ++i) {
                const uint16_t id = own[i];
                if (sum[id] == 0 && weight[i] > 0) live.push_back(id);
                sum[id] += weight[i];
                if (measure == 0) continue;
                top[id] = std::max(top[id], weight[i]);
                square[id] += weight[i] * weight[i];
            }
            double weighed = 0;
            double doubtful = 0;
            for (const uint16_t id : live) {
                weighed += sum[id];
                if (uniform && channel.possible[id] == 1) doubtful += sum[id];
                if (!together && measure == 0) told.inside += sum[id] * channel.entropy(id);
            }
            for (size_t a = 0; a < channel.width; ++a) {
                double joint = 0;
                if (uniform && !channel.possible[a]) continue;
                if (uniform) joint = channel(a, a) * sum[a] + channel.mistaken(a) * (doubtful - sum[a]);
                for (const uint16_t id : live) {
                    if (uniform && (together || measure == 0)) break;
                    const double k = channel(id, a);
                    if (!uniform) joint += k * sum[id];
                    if (together || measure == 0) continue;
                    told.best[a] = std::max(told.best[a], k * top[id]);
                    told.squares[a] += k * k * square[id];
                }
                told.heard[a] += joint;
                if (!together) continue;
                told.best[a] = std::max(told.best[a], joint);
                told.squares[a] += joint * joint;
                told.inside -= plogp(joint);
            }
            if (together) told.inside += plogp(weighed);
            for (const uint16_t id : live) sum[id] = top[id] = square[id] = 0;
            live.clear();
        };
        if (limits->empty()) take(0, ids.size(), false);
        else
            for (size_t at = 0; at < limits->size(); ++at) take(at ? (*limits)[at - 1] : 0, (*limits)[at], true);
        out[guess] = told.value(measure);
    }
    return out;
}

}  // namespace
}  // namespace mmc

void bind_noise(nb::module_& m) {
    using namespace mmc;
    m.def("noisy_values", &noisy_values, "scores"_a, "candidates"_a, "weights"_a, "ends"_a, "error"_a, "cells"_a,
          "first"_a, "widths"_a, "measure"_a);
}
