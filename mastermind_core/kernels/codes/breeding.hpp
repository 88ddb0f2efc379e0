// Codes bred as the reference says, draw for draw.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "shared/pulse.hpp"
#include "shared/splitmix.hpp"

namespace mmc::codes {

struct Breeding {
    std::uint64_t one_point, mutation, permutation, inversion;  // chances out of 2**32
};

// Numbers drawn from a state that can be handed on.
class Lots {
public:
    explicit Lots(std::uint64_t state) : state_(state) {}
    std::uint64_t state() const { return state_; }

    std::uint64_t upper() {
        const std::uint64_t bits = splitmix64(state_);
        state_ += kGolden;
        return bits >> 32;
    }
    std::uint64_t below(std::uint64_t bound) { return upper() * bound >> 32; }
    std::pair<std::uint64_t, std::uint64_t> two_below(std::uint64_t bound) {
        const std::uint64_t first = below(bound), second = below(bound - 1);
        return {first, second + (second >= first)};
    }

private:
    std::uint64_t state_;
};

// The codes that have come, each by its place in a growing row of codes.
class Seen {
public:
    Seen(const std::vector<std::uint8_t>& codes, std::size_t holes, std::size_t size)
        : codes_(codes), holes_(holes), slots_(slots_for(size), 0) {}

    bool has(const std::uint8_t* code) const { return slots_[slot_of(code)] != 0; }
    // The code at this place of the row.
    void add(std::size_t place) {
        std::uint32_t& slot = slots_[slot_of(&codes_[place * holes_])];
        if (!slot) slot = static_cast<std::uint32_t>(place + 1);
    }

private:
    const std::vector<std::uint8_t>& codes_;
    std::size_t holes_;
    std::vector<std::uint32_t> slots_;

    static std::size_t slots_for(std::size_t size) {
        std::size_t slots = 16;
        while (slots < 2 * size) slots *= 2;
        return slots;
    }
    std::size_t slot_of(const std::uint8_t* code) const {
        std::uint64_t hash = 0;
        for (std::size_t hole = 0; hole < holes_; ++hole) hash = (hash ^ code[hole]) * kGolden;
        std::size_t slot = static_cast<std::size_t>(hash >> 32) & (slots_.size() - 1);
        while (slots_[slot] && !std::equal(code, code + holes_, &codes_[(slots_[slot] - 1) * holes_]))
            slot = (slot + 1) & (slots_.size() - 1);
        return slot;
    }
};

class Breeder {
public:
    Breeder(std::size_t colours, std::size_t holes, bool repeats, std::uint64_t state)
        : colours_(colours), holes_(holes), repeats_(repeats), lots_(state) {}

    std::uint64_t state() const { return lots_.state(); }

    std::vector<std::uint8_t> random_codes(std::size_t size, Pulse& pulse) {
        std::vector<std::uint8_t> codes, code(holes_);
        codes.reserve(size * holes_);
        Seen seen(codes, holes_, size);
        while (codes.size() < size * holes_) {
            pulse.work(10 * holes_);
            draw(code);
            if (seen.has(code.data())) continue;
            codes.insert(codes.end(), code.begin(), code.end());
            seen.add(codes.size() / holes_ - 1);
        }
        return codes;
    }

    // sums: the running sums of the weights, one a parent.
    std::vector<std::uint8_t> breed(std::span<const std::uint8_t> parents, std::span<const std::uint64_t> sums,
                                    const Breeding& breeding, Pulse& pulse) {
        std::vector<std::uint8_t> children, child(holes_);
        children.reserve(parents.size());
        Seen seen(children, holes_, sums.size());
        for (std::size_t n = 0; n < sums.size(); ++n) {
            pulse.work(50 * holes_);
            const std::uint8_t* first = parent(parents, sums);
            const std::uint8_t* second = parent(parents, sums);
            cross(first, second, breeding.one_point, child);
            if (!repeats_) mend(child);
            change(child, breeding);
            if (seen.has(child.data())) draw(child);
            children.insert(children.end(), child.begin(), child.end());
            seen.add(n);
        }
        return children;
    }

private:
    using Child = std::vector<std::uint8_t>;

    std::size_t colours_, holes_;
    bool repeats_;
    Lots lots_;
    std::vector<std::uint8_t> pool_;

    const std::uint8_t* parent(std::span<const std::uint8_t> parents, std::span<const std::uint64_t> sums) {
        const std::uint64_t drawn = lots_.below(sums.back());
        const auto at = std::upper_bound(sums.begin(), sums.end(), drawn) - sums.begin();
        return &parents[static_cast<std::size_t>(at) * holes_];
    }

    void draw(Child& code) {
        if (repeats_) {
            for (std::uint8_t& peg : code) peg = static_cast<std::uint8_t>(lots_.below(colours_));
            return;
        }
        pool_.resize(colours_);
        for (std::size_t colour = 0; colour < colours_; ++colour) pool_[colour] = static_cast<std::uint8_t>(colour);
        for (std::uint8_t& peg : code) {
            const auto at = pool_.begin() + static_cast<std::ptrdiff_t>(lots_.below(pool_.size()));
            peg = *at;
            pool_.erase(at);
        }
    }

    void cross(const std::uint8_t* first, const std::uint8_t* second, std::uint64_t one_point, Child& child) {
        const bool one = lots_.upper() < one_point;
        std::copy(first, first + holes_, child.begin());
        if (holes_ == 1) return;
        std::size_t start, end = holes_;
        if (one || holes_ == 2) {
            start = 1 + static_cast<std::size_t>(lots_.below(holes_ - 1));
        } else {
            const auto [a, b] = lots_.two_below(holes_ - 1);
            start = 1 + static_cast<std::size_t>(std::min(a, b));
            end = 1 + static_cast<std::size_t>(std::max(a, b));
        }
        std::copy(second + start, second + end, child.begin() + static_cast<std::ptrdiff_t>(start));
    }

    void mend(Child& child) {
        for (std::size_t hole = 1; hole < holes_; ++hole) {
            const auto end = child.begin() + static_cast<std::ptrdiff_t>(hole);
            if (std::find(child.begin(), end, child[hole]) != end) child[hole] = other(child);
        }
    }

    // A colour that is not in the code.
    std::uint8_t other(const Child& child) {
        pool_.clear();
        for (std::size_t colour = 0; colour < colours_; ++colour)
            if (std::find(child.begin(), child.end(), colour) == child.end())
                pool_.push_back(static_cast<std::uint8_t>(colour));
        return pool_[static_cast<std::size_t>(lots_.below(pool_.size()))];
    }

    void change(Child& child, const Breeding& breeding) {
        if (lots_.upper() < breeding.mutation && colours_ > (repeats_ ? 1 : holes_)) {
            const auto hole = static_cast<std::size_t>(lots_.below(holes_));
            if (repeats_) {
                const std::uint64_t colour = lots_.below(colours_ - 1);
                child[hole] = static_cast<std::uint8_t>(colour + (colour >= child[hole]));
            } else {
                child[hole] = other(child);
            }
        }
        if (lots_.upper() < breeding.permutation && holes_ > 1) {
            const auto [one, two] = lots_.two_below(holes_);
            std::swap(child[one], child[two]);
        }
        if (lots_.upper() < breeding.inversion && holes_ > 1) {
            const auto [one, two] = lots_.two_below(holes_);
            std::reverse(child.begin() + static_cast<std::ptrdiff_t>(std::min(one, two)),
                         child.begin() + static_cast<std::ptrdiff_t>(std::max(one, two)) + 1);
        }
    }
};

}  // namespace mmc::codes
