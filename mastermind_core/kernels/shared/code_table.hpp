// Black and white pegs of one guess against a table of codes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace mmc {

// A score as one number: common * (holes + 1) + black.
using ScoreId = std::uint16_t;

// Codes by column: one row of bytes per hole, and one row of counts per colour. The loops over a row have no branch and
// no gather, so the compiler can score a register full of codes at a time.
class CodeTable {
public:
    // One code per `pitch` bytes, with rows for at least `colours` colours.
    CodeTable(std::size_t holes, const std::uint8_t* codes, std::size_t size, std::size_t pitch,
              std::size_t colours = 0)
        : holes_(holes), size_(size), stride_((size + 31) / 32 * 32), colours_(colours), pegs_(stride_ * holes) {
        for (std::size_t at = 0; at < size * holes; ++at)
            colours_ = std::max<std::size_t>(colours_, codes[at / holes * pitch + at % holes] + 1);
        counts_.resize(stride_ * (colours_ + 1));  // the last row is for all colours that do not occur
        for (std::size_t i = 0; i < size; ++i, codes += pitch)
            for (std::size_t hole = 0; hole < holes; ++hole) {
                pegs_[stride_ * hole + i] = codes[hole];
                ++counts_[stride_ * codes[hole] + i];
            }
    }
    template <std::size_t Pitch>
    CodeTable(std::size_t holes, const std::vector<std::array<std::uint8_t, Pitch>>& codes)
        : CodeTable(holes, reinterpret_cast<const std::uint8_t*>(codes.data()), codes.size(), Pitch) {}

    std::size_t size() const { return size_; }
    std::size_t stride() const { return stride_; }
    const std::uint8_t* pegs(std::size_t hole) const { return pegs_.data() + stride_ * hole; }
    const std::uint8_t* counts(std::size_t colour) const {
        return counts_.data() + stride_ * std::min(colour, colours_);
    }

    // Calls visit(i, black, common) with the pegs of a guess for each code, or for each of some indices.
    template <class Visit>
    void score(const std::uint8_t* guess, Visit visit) const {
        score_by(guess, size_, [](std::size_t i) { return i; }, visit);
    }
    template <class Visit>
    void score(const std::uint8_t* guess, std::span<const std::uint32_t> which, Visit visit) const {
        score_by(guess, which.size(), [&](std::size_t i) { return which[i]; }, visit);
    }

    // Writes the score ids of a guess for every code; `out` has room for size() of them.
    void score_all(const std::uint8_t* guess, ScoreId* out) const {
        score(guess, [&](std::size_t i, unsigned black, unsigned common) {
            out[i] = static_cast<ScoreId>(common * (holes_ + 1) + black);
        });
    }

    // Adds to sizes[score id] the number of codes with that score for a guess.
    void add_block_sizes(const std::uint8_t* guess, std::uint32_t* sizes) const {
        score(guess, [&](std::size_t, unsigned black, unsigned common) { ++sizes[common * (holes_ + 1) + black]; });
    }

private:
    static constexpr std::size_t kChunk = 256;

    template <class Index, class Visit>
    void score_by(const std::uint8_t* guess, std::size_t size, Index index, Visit visit) const {
        std::uint8_t black[kChunk], common[kChunk];
        for (std::size_t first = 0; first < size; first += kChunk) {
            const std::size_t n = std::min(kChunk, size - first);
            score_chunk(guess, n, [&](std::size_t i) { return index(first + i); }, black, common);
            for (std::size_t i = 0; i < n; ++i) visit(first + i, unsigned{black[i]}, unsigned{common[i]});
        }
    }

    template <class Index>
    void score_chunk(const std::uint8_t* guess, std::size_t n, Index index, std::uint8_t* black,
                     std::uint8_t* common) const {
        std::fill_n(black, n, std::uint8_t{0});
        std::fill_n(common, n, std::uint8_t{0});
        std::array<std::uint8_t, 256> wanted{};
        for (std::size_t hole = 0; hole < holes_; ++hole) {
            const std::uint8_t colour = guess[hole];
            ++wanted[colour];
            const std::uint8_t* row = pegs(hole);
            for (std::size_t i = 0; i < n; ++i) black[i] += row[index(i)] == colour;
        }
        for (std::size_t hole = 0; hole < holes_; ++hole) {
            const std::uint8_t limit = std::exchange(wanted[guess[hole]], std::uint8_t{0});
            if (!limit) continue;
            const std::uint8_t* row = counts(guess[hole]);
            for (std::size_t i = 0; i < n; ++i) common[i] += std::min(row[index(i)], limit);
        }
    }

    std::size_t holes_, size_, stride_, colours_;
    std::vector<std::uint8_t> pegs_, counts_;
};

}  // namespace mmc
