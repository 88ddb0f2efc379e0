// A game as a table of scores, and the games that are known by name.
#pragma once

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

using Number = int64_t;
using Set = std::vector<uint16_t>;                      // secrets, ascending
constexpr Number kMost = Number{1} << 60;               // more than any number in a file, and than any total
constexpr Number kNone = Number{1} << 61;               // there is no strategy

[[noreturn]] void refuse(const std::string& why) { throw std::runtime_error(why); }
void require(bool holds, const std::string& otherwise) { if (!holds) refuse(otherwise); }
void require(bool holds, const char* otherwise) { if (!holds) refuse(otherwise); }  // no text is made for each pair of a symmetry
std::string text(Number n) { return std::to_string(n); }

// Scores are numbered as they first come, row by row.
struct Game {
    size_t guesses = 0, secrets = 0;
    std::vector<uint16_t> table;  // [guess * secrets + secret]
    std::vector<bool> end;        // of each score
    std::vector<Number> weight;   // of each secret; one that weighs nothing is never hidden
    std::vector<Number> length;   // what each guess adds to a path: its cost, or 1 where there are none
    std::vector<Number> goal;     // of each secret, from 1; 0 where there are none
    bool priced = false, plain = true;  // guesses have costs; neither costs, nor goals, nor weights
    bool has_goals() const { return goal[0] != 0; }
    Number cost(size_t guess) const { return priced ? length[guess] : 0; }  // beside its price
    bool known(const Set& set) const {  // all of one goal: the game is over
        return has_goals() && std::all_of(set.begin(), set.end(), [&](uint16_t s) { return goal[s] == goal[set[0]]; });
    }
    const uint16_t* row(size_t guess) const { return table.data() + guess * secrets; }
};

template <class Score>
Game make_game(size_t guesses, size_t secrets, const Score& score, const std::function<bool(Number)>& ends) {
    Game game{guesses, secrets, {}, {}, std::vector<Number>(secrets, 1), std::vector<Number>(guesses, 1), std::vector<Number>(secrets, 0), false, true};
    require(guesses > 0 && secrets > 0 && secrets <= 65535 && guesses <= (size_t{1} << 33) / secrets, "too large a game");
    std::unordered_map<Number, uint16_t> numbers;
    for (size_t g = 0; g < guesses; ++g)
        for (size_t s = 0; s < secrets; ++s) {
            const Number answer = score(g, s);
            const auto [at, fresh] = numbers.try_emplace(answer, static_cast<uint16_t>(numbers.size()));
            require(numbers.size() <= 65536, "too many scores");
            if (fresh) game.end.push_back(ends(answer));
            game.table.push_back(at->second);
        }
    return game;
}

std::vector<std::string> words_of(const char* path) {
    std::ifstream file(path);
    require(file.good(), std::string("cannot read ") + path);
    std::vector<std::string> words;
    for (std::string word; file >> word;) words.push_back(word);
    return words;
}

// A letter in its place is green (2); else it is yellow (1) while the secret has such letters left, from left to right.
Game wordle(const char* answers, const char* others) {
    const std::vector<std::string> secrets = words_of(answers);
    std::vector<std::string> guesses = secrets;
    std::set<std::string> seen(secrets.begin(), secrets.end());
    for (const std::string& word : words_of(others)) if (seen.insert(word).second) guesses.push_back(word);
    for (const std::string& word : guesses) require(word.size() == guesses[0].size(), "words of several lengths");
    const auto score = [&](size_t g, size_t s) {
        const std::string& guess = guesses[g];
        std::string left = secrets[s];
        std::vector<int> tile(guess.size(), 0);
        for (size_t i = 0; i < guess.size(); ++i) if (guess[i] == left[i]) tile[i] = 2, left[i] = ' ';
        for (size_t i = 0; i < guess.size(); ++i) {
            const size_t at = tile[i] ? std::string::npos : left.find(guess[i]);
            if (at != std::string::npos) tile[i] = 1, left[at] = ' ';
        }
        return std::accumulate(tile.begin(), tile.end(), Number{0}, [](Number n, int t) { return 3 * n + t; });
    };
    Number all = 1;
    for (size_t i = 0; i < guesses[0].size(); ++i) all *= 3;
    return make_game(guesses.size(), secrets.size(), score, [all](Number answer) { return answer == all - 1; });
}

