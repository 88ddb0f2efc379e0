// Python bindings of the greedy kernels, which check every argument.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "checks.hpp"
#include "choosers.hpp"
#include "held_criterion.hpp"
#include "scores.hpp"
#include "tables.hpp"
#include "tree.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace mmc {
namespace {

void check_guess(const Scores& scores, size_t guess) {
    require(guess < scores.n_guesses,
            "guess: expected an id below " + text(scores.n_guesses) + ", got " + text(guess));
}

// Guesses, secrets and the ids of their scores, checked, with ownership of their buffers.
struct GivenCodes {
    GivenCodes(Bytes of_guesses, Bytes of_secrets, size_t holes, Bytes score_ids, size_t most_holes)
        : guesses(of_guesses, "guesses", in_range("holes", holes, 1, most_holes)),
          secrets(of_secrets, "secrets", holes),
          buffer(score_ids, "score_ids"),
          ids(buffer.as<uint8_t>("score_ids")) {
        require(ids.size() >= (holes + 1) * (holes + 1),
                "score_ids: expected " + text((holes + 1) * (holes + 1)) + " bytes, got " + text(ids.size()));
    }

    HeldCodes guesses, secrets;
    Buffer buffer;
    std::span<const uint8_t> ids;
};

// A tuple for Python. Scores are created and destroyed in Python, under its lock.
template <class Seen>
std::shared_ptr<void> seen(const auto& items) {
    nb::list out;
    for (const auto item : items) out.append(static_cast<Seen>(item));
    return std::make_shared<nb::tuple>(out);
}

MMC_PYTHON_TYPE(IntTuple, "tuple[int, ...]");
MMC_PYTHON_TYPE(BoolTuple, "tuple[bool, ...]");
MMC_PYTHON_TYPE(Row, "bytes | array.array[int]");
MMC_PYTHON_TYPE(Table, "bytes | memoryview");

template <class Tuple>
Tuple shown(const std::shared_ptr<void>& seen) {
    return nb::borrow<Tuple>(*static_cast<nb::tuple*>(seen.get()));
}

// Checks and stores the goals of secrets and the costs of guesses; both may be empty.
void take_goals_and_costs(Scores& scores, nb::handle goals, nb::handle costs) {
    const Numbers<uint32_t> g(goals, "goals");
    const Numbers<uint64_t> c(costs, "costs");
    const auto of_secrets = *g;
    const auto of_guesses = *c;
    require(
        of_secrets.empty() || of_secrets.size() == scores.n_secrets,
        "goals: expected one for each of " + text(scores.n_secrets) + " secrets, got " + text(of_secrets.size()));
    require(
        of_guesses.empty() || of_guesses.size() == scores.n_guesses,
        "costs: expected one for each of " + text(scores.n_guesses) + " guesses, got " + text(of_guesses.size()));
    for (const uint64_t cost : of_guesses)
        require(cost >= 1 && cost < uint64_t{1} << 40,
                "costs: expected numbers from 1 and under 2**40, got " + text(cost));
    scores.goals.assign(of_secrets.begin(), of_secrets.end());
    std::vector<uint32_t> sorted = scores.goals;
    std::ranges::sort(sorted);
    scores.shares_goals = std::ranges::adjacent_find(sorted) != sorted.end();
    scores.costs.assign(of_guesses.begin(), of_guesses.end());
    scores.goals_seen = seen<uint32_t>(of_secrets);
    scores.costs_seen = seen<uint64_t>(of_guesses);
}

Scores blank_scores(size_t n_guesses, size_t n_secrets, nb::handle final) {
    const Numbers<uint8_t> held(final, "final");
    const auto ends = *held;
    require(ends.size() <= kMostScoreIds,
            "final: expected at most " + text(kMostScoreIds) + " scores, got " + text(ends.size()));
    require(n_guesses < INT32_MAX && n_secrets < INT32_MAX, "table: more than 2**31 guesses or secrets");
    Scores scores;
    scores.kept = std::make_shared<KeptSymmetries>();
    scores.kept_order = std::make_shared<KeptOrder>();
    scores.n_guesses = n_guesses;
    scores.n_secrets = n_secrets;
    scores.n_scores = ends.size();
    // A table of bytes is shared: even if its owner changes it later, every byte is a valid id. Other tables are shared
    // only if they cannot change, and copied otherwise.
    scores.final.resize(std::max<size_t>(ends.size(), 256));
    for (size_t s = 0; s < ends.size(); ++s) scores.final[s] = ends[s] != 0;
    scores.final_seen = seen<bool>(ends);
    return scores;
}

Scores scores_from_table(nb::object table, size_t n_guesses, size_t n_secrets, Ints final, Ints goals, Ints costs) {
    Scores scores = blank_scores(n_guesses, n_secrets, final);
    take_goals_and_costs(scores, goals, costs);
    const auto buffer = std::make_shared<Buffer>(table, "table");
    require(buffer->size() == n_guesses * n_secrets,
            "table: expected " + text(n_guesses * n_secrets) + " scores, got " + text(buffer->size()));
    const auto check = [&](auto ids) {
        const size_t top = ids.empty() ? 0 : *std::max_element(ids.begin(), ids.end());
        require(ids.empty() || top < scores.n_scores,
                "table: expected score ids below " + text(scores.n_scores) + ", got " + text(top));
    };
    const auto keep = [&]<class Id>(std::vector<Id>&& ids) {
        auto kept = std::make_shared<std::vector<Id>>(std::move(ids));
        scores.owner = kept;
        return kept->data();
    };
    if (buffer->item_size() == 1 && scores.n_scores <= 256) {
        check(buffer->as<uint8_t>("table"));
        scores.table = buffer->as<uint8_t>("table").data();
        scores.owner = buffer;
        return scores;
    }
    if (buffer->item_size() == 2 && scores.n_scores > 256 && buffer->constant()) {
        check(buffer->as<uint16_t>("table"));
        scores.wide = buffer->as<uint16_t>("table").data();
        scores.owner = buffer;
        return scores;
    }
    std::vector<uint16_t> ids;
    ids.reserve(buffer->size());
    if (buffer->item_size() == 2) std::ranges::copy(buffer->as<uint16_t>("table"), std::back_inserter(ids));
    else std::ranges::copy(buffer->as<uint8_t>("table"), std::back_inserter(ids));
    check(std::span(ids));
    if (scores.n_scores > 256) scores.wide = keep(std::move(ids));
    else scores.table = keep(std::vector<uint8_t>(ids.begin(), ids.end()));
    return scores;
}

Scores scores_from_codes(Bytes guesses, Bytes secrets, size_t holes, Bytes score_ids, Ints final, Ints goals,
                         Ints costs) {
    const GivenCodes given(guesses, secrets, holes, score_ids, kMaxHoles);
    Scores scores = blank_scores(given.guesses.size(), given.secrets.size(), final);
    take_goals_and_costs(scores, goals, costs);
    scores.codes = std::make_unique<Codes>(given.guesses, given.secrets, holes, given.ids);
    for (const uint8_t value : scores.codes->values)
        require(
            scores.codes->id_of[value] < scores.n_scores,
            "score_ids: expected ids below " + text(scores.n_scores) + ", got " + text(scores.codes->id_of[value]));
    return scores;
}

// Calls fill(items, pulse) without Python's lock. New bytes may be written until other code has a reference to them.
template <class Id>
nb::bytes filled(size_t size, auto fill) {
    nb::bytes out =
        nb::steal<nb::bytes>(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size * sizeof(Id))));
    if (!out.is_valid()) throw nb::python_error();
    auto* items = reinterpret_cast<Id*>(PyBytes_AS_STRING(out.ptr()));
    released(or_listener(nb::none()), [&](Pulse& pulse) { fill(items, pulse); });
    return out;
}

