// Checks a certificate of mastermind_core, from nothing but docs/explanation/certificates.rst.
//
//   c++ -std=c++20 -O2 -o check check.cpp
//   gzip -dc FILE.cert.gz | ./check wordle ANSWERS OTHERS      lists of words, one a line
//   gzip -dc FILE.cert.gz | ./check codes COLOURS HOLES        every code, answered with black and white pegs
//   gzip -dc FILE.cert.gz | ./check numbers DIGITS PLACES      codes without repeats: bulls and cows
//   gzip -dc FILE.cert.gz | ./check table SCORES               any other game, see read_table
//
// It says what is proven and ends with 0, or says what is wrong and ends with 1. It shares no line with the search or
// with the checker in Python. Read it in this order: game.hpp, then Counts::lemma or Paths::lemma (format 4: goals, and
// guesses that cost), which are all that matters, with criteria.hpp for format 6, then what is around them.
#include <cstdlib>
#include <iostream>

#include "counts.hpp"
#include "criteria.hpp"
#include "paths.hpp"

// The secrets that may be hidden.
Set hidden(const Game& game) {
    Set all;
    for (size_t s = 0; s < game.secrets; ++s) if (game.weight[s] > 0) all.push_back(static_cast<uint16_t>(s));
    return all;
}

struct Played { Number total = 0, worst = 0, depth = 0; Wide priced = 0; };

// Plays a tree against every secret; returns its total, its worst case and its depth.
Played play(const Game& game, const Value& tree, bool only_candidates, const Prices& prices) {
    const auto& nodes = tree.list_of(game.secrets * game.secrets + 1);
    require(!nodes.empty(), "no tree");
    require(!game.known(hidden(game)), "the game is over before the first guess");
    struct Waiting { Number depth, paid; Set set; Wide priced; };
    std::map<size_t, Waiting> waiting;  // node -> its depth, what was paid, and the secrets that lead to it
    waiting[0] = {1, 0, hidden(game), 0};
    Played played;
    const bool must_win = only_candidates && std::count(game.end.begin(), game.end.end(), true) > 0;
    for (size_t at = 0; at < nodes.size(); ++at) {
        const std::string where = "node " + text(static_cast<Number>(at)) + " of the tree: ";
        require(waiting.count(at) == 1, where + "a child of no node before it");
        const auto [depth, spent, set, earlier] = waiting[at];
        waiting.erase(at);
        const auto& node = nodes[at].list_of(2);
        require(node.size() == 2, where + "no guess and branches");
        const auto guess = static_cast<size_t>(node[0].whole(0, static_cast<Number>(game.guesses)));
        const uint16_t* row = game.row(guess);
        const Number paid = spent + game.cost[guess];
        const Wide priced = earlier + prices(depth - 1);
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
                for (const uint16_t s : block->second) played.total += paid * game.weight[s], played.priced += priced * game.weight[s];
                played.worst = std::max(played.worst, paid), played.depth = std::max(played.depth, depth);
            } else {
                require(child > static_cast<Number>(at) && !waiting.count(static_cast<size_t>(child)), where + "no later node");
                waiting[static_cast<size_t>(child)] = {depth + 1, paid, std::move(block->second), priced};
            }
            blocks.erase(block);
        }
        require(ended || !must_win, where + "a guess that cannot win");
    }
    return played;
}

struct Header {
    bool with_paths = false;   // format 4: what lemmas may be about, beside guesses
    bool with_images = false;  // formats 5 and later: lemmas may be images of others
    bool with_prices = false;  // format 6: guesses cost what an objective on their number says
    bool with_fronts = false;  // format 7: sets are bounded by the front of what guesses do
    std::string objective, pool;
    Number max_steps = kNone, max_cost = kNone, total = 0, worst = 0, symmetries = 0, lemmas = 0, priced = 0;
    Criteria criteria{"mean"};
    Number longest = kNone;  // guesses that any tree has a use for
};

