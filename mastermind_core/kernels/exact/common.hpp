// State shared by the threads of a search: the problem, data prepared from it before the search, the transposition
// table, the results at the root, and the progress.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>
#include <algorithm>

#include "cost.hpp"
#include "memory.hpp"
#include "position.hpp"
#include "team.hpp"

namespace mmc::exact {

enum class Phase {
    searching,  // every budget counts
    finishing,  // proven: the rest may take more nodes, but no more time
    salvaging,  // stopped, but a tree may be built from the results for a short time
    stopped,
};

// Results at the root: the incumbent and the bounds of its guesses. They belong to the first thread; while others work
// on the root, the mutex of the team guards them.
class Root {
public:
    // Sets the allowed first guesses; none given means all.
    void begin_with(const std::vector<uint32_t>& guesses, uint32_t n_guesses) {
        if (!guesses.empty()) first.resize(n_guesses, 0);
        for (const uint32_t g : guesses) {
            if (!first[g]) first_key += random_key(KeyKind::first, g);
            first[g] = 1;
        }
    }

    // Starts with the open first guesses, in the given order.
    void begin(const Node& node, const std::vector<OpenGuess>& open, uint32_t n_guesses) {
        total = static_cast<uint32_t>(open.size());
        openings.clear();
        at_.assign(n_guesses, 0);
        for (const OpenGuess& o : open) {
            const uint32_t guess = node.game->guess_id[o.guess];
            at_[guess] = static_cast<uint32_t>(openings.size());
            openings.push_back({guess, o.cost, false});
        }
    }

    // Stores a bound of an open guess.
    void note(uint32_t guess, Cost cost, bool exact) {
        RootGuess& o = openings[at_[guess]];
        o.cost = std::max(o.cost, cost);
        o.exact = o.exact || exact;
    }

    // Stores the total of a strategy with this first guess.
    void found(uint32_t guess, Cost cost) {
        incumbent = guess;
        best = std::min(best, cost);
    }

    // Updates the lower bound of all guesses and the number of guesses over the target.
    void count(const Frame& frame, Cost target) {
        Cost least = std::min(frame.unopened, best);
        done = 0;
        for (const OpenGuess& o : frame.open) {
            least = std::min(least, o.cost);
            done += o.cost > target;
        }
        raise_bound(least);
    }

    void raise_bound(Cost cost) { bound = std::max(bound, cost); }

    Cost best = kImpossible;          // total of the incumbent
    Cost bound = 0;                   // proven
    uint32_t incumbent = kNoGuess;    // first guess of the best strategy found
    uint32_t done = 0, total = 0;     // guesses refuted or solved, and their total number
    std::vector<RootGuess> openings;  // guesses to search, and exact results
    std::vector<uint8_t> first;       // per guess, whether it is an allowed first guess; empty: all are
    SetKey first_key;                 // key of the allowed first guesses

private:
    std::vector<uint32_t> at_;  // index of a guess in `openings`
};

inline bool Node::restricted() const { return root && !root->first.empty(); }

struct Common {
    explicit Common(const Problem& given)
        : problem(given),
          table(table_of(problem,
                         [&] {
                             if (asked_to_stop() || Clock::now() > problem.deadline) throw OutOfTime{};
                         })),
          whole(*table),
          cost(problem, whole),
          length(problem, whole, CostModel::Measure::length),
          own(problem.memory ? nullptr : std::make_unique<TranspositionTable>(problem.table_bytes)),
          solved(problem.memory ? problem.memory->solved : *own),
          team(problem.threads) {
        for (uint32_t v = 0; v < whole.n_secrets; ++v) identity.push_back(static_cast<uint16_t>(v));
        at_root.begin_with(problem.first, problem.n_guesses);
        if (problem.pool == Pool::legal) {
            for (uint32_t g = 0; g < problem.n_guesses; ++g)
                guess_key.push_back(random_key(KeyKind::legal_guess, g));
            return;
        }
        group = group_of(problem, cost.weighs());
        // Relabelling preserves goals if each secret has its own.
        if (cost.has_costs() || (cost.has_goals() && !cost.known_apart())) return;
        const bool relaxed = cost.weighs();
        if (relaxed && (cost.closely() || problem.words.empty())) return;
        renaming = problem.memory            ? problem.memory->renaming
                   : worth_renaming(problem) ? renaming_of(problem)
                                             : nullptr;
        if (!relaxed || !renaming) return;
        equal = std::make_unique<Equal>(
            Equal{{problem, whole, CostModel::Measure::equal}, group_of(problem, false), {}});
    }

    Node root(int steps, Cost path_budget = kImpossible) {
        Node node;
        node.game = &whole;
        node.members = identity.data();
        node.n = whole.n_secrets;
        for (const SetKey& key : whole.key) node.key += key;
        for (uint32_t i = 0; i < node.n; ++i) node.weight += cost.weight(whole, node.members[i]);
        node.steps = clip(steps, node.n);
        node.path_budget = clip(path_budget, node.steps, node.n);
        node.root = &at_root;
        const auto some = [](const GroupPtr& found) { return found && !found->trivial() ? found.get() : nullptr; };
        node.group = some(group);
        if (equal) node.uniform_group = some(equal->group);
        return node;
    }

