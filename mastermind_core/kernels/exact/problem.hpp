// Input and output of the exact search, as numbers.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "shared/clock.hpp"
#include "shared/permutations.hpp"
#include "tuning.hpp"

namespace mmc::exact {

using Cost = int64_t;
inline constexpr Cost kImpossible = Cost{1} << 60;  // no strategy exists
inline constexpr size_t kMostScores = 65536;
inline constexpr size_t kMostNumbers = 255;  // scores of a table of bytes, as a guess may have as many blocks
inline constexpr size_t kMostSecrets = 65535;
inline constexpr size_t kMostThreads = 256;
inline constexpr uint64_t kMostWeight = uint64_t{1} << 40;  // sum over all secrets
inline constexpr uint32_t kNoGuess = 0xffffffffu;
inline constexpr int kUnlimited = 1 << 20;  // steps

class Hints;

// Thrown if the time limit is reached while a search is set up.
struct OutOfTime {};

enum class Objective { worst, mean, worst_then_mean, mean_then_worst };
enum class Pool { all, candidates, legal };

struct Progress {
    Cost best, lower_bound;
    uint32_t done, total;  // root guesses refuted or solved
    uint64_t nodes;
};

struct Memory;

struct Problem {
    const uint8_t* table = nullptr;  // [n_guesses * n_secrets], row-major, borrowed; null if there is `row`
    const uint16_t* wide = nullptr;  // the same with two bytes per score, instead of the table
    std::function<void(uint32_t guess, uint8_t* out)> row;  // writes the scores of a guess on the candidates
    std::function<const uint8_t*(uint32_t secret)> turned;  // the scores of all guesses on a secret, or empty
    bool mutual = false;  // for `row`: guess i is secret i, and scores are symmetric
    uint32_t n_guesses = 0;
    uint32_t n_secrets = 0;
    int n_scores = 0;            // 1..kMostScores; over kMostNumbers, there is `table` or `wide`
    std::vector<uint8_t> final;  // [n_scores]
    // The cost model (cost.hpp). No path costs kImpossible / 2.
    std::vector<uint64_t> weights;  // [n_secrets], or empty: all 1; their sum is <= kMostWeight
    std::vector<uint64_t> costs;    // [n_guesses], from 1, or empty: all 0
    std::vector<uint64_t>
        prices;  // per guess of a path in turn, the last for all later ones; empty: all 1, or 0 with costs
    std::vector<uint32_t> goals;  // [n_secrets]: over when all candidates share one; empty: a final score is needed
    std::vector<Symmetry> symmetries;         // generators, may be empty; trusted
    std::vector<uint8_t> words, guess_words;  // [n_secrets * places], [n_guesses * places]: letters, or empty
    size_t places = 0;
    std::vector<uint32_t> candidates;  // root candidates; empty means all secrets
    std::vector<uint32_t> asked;       // guesses that led to the candidates; symmetries that fix them are computed
    std::vector<uint32_t> first;       // allowed first guesses; empty means all
    // History-legal pool: fills in the guesses that stay legal after a score, one bit per guess; false stops the
    // search.
    std::function<bool(uint32_t guess, int score, std::vector<uint64_t>& mask)> legal;
    const Hints* hints = nullptr;  // the same as data, if given; borrowed

    // Options of the search.
    Tuning tuning;
    Memory* memory = nullptr;  // shared by searches of one game, one at a time; borrowed
    Objective objective = Objective::mean;
    Pool pool = Pool::all;
    int max_steps = kUnlimited;
    int least_steps = 1;          // minimum worst case to search for; with costs: over 1, any tree within max_cost
    Cost max_cost = kImpossible;  // maximum cost of a path if guesses have costs
    Cost below = kImpossible;     // only totals below this are searched for, without any other tree
    bool evenly = false;          // raise the blocks of a large set evenly: for a bound below the minimum total
    uint64_t node_limit = std::numeric_limits<uint64_t>::max();
    Clock::time_point deadline = Clock::time_point::max();  // wall-clock time
    size_t table_bytes = size_t{256} << 20;
    size_t threads = 1, stack_bytes = size_t{8} << 20;  // stack size per thread except the first
    const std::atomic<bool>* stop = nullptr;
    std::function<void(const Progress&)> progress;

    // Whether a table of bytes cannot number all scores: each guess then numbers its own (subgame.hpp).
    bool many_scores() const { return n_scores > static_cast<int>(kMostNumbers); }
    uint16_t score_of(uint32_t guess, uint32_t secret) const {
        const size_t at = size_t{guess} * n_secrets + secret;
        return wide ? wide[at] : table[at];
    }
};

// Depth-first, root is node 0. Edges of node i: edge_begin[i] .. edge_begin[i + 1].
struct Tree {
    std::vector<uint32_t> guess, edge_begin;
    std::vector<uint16_t> edge_score;
    std::vector<int32_t> edge_child;  // -1: the game is over
    std::vector<uint32_t> edge_size;  // number of secrets with this score
    Cost total = 0;                   // (weighted) sum of guesses
    Cost worst = 0;                   // cost of its most expensive path: guesses, if they have no costs
};

// The result for a first guess.
struct RootGuess {
    uint32_t guess;
    Cost cost;  // lower bound, or the minimum total with this first guess
    bool exact;
};

struct Result {
    std::optional<Tree> tree;  // the best tree found
    Cost lower_bound = 0;      // proven, in the unit of the objective's first criterion
    bool proven = false;
    bool interrupted = false;  // stopped by the caller, not by a budget
    uint64_t nodes = 0;
    std::vector<RootGuess> openings;  // remaining first guesses of a stopped search for a total
};

// The caller checks the problem.
Result solve(const Problem& problem);

}  // namespace mmc::exact
