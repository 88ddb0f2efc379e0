// Python bindings of the exact search; every argument is checked here.
#include "asked.hpp"
#include "certify.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace mmc::exact {
namespace {

Clock::time_point deadline_after(double seconds) {
    constexpr double kNever = 1e9;
    if (!(seconds >= 0 && seconds < kNever)) return Clock::time_point::max();
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

// The packed hints of a word game, none for other games.
std::optional<Hints> hints_of(nb::handle legal, const Scores& scores) {
    const nb::object packed = nb::getattr(legal, "packed_hints", nb::none());
    if (packed.is_none()) return std::nullopt;
    const Numbers<uint8_t> letters(packed[0], "letters"), marks(packed[1], "marks");
    const auto length = nb::cast<size_t>(packed[2]);
    require(length > 0 && length < 256 && letters->size() % length == 0 && marks->size() % length == 0,
            "length: expected words and scores of " + text(length) + " letters each");
    for (const uint8_t mark : *marks)
        require(mark <= Hints::kGreen, "marks: expected 0, 1 or 2, got " + text(mark));
    const Hints hints(letters, marks, length);
    require(hints.words() == scores.n_guesses,
            "legal: expected " + text(scores.n_guesses) + " words, got " + text(hints.words()));
    require(hints.scores() == scores.n_scores,
            "legal: expected " + text(scores.n_scores) + " scores, got " + text(hints.scores()));
    return hints;
}

// Bytes of a table of candidates: scores by secret, and by guess if that table does not exist yet.
size_t exact_table_bytes(const Scores& scores, size_t n_candidates) {
    const bool there = scores.table || scores.wide || (scores.codes && scores.codes->mutual);
    const size_t columns = there && n_candidates == scores.n_secrets ? 0 : scores.n_guesses;
    const bool many = scores.n_scores > kMostNumbers;  // perhaps in two bytes first, then in one
    return (stride_of(scores.n_guesses) + columns + (many ? columns + scores.n_guesses : 0)) * n_candidates;
}

// The bytes of a writable buffer from an offset on; the buffer is held as long.
std::shared_ptr<SharedBytes> shared_bytes_of(nb::handle object, size_t begin) {
    const auto release = [](Py_buffer* view) {
        PyBuffer_Release(view);
        delete view;
    };
    const std::shared_ptr<Py_buffer> view(new Py_buffer{}, release);
    if (PyObject_GetBuffer(object.ptr(), view.get(), PyBUF_WRITABLE) != 0) throw nb::python_error();
    const auto size = static_cast<size_t>(view->len);
    require(begin <= size, "begin: expected at most " + text(size) + ", got " + text(begin));
    return std::make_shared<SharedBytes>(static_cast<std::byte*>(view->buf) + begin, size - begin, view);
}

// In the order of the fields of Found.
using Solved = std::tuple<std::optional<PyFlatTree>, Cost, Cost, Cost, bool, uint64_t,
                          std::vector<std::tuple<uint32_t, Cost, bool>>, bool>;

Solved solve_exactly(const Scores& scores, const AskedQuestion& question, const AskedLimits& limits,
                     const AskedHints& hints, Callback report, LentMemory* known) {
    const auto deadline = deadline_after(limits.seconds);
    Problem problem = problem_of(scores, question, limits, hints);
    const std::shared_ptr<Memory> lent = known ? known->lend(scores, problem, problem.pool) : nullptr;
    problem.memory = lent.get();
    if (lent) turn_scores(scores, problem);
    std::optional<Hints> packed;
    if (problem.pool == Pool::legal) packed = hints_of(question.legal, scores);
    if (packed) problem.hints = &*packed;
    Conversation python(std::move(report), question.legal, scores.n_guesses);
    problem.legal = [&](uint32_t guess, int score, std::vector<uint64_t>& mask) {
        return python.ask(guess, score, mask);
    };
    problem.deadline = deadline;
    problem.stop = &python.stop();
    problem.progress = [&](const Progress& progress) { python.note(progress); };
    Result result;
    Cost total;
    {
        nb::gil_scoped_release release;
        run_deep(problem.stack_bytes, [&] { result = solve(problem); }, [&] { python.hear(); });
        total = result.tree ? result.tree->total : kImpossible;
        python.note({total, result.lower_bound, 1, 1, result.nodes});
        python.hear();
        // Ctrl-C after the end of the search stops the caller.
        result.interrupted = result.interrupted || python.stop();
    }
    python.raise();
    std::optional<PyFlatTree> flat;
    if (const auto& tree = result.tree)
        flat = flat_tree(tree->guess, tree->edge_begin, tree->edge_score, tree->edge_child, tree->edge_size, -1);
    std::vector<std::tuple<uint32_t, Cost, bool>> left;
    for (const RootGuess& o : result.openings) left.emplace_back(o.guess, o.cost, o.exact);
    return {flat,
            total,
            result.tree ? result.tree->worst : 0,
            result.lower_bound,
            result.proven,
            result.nodes,
            left,
            result.interrupted};
}

// Lemmas as Python objects.
nb::list list_of(const std::vector<Lemma>& lemmas) {
    const nb::module_ task = nb::module_::import_("mastermind_core.kernels.exact.task");
    const nb::object lemma_of = task.attr("Lemma");
    const nb::object image_of = task.attr("Image");
    nb::list all;
    for (const Lemma& own : lemmas) {
        const nb::tuple alike(nb::cast(own.alike));
        if (own.of >= 0) all.append(image_of(own.of, alike));
        else
            all.append(lemma_of(array_of(own.secrets), own.steps == kUnlimited ? -1 : own.steps, own.least, alike,
                                "made"_a = own.made));
    }
    return all;
}

// The facts to prove about all candidates: a number of guesses, -1 for any, and a total. In the order of the fields of
// Python's Fact; there are no costs of paths here.
using PyFacts = std::vector<std::tuple<PyInt, Cost, PyInt>>;
std::vector<Fact> facts_of(const PyFacts& given) {
    std::vector<Fact> facts;
    for (const auto& [steps, least, _] : given)
        facts.push_back({limit_of<int>(steps, kUnlimited), std::clamp<Cost>(least, 0, kImpossible)});
    return facts;
}

std::tuple<bool, std::vector<std::tuple<IntArray, IntArray>>, std::vector<int64_t>> certify_exactly(
    const Scores& scores, const AskedQuestion& question, const AskedLimits& limits, const AskedHints& hints,
    const PyFacts& facts, Callback report, Callback lemmas) {
    constexpr size_t kTogether = 4096;
    Problem problem = problem_of(scores, question, limits, hints);
    require(problem.pool != Pool::legal, "pool: expected 0 or 1, got 2");
    const std::vector<Fact> shown = facts_of(facts);
    Conversation python(std::move(report), nb::none(), scores.n_guesses);
    problem.stop = &python.stop();
    problem.progress = [&](const Progress& progress) { python.note(progress); };
    Evidence evidence;
    std::vector<Lemma> made;
    const auto tell = [&] { python.tell([&] { lemmas(list_of(std::exchange(made, {}))); }); };
    const auto sink = [&](Lemma&& lemma) {
        made.push_back(std::move(lemma));
        if (made.size() >= kTogether) tell();
    };
    {
        nb::gil_scoped_release release;
        run_deep(problem.stack_bytes, [&] { evidence = certify(problem, shown, sink); }, [&] { python.hear(); });
        if (evidence.complete && !made.empty()) tell();
    }
    python.raise();
    require(evidence.complete || python.stop(), "facts: expected facts that a search has proven");
    std::vector<std::tuple<IntArray, IntArray>> symmetries;
    for (const Symmetry& one : evidence.symmetries)
        symmetries.emplace_back(array_of(one.guesses), array_of(one.secrets));
    return {evidence.complete && !python.stop(), symmetries, evidence.last_uses};
}

}  // namespace
}  // namespace mmc::exact

