// What the threads of a search have in common: the problem, what was made of it before the search began, the
// transposition table, what is known of the root, and how far the search has come.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

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
    // What it may begin with, in the order of the guesses given.
    void begin(const Node& node, const std::vector<OpenGuess>& open, uint32_t n_guesses);
    void note(uint32_t guess, Cost cost, bool exact);  // of a guess that is open
    void found(uint32_t guess, Cost total);            // a strategy that begins so
    // What all its guesses cost at least, and how many of them are over the target.
    void count(const Frame& frame, Cost target);
    void raise_bound(Cost cost) { bound = std::max(bound, cost); }

    Cost best = kImpossible;        // total of the incumbent
    Cost bound = 0;                 // proven
    uint32_t incumbent = kNoGuess;  // first guess of the best strategy found
    uint32_t done = 0, total = 0;   // guesses refuted or solved, and all
    std::vector<RootGuess> openings;  // what is left to search, and what is known exactly

private:
    std::vector<uint32_t> at_;  // of a guess among the openings
};

// How far the search has come, and what its threads share on the way.
struct Course {
    explicit Course(size_t threads) : team(threads) {}

    std::atomic<Phase> phase = Phase::searching;
    std::atomic<uint64_t> nodes = 0;
    Team team;
    std::mutex groups;  // guards what follows: stabilisers of guesses
    std::map<std::pair<const Group*, uint32_t>, GroupPtr> fixed;
    size_t fixed_bytes = 0;
};

struct Common {
    Common(const Problem& problem, const Options& options) : Common(problem, options, nullptr) {}
    // Of the game with equal weights: it has tables, threads and budgets of the one with weights.
    Common(const Problem& problem, const Options& options, const Common* weighed);

    Node root(int steps, Cost purse = kImpossible) const;
    // Of one secret each guess is enough: n guesses are no limit for n secrets.
    static int clip(int steps, uint32_t n) { return steps >= static_cast<int>(n) ? kUnlimited : steps; }
    // Nor is money for as many of the dearest guesses.
    Cost clip(Cost purse, int steps, uint32_t n) const {
        return purse >= dearest * static_cast<Cost>(std::min(static_cast<uint32_t>(steps), n)) ? kImpossible : purse;
    }
    const SetKey& price_key(size_t level) const { return price_keys[std::min(level, price_keys.size() - 1)]; }
    // From this level on nothing costs anything.
    bool free_from(size_t level) const { return staged ? level >= free_level : prices.free_from(level); }
    // What is guessed at a node changes no cost.
    bool indifferent(const Node& node) const {
        return by_depth && spendable && node.steps == kUnlimited && free_from(node.level + 1);
    }
    // Any guess may be made at a node, or only those that the problem begins with.
    bool any_guess(const Node& node) const { return !node.is_root() || first.empty(); }

    bool stopped() const { return phase.load(std::memory_order_relaxed) == Phase::stopped; }
    void stop() { phase = Phase::stopped; }
    // What is proven within the limit of nodes may be written down beyond it.
    void finish() { phase = Phase::finishing; }
    void store(const SetKey& key, uint32_t size, const Bound& bound);

    const Problem& problem;
    const Options& options;
    const Tuning& tuning;
    const std::shared_ptr<const Subgame> table;
    const Subgame& whole;
    const bool weighs;                // secrets have weights that count
    const bool staged;                // and others for each guess of a path
    const Prices prices;              // of the guesses of a path, in turn
    const bool by_depth;              // these differ
    std::vector<uint8_t> final;       // of 256 scores
    std::vector<uint16_t> identity;   // 0, 1, 2, ...: all members of a table
    size_t most_wins = 1;             // candidates that one guess ends
    bool aimed = false;               // secrets have goals, or guesses costs
    bool known_apart = false;         // each candidate has a goal of its own
    Cost cheapest = 1, dearest = 1;   // price of a guess
    std::vector<SetKey> price_keys;   // of what is left of them from a level on
    size_t free_level = SIZE_MAX;     // where secrets weigh nothing from then on
    bool spendable = false;           // any set ends, whatever was guessed before
    bool plain_weights = false;       // the same but for weights: those with weights do
    bool plain = false;               // unweighted, one win a guess, no legality, not aimed: closed forms hold
    std::vector<uint8_t> first;       // of each guess, whether the root may begin with it; empty: all may
    SetKey first_key;                 // of what the root may begin with
    SetKey set_kind;                  // in the key of every set, where a table is shared
    std::vector<SetKey> guess_key;    // for Pool::legal
    const std::unique_ptr<TranspositionTable> own;  // where nobody lent one
    TranspositionTable& solved;
    GroupPtr root_group;
    std::shared_ptr<const Renaming> renaming;  // null: none is known
    const std::shared_ptr<Course> course;
    std::atomic<Phase>& phase;
    std::atomic<uint64_t>& nodes;
    Team& team;
    Root at_root;
    // The same game with equal weights, whose sets may be renamed; null where nothing may, or none weighs more.
    Problem even_problem;
    std::shared_ptr<Common> even;
};

}  // namespace mmc::exact
