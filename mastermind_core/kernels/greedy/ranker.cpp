#include "ranker.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

namespace mmc {

Ranker::Ranker(const Scores& scores, Source& source, const Criterion& criterion, size_t width, Pulse& pulse)
    : Weigher(scores, source, criterion, pulse), width_(width) {}

std::vector<uint32_t> Ranker::rank(std::span<const uint32_t> candidates) {
    begin(candidates);
    entries_.clear();
    limit_ = INT64_MAX;
    finished_ = width_ == 0;
    pass(nullptr, criterion_.order.size());
    std::vector<uint32_t> guesses;
    for (const Entry& entry : entries_) guesses.push_back(criterion_.order[static_cast<size_t>(entry.one.position)]);
    return guesses;
}

bool Ranker::before(Entry& a, Entry& b) {
    const int order = evaluator_.compare(a.one, b.one);
    if (order != 0) return order < 0;
    return a.may_win != b.may_win ? a.may_win : a.one.position < b.one.position;
}

// Where secrets have goals: the scores that all give who have the same goal, or that end the game.
template <class Id>
void Ranker::find_ends(const std::vector<Id>& ids) {
    over_.resize(scores_.final.size(), 2);
    goal_.resize(scores_.final.size());
    for (size_t i = 0; i < n_; ++i) {
        const uint32_t goal = scores_.goals[candidates_[i]];
        uint8_t& over = over_[ids[i]];
        if (over == 2) {
            over = 1;
            goal_[ids[i]] = goal;
        } else if (goal_[ids[i]] != goal) {
            over = 0;
        }
    }
    for (const Id id : ids) over_[id] |= scores_.final[id];
}

// Write down each candidate's block: the largest number where the game ends, the others in the order they come.
// With a final score there are fewer others than numbers, without one nothing else has the largest but a block.
template <class Id>
void Ranker::name_blocks(Entry& entry) {
    entry.blocks.resize(n_ * sizeof(Id));
    std::vector<Id> ids(n_), blocks(n_);
    scores_.answers(criterion_.order[static_cast<size_t>(entry.one.position)], candidates_, ids.data());
    names_.resize(scores_.final.size(), -1);
    int32_t next = 0;
    const bool known = !scores_.goals.empty();
    if (known) find_ends(ids);
    const auto ends = [&](Id id) { return scores_.final[id] || (known && over_[id] == 1); };
    entry.hash = 14695981039346656037u;
    for (size_t i = 0; i < n_; ++i) {
        const Id id = ids[i];
        if (!ends(id) && names_[id] < 0) names_[id] = next++;
        blocks[i] = ends(id) ? std::numeric_limits<Id>::max() : static_cast<Id>(names_[id]);
        entry.hash = (entry.hash ^ blocks[i]) * 1099511628211u;
    }
    for (const Id id : ids) names_[id] = -1;
    if (known)
        for (const Id id : ids) over_[id] = 2;
    std::memcpy(entry.blocks.data(), blocks.data(), entry.blocks.size());
}

void Ranker::take(Costed&& one, bool may_win) {
    Entry entry{std::move(one), may_win};
    if (entries_.size() == width_ && !before(entry, entries_.back())) return;
    if (scores_.wide)
        name_blocks<uint16_t>(entry);
    else
        name_blocks<uint8_t>(entry);
    for (auto other = entries_.begin(); other != entries_.end(); ++other) {
        if (other->hash != entry.hash || other->blocks != entry.blocks) continue;
        if (before(*other, entry)) return;
        entries_.erase(other);
        break;
    }
    const auto place = std::partition_point(entries_.begin(), entries_.end(),
                                            [&](Entry& other) { return !before(entry, other); });
    entries_.insert(place, std::move(entry));
    if (entries_.size() > width_) entries_.pop_back();
    if (entries_.size() < width_) return;
    const Entry& last = entries_.back();
    limit_ = limit_at(last.one.cost, last.may_win);
    finished_ = last.one.cost == evaluator_.perfect() && last.may_win;
}

}  // namespace mmc