void bind_exact(nb::module_& m) {
    using namespace mmc::exact;
    using mmc::Ints;
    nb::class_<AskedQuestion>(m, "AskedQuestion")
        .def(nb::init<Ints, std::string, int64_t, PyLegal, Ints, Ints, Ints, PyInt, PyInt>(), "candidates"_a,
             "objective"_a, "pool"_a, "legal"_a, "first"_a, "weights"_a, "prices"_a, "max_steps"_a, "max_cost"_a);
    nb::class_<AskedLimits>(m, "AskedLimits")
        .def(nb::init<PyInt, double, size_t, PyInt, Cost, PyInt>(), "nodes"_a, "seconds"_a, "memory"_a,
             "threads"_a, "below"_a, "least_steps"_a);
    nb::class_<AskedHints>(m, "AskedHints")
        .def(nb::init<PySymmetries, PySymmetries, Ints, PyWords, bool, Ints>(), "symmetries"_a,
             "uniform_symmetries"_a, "asked"_a, "words"_a, "evenly"_a, "tuning"_a);
    m.def("solve_exactly", &solve_exactly, "scores"_a, "question"_a, "limits"_a, "hints"_a, "report"_a,
          "known"_a.none() = nb::none());
    nb::class_<SharedBytes>(m, "SharedBytes")
        .def(nb::init<int, size_t, size_t>(), "file"_a, "begin"_a, "size"_a)
        .def_static("of", &shared_bytes_of, "buffer"_a, "begin"_a);
    nb::class_<LentMemory>(m, "ExactMemory")
        .def(nb::init<nb::object, const AskedHints&, size_t, std::shared_ptr<SharedBytes>>(), "scores"_a, "hints"_a,
             "most_bytes"_a, "shared"_a.none() = nb::none())
        .def("tell", &LentMemory::tell)
        .def("hear", &LentMemory::hear, "entries"_a, "told_from"_a);
    m.def("exact_table_bytes", &exact_table_bytes, "scores"_a, "n_candidates"_a);
    m.def("certify_exactly", &certify_exactly, "scores"_a, "question"_a, "limits"_a, "hints"_a, "facts"_a,
          "report"_a.none(), "lemmas"_a);
    m.attr("EXACT_MOST_SCORES") = kMostScores;
    m.attr("EXACT_MOST_SECRETS") = kMostSecrets;
    m.attr("EXACT_MOST_WEIGHT") = kMostWeight;
}
