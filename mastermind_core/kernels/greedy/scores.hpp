// The score of every pair of a guess and a secret: from a table of bytes or of pairs of bytes, or worked out
// from codes.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace mmc {

// How many bits are set. Where the oldest processors of a kind have no instruction for it, the compiler calls a
// function, which takes longer than this.
inline int ones(uint64_t word) {
#if defined(__POPCNT__) || !(defined(__GNUC__) && defined(__x86_64__))
    return std::popcount(word);
#else
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return static_cast<int>(word * 0x0101010101010101u >> 56);
#endif
}

// Codes as bits: one for each (hole, colour), and a run of ones for each colour as long as the code
// has it. Two ANDs and two popcounts give black, and black + white.
class PackedCodes {
public:
    PackedCodes() = default;
    PackedCodes(std::span<const uint8_t> codes, size_t holes, size_t colours);

    // 16 * black + (black + white).
    static uint8_t score(const PackedCodes& a, size_t i, const PackedCodes& b, size_t j) {
        const uint64_t* x = &a.bits_[i * 2 * a.words_];
        const uint64_t* y = &b.bits_[j * 2 * b.words_];
        int black = 0, both = 0;
        for (size_t w = 0; w < a.words_; ++w) {
            black += ones(x[w] & y[w]);
            both += ones(x[w + a.words_] & y[w + a.words_]);
        }
        return static_cast<uint8_t>(16 * black + both);
    }

private:
    size_t words_ = 0;
    std::vector<uint64_t> bits_;
};

// 16 * black + both has to fit in a byte.
constexpr size_t kMaxHoles = 15;

struct Codes {
    Codes(std::span<const uint8_t> guesses, std::span<const uint8_t> secrets, size_t holes,
          std::span<const uint8_t> score_ids);

    size_t holes, colours, n_guesses, n_secrets;
    std::vector<uint8_t> guesses, secrets;
    PackedCodes packed_guesses, packed_secrets;
    // From 16 * black + both to the score id, and the values that pairs of codes can have.
    std::array<uint8_t, 256> id_of{};
    std::vector<uint8_t> values;
    bool distinct_ids;
};

// Score ids are less than this.
constexpr size_t kMostScoreIds = 65536;

struct Scores {
    size_t n_guesses = 0, n_secrets = 0, n_scores = 0;
    std::vector<uint8_t> final;  // of every number that an id has room for
    // One of three: items of a byte, items of two bytes where a byte has no room for the ids, codes.
    const uint8_t* table = nullptr;
    const uint16_t* wide = nullptr;
    std::unique_ptr<Codes> codes;
    // Whatever keeps the table alive.
    std::shared_ptr<const void> owner;

    // Write the score ids of a guess against some secrets. Bytes are for scores that are not wide.
    void answers(uint32_t guess, std::span<const uint32_t> secrets, uint8_t* out) const;
    void answers(uint32_t guess, std::span<const uint32_t> secrets, uint16_t* out) const;
    void row(uint32_t guess, uint8_t* out) const;
};

}  // namespace mmc
