// Checks a certificate of mastermind_core, from nothing but docs/explanation/certificates.rst.
//
//   c++ -std=c++20 -O2 -o check check.cpp
//   gzip -dc FILE.cert.gz | ./check wordle ANSWERS OTHERS      lists of words, one a line
//   gzip -dc FILE.cert.gz | ./check codes COLOURS HOLES        every code, answered with black and white pegs
//   gzip -dc FILE.cert.gz | ./check numbers DIGITS PLACES      codes without repeats: bulls and cows
//   gzip -dc FILE.cert.gz | ./check table SCORES               any other game, see read_table
//
// It says what is proven and ends with 0, or says what is wrong and ends with 1. It shares no line with the search or
// with the checker in Python. Read it in this order: the game, then Checker::lemma, which is all that matters, then
// what is around it.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

using Number = int64_t;
using Set = std::vector<uint16_t>;                      // secrets, ascending
constexpr Number kNone = Number{1} << 60;               // more than any total: there is no strategy
constexpr Number kMost = Number{1} << 40;               // of any number in a file, and of all weights together

[[noreturn]] void refuse(const std::string& why) { throw std::runtime_error(why); }
void require(bool holds, const std::string& otherwise) { if (!holds) refuse(otherwise); }
std::string text(Number n) { return std::to_string(n); }

// ---------------------------------------------------------------------------------------------------------- The game

// Scores are numbered as they first come, row by row.
struct Game {
    size_t guesses = 0, secrets = 0;
    std::vector<uint16_t> table;  // [guess * secrets + secret]
    std::vector<bool> end;        // of each score
    std::vector<Number> weight;   // of each secret
    const uint16_t* row(size_t guess) const { return table.data() + guess * secrets; }
};

