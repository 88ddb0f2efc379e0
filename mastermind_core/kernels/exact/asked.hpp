// The arguments of the exact search from Python, checked, and its callbacks.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "deep.hpp"
#include "memory.hpp"
#include "greedy/checks.hpp"
#include "greedy/kept_order.hpp"
#include "problem.hpp"

namespace mmc::exact {

MMC_PYTHON_TYPE(PySymmetries, "collections.abc.Sequence[mastermind_core.kernels.types.Symmetry]");
MMC_PYTHON_TYPE(PyWords, "tuple[bytes, bytes]");
MMC_PYTHON_TYPE(PyLegal, "collections.abc.Sequence[collections.abc.Sequence[int]]");
MMC_PYTHON_TYPE(PyInt, "int");

// What a search looks for, as Python's SearchQuestion says it. Numbers are checked when the problem is posed.
struct AskedQuestion {
    Ints candidates;
    std::string objective;
    int64_t pool;
    PyLegal legal;
    Ints first, weights, prices;
    PyInt max_steps, max_cost;
};

// What it may use, and when it may stop: Python's SearchLimits.
struct AskedLimits {
    PyInt nodes;
    double seconds;
    size_t memory;
    PyInt threads;
    Cost below;
    PyInt least_steps;
};

// What saves it work: Python's SearchHints.
struct AskedHints {
    PySymmetries symmetries, uniform_symmetries;
    Ints asked;
    PyWords words;
    bool evenly;
    Ints tuning;
};

// Callbacks to Python during a search. Ctrl-C ends the search, not the call; any other exception of a callback ends
// both.
class Conversation {
public:
    Conversation(nb::object report, nb::object legal, size_t n_guesses)
        : report_(std::move(report)),
          legal_(std::move(legal)),
          everything_((nb::int_(1) << nb::int_(n_guesses)) - nb::int_(1)),
          bytes_((n_guesses + 63) / 64 * 8) {}

    // Called by the thread of the search.
    void note(const Progress& progress) {
        const std::lock_guard lock(mutex_);
        last_ = progress;
    }

    // Called by the caller's thread, which receives signals.
    void hear() {
        Progress now;
        {
            const std::lock_guard lock(mutex_);
            now = last_;
        }
        nb::gil_scoped_acquire gil;
        guarded([&] {
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            if (!report_.is_none()) report_(now.best, now.lower_bound, now.done, now.total, now.nodes);
        });
    }

    bool ask(uint32_t guess, int score, std::vector<uint64_t>& mask) {
        nb::gil_scoped_acquire gil;
        return guarded([&] {
            const nb::object given = legal_[nb::int_(guess)][nb::int_(score)] & everything_;
            const Numbers<uint8_t> bits(given.attr("to_bytes")(bytes_, "little"), "legal");
            for (size_t i = 0; i < bytes_; ++i) mask[i / 8] |= uint64_t{(*bits)[i]} << i % 8 * 8;
        });
    }

    // Called by the thread of the search: runs an action in Python.
    template <class Action>
    bool tell(Action action) {
        nb::gil_scoped_acquire gil;
        return guarded(action);
    }

    const std::atomic<bool>& stop() const { return stop_; }

    void raise() const {
        if (error_) std::rethrow_exception(error_);
    }

private:
    template <class Action>
    bool guarded(Action action) {
        try {
            action();
            return true;
        } catch (const nb::python_error& error) {
            if (!error.matches(PyExc_KeyboardInterrupt)) keep_error();
        } catch (...) {
            keep_error();
        }
        stop_ = true;
        return false;
    }

    void keep_error() {
        const std::lock_guard lock(mutex_);
        error_ = std::current_exception();
    }

