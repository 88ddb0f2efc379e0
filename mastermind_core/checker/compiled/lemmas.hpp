// The lemmas of a certificate, each checked with the help of the earlier ones.
#pragma once

#include "bounds.hpp"
#include "symmetries.hpp"

struct HashSet {
    size_t operator()(const Set& set) const {
        uint64_t h = 1469598103934665603u;
        for (const uint16_t s : set) h = (h ^ s) * 1099511628211u, h ^= h >> 29;
        return h;
    }
};

// Every strategy for a set after `made` guesses, within limits, has a total of at least `least`.
struct StatedLemma {
    Set set;
    Number made = 0;
    Limits limits{kNone, kNone};
    Number least = kNone;
};

class Lemmas {
public:
    Lemmas(const Model& model, StatedSymmetries& symmetries, bool only_candidates)
        : game_(model.game), model_(model), answers_(game_, only_candidates), symmetries_(symmetries), known_(model.prices.list.size()) {}

    // A lemma is true if each guess that represents an orbit has a total of at least `least`.
    void check(const StatedLemma& lemma, const std::vector<size_t>& alike, const Lines& lines) {
        symmetries_.check_kept(lemma.set, alike);
        require(lemma.least == 0 || !game_.known(lemma.set), "the game is over for these secrets, so their bound must be 0");
        if (best(lemma.set, lemma.made, lemma.limits) >= lemma.least) return;
        const Limits limits = model_.limits(lemma.set.size(), lemma.limits);
        if (limits.steps > 0) follow(lemma, limits, symmetries_.least_alike(alike), lines);
        keep(lemma);
    }

    // Stores a true lemma, unless others imply it.
    void keep(const StatedLemma& lemma) {
        if (best(lemma.set, lemma.made, lemma.limits) >= lemma.least) return;
        const Limits limits = model_.limits(lemma.set.size(), lemma.limits);
        Ladder& ladder = known_[model_.prices.told(lemma.made)][lemma.set][limits.steps];
        auto last = ladder.upper_bound(limits.money), first = last;
        while (first != ladder.begin() && std::prev(first)->second <= lemma.least) --first;
        ladder.erase(first, last);
        ladder[limits.money] = lemma.least;
    }

    // The maximum proven bound of a set after some guesses, within limits.
    Number best(const Set& set, Number made, Limits limits) const {
        limits = model_.limits(set.size(), limits);
        const auto& known = known_[model_.prices.told(made)];
        const auto facts = known.find(set);
        Number best = 0;
        if (facts != known.end())
            for (auto rungs = facts->second.lower_bound(limits.steps); rungs != facts->second.end(); ++rungs)
                if (const auto rung = rungs->second.lower_bound(limits.money); rung != rungs->second.end())
                    best = std::max(best, rung->second);
        return best;
    }

private:
    using Ladder = std::map<Number, Number>;  // path length -> bound: the longer, the smaller

    static void leave_out_useless(std::vector<Shape>& shapes, Limits limits) {
        std::erase_if(shapes, [&](const Shape& one) { return one.useless || std::max<Number>(one.cost, 1) > limits.money; });
    }

    void follow(const StatedLemma& lemma, Limits limits, const std::vector<char>& looked_at, const Lines& lines) {
        std::vector<Shape> shapes = answers_.shapes(lemma.set);
        std::erase_if(shapes, [&](const Shape& one) { return !looked_at[one.guess]; });
        leave_out_useless(shapes, limits);
        View view(model_, lemma.set, lemma.made, limits, shapes, lines);
        if (!lines.empty())
            for (const Shape& shape : shapes) require(view.hold(shape), "lines do not follow");
        for (const Shape& shape : shapes)
            if (view.guess(shape) < lemma.least && after(shape, lemma, view) < lemma.least)
                refuse("guess " + std::to_string(shape.guess) + " may have a smaller total than the lemma");
    }

    // A lower bound of the total of a guess and its blocks, raised until it suffices.
    Number after(const Shape& shape, const StatedLemma& lemma, View& view) {
        const Limits left = view.left(shape.cost);
        std::vector<Set> blocks = answers_.going(shape.guess, lemma.set);
        std::sort(blocks.begin(), blocks.end(), [](const Set& a, const Set& b) { return a.size() < b.size(); });
        std::vector<Number> bounds;
        Wide sum = view.now(shape.cost);
        bool none = false;
        for (const Set& block : blocks) {
            bounds.push_back(view.block(block, left));
            none = none || bounds.back() >= kNone;
            sum += bounds.back();
        }
        const auto raise = [&](const auto& look) {
            for (size_t i = 0; i < blocks.size() && !none && sum < lemma.least; ++i) {
                const Number other = look(blocks[i]);
                none = other >= kNone;
                if (other > bounds[i]) sum += other - bounds[i], bounds[i] = other;
            }
        };
        raise([&](const Set& block) { return best(block, lemma.made + 1, left); });
        raise([&](const Set& block) { return glance(block, lemma.made + 1, left); });
        return none ? kNone : narrow(sum);
    }

    // The one-step bound of a block: the minimum bound by shape of its guesses.
    Number glance(const Set& block, Number made, Limits left) {
        const Limits limits = model_.limits(block.size(), left);
        if (limits.steps < 1) return kNone;
        made = static_cast<Number>(model_.prices.told(made));
        Glance& kept = glances_[(HashSet{}(block) + static_cast<size_t>(limits.steps + 64 * made + 4096 * limits.money)) % glances_.size()];
        if (kept.limits.steps == limits.steps && kept.limits.money == limits.money && kept.made == made && kept.set == block) return kept.least;
        std::vector<Shape> shapes = answers_.finest(block);
        leave_out_useless(shapes, limits);
        const View view(model_, block, made, limits, shapes, none_);
        Number least = kNone;
        for (const Shape& shape : shapes) least = std::min(least, view.guess(shape));
        kept = {block, limits, made, least};
        return least;
    }

    struct Glance { Set set; Limits limits{-1, 0}; Number made = 0, least = 0; };

    const Game& game_;
    const Model& model_;
    Answers answers_;
    StatedSymmetries& symmetries_;
    const Lines none_;
    std::vector<std::unordered_map<Set, std::map<Number, Ladder>, HashSet>> known_;  // after 0, 1, 2, ... guesses, by limit of guesses
    std::vector<Glance> glances_{size_t{1} << std::min<size_t>(game_.secrets, 20)};    // some of the last ones; fewer in small games
};