Header read_header(const Game& game, const Value& line) {
    Header header;
    const auto has = [&](const char* name) { return std::count(line.names.begin(), line.names.end(), name) > 0; };
    header.with_paths = has("max_cost");
    std::vector<std::string> names{"certificate", "format", "fingerprint", "objective", "pool", "max_steps", "total",
                                   "worst", "symmetries", "lemmas"};
    header.with_prices = has("prices");
    if (header.with_paths) names.push_back("max_cost");
    if (header.with_prices) names.insert(names.end(), {"prices", "priced"});
    const auto h = line.fields(names);
    const Number format = h[1]->whole(2, 8);
    header.with_images = format >= 5, header.with_fronts = format == 7;
    require(h[0]->s == "mastermind_core" && (format == 4) == header.with_paths && (format == 6) == header.with_prices,
            "no certificate of a known format");
    require(header.with_paths || game.plain(header.with_prices), "its format is not for games with goals, costs or weights of 0");
    require(h[2]->s == fingerprint(game, header.with_paths), "it is about another game");
    header.objective = h[3]->s, header.pool = h[4]->s;
    require(header.pool == "all" || header.pool == "candidates", "the pool must be all or candidates");
    const auto limit = [](const Value& value) { return value.kind == Value::null ? kNone : value.whole(1, kMost); };
    header.max_steps = limit(*h[5]);
    if (header.with_paths) header.max_cost = limit(*h[10]);
    header.total = h[6]->whole(1, kMost), header.worst = h[7]->whole(1, kMost);
    header.symmetries = h[8]->whole(0, kMost), header.lemmas = h[9]->whole(0, kMost);
    header.priced = header.total;
    header.criteria = Criteria(header.objective);
    if (!header.with_prices) {
        const std::set<std::string> known{"mean", "worst", "worst-then-mean", "mean-then-worst"};
        require(known.count(header.objective) == 1, "an unknown objective");
        return header;
    }
    header.longest = std::min(static_cast<Number>(hidden(game).size()), header.max_steps);
    header.criteria.price(std::accumulate(game.weight.begin(), game.weight.end(), Number{0}), header.longest);
    std::vector<Number> prices;
    for (const Value& price : h[10]->list_of(game.secrets)) prices.push_back(price.whole(0, kMost));
    require(prices == header.criteria.prices.list, "its prices are not those of the objective");
    header.priced = h[11]->whole(0, kMost);
    return header;
}

void check_tree(const Game& game, const Header& header, Reader& reader) {
    const Played played = play(game, *reader.line().fields({"tree"})[0], header.pool == "candidates", header.criteria.prices);
    require(played.total == header.total && played.worst == header.worst,
            "the tree has total " + text(played.total) + " and worst " + text(played.worst));
    require(!header.with_prices || played.priced == header.priced, "by its prices the tree comes to another number");
    require(played.depth <= header.longest, "the tree takes more guesses than any has to");
    require(played.depth <= header.max_steps, "the tree takes more than max_steps");
    require(played.worst <= header.max_cost, "a path of the tree costs more than max_cost");
}

std::vector<size_t> numbers_of(const Header& header, const Value& list, size_t most) {
    std::vector<size_t> numbers;
    for (const Value& number : list.list_of(most)) numbers.push_back(static_cast<size_t>(number.whole(0, header.symmetries)));
    return numbers;
}

// What lemmas have said, where some are images: nothing is kept of an image.
struct Stated { Set set; Number steps = 0, least = 0, made = 0; };

// Whether a line is about images of a lemma. Only such games have images as have no goals and costs.
template <class Bounds>
bool read_image(const Header& header, const Value& lemma, const Symmetries& symmetries, std::vector<Stated>& stated, Bounds& bounds) {
    if (!header.with_images || std::count(lemma.names.begin(), lemma.names.end(), "of") == 0) return false;
    const auto parts = lemma.fields({"of", "by"});
    const Stated& of = stated[static_cast<size_t>(parts[0]->whole(0, static_cast<Number>(stated.size())))];
    require(!of.set.empty(), "an image of an image");
    for (const Value& by : parts[1]->list_of(SIZE_MAX)) {
        const std::vector<size_t> numbers = numbers_of(header, by, SIZE_MAX);
        if constexpr (std::is_same_v<Bounds, Counts>) bounds.image(symmetries.image(of.set, numbers), of.steps, of.made, of.least);
    }
    stated.push_back({});
    return true;
}

