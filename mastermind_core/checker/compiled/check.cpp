// Checks a certificate of mastermind_core, by docs/explanation/certificates.rst.
//
// The checker in Python has read the lines, scored the game and priced its guesses; this program is given all as numbers, in
// the order of main. It says what is proven and ends with 0, or says what is wrong and ends with 1. It shares no line with
// the search, and no rule with the checker in Python. Read it in this order: game.hpp, answers.hpp, bounds.hpp, lemmas.hpp.
#include "lemmas.hpp"

// Plays the tree against every secret, and compares its total, worst case and limits with the header.
void check_tree(const Model& model, const Set& hidden, bool only_candidates) {
    struct Waiting { Number made, before; Wide paid; Set set; };
    const Game& game = model.game;
    const bool must_win = only_candidates && std::count(game.end.begin(), game.end.end(), true) > 0;
    require(!game.known(hidden), "the game is over before the first guess");
    std::map<size_t, Waiting> waiting;  // node -> the guesses before it, their length, what was paid, and the secrets that lead to it
    waiting[0] = {0, 0, 0, hidden};
    Wide total = 0;
    Number worst = 0, depth = 0;
    const auto nodes = next<size_t>();
    for (size_t at = 0; at < nodes; ++at) {
        const auto node = waiting.extract(at);
        require(!node.empty(), "a node of the tree is a child of no node before it");
        const auto& [made, before, spent, set] = node.mapped();
        const auto guess = next<size_t>(game.guesses);
        const Number length = before + game.length[guess];
        const Wide paid = spent + model.prices(made) + game.cost(guess);
        std::map<size_t, Set> blocks;
        for (const uint16_t s : set) blocks[game.row(guess)[s]].push_back(s);
        bool ended = false;
        for (size_t left = next<size_t>(); left > 0; --left) {
            auto block = blocks.extract(next<size_t>(game.scores));
            require(!block.empty(), "the tree has a branch for a score that nothing gives, or two");
            const auto child = next<size_t>(nodes);  // 0 where the game is over
            ended = ended || game.end[block.key()];
            require((child == 0) == (game.end[block.key()] || game.known(block.mapped())), "the tree ends where the game goes on, or goes on where it ends");
            for (const uint16_t s : block.mapped()) if (child == 0) total += paid * game.weight[s], worst = std::max(worst, length), depth = std::max(depth, made + 1);
            require(child == 0 || (child > at && waiting.try_emplace(child, Waiting{made + 1, length, paid, std::move(block.mapped())}).second), "a child is no later node of its own");
        }
        require(blocks.empty(), "the tree has no branch for a score");
        require(ended || !must_win, "the tree has a guess that cannot win");
    }
    require(total == next() && worst == next(), "the tree has another total, or another worst case");
    require(depth <= next() && worst <= next(), "the tree takes more guesses, or a longer path, than it may");
}

// Reads a lemma, or the images of one, whose number follows a set without secrets.
void read_lemma(const Game& game, size_t n_symmetries, const Symmetries& symmetries, std::vector<Lemma>& stated, Lemmas& lemmas) {
    const auto some = [&] { return next_list<size_t>(next<size_t>(), n_symmetries); };
    Lemma lemma{next_list<uint16_t>(next<size_t>(), game.secrets)};
    if (lemma.set.empty()) {
        lemma = stated[next<size_t>(stated.size())];
        stated.push_back(lemma);
        const Set set = lemma.set;
        for (size_t left = next<size_t>(); left > 0; --left) {
            lemma.set = symmetries.image(set, some());
            lemmas.keep(lemma);
        }
        return;
    }
    lemma.made = next(), lemma.limits = {next(), next()}, lemma.least = next();
    stated.push_back(lemma);
    const std::vector<size_t> alike = some();
    Lines lines(next<size_t>());
    for (Straight& line : lines) line = {next(), next()};
    lemmas.check(lemma, alike, lines);
}

int main() {
    std::ios::sync_with_stdio(false);
    Number line = 2;  // the header and the tree come first
    try {
        const Game game = read_game();
        const bool only_candidates = next<bool>(2);
        const auto n_symmetries = next<size_t>(), n_lemmas = next<size_t>();
        const Model model(game, {next_list(next<size_t>())});
        Set hidden;  // the secrets that may be
        for (size_t s = 0; s < game.secrets; ++s) if (game.weight[s] > 0) hidden.push_back(static_cast<uint16_t>(s));
        check_tree(model, hidden, only_candidates);
        Symmetries symmetries(game);
        for (size_t i = 0; i < n_symmetries; ++i) {
            ++line;
            symmetries.add({next_list<size_t>(game.guesses, game.guesses), next_list<uint16_t>(game.secrets, game.secrets)});
        }
        Lemmas lemmas(model, symmetries, only_candidates);
        std::vector<Lemma> stated;
        for (size_t i = 0; i < n_lemmas; ++i) ++line, read_lemma(game, n_symmetries, symmetries, stated, lemmas);
        for (size_t left = next<size_t>(); left > 0; --left) {
            const Limits limits{next(), next()};
            require(next() <= lemmas.best(hidden, 0, limits), "no lemma shows what the header says of all secrets");
        }
        std::cout << "proven\n";
        return 0;
    } catch (const std::exception& error) {
        std::cout << "refused in line " << line << ": " << error.what() << "\n";
        return 1;
    }
}
