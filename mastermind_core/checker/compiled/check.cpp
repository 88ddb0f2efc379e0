// Checks a certificate of mastermind_core, from nothing but docs/explanation/certificates.rst.
//
//   c++ -std=c++20 -O2 -o check check.cpp
//   gzip -dc FILE.cert.gz | ./check wordle ANSWERS OTHERS      lists of words, one a line
//   gzip -dc FILE.cert.gz | ./check codes COLOURS HOLES        every code, answered with black and white pegs
//   gzip -dc FILE.cert.gz | ./check numbers DIGITS PLACES      codes without repeats: bulls and cows
//   gzip -dc FILE.cert.gz | ./check table SCORES               any other game, see read_table
//
// It says what is proven and ends with 0, or says what is wrong and ends with 1. It shares no line with the search or
// with the checker in Python. Read it in this order: game.hpp, criteria.hpp, bounds.hpp, lemmas.hpp, which are all that
// matters, then what is around them.
#include <cstdlib>
#include <iostream>

#include "lemmas.hpp"

// The secrets that may be hidden.
Set hidden(const Game& game) {
    Set all;
    for (size_t s = 0; s < game.secrets; ++s) if (game.weight[s] > 0) all.push_back(static_cast<uint16_t>(s));
    return all;
}

// What a tree comes to, its longest path, and its most guesses.
struct Played { Wide total = 0; Number worst = 0, depth = 0; };

// Plays a tree against every secret.
Played play(const Game& game, const Value& tree, bool only_candidates, const Model& model) {
    const auto& nodes = tree.list_of(game.secrets * game.secrets + 1);
    require(!nodes.empty(), "no tree");
    require(!game.known(hidden(game)), "the game is over before the first guess");
    struct Waiting { Number made, before; Wide paid; Set set; };
    std::map<size_t, Waiting> waiting;  // node -> the guesses before it, their length, what was paid, and the secrets that lead to it
    waiting[0] = {0, 0, 0, hidden(game)};
    Played played;
    const bool must_win = only_candidates && std::count(game.end.begin(), game.end.end(), true) > 0;
    for (size_t at = 0; at < nodes.size(); ++at) {
        const std::string where = "node " + text(static_cast<Number>(at)) + " of the tree: ";
        require(waiting.count(at) == 1, where + "a child of no node before it");
        const auto [made, before, spent, set] = waiting[at];
        waiting.erase(at);
        const auto& node = nodes[at].list_of(2);
        require(node.size() == 2, where + "no guess and branches");
        const auto guess = static_cast<size_t>(node[0].whole(0, static_cast<Number>(game.guesses)));
        const uint16_t* row = game.row(guess);
        const Number length = before + game.length[guess];
        const Wide paid = spent + model.prices(made) + game.cost(guess);
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
            const bool end = game.end[static_cast<size_t>(block->first)] || game.known(block->second);
            ended = ended || game.end[static_cast<size_t>(block->first)];
            require(end == (child < 0), where + "ends where it goes on, or goes on where it ends");
            if (end) {
                for (const uint16_t s : block->second) played.total += paid * game.weight[s];
                played.worst = std::max(played.worst, length), played.depth = std::max(played.depth, made + 1);
            } else {
                require(child > static_cast<Number>(at) && !waiting.count(static_cast<size_t>(child)), where + "no later node");
                waiting[static_cast<size_t>(child)] = {made + 1, length, paid, std::move(block->second)};
            }
            blocks.erase(block);
        }
        require(ended || !must_win, where + "a guess that cannot win");
    }
    return played;
}

struct Header {
    std::string objective, pool = "all";
    Limits most{kNone, kNone};
    Number total = 0, worst = 0, symmetries = 0, lemmas = 0, longest = 0;  // longest: guesses that any tree has a use for
    Criteria criteria{"mean"};
};

// A number, or what it is where a field is left out or null.
Number whole_or(const Value* value, Number otherwise, Number least = 0) {
    return value == nullptr || value->kind == Value::null ? otherwise : value->whole(least, kMost);
}

Header read_header(const Game& game, const Value& line) {
    Header header;
    const auto h = line.fields({"certificate", "format", "fingerprint", "objective", "total", "worst", "lemmas"},
                               {"pool", "max_steps", "max_cost", "symmetries"});
    require(h[0]->s == "mastermind_core" && h[1]->whole(1, 2) == 1, "no certificate of a known format");
    require(h[2]->kind == Value::word, "the fingerprint is no text");  // every line is checked with the scores themselves
    header.objective = h[3]->s;
    if (h[7] != nullptr) header.pool = h[7]->s;
    require(header.pool == "all" || header.pool == "candidates", "the pool must be all or candidates");
    header.most = {whole_or(h[8], kNone, 1), whole_or(h[9], kNone, 1)};
    header.total = h[4]->whole(0, kMost), header.worst = h[5]->whole(1, kMost), header.lemmas = h[6]->whole(0, kMost);
    if (h[10] != nullptr) header.symmetries = h[10]->whole(0, kMost);
    header.longest = std::min(static_cast<Number>(hidden(game).size()), header.most.steps);
    header.criteria = Criteria(header.objective);
    header.criteria.price(std::accumulate(game.weight.begin(), game.weight.end(), Number{0}), header.longest, game.priced);
    return header;
}