// Codes in the order of counting. Black: right colour in its place; white: more of the same colours in other places.
Game codes(int colours, int holes, bool repeats) {
    require(colours > 0 && colours < 100 && holes > 0 && holes < 10, "too many colours or holes");
    std::vector<std::vector<int>> all;
    std::vector<int> code(static_cast<size_t>(holes), 0);
    for (bool more = true; more;) {
        const std::set<int> kinds(code.begin(), code.end());
        if (repeats || kinds.size() == code.size()) all.push_back(code);
        size_t at = code.size();
        while (at > 0 && ++code[at - 1] == colours) code[--at] = 0;
        more = at > 0;
        require(all.size() < 65536, "too many codes");
    }
    const auto score = [&](size_t g, size_t s) {
        Number black = 0, same = 0;
        for (size_t i = 0; i < code.size(); ++i) black += all[g][i] == all[s][i];
        for (int c = 0; c < colours; ++c)
            same += std::min(std::count(all[g].begin(), all[g].end(), c), std::count(all[s].begin(), all[s].end(), c));
        return 100 * black + same - black;
    };
    return make_game(all.size(), all.size(), score, [holes](Number answer) { return answer == 100 * holes; });
}

// Totals are to stay below kMost, whatever a strategy does.
void check_amounts(const Game& game) {
    const Number dearest = *std::max_element(game.length.begin(), game.length.end());
    require(*std::min_element(game.length.begin(), game.length.end()) > 0, "a guess costs nothing");
    Number room = (kMost - 1) / dearest / static_cast<Number>(game.secrets);
    for (const Number weight : game.weight) require((room -= std::min(weight, kMost)) >= 0, "weights or costs are too large");
    require(std::count(game.weight.begin(), game.weight.end(), 0) < static_cast<ptrdiff_t>(game.secrets), "no secret weighs anything");
    const auto without = std::count(game.goal.begin(), game.goal.end(), 0);
    require(without == 0 || without == static_cast<ptrdiff_t>(game.secrets), "some secrets have no goal");
}

// Numbers: of guesses, secrets and scores; of each score, 1 where the game ends; the weight of each secret; then the
// score of each guess (numbers from 0) with every secret. In a game with costs or goals after that the cost of each guess,
// and for each secret the number of its goal, from 1 (0 for all where there are none).
Game read_table(const char* path) {
    std::ifstream file(path);
    const auto next = [&] {
        Number n = -1;
        require(static_cast<bool>(file >> n) && n >= 0 && n < kMost, "the table is cut off, or has an odd number");
        return n;
    };
    const auto guesses = static_cast<size_t>(next()), secrets = static_cast<size_t>(next());
    std::vector<bool> ends(static_cast<size_t>(std::min<Number>(next(), 65536)));
    for (size_t i = 0; i < ends.size(); ++i) ends[i] = next() != 0;
    std::vector<Number> weight;
    for (size_t s = 0; s < secrets && s < 65536; ++s) weight.push_back(next());
    Game game = make_game(guesses, secrets, [&](size_t, size_t) {
        const Number score = next();
        require(score < static_cast<Number>(ends.size()), "a score that is not there");
        return score;
    }, [&](Number score) { return ends[static_cast<size_t>(score)]; });
    game.weight = weight;
    if (!(file >> std::ws).eof()) {
        for (Number& cost : game.length) cost = next();
        for (Number& goal : game.goal) goal = next();
    }
    check_amounts(game);
    const auto others = [](const std::vector<Number>& list) { return std::any_of(list.begin(), list.end(), [](Number n) { return n != 1; }); };
    game.priced = others(game.length);
    game.plain = !game.priced && !game.has_goals() && !others(game.weight);
    return game;
}
