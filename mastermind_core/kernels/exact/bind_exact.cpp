// The Python face of the exact search; every argument is checked here.
#include "asked.hpp"
#include "certify.hpp"
#include "subgame.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace mmc::exact {
namespace {

Clock::time_point deadline_after(double seconds) {
    constexpr double kNever = 1e9;
    if (!(seconds >= 0 && seconds < kNever)) return Clock::time_point::max();
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

// Thresholds in the order of their table; those that are not given keep their defaults.
Tuning tuning_of(nb::handle object) {
    const Buffer buffer(object, "tuning");
    const auto given = buffer.as<uint32_t>("tuning");
    Tuning tuning;
    require(given.size() <= std::size(kTunings), "tuning: expected at most " + text(std::size(kTunings)) + " numbers");
    for (size_t i = 0; i < given.size(); ++i) {
        const TuningRow& row = kTunings[i];
        require(row.least <= given[i] && given[i] <= row.most,
                "tuning: expected " + text(row.least) + " to " + text(row.most) + " for " + row.name + ", got " + text(given[i]));
        tuning.*row.value = given[i];
    }
    return tuning;
}

const Hints& hints_of(nb::handle object, const Scores& scores) {
    const Hints& hints = nb::cast<const Hints&>(object);
    require(hints.words() == scores.n_guesses, "legal: expected " + text(scores.n_guesses) + " words, got " + text(hints.words()));
    require(hints.scores() == scores.n_scores, "legal: expected " + text(scores.n_scores) + " scores, got " + text(hints.scores()));
    return hints;
}

void new_hints(Hints* self, nb::handle letters, nb::handle marks, size_t length) {
    const Buffer letter_buffer(letters, "letters"), mark_buffer(marks, "marks");
    const auto words = letter_buffer.as<uint8_t>("letters"), scores = mark_buffer.as<uint8_t>("marks");
    require(length > 0 && length < 256 && words.size() % length == 0 && scores.size() % length == 0,
            "length: expected words and scores of " + text(length) + " letters each");
    for (const uint8_t mark : scores)
        require(mark <= Hints::kGreen, "marks: expected 0, 1 or 2, got " + text(mark));
    new (self) Hints(words, scores, length);
}

size_t exact_table_bytes(const Scores& scores, size_t n_candidates) {
    const bool there = scores.table || (scores.codes && scores.codes->mutual);
    return whole_bytes(scores.n_guesses, n_candidates, there && n_candidates == scores.n_secrets);
}

nb::tuple solve_exactly(const Scores& scores, nb::handle candidates, int objective, int pool, int64_t max_steps,
                        nb::handle weights, nb::list symmetries, size_t places, nb::handle words,
                        nb::handle guess_words, nb::object legal, uint64_t nodes, double seconds, size_t memory,
                        nb::handle asked, nb::handle first, int64_t max_cost, int64_t below, bool evenly, int64_t least_steps,
                        nb::handle prices, nb::handle tuning, size_t threads, nb::object report, nb::object known) {
    const auto deadline = deadline_after(seconds);
    const Buffer buffer(candidates, "candidates");
    const Ids ids = candidates_of(buffer, scores);
    require(objective >= 0 && objective <= 3, "objective: expected 0 to 3, got " + std::to_string(objective));
    require(pool >= 0 && pool <= 2, "pool: expected 0, 1 or 2, got " + std::to_string(pool));
    Problem problem = problem_of(scores, ids, weights, symmetries, places, words, guess_words);
    const Buffer asked_buffer(asked, "asked"), first_buffer(first, "first");
    const Ids history = ids_below(asked_buffer, "asked", scores.n_guesses);
    const Ids openings = ids_below(first_buffer, "first", scores.n_guesses);
    problem.prices = prices_of(prices, problem, ids.size());
    use_scores(scores, problem);
    std::optional<LentMemory::Loan> loan;
    if (!known.is_none()) {
        require(nb::isinstance<LentMemory>(known), "known: expected a memory or None");
        std::vector<uint64_t> paid = problem.weights;
        paid.insert(paid.end(), problem.stakes.begin(), problem.stakes.end());
        loan.emplace(nb::cast<LentMemory&>(known), scores, paid, pool);
    }
    problem.asked.assign(history.begin(), history.end());
    problem.first.assign(openings.begin(), openings.end());
    if (nb::isinstance<Hints>(legal)) problem.hints = &hints_of(legal, scores);
    Conversation python(std::move(report), std::move(legal), scores.n_guesses);
    problem.legal = [&](uint32_t guess, int score, std::vector<uint64_t>& mask) {
        return python.ask(guess, score, mask);
    };
    Options options;
    options.tuning = tuning_of(tuning);
    options.memory = loan ? loan->get() : nullptr;
    options.objective = static_cast<Objective>(objective);
    options.pool = static_cast<Pool>(pool);
    options.max_steps = static_cast<int>(std::clamp<int64_t>(max_steps, 0, kUnlimited));
    options.least_steps = static_cast<int>(std::clamp<int64_t>(least_steps, 1, kUnlimited));
    options.max_cost = std::clamp<Cost>(max_cost, 0, kImpossible);
    options.below = std::clamp<Cost>(below, 0, kImpossible);
    options.evenly = evenly;
    options.node_limit = nodes;
    options.deadline = deadline;
    options.table_bytes = memory;
    require(threads >= 1 && threads <= kMostThreads, "threads: expected 1 to " + text(kMostThreads) + ", got " + text(threads));
    options.threads = threads;
    const size_t levels = std::min(ids.size(), static_cast<size_t>(options.max_steps));
    options.stack_bytes = kStackBase + levels * kStackLevel;
    options.stop = &python.stop();
    options.progress = [&](const Progress& progress) { python.note(progress); };
    Result result;
    {
        nb::gil_scoped_release release;
        run_aside(levels, python, [&] { result = solve(problem, options); });
        python.note({result.total, result.lower_bound, 1, 1, result.nodes});
        python.hear();
        // Ctrl-C that comes when all is done stops whoever called.
        result.interrupted = result.interrupted || python.stop();
    }
    python.raise();
    const Tree& tree = result.tree;
    const auto wide = [](const auto& items) { return raw(std::vector<int32_t>(items.begin(), items.end())); };
    nb::object arrays = nb::none();
    if (result.feasible)
        arrays = nb::make_tuple(wide(tree.guess), wide(tree.edge_begin), wide(tree.edge_score), wide(tree.edge_child),
                                wide(tree.edge_size));
    nb::list left;
    for (const RootGuess& o : result.openings) left.append(nb::make_tuple(o.guess, o.cost, o.exact));
    return nb::make_tuple(arrays, result.feasible ? result.total : kImpossible, result.feasible ? result.worst : 0,
                          result.lower_bound, result.proven, result.nodes, left, result.interrupted);
}

// Lemmas on their way to Python, many at once, as flat arrays: every secret of every lemma in one, with where each
// lemma begins in another.
class LemmaBatch {
public:
    void add(const Lemma& lemma) {
        append(sets_, set_begin_, lemma.secrets);
        append(alike_, alike_begin_, lemma.alike);
        steps_.push_back(lemma.steps == kUnlimited ? -1 : lemma.steps);
        made_.push_back(static_cast<uint32_t>(lemma.made));
        least_.push_back(lemma.least);
        of_.push_back(lemma.of);
    }
    bool full() const { return steps_.size() >= 4096; }
    bool empty() const { return steps_.empty(); }

    nb::tuple take() {
        nb::tuple taken = nb::make_tuple(raw(sets_), raw(set_begin_), raw(steps_), raw(least_), raw(alike_),
                                         raw(alike_begin_), raw(of_), raw(made_));
        *this = {};
        return taken;
    }

private:
    static void append(std::vector<uint32_t>& to, std::vector<uint64_t>& begin, const std::vector<uint32_t>& from) {
        to.insert(to.end(), from.begin(), from.end());
        begin.push_back(to.size());
    }
    std::vector<uint32_t> sets_, alike_, made_;
    std::vector<uint64_t> set_begin_{0}, alike_begin_{0};
    std::vector<int32_t> steps_;
    std::vector<Cost> least_;
    std::vector<int64_t> of_;
};

// What is to be shown of all candidates, two numbers each: guesses, of which -1 is any number, and the total.
std::vector<Fact> facts_of(nb::handle object) {
    const Buffer buffer(object, "facts");
    const auto numbers = buffer.as<int64_t>("facts");
    require(numbers.size() % 2 == 0, "facts: expected two numbers each");
    std::vector<Fact> facts;
    for (size_t i = 0; i < numbers.size(); i += 2) {
        const int64_t steps = numbers[i] < 0 ? kUnlimited : std::min<int64_t>(numbers[i], kUnlimited);
        facts.push_back({static_cast<int>(steps), std::clamp<Cost>(numbers[i + 1], 0, kImpossible)});
    }
    return facts;
}

nb::tuple certify_exactly(const Scores& scores, nb::handle candidates, int objective, int pool, int64_t max_steps,
                          nb::handle weights, nb::list symmetries, size_t places, nb::handle words,
                          nb::handle guess_words, nb::handle facts, nb::handle prices, size_t memory, nb::object report,
                          nb::object lemmas) {
    const Buffer buffer(candidates, "candidates");
    const Ids ids = candidates_of(buffer, scores);
    require(objective >= 0 && objective <= 3, "objective: expected 0 to 3, got " + std::to_string(objective));
    require(pool == 0 || pool == 1, "pool: expected 0 or 1, got " + std::to_string(pool));
    Problem problem = problem_of(scores, ids, weights, symmetries, places, words, guess_words);
    const std::vector<Fact> shown = facts_of(facts);
    problem.prices = prices_of(prices, problem, ids.size());
    use_scores(scores, problem);
    Conversation python(std::move(report), nb::none(), scores.n_guesses);
    Options options;
    options.objective = static_cast<Objective>(objective);
    options.pool = static_cast<Pool>(pool);
    options.max_steps = static_cast<int>(std::clamp<int64_t>(max_steps, 0, kUnlimited));
    options.table_bytes = memory;
    options.stop = &python.stop();
    options.progress = [&](const Progress& progress) { python.note(progress); };
    Evidence evidence;
    LemmaBatch batch;
    const auto sink = [&](Lemma&& lemma) {
        batch.add(lemma);
        if (batch.full()) python.tell([&] { lemmas(*batch.take()); });
    };
    {
        nb::gil_scoped_release release;
        run_aside(ids.size(), python, [&] { evidence = certify(problem, options, shown, sink); });
        if (evidence.complete && !batch.empty()) python.tell([&] { lemmas(*batch.take()); });
    }
    python.raise();
    require(evidence.complete || python.stop(), "facts: expected what a search has proven");
    std::vector<uint32_t> guesses, secrets;
    for (const Symmetry& one : evidence.symmetries) {
        guesses.insert(guesses.end(), one.guess.begin(), one.guess.end());
        secrets.insert(secrets.end(), one.secret.begin(), one.secret.end());
    }
    return nb::make_tuple(evidence.complete && !python.stop(), raw(guesses), raw(secrets));
}

}  // namespace
}  // namespace mmc::exact

