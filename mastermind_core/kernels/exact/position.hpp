// A position of the search, what a guess makes of it, and the memory of a level of the recursion.
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
    std::vector<uint32_t> guesses;
    SetKey key;
};

class Root;

// A position: a set of candidates, the steps that are left, and the score table that it is looked up in.
struct Node {
    const Subgame* game = nullptr;
    const uint16_t* members = nullptr;  // indices of the subgame, ascending
    uint32_t n = 0;
    SetKey key;             // of the set
    SetKey canonical;       // of its canonical form; zero: not worked out yet
    Cost weight = 0;        // of the set, for its next guess
    int steps = kUnlimited;
    Cost purse = kImpossible;  // what is left for each path
    Cost spent = 0;            // on the way here
    const Group* group = nullptr;  // fixes the history, as far as known; owned by the search; may be null
    const Group* even_group = nullptr;  // the same where all secrets weigh the same
    const Legal* legal = nullptr;
    const std::vector<uint32_t>* caps = nullptr;  // most secrets of a subset that k steps end; may be null or short
    size_t level = 0;
    Root* root = nullptr;  // what is known of it, where this is the root

    bool is_root() const { return root != nullptr; }
    bool restricted() const;  // not every guess may be made
};

// The candidates behind one score of a guess, which does not end the game, and what is known of their total.
struct Block : Bound {
    uint32_t begin = 0, size = 0;
    int score = 0;
    SetKey key{}, canonical{};
    Cost weight = 0;
    bool seen = false;  // the transposition table knew something of it
};

struct Capacity;

// What a guess can do at most at a set: none of it grows when candidates are taken away.
struct Reach {
    size_t ended = 0;    // candidates that its score ends
    size_t blocks = 0;   // others, be they over or not
    size_t answers = 0;  // final ones, too
    Cost cheapest = 0;   // cost of a guess that tells something
    Cost shortest = 1;   // how much longer it makes a path
    const Capacity* capacity = nullptr;  // what follows from these
};

// A guess that ends secrets of a node: other blocks, these secrets, all blocks, and their payment for the next guess.
struct Winner {
    size_t parts = 0, wins = 0, answers = 0;
    Cost due = 0;
    uint32_t guess = kNoGuess;
    Cost cost = 0;  // lower bound
};

// A guess that is not refuted yet.
struct OpenGuess {
    Cost cost = 0;  // lower bound
    uint32_t guess = 0;  // of the subgame
    bool wins = false;
    uint16_t largest = 0;  // block, for the worst case; for totals, blocks that it makes
};

// Memory of one level of the recursion, kept between calls so that nothing is allocated in the loop.
//
// What makes it safe: a call for a node writes to the frame of the node's level and to frames below it, never to one
// above; and the deque of frames does not move them. So a caller may hold a reference to its own frame, its blocks
// and its open guesses over calls for its children, and a child may point to `items` and `game` of its parent. It
// may not hold them over a second call for a node of its own level: partition(), open() and cut_down() begin
// them anew.
struct Frame {
    // The guesses of the node, by their bounds.
    std::vector<uint8_t> parts;     // blocks of each guess
    std::vector<OpenGuess> open;
    std::vector<Winner> winners;
    std::vector<Cost> due;            // sums of the smallest payments after the next guess, a row each (CostModel::row)
    size_t n_due = 0;                 // secrets or goals that owe them
    std::array<Cost, 257> by_parts;   // bound of a guess that cannot win, from the number of blocks it makes
    size_t most_parts = 0;       // most blocks of such a guess
    Reach reach;                 // of all guesses
    Cost least = 0;              // lower bound over all guesses
    Cost unopened = 0;           // lower bound over those that were over the budget
    Cost budget = 0;             // what a guess may cost to be opened, now or later
    Cost opened = 0;             // guesses of at most this bound are open
    Cost waiting = kImpossible;  // lower bound over those that may be opened later

    // One guess.
    std::vector<uint16_t> items;
    std::vector<Block> blocks;
    Cost paid = 0, length = 1;  // what it adds to a total, and to a path

    // What is known of the node itself.
    std::unique_ptr<Subgame> game;  // its own table
    GroupPtr group;                 // its stabiliser
    Node at;                        // the node in `game`; for the worst case, as are the next
    std::vector<uint16_t> sizes;    // of the blocks of each open guess
    std::vector<uint32_t> caps;
};

}  // namespace mmc::exact
