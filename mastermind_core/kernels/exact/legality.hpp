// Guesses that have to fit the answers so far (Pool::legal).
//
// What is legal is the game's affair: it is asked once for each guess and answer, or, where hints have to be used
// again as in the hard mode of Wordle, it is worked out here (Hints).
#pragma once

#include <unordered_map>
#include <algorithm>
#include <span>

#include "bounds.hpp"
#include "common.hpp"

namespace mmc::exact {

class Legality {
public:
    Legality(Common& common, const Bounds& bounds) : common_(common), bounds_(bounds) {}

    // The guesses that stay legal; none, and the search stopped, when the game is asked and does not answer.
    Legal after(const Node& node, uint32_t guess, int score) {
        Legal legal;
        const auto* kept = mask(guess, score);
        if (!kept) return legal;
        for (uint32_t g : node.legal->guesses) {
            if (!((*kept)[g / 64] >> g % 64 & 1)) continue;
            legal.guesses.push_back(g);
            legal.key += common_.guess_key[g];
        }
        return legal;
    }

    // Closed forms need no list of the legal guesses: one or two secrets that may be guessed in turn. For a larger block
    // those for all guesses are bounds.
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
            if (block.size == 2) cost += model.price(node.level + 2) * model.weight(*node.game, node.level + 2, items[1 - i]);
            best = std::min(best, cost);
        }
        if (best >= kImpossible) return;
        block.cost = best;
        block.depth = static_cast<int>(block.size);
        block.exact = true;
    }

private:
    // Good until the next call; null when the search was stopped.
    const std::vector<uint64_t>* mask(uint32_t guess, int score) {
        const Problem& problem = common_.problem;
        if (problem.hints) {
            problem.hints->kept(guess, score, hinted_);
            return &hinted_;
        }
        const size_t most = (size_t{common_.tuning.mask_mib} << 20) / common_.team.threads();
        if (masks_.size() * problem.n_guesses / 8 > most) masks_.clear();
        std::vector<uint64_t>& mask = masks_[uint64_t{guess} << 8 | static_cast<uint64_t>(score)];
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

    // Whether one of one or two secrets may be guessed, and the other one after it.
    bool ends_first(const Node& node, uint32_t guess, const uint16_t* items, const Block& block, uint32_t i) {
        const Subgame& game = *node.game;
        const auto legal = [&](uint32_t g) {
            const auto& list = node.legal->guesses;
            return std::binary_search(list.begin(), list.end(), g) && stays_legal(guess, block.score, g);
        };
        const auto winners = [&](uint32_t at) {
            return std::span(game.win_guess).subspan(game.win_begin[items[at]], game.win_begin[items[at] + 1u] - game.win_begin[items[at]]);
        };
        return std::ranges::any_of(winners(i), [&](uint32_t own) {
            if (!legal(own) || block.size == 1) return legal(own);
            const int score = game.row(own)[items[1 - i]];
            return std::ranges::any_of(winners(1 - i), [&](uint32_t last) { return legal(last) && stays_legal(own, score, last); });
        });
    }

    Common& common_;
    const Bounds& bounds_;
    std::vector<uint64_t> hinted_;
    std::unordered_map<uint64_t, std::vector<uint64_t>> masks_;  // what answers leave legal
};

}  // namespace mmc::exact