void bind_exact(nb::module_& m) {
    m.def("solve_exactly", &mmc::exact::solve_exactly, "scores"_a, "candidates"_a, "objective"_a, "pool"_a,
          "max_steps"_a, "weights"_a, "symmetries"_a, "places"_a, "words"_a, "guess_words"_a, "legal"_a.none(),
          "nodes"_a, "seconds"_a, "memory"_a, "asked"_a, "first"_a, "max_cost"_a, "below"_a, "evenly"_a, "least_steps"_a, "prices"_a, "tuning"_a, "threads"_a,
          "report"_a.none(), "known"_a.none() = nb::none());
    nb::class_<mmc::exact::SharedBytes>(m, "SharedBytes")
        .def(nb::init<int>(), "file"_a)
        .def_prop_ro("file", &mmc::exact::SharedBytes::file);
    nb::class_<mmc::exact::LentMemory>(m, "ExactMemory")
        .def(nb::init<nb::object, size_t, nb::list, size_t, nb::handle, nb::handle, std::shared_ptr<mmc::exact::SharedBytes>>(),
             "scores"_a, "most_bytes"_a, "symmetries"_a, "places"_a, "words"_a, "guess_words"_a, "shared"_a.none() = nb::none())
        .def("tell", &mmc::exact::LentMemory::tell)
        .def("hear", &mmc::exact::LentMemory::hear, "entries"_a, "told_from"_a);
    nb::class_<mmc::exact::Hints>(m, "WordHints")
        .def("__init__", &mmc::exact::new_hints, "letters"_a, "marks"_a, "length"_a);
    m.def("exact_table_bytes", &mmc::exact::exact_table_bytes, "scores"_a, "n_candidates"_a);
    m.def("certify_exactly", &mmc::exact::certify_exactly, "scores"_a, "candidates"_a, "objective"_a, "pool"_a,
          "max_steps"_a, "weights"_a, "symmetries"_a, "places"_a, "words"_a, "guess_words"_a, "facts"_a, "prices"_a,
          "memory"_a, "report"_a.none(), "lemmas"_a);
    m.attr("EXACT_MOST_SCORES") = mmc::exact::kMostScores;
    m.attr("EXACT_MOST_SECRETS") = mmc::exact::kMostSecrets;
    m.attr("EXACT_MOST_THREADS") = mmc::exact::kMostThreads;
    m.attr("EXACT_MOST_WEIGHT") = mmc::exact::kMostWeight;
}