nb::bytes code_table(Bytes guesses, Bytes secrets, size_t holes, Bytes score_ids) {
    const GivenCodes given(guesses, secrets, holes, score_ids, 255);
    return filled<uint8_t>(given.guesses.size() * given.secrets.size(), [&](uint8_t* to, Pulse& pulse) {
        fill_codes(given.guesses, given.secrets.table(), holes, given.ids, to, pulse);
    });
}

// Scores of up to five coloured letters take one byte, those of up to ten letters two. Nobody can change either.
Table word_table(Bytes guesses, Bytes secrets, size_t length, const std::string& kind) {
    require(kind == "colours" || kind == "common", "kind: expected colours or common, got '" + kind + "'");
    const bool common = kind == "common";
    const HeldCodes words(guesses, "guesses", in_range("length", length, 1, common ? 200 : 10)),
        others(secrets, "secrets", length);
    const size_t size = words.size() * others.size();
    if (!common && length > 5)
        return nb::borrow<Table>(nb::memoryview(filled<uint16_t>(size, [&](uint16_t* to, Pulse& pulse) {
                                     fill_colours(words, others.table(), length, to, pulse);
                                 })).attr("cast")("H"));
    const auto fill = common ? fill_common : fill_colours<uint8_t>;
    return nb::borrow<Table>(
        filled<uint8_t>(size, [&](uint8_t* to, Pulse& pulse) { fill(words, others.table(), length, to, pulse); }));
}