template <class Score>
Game make_game(size_t guesses, size_t secrets, const Score& score, const std::function<bool(Number)>& ends) {
    Game game{guesses, secrets, {}, {}, std::vector<Number>(secrets, 1)};
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

// Numbers: of guesses, secrets and scores; of each score, 1 where the game ends; the weight of each secret; then the
// score of each guess (numbers from 0) with every secret.
Game read_table(const char* path) {
    std::ifstream file(path);
    const auto next = [&] {
        Number n = -1;
        require(static_cast<bool>(file >> n) && n >= 0 && n <= kMost, "the table is cut off, or has an odd number");
        return n;
    };
    const auto guesses = static_cast<size_t>(next()), secrets = static_cast<size_t>(next());
    std::vector<bool> ends(static_cast<size_t>(std::min<Number>(next(), 65536)));
    for (size_t i = 0; i < ends.size(); ++i) ends[i] = next() != 0;
    std::vector<Number> weight;
    Number sum = 0;
    for (size_t s = 0; s < secrets && s < 65536; ++s) weight.push_back(next()), sum += weight.back();
    require(sum <= kMost && std::find(weight.begin(), weight.end(), 0) == weight.end(), "weights are 0 or too large");
    Game game = make_game(guesses, secrets, [&](size_t, size_t) {
        const Number score = next();
        require(score < static_cast<Number>(ends.size()), "a score that is not there");
        return score;
    }, [&](Number score) { return ends[static_cast<size_t>(score)]; });
    game.weight = weight;
    return game;
}

// FIPS 180-4.
class Sha256 {
public:
    void add(const void* bytes, size_t size) {
        for (size_t i = 0; i < size; ++i) {
            block_[length_++ % 64] = static_cast<const uint8_t*>(bytes)[i];
            if (length_ % 64 == 0) mix();
        }
    }
    void add(uint64_t number, int bytes) {  // the low byte first
        for (int i = 0; i < bytes; ++i) { const auto byte = static_cast<uint8_t>(number >> 8 * i); add(&byte, 1); }
    }
    std::string hex() {
        const uint64_t bits = length_ * 8;
        add(0x80, 1);
        while (length_ % 64 != 56) add(0, 1);
        for (int i = 7; i >= 0; --i) add(bits >> 8 * i & 0xff, 1);
        std::string out;
        char part[9];
        for (const uint32_t word : state_) std::snprintf(part, sizeof part, "%08x", word), out += part;
        return out;
    }

private:
    static uint32_t turn(uint32_t x, int by) { return x >> by | x << (32 - by); }
    void mix() {
        static const std::vector<uint32_t> k = constants();
        uint32_t w[64], s[8];
        for (int i = 0; i < 16; ++i)
            w[i] = uint32_t{block_[4 * i]} << 24 | uint32_t{block_[4 * i + 1]} << 16 | uint32_t{block_[4 * i + 2]} << 8 | block_[4 * i + 3];
        for (int i = 16; i < 64; ++i) {
            const uint32_t a = w[i - 15], b = w[i - 2];
            w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
        }
        std::copy(state_, state_ + 8, s);
        for (int i = 0; i < 64; ++i) {
            const uint32_t one = s[7] + (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + k[static_cast<size_t>(i)] + w[i];
            const uint32_t two = (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
            std::copy_backward(s, s + 7, s + 8);
            s[4] += one, s[0] = one + two;
        }
        for (int i = 0; i < 8; ++i) state_[i] += s[i];
    }
    // The first 32 bits of the fractions of the cube roots of the first 64 primes: the largest r with r^3 <= p * 2^96.
    static std::vector<uint32_t> constants() {
        std::vector<uint32_t> k;
        for (uint64_t p = 2; k.size() < 64; ++p) {
            bool prime = true;
            for (uint64_t d = 2; d * d <= p; ++d) prime = prime && p % d;
            if (!prime) continue;
            uint64_t root = 0;  // cube root of p in steps of 2^-32
            for (int bit = 35; bit >= 0; --bit) {
                const uint64_t r = root | uint64_t{1} << bit;
                // r^3 <= p << 96, in long division by parts of 32 bits
                const unsigned __int128 square = static_cast<unsigned __int128>(r) * r;
                const unsigned __int128 low = (square & 0xffffffffffffffff) * r, high = (square >> 64) * r + (low >> 64);
                const unsigned __int128 most = static_cast<unsigned __int128>(p) << 32;  // of the part over 2^64
                if (high < most || (high == most && (low & 0xffffffffffffffff) == 0)) root = r;
            }
            k.push_back(static_cast<uint32_t>(root));
        }
        return k;
    }
    uint32_t state_[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    uint8_t block_[64] = {};
    uint64_t length_ = 0;
};

std::string fingerprint(const Game& game) {
    Sha256 digest;
    const std::string sizes = text(static_cast<Number>(game.guesses)) + " " + text(static_cast<Number>(game.secrets)) + "\n";
    digest.add(sizes.data(), sizes.size());
    for (const uint16_t score : game.table) digest.add(score, 2);
    for (const bool end : game.end) digest.add(end ? 1 : 0, 1);
    for (const Number weight : game.weight) digest.add(static_cast<uint64_t>(weight), 8);
    return digest.hex();
}

// ---------------------------------------------------------------------------------------------------------- Its lines

// A value of JSON, of the kinds that a certificate has.
struct Value {
    enum Kind { null, number, word, list, object } kind = null;
    Number n = 0;
    std::string s;
    std::vector<Value> items;                   // of a list, or of an object in the order of its names
    std::vector<std::string> names;

    Number whole(Number least, Number below) const {
        require(kind == number && n >= least && n < below, "a number is missing or out of its range");
        return n;
    }
    Number whole_or_null(Number otherwise) const { return kind == null ? otherwise : whole(0, kMost); }
    const std::vector<Value>& list_of(size_t most) const {
        require(kind == list && items.size() <= most, "a list is missing or too long");
        return items;
    }
    // The fields of an object that has these and no other.
    std::vector<const Value*> fields(const std::vector<std::string>& wanted) const {
        require(kind == object && names.size() == wanted.size(), "an object has other fields");
        std::vector<const Value*> found;
        for (const std::string& name : wanted) {
            require(std::count(names.begin(), names.end(), name) == 1, "the field " + name + " is missing or comes twice");
            found.push_back(&items[static_cast<size_t>(std::find(names.begin(), names.end(), name) - names.begin())]);
        }
        return found;
    }
};

class Reader {
public:
    Value line() {
        text_.clear();
        require(static_cast<bool>(std::getline(std::cin, text_)), "the file is cut off");
        ++number, at_ = 0;
        Value value = read(0);
        space();
        require(at_ == text_.size(), "something comes after the value");
        return value;
    }
    bool over() { return std::cin.peek() == EOF; }
    size_t number = 0;

private:
    void space() { at_ = std::min(text_.find_first_not_of(" \t\r", at_), text_.size()); }
    char next() { space(); require(at_ < text_.size(), "the line is cut off"); return text_[at_]; }
    bool take(char c) { const bool there = next() == c; at_ += there; return there; }

    Value read(int depth) {
        require(depth < 8, "lists in lists in lists");
        Value value;
        const char c = next();
        if (c == '[' || c == '{') {
            value.kind = c == '[' ? Value::list : Value::object;
            const char close = c == '[' ? ']' : '}';
            ++at_;
            if (take(close)) return value;
            do {
                if (c == '{') value.names.push_back(read(depth + 1).s), require(take(':'), "no colon");
                value.items.push_back(read(depth + 1));
            } while (take(','));
            require(take(close), "a list has no end");
        } else if (c == '"') {
            value.kind = Value::word;
            const size_t end = text_.find('"', at_ + 1);
            require(end != std::string::npos, "a text has no end");
            value.s = text_.substr(at_ + 1, end - at_ - 1);
            require(value.s.find('\\') == std::string::npos, "no text of a certificate has a backslash");
            at_ = end + 1;
        } else if (text_.compare(at_, 4, "null") == 0) {
            at_ += 4;
        } else {
            value.kind = Value::number;
            const bool negative = take('-');
            const size_t begin = at_;
            while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9' && value.n <= kMost)
                value.n = 10 * value.n + (text_[at_++] - '0');
            const bool padded = at_ - begin > 1 && text_[begin] == '0';
            require(at_ > begin && !padded && value.n <= kMost, "no whole number, or a huge one");
            if (negative) value.n = -value.n;
        }
        return value;
    }
    std::string text_;
    size_t at_ = 0;
};

// -------------------------------------------------------------------------------------------------------- The checker

struct Fact { Number steps, least; };  // whoever finds a set within so many guesses has a total of `least` or more
struct Symmetry { std::vector<size_t> guess, secret; };
struct View {                           // what the guesses do with a set
    std::vector<uint16_t> ended, blocks;  // secrets that each guess ends, and blocks that go on
    std::vector<Number> capacity;         // the most secrets that 0, 1, 2, ... guesses can find
};
struct HashSet {
    size_t operator()(const Set& set) const {
        uint64_t h = 1469598103934665603u;
        for (const uint16_t s : set) h = (h ^ s) * 1099511628211u, h ^= h >> 29;
        return h;
    }
};

class Checker {
public:
    Checker(const Game& game, bool only_candidates)
        : game_(game), only_candidates_(only_candidates), winners_(game.secrets), count_(game.end.size(), 0) {
        height_ = (game.guesses + kGroup - 1) / kGroup * kGroup;
        const auto end = static_cast<uint16_t>(std::find(game.end.begin(), game.end.end(), true) - game.end.begin());
        const bool narrow = game.end.size() <= 256;
        if (narrow) narrow_.resize(game.secrets * height_);
        else wide_.resize(game.secrets * height_);
        for (size_t g = 0; g < game.guesses; ++g)
            for (size_t s = 0; s < game.secrets; ++s) {
                const uint16_t score = game.row(g)[s];
                const uint16_t answer = game.end[score] ? end : score;
                if (narrow) narrow_[s * height_ + g] = static_cast<uint8_t>(answer);
                else wide_[s * height_ + g] = answer;
                if (game.end[score]) winners_[s].push_back(g);
            }
        for (size_t s = 0; s < game.secrets; ++s) everything.push_back(static_cast<uint16_t>(s));
        even_ = std::all_of(game.weight.begin(), game.weight.end(), [](Number w) { return w == 1; });
    }

    void symmetry(const Value& guesses, const Value& secrets) {
        Symmetry one{permutation(guesses, game_.guesses), {}};
        if (secrets.kind == Value::null) require(game_.guesses == game_.secrets, "secrets is null"), one.secret = one.guess;
        else one.secret = permutation(secrets, game_.secrets);
        std::vector<Number> image(game_.end.size(), -1), origin(game_.end.size(), -1);
        for (size_t g = 0; g < game_.guesses; ++g)
            for (size_t s = 0; s < game_.secrets; ++s) {
                const uint16_t score = game_.row(g)[s], moved = game_.row(one.guess[g])[one.secret[s]];
                if (image[score] < 0 && origin[moved] < 0) image[score] = moved, origin[moved] = score;
                require(image[score] == moved && origin[moved] == score, "no symmetry: it changes what a guess tells apart");
            }
        for (size_t score = 0; score < image.size(); ++score)
            require(game_.end[score] == game_.end[static_cast<size_t>(image[score])], "no symmetry: it moves an end");
        for (size_t s = 0; s < game_.secrets; ++s)
            require(game_.weight[s] == game_.weight[one.secret[s]], "no symmetry: it changes a weight");
        symmetries_.push_back(std::move(one));
    }

    // A lemma is true if each guess that has to be looked at costs `least` or more.
    void lemma(const Set& set, Number steps, Number least, const std::vector<size_t>& alike) {
        const Number n = static_cast<Number>(set.size());
        steps = std::min(steps, n);
        for (const size_t number : alike)
            for (const uint16_t s : set)
                require(std::binary_search(set.begin(), set.end(), static_cast<uint16_t>(symmetries_[number].secret[s])),
                        "a symmetry that does not keep the set");
        // Of the lemmas about a set only those are kept that no other contains: no more than it has secrets.
        std::vector<Fact>& known = known_[set];
        for (const Fact& fact : known)
            if (fact.steps >= steps && fact.least >= least) return;
        if (steps > 0) {
            const std::vector<char>& looked_at = least_alike(alike);
            look(set, own_);
            Number ended = 1, blocks = 0, weight = 0;
            for (size_t g = 0; g < game_.guesses; ++g) {
                if (!looked_at[g] || useless(own_, g)) continue;
                ended = std::max<Number>(ended, own_.ended[g]), blocks = std::max<Number>(blocks, own_.blocks[g]);
            }
            own_.capacity = capacities(steps - 1, ended, blocks, n);
            for (const uint16_t s : set) weight += game_.weight[s];
            for (size_t g = 0; g < game_.guesses; ++g) {
                if (!looked_at[g] || useless(own_, g)) continue;
                if (even_ && quick(n, own_.ended[g], own_.blocks[g], own_.capacity) >= least) continue;
                require(weight + blocks_bound(set, g, steps - 1, least - weight) >= least,
                        "guess " + text(static_cast<Number>(g)) + " may cost less than the lemma says");
            }
        }
        std::erase_if(known, [&](const Fact& fact) { return fact.steps <= steps && fact.least <= least; });
        known.push_back({steps, least});
    }

    // The most that is known of a set within so many guesses.
    Number best(const Set& set, Number steps) const {
        const auto facts = known_.find(set);
        Number best = 0;
        if (facts != known_.end())
            for (const Fact& fact : facts->second)
                if (fact.steps >= std::min(steps, static_cast<Number>(set.size()))) best = std::max(best, fact.least);
        return best;
    }

    Set everything;

private:
    static std::vector<size_t> permutation(const Value& value, size_t size) {
        std::vector<size_t> list;
        std::vector<bool> there(size, false);
        for (const Value& item : value.list_of(size)) {
            list.push_back(static_cast<size_t>(item.whole(0, static_cast<Number>(size))));
            require(!there[list.back()], "no permutation");
            there[list.back()] = true;
        }
        require(list.size() == size, "no permutation");
        return list;
    }

    // Of guesses that the symmetries take to each other, in any number of steps, the least.
    const std::vector<char>& least_alike(const std::vector<size_t>& alike) {
        if (orbits_.size() > kOrbits) orbits_.clear();
        const auto [found, fresh] = orbits_.try_emplace(alike);
        if (!fresh) return found->second;
        std::vector<char>& least = found->second;
        std::vector<char> seen(game_.guesses, 0);
        least.assign(game_.guesses, 0);
        for (size_t g = 0; g < game_.guesses; ++g) {
            if (seen[g]) continue;
            least[g] = seen[g] = 1;
            for (std::vector<size_t> stack{g}; !stack.empty();) {
                const size_t one = stack.back();
                stack.pop_back();
                for (const size_t number : alike) {
                    const size_t other = symmetries_[number].guess[one];
                    if (!seen[other]) seen[other] = 1, stack.push_back(other);
                }
            }
        }
        return least;
    }

    // How many secrets each guess ends, and into how many blocks that go on it puts the others.
    void look(const Set& set, View& view) {
        view.blocks.resize(height_);
        view.ended.assign(game_.guesses, 0);
        for (size_t begin = 0; begin < height_; begin += kGroup) {
            if (wide_.empty()) count(set, narrow_.data() + begin, view.blocks.data() + begin);
            else count(set, wide_.data() + begin, view.blocks.data() + begin);
        }
        for (const uint16_t s : set)
            for (const size_t g : winners_[s]) view.blocks[g] -= view.ended[g]++ == 0;
    }

    // How many different answers the guesses of a group get. Sets of few secrets are compared two by two.
    template <class Answer>
    void count(const Set& set, const Answer* columns, uint16_t* counts) {
        std::fill_n(counts, kGroup, 0);
        if (set.size() * sizeof(Answer) <= kFew) {
            for (size_t i = 0; i < set.size(); ++i) {
                const Answer* own = columns + set[i] * height_;
                Answer fresh[kGroup];
                std::fill_n(fresh, kGroup, 1);
                for (size_t j = 0; j < i; ++j) {
                    const Answer* other = columns + set[j] * height_;
                    for (size_t g = 0; g < kGroup; ++g) fresh[g] &= own[g] != other[g];
                }
                for (size_t g = 0; g < kGroup; ++g) counts[g] = static_cast<uint16_t>(counts[g] + fresh[g]);
            }
            return;
        }
        const size_t words = (game_.end.size() + 63) / 64;
        seen_.assign(kGroup * words, 0);  // a bit for each answer
        for (const uint16_t s : set) {
            const Answer* own = columns + s * height_;
            for (size_t g = 0; g < kGroup; ++g) seen_[g * words + own[g] / 64] |= uint64_t{1} << own[g] % 64;
        }
        for (size_t g = 0; g < kGroup; ++g)
            for (size_t w = 0; w < words; ++w) counts[g] = static_cast<uint16_t>(counts[g] + std::popcount(seen_[g * words + w]));
    }

    // Whether a guess may be left out: it cannot be chosen, or it tells nothing.
    bool useless(const View& view, size_t g) const {
        return view.ended[g] == 0 && (only_candidates_ || view.blocks[g] == 1);
    }

    // The most secrets that 0, 1, 2, ... guesses can find, till they are enough.
    static std::vector<Number> capacities(Number steps, Number ended, Number blocks, Number enough) {
        std::vector<Number> capacity{0};
        for (Number step = 0, width = ended; step < steps && capacity.back() < enough; ++step) {
            capacity.push_back(capacity.back() + width);
            width = std::min(width * blocks, enough);
        }
        return capacity;
    }

    // What n secrets that weigh 1 cost at least after a guess that ends some and leaves so many blocks: the short cut.
    static Number quick(Number n, Number ended, Number blocks, const std::vector<Number>& capacities) {
        if (blocks == 0) return n;
        if (ended + blocks * capacities.back() < n) return kNone;
        Number sum = n;
        for (const Number capacity : capacities) sum += std::max<Number>(0, n - ended - blocks * capacity);
        return sum;
    }

    // What a block of secrets that weigh 1 costs at least: the least that the short cut says of any guess. Of guesses
    // that end nothing it says least of those that leave most blocks.
    Number glance(const Set& block, Number steps) {
        const Number n = static_cast<Number>(block.size());
        steps = std::min(steps, n);
        Glance& kept = glances_[(HashSet{}(block) + static_cast<size_t>(steps)) % glances_.size()];
        if (kept.steps == steps && kept.set == block) return kept.least;
        look(block, near_);
        std::vector<std::pair<Number, Number>> winners;
        for (const uint16_t s : block)
            for (const size_t g : winners_[s])
                if (near_.ended[g]) winners.emplace_back(near_.ended[g], near_.blocks[g]), near_.ended[g] = near_.blocks[g] = 0;
        Number most = only_candidates_ ? 0 : *std::max_element(near_.blocks.begin(), near_.blocks.begin() + static_cast<ptrdiff_t>(game_.guesses));
        Number ended = 1, blocks = most;
        for (const auto& winner : winners) ended = std::max(ended, winner.first), blocks = std::max(blocks, winner.second);
        const std::vector<Number> capacity = capacities(steps - 1, ended, blocks, n);
        Number least = most > 1 ? quick(n, 0, most, capacity) : kNone;
        for (const auto& winner : winners) least = std::min(least, quick(n, winner.first, winner.second, capacity));
        kept = {block, steps, least};
        return least;
    }

    // What a block costs at least, from the weights of its secrets alone.
    Number base(const Set& block) {
        if (static_cast<Number>(block.size()) > own_.capacity.back()) return kNone;
        Number sum = 0;
        if (even_) {
            for (const Number capacity : own_.capacity) sum += std::max<Number>(0, static_cast<Number>(block.size()) - capacity);
            return sum;
        }
        std::vector<Number> weights;
        for (const uint16_t s : block) weights.push_back(game_.weight[s]);
        std::sort(weights.begin(), weights.end(), std::greater<>());
        for (const Number capacity : own_.capacity)
            for (size_t i = static_cast<size_t>(capacity); i < weights.size(); ++i) sum += weights[i];
        return sum;
    }

    // What the blocks of a guess cost at least together, as far as that is needed.
    Number blocks_bound(const Set& set, size_t guess, Number steps, Number needed) {
        const uint16_t* row = game_.row(guess);
        parts_.resize(game_.end.size());
        std::vector<uint16_t> scores;
        for (const uint16_t s : set) {
            const uint16_t score = row[s];
            if (game_.end[score]) continue;
            if (count_[score]++ == 0) scores.push_back(score), parts_[score].clear();
            parts_[score].push_back(s);
        }
        std::sort(scores.begin(), scores.end(), [&](uint16_t a, uint16_t b) { return count_[a] < count_[b]; });
        Number sum = 0;
        std::vector<Number> bound;
        for (const uint16_t score : scores) {
            bound.push_back(base(parts_[score]));
            sum = std::min(kNone, sum + bound.back());
            count_[score] = 0;
        }
        const auto raise = [&](size_t i, Number other) {
            if (other > bound[i]) sum = std::min(kNone, sum + other - bound[i]), bound[i] = other;
        };
        for (size_t i = 0; i < scores.size() && sum < needed; ++i) raise(i, best(parts_[scores[i]], steps));
        for (size_t i = 0; i < scores.size() && sum < needed && even_; ++i) raise(i, glance(parts_[scores[i]], steps));
        return sum;
    }

    struct Glance { Set set; Number steps = -1, least = 0; };
    static constexpr size_t kGroup = 256, kFew = 64;  // guesses looked at together; bytes of answers compared two by two
    static constexpr size_t kOrbits = 4096;           // lists of symmetries of which the orbits are remembered

    const Game& game_;
    bool only_candidates_, even_;
    std::vector<Symmetry> symmetries_;
    std::map<std::vector<size_t>, std::vector<char>> orbits_;
    std::unordered_map<Set, std::vector<Fact>, HashSet> known_;
    View own_, near_;                           // of the set of a lemma, and of a block
    std::vector<Glance> glances_{1 << 20};      // some of the last ones
    std::vector<std::vector<size_t>> winners_;  // guesses that end the game on a secret
    std::vector<uint64_t> seen_;
    std::vector<uint16_t> count_;
    size_t height_;                             // of a column: of each secret the answers of all guesses
    std::vector<uint8_t> narrow_;               // the columns; ends are one answer
    std::vector<uint16_t> wide_;                // the same, of games with more than 256 answers
    std::vector<Set> parts_;
};

// Plays a tree against every secret; returns its total and its worst case.
std::pair<Number, Number> play(const Game& game, const Value& tree, bool only_candidates) {
    const auto& nodes = tree.list_of(game.secrets * game.secrets + 1);
    require(!nodes.empty(), "no tree");
    std::map<size_t, std::pair<Number, Set>> waiting;  // node -> its depth, and the secrets that lead to it
    Set all;
    for (size_t s = 0; s < game.secrets; ++s) all.push_back(static_cast<uint16_t>(s));
    waiting[0] = {1, all};
    Number total = 0, worst = 0;
    for (size_t at = 0; at < nodes.size(); ++at) {
        const std::string where = "node " + text(static_cast<Number>(at)) + " of the tree: ";
        require(waiting.count(at) == 1, where + "a child of no node before it");
        const auto [depth, set] = waiting[at];
        waiting.erase(at);
        const auto& node = nodes[at].list_of(2);
        require(node.size() == 2, where + "no guess and branches");
        const uint16_t* row = game.row(static_cast<size_t>(node[0].whole(0, static_cast<Number>(game.guesses))));
        std::map<Number, Set> blocks;
        for (const uint16_t s : set) blocks[row[s]].push_back(s);
        bool ended = false;
        const auto& branches = node[1].list_of(blocks.size());
        require(branches.size() == blocks.size(), where + "not a branch for each score");
        for (const Value& branch : branches) {
            const auto& pair = branch.list_of(2);
            require(pair.size() == 2, where + "a branch is no score and child");
            const auto block = blocks.find(pair[0].whole(0, static_cast<Number>(game.end.size())));
            require(block != blocks.end(), where + "a score that nothing gives, or twice");
            const Number child = pair[1].whole(-1, static_cast<Number>(nodes.size()));
            const bool end = game.end[static_cast<size_t>(block->first)];
            require(end == (child < 0), where + "ends where it goes on, or goes on where it ends");
            if (end) {
                for (const uint16_t s : block->second) total += depth * game.weight[s];
                worst = std::max(worst, depth);
                ended = true;
            } else {
                require(child > static_cast<Number>(at) && !waiting.count(static_cast<size_t>(child)), where + "no later node");
                waiting[static_cast<size_t>(child)] = {depth + 1, std::move(block->second)};
            }
            blocks.erase(block);
        }
        require(ended || !only_candidates, where + "a guess that cannot win");
    }
    return {total, worst};
}

int check(const Game& game, Reader& reader) {
    const Value header = reader.line();
    const bool first_format = std::count(header.names.begin(), header.names.end(), "claims") > 0;
    const std::string counted = first_format ? "claims" : "lemmas", one = first_format ? "claim" : "lemma";
    const auto h = header.fields({"certificate", "format", "fingerprint", "objective", "pool", "max_steps", "total",
                                  "worst", "symmetries", counted});
    require(h[0]->s == "mastermind_core" && (h[1]->whole(1, 4) == 1) == first_format, "no certificate of a known format");
    require(h[2]->s == fingerprint(game), "it is about another game");
    const std::string objective = h[3]->s, pool = h[4]->s;
    require(pool == "all" || pool == "candidates", "the pool must be all or candidates");
    const Number unlimited = static_cast<Number>(game.secrets), most = h[5]->whole_or_null(unlimited);
    require(h[5]->kind == Value::null || most > 0, "max_steps is 0");
    const Number total = h[6]->whole(1, kMost), worst = h[7]->whole(1, kMost);
    const Number symmetries = h[8]->whole(0, kMost), lemmas = h[9]->whole(0, kMost);

    const auto played = play(game, *reader.line().fields({"tree"})[0], pool == "candidates");
    require(played == std::pair(total, worst), "the tree has total " + text(played.first) + " and worst " + text(played.second));
    require(h[5]->kind == Value::null || worst <= most, "the tree takes more than max_steps");

    Checker checker(game, pool == "candidates");
    for (Number i = 0; i < symmetries; ++i) {
        const Value line = reader.line();
        const auto parts = line.fields({"symmetry"})[0]->fields({"guesses", "secrets"});
        checker.symmetry(*parts[0], *parts[1]);
    }
    for (Number i = 0; i < lemmas; ++i) {
        const Value line = reader.line();
        const auto parts = line.fields({one})[0]->fields({"secrets", "steps", "least", "alike"});
        Set set;
        for (const Value& s : parts[0]->list_of(game.secrets)) {
            set.push_back(static_cast<uint16_t>(s.whole(0, static_cast<Number>(game.secrets))));
            require(set.size() == 1 || set[set.size() - 2] < set.back(), "secrets are not ascending");
        }
        require(!set.empty(), "a lemma about nothing");
        std::vector<size_t> alike;
        for (const Value& number : parts[3]->list_of(static_cast<size_t>(symmetries)))
            alike.push_back(static_cast<size_t>(number.whole(0, symmetries)));
        require(std::set<size_t>(alike.begin(), alike.end()).size() == alike.size(), "alike has a symmetry twice");
        checker.lemma(set, parts[1]->whole_or_null(unlimited), parts[2]->whole_or_null(kNone), alike);
    }
    require(reader.over(), "something comes after the last lemma");

    std::vector<Fact> wanted;  // of the set of all secrets
    if (objective == "mean" || objective == "mean-then-worst") wanted.push_back({most, total});
    else if (objective == "worst" || objective == "worst-then-mean") wanted.push_back({worst - 1, kNone});
    else refuse("an unknown objective");
    if (objective == "worst-then-mean") wanted.push_back({worst, total});
    if (objective == "mean-then-worst") wanted.push_back({worst - 1, total + 1});
    for (const Fact& fact : wanted)
        require(fact.steps == 0 || checker.best(checker.everything, fact.steps) >= fact.least,
                "no lemma shows what the header says of all secrets");
    std::cout << "proven: objective " << objective << ", total " << total << ", worst " << worst << ", by " << lemmas
              << " lemmas and " << symmetries << " symmetries\n";
    return 0;
}

int main(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    const std::vector<std::string> given(argv + 1, argv + argc);
    Reader reader;
    try {
        Game game;
        if (given.size() == 3 && given[0] == "wordle") game = wordle(argv[2], argv[3]);
        else if (given.size() == 3 && (given[0] == "codes" || given[0] == "numbers"))
            game = codes(std::atoi(argv[2]), std::atoi(argv[3]), given[0] == "codes");
        else if (given.size() == 2 && given[0] == "table") game = read_table(argv[2]);
        else refuse("say which game it is: see the first lines of check.cpp");
        return check(game, reader);
    } catch (const std::exception& error) {
        std::cout << "refused" << (reader.number ? " in line " + text(static_cast<Number>(reader.number)) : "") << ": "
                  << error.what() << "\n";
        return 1;
    }
}
