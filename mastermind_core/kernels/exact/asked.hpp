// What Python asks of the exact search, checked, and what is said while it goes on.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include <nanobind/stl/shared_ptr.h>

#include "deep.hpp"
#include "memory.hpp"
#include "greedy/checks.hpp"
#include "greedy/kept_order.hpp"
#include "problem.hpp"

namespace mmc::exact {

// What Python hears and says during a search. Ctrl-C ends the search, not the call; any other error of a
// callback ends both.
class Conversation {
public:
    Conversation(nb::object report, nb::object legal, size_t n_guesses)
        : report_(std::move(report)), legal_(std::move(legal)), words_((n_guesses + 63) / 64) {}

    // From the thread of the search.
    void note(const Progress& progress) {
        const std::lock_guard lock(mutex_);
        last_ = progress;
    }

    // From the caller's thread, which is where signals arrive.
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
            const nb::object given = legal_(guess, score);
            const Buffer buffer(given, "legal");
            const auto bits = buffer.as<uint8_t>("legal");
            require(bits.size() == words_ * 8,
                    "legal: expected " + text(words_ * 8) + " bytes, got " + text(bits.size()));
            for (size_t i = 0; i < bits.size(); ++i) mask[i / 8] |= uint64_t{bits[i]} << i % 8 * 8;
        });
    }

    // From the thread of the search: lets Python take something.
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

    nb::object report_, legal_;
    size_t words_;
    std::mutex mutex_;
    Progress last_{kImpossible, 0, 0, 1, 0};
    std::atomic<bool> stop_ = false;
    std::exception_ptr error_;
};

// Of stack: in all, and for a level of the recursion, which takes about 3 kB, or with sanitizers 10. It is
// address space, and memory only where it is reached.
inline constexpr size_t kStackBase = size_t{1} << 20, kStackLevel = size_t{1} << 14;

inline std::vector<uint64_t> weights_of(nb::handle object, size_t n_secrets) {
    const Buffer buffer(object, "weights");
    const auto weights = buffer.as<uint64_t>("weights");
    require(weights.size() % n_secrets == 0, "weights: expected " + text(n_secrets) +
                                                 " numbers, once or for each guess of a path, or none, got " + text(weights.size()));
    uint64_t sum = 0;
    for (size_t i = 0; i < weights.size(); ++i) {
        if (i % n_secrets == 0) sum = 0;
        require(weights[i] <= kMostWeight && (sum += weights[i]) <= kMostWeight, "weights: expected a sum of at most 2**40");
    }
    return {weights.begin(), weights.end()};
}

inline uint64_t weight_of(const Problem& problem, size_t n_candidates) {
    uint64_t weight = problem.weights.empty() ? n_candidates : 0;
    for (const uint64_t own : problem.weights) weight += own;
    return weight;
}

// No path costs so much that sums run over.
inline void check_costs(const Problem& problem, size_t n_candidates) {
    if (problem.costs.empty()) return;
    const uint64_t weight = weight_of(problem, n_candidates);
    const uint64_t most = static_cast<uint64_t>(kImpossible / 2) / std::max<uint64_t>(weight * n_candidates, 1);
    require(std::ranges::max(problem.costs) <= most, "costs: expected at most " + text(most) + " each");
}

// Of the guesses of a path, in turn; no path costs so much that sums run over.
inline std::vector<uint64_t> prices_of(nb::handle object, const Problem& problem, size_t n_candidates) {
    const Buffer buffer(object, "prices");
    const auto prices = buffer.as<uint64_t>("prices");
    require(prices.empty() || problem.stakes.empty(), "prices: expected none where each guess has weights of its own");
    const uint64_t weight = weight_of(problem, n_candidates);
    const uint64_t most = static_cast<uint64_t>(kImpossible / 2) / std::max<uint64_t>(weight, 1);
    uint64_t sum = problem.costs.empty() ? 0 : std::ranges::max(problem.costs) * n_candidates;
    for (size_t k = 0; k < n_candidates && !prices.empty(); ++k) {
        const uint64_t price = prices[std::min(k, prices.size() - 1)];
        require(price <= most && (sum += price) <= most, "prices: expected at most " + text(most) + " for all guesses of a path");
    }
    return {prices.begin(), prices.end()};
}