template <class Bounds>
void read_lemma(const Game& game, const Header& header, const Value& line, const Symmetries& symmetries,
                std::vector<Stated>& stated, Bounds& bounds) {
    const Value& lemma = *line.fields({"lemma"})[0];
    if (read_image(header, lemma, symmetries, stated, bounds)) return;
    std::vector<std::string> names{"secrets", "steps", "least", "alike"};
    if (header.with_paths) names.push_back("cost");
    if (header.with_prices) names.push_back("made");
    if (header.with_fronts) names.push_back("lines");
    const auto parts = lemma.fields(names);
    Set set;
    for (const Value& s : parts[0]->list_of(game.secrets)) {
        set.push_back(static_cast<uint16_t>(s.whole(0, static_cast<Number>(game.secrets))));
        require(set.size() == 1 || set[set.size() - 2] < set.back(), "secrets are not ascending");
    }
    require(!set.empty(), "a lemma about nothing");
    const std::vector<size_t> alike = numbers_of(header, *parts[3], static_cast<size_t>(header.symmetries));
    require(std::set<size_t>(alike.begin(), alike.end()).size() == alike.size(), "alike has a symmetry twice");
    const Number made = header.with_prices ? parts[4]->whole(0, static_cast<Number>(header.criteria.prices.list.size())) : 0;
    const Number beside = header.with_paths ? parts[4]->whole_or_null(kNone) : made;
    const Number steps = parts[1]->whole_or_null(kNone), least = parts[2]->whole_or_null(kNone);
    Lines lines;
    if (header.with_fronts)
        for (const Value& line : parts[4]->list_of(64)) {
            const auto& pair = line.list_of(2);
            require(pair.size() == 2, "a line is a slope and an offset");
            lines.push_back({pair[0].whole(0, kMost), pair[1].whole(0, kMost)});
        }
    bounds.lemma(set, steps, beside, least, alike, lines);
    if (header.with_images) stated.push_back({set, steps, least, made});
}

// Whether the lemmas show what the header says of all secrets.
template <class Bounds>
bool shown(const Header& header, const Set& everything, const Bounds& bounds) {
    const Number most = header.with_paths ? header.max_cost : header.max_steps;
    for (const auto& [limit, least] : header.criteria.wanted(header.priced, header.worst, most)) {
        const Number known = header.with_paths ? bounds.best(everything, header.max_steps, limit) : bounds.best(everything, limit, 0);
        if (limit > 0 && known < least) return false;
    }
    return true;
}

template <class Bounds>
void check_lemmas(const Game& game, const Header& header, Reader& reader) {
    Symmetries symmetries(game);
    Bounds bounds(game, symmetries, header.pool == "candidates", header.criteria.prices);
    for (Number i = 0; i < header.symmetries; ++i) {
        const Value line = reader.line();
        const auto parts = line.fields({"symmetry"})[0]->fields({"guesses", "secrets"});
        symmetries.read(*parts[0], *parts[1]);
    }
    std::vector<Stated> stated;
    for (Number i = 0; i < header.lemmas; ++i) read_lemma(game, header, reader.line(), symmetries, stated, bounds);
    require(reader.over(), "something comes after the last lemma");
    require(shown(header, hidden(game), bounds), "no lemma shows what the header says of all secrets");
}

int check(const Game& game, Reader& reader) {
    const Header header = read_header(game, reader.line());
    check_tree(game, header, reader);
    if (header.with_paths) check_lemmas<Paths>(game, header, reader);
    else check_lemmas<Counts>(game, header, reader);
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
