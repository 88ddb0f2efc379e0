// The guess that a criterion chooses for a set of candidates, or the best few of them.
#pragma once

#include <algorithm>
#include <cstring>
#include <limits>

#include "kept_order.hpp"
#include "weigher.hpp"

namespace mmc {

class Chooser final : Weigher {
public:
    Chooser(const Scores& scores, Source& source, const Criterion& criterion,
                 const MaybeWinners& winners, Pulse& pulse)
        : Weigher(scores, source, criterion, pulse),
          winners_(winners),
          wanted_(std::max<size_t>(criterion.win_levels, 1)),
          may_end_(scores.may_end()) {
        if (!winners) return;
        std::vector<uint32_t> ends(criterion.order.size());
        for (const uint32_t position : winners->positions) ++ends[position];
        evaluator_.ends_at_most(ends.empty() ? 0 : *std::max_element(ends.begin(), ends.end()));
    }

    // Returns a position in the order, -1 where no guess is allowed. `among`, ascending, must hold
    // the first position of every kind of guess, if it is given.
    int64_t choose(std::span<const uint32_t> candidates,
                   const std::vector<uint32_t>* among = nullptr) {
        begin(candidates);
        levels_.clear();
        strict_ = false;
        aim();
        const size_t all = among ? among->size() : criterion_.order.size();
        const uint32_t* every = among ? among->data() : nullptr;
        if (all == 0) return -1;
        if (winners_ && !among) {
            collect_winners(candidates);
            // Only a guess that wins tells anything about one candidate; where guesses have prices they may differ.
            if (n_ == 1 && !winning_.empty() && !evaluator_.priced()) return winning_[0];
            if (criterion_.candidates_only && winning_.empty()) return -1;
            if (n_ == 1 && winning_.empty()) return 0;
            if (criterion_.candidates_only && evaluator_.flat(n_)) return winning_[0];
            if (criterion_.candidates_only) {
                pass(winning_.data(), winning_.size());
            } else if (criterion_.win_levels == 1 && winning_.size() <= std::max<size_t>(all / 4, 32)) {
                // The guesses that may win come first: what is left must then be better, not as good.
                pass(winning_.data(), winning_.size());
                strict_ = !levels_.empty();
                aim();
                if (!finished_) pass(every, all);
            } else {
                pass(every, all);
            }
        } else {
            pass(every, all);
        }
        // Where no guess tells anything they all cost the same.
        if (levels_.empty()) return criterion_.candidates_only ? -1 : 0;
        for (size_t k = 0; k < std::min(criterion_.win_levels, levels_.size()); ++k)
            if (levels_[k].win >= 0) return levels_[k].win;
        return levels_[0].first.position;
    }

private:
    struct Level {
        Costed first;
        int64_t win;
    };

    void take(Costed&& one, bool may_win) override {
        if (enter_level(std::move(one), may_win)) aim();
    }

    // Put a guess among the least costs; say whether it is of use there.
    bool enter_level(Costed&& one, bool may_win) {
        const int64_t win = may_win ? one.position : -1;
        for (auto level = levels_.begin(); level != levels_.end(); ++level) {
            const int order = evaluator_.compare(one, level->first);
            if (order == 0) {
                if (!may_win || level->win >= 0) return false;
                level->win = win;
                return true;
            }
            if (order < 0) {
                levels_.insert(level, {std::move(one), win});
                if (levels_.size() > wanted_) levels_.pop_back();
                return true;
            }
        }
        if (levels_.size() >= wanted_) return false;
        levels_.push_back({std::move(one), win});
        return true;
    }

    void collect_winners(std::span<const uint32_t> candidates) {
        winning_.clear();
        for (const uint32_t secret : candidates)
            winning_.insert(winning_.end(), winners_->positions.begin() + winners_->first[secret],
                            winners_->positions.begin() + winners_->first[secret + 1]);
        std::sort(winning_.begin(), winning_.end());
        winning_.erase(std::unique(winning_.begin(), winning_.end()), winning_.end());
    }

    // Say what is still of use.
    void aim() {
        if (levels_.size() < wanted_) {
            limit_ = INT64_MAX;
            finished_ = false;
            return;
        }
        // Whether a guess that costs as much as the dearest level kept is of no use.
        const bool only_less =
            strict_ || (wanted_ == 1 && (criterion_.win_levels == 0 || levels_[0].win >= 0 || !may_end_));
        limit_ = limit_at(levels_.back().first.cost, only_less);
        finished_ = wanted_ == 1 && levels_[0].first.cost == evaluator_.perfect() && only_less;
    }

    const MaybeWinners& winners_;
    size_t wanted_;
    const bool may_end_;
    bool strict_ = false;
    std::vector<Level> levels_;
    std::vector<uint32_t> winning_;
};

// The best few guesses, each of them different from the others.
class Ranker final : Weigher {
public:
    Ranker(const Scores& scores, Source& source, const Criterion& criterion, size_t width, Pulse& pulse) : Weigher(scores, source, criterion, pulse), width_(width) {}

    // Returns guesses in the order (cost, not may-win, position), those that split alike once.
    std::vector<uint32_t> rank(std::span<const uint32_t> candidates) {
        begin(candidates);
        entries_.clear();
        limit_ = INT64_MAX;
        finished_ = width_ == 0;
        pass(nullptr, criterion_.order.size());
        std::vector<uint32_t> guesses;
        for (const Entry& entry : entries_) guesses.push_back(criterion_.order[static_cast<size_t>(entry.one.position)]);
        return guesses;
    }

private:
    struct Entry {
        Costed one;
        bool may_win;
        uint64_t hash = 0;
        std::vector<uint8_t> blocks = {};  // two bytes a candidate where scores are wide
    };

    void take(Costed&& one, bool may_win) override {
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

    bool before(Entry& a, Entry& b) {
        const int order = evaluator_.compare(a.one, b.one);
        if (order != 0) return order < 0;
        return a.may_win != b.may_win ? a.may_win : a.one.position < b.one.position;
    }

    // Where secrets have goals: the scores that all give who have the same goal, or that end the game.
    template <class Id>
    void find_ends(const std::vector<Id>& ids) {
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
    void name_blocks(Entry& entry) {
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

    size_t width_;
    std::vector<Entry> entries_;
    std::vector<int32_t> names_;
    // Of each score of one guess: whether the game is over with it, and the goal of its candidates.
    std::vector<uint8_t> over_;
    std::vector<uint32_t> goal_;
};

}  // namespace mmc
