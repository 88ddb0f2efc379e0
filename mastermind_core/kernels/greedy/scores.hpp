// The score of every pair of a guess and a secret, from a table with 1 or 2 bytes per score, or computed from codes.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>
#include <algorithm>

#include "shared/code_table.hpp"

namespace mmc {

// 16 * black + both must fit in a byte.
constexpr size_t kMaxHoles = 15;

struct Codes {
    Codes(std::span<const uint8_t> guess_codes, std::span<const uint8_t> secret_codes, size_t holes_,
          std::span<const uint8_t> score_ids)
        : holes(holes_),
          colours(size_t{std::max(top(guess_codes), top(secret_codes))} + 1),
          n_guesses(guess_codes.size() / holes_),
          n_secrets(secret_codes.size() / holes_),
          guesses(guess_codes.begin(), guess_codes.end()),
          secrets(secret_codes.begin(), secret_codes.end()),
          table(holes, secrets.data(), n_secrets, holes),
          mutual(guesses == secrets) {
        std::array<bool, 256> taken{};
        for (size_t both = 0; both <= holes; ++both) {
            for (size_t black = 0; black <= both; ++black) {
                // Impossible: if all other holes and all colours are right, so is the last hole.
                if (both == holes && black + 1 == holes) continue;
                const uint8_t id = score_ids[black * (holes + 1) + both - black];
                id_of[16 * black + both] = id;
                values.push_back(static_cast<uint8_t>(16 * black + both));
                distinct_ids = distinct_ids && !taken[id];
                taken[id] = true;
            }
        }
    }

    // Whether a guess ends the game only for the same code, and whether, moreover, all secrets are different codes.
    bool end_same(std::span<const uint8_t> final) const {
        return std::ranges::none_of(values,
                                    [&](uint8_t value) { return final[id_of[value]] && value != 17 * holes; });
    }
    bool end_one(std::span<const uint8_t> final) const {
        if (!end_same(final)) return false;
        std::vector<std::span<const uint8_t>> each;
        for (size_t at = 0; at < secrets.size(); at += holes) each.emplace_back(secrets.data() + at, holes);
        std::ranges::sort(each, std::ranges::lexicographical_compare);
        return std::ranges::adjacent_find(each, std::ranges::equal) == each.end();
    }

    const uint8_t* guess(uint32_t id) const { return &guesses[id * holes]; }
    // Returns a function that writes the score ids of a guess to an array.
    auto writer(auto* out) const {
        return [this, out](size_t i, unsigned black, unsigned both) { out[i] = id_of[16 * black + both]; };
    }

    size_t holes, colours, n_guesses, n_secrets;
    std::vector<uint8_t> guesses, secrets;
    CodeTable table;  // of the secrets
    // The score id by 16 * black + both, and the possible values of the latter.
    std::array<uint8_t, 256> id_of{};
    std::vector<uint8_t> values;
    bool distinct_ids = true;
    bool mutual;  // guess i is secret i, and two codes score the same either way

private:
    static uint8_t top(std::span<const uint8_t> codes) {
        return codes.empty() ? uint8_t{0} : std::ranges::max(codes);
    }
};

class KeptSymmetries;
class KeptOrder;

// The exclusive upper bound of score ids.
constexpr size_t kMostScoreIds = 65536;

struct Scores {
    size_t n_guesses = 0;
    size_t n_secrets = 0;
    size_t n_scores = 0;
    std::vector<uint8_t> final;  // for every number that fits in an id
    // The goal of each secret, and the cost of each guess. Goals are empty if an end state must be reached; costs are
    // empty if all are 1.
    std::vector<uint32_t> goals;
    std::vector<uint64_t> costs;
    bool shares_goals = false;  // two secrets have one goal
    // One of three: items of one byte, items of two bytes if ids do not fit in a byte, or codes.
    const uint8_t* table = nullptr;
    const uint16_t* wide = nullptr;
    std::unique_ptr<Codes> codes;
    // The owner of the table.
    std::shared_ptr<const void> owner;
    // Tuples for Python, cached because a search reads them for every block.
    std::shared_ptr<void> final_seen, goals_seen, costs_seen;
    // The symmetries that have been verified for every pair.
    std::shared_ptr<KeptSymmetries> kept;
    // The data that greedy trees compute from the order of the guesses.
    std::shared_ptr<KeptOrder> kept_order;

    // Writes the score ids of a guess against some secrets. An Id of one byte requires scores that are not wide.
    template <class Id>
    void answers(uint32_t guess, std::span<const uint32_t> of, Id* out) const {
        if (codes) return codes->table.score(codes->guess(guess), of, codes->writer(out));
        const auto pick = [&](const auto* ids) {
            for (size_t i = 0; i < of.size(); ++i) out[i] = static_cast<Id>(ids[of[i]]);
        };
        if (wide) pick(wide + size_t{guess} * n_secrets);
        else pick(table + size_t{guess} * n_secrets);
    }

    void row(uint32_t guess, uint8_t* out) const {
        if (codes) codes->table.score(codes->guess(guess), codes->writer(out));
        else std::copy_n(table + size_t{guess} * n_secrets, n_secrets, out);
    }

    // Whether one or more secrets all have the same goal.
    bool known(std::span<const uint32_t> of) const {
        return !goals.empty() && std::ranges::all_of(of, [&](uint32_t s) { return goals[s] == goals[of[0]]; });
    }

    bool may_end() const { return std::ranges::find(final, uint8_t{1}) != final.end(); }
};

}  // namespace mmc
