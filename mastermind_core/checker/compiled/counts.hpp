// Bounds where a score ends the game, and a guess costs one or what its place in a path says.
#pragma once

#include <bit>

#include "criteria.hpp"
#include "sets.hpp"
#include "symmetries.hpp"

struct Straight { Number slope, offset; };  // m secrets, fewer than all, cost slope * m - offset or more
using Lines = std::vector<Straight>;
struct Fact { Number steps, least; };  // whoever finds a set within so many guesses has a total of `least` or more
struct View {                           // what the guesses do with a set
    std::vector<uint16_t> ended, blocks;  // secrets that each guess ends, and blocks that go on
    std::vector<Number> capacity;         // the most secrets that 0, 1, 2, ... guesses can find
    Lines lines;                          // what so many of its secrets cost at least, all of them true
    Number made = 0;                      // guesses that were made before
};
// Lemmas of all formats but 4: a score ends the game.
class Counts {
public:
    Counts(const Game& game, Symmetries& symmetries, bool only_candidates, const Prices& prices)
        : game_(game), symmetries_(symmetries), only_candidates_(only_candidates), prices_(prices), known_(prices.list.size()), winners_(game.secrets), count_(game.end.size(), 0) {
        height_ = (game.guesses + kGroup - 1) / kGroup * kGroup;
        end_ = static_cast<uint16_t>(std::find(game.end.begin(), game.end.end(), true) - game.end.begin());
        const size_t answers = game.end.size(), size = game.secrets * height_;
        if (answers <= 16) few_.resize(size);
        else if (answers <= 32) some_.resize(size);
        else if (answers <= 256) narrow_.resize(size);
        else wide_.resize(size);
        for (size_t g = 0; g < game.guesses; ++g)
            for (size_t s = 0; s < game.secrets; ++s) {
                const uint16_t score = game.row(g)[s];
                const uint16_t answer = game.end[score] ? end_ : score;
                const size_t at = s * height_ + g;
                if (answers <= 16) few_[at] = static_cast<uint16_t>(game.end[score] ? 0 : 1u << answer);
                else if (answers <= 32) some_[at] = game.end[score] ? 0 : uint32_t{1} << answer;
                else if (answers <= 256) narrow_[at] = static_cast<uint8_t>(answer);
                else wide_[at] = answer;
                if (game.end[score]) winners_[s].push_back(g);
            }
        near_.ended.resize(game.guesses), near_.ended.resize(height_, 1);  // those that fill up the last group are no guesses
        even_ = std::all_of(game.weight.begin(), game.weight.end(), [](Number w) { return w == 1; });
    }

    // A lemma is true if each guess that has to be looked at costs `least` or more.
    void lemma(const Set& set, Number steps, Number made, Number least, const std::vector<size_t>& alike, const Lines& lines) {
        const Number n = static_cast<Number>(set.size());
        steps = std::min(steps, n);
        symmetries_.check_kept(set, alike);
        Known& known = known_[prices_.told(made)];
        if (contained(known, set, steps, least)) return;
        if (steps > 0) {
            const std::vector<char>& looked_at = symmetries_.least_alike(alike);
            look(set, own_);
            own_.made = made;
            Number ended = 1, blocks = 0, weight = 0;
            for (size_t g = 0; g < game_.guesses; ++g) {
                if (!looked_at[g] || useless(own_, g)) continue;
                ended = std::max<Number>(ended, own_.ended[g]), blocks = std::max<Number>(blocks, own_.blocks[g]);
            }
            own_.capacity = capacities(steps - 1, ended, blocks, n);
            own_.lines = lines;
            require(lines.empty() || (even_ && lines_hold(n, looked_at)), "lines that do not follow");
            for (const uint16_t s : set) weight += game_.weight[s];
            const Wide now = Wide{prices_(made)} * weight;
            for (size_t g = 0; g < game_.guesses; ++g) {
                if (!looked_at[g] || useless(own_, g)) continue;
                if (even_ && quick(n, own_.ended[g], own_.blocks[g], own_) >= least) continue;
                const Number needed = least < kNone ? narrow(std::max<Wide>(0, least - now)) : kNone;
                if (blocks_bound(set, g, steps - 1, needed) < needed)
                    refuse("guess " + text(static_cast<Number>(g)) + " may cost less than the lemma says");
            }
        }
        keep(known[set], steps, least);
    }

