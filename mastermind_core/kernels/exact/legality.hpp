// Guesses that must be consistent with the scores so far (Pool::legal).
//
// The game decides which guesses are legal. It is called once per guess and score, unless hints must be reused as in
// the hard mode of Wordle; these are computed here (Hints).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <unordered_map>
#include <vector>

#include "bounds.hpp"
#include "common.hpp"

namespace mmc::exact {

// The official hard mode of word games: green letters stay in place, and yellow ones are used again.
//
// Computes the words that keep the hints of a score. For each hint (a letter in its place, or a minimum count of a
// letter) a bit set holds the words that keep it, so a score takes as many look-ups as it has coloured letters.
class Hints {
public:
    enum Mark : uint8_t { kGrey, kYellow, kGreen };

    // Words of 1 to 255 letters, one byte per letter, concatenated; and scores, one mark per letter.
    Hints(std::span<const uint8_t> letters, std::span<const uint8_t> marks, size_t length)
        : letters_(letters.begin(), letters.end()), marks_(marks.begin(), marks.end()), length_(length) {
        with_.resize(number(length, 255) + 1);
        for (size_t word = 0; word < words(); ++word) {
            std::array<uint8_t, 256> seen{};
            for (size_t at = 0; at < length; ++at) {
                const uint8_t letter = letters_[word * length + at];
                set(place(at, letter), word);
                set(number(++seen[letter], letter), word);
            }
        }
    }

    size_t words() const { return letters_.size() / length_; }
    size_t scores() const { return marks_.size() / length_; }

    // Fills in the words that keep the hints of a score, one bit per word.
    void kept(uint32_t asked, int score, std::vector<uint64_t>& mask) const {
        mask.assign((words() + 63) / 64, ~uint64_t{0});
        if (words() % 64) mask.back() = (uint64_t{1} << words() % 64) - 1;
        every_hint(asked, score, [&](const std::vector<uint64_t>* with) {
            for (size_t i = 0; i < mask.size(); ++i) mask[i] &= with ? (*with)[i] : 0;
            return true;
        });
    }

    bool keeps(uint32_t asked, int score, uint32_t word) const {
        return every_hint(asked, score, [&](const std::vector<uint64_t>* with) {
            return with && (*with)[word / 64] >> word % 64 & 1;
        });
    }

private:
    // Hints are numbered: first those of places, then those of letter counts.
    size_t place(size_t at, uint8_t letter) const { return at * 256 + letter; }
    size_t number(size_t count, uint8_t letter) const { return (length_ + count) * 256 + letter; }

    void set(size_t hint, size_t word) {
        std::vector<uint64_t>& with = with_[hint];
        with.resize((words() + 63) / 64);
        with[word / 64] |= uint64_t{1} << word % 64;
    }

    // Calls `use` with the words of each hint of a score, as long as it returns true.
    template <class Use>
    bool every_hint(uint32_t asked, int score, Use use) const {
        const uint8_t* word = letters_.data() + asked * length_;
        const uint8_t* mark = marks_.data() + static_cast<size_t>(score) * length_;
        const auto words_with = [&](size_t hint) {
            const std::vector<uint64_t>& with = with_[hint];
            return with.empty() ? nullptr : &with;
        };
        for (size_t at = 0; at < length_; ++at) {
            if (mark[at] == kGrey) continue;
            size_t count = 1;
            for (size_t before = 0; before < at; ++before)
                count += mark[before] != kGrey && word[before] == word[at];
            if (!use(words_with(number(count, word[at])))) return false;
            if (mark[at] == kGreen && !use(words_with(place(at, word[at])))) return false;
        }
        return true;
    }

    std::vector<uint8_t> letters_, marks_;
    size_t length_;
    std::vector<std::vector<uint64_t>> with_;  // per hint; empty if no word keeps it
};

class Legality {
public:
    Legality(Common& common, const Bounds& bounds) : common_(common), bounds_(bounds) {}

