// The partitions of a set of secrets by all guesses at once.
#pragma once

#include <bit>

#include "game.hpp"

// The effect of a guess: it ends the game for `over` secrets of the set, and for at most `ended` of any subset; the game continues after
// `blocks`. All end states count as one of the `answers`; `cost` is added to the price. Mixed: secrets with several goals score end states.
struct Shape {
    Number answers = 0, over = 0, ended = 0, blocks = 0;
    bool mixed = false, useless = false;  // useless: it is uninformative, or not allowed
    size_t guess = 0;
    Number cost = 0;
};

class Answers {
public:
    Answers(const Game& game, bool only_candidates)
        : game_(game),
          only_candidates_(only_candidates && std::count(game.end.begin(), game.end.end(), true) > 0),
          height_((game.guesses + kGroup - 1) / kGroup * kGroup),
          end_(static_cast<size_t>(std::find(game.end.begin(), game.end.end(), true) - game.end.begin())),
          winners_(game.secrets),
          met_(game.end.size() + 1, 0) {
        for (size_t score = 0; score < game.end.size(); ++score) merged_.push_back(static_cast<uint16_t>(game.end[score] ? end_ : score));
        const size_t answers = game.end.size(), size = game.secrets * height_;
        if (answers <= 16) few_.resize(size);
        else if (answers <= 32) bits_.resize(size);
        else if (answers <= 256) bytes_.resize(size);
        for (size_t g = 0; g < game.guesses; ++g)
            for (size_t s = 0; s < game.secrets; ++s) {
                const size_t answer = of(g, s), at = s * height_ + g;
                const uint32_t bit = answer == end_ ? 0 : uint32_t{1} << answer % 32;
                if (!few_.empty()) few_[at] = static_cast<uint16_t>(bit);
                if (!bits_.empty()) bits_[at] = bit;
                if (!bytes_.empty()) bytes_[at] = static_cast<uint8_t>(answer);
                if (answer == end_) winners_[s].push_back(g);
            }
        ended_.resize(height_);
    }

    // The score of a guess; all end states are one.
    size_t of(size_t guess, size_t secret) const { return merged_[game_.row(guess)[secret]]; }

    // The secrets of each score of a guess; first those with end states, possibly none.
    std::vector<Set> blocks(size_t guess, const Set& set) {
        std::vector<Set> blocks(1);
        for (const uint16_t s : set) {
            const size_t answer = of(guess, s);
            uint16_t& at = met_[answer];
            if (at == 0 && answer != end_) blocks.emplace_back(), at = static_cast<uint16_t>(blocks.size() - 1);
            blocks[at].push_back(s);
        }
        for (const uint16_t s : set) met_[of(guess, s)] = 0;
        return blocks;
    }

    // The blocks of a guess after which the game continues.
    std::vector<Set> going(size_t guess, const Set& set) {
        std::vector<Set> going = blocks(guess, set);
        going.erase(going.begin());
        std::erase_if(going, [&](const Set& block) { return game_.known(block); });
        return going;
    }

    // The shape of each guess.
    std::vector<Shape> shapes(const Set& set) {
        std::vector<Shape> shapes(game_.guesses);
        for (const uint16_t s : set)
            for (const size_t g : winners_[s]) ++shapes[g].ended;
        uint16_t counts[kGroup];
        for (size_t g = 0; g < game_.guesses; ++g) {
            if (g % kGroup == 0 && !game_.has_goals()) count(set, g, counts);
            shapes[g] = game_.has_goals() ? by_goals(g, set) : naming(shapes[g].ended, counts[g % kGroup]);
            shapes[g].guess = g, shapes[g].cost = game_.cost(g);
        }
        return shapes;
    }

    // The shapes that can be minimal: among guesses of one cost that end no game, one with the maximum number of blocks. The loop
    // stops when each secret is alone in its block.
    std::vector<Shape> finest(const Set& set) {
        if (game_.priced || game_.has_goals()) return shapes(set);
        std::vector<Shape> found;
        for (const uint16_t s : set)
            for (const size_t g : winners_[s]) ++ended_[g];
        uint16_t most = 0, counts[kGroup];
        for (size_t begin = 0; begin < game_.guesses && most < set.size() && !only_candidates_; begin += kGroup) {
            count(set, begin, counts);
            const uint16_t* ended = ended_.data() + begin;
            const size_t many = std::min(kGroup, game_.guesses - begin);
            for (size_t g = 0; g < many; ++g) counts[g] = static_cast<uint16_t>(ended[g] == 0 ? counts[g] : 0);
            for (size_t g = 0; g < many; ++g) most = counts[g] > most ? counts[g] : most;
        }
        if (most > 0) found.push_back(naming(0, most));
        for (const uint16_t s : set)
            for (const size_t g : winners_[s])
                if (ended_[g] > 0) found.push_back(naming(ended_[g], distinct(set, g) - 1)), ended_[g] = 0;
        return found;
    }

private:
    Shape naming(Number ended, Number blocks) const {
        return {blocks + (ended > 0), ended, ended, blocks, ended > 1, ended == 0 && (only_candidates_ || blocks == 1)};
    }

