// The least total of a game, by a program that shares nothing with the package: no header, no score, no bound, no order.
// It compares the sets themselves, guesses no hash, has one thread, and is meant to be read in one go.
//
//     second_program codes COLOURS HOLES both|none|guesses    Mastermind; repeats in guesses and secrets, in neither,
//                                                             in guesses
//     second_program table < FILE                             numbers of guesses, secrets and scores, 1 for each score
//                                                             that ends the game and else 0, then a row of scores for
//                                                             each guess
//
// It prints the total, how many sets it looked at, and how many it remembers.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

using Secrets = std::u16string;  // numbers of secrets, ascending
using Code = std::vector<int>;

constexpr int kNever = 1 << 29;  // a set whose secrets no strategy finds

struct Game {
    std::vector<char> ends;                   // of each score
    std::vector<std::vector<uint8_t>> rows;   // score of [guess][secret]
    std::vector<Code> codes;                  // of each guess, or none: then nothing is known of symmetry
    int secrets = 0;
};

std::vector<Code> all_codes(int colours, int holes, bool repeats) {
    std::vector<Code> found{{}};
    for (int hole = 0; hole < holes; ++hole) {
        std::vector<Code> longer;
        for (const Code& code : found)
            for (int colour = 0; colour < colours; ++colour)
                if (repeats || std::find(code.begin(), code.end(), colour) == code.end()) {
                    longer.push_back(code);
                    longer.back().push_back(colour);
                }
        found = longer;
    }
    return found;
}

// Black and white pegs as one number: a peg in place is worth one more than there are holes.
int pegs(const Code& guess, Code secret) {
    const int holes = static_cast<int>(guess.size());
    int score = 0;
    std::vector<char> used(guess.size(), 0);
    for (int i = 0; i < holes; ++i)
        if (guess[i] == secret[i]) {
            score += holes + 1;
            used[i] = 1;
            secret[i] = -1;
        }
    for (int i = 0; i < holes; ++i) {
        if (used[i]) continue;
        const auto there = std::find(secret.begin(), secret.end(), guess[i]);
        if (there == secret.end()) continue;
        ++score;
        *there = -1;
    }
    return score;
}

Game codes_game(int colours, int holes, const std::string& repeats) {
    Game game;
    game.codes = all_codes(colours, holes, repeats != "none");
    const std::vector<Code> secrets = all_codes(colours, holes, repeats == "both");
    game.secrets = static_cast<int>(secrets.size());
    game.ends.assign(static_cast<size_t>(holes * (holes + 1) + 1), 0);
    game.ends.back() = 1;
    for (const Code& guess : game.codes) {
        game.rows.emplace_back();
        for (const Code& secret : secrets) game.rows.back().push_back(static_cast<uint8_t>(pegs(guess, secret)));
    }
    return game;
}

Game read_game() {
    Game game;
    int guesses = 0, scores = 0, number = 0;
    std::cin >> guesses >> game.secrets >> scores;
    for (int i = 0; i < scores && std::cin >> number; ++i) game.ends.push_back(static_cast<char>(number));
    for (int g = 0; g < guesses; ++g) {
        game.rows.emplace_back();
        for (int s = 0; s < game.secrets && std::cin >> number; ++s) game.rows.back().push_back(static_cast<uint8_t>(number));
    }
    if (!std::cin || scores > 256 || game.secrets > 65535) std::exit(2);
    return game;
}

// The first two guesses as one word that is the same for all pairs that differ by the order of places and by names of
// colours alone: such a change that keeps the first guess takes a best second guess to one just as good.
Code shape(const std::vector<Code>& guesses) {
    const size_t holes = guesses[0].size();
    std::vector<size_t> order(holes);
    std::iota(order.begin(), order.end(), size_t{0});
    Code best;
    do {
        Code word;
        std::vector<int> name(100, -1);
        int names = 0;
        for (const Code& code : guesses)
            for (const size_t place : order) {
                int& called = name[static_cast<size_t>(code[place])];
                if (called < 0) called = names++;
                word.push_back(called);
            }
        if (best.empty() || word < best) best = word;
    } while (std::next_permutation(order.begin(), order.end()));
    return best;
}

class Search {
public:
    explicit Search(const Game& game) : game_(game), enders_(static_cast<size_t>(game.secrets)), columns_(enders_.size()) {
        for (size_t g = 0; g < game.rows.size(); ++g) {
            everything_.push_back(g);
            for (size_t s = 0; s < enders_.size(); ++s) columns_[s].push_back(game.rows[g][s]);
            int ended = 0;
            for (size_t s = 0; s < enders_.size(); ++s)
                if (game.ends[game.rows[g][s]]) {
                    enders_[s].push_back(g);
                    ++ended;
                }
            most_ended_ = std::max(most_ended_, ended);
        }
    }