    // The guesses that stay legal. Empty, and the search is stopped, if the call to the game fails.
    Legal after(const Node& node, uint32_t guess, int score) {
        Legal legal;
        const auto* kept = mask(guess, score);
        if (!kept) return legal;
        legal.mask = node.legal->mask;
        uint32_t first = 0;
        for (size_t i = 0; i < kept->size(); ++i) {
            legal.mask[i] &= (*kept)[i];
            uint64_t left = legal.mask[i];
            while (left) {
                const auto at = static_cast<uint32_t>(std::countr_zero(left));
                left &= left - 1;
                legal.guesses.push_back(first + at);
                legal.key += common_.guess_key[first + at];
            }
            first += 64;
        }
        return legal;
    }

    // Closed forms without a list of the legal guesses, for one or two secrets that may be guessed in turn. For a
    // larger block, the closed forms for all guesses are bounds.
    void closed_form(const Node& node, uint32_t guess, const uint16_t* items, Block& block) {
        if (block.size > 2) {
            Block for_all = block;
            bounds_.small_form(*node.game, node.level + 1, items, for_all, kUnlimited);
            block.cost = std::max(block.cost, for_all.cost);
            return;
        }
        const CostModel& model = bounds_.model();
        Cost best = kImpossible;
        for (uint32_t i = 0; i < block.size; ++i) {
            if (!ends_first(node, guess, items, block, i)) continue;
            Cost cost = model.price(node.level + 1) * block.weight;
            if (block.size == 2) cost += model.price(node.level + 2) * model.weight(*node.game, items[1 - i]);
            best = std::min(best, cost);
        }
        if (best >= kImpossible) return;
        block.cost = best;
        block.depth = static_cast<int>(block.size);
        block.exact = true;
    }

private:
    // Valid until the next call; null if the search was stopped.
    const std::vector<uint64_t>* mask(uint32_t guess, int score) {
        const Problem& problem = common_.problem;
        if (problem.hints) {
            problem.hints->kept(guess, score, hinted_);
            return &hinted_;
        }
        const size_t most = (size_t{common_.problem.tuning.mask_mib} << 20) / common_.team.threads();
        if (masks_.size() * problem.n_guesses / 8 > most) masks_.clear();
        std::vector<uint64_t>& mask = masks_[uint64_t{guess} << 16 | static_cast<uint64_t>(score)];
        if (mask.empty()) {
            std::vector<uint64_t> asked((problem.n_guesses + 63) / 64);
            if (!problem.legal(guess, score, asked)) {
                common_.stop();
                return nullptr;
            }
            mask = std::move(asked);
        }
        return &mask;
    }

    bool stays_legal(uint32_t guess, int score, uint32_t other) {
        if (common_.problem.hints) return common_.problem.hints->keeps(guess, score, other);
        const auto* kept = mask(guess, score);
        return kept && (*kept)[other / 64] >> other % 64 & 1;
    }

    // Whether one of one or two secrets may be guessed, and then the other one.
    bool ends_first(const Node& node, uint32_t guess, const uint16_t* items, const Block& block, uint32_t i) {
        const Subgame& game = *node.game;
        const int asked = common_.score_of(node, guess, items[0]);
        const auto legal = [&](uint32_t g) { return node.legal->has(g) && stays_legal(guess, asked, g); };
        const auto winners = [&](uint32_t at) {
            return std::span(game.win_guess)
                .subspan(game.win_begin[items[at]], game.win_begin[items[at] + 1u] - game.win_begin[items[at]]);
        };
        return std::ranges::any_of(winners(i), [&](uint32_t own) {
            if (!legal(own) || block.size == 1) return legal(own);
            const int score = common_.score_of(node, own, items[1 - i]);
            return std::ranges::any_of(winners(1 - i),
                                       [&](uint32_t last) { return legal(last) && stays_legal(own, score, last); });
        });
    }

    Common& common_;
    const Bounds& bounds_;
    std::vector<uint64_t> hinted_;
    std::unordered_map<uint64_t, std::vector<uint64_t>> masks_;  // legal guesses after scores
};

}  // namespace mmc::exact