// Returns bytes, or an array if scores take two bytes.
Row row(const Scores& scores, size_t guess) {
    check_guess(scores, guess);
    if (scores.wide) {
        const uint16_t* ids = scores.wide + guess * scores.n_secrets;
        return nb::borrow<Row>(array_of(std::vector<uint16_t>(ids, ids + scores.n_secrets)));
    }
    std::vector<uint8_t> ids(scores.n_secrets);
    scores.row(static_cast<uint32_t>(guess), ids.data());
    return nb::borrow<Row>(raw(ids));
}

// Calls take(candidate, score) with the score of each candidate for a guess.
void each_answer(const Scores& scores, size_t guess, Ints candidates, auto take) {
    check_guess(scores, guess);
    const Candidates held(candidates, scores);
    const Ids ids = held;
    std::vector<uint16_t> own(ids.size());
    scores.answers(static_cast<uint32_t>(guess), ids, own.data());
    for (size_t i = 0; i < ids.size(); ++i) take(ids[i], own[i]);
}

std::vector<size_t> block_sizes(const Scores& scores, size_t guess, Ints candidates) {
    std::vector<size_t> sizes(scores.final.size());
    each_answer(scores, guess, candidates, [&](uint32_t, uint16_t score) { ++sizes[score]; });
    sizes.resize(scores.n_scores);
    return sizes;
}

// The distinct effects of all guesses: the candidates that a guess ends, its other blocks, all its blocks, and its cost.
using Effect = std::tuple<size_t, size_t, size_t, uint64_t>;

std::vector<Effect> guess_effects(const Scores& scores, Ints candidates) {
    const Candidates held(candidates, scores);
    const Ids ids = held;
    const std::set<Effect> met = released([&](Pulse& pulse) {
        std::set<Effect> effects;
        std::vector<uint16_t> own(ids.size());
        std::vector<uint32_t> last(scores.final.size());  // one above the last guess with each score
        for (uint32_t guess = 0; guess < scores.n_guesses; ++guess) {
            pulse.work(2 * ids.size());
            scores.answers(guess, ids, own.data());
            size_t ended = 0;
            size_t blocks = 0;
            size_t answers = 0;
            for (const uint16_t score : own) {
                const bool fresh = std::exchange(last[score], guess + 1) != guess + 1;
                answers += fresh;
                ended += scores.final[score];
                blocks += fresh && !scores.final[score];
            }
            effects.emplace(ended, blocks, answers, scores.costs.empty() ? 1 : scores.costs[guess]);
        }
        return effects;
    });
    return {met.begin(), met.end()};
}

std::vector<std::pair<uint16_t, IntArray>> split(const Scores& scores, size_t guess, Ints candidates) {
    std::map<uint16_t, std::vector<uint32_t>> blocks;
    each_answer(scores, guess, candidates,
                [&](uint32_t candidate, uint16_t score) { blocks[score].push_back(candidate); });
    std::vector<std::pair<uint16_t, IntArray>> out;
    for (const auto& [score, block] : blocks) out.emplace_back(score, array_of(block));
    return out;
}

IntArray filter_candidates(const Scores& scores, size_t guess, size_t score, Ints candidates) {
    std::vector<uint32_t> kept;
    each_answer(scores, guess, candidates, [&](uint32_t candidate, uint16_t own) {
        if (own == score) kept.push_back(candidate);
    });
    return array_of(kept);
}

// Returns the score ids of pairs of a guess and a secret.
IntArray pair_scores(const Scores& scores, Ints guesses, Ints secrets) {
    const HeldIds g(guesses, "guesses", scores.n_guesses), s(secrets, "secrets", scores.n_secrets);
    const Ids of_guesses = g;
    const Ids of_secrets = s;
    require(of_guesses.size() == of_secrets.size(), "secrets: expected " + text(of_guesses.size()) +
                                                        " ids, one for each guess, got " + text(of_secrets.size()));
    std::vector<uint16_t> ids(of_guesses.size());
    for (size_t i = 0; i < ids.size(); ++i) scores.answers(of_guesses[i], of_secrets.subspan(i, 1), &ids[i]);
    return array_of(ids);
}

int64_t best_guess(const Scores& scores, Ints candidates, PyCriterion criterion) {
    const HeldCriterion held(scores, candidates, criterion);
    const int64_t at = released([&](Pulse& pulse) {
        const auto source = make_source(scores, held.rule().order, held.ids(), false, pulse);
        const MaybeWinners no_winners;
        return Chooser(scores, *source, held.rule(), no_winners, pulse).choose(held.ids());
    });
    return at < 0 ? -1 : int64_t{held.rule().order[static_cast<size_t>(at)]};
}