    Shape by_goals(size_t guess, const Set& set) {
        const std::vector<Set> blocks = this->blocks(guess, set);
        Shape shape;
        shape.ended = shape.over = static_cast<Number>(blocks[0].size());
        shape.answers = static_cast<Number>(blocks.size()) - blocks[0].empty();
        shape.mixed = !game_.known(blocks[0]);
        shape.useless = blocks[0].empty() && (only_candidates_ || blocks.size() == 2);
        for (auto block = blocks.begin() + 1; block != blocks.end(); ++block) {
            const bool known = game_.known(*block);
            std::map<Number, Number> of_goal;
            Number most = 0;
            for (const uint16_t s : *block) most = std::max(most, ++of_goal[game_.goal[s]]);
            shape.ended += most;
            shape.over += known ? static_cast<Number>(block->size()) : 0;
            shape.blocks += !known;
        }
        return shape;
    }

    // The number of different scores of a guess.
    Number distinct(const Set& set, size_t guess) {
        Number many = 0;
        for (const uint16_t s : set) many += met_[of(guess, s)]++ == 0;
        for (const uint16_t s : set) met_[of(guess, s)] = 0;
        return many;
    }

    // The number of blocks after which the game continues, for each guess of a group. `counts` has kGroup items.
    void count(const Set& set, size_t begin, uint16_t* counts) {
        if (!few_.empty()) join(set, few_.data() + begin, counts);
        else if (!bits_.empty()) join(set, bits_.data() + begin, counts);
        else if (!bytes_.empty()) compare(set, bytes_.data() + begin, counts);
        else
            for (size_t g = begin; g < std::min(begin + kGroup, game_.guesses); ++g) {
                const bool ends = std::any_of(set.begin(), set.end(), [&](uint16_t s) { return of(g, s) == end_; });
                counts[g - begin] = static_cast<uint16_t>(distinct(set, g) - ends);
            }
    }

    // The same if each score is a bit. Four secrets at a time reduce the reads and writes of `seen`.
    template <class Bits>
    void join(const Set& set, const Bits* columns, uint16_t* counts) const {
        Bits seen[kGroup] = {};
        size_t i = 0;
        for (; i + 4 <= set.size(); i += 4) {
            const Bits *a = columns + set[i] * height_, *b = columns + set[i + 1] * height_;
            const Bits *c = columns + set[i + 2] * height_, *d = columns + set[i + 3] * height_;
            for (size_t g = 0; g < kGroup; ++g) seen[g] = static_cast<Bits>(seen[g] | a[g] | b[g] | c[g] | d[g]);
        }
        for (; i < set.size(); ++i) {
            const Bits* own = columns + set[i] * height_;
            for (size_t g = 0; g < kGroup; ++g) seen[g] = static_cast<Bits>(seen[g] | own[g]);
        }
        // Population counts, in steps that a compiler vectorizes.
        for (size_t g = 0; g < kGroup; ++g) {
            uint32_t bits = seen[g];
            bits -= (bits >> 1) & 0x55555555;
            bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333);
            counts[g] = static_cast<uint16_t>((((bits + (bits >> 4)) & 0x0f0f0f0f) * 0x01010101) >> 24);
        }
    }

    // The same if scores are bytes. Secrets of small sets are compared in pairs.
    void compare(const Set& set, const uint8_t* columns, uint16_t* counts) {
        std::fill_n(counts, kGroup, 0);
        const auto end = static_cast<uint8_t>(end_);
        const bool ends = end_ < game_.end.size();
        if (set.size() <= kFew) {
            for (size_t i = 0; i < set.size(); ++i) {
                const uint8_t* own = columns + set[i] * height_;
                uint8_t fresh[kGroup];
                for (size_t g = 0; g < kGroup; ++g) fresh[g] = !ends || own[g] != end;
                for (size_t j = 0; j < i; ++j) {
                    const uint8_t* other = columns + set[j] * height_;
                    for (size_t g = 0; g < kGroup; ++g) fresh[g] &= own[g] != other[g];
                }
                for (size_t g = 0; g < kGroup; ++g) counts[g] = static_cast<uint16_t>(counts[g] + fresh[g]);
            }
            return;
        }
        constexpr size_t words = 4;
        seen_.assign(kGroup * words, 0);  // one bit per score
        for (const uint16_t s : set) {
            const uint8_t* own = columns + s * height_;
            for (size_t g = 0; g < kGroup; ++g) seen_[g * words + own[g] / 64] |= uint64_t{1} << own[g] % 64;
        }
        for (size_t g = 0; g < kGroup; ++g) {
            if (ends) seen_[g * words + end / 64] &= ~(uint64_t{1} << end % 64);
            for (size_t w = 0; w < words; ++w) counts[g] = static_cast<uint16_t>(counts[g] + std::popcount(seen_[g * words + w]));
        }
    }

    static constexpr size_t kGroup = 256, kFew = 64;  // guesses per group; the maximum of secrets compared in pairs

    const Game& game_;
    bool only_candidates_;
    size_t height_, end_;                       // of a column, which has the scores of all guesses with a secret; the id of all end states
    std::vector<uint16_t> few_;                 // the columns, one bit per score that is not an end state
    std::vector<uint32_t> bits_;                // the same, for more than 16 scores
    std::vector<uint8_t> bytes_;                // the id of each score, for more than 32 scores
    std::vector<std::vector<size_t>> winners_;  // the guesses that end the game for each secret
    std::vector<uint16_t> merged_, met_, ended_;  // the merged id of each score; marks of scores, and of guesses
    std::vector<uint64_t> seen_;
};