    nb::object report_, legal_, everything_;
    size_t bytes_;
    std::mutex mutex_;
    Progress last_{kImpossible, 0, 0, 1, 0};
    std::atomic<bool> stop_ = false;
    std::exception_ptr error_;
};

// Stack size: base, and per level of the recursion, which takes about 3 kB, or 10 kB with sanitizers. This is address
// space; memory is used only for the pages that are touched.
inline constexpr size_t kStackBase = size_t{1} << 20, kStackLevel = size_t{1} << 14;

template <class T>
std::vector<T> numbers_of(nb::handle given, const char* name) {
    return Numbers<T>(given, name).list();
}

inline std::vector<uint32_t> ids_of(nb::handle given, const char* name, size_t limit) {
    const HeldIds held(given, name, limit);
    return {(*held).begin(), (*held).end()};
}

// A limit; a negative or too large one means no limit.
template <class T>
T limit_of(nb::handle number, T none) {
    int64_t given = 0;
    if (!nb::try_cast(number, given) || given < 0) return none;
    return static_cast<T>(std::min(static_cast<uint64_t>(given), static_cast<uint64_t>(none)));
}

// Weights of secrets; their sum is limited so that no total overflows.
inline std::vector<uint64_t> weights_of(nb::handle given, size_t n_secrets) {
    const Numbers<uint64_t> weights(given, "weights");
    require(weights->size() == n_secrets || weights->empty(),
            "weights: expected " + text(n_secrets) + " numbers or none, got " + text(weights->size()));
    uint64_t sum = 0;
    for (const uint64_t weight : *weights)
        require(weight <= kMostWeight && (sum += weight) <= kMostWeight,
                "weights: expected a sum of at most 2**40");
    return weights.list();
}

// Checks that no path is so expensive that sums overflow.
inline void check_payments(const Problem& problem) {
    const size_t n = problem.candidates.size();
    uint64_t weight = problem.weights.empty() ? n : 0;
    uint64_t sum = 0;
    for (const uint64_t own : problem.weights) weight += own;
    const uint64_t most = static_cast<uint64_t>(kImpossible / 2) / std::max<uint64_t>(weight, 1);
    if (!problem.costs.empty()) {
        const uint64_t cost = std::ranges::max(problem.costs);
        require(cost <= most / n, "costs: expected at most " + text(most / n) + " each");
        sum = cost * n;
    }
    for (size_t k = 0; k < n && !problem.prices.empty(); ++k) {
        const uint64_t price = problem.prices[std::min(k, problem.prices.size() - 1)];
        require(price <= most && (sum += price) <= most,
                "prices: expected at most " + text(most) + " for all guesses of a path");
    }
}

// Codes are scored on demand.
inline void use_scores(const Scores& scores, Problem& problem) {
    problem.table = scores.table;
    problem.wide = scores.wide;
    const bool all = problem.candidates.size() == scores.n_secrets;
    if (auto kept = scores.table && !all ? scores.kept_order->whole(scores.n_guesses) : nullptr)
        problem.turned = [kept](uint32_t secret) { return kept->of(secret); };
    if (!scores.codes) return;
    problem.mutual = scores.codes->mutual;
    problem.row = [&scores, &problem, all](uint32_t guess, uint8_t* out) {
        if (all) scores.row(guess, out);
        else scores.answers(guess, problem.candidates, out);
    };
}

// The same for one of many searches: the candidates of a table are read from its transposed one, which is of all secrets
// once the searches have asked for half of them.
inline void turn_scores(const Scores& scores, Problem& problem) {
    if (!scores.table || problem.turned || problem.candidates.size() == scores.n_secrets) return;
    std::vector<uint32_t> order(scores.n_guesses);
    std::iota(order.begin(), order.end(), 0u);
    Pulse pulse;
    const auto kept = scores.kept_order->turned(scores, order, problem.candidates, pulse);
    problem.turned = [kept](uint32_t secret) { return kept->of(secret); };
}

inline std::vector<uint8_t> words_of(nb::handle given, const char* name, size_t places, size_t n) {
    const std::vector<uint8_t> letters = numbers_of<uint8_t>(given, name);
    require(letters.empty() || (places > 0 && letters.size() == n * places),
            std::string(name) + ": expected " + text(n) + " words of so many letters each, or none");
    return letters;
}

// Symmetries, and secrets and guesses as words if the game has any.
inline Problem names_of(const Scores& scores, const AskedHints& hints) {
    require(scores.n_scores <= kMostScores && scores.n_secrets <= kMostSecrets,
            "scores: expected at most " + text(kMostScores) + " of them, and " + text(kMostSecrets) + " secrets");
    Problem problem;
    problem.n_guesses = static_cast<uint32_t>(scores.n_guesses);
    problem.n_secrets = static_cast<uint32_t>(scores.n_secrets);
    problem.n_scores = static_cast<int>(scores.n_scores);
    for (const PySymmetries& given : {hints.symmetries, hints.uniform_symmetries})
        std::ranges::move(symmetries_of(scores, given), std::back_inserter(problem.symmetries));
    if (problem.many_scores()) {  // guesses number their scores, which symmetries and words exchange
        problem.symmetries.clear();
        return problem;
    }
    const nb::object secrets = hints.words[0], guesses = hints.words[1];
    problem.places = nb::len(secrets) / scores.n_secrets;
    problem.words = words_of(secrets, "secrets", problem.places, scores.n_secrets);
    problem.guess_words = words_of(guesses, "guesses", problem.places, scores.n_guesses);
    return problem;
}

// Thresholds in the order of their table; missing ones keep their defaults.
inline Tuning tuning_of(nb::handle thresholds) {
    const std::vector<uint32_t> given = numbers_of<uint32_t>(thresholds, "tuning");
    Tuning tuning;
    require(given.size() <= std::size(kTunings),
            "tuning: expected at most " + text(std::size(kTunings)) + " numbers");
    for (size_t i = 0; i < given.size(); ++i) {
        const TuningRow& row = kTunings[i];
        require(row.least <= given[i] && given[i] <= row.most, "tuning: expected " + text(row.least) + " to " +
                                                                   text(row.most) + " for " + row.name + ", got " +
                                                                   text(given[i]));
        tuning.*row.value = given[i];
    }
    return tuning;
}

// Adds the objective and the guesses. If no score is final and the goals end the game, every guess is a candidate.
inline void add_aims(const AskedQuestion& question, Problem& problem) {
    constexpr std::string_view kObjectives[] = {"worst", "mean", "worst-then-mean", "mean-then-worst"};
    const auto* objective = std::ranges::find(kObjectives, question.objective);
    require(objective != std::end(kObjectives),
            "objective: expected one of the exact search, got '" + question.objective + "'");
    problem.objective = static_cast<Objective>(objective - kObjectives);
    require(question.pool >= 0 && question.pool <= 2,
            "pool: expected 0, 1 or 2, got " + std::to_string(question.pool));
    problem.pool = static_cast<Pool>(question.pool);
    const bool ends = std::ranges::count(problem.final, 0) < problem.n_scores;
    if (problem.pool == Pool::candidates && !problem.goals.empty() && !ends) problem.pool = Pool::all;
    problem.max_steps =
        static_cast<int>(std::min(limit_of<size_t>(question.max_steps, kUnlimited), problem.candidates.size()));
    problem.max_cost = limit_of<Cost>(question.max_cost, kImpossible);
}

inline void add_limits(const AskedLimits& limits, Problem& problem) {
    problem.least_steps = std::max(limit_of<int>(limits.least_steps, kUnlimited), 1);
    problem.below = std::clamp<Cost>(limits.below, 0, kImpossible);
    problem.node_limit = limit_of<uint64_t>(limits.nodes, problem.node_limit);
    problem.table_bytes = limits.memory;
    problem.stack_bytes = kStackBase + problem.candidates.size() * kStackLevel;
    problem.threads = std::clamp<size_t>(limit_of<size_t>(limits.threads, kMostThreads), 1, kMostThreads);
}

// The problem of a task: its numbers, checked.
inline Problem problem_of(const Scores& scores, const AskedQuestion& question, const AskedLimits& limits,
                          const AskedHints& hints) {
    Problem problem = names_of(scores, hints);
    const Candidates ids(question.candidates, scores);
    problem.candidates.assign((*ids).begin(), (*ids).end());
    require(!problem.candidates.empty(), "candidates: expected at least one, got none");
    problem.final.assign(scores.final.begin(), scores.final.begin() + problem.n_scores);
    problem.weights = weights_of(question.weights, scores.n_secrets);
    problem.goals = scores.goals;
    problem.costs = scores.costs;
    problem.prices = numbers_of<uint64_t>(question.prices, "prices");
    check_payments(problem);
    problem.asked = ids_of(hints.asked, "asked", scores.n_guesses);
    problem.first = ids_of(question.first, "first", scores.n_guesses);
    problem.evenly = hints.evenly;
    problem.tuning = tuning_of(hints.tuning);
    use_scores(scores, problem);
    add_aims(question, problem);
    add_limits(limits, problem);
    return problem;
}

// A memory for Python. It keeps its scores alive, and is bound to the weights and pool of its first use.
class LentMemory {
public:
    LentMemory(nb::object scores, const AskedHints& hints, size_t bytes, std::shared_ptr<SharedBytes> shared)
        : scores_(std::move(scores)), memory_(bytes, std::move(shared)) {
        require(nb::isinstance<Scores>(scores_), "scores: expected scores of the native kernel");
        memory_.renaming = renaming_of(names_of(nb::cast<const Scores&>(scores_), hints));
    }