    // n secrets never need more than n guesses: such a limit is dropped.
    static int clip(int steps, uint32_t n) { return steps >= static_cast<int>(n) ? kUnlimited : steps; }
    // The same for a cost budget of as many of the most expensive guesses.
    Cost clip(Cost path_budget, int steps, uint32_t n) const {
        return path_budget >= cost.longest() * static_cast<Cost>(std::min(static_cast<uint32_t>(steps), n))
                   ? kImpossible
                   : path_budget;
    }

    // The exchangeable letters and places, whose exchange does not preserve weights.
    const Renaming* names(const CostModel& model) const { return model.weighs() ? nullptr : renaming.get(); }

    // The score of the problem, which a set with few scores may number anew.
    uint16_t score_of(const Node& node, uint32_t guess, uint16_t member) const {
        if (!problem.many_scores()) return node.game->row(guess)[member];
        return problem.score_of(node.game->guess_id[guess], node.game->secret_id[member]);
    }

    bool asked_to_stop() const { return problem.stop && problem.stop->load(std::memory_order_relaxed); }
    bool stopped() const { return phase.load(std::memory_order_relaxed) == Phase::stopped; }
    void stop() { phase = Phase::stopped; }
    // Proofs completed within the node limit may be written down beyond it.
    void finish() { phase = Phase::finishing; }

    const Problem& problem;
    const std::shared_ptr<const Subgame> table;
    const Subgame& whole;
    const CostModel cost;
    const CostModel length;                         // for greedy trees
    std::vector<uint16_t> identity;                 // 0, 1, 2, ...: all members of a table
    std::vector<SetKey> guess_key;                  // for Pool::legal
    const std::unique_ptr<TranspositionTable> own;  // unless a memory lends one
    TranspositionTable& solved;
    GroupPtr group;                            // symmetries that preserve payments
    std::shared_ptr<const Renaming> renaming;  // null: none
    std::atomic<Phase> phase = Phase::searching;
    std::atomic<uint64_t> nodes = 0;
    bool nested = false;  // whether the solved sets have their best guesses, of nested questions
    Team team;
    std::mutex fixing;  // guards the following stabilisers of guesses
    std::map<std::pair<const Group*, uint32_t>, GroupPtr> fixed;
    size_t fixed_bytes = 0;
    Root at_root;

    // The equal-weight relaxation of the game, whose sets may be relabelled. None if there is no relabelling, or if no
    // secret has more weight than another.
    struct Equal {
        CostModel cost;
        GroupPtr group;
        Root at_root;
    };
    std::unique_ptr<Equal> equal;
};

// The end and the progress of a search: budgets of nodes and time, Ctrl-C, and reports.
constexpr auto kGrace = std::chrono::milliseconds(200);  // for a tree after Ctrl-C
constexpr auto kReportEvery = std::chrono::milliseconds(100);

// The first thread checks the clock for all threads; the others are notified of the end.
class Watch {
public:
    Watch(Common& common, bool first_thread)
        : common_(common),
          first_thread_(first_thread),
          last_report_(first_thread ? Clock::now() : Clock::time_point()),
          deadline_(first_thread ? common.problem.deadline : Clock::time_point::max()) {}

    // Call this often. Returns true if the search is stopped.
    bool poll() {
        const Phase phase = common_.phase.load(std::memory_order_relaxed);
        if (phase == Phase::stopped) return true;
        if (!first_thread_) return false;
        if (phase == Phase::salvaging) {
            if (grace_ != Clock::time_point::max() && Clock::now() > grace_) common_.stop();
            return common_.stopped();
        }
        const Problem& problem = common_.problem;
        if (common_.asked_to_stop()) common_.stop();
        if (phase == Phase::searching && common_.nodes > problem.node_limit) common_.stop();
        if (deadline_ != Clock::time_point::max() || problem.progress) look_at_the_clock();
        return common_.stopped();
    }

    // Stops this much before the deadline, to leave time for salvage.
    void keep_back(Clock::duration time) {
        if (deadline_ == Clock::time_point::max()) return;
        deadline_ -= std::min(time, (deadline_ - std::min(Clock::now(), deadline_)) / 2);
    }

    // Salvage: builds a tree from the results of a stopped search. After Ctrl-C it gets a short grace time; after a
    // time limit it must end within that limit.
    void salvage() {
        const Problem& problem = common_.problem;
        common_.phase = Phase::salvaging;
        grace_ = problem.deadline;
        if (common_.asked_to_stop()) grace_ = std::min(grace_, Clock::now() + kGrace);
    }

    bool of_first_thread() const { return first_thread_; }

private:
    void look_at_the_clock() {
        const auto now = Clock::now();
        if (now > deadline_) common_.stop();
        if (!common_.problem.progress || now - last_report_ <= kReportEvery) return;
        last_report_ = now;
        const auto held = common_.team.lock();
        const Root& root = common_.at_root;
        common_.problem.progress(
            {root.best, root.bound, std::min(root.done, root.total), root.total, common_.nodes});
    }

    Common& common_;
    const bool first_thread_;
    Clock::time_point last_report_, deadline_, grace_ = Clock::time_point::max();
};

}  // namespace mmc::exact
