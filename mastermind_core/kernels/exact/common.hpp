// What the threads of a search have in common: the problem, what was made of it before the search began, the
// transposition table, what is known of the root, and how far the search has come.
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
    finishing,  // proven: what is left may take more nodes, no more time
    salvaging,  // stopped, but a tree may be made of what is known, for a little while
    stopped,
};

// What is known of the root: the incumbent and the bounds of its guesses. The first thread's; while others are at work
// on the root, the mutex of the team guards it.
class Root {
public:
    // What the tree may begin with; without that, with any guess.
    void begin_with(const std::vector<uint32_t>& guesses, uint32_t n_guesses) {
        if (!guesses.empty()) first.resize(n_guesses, 0);
        for (const uint32_t g : guesses) {
            if (!first[g]) first_key += random_key(KeyKind::first, g);
            first[g] = 1;
        }
    }

    // What it may begin with, in the order of the guesses given.
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

    // Of a guess that is open.
    void note(uint32_t guess, Cost cost, bool exact) {
        RootGuess& o = openings[at_[guess]];
        o.cost = std::max(o.cost, cost);
        o.exact = o.exact || exact;
    }

    // A strategy that begins so.
    void found(uint32_t guess, Cost cost) {
        incumbent = guess;
        best = std::min(best, cost);
    }

    // What all its guesses cost at least, and how many of them are over the target.
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

    Cost best = kImpossible;        // total of the incumbent
    Cost bound = 0;                 // proven
    uint32_t incumbent = kNoGuess;  // first guess of the best strategy found
    uint32_t done = 0, total = 0;   // guesses refuted or solved, and all
    std::vector<RootGuess> openings;  // what is left to search, and what is known exactly
    std::vector<uint8_t> first;       // of each guess, whether the tree may begin with it; empty: all may
    SetKey first_key;                 // of those

private:
    std::vector<uint32_t> at_;  // of a guess among the openings
};

inline bool Node::restricted() const { return root && !root->first.empty(); }

struct Common {
    explicit Common(const Problem& problem)
        : problem(problem),
          table(table_of(problem, [&] { if (asked_to_stop() || Clock::now() > problem.deadline) throw OutOfTime{}; })),
          whole(*table),
          cost(problem, whole),
          length(problem, whole, CostModel::Measure::length),
          own(problem.memory ? nullptr : std::make_unique<TranspositionTable>(problem.table_bytes)),
          solved(problem.memory ? problem.memory->solved : *own),
          team(problem.threads) {
        for (uint32_t v = 0; v < whole.n_secrets; ++v) identity.push_back(static_cast<uint16_t>(v));
        at_root.begin_with(problem.first, problem.n_guesses);
        if (problem.pool == Pool::legal) {
            for (uint32_t g = 0; g < problem.n_guesses; ++g) guess_key.push_back(random_key(KeyKind::legal_guess, g));
            return;
        }
        group = group_of(problem, cost.weighs());
        // Other names keep goals where each secret has its own.
        if (cost.has_costs() || (cost.has_goals() && !cost.known_apart())) return;
        const bool relaxed = cost.weighs();
        if (relaxed && (!cost.ranks_one() || cost.closely() || problem.words.empty())) return;
        renaming = problem.memory ? problem.memory->renaming : worth_renaming(problem) ? renaming_of(problem) : nullptr;
        if (!relaxed || !renaming) return;
        equal = std::make_unique<Equal>(Equal{{problem, whole, CostModel::Measure::equal}, group_of(problem, false), {}});
    }

    Node root(int steps, Cost purse = kImpossible) {
        Node node;
        node.game = &whole;
        node.members = identity.data();
        node.n = whole.n_secrets;
        for (const SetKey& key : whole.key) node.key += key;
        for (uint32_t i = 0; i < node.n; ++i) node.weight += cost.weight(whole, 0, node.members[i]);
        node.steps = clip(steps, node.n);
        node.purse = clip(purse, node.steps, node.n);
        node.root = &at_root;
        const auto some = [](const GroupPtr& group) { return group && !group->trivial() ? group.get() : nullptr; };
        node.group = some(group);
        if (equal) node.even_group = some(equal->group);
        return node;
    }

    // Of one secret each guess is enough: n guesses are no limit for n secrets.
    static int clip(int steps, uint32_t n) { return steps >= static_cast<int>(n) ? kUnlimited : steps; }
    // Nor is money for as many of the dearest guesses.
    Cost clip(Cost purse, int steps, uint32_t n) const {
        return purse >= cost.longest() * static_cast<Cost>(std::min(static_cast<uint32_t>(steps), n)) ? kImpossible : purse;
    }

    // The names that may be exchanged, which does not keep weights.
    const Renaming* names(const CostModel& model) const { return model.weighs() ? nullptr : renaming.get(); }

    bool asked_to_stop() const { return problem.stop && problem.stop->load(std::memory_order_relaxed); }
    bool stopped() const { return phase.load(std::memory_order_relaxed) == Phase::stopped; }
    void stop() { phase = Phase::stopped; }
    // What is proven within the limit of nodes may be written down beyond it.
    void finish() { phase = Phase::finishing; }

    const Problem& problem;
    const std::shared_ptr<const Subgame> table;
    const Subgame& whole;
    const CostModel cost;
    const CostModel length;           // by which greedy trees are grown
    std::vector<uint16_t> identity;   // 0, 1, 2, ...: all members of a table
    std::vector<SetKey> guess_key;    // for Pool::legal
    const std::unique_ptr<TranspositionTable> own;  // where nobody lent one
    TranspositionTable& solved;
    GroupPtr group;                   // symmetries that keep what is paid
    std::shared_ptr<const Renaming> renaming;  // null: none is known
    std::atomic<Phase> phase = Phase::searching;
    std::atomic<uint64_t> nodes = 0;
    Team team;
    std::mutex fixing;                // guards what follows: stabilisers of guesses
    std::map<std::pair<const Group*, uint32_t>, GroupPtr> fixed;
    size_t fixed_bytes = 0;
    Root at_root;

    // The game with equal weights, a relaxation: its sets may be renamed. None where no set may, or none weighs more.
    struct Equal {
        CostModel cost;
        GroupPtr group;
        Root at_root;
    };
    std::unique_ptr<Equal> equal;
};

// When a search ends, and what is told of it meanwhile: the budgets of nodes and time, Ctrl-C, and progress.
constexpr auto kGrace = std::chrono::milliseconds(200);       // for a tree after Ctrl-C
constexpr auto kReportEvery = std::chrono::milliseconds(100);

// The first thread looks at the clock, for all of them; others hear of the end.
class Watch {
public:
    Watch(Common& common, bool first_thread)
        : common_(common),
          first_thread_(first_thread),
          last_report_(first_thread ? Clock::now() : Clock::time_point()),
          deadline_(first_thread ? common.problem.deadline : Clock::time_point::max()) {}

    // To be called often. True when the search is stopped.
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

    // Stops so much before the deadline, to leave time for salvage.
    void keep_back(Clock::duration time) {
        if (deadline_ == Clock::time_point::max()) return;
        deadline_ -= std::min(time, (deadline_ - std::min(Clock::now(), deadline_)) / 2);
    }

    // The search was stopped: what it knows may become a tree. Who asked it to stop waits for that; who gave it a time
    // gets it in that time.
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
        common_.problem.progress({root.best, root.bound, std::min(root.done, root.total), root.total, common_.nodes});
    }

    Common& common_;
    const bool first_thread_;
    Clock::time_point last_report_, deadline_, grace_ = Clock::time_point::max();
};

}  // namespace mmc::exact
