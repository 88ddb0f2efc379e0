// A code game: a secret of `holes` pegs in `colours` colours, answered by black and white pegs; and fast scores of
// one guess against a whole table of codes.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <vector>

namespace mmc::codes {

inline constexpr int max_holes = 16;
inline constexpr int max_colours = 255;

// Pegs past the last hole are zero in every code, so that codes compare as plain arrays.
using Code = std::array<std::uint8_t, max_holes>;

struct Score {
    std::uint8_t black = 0;
    std::uint8_t white = 0;
    friend bool operator==(const Score&, const Score&) = default;
};

struct Turn {
    Code guess{};
    Score score{};
};

using History = std::vector<Turn>;

struct CodeGame {
    int holes = 4;
    int colours = 6;
    bool distinct_secrets = false;
    bool distinct_guesses = false;
};

inline bool has_repeats(const CodeGame& game, const Code& code) {
    std::bitset<max_colours> seen;
    for (int hole = 0; hole < game.holes; ++hole) {
        if (seen[code[hole]]) return true;
        seen[code[hole]] = true;
    }
    return false;
}

// A score as one number: common * (holes + 1) + black, at most 16 * 17 + 16 = 288.
using ScoreId = std::uint16_t;
inline constexpr int max_scores = (max_holes + 1) * (max_holes + 1);

inline ScoreId winning_id(int holes) { return static_cast<ScoreId>(holes * (holes + 1) + holes); }

// Codes by column: one row of bytes per hole, and one per colour with how often it occurs. The loops over a
// row have no branch and no gather, so that the compiler scores a register full of codes at a time.
class CodeTable {
public:
    CodeTable() = default;
    CodeTable(const CodeGame& game, const std::vector<Code>& codes)
        : holes_(game.holes), colours_(game.colours), size_(codes.size()),
          stride_((codes.size() + 15) / 16 * 16),
          pegs_(stride_ * static_cast<std::size_t>(holes_)),
          counts_(stride_ * static_cast<std::size_t>(colours_)) {
        for (std::size_t i = 0; i < size_; ++i)
            for (int hole = 0; hole < holes_; ++hole) {
                const std::uint8_t colour = codes[i][hole];
                pegs_[stride_ * hole + i] = colour;
                ++counts_[stride_ * colour + i];
            }
    }

    std::size_t size() const { return size_; }

    // Writes black and common pegs of `guess` against codes first .. first + n, n <= chunk.
    static constexpr std::size_t chunk = 256;
    void score_chunk(const Code& guess, std::size_t first, std::size_t n, std::uint8_t* black,
                     std::uint8_t* common) const {
        n = (n + 15) / 16 * 16;
        std::fill_n(black, n, std::uint8_t{0});
        std::fill_n(common, n, std::uint8_t{0});
        std::array<std::uint8_t, max_colours> wanted{};
        for (int hole = 0; hole < holes_; ++hole) {
            const std::uint8_t colour = guess[hole];
            ++wanted[colour];
            const std::uint8_t* row = &pegs_[stride_ * hole + first];
            for (std::size_t i = 0; i < n; ++i) black[i] += row[i] == colour;
        }
        for (int hole = 0; hole < holes_; ++hole) {
            const std::uint8_t limit = wanted[guess[hole]];
            if (!limit) continue;
            wanted[guess[hole]] = 0;
            const std::uint8_t* row = &counts_[stride_ * guess[hole] + first];
            for (std::size_t i = 0; i < n; ++i) common[i] += row[i] < limit ? row[i] : limit;
        }
    }

    // Writes the score ids of `guess` against every code; `out` has room for size() of them.
    void score_all(const Code& guess, ScoreId* out) const {
        std::uint8_t black[chunk], common[chunk];
        for (std::size_t first = 0; first < size_; first += chunk) {
            const std::size_t n = std::min(chunk, size_ - first);
            score_chunk(guess, first, n, black, common);
            for (std::size_t i = 0; i < n; ++i)
                out[first + i] = static_cast<ScoreId>(common[i] * (holes_ + 1) + black[i]);
        }
    }

    // Adds to sizes[score id] the number of codes that answer `guess` with that score.
    void add_block_sizes(const Code& guess, std::uint32_t* sizes) const {
        std::uint8_t black[chunk], common[chunk];
        const unsigned base = static_cast<unsigned>(holes_) + 1;
        for (std::size_t first = 0; first < size_; first += chunk) {
            const std::size_t n = std::min(chunk, size_ - first);
            score_chunk(guess, first, n, black, common);
            for (std::size_t i = 0; i < n; ++i) ++sizes[common[i] * base + black[i]];
        }
    }

private:
    int holes_ = 0;
    int colours_ = 0;
    std::size_t size_ = 0;
    std::size_t stride_ = 0;
    std::vector<std::uint8_t> pegs_;
    std::vector<std::uint8_t> counts_;
};

// How far the codes of a population are from a history: sums over the turns of the differences in black and in
// white pegs, modulo 2**32; both zero: the code is consistent. The scores may be any numbers.
struct Answer {
    Code guess{};
    std::int64_t black = 0;
    std::int64_t white = 0;
};

inline void misfits(const CodeTable& population, const std::vector<Answer>& history, std::uint32_t* by_black,
                    std::uint32_t* by_white) {
    std::uint8_t black[CodeTable::chunk], common[CodeTable::chunk];
    for (const Answer& turn : history)
        for (std::size_t first = 0; first < population.size(); first += CodeTable::chunk) {
            const std::size_t n = std::min(CodeTable::chunk, population.size() - first);
            population.score_chunk(turn.guess, first, n, black, common);
            for (std::size_t i = 0; i < n; ++i) {
                const std::int64_t off_black = black[i] - turn.black;
                const std::int64_t off_white = common[i] - black[i] - turn.white;
                by_black[first + i] += static_cast<std::uint32_t>(off_black < 0 ? -off_black : off_black);
                by_white[first + i] += static_cast<std::uint32_t>(off_white < 0 ? -off_white : off_white);
            }
        }
}

}  // namespace mmc::codes