    // An image of a set has what is true of that set.
    void image(const Set& set, Number steps, Number made, Number least) {
        steps = std::min(steps, static_cast<Number>(set.size()));
        Known& known = known_[prices_.told(made)];
        if (!contained(known, set, steps, least)) keep(known[set], steps, least);
    }

    // The most that is known of a set within so many guesses, after those that were made.
    Number best(const Set& set, Number steps, Number made) const {
        const Known& known = known_[prices_.told(made)];
        const auto facts = known.find(set);
        Number best = 0;
        if (facts != known.end())
            for (const Fact& fact : facts->second)
                if (fact.steps >= std::min(steps, static_cast<Number>(set.size()))) best = std::max(best, fact.least);
        return best;
    }

private:
    using Known = std::unordered_map<Set, std::vector<Fact>, HashSet>;

    static bool contained(const Known& known, const Set& set, Number steps, Number least) {
        const auto facts = known.find(set);
        return facts != known.end() && std::any_of(facts->second.begin(), facts->second.end(), [&](const Fact& fact) {
            return fact.steps >= steps && fact.least >= least;
        });
    }

    // Of the lemmas about a set only those are kept that no other contains: no more than it has secrets.
    static void keep(std::vector<Fact>& facts, Number steps, Number least) {
        std::erase_if(facts, [&](const Fact& fact) { return fact.steps <= steps && fact.least <= least; });
        facts.push_back({steps, least});
    }

    // How many secrets each guess ends, and into how many blocks that go on it puts the others.
    void look(const Set& set, View& view) {
        view.blocks.resize(height_);
        view.ended.assign(game_.guesses, 0);
        for (size_t begin = 0; begin < height_; begin += kGroup) look_at_group(set, begin, view.blocks.data() + begin);
        for (const uint16_t s : set)
            for (const size_t g : winners_[s]) ++view.ended[g];
    }

    // Into how many blocks that go on the guesses of a group put a set.
    void look_at_group(const Set& set, size_t begin, uint16_t* counts) {
        if (!few_.empty()) join(set, few_.data() + begin, counts);
        else if (!some_.empty()) join(set, some_.data() + begin, counts);
        else if (!narrow_.empty()) count(set, narrow_.data() + begin, counts);
        else count(set, wide_.data() + begin, counts);
    }

    // The same where each answer is a bit: four secrets at a time, since what was seen is read and written each time.
    template <class Bits>
    void join(const Set& set, const Bits* columns, uint16_t* counts) const {
        Bits seen[kGroup] = {};
        size_t i = 0;
        for (; i + 4 <= set.size(); i += 4) {
            const Bits *a = columns + set[i] * height_, *b = columns + set[i + 1] * height_;
            const Bits *c = columns + set[i + 2] * height_, *d = columns + set[i + 3] * height_;
            for (size_t g = 0; g < kGroup; ++g) seen[g] |= static_cast<Bits>((a[g] | b[g]) | (c[g] | d[g]));
        }
        for (; i < set.size(); ++i) {
            const Bits* own = columns + set[i] * height_;
            for (size_t g = 0; g < kGroup; ++g) seen[g] |= own[g];
        }
        for (size_t g = 0; g < kGroup; ++g) counts[g] = ones(seen[g]);
    }

    // Its bits, by steps that a compiler does for many numbers at once.
    template <class Bits>
    static uint16_t ones(Bits bits) {
        constexpr auto every = [](Bits byte) { return static_cast<Bits>(static_cast<Bits>(~Bits{0}) / 255 * byte); };
        bits = static_cast<Bits>(bits - ((bits >> 1) & every(0x55)));
        bits = static_cast<Bits>((bits & every(0x33)) + ((bits >> 2) & every(0x33)));
        bits = static_cast<Bits>((bits + (bits >> 4)) & every(0x0f));
        for (size_t half = sizeof(Bits) * 4; half >= 8; half /= 2) bits = static_cast<Bits>(bits + (bits >> half));
        return static_cast<uint16_t>(bits & 63);
    }

