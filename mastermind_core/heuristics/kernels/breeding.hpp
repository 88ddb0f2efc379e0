// Breeding of codes, with the same random numbers as the reference implementation.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "codes/code_game.hpp"
#include "shared/pulse.hpp"
#include "shared/splitmix.hpp"

namespace mmc::codes {

struct Breeding {
    std::uint64_t one_point, mutation, permutation, inversion;  // probabilities, in units of 2**-32
};

// A code is a string with one colour per hole; several codes are concatenated.
class Breeder {
public:
    Breeder(const CodeGame& game, std::uint64_t state)
        : colours_(static_cast<std::size_t>(game.colours)),
          holes_(static_cast<std::size_t>(game.holes)),
          repeats_(!game.distinct_secrets),
          state_(state) {}

    // The state of the random numbers, for the next call.
    std::uint64_t state() const { return state_; }

    std::string random_codes(std::size_t size, Pulse& pulse) {
        std::string codes;
        std::unordered_set<std::string> seen;
        while (seen.size() < size) {
            pulse.work(10 * holes_);
            if (const std::string code = drawn(); seen.insert(code).second) codes += code;
        }
        return codes;
    }

    // sums: the running sums of the weights, one per parent.
    std::string breed(std::span<const std::uint8_t> parents, std::span<const std::uint64_t> sums,
                      const Breeding& breeding, Pulse& pulse) {
        std::string children;
        std::unordered_set<std::string> seen;
        for (std::size_t n = 0; n < sums.size(); ++n) {
            pulse.work(50 * holes_);
            const std::string first = parent(parents, sums);
            const std::string second = parent(parents, sums);
            std::string child = crossed(first, second, breeding.one_point);
            if (!repeats_) repair(child);
            change(child, breeding);
            if (!seen.insert(child).second) seen.insert(child = drawn());
            children += child;
        }
        return children;
    }

private:
    std::size_t colours_, holes_;
    bool repeats_;
    std::uint64_t state_;

    std::uint64_t upper() {
        const std::uint64_t bits = splitmix64(state_);
        state_ += kGolden;
        return bits >> 32;
    }
    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(upper() * bound >> 32); }
    std::pair<std::size_t, std::size_t> two_below(std::size_t bound) {
        const std::size_t first = below(bound);
        const std::size_t second = below(bound - 1);
        return {first, second + (second >= first)};
    }

    std::string parent(std::span<const std::uint8_t> parents, std::span<const std::uint64_t> sums) {
        const auto at = std::upper_bound(sums.begin(), sums.end(), below(sums.back())) - sums.begin();
        const auto code = parents.subspan(static_cast<std::size_t>(at) * holes_, holes_);
        return {code.begin(), code.end()};
    }

    // The colours that are not in a code.
    std::string unused(const std::string& code) const {
        std::string others;
        for (std::size_t colour = 0; colour < colours_; ++colour)
            if (code.find(static_cast<char>(colour)) == code.npos) others += static_cast<char>(colour);
        return others;
    }
    char other(const std::string& code) {
        const std::string others = unused(code);
        return others[below(others.size())];
    }

    std::string drawn() {
        std::string code, left = unused("");
        while (code.size() < holes_) {
            const std::size_t at = below(left.size());
            code += left[at];
            if (!repeats_) left.erase(at, 1);
        }
        return code;
    }

    std::string crossed(std::string child, const std::string& second, std::uint64_t one_point) {
        const bool one = upper() < one_point;
        if (holes_ == 1) return child;
        const auto [a, b] = one || holes_ == 2 ? std::pair(below(holes_ - 1), holes_ - 1) : two_below(holes_ - 1);
        const std::size_t start = std::min(a, b) + 1;
        const std::size_t size = std::max(a, b) + 1 - start;
        return child.replace(start, size, second, start, size);
    }

    void repair(std::string& child) {
        for (std::size_t hole = 1; hole < holes_; ++hole)
            if (child.find(child[hole]) < hole) child[hole] = other(child);
    }

    void change(std::string& child, const Breeding& breeding) {
        if (upper() < breeding.mutation && colours_ > (repeats_ ? 1 : holes_)) {
            char& peg = child[below(holes_)];
            if (repeats_) {
                const std::size_t colour = below(colours_ - 1);
                peg = static_cast<char>(colour + (colour >= static_cast<std::uint8_t>(peg)));
            } else {
                peg = other(child);
            }
        }
        if (upper() < breeding.permutation && holes_ > 1) {
            const auto [one, two] = two_below(holes_);
            std::swap(child[one], child[two]);
        }
        if (upper() < breeding.inversion && holes_ > 1) {
            const auto [one, two] = two_below(holes_);
            std::reverse(child.begin() + static_cast<std::ptrdiff_t>(std::min(one, two)),
                         child.begin() + static_cast<std::ptrdiff_t>(std::max(one, two)) + 1);
        }
    }
};

}  // namespace mmc::codes
