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
    m.def("best_guess", &best_guess, "scores"_a, "candidates"_a, "criterion"_a);
    m.def("ranked_guesses", &ranked_guesses, "scores"_a, "candidates"_a, "criterion"_a, "width"_a = nb::none());
    m.def("greedy_tree", &grow, "scores"_a, "candidates"_a, "criterion"_a, "opening"_a = none, nb::kw_only(),
          "symmetry"_a = none, "progress"_a = nb::none());
}
