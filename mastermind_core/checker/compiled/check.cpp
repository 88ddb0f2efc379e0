// Checks the symmetries and the lemmas of a certificate of mastermind_core, by docs/explanation/certificates.rst.
//
// The checker in Python has read the lines, played the tree and scored the game; this program is given all as numbers, in
// the order of main. It says what is proven and ends with 0, or says what is wrong and ends with 1. It shares no line with
// the search, and no rule with the checker in Python. Read it in this order: game.hpp, answers.hpp, bounds.hpp, lemmas.hpp.
#include "lemmas.hpp"

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
        const Prices prices{next_list(next<size_t>())};
        Symmetries symmetries(game);
        for (size_t i = 0; i < n_symmetries; ++i) {
            ++line;
            symmetries.add({next_list<size_t>(game.guesses, game.guesses), next_list<uint16_t>(game.secrets, game.secrets)});
        }
        Lemmas lemmas(game, symmetries, only_candidates, prices);
        std::vector<Lemma> stated;
        for (size_t i = 0; i < n_lemmas; ++i) ++line, read_lemma(game, n_symmetries, symmetries, stated, lemmas);
        Set hidden;  // the secrets that may be
        for (size_t s = 0; s < game.secrets; ++s) if (game.weight[s] > 0) hidden.push_back(static_cast<uint16_t>(s));
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
