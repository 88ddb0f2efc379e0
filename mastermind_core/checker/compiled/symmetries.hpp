// Symmetries of a game, and representatives of the orbits of guesses.
#pragma once

#include "game.hpp"

struct Symmetry {
    std::vector<size_t> guess;
    std::vector<uint16_t> secret;
};

class StatedSymmetries {
public:
    explicit StatedSymmetries(const Game& game) : game_(game) {
        for (size_t at = 0; at < game.table.size(); ++at)
            if (game.table[at] == first_.size()) first_.push_back(at);
    }

    void add(Symmetry one) {
        // The first pair of each score determines its image. The images must be distinct, and the same with all other pairs.
        std::vector<uint16_t> image;
        for (const size_t at : first_) image.push_back(game_.row(one.guess[at / game_.secrets])[one.secret[at % game_.secrets]]);
        bool kept = std::set<uint16_t>(image.begin(), image.end()).size() == image.size();
        for (size_t g = 0; g < game_.guesses && kept; ++g) {
            const uint16_t *row = game_.row(g), *moved = game_.row(one.guess[g]);
            for (size_t s = 0; s < game_.secrets; ++s) kept &= image[row[s]] == moved[one.secret[s]];
        }
        require(kept, "not a symmetry: it changes the blocks of a guess");
        for (size_t score = 0; score < image.size(); ++score)
            require(game_.end[score] == game_.end[image[score]], "not a symmetry: it moves an end state");
        for (size_t s = 0; s < game_.secrets; ++s)
            require(game_.weight[s] == game_.weight[one.secret[s]], "not a symmetry: it changes a weight");
        for (size_t g = 0; g < game_.guesses; ++g)
            require(game_.length[g] == game_.length[one.guess[g]], "not a symmetry: it changes a cost");
        std::map<Number, Number> to, from;
        for (size_t s = 0; s < game_.secrets; ++s) {
            const Number goal = game_.goal[s], moved = game_.goal[one.secret[s]];
            require(to.try_emplace(goal, moved).first->second == moved && from.try_emplace(moved, goal).first->second == goal,
                    "not a symmetry: it changes which secrets have the same goal");
        }
        symmetries_.push_back(std::move(one));
    }

    void check_kept(const Set& set, const std::vector<size_t>& alike) const {
        for (const size_t number : alike)
            for (const uint16_t s : set)
                require(std::binary_search(set.begin(), set.end(), symmetries_[number].secret[s]),
                        "a symmetry does not fix the set");
    }

    // The image of a set under symmetries, applied in order.
    Set image(Set set, const std::vector<size_t>& by) const {
        for (const size_t number : by)
            for (uint16_t& s : set) s = symmetries_[number].secret[s];
        std::sort(set.begin(), set.end());
        return set;
    }

    // For each guess whether it is the minimum of its orbit.
    const std::vector<char>& least_alike(const std::vector<size_t>& alike) {
        if (orbits_.size() > kOrbits) orbits_.clear();
        const auto [found, fresh] = orbits_.try_emplace(alike);
        if (!fresh) return found->second;
        std::vector<char>& least = found->second;
        std::vector<char> seen(game_.guesses, 0);
        least.assign(game_.guesses, 0);
        for (size_t g = 0; g < game_.guesses; ++g) {
            if (seen[g]) continue;
            least[g] = seen[g] = 1;
            for (std::vector<size_t> stack{g}; !stack.empty();) {
                const size_t one = stack.back();
                stack.pop_back();
                for (const size_t number : alike) {
                    const size_t other = symmetries_[number].guess[one];
                    if (!seen[other]) seen[other] = 1, stack.push_back(other);
                }
            }
        }
        return least;
    }

private:
    static constexpr size_t kOrbits = 4096;  // the maximum number of lists of symmetries with stored orbits

    const Game& game_;
    std::vector<size_t> first_;  // the first position of each score in the table
    std::vector<Symmetry> symmetries_;
    std::map<std::vector<size_t>, std::vector<char>> orbits_;
};
