// Data that greedy trees compute from the order of their guesses, cached between trees.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>
#include <algorithm>
#include <cstring>
#include <numeric>
#include <ranges>
#include <string_view>
#include <unordered_map>

#include "shared/pulse.hpp"
#include "scores.hpp"
#include "scan.hpp"

namespace mmc {

using Pairs = std::vector<std::pair<uint32_t, uint32_t>>;  // (secret, position)

// Adds the pairs of a guess and a secret that are the same code.
inline void match_codes(const Codes& codes, std::span<const uint32_t> order, Pairs& pairs) {
    const auto code = [&](const std::vector<uint8_t>& all, size_t i) {
        return std::string_view(reinterpret_cast<const char*>(&all[i * codes.holes]), codes.holes);
    };
    std::unordered_multimap<std::string_view, uint32_t> secrets;
    secrets.reserve(codes.n_secrets);
    for (uint32_t s = 0; s < codes.n_secrets; ++s) secrets.emplace(code(codes.secrets, s), s);
    for (uint32_t at = 0; at < order.size(); ++at) {
        const auto [from, to] = secrets.equal_range(code(codes.guesses, order[at]));
        for (auto it = from; it != to; ++it) pairs.emplace_back(it->second, at);
    }
}

// For each secret, the positions in the order of the guesses with a final score.
struct Winners {
    std::vector<uint32_t> first, positions;
};

// Empty if the winners are too many to be useful, or too expensive to find.
using MaybeWinners = std::optional<Winners>;

// A transposed table: for some secrets, the scores of all guesses in order.
struct TurnedTable {
    TurnedTable(const Scores& table, std::span<const uint32_t> order, std::span<const uint32_t> secrets,
                Pulse& pulse)
        : stride((order.size() + kLanes - 1) / kLanes * kLanes),
          scores(secrets.size() * stride),
          slot(table.n_secrets) {
        for (size_t i = 0; i < secrets.size(); ++i) slot[secrets[i]] = static_cast<uint32_t>(i);
        constexpr size_t kTile = 64;
        for (size_t at = 0; at < order.size(); at += kTile) {
            const size_t end = std::min(at + kTile, order.size());
            for (size_t from = 0; from < secrets.size(); from += kTile) {
                const size_t to = std::min(from + kTile, secrets.size());
                for (size_t g = at; g < end; ++g) {
                    const uint8_t* ids = table.table + size_t{order[g]} * table.n_secrets;
                    for (size_t i = from; i < to; ++i) scores[i * stride + g] = ids[secrets[i]];
                }
            }
            pulse.work(2 * kTile * secrets.size());
        }
    }

    const uint8_t* of(uint32_t secret) const { return &scores[slot[secret] * stride]; }

    size_t stride;
    std::vector<uint8_t> scores;
    std::vector<uint32_t> slot;
};

inline MaybeWinners find_winners(const Scores& scores, std::span<const uint32_t> order) {
    const size_t most = 8 * (order.size() + scores.n_secrets) + 1024;
    Pairs pairs;
    const Codes* codes = scores.codes.get();
    if (codes && scores.final[codes->id_of[17 * codes->holes]] && codes->end_same(scores.final)) {
        match_codes(*codes, order, pairs);
    } else {
        if (codes && order.size() * scores.n_secrets > 50'000'000) return std::nullopt;
        std::vector<uint8_t> row(codes ? scores.n_secrets : 0);
        for (uint32_t at = 0; at < order.size(); ++at) {
            if (scores.wide) {
                const uint16_t* ids = scores.wide + size_t{order[at]} * scores.n_secrets;
                for (uint32_t s = 0; s < scores.n_secrets; ++s)
                    if (scores.final[ids[s]]) pairs.emplace_back(s, at);
                if (pairs.size() > most) return std::nullopt;
                continue;
            }
            const uint8_t* ids = row.data();
            if (codes) scores.row(order[at], row.data());
            else ids = scores.table + size_t{order[at]} * scores.n_secrets;
            for (int id = 0; id < 256; ++id) {
                if (!scores.final[static_cast<size_t>(id)]) continue;
                const uint8_t* end = ids + scores.n_secrets;
                for (const uint8_t* p = ids;
                     p < end && (p = static_cast<const uint8_t*>(std::memchr(p, id, static_cast<size_t>(end - p))));
                     ++p)
                    pairs.emplace_back(static_cast<uint32_t>(p - ids), at);
            }
            if (pairs.size() > most) return std::nullopt;
        }
    }

    if (pairs.size() > most) return std::nullopt;
    std::sort(pairs.begin(), pairs.end());
    Winners winners;
    winners.first.assign(scores.n_secrets + 1, 0);
    winners.positions.reserve(pairs.size());
    for (const auto& [secret, at] : pairs) {
        ++winners.first[secret + 1];
        winners.positions.push_back(at);
    }

    for (size_t s = 0; s < scores.n_secrets; ++s) winners.first[s + 1] += winners.first[s];
    return winners;
}

// The maximum bytes of a transposed table, and of one that is cached.
constexpr size_t kTurnedLimit = size_t{512} << 20, kKeptLimit = size_t{256} << 20;

// A cache for the last order. A call during that of another thread recomputes its result without the cache.
class KeptOrder {
public:
    std::shared_ptr<const MaybeWinners> winners(const Scores& scores, std::span<const uint32_t> order) {
        const std::unique_lock lock(guard_, std::try_to_lock);
        if (!lock) return std::make_shared<const MaybeWinners>(find_winners(scores, order));
        begin(order);
        if (!winners_) winners_ = std::make_shared<const MaybeWinners>(find_winners(scores, order));
        return winners_;
    }

    // Once half of all secrets have been requested, all are transposed, which is far faster by rows.
    std::shared_ptr<const TurnedTable> turned(const Scores& scores, std::span<const uint32_t> order,
                                              std::span<const uint32_t> secrets, Pulse& pulse) {
        const std::unique_lock lock(guard_, std::try_to_lock);
        if (lock) {
            begin(order);
            if (turned_) return turned_;
            asked_ += secrets.size();
            if (2 * asked_ >= scores.n_secrets && order.size() * scores.n_secrets <= kKeptLimit) {
                std::vector<uint32_t> all(scores.n_secrets);
                std::iota(all.begin(), all.end(), 0u);
                return turned_ = std::make_shared<const TurnedTable>(scores, order, all, pulse);
            }
        }
        return std::make_shared<const TurnedTable>(scores, order, secrets, pulse);
    }

    // The transposed table for all secrets and all guesses by id, if it is cached.
    std::shared_ptr<const TurnedTable> whole(size_t n_guesses) {
        const std::unique_lock lock(guard_, std::try_to_lock);
        const bool same = lock && turned_ && std::ranges::equal(order_, std::views::iota(size_t{0}, n_guesses));
        return same ? turned_ : nullptr;
    }

private:
    void begin(std::span<const uint32_t> order) {
        if (std::ranges::equal(order, order_)) return;
        order_.assign(order.begin(), order.end());
        winners_.reset();
        turned_.reset();
        asked_ = 0;
    }

    std::mutex guard_;
    std::vector<uint32_t> order_;
    std::shared_ptr<const MaybeWinners> winners_;
    std::shared_ptr<const TurnedTable> turned_;
    size_t asked_ = 0;
};

}  // namespace mmc