    // The least total of a set if that is below the limit, else a bound of it that is not.
    int least(const Secrets& set, int limit, std::vector<size_t>& asked) {
        if (const int total = at_once(set)) return total;
        if (const auto at = known_.find(set); at != known_.end() && (at->second.exact || at->second.total >= limit))
            return at->second.total;
        const Look look = looked_at(set, limit, asked);
        int best = limit, lowest = look.others;
        std::set<std::string> seen;
        for (const Choice& choice : look.choices) {
            const int bound = choice.bound;
            if (bound >= best) {
                lowest = std::min(lowest, bound);
                break;
            }
            if (!seen.insert(partition(set, choice.guess)).second) continue;
            asked.push_back(choice.guess);
            const int total = after(set, choice.guess, look.floors, best, asked);
            asked.pop_back();
            lowest = std::min(lowest, total);
            best = std::min(best, total);
        }
        known_[set] = {lowest, lowest < limit || lowest == kNever};
        return lowest;
    }

    size_t looks() const { return looks_; }
    size_t remembered() const { return known_.size(); }

private:
    struct Known {
        int total = 0;
        bool exact = false;
    };
    struct Choice {
        int bound, squares;
        size_t guess;
    };
    struct Look {
        std::vector<Choice> choices;  // the guesses that may cost less than the limit, those first that may cost least
        int others = kNever;          // what the others cost at least
        std::vector<int> floors;      // what a part of so many secrets costs at least
    };

    // The total of a set where it is plain to see, else 0. A guess that ends as many as any ever does and tells the others
    // apart cannot be beaten. Where no guess ends two, and there is none like that, one that leaves a single pair cannot.
    int at_once(const Secrets& set) const {
        if (set.size() > game_.ends.size()) return 0;
        const int n = static_cast<int>(set.size()), least = 2 * n - std::min(n, most_ended_);
        bool pair = false;
        for (const char16_t secret : set)
            for (const size_t guess : enders_[secret]) {
                const int total = two_steps(set, guess);
                if (total == least) return total;
                pair = pair || total == least + 1;
            }
        return pair && most_ended_ == 1 ? least + 1 : 0;
    }

    // What a set costs where a guess leaves each secret by itself, or one pair; else never.
    int two_steps(const Secrets& set, size_t guess) const {
        std::array<Secrets::value_type, 256> first;
        std::array<char, 256> count{};
        int total = 0, pairs = 0;
        for (const char16_t secret : set) {
            const uint8_t score = game_.rows[guess][secret];
            total += game_.ends[score] ? 1 : 2;
            if (game_.ends[score]) continue;
            if (enders_[secret].empty() || ++count[score] > 2 || (count[score] == 2 && ++pairs > 1)) return kNever;
            if (count[score] == 1) first[score] = secret;
            else if (at_once({first[score], secret}) != 3) return kNever;
        }
        return total + pairs;
    }

    // What a set costs with a guess: the largest block first, each looked at before any is searched.
    int after(const Secrets& set, size_t guess, const std::vector<int>& floors, int limit, std::vector<size_t>& asked) {
        std::vector<Secrets> blocks(game_.ends.size());
        for (const char16_t secret : set)
            if (const uint8_t score = game_.rows[guess][secret]; !game_.ends[score]) blocks[score].push_back(secret);
        std::erase_if(blocks, [](const Secrets& block) { return block.empty(); });
        std::sort(blocks.begin(), blocks.end(), [](const Secrets& a, const Secrets& b) { return a.size() > b.size(); });
        int sum = static_cast<int>(set.size());
        std::vector<int> costs;
        for (const Secrets& block : blocks) sum += costs.emplace_back(floors[block.size()]);
        for (const bool wholly : {false, true})
            for (size_t i = 0; i < blocks.size() && sum < limit; ++i) {
                const int rest = sum - costs[i];
                costs[i] = std::max(costs[i], least(blocks[i], wholly ? limit - rest : 0, asked));
                sum = std::min(rest + costs[i], kNever);
            }
        return sum;
    }

