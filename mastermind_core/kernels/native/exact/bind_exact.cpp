// The Python face of the exact search; every argument is checked here.
#include <atomic>
#include <mutex>
#include <utility>

#include "deep.hpp"
#include "greedy/checks.hpp"
#include "problem.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace mmc::exact {
namespace {

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
            if (!report_.is_none()) report_(now.best, now.lower_bound, now.done, now.total);
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
            if (!error.matches(PyExc_KeyboardInterrupt)) error_ = std::current_exception();
        } catch (...) {
            error_ = std::current_exception();
        }
        stop_ = true;
        return false;
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
constexpr size_t kStackBase = size_t{1} << 20, kStackLevel = size_t{1} << 14;

std::vector<uint64_t> weights_of(nb::handle object, size_t n_secrets) {
    const Buffer buffer(object, "weights");
    const auto weights = buffer.as<uint64_t>("weights");
    require(weights.empty() || weights.size() == n_secrets,
            "weights: expected " + text(n_secrets) + " numbers or none, got " + text(weights.size()));
    uint64_t sum = 0;
    for (const uint64_t weight : weights) {
        require(weight <= kMostWeight && (sum += weight) <= kMostWeight, "weights: expected a sum of at most 2**40");
    }
    return {weights.begin(), weights.end()};
}

nb::tuple solve_exactly(const Scores& scores, nb::handle candidates, int objective, int pool, int64_t max_steps,
                        nb::handle weights, nb::list symmetries, nb::object legal, uint64_t nodes, double seconds,
                        size_t memory, nb::object report) {
    const Buffer buffer(candidates, "candidates");
    const Ids ids = candidates_of(buffer, scores);
    require(!ids.empty(), "candidates: expected at least one, got none");
    require(scores.n_scores <= kMostScores, "final: expected at most " + text(kMostScores) + " scores");
    require(scores.n_secrets <= kMostSecrets, "scores: expected at most " + text(kMostSecrets) + " secrets");
    require(objective >= 0 && objective <= 3, "objective: expected 0 to 3, got " + std::to_string(objective));
    require(pool >= 0 && pool <= 2, "pool: expected 0, 1 or 2, got " + std::to_string(pool));
    Problem problem;
    problem.table = scores.table;
    problem.n_guesses = static_cast<uint32_t>(scores.n_guesses);
    problem.n_secrets = static_cast<uint32_t>(scores.n_secrets);
    problem.n_scores = static_cast<int>(scores.n_scores);
    problem.final.assign(scores.final.begin(), scores.final.begin() + problem.n_scores);
    problem.weights = weights_of(weights, scores.n_secrets);
    problem.candidates.assign(ids.begin(), ids.end());
    for (const nb::handle one : symmetries) {
        Permutations moved = generator(scores, one);
        problem.symmetries.push_back({std::move(moved.guesses), std::move(moved.secrets),
                                      {moved.scores.begin(), moved.scores.begin() + problem.n_scores}});
    }
    Conversation python(std::move(report), std::move(legal), scores.n_guesses);
    problem.legal = [&](uint32_t guess, int score, std::vector<uint64_t>& mask) {
        return python.ask(guess, score, mask);
    };
    Options options;
    options.objective = static_cast<Objective>(objective);
    options.pool = static_cast<Pool>(pool);
    options.max_steps = static_cast<int>(std::clamp<int64_t>(max_steps, 0, kUnlimited));
    options.node_limit = nodes;
    options.seconds = seconds;
    options.table_bytes = memory;
    options.stop = &python.stop();
    options.progress = [&](const Progress& progress) { python.note(progress); };
    Result result;
    {
        nb::gil_scoped_release release;
        std::vector<uint8_t> table;
        if (scores.codes) {
            table.resize(scores.n_guesses * scores.n_secrets);
            for (size_t g = 0; g < scores.n_guesses; ++g)
                scores.row(static_cast<uint32_t>(g), table.data() + g * scores.n_secrets);
            problem.table = table.data();
        }
        const size_t levels = std::min(ids.size(), static_cast<size_t>(options.max_steps));
        run_deep(kStackBase + levels * kStackLevel, [&] { result = solve(problem, options); },
                 [&] { python.hear(); });
        python.note({result.total, result.lower_bound, 1, 1, result.nodes});
        python.hear();
    }
    python.raise();
    const Tree& tree = result.tree;
    const auto wide = [](const auto& items) { return raw(std::vector<int32_t>(items.begin(), items.end())); };
    nb::object arrays = nb::none();
    if (result.feasible)
        arrays = nb::make_tuple(wide(tree.guess), wide(tree.edge_begin), wide(tree.edge_score), wide(tree.edge_child),
                                wide(tree.edge_size));
    return nb::make_tuple(arrays, result.feasible ? result.total : kImpossible, result.feasible ? result.worst : 0,
                          result.lower_bound, result.proven, result.nodes);
}

}  // namespace
}  // namespace mmc::exact

void bind_exact(nb::module_& m) {
    m.def("solve_exactly", &mmc::exact::solve_exactly, "scores"_a, "candidates"_a, "objective"_a, "pool"_a,
          "max_steps"_a, "weights"_a, "symmetries"_a, "legal"_a.none(), "nodes"_a, "seconds"_a, "memory"_a,
          "report"_a.none());
    m.attr("EXACT_MOST_SCORES") = mmc::exact::kMostScores;
    m.attr("EXACT_MOST_SECRETS") = mmc::exact::kMostSecrets;
    m.attr("EXACT_MOST_WEIGHT") = mmc::exact::kMostWeight;
}
