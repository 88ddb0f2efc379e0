// The lemmas of a certificate, each checked with the help of those before it.
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

// Every strategy for a set after `made` guesses, within limits, has a total of `least` or more.
struct Lemma {
    Set set;
    Number made = 0;
    Limits limits{kNone, kNone};
    Number least = kNone;
};

class Lemmas {
public:
    Lemmas(const Game& game, Symmetries& symmetries, bool only_candidates, const Prices& prices)
        : game_(game), model_(game, prices), answers_(game, only_candidates), symmetries_(symmetries), known_(prices.list.size()) {}

    // A lemma is true if each guess that has to be looked at costs `least` or more.
    void check(const Lemma& lemma, const std::vector<size_t>& alike, const Lines& lines) {
        symmetries_.check_kept(lemma.set, alike);
        require(lemma.least == 0 || !game_.known(lemma.set), "the game is over for these secrets, which costs nothing");
        if (best(lemma.set, lemma.made, lemma.limits) >= lemma.least) return;
        const Limits limits = model_.limits(lemma.set.size(), lemma.limits);
        if (limits.steps > 0) follow(lemma, limits, symmetries_.least_alike(alike), lines);
        keep(lemma);
    }

    // Keeps what is true, unless it is known.
    void keep(const Lemma& lemma) {
        if (best(lemma.set, lemma.made, lemma.limits) >= lemma.least) return;
        const Limits limits = model_.limits(lemma.set.size(), lemma.limits);
        Ladder& ladder = known_[model_.prices.told(lemma.made)][lemma.set][limits.steps];
        auto last = ladder.upper_bound(limits.money), first = last;
        while (first != ladder.begin() && std::prev(first)->second <= lemma.least) --first;
        ladder.erase(first, last);
        ladder[limits.money] = lemma.least;
    }

    // The most that is known of a set after some guesses, within limits.
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
    using Ladder = std::map<Number, Number>;  // length of a path -> least: the longer, the less

    bool affordable(size_t guess, Limits limits) const { return game_.length[guess] <= limits.money; }

    void follow(const Lemma& lemma, Limits limits, const std::vector<char>& looked_at, const Lines& lines) {
        const std::vector<Shape> shapes = answers_.shapes(lemma.set);
        View view(model_, lemma.set, lemma.made, limits, lines);
        std::vector<size_t> guesses;
        for (size_t g = 0; g < game_.guesses; ++g)
            if (looked_at[g] && !shapes[g].useless && affordable(g, limits)) guesses.push_back(g), view.add(shapes[g], model_.cost(g));
        view.close();
        if (!lines.empty())
            for (const size_t g : guesses) require(view.hold(shapes[g], model_.cost(g)), "lines that do not follow");
        for (const size_t g : guesses)
            if (view.guess(shapes[g], model_.cost(g)) < lemma.least && after(g, lemma, view) < lemma.least)
                refuse("guess " + text(static_cast<Number>(g)) + " may cost less than the lemma says");
    }

    // What a guess and its blocks cost at least together, as far as that is needed.
    Number after(size_t guess, const Lemma& lemma, View& view) {
        const Limits left = view.left(model_.cost(guess));
        std::vector<Set> blocks = answers_.going(guess, lemma.set);
        std::sort(blocks.begin(), blocks.end(), [](const Set& a, const Set& b) { return a.size() < b.size(); });
        std::vector<Number> bounds;
        Wide sum = view.now(model_.cost(guess));
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

    // What a block costs at least by what its own guesses do: the least short cut.
    Number glance(const Set& block, Number made, Limits left) {
        const Limits limits = model_.limits(block.size(), left);
        if (limits.steps < 1) return kNone;
        made = static_cast<Number>(model_.prices.told(made));
        Glance& kept = glances_[(HashSet{}(block) + static_cast<size_t>(limits.steps + 64 * made + 4096 * limits.money)) % glances_.size()];
        if (kept.limits.steps == limits.steps && kept.limits.money == limits.money && kept.made == made && kept.set == block) return kept.least;
        std::vector<std::pair<Shape, Number>> shapes;
        if (!game_.priced && !game_.has_goals())
            for (const Shape& shape : answers_.finest(block)) shapes.emplace_back(shape, 0);
        else {
            const std::vector<Shape>& all = answers_.shapes(block);
            for (size_t g = 0; g < game_.guesses; ++g)
                if (affordable(g, limits)) shapes.emplace_back(all[g], model_.cost(g));
        }
        std::erase_if(shapes, [](const auto& one) { return one.first.useless; });
        View view(model_, block, made, limits, none_);
        for (const auto& [shape, cost] : shapes) view.add(shape, cost);
        view.close();
        Number least = kNone;
        for (const auto& [shape, cost] : shapes) least = std::min(least, view.guess(shape, cost));
        kept = {block, limits, made, least};
        return least;
    }

    struct Glance { Set set; Limits limits{-1, 0}; Number made = 0, least = 0; };

    const Game& game_;
    const Model model_;
    Answers answers_;
    Symmetries& symmetries_;
    const Lines none_;
    std::vector<std::unordered_map<Set, std::map<Number, Ladder>, HashSet>> known_;  // after 0, 1, 2, ... guesses, by steps
    std::vector<Glance> glances_{1 << 20};                                            // some of the last ones
};