IntArray ranked_guesses(const Scores& scores, Ints candidates, PyCriterion criterion, std::optional<size_t> width) {
    const HeldCriterion held(scores, candidates, criterion);
    return array_of(released([&](Pulse& pulse) {
        const auto source = make_source(scores, held.rule().order, held.ids(), false, pulse);
        return Ranker(scores, *source, held.rule(), width.value_or(held.rule().order.size()), pulse)
            .rank(held.ids());
    }));
}

PyFlatTree grow(const Scores& scores, Ints candidates, PyCriterion criterion, Ints opening, PySymmetries symmetry,
                Callback progress) {
    const HeldCriterion held(scores, candidates, criterion);
    const HeldIds openings(opening, "opening", scores.n_guesses);
    Group group = symmetries_of(scores, symmetry);
    const FlatTree tree = released(or_listener(progress), [&](Pulse& pulse) {
        return greedy_tree(scores, held.ids(), held.rule(), openings, std::move(group), pulse);
    });
    return flat_tree(tree.guesses, tree.first_edge, tree.edge_score, tree.edge_child, tree.edge_size, tree.stuck);
}

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

void bind_greedy(nb::module_& m) {
    using namespace mmc;
    nb::class_<Scores>(m, "Scores")
        .def_ro("n_guesses", &Scores::n_guesses)
        .def_ro("n_secrets", &Scores::n_secrets)
        .def_ro("n_scores", &Scores::n_scores)
        .def_ro("shares_goals", &Scores::shares_goals)
        .def_prop_ro("is_table", [](const Scores& scores) { return scores.codes == nullptr; })
        .def_prop_ro("ends_one",
                     [](const Scores& scores) { return scores.codes && scores.codes->end_one(scores.final); })
        .def_prop_ro("goals", [](const Scores& scores) { return shown<IntTuple>(scores.goals_seen); })
        .def_prop_ro("costs", [](const Scores& scores) { return shown<IntTuple>(scores.costs_seen); })
        .def_prop_ro("final", [](const Scores& scores) { return shown<BoolTuple>(scores.final_seen); });
    m.def("vectors", [] { return kVectorNames[static_cast<size_t>(vectors())]; });
    m.def(
        "limit_vectors",
        [](const char* most) {
            const auto found = std::ranges::find(kVectorNames, std::string_view(most));
            if (found == std::end(kVectorNames)) throw nb::value_error("most: expected baseline or avx2");
            limit_vectors(static_cast<Vectors>(found - std::begin(kVectorNames)));
        },
        "most"_a);
    const nb::tuple none = nb::make_tuple();
    nb::exception<Undecided>(m, "Undecided");  // a type of its own, unlike any error of a callback
    m.def("scores_from_table", &scores_from_table, "table"_a, "n_guesses"_a, "n_secrets"_a, "final"_a,
          "goals"_a = none, "costs"_a = none);
    m.def("scores_from_codes", &scores_from_codes, "guesses"_a, "secrets"_a, "holes"_a, "score_ids"_a, "final"_a,
          "goals"_a = none, "costs"_a = none);
    m.def("code_table", &code_table, "guesses"_a, "secrets"_a, "holes"_a, "score_ids"_a);
    m.def("word_table", &word_table, "guesses"_a, "secrets"_a, "length"_a, "kind"_a);
    m.def("row", &row, "scores"_a, "guess"_a);
    m.def("guess_effects", &guess_effects, "scores"_a, "candidates"_a);
    m.def("block_sizes", &block_sizes, "scores"_a, "guess"_a, "candidates"_a);
    m.def("split", &split, "scores"_a, "guess"_a, "candidates"_a);
    m.def("filter_candidates", &filter_candidates, "scores"_a, "guess"_a, "score"_a, "candidates"_a);
    m.def("pair_scores", &pair_scores, "scores"_a, "guesses"_a, "secrets"_a);
    m.def("noisy_values", &noisy_values, "scores"_a, "candidates"_a, "weights"_a, "ends"_a, "error"_a, "cells"_a,
          "first"_a, "widths"_a, "measure"_a);
    m.def("best_guess", &best_guess, "scores"_a, "candidates"_a, "criterion"_a);
    m.def("ranked_guesses", &ranked_guesses, "scores"_a, "candidates"_a, "criterion"_a, "width"_a = nb::none());
    m.def("greedy_tree", &grow, "scores"_a, "candidates"_a, "criterion"_a, "opening"_a = none, nb::kw_only(),
          "symmetry"_a = none, "progress"_a = nb::none());
}