// Codes are scored where they are asked for.
inline void use_scores(const Scores& scores, Problem& problem) {
    problem.table = scores.table;
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

inline std::vector<uint8_t> words_of(nb::handle words, const char* name, size_t places, size_t n) {
    const Buffer buffer(words, name);
    const auto letters = buffer.as<uint8_t>(name);
    require(letters.empty() || (places > 0 && letters.size() / places == n && letters.size() % places == 0),
            std::string(name) + ": expected " + text(n) + " words of so many letters each, or none");
    return {letters.begin(), letters.end()};
}

// Symmetries, and secrets and guesses as words where they are that.
inline void use_names(const Scores& scores, const nb::list& symmetries, size_t places, nb::handle words,
                      nb::handle guess_words, Problem& problem) {
    problem.n_guesses = static_cast<uint32_t>(scores.n_guesses);
    problem.n_secrets = static_cast<uint32_t>(scores.n_secrets);
    problem.n_scores = static_cast<int>(scores.n_scores);
    for (const nb::handle one : symmetries) {
        mmc::Symmetry moved = symmetry_of(scores, one);
        problem.symmetries.push_back({std::move(moved.guesses), std::move(moved.secrets),
                                      {moved.scores.begin(), moved.scores.begin() + problem.n_scores}});
    }
    problem.words = words_of(words, "words", places, scores.n_secrets);
    problem.guess_words = words_of(guess_words, "guess_words", places, scores.n_guesses);
    problem.places = problem.words.empty() ? 0 : places;
}

inline Problem problem_of(const Scores& scores, Ids ids, nb::handle weights, const nb::list& symmetries,
                          size_t places, nb::handle words, nb::handle guess_words) {
    require(!ids.empty(), "candidates: expected at least one, got none");
    require(scores.n_scores <= kMostScores, "final: expected at most " + text(kMostScores) + " scores");
    require(scores.n_secrets <= kMostSecrets, "scores: expected at most " + text(kMostSecrets) + " secrets");
    Problem problem;
    use_names(scores, symmetries, places, words, guess_words, problem);
    problem.final.assign(scores.final.begin(), scores.final.begin() + problem.n_scores);
    problem.weights = weights_of(weights, scores.n_secrets);
    if (problem.weights.size() > scores.n_secrets) problem.stakes.swap(problem.weights);
    problem.goals = scores.goals;
    problem.costs = scores.costs;
    check_costs(problem, ids.size());
    problem.candidates.assign(ids.begin(), ids.end());
    return problem;
}

// A memory for Python: of the scores that it keeps alive, and of the first weights and pool that it is used with.
class LentMemory {
public:
    LentMemory(nb::object scores, size_t bytes, const nb::list& symmetries, size_t places, nb::handle words,
               nb::handle guess_words, std::shared_ptr<SharedBytes> shared)
        : scores_(std::move(scores)), memory_(shared ? Memory(std::move(shared), bytes) : Memory(bytes)) {
        require(nb::isinstance<Scores>(scores_), "scores: expected scores of the native kernel");
        const Scores& own = nb::cast<const Scores&>(scores_);
        require(own.n_scores <= kMostScores && own.n_secrets <= kMostSecrets,
                "scores: expected at most " + text(kMostScores) + " of them, and " + text(kMostSecrets) + " secrets");
        Problem names;
        use_names(own, symmetries, places, words, guess_words, names);
        memory_.renaming = renaming_of(names);
    }

    // What was found since the last call of sets that took `told_from` or longer, as bytes for other memories of the same game.
    nb::bytes tell() {
        const std::lock_guard<std::mutex> held(memory_.telling);
        return raw(std::exchange(memory_.told, {}));
    }
    // Takes what others tell, and has from then on something to tell them: of sets that took so many microseconds. What is
    // damaged is left out.
    void hear(nb::handle entries, int64_t told_from) {
        const Buffer buffer(entries, "entries");
        const auto bytes = buffer.as<uint8_t>("entries");
        require(!taken_.exchange(true), "known: another search uses this memory");
        const auto n_guesses = static_cast<uint32_t>(nb::cast<const Scores&>(scores_).n_guesses);
        TranspositionTable::Packed entry;
        for (size_t at = 0; at + sizeof entry <= bytes.size(); at += sizeof entry) {
            std::memcpy(&entry, bytes.data() + at, sizeof entry);
            while (!memory_.solved.take(entry, n_guesses)) memory_.solved.grow();
        }
        memory_.told_from.emplace(told_from);
        taken_ = false;
    }

    // Takes it for one search; others are refused meanwhile.
    class Loan {
    public:
        Loan(LentMemory& lent, const Scores& scores, const std::vector<uint64_t>& weights, int pool) : lent_(lent) {
            require(nb::cast<const Scores*>(lent.scores_) == &scores, "known: expected a memory of the same scores");
            require(!lent.taken_.exchange(true), "known: another search uses this memory");
            const bool fresh = lent.pool_ < 0;
            if (fresh) lent.pool_ = pool, lent.weights_ = weights;
            if (lent.pool_ == pool && lent.weights_ == weights) return;
            lent.taken_ = false;
            require(false, "known: expected a memory of the same weights and pool");
        }
        ~Loan() { lent_.taken_ = false; }
        Loan(const Loan&) = delete;
        Memory* get() const { return &lent_.memory_; }

    private:
        LentMemory& lent_;
    };

private:
    nb::object scores_;
    Memory memory_;
    std::atomic<bool> taken_ = false;
    int pool_ = -1;
    std::vector<uint64_t> weights_;
};

// Runs work on a problem in a thread of its own, and lets Python hear of it.
inline void run_aside(size_t levels, Conversation& python, const std::function<void()>& work) {
    run_deep(kStackBase + levels * kStackLevel, work, [&] { python.hear(); });
}

}  // namespace mmc::exact
