#include "kept_order.hpp"

#include <algorithm>
#include <numeric>
#include <ranges>

#include "scan.hpp"

namespace mmc {

TurnedTable::TurnedTable(const Scores& table, std::span<const uint32_t> order, std::span<const uint32_t> secrets,
                         Pulse& pulse)
    : stride((order.size() + kLanes - 1) / kLanes * kLanes), scores(secrets.size() * stride), slot(table.n_secrets) {
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

void KeptOrder::begin(std::span<const uint32_t> order) {
    if (std::ranges::equal(order, order_)) return;
    order_.assign(order.begin(), order.end());
    winners_.reset();
    turned_.reset();
    asked_ = 0;
}

std::shared_ptr<const MaybeWinners> KeptOrder::winners(const Scores& scores, std::span<const uint32_t> order) {
    const std::unique_lock lock(guard_, std::try_to_lock);
    if (!lock) return std::make_shared<const MaybeWinners>(find_winners(scores, order));
    begin(order);
    if (!winners_) winners_ = std::make_shared<const MaybeWinners>(find_winners(scores, order));
    return winners_;
}

std::shared_ptr<const TurnedTable> KeptOrder::turned(const Scores& scores, std::span<const uint32_t> order,
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

std::shared_ptr<const TurnedTable> KeptOrder::whole(size_t n_guesses) {
    const std::unique_lock lock(guard_, std::try_to_lock);
    const bool same = lock && turned_ && std::ranges::equal(order_, std::views::iota(size_t{0}, n_guesses));
    return same ? turned_ : nullptr;
}

}  // namespace mmc
