// The score of every pair of a guess and a secret: from a table of bytes or of pairs of bytes, or worked out
// from codes.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace mmc {

// Codes as bits: one for each (hole, colour), and a run of ones for each colour as long as the code
// has it. Two ANDs and two popcounts give black, and black + white.
class PackedCodes {
public:
    PackedCodes() = default;
    PackedCodes(std::span<const uint8_t> codes, size_t holes, size_t colours);

    size_t words() const { return words_; }
    const uint64_t* at(size_t i) const { return bits_.data() + i * 2 * words_; }

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
    bool mutual;  // guess i is secret i, and two codes score the same either way

    // Whether a guess ends the game for one secret at most: only the score of a code to itself is final, and no two
    // secrets are the same code.
    bool end_one(std::span<const uint8_t> final) const;
};

class KeptSymmetries;
class KeptOrder;

// Score ids are less than this.
constexpr size_t kMostScoreIds = 65536;

struct Scores {
    size_t n_guesses = 0, n_secrets = 0, n_scores = 0;
    std::vector<uint8_t> final;  // of every number that an id has room for
    // Of each secret what must be known of it, and of each guess what it costs; empty where an end must be reached, and
    // where all cost 1.
    std::vector<uint32_t> goals;
    std::vector<uint64_t> costs;
    bool shares_goals = false;  // two secrets have one goal
    // One of three: items of a byte, items of two bytes where a byte has no room for the ids, codes.
    const uint8_t* table = nullptr;
    const uint16_t* wide = nullptr;
    std::unique_ptr<Codes> codes;
    // Whatever keeps the table alive.
    std::shared_ptr<const void> owner;
    // The tuples that Python reads: made once, as a search reads them for every block.
    std::shared_ptr<void> final_seen, goals_seen, costs_seen;
    // The symmetries that every pair was compared with.
    std::shared_ptr<KeptSymmetries> kept;
    // What greedy trees worked out of the order of the guesses.
    std::shared_ptr<KeptOrder> kept_order;

    // Write the score ids of a guess against some secrets. Bytes are for scores that are not wide.
    void answers(uint32_t guess, std::span<const uint32_t> secrets, uint8_t* out) const;
    void answers(uint32_t guess, std::span<const uint32_t> secrets, uint16_t* out) const;
    void row(uint32_t guess, uint8_t* out) const;

    // Whether some secrets, at least one, have the same goal.
    bool known(std::span<const uint32_t> secrets) const;
    bool may_end() const;
};

}  // namespace mmc