    Look looked_at(const Secrets& set, int limit, const std::vector<size_t>& asked) {
        ++looks_;
        const int n = static_cast<int>(set.size());
        std::vector<uint16_t> sizes;  // of the blocks of each choice, and 0
        Look look;
        int most_ended = 0, most_blocks = 0;
        std::array<int, 256> count{};
        std::array<uint8_t, 256> seen{};
        std::vector<const uint8_t*> columns;
        for (const char16_t secret : set) columns.push_back(columns_[secret].data());
        for (const size_t guess : candidates(asked)) {
            int ended = 0, blocks = 0, squares = 0, kinds = 0;
            for (const uint8_t* column : columns)
                if (count[column[guess]]++ == 0) seen[static_cast<size_t>(kinds++)] = column[guess];
            const size_t before = sizes.size();
            for (int kind = 0; kind < kinds; ++kind) {
                const uint8_t score = seen[static_cast<size_t>(kind)];
                const int size = std::exchange(count[score], 0);
                squares += size * size;
                if (game_.ends[score]) ended += size;
                else if (++blocks) sizes.push_back(static_cast<uint16_t>(size));
            }
            if (blocks == 1 && sizes.back() == n) {
                sizes.resize(before);
                continue;
            }
            sizes.push_back(0);
            most_ended = std::max(most_ended, ended);
            most_blocks = std::max(most_blocks, blocks);
            look.choices.push_back({n, squares, guess});
        }
        look.floors = floors_of(n, most_ended, most_blocks);
        auto size = sizes.begin();
        for (Choice& choice : look.choices)
            while (const uint16_t one = *size++) choice.bound = std::min(choice.bound + look.floors[one], kNever);
        std::erase_if(look.choices, [&](const Choice& choice) {
            if (choice.bound >= limit) look.others = std::min(look.others, choice.bound);
            return choice.bound >= limit;
        });
        std::sort(look.choices.begin(), look.choices.end(), [](const Choice& a, const Choice& b) {
            return std::tie(a.bound, a.squares, a.guess) < std::tie(b.bound, b.squares, b.guess);
        });
        return look;
    }

    // No guess about a part of the set ends more or leaves more blocks than one about the set does. So of m secrets at
    // most `ended` take one guess, at most `ended * blocks` two, and so on.
    static std::vector<int> floors_of(int n, int ended, int blocks) {
        std::vector<int> floors(static_cast<size_t>(n), 0);
        for (int m = 1; m < n; ++m) {
            int left = m, total = 0;
            for (long most = ended; left > 0; most *= blocks) {
                if (most == 0) {
                    total = kNever;
                    break;
                }
                total += left;
                left -= static_cast<int>(std::min<long>(most, left));
            }
            floors[static_cast<size_t>(m)] = total;
        }
        return floors;
    }

    // Scores of the secrets of a set, named as they come: guesses that leave the same blocks have the same text.
    std::string partition(const Secrets& set, size_t guess) const {
        std::array<char, 256> name{};
        char names = 0;
        std::string text;
        for (const char16_t secret : set) {
            const uint8_t score = game_.rows[guess][secret];
            if (game_.ends[score]) text += '\0';
            else text += name[score] ? name[score] : name[score] = ++names;
        }
        return text;
    }

    // All guesses; of codes the first and the second only one of each shape, and later ones that name new colours in order:
    // colours that no guess has named are alike.
    const std::vector<size_t>& candidates(const std::vector<size_t>& asked) {
        if (game_.codes.empty()) return everything_;
        std::set<int> named;
        for (const size_t guess : asked) named.insert(game_.codes[guess].begin(), game_.codes[guess].end());
        std::vector<size_t>& found = asked.size() < 2 ? shaped_[asked] : in_order_[named];
        if (!found.empty()) return found;
        std::set<Code> shapes;
        for (const size_t guess : everything_) {
            std::vector<Code> codes;
            for (const size_t one : asked) codes.push_back(game_.codes[one]);
            codes.push_back(game_.codes[guess]);
            if (asked.size() < 2 ? shapes.insert(shape(codes)).second : in_order(codes.back(), named)) found.push_back(guess);
        }
        return found;
    }

    static bool in_order(const Code& code, std::set<int> named) {
        int next = 0;
        for (const int colour : code) {
            while (named.count(next)) ++next;
            if (!named.count(colour) && colour != next) return false;
            named.insert(colour);
        }
        return true;
    }

    const Game& game_;
    std::vector<std::vector<size_t>> enders_;  // the guesses that end the game for a secret
    std::vector<std::vector<uint8_t>> columns_;  // scores of [secret][guess]: in this order they are read
    int most_ended_ = 0;
    std::unordered_map<Secrets, Known> known_;
    std::map<std::vector<size_t>, std::vector<size_t>> shaped_;  // candidates after guesses, at most one
    std::map<std::set<int>, std::vector<size_t>> in_order_;      // candidates after guesses that named these colours
    std::vector<size_t> everything_;
    size_t looks_ = 0;
};

int main(int argc, char** argv) {
    const std::vector<std::string> given(argv + 1, argv + argc);
    Game game;
    if (given.size() == 4 && given[0] == "codes") game = codes_game(std::stoi(given[1]), std::stoi(given[2]), given[3]);
    else if (given.size() == 1 && given[0] == "table") game = read_game();
    else return 2;
    Search search(game);
    Secrets all;
    for (int secret = 0; secret < game.secrets; ++secret) all += static_cast<char16_t>(secret);
    std::vector<size_t> asked;
    std::cout << search.least(all, kNever, asked) << " " << search.looks() << " " << search.remembered() << "\n";
}
