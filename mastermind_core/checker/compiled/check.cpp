// Checks a certificate of mastermind_core, by docs/explanation/certificates.rst.
//
// The Python checker reads the lines, scores the game and prices its guesses; this program reads the result as numbers, in
// the order of main. It prints "proven" and exits with 0, or prints the error and exits with 1. It shares no code with the
// search or the Python checker. Read the files in this order: game.hpp, answers.hpp, bounds.hpp, symmetries.hpp, lemmas.hpp.
#include "lemmas.hpp"

// Plays the tree against every secret, and compares its total, worst case and limits with the header.
void check_tree(const Model& model, const Set& hidden, bool only_candidates) {
    struct Waiting { Number made, before; Wide paid; Set set; };
    const Game& game = model.game;
    const bool must_win = only_candidates && std::count(game.end.begin(), game.end.end(), true) > 0;
    require(!game.known(hidden), "the game is over before the first guess");
    std::map<size_t, Waiting> waiting;  // node -> the guesses before it, their length and cost so far, and its secrets
    waiting[0] = {0, 0, 0, hidden};
    Wide total = 0;
    Number worst = 0, depth = 0;
    const auto nodes = next<size_t>();
    for (size_t at = 0; at < nodes; ++at) {
        const auto node = waiting.extract(at);
        require(!node.empty(), "a node of the tree is not a child of an earlier node");
        const auto& [made, before, spent, set] = node.mapped();
        const auto guess = next<size_t>(game.guesses);
        const Number length = before + game.length[guess];
        const Wide paid = spent + model.prices(made) + game.cost(guess);
        std::map<size_t, Set> blocks;
        for (const uint16_t s : set) blocks[game.row(guess)[s]].push_back(s);
        bool ended = false;
        for (size_t left = next<size_t>(); left > 0; --left) {
            auto block = blocks.extract(next<size_t>(game.scores));
            require(!block.empty(), "the tree has a branch for a score that does not occur, or two");
            const auto child = next<size_t>(nodes);  // 0 if the game is over
            ended = ended || game.end[block.key()];
            require((child == 0) == (game.end[block.key()] || game.known(block.mapped())), "the tree ends where the game continues, or continues where it ends");
            for (const uint16_t s : block.mapped()) if (child == 0) total += paid * game.weight[s], worst = std::max(worst, length), depth = std::max(depth, made + 1);
            require(child == 0 || (child > at && waiting.try_emplace(child, Waiting{made + 1, length, paid, std::move(block.mapped())}).second), "a child is not a new, later node");
        }
        require(blocks.empty(), "the tree has no branch for a score");
        require(ended || !must_win, "the tree has a guess that cannot win");
    }
    require(total == next() && worst == next(), "the tree has another total, or another worst case");
    require(depth <= next() && worst <= next(), "the tree takes more guesses, or a longer path, than allowed");
}

// Reads a lemma, or images of a lemma: an empty set, then the number of that lemma.
void read_lemma(const Game& game, size_t n_symmetries, const StatedSymmetries& symmetries, std::vector<StatedLemma>& stated, Lemmas& lemmas) {
    const auto some = [&] { return next_list<size_t>(next<size_t>(), n_symmetries); };
    StatedLemma lemma{next_list<uint16_t>(next<size_t>(), game.secrets)};
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
        Set hidden;  // the possible secrets
        for (size_t s = 0; s < game.secrets; ++s) if (game.weight[s] > 0) hidden.push_back(static_cast<uint16_t>(s));
        check_tree(model, hidden, only_candidates);
        StatedSymmetries symmetries(game);
        for (size_t i = 0; i < n_symmetries; ++i) {
            ++line;
            symmetries.add({next_list<size_t>(game.guesses, game.guesses), next_list<uint16_t>(game.secrets, game.secrets)});
        }
        Lemmas lemmas(model, symmetries, only_candidates);
        std::vector<StatedLemma> stated;
        for (size_t i = 0; i < n_lemmas; ++i) ++line, read_lemma(game, n_symmetries, symmetries, stated, lemmas);
        for (size_t left = next<size_t>(); left > 0; --left) {
            const Limits limits{next(), next()};
            require(next() <= lemmas.best(hidden, 0, limits), "no lemma shows the bound of the header for all secrets");
        }
        std::cout << "proven\n";
        return 0;
    } catch (const std::exception& error) {
        std::cout << "refused in line " << line << ": " << error.what() << "\n";
        return 1;
    }
}
