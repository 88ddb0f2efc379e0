// A position of the search, the effect of a guess on it, and the memory of a level of the recursion.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "subgame.hpp"
#include "symmetry.hpp"
#include "transposition_table.hpp"

namespace mmc::exact {

// The guesses that the history leaves legal; only for Pool::legal.
struct Legal {
    bool has(uint32_t guess) const { return mask[guess / 64] >> guess % 64 & 1; }

    std::vector<uint32_t> guesses;
    std::vector<uint64_t> mask;  // the same, one bit per guess
    SetKey key;
};

class Root;

// A position: a set of candidates, the remaining steps, and the score table of the set.
struct Node {
    const Subgame* game = nullptr;
    const uint16_t* members = nullptr;  // indices of the subgame, ascending
    uint32_t n = 0;
    SetKey key;        // key of the set
    SetKey canonical;  // key of its canonical form; zero: not computed yet
    Cost weight = 0;   // weight of the set, for its next guess
    int steps = kUnlimited;
    Cost path_budget = kImpossible;  // remaining cost budget of each path
    Cost spent = 0;                  // cost of the path so far
    const Group* group = nullptr;    // stabiliser of the history, as far as known; owned by the search; may be null
    const Group* uniform_group = nullptr;  // the same for equal weights
    const Legal* legal = nullptr;
    const std::vector<uint32_t>* caps =
        nullptr;  // maximum size of a subset solved in k steps; may be null or short
    size_t level = 0;
    Root* root = nullptr;  // results at the root; null elsewhere

    bool is_root() const { return root != nullptr; }
    bool restricted() const;  // not every guess may be made
};

// The candidates of one non-final score of a guess, with bounds of their total.
struct Block : Bound {
    uint32_t begin = 0;
    uint32_t size = 0;
    int score = 0;
    SetKey key{}, canonical{};
    Cost weight = 0;
    bool seen = false;  // the transposition table had an entry for it
};

struct Capacity;

// Upper bounds on the effect of a guess on a set; none grows when candidates are removed.
struct Reach {
    size_t ended = 0;                    // candidates that its score ends
    size_t blocks = 0;                   // other blocks, over or not
    size_t answers = 0;                  // scores, including final ones
    Cost cheapest = 0;                   // minimum cost of an informative guess
    Cost shortest = 1;                   // minimum length that a guess adds to a path
    const Capacity* capacity = nullptr;  // derived from these
};

// A guess that ends secrets of a node: its other blocks, the ended secrets, all blocks, and the payment of the ended
// secrets for the next guess.
struct Winner {
    size_t parts = 0;
    size_t wins = 0;
    size_t answers = 0;
    Cost due = 0;
    uint32_t guess = kNoGuess;
    Cost cost = 0;  // lower bound
};

// A guess that is not yet refuted.
struct OpenGuess {
    Cost cost = 0;       // lower bound
    uint32_t guess = 0;  // index in the subgame
    bool wins = false;
    uint16_t largest = 0;  // largest block (worst case), or number of blocks (totals)
};

// Memory of one level of the recursion, reused between calls so that the loop does not allocate.
//
// Safety: a call for a node writes to the frame of the node's level and to frames below it, never above; and the deque
// does not move frames. A caller may therefore hold references to its own frame, its blocks and its open guesses during
// calls for its children, and a child may point to `items` and `game` of its parent. References must not be held over a
// second call for a node of the same level: partition(), open() and cut_down() overwrite the frame.
struct Frame {
    // The guesses of the node, by their bounds.
    std::vector<uint8_t> parts;        // number of blocks per guess
    std::vector<uint16_t> wide_parts;  // the same in a wide game
    std::vector<OpenGuess> open;
    std::vector<Winner> winners;
    std::vector<Cost> due;           // sums of the smallest payments after the next guess
    size_t n_due = 0;                // secrets or goals with these payments
    std::vector<Cost> by_parts;      // bound of a guess that cannot win, by its number of blocks
    size_t most_parts = 0;           // maximum number of blocks of such a guess
    Reach reach;                     // over all guesses
    Cost least = 0;                  // lower bound over all guesses
    Cost unopened = 0;               // lower bound over guesses that were over the budget
    Cost budget = 0;                 // maximum bound of a guess to be opened, now or later
    Cost opened = 0;                 // guesses up to this bound are open
    Cost waiting = kImpossible;      // lower bound over guesses that may be opened later

    // The current guess.
    std::vector<uint16_t> items;
    std::vector<Block> blocks;
    Cost paid = 0, length = 1;  // its payment, and the length that it adds to a path

    // Data of the node itself.
    std::unique_ptr<Subgame> game;  // its own table
    GroupPtr group;                 // its stabiliser
    Node at;                        // the node in `game`; for the worst case, as are the next
    std::vector<uint16_t> sizes;    // block sizes of each open guess
    std::vector<uint32_t> caps;
};

}  // namespace mmc::exact
