#include "ranker.hpp"

#include <algorithm>

namespace mmc {

Ranker::Ranker(const Scores& scores, Source& source, const Criterion& criterion, size_t width, Pulse& pulse)
    : Weigher(scores, source, criterion, pulse), width_(width) {}

std::vector<uint32_t> Ranker::rank(std::span<const uint32_t> candidates) {
    n_ = candidates.size();
    candidates_ = candidates;
    entries_.clear();
    limit_ = INT64_MAX;
    finished_ = width_ == 0;
    perfect_ = criterion_.costs.perfect(n_);
    source_.candidates(candidates);
    pass(nullptr, criterion_.order.size());
    std::vector<uint32_t> guesses;
    for (const Entry& entry : entries_) guesses.push_back(criterion_.order[static_cast<size_t>(entry.position)]);
    return guesses;
}

bool Ranker::before(const Entry& a, const Entry& b) const {
    const int order = criterion_.costs.compare(a.cost, a.sizes, b.cost, b.sizes);
    if (order != 0) return order < 0;
    return a.may_win != b.may_win ? a.may_win : a.position < b.position;
}

// Write down each candidate's block: 255 where the game ends, the others in the order they come.
// With a final score there are at most 255 others, without one nothing else is 255 but a block.
void Ranker::name_blocks(Entry& entry) {
    entry.blocks.resize(n_);
    scores_.answers(criterion_.order[static_cast<size_t>(entry.position)], candidates_, entry.blocks.data());
    int names[256], next = 0;
    std::fill(std::begin(names), std::end(names), -1);
    entry.hash = 14695981039346656037u;
    for (uint8_t& block : entry.blocks) {
        if (!scores_.final[block] && names[block] < 0) names[block] = next++;
        block = scores_.final[block] ? 255 : static_cast<uint8_t>(names[block]);
        entry.hash = (entry.hash ^ block) * 1099511628211u;
    }
}

void Ranker::take(int64_t position, int64_t cost, bool may_win, std::vector<uint32_t>& sizes) {
    Entry entry{cost, position, may_win, 0, std::move(sizes), {}};
    if (entries_.size() == width_ && !before(entry, entries_.back())) return;
    name_blocks(entry);
    for (auto other = entries_.begin(); other != entries_.end(); ++other) {
        if (other->hash != entry.hash || other->blocks != entry.blocks) continue;
        if (before(*other, entry)) return;
        entries_.erase(other);
        break;
    }
    const auto place = std::upper_bound(entries_.begin(), entries_.end(), entry,
                                        [&](const Entry& a, const Entry& b) { return before(a, b); });
    entries_.insert(place, std::move(entry));
    if (entries_.size() > width_) entries_.pop_back();
    if (entries_.size() < width_) return;
    const Entry& last = entries_.back();
    limit_ = limit_at(last.cost, last.may_win);
    finished_ = last.cost == perfect_ && last.may_win;
}

}  // namespace mmc
