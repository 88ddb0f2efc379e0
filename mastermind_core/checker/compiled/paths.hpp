// Bounds where secrets may have goals, and guesses costs: what each guess leaves, looked at one by one.
#pragma once

#include <map>
#include <queue>

#include "criteria.hpp"
#include "sets.hpp"
#include "symmetries.hpp"

// Lemmas of format 4: whoever finds a set within so many guesses, and by paths that cost no more than so much, has a
// total of `least` or more.
class Paths {
public:
    Paths(const Game& game, Symmetries& symmetries, bool only_candidates, const Prices&)
        : game_(game),
          symmetries_(symmetries),
          only_candidates_(only_candidates && std::count(game.end.begin(), game.end.end(), true) > 0),
          cheapest_(*std::min_element(game.cost.begin(), game.cost.end())),
          dearest_(*std::max_element(game.cost.begin(), game.cost.end())) {}

    void lemma(const Set& set, Number steps, Number money, Number least, const std::vector<size_t>& alike, const Lines&) {
        symmetries_.check_kept(set, alike);
        require(least == 0 || !game_.known(set), "the game is over for these secrets, which costs nothing");
        if (best(set, steps, money) >= least) return;
        limit(set, steps, money);
        if (steps > 0) {
            const std::vector<Guess> guesses = guesses_for(set, money, &symmetries_.least_alike(alike));
            const Reach reach = reach_of(guesses, steps, set.size());
            for (const Guess& guess : guesses) {
                const Number own = weigh(set) * guess.cost, left = money - guess.cost;
                if (add(own, blocks_bound(guess, steps - 1, left, reach, false)) >= least) continue;
                require(add(own, blocks_bound(guess, steps - 1, left, reach, true)) >= least,
                        "guess " + text(static_cast<Number>(guess.number)) + " may cost less than the lemma says");
            }
        }
        keep(set, steps, money, least);
    }

    // The most that is known of a set within so many guesses and so much money.
    Number best(const Set& set, Number steps, Number money) const {
        limit(set, steps, money);
        const auto facts = known_.find(set);
        if (facts == known_.end()) return 0;
        Number best = 0;
        for (auto rungs = facts->second.lower_bound(steps); rungs != facts->second.end(); ++rungs)
            if (const auto rung = rungs->second.lower_bound(money); rung != rungs->second.end()) best = std::max(best, rung->second);
        return best;
    }

private:
    struct Guess {
        size_t number;
        Number cost;
        std::vector<Set> going;  // the blocks that go on
        Number ends, answers;    // the most secrets that it ends of any part of the set, and its answers
        bool mixed;              // whether its end states come from secrets of different goals
    };
    struct Reach {                     // what holds of all guesses to look at, for a set and for any part of it
        std::vector<Number> capacity;  // the most secrets that 0, 1, 2, ... guesses can find
        Number answers, cheapest;
        bool pure;
    };
    using Ladder = std::map<Number, Number>;  // money -> least: the more money, the less

    // No more guesses and money than a set of some size can use.
    void limit(const Set& set, Number& steps, Number& money) const {
        steps = std::min({steps, static_cast<Number>(set.size()), money / cheapest_});
        money = std::min(money, steps * dearest_);
    }

    // Of lemmas about a set and so many guesses only those are kept that no other contains.
    void keep(const Set& set, Number steps, Number money, Number least) {
        Ladder& ladder = known_[set][steps];
        auto last = ladder.upper_bound(money), first = last;
        while (first != ladder.begin() && std::prev(first)->second <= least) --first;
        ladder.erase(first, last);
        ladder[money] = least;
    }

    Number weigh(const Set& set) const {
        return std::accumulate(set.begin(), set.end(), Number{0}, [&](Number sum, uint16_t s) { return sum + game_.weight[s]; });
    }

    // The guesses that may be made, of those with the same answers the cheapest.
    std::vector<Guess> guesses_for(const Set& set, Number money, const std::vector<char>* looked_at) const {
        std::map<std::vector<uint16_t>, size_t> places;
        std::vector<Guess> found;
        const auto end = static_cast<uint16_t>(std::find(game_.end.begin(), game_.end.end(), true) - game_.end.begin());
        std::vector<uint16_t> answers;
        for (size_t g = 0; g < game_.guesses; ++g) {
            if (game_.cost[g] > money || (looked_at != nullptr && !(*looked_at)[g])) continue;
            answers.clear();
            for (const uint16_t s : set) answers.push_back(game_.end[game_.row(g)[s]] ? end : game_.row(g)[s]);
            const auto [at, fresh] = places.try_emplace(answers, found.size());
            if (!fresh) {
                if (at->second < found.size() && found[at->second].cost > game_.cost[g])
                    found[at->second].cost = game_.cost[g], found[at->second].number = g;
                continue;
            }
            Guess guess{g, game_.cost[g], {}, 0, 0, false};
            if (look(set, answers, end, guess)) found.push_back(std::move(guess));
            else at->second = SIZE_MAX;  // so are all with the same answers
        }
        return found;
    }

