// What greedy trees work out of the order of their guesses before they begin, kept from one tree to the next.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "shared/pulse.hpp"
#include "scores.hpp"

namespace mmc {

// For each secret the positions in the order of the guesses that it answers with a final score.
struct Winners {
    std::vector<uint32_t> first, positions;
};

// Nothing where they are too many to be of use, or too dear to find.
using MaybeWinners = std::optional<Winners>;

// A table turned: for some secrets the scores of all guesses, in order.
struct TurnedTable {
    TurnedTable(const Scores& table, std::span<const uint32_t> order, std::span<const uint32_t> secrets, Pulse& pulse);

    const uint8_t* of(uint32_t secret) const { return &scores[slot[secret] * stride]; }

    size_t stride;
    std::vector<uint8_t> scores;
    std::vector<uint32_t> slot;
};

MaybeWinners find_winners(const Scores& scores, std::span<const uint32_t> order);

// A turned table may take this much on top of the table itself, and this much where it is kept.
constexpr size_t kTurnedLimit = size_t{512} << 20, kKeptLimit = size_t{256} << 20;

// Of the last order that was asked about. Who asks while another thread does works it out without it.
class KeptOrder {
public:
    std::shared_ptr<const MaybeWinners> winners(const Scores& scores, std::span<const uint32_t> order);

    // All secrets are turned where half as many as there are were asked for: a row at a time takes far less.
    std::shared_ptr<const TurnedTable> turned(const Scores& scores, std::span<const uint32_t> order,
                                              std::span<const uint32_t> secrets, Pulse& pulse);

    // The table that is turned for all secrets and all guesses as they are numbered, if it is kept.
    std::shared_ptr<const TurnedTable> whole(size_t n_guesses);

private:
    void begin(std::span<const uint32_t> order);

    std::mutex guard_;
    std::vector<uint32_t> order_;
    std::shared_ptr<const MaybeWinners> winners_;
    std::shared_ptr<const TurnedTable> turned_;
    size_t asked_ = 0;
};

}  // namespace mmc