    // Results since the last call for sets that took `told_from` or longer, as bytes for other memories of the same
    // game.
    nb::bytes tell() {
        const std::lock_guard<std::mutex> held(memory_.telling);
        return raw(std::exchange(memory_.told, {}));
    }
    // Adds the results of other memories. From then on, collects results for sets that took this many microseconds.
    // Damaged entries are ignored.
    void hear(nb::handle entries, int64_t told_from) {
        const Buffer buffer(entries, "entries");
        const auto bytes = buffer.as<uint8_t>("entries");
        require(!taken_.exchange(true), "known: another search uses this memory");
        const auto n_guesses = static_cast<uint32_t>(nb::cast<const Scores&>(scores_).n_guesses);
        TranspositionTable::Words entry;
        for (size_t at = 0; at + sizeof entry <= bytes.size(); at += sizeof entry) {
            std::memcpy(&entry, bytes.data() + at, sizeof entry);
            memory_.solved.take(entry, n_guesses);
        }
        memory_.told_from.emplace(told_from);
        taken_ = false;
    }

    // Lends the memory to one search; rejects others meanwhile.
    std::shared_ptr<Memory> lend(const Scores& scores, const Problem& problem, Pool pool) {
        const Paid paid{pool, problem.weights};
        require(nb::cast<const Scores*>(scores_) == &scores, "known: expected a memory of the same scores");
        require(!taken_.exchange(true), "known: another search uses this memory");
        std::shared_ptr<Memory> lent(&memory_, [this](Memory*) { taken_ = false; });
        if (!paid_) paid_ = paid;
        require(paid_ == paid, "known: expected a memory of the same weights and pool");
        return lent;
    }

private:
    nb::object scores_;
    Memory memory_;
    std::atomic<bool> taken_ = false;
    using Paid = std::pair<Pool, std::vector<uint64_t>>;
    std::optional<Paid> paid_;
};

}  // namespace mmc::exact
