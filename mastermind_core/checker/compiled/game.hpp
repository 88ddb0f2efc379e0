// The input, a sequence of numbers, and a game as a table of scores.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

using Number = int64_t;
using Wide = __int128;                                  // sums of products of two numbers in a file
using Set = std::vector<uint16_t>;                      // secrets, ascending
constexpr Number kMost = Number{1} << 60;               // more than any number in a file, and any total
constexpr Number kNone = Number{1} << 61;               // there is no strategy, or no limit

[[noreturn]] void refuse(const std::string& why) { throw std::runtime_error(why); }
void require(bool holds, const std::string& otherwise) { if (!holds) refuse(otherwise); }
void require(bool holds, const char* otherwise) { if (!holds) refuse(otherwise); }  // avoids a string per pair of a symmetry

// Returns the next number of the input, below a limit.
template <class Item = Number>
Item next(size_t below = size_t{kNone} + 1) {
    Number n = -1;
    require(static_cast<bool>(std::cin >> n) && n >= 0 && static_cast<size_t>(n) < below, "a number is missing or out of range");
    return static_cast<Item>(n);
}

// Returns the next numbers of the input.
template <class Item = Number>
std::vector<Item> next_list(size_t size, size_t below = size_t{kMost}) {
    std::vector<Item> list;
    for (size_t i = 0; i < size; ++i) list.push_back(next<Item>(below));
    return list;
}

struct Game {
    size_t guesses, secrets, scores;
    std::vector<bool> end;        // of each score
    std::vector<Number> weight;   // of each secret; a secret with weight 0 is never hidden
    std::vector<Number> length;   // the length that each guess adds to a path: its cost, or 1 without costs
    std::vector<Number> goal;     // of each secret, from 1; 0 without goals
    std::vector<uint16_t> table;  // [guess * secrets + secret]
    bool priced = false, plain = true;  // guesses have costs; the game has no costs, goals or weights
    bool has_goals() const { return goal[0] != 0; }
    Number cost(size_t guess) const { return priced ? length[guess] : 0; }  // in addition to its price
    bool known(const Set& set) const {  // one goal: the game is over
        return has_goals() && std::all_of(set.begin(), set.end(), [&](uint16_t s) { return goal[s] == goal[set[0]]; });
    }
    const uint16_t* row(size_t guess) const { return table.data() + guess * secrets; }
};

// Ensures that the total of every strategy is below kMost.
void check_amounts(const Game& game) {
    const Number longest = *std::max_element(game.length.begin(), game.length.end());
    require(*std::min_element(game.length.begin(), game.length.end()) > 0, "a guess costs nothing");
    Number room = (kMost - 1) / longest / static_cast<Number>(game.secrets);
    for (const Number weight : game.weight) require((room -= weight) >= 0, "weights or costs are too large");
}

Game read_game() {
    Game game{next<size_t>(), next<size_t>(), next<size_t>(), {}, {}, {}, {}, {}};
    require(game.secrets < 65536 && game.scores <= 65536, "the game is too large");
    game.end = next_list<bool>(game.scores, 2);
    game.weight = next_list(game.secrets);
    game.length = next_list(game.guesses);
    game.goal = next_list(game.secrets);
    game.table = next_list<uint16_t>(game.guesses * game.secrets, game.scores);
    check_amounts(game);
    const auto others = [](const std::vector<Number>& list) { return std::any_of(list.begin(), list.end(), [](Number n) { return n != 1; }); };
    game.priced = others(game.length);
    game.plain = !game.priced && !game.has_goals() && !others(game.weight);
    return game;
}