    // What a guess does with a set; false where it may not be made, or tells nothing.
    bool look(const Set& set, const std::vector<uint16_t>& answers, uint16_t end, Guess& guess) const {
        std::map<uint16_t, Set> blocks;
        for (size_t i = 0; i < set.size(); ++i) blocks[answers[i]].push_back(set[i]);
        guess.answers = static_cast<Number>(blocks.size());
        const auto over = blocks.find(end);
        const bool ends = over != blocks.end();
        if (!ends && (only_candidates_ || blocks.size() == 1)) return false;
        if (ends) {
            guess.ends = static_cast<Number>(over->second.size());
            guess.mixed = guess.ends > 1 && !game_.known(over->second);
            blocks.erase(over);
        }
        for (auto& [score, block] : blocks) {
            guess.ends += most_of_a_goal(block);
            if (!game_.known(block)) guess.going.push_back(std::move(block));
        }
        return true;
    }

    Number most_of_a_goal(const Set& block) const {
        std::map<Number, Number> counts;
        Number most = 0;
        for (const uint16_t s : block)
            if (game_.goal[s] != 0) most = std::max(most, ++counts[game_.goal[s]]);
        return most;
    }

    static Reach reach_of(const std::vector<Guess>& guesses, Number steps, size_t size) {
        Number ends = 1, blocks = 0, answers = 0, cheapest = kNone;
        bool pure = true;
        for (const Guess& guess : guesses) {
            ends = std::max(ends, guess.ends), blocks = std::max(blocks, static_cast<Number>(guess.going.size()));
            answers = std::max(answers, guess.answers), cheapest = std::min(cheapest, guess.cost);
            pure = pure && !guess.mixed;
        }
        return {capacities(steps - 1, ends, blocks, static_cast<Number>(size)), answers, cheapest, pure};
    }

    // What the blocks of a guess cost at least together.
    Number blocks_bound(const Guess& guess, Number steps, Number money, const Reach& reach, bool glances) {
        Number sum = 0;
        for (const Set& block : guess.going) {
            const Number known = std::max(base(block, steps, money, reach), best(block, steps, money));
            sum = add(sum, glances ? std::max(known, glance(block, steps, money)) : known);
        }
        return sum;
    }

    // What a block costs at least by its own guesses, without a lemma about it.
    Number glance(const Set& block, Number steps, Number money) {
        limit(block, steps, money);
        if (steps < 1) return kNone;
        if (glances_.size() > kGlances) glances_.clear();
        const auto [at, fresh] = glances_[block].try_emplace({steps, money}, kNone);
        if (!fresh) return at->second;
        const std::vector<Guess> guesses = guesses_for(block, money, nullptr);
        const Reach reach = reach_of(guesses, steps, block.size());
        for (const Guess& guess : guesses) {
            Number sum = weigh(block) * guess.cost;
            for (const Set& part : guess.going) sum = add(sum, base(part, steps - 1, money - guess.cost, reach));
            at->second = std::min(at->second, sum);
        }
        return at->second;
    }

    // What a block costs at least by its weights alone.
    Number base(const Set& block, Number steps, Number money, const Reach& reach) const {
        const auto size = static_cast<Number>(block.size());
        steps = std::min(steps, money / reach.cheapest);
        if (size > reach.capacity[std::min(static_cast<size_t>(steps), reach.capacity.size() - 1)]) return kNone;
        std::vector<Number> weights;
        for (const uint16_t s : block) weights.push_back(game_.weight[s]);
        std::sort(weights.begin(), weights.end(), std::greater<>());
        Number total = 0;
        for (const Number capacity : reach.capacity)
            for (size_t i = static_cast<size_t>(capacity); i < weights.size(); ++i) total += weights[i];
        if (reach.pure) {
            std::vector<Number> lots = lots_of(block);
            Number leaves = 1;
            for (Number i = 0; i < steps && leaves < static_cast<Number>(lots.size()) && reach.answers > 1; ++i) leaves *= reach.answers;
            if (static_cast<Number>(lots.size()) > leaves) return kNone;
            total = std::max(total, shortest_code(std::move(lots), static_cast<size_t>(reach.answers)));
        }
        return reach.cheapest * total;
    }

    // The weights of the goals in a block, or of its secrets where there are none.
    std::vector<Number> lots_of(const Set& block) const {
        std::map<Number, Number> by_goal;
        std::vector<Number> lots;
        for (const uint16_t s : block) {
            if (game_.goal[s] != 0) by_goal[game_.goal[s]] += game_.weight[s];
            else lots.push_back(game_.weight[s]);
        }
        for (const auto& lot : by_goal) lots.push_back(lot.second);
        return lots;
    }

    // Huffman's: the least total length of a code, a word for each weight.
    static Number shortest_code(std::vector<Number> weights, size_t letters) {
        if (weights.size() < 2 || letters < 2) return 0;
        while ((weights.size() - 1) % (letters - 1) != 0) weights.push_back(0);
        std::priority_queue<Number, std::vector<Number>, std::greater<>> heap(std::greater<>(), std::move(weights));
        Number total = 0;
        while (heap.size() > 1) {
            Number joined = 0;
            for (size_t i = 0; i < letters; ++i) joined += heap.top(), heap.pop();
            total += joined;
            heap.push(joined);
        }
        return total;
    }

    static constexpr size_t kGlances = 1 << 18;  // sets of which what was seen is remembered

    const Game& game_;
    Symmetries& symmetries_;
    bool only_candidates_;
    Number cheapest_, dearest_;
    std::unordered_map<Set, std::map<Number, Ladder>, HashSet> known_;
    std::unordered_map<Set, std::map<std::pair<Number, Number>, Number>, HashSet> glances_;
};