    // The same where answers are numbers. Sets of few secrets are compared two by two.
    template <class Answer>
    void count(const Set& set, const Answer* columns, uint16_t* counts) {
        std::fill_n(counts, kGroup, 0);
        if (set.size() * sizeof(Answer) <= kFew) {
            for (size_t i = 0; i < set.size(); ++i) {
                const Answer* own = columns + set[i] * height_;
                Answer fresh[kGroup];
                for (size_t g = 0; g < kGroup; ++g) fresh[g] = own[g] != end_;
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
        for (size_t g = 0; g < kGroup; ++g) {
            if (end_ < game_.end.size()) seen_[g * words + end_ / 64] &= ~(uint64_t{1} << end_ % 64);
            for (size_t w = 0; w < words; ++w) counts[g] = static_cast<uint16_t>(counts[g] + std::popcount(seen_[g * words + w]));
        }
    }

    // Whether a guess may be left out: it cannot be chosen, or it tells nothing.
    bool useless(const View& view, size_t g) const {
        return view.ended[g] == 0 && (only_candidates_ || view.blocks[g] == 1);
    }

    // What n secrets that weigh 1 cost at least after a guess that ends some and leaves so many blocks: the short cut.
    Number quick(Number n, Number ended, Number blocks, const View& view) const {
        Wide sum = Wide{prices_(view.made)} * n;
        if (blocks == 0) return narrow(sum);
        if (ended + blocks * view.capacity.back() < n) return kNone;
        for (size_t i = 0; i < view.capacity.size(); ++i) sum += later(view, i) * std::max<Number>(0, n - ended - blocks * view.capacity[i]);
        return view.lines.empty() ? narrow(sum) : std::max(narrow(sum), narrow(n + highest(view.lines, n - ended, blocks)));
    }

    // What lines say of so many secrets in so many parts.
    static Wide highest(const Lines& lines, Number size, Number parts) {
        Wide most = 0;
        for (const auto& [slope, offset] : lines) most = std::max(most, Wide{slope} * size - Wide{offset} * parts);
        return most;
    }

    // Whether what lines say of 1, 2, ... secrets, fewer than all n, follows from what they say of fewer: by what the
    // guesses do to the set, of which none does more to a part.
    bool lines_hold(Number n, const std::vector<char>& looked_at) const {
        std::set<std::pair<Number, Number>> shapes;
        for (size_t g = 0; g < game_.guesses; ++g)
            if (looked_at[g] && !useless(own_, g)) shapes.emplace(own_.ended[g], own_.blocks[g]);
        return std::all_of(shapes.begin(), shapes.end(), [&](const auto& shape) {
            for (Number size = 1; size < n; ++size)
                if (highest(own_.lines, size, 1) > size + highest(own_.lines, size - shape.first, shape.second)) return false;
            return true;
        });
    }

    // What a guess after the next one and i others costs.
    Wide later(const View& view, size_t i) const { return prices_(view.made + 1 + static_cast<Number>(i)); }

    // The most blocks that a guess which ends nothing leaves: no more groups are looked at once each secret is alone.
    Number most_blocks(const Set& block) {
        uint16_t most = 0;
        for (size_t begin = 0; begin < game_.guesses && most < block.size(); begin += kGroup) {
            uint16_t counts[kGroup];
            look_at_group(block, begin, counts);
            const uint16_t* ended = near_.ended.data() + begin;
            for (size_t g = 0; g < kGroup; ++g) counts[g] = static_cast<uint16_t>(ended[g] == 0 ? counts[g] : 0);
            for (size_t g = 0; g < kGroup; ++g) most = counts[g] > most ? counts[g] : most;
        }
        return most;
    }

    // How many blocks that go on one guess leaves.
    Number blocks_of(const Set& block, size_t guess) {
        const uint16_t* row = game_.row(guess);
        Number blocks = 0;
        for (const uint16_t s : block) blocks += !game_.end[row[s]] && count_[row[s]]++ == 0;
        for (const uint16_t s : block) count_[row[s]] = 0;
        return blocks;
    }

    // What a block of secrets that weigh 1 costs at least: the least that the short cut says of any guess. Of guesses
    // that end nothing it says least of those that leave most blocks.
    Number glance(const Set& block, Number steps, Number made) {
        made = static_cast<Number>(prices_.told(made));
        const Number n = static_cast<Number>(block.size());
        steps = std::min(steps, n);
        Glance& kept = glances_[(HashSet{}(block) + static_cast<size_t>(steps + 64 * made)) % glances_.size()];
        if (kept.steps == steps && kept.made == made && kept.set == block) return kept.least;
        near_.made = made;
        for (const uint16_t s : block)
            for (const size_t g : winners_[s]) ++near_.ended[g];
        const Number most = only_candidates_ ? 0 : most_blocks(block);
        std::vector<std::pair<Number, Number>> winners;
        for (const uint16_t s : block)
            for (const size_t g : winners_[s])
                if (near_.ended[g]) winners.emplace_back(near_.ended[g], blocks_of(block, g)), near_.ended[g] = 0;
        Number ended = 1, blocks = most;
        for (const auto& winner : winners) ended = std::max(ended, winner.first), blocks = std::max(blocks, winner.second);
        near_.capacity = capacities(steps - 1, ended, blocks, n);
        Number least = most > 1 ? quick(n, 0, most, near_) : kNone;
        for (const auto& winner : winners) least = std::min(least, quick(n, winner.first, winner.second, near_));
        kept = {block, steps, made, least};
        return least;
    }

    // What a block costs at least, from the weights of its secrets alone.
    Number base(const Set& block) {
        if (static_cast<Number>(block.size()) > own_.capacity.back()) return kNone;
        Wide sum = 0;
        const std::vector<Number>& capacity = own_.capacity;
        if (even_) {
            for (size_t k = 0; k < capacity.size(); ++k) sum += later(own_, k) * std::max<Number>(0, static_cast<Number>(block.size()) - capacity[k]);
            return std::max(narrow(sum), narrow(highest(own_.lines, static_cast<Number>(block.size()), 1)));
        }
        std::vector<Number> weights;
        for (const uint16_t s : block) weights.push_back(game_.weight[s]);
        std::sort(weights.begin(), weights.end(), std::greater<>());
        for (size_t k = 0; k < capacity.size(); ++k)
            for (size_t i = static_cast<size_t>(capacity[k]); i < weights.size(); ++i) sum += later(own_, k) * weights[i];
        return narrow(sum);
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
        Wide sum = 0;  // of the finite ones
        bool none = false;
        std::vector<Number> bound(scores.size(), 0);
        const auto raise = [&](size_t i, Number other) {
            none = none || other >= kNone;
            if (other > bound[i] && other < kNone) sum += other - bound[i], bound[i] = other;
        };
        const auto low = [&] { return !none && (needed >= kNone || sum < needed); };
        for (size_t i = 0; i < scores.size(); ++i) raise(i, base(parts_[scores[i]])), count_[scores[i]] = 0;
        for (size_t i = 0; i < scores.size() && low(); ++i) raise(i, best(parts_[scores[i]], steps, own_.made + 1));
        for (size_t i = 0; i < scores.size() && low() && even_; ++i) raise(i, glance(parts_[scores[i]], steps, own_.made + 1));
        return none ? kNone : narrow(sum);
    }

    struct Glance { Set set; Number steps = -1, made = 0, least = 0; };
    static constexpr size_t kGroup = 256, kFew = 64;  // guesses looked at together; bytes of answers compared two by two

    const Game& game_;
    Symmetries& symmetries_;
    bool only_candidates_, even_ = false;
    Prices prices_;
    std::vector<Known> known_;                  // after 0, 1, 2, ... guesses
    View own_, near_;                           // of the set of a lemma, and of a block
    std::vector<Glance> glances_{1 << 20};      // some of the last ones
    std::vector<std::vector<size_t>> winners_;  // guesses that end the game on a secret
    std::vector<uint64_t> seen_;
    std::vector<uint16_t> count_;
    size_t height_;                             // of a column: of each secret the answers of all guesses
    uint16_t end_;                              // the number of all ends
    std::vector<uint16_t> few_;                 // the columns, a bit for each answer that is no end
    std::vector<uint32_t> some_;                // the same, of games with more than 16 answers
    std::vector<uint8_t> narrow_;               // the number of each answer, where there are more than 32
    std::vector<uint16_t> wide_;                // the same, where there are more than 256
    std::vector<Set> parts_;
};