void check_tree(const Game& game, const Header& header, Reader& reader) {
    const Model model(game, header.criteria.prices);
    const Played played = play(game, *reader.line().fields({"tree"})[0], header.pool == "candidates", model);
    require(played.total == header.total && played.worst == header.worst, "the tree has another total, or another worst case");
    require(played.depth <= header.longest, "the tree takes more guesses than max_steps, or than any has to");
    require(played.worst <= header.most.money, "a path of the tree costs more than max_cost");
}

std::vector<size_t> numbers_of(const Header& header, const Value& list, size_t most) {
    std::vector<size_t> numbers;
    for (const Value& number : list.list_of(most)) numbers.push_back(static_cast<size_t>(number.whole(0, header.symmetries)));
    return numbers;
}

// Of the images of a lemma's set what that lemma says of its own.
void read_images(const Header& header, const Value& content, const Symmetries& symmetries, std::vector<Lemma>& stated, Lemmas& lemmas) {
    const auto parts = content.fields({"of", "by"});
    const Lemma& of = stated[static_cast<size_t>(parts[0]->whole(0, static_cast<Number>(stated.size())))];
    require(!of.set.empty(), "an image of an image");
    for (const Value& by : parts[1]->list_of(SIZE_MAX)) {
        Lemma image = of;
        image.set = symmetries.image(of.set, numbers_of(header, by, SIZE_MAX));
        lemmas.keep(image);
    }
    stated.push_back({});
}

void read_lemma(const Game& game, const Header& header, const Value& line, const Symmetries& symmetries, std::vector<Lemma>& stated, Lemmas& lemmas) {
    const Value& content = *line.fields({"lemma"})[0];
    if (std::count(content.names.begin(), content.names.end(), "of") > 0) return read_images(header, content, symmetries, stated, lemmas);
    const auto parts = content.fields({"secrets"}, {"made", "steps", "cost", "least", "alike", "lines"});
    Lemma lemma;
    for (const Value& s : parts[0]->list_of(game.secrets)) {
        lemma.set.push_back(static_cast<uint16_t>(s.whole(0, static_cast<Number>(game.secrets))));
        require(lemma.set.size() == 1 || lemma.set[lemma.set.size() - 2] < lemma.set.back(), "secrets are not ascending");
    }
    require(!lemma.set.empty(), "a lemma about nothing");
    if (parts[1] != nullptr) lemma.made = parts[1]->whole(0, static_cast<Number>(header.criteria.prices.list.size()));
    lemma.limits = {whole_or(parts[2], kNone), whole_or(parts[3], kNone)};
    lemma.least = whole_or(parts[4], kNone);
    std::vector<size_t> alike;
    if (parts[5] != nullptr) alike = numbers_of(header, *parts[5], static_cast<size_t>(header.symmetries));
    require(std::set<size_t>(alike.begin(), alike.end()).size() == alike.size(), "alike has a symmetry twice");
    Lines lines;
    if (parts[6] != nullptr)
        for (const Value& one : parts[6]->list_of(64)) {
            const auto& pair = one.list_of(2);
            require(pair.size() == 2, "a line is a slope and an offset");
            lines.push_back({pair[0].whole(0, kMost), pair[1].whole(0, kMost)});
        }
    lemmas.check(lemma, alike, lines);
    stated.push_back(lemma);
}

void check_lemmas(const Game& game, const Header& header, Reader& reader) {
    Symmetries symmetries(game);
    for (Number i = 0; i < header.symmetries; ++i) {
        const Value line = reader.line();
        const auto parts = line.fields({"symmetry"})[0]->fields({"guesses", "secrets"});
        symmetries.read(*parts[0], *parts[1]);
    }
    Lemmas lemmas(game, symmetries, header.pool == "candidates", header.criteria.prices);
    std::vector<Lemma> stated;
    for (Number i = 0; i < header.lemmas; ++i) read_lemma(game, header, reader.line(), symmetries, stated, lemmas);
    require(reader.over(), "something comes after the last lemma");
    for (const auto& [money, least] : header.criteria.wanted(header.total, header.worst, header.most.money))
        require(money == 0 || lemmas.best(hidden(game), 0, {header.most.steps, money}) >= least,
                "no lemma shows what the header says of all secrets");
}

int check(const Game& game, Reader& reader) {
    const Header header = read_header(game, reader.line());
    check_tree(game, header, reader);
    check_lemmas(game, header, reader);
    std::cout << "proven: objective " << header.objective << ", total " << header.total << ", worst " << header.worst
              << ", by " << header.lemmas << " lemmas and " << header.symmetries << " symmetries\n";
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
