// The guess that a criterion chooses for a set of candidates, or the best few of them.
#pragma once

#include <algorithm>

#include "kept_order.hpp"
#include "weigher.hpp"

namespace mmc {

class Chooser final : Weigher {
public:
    Chooser(const Scores& scores, Source& source, const Criterion& criterion, const MaybeWinners& winners,
            Pulse& pulse)
        : Weigher(scores, source, criterion, pulse),
          winners_(winners),
          wanted_(std::max<size_t>(criterion.win_levels, 1)),
          may_end_(scores.may_end()) {
        if (!winners) return;
        std::vector<uint32_t> ends(criterion.order.size());
        for (const uint32_t position : winners->positions) ++ends[position];
        evaluator_.ends_at_most(ends.empty() ? 0 : *std::max_element(ends.begin(), ends.end()));
    }

    // Returns a position in the order, or -1 if no guess is allowed. If `among` is given, it has the first position of
    // every class of equivalent guesses, in ascending order.
    int64_t choose(std::span<const uint32_t> candidates, const std::vector<uint32_t>* among = nullptr) {
        begin(candidates);
        levels_.clear();
        strict_ = false;
        aim();
        const size_t all = among ? among->size() : criterion_.order.size();
        const uint32_t* every = among ? among->data() : nullptr;
        if (all == 0) return -1;
        if (winners_ && !among) {
            collect_winners(candidates);
            // Only a guess that wins is informative about one candidate. Costs of guesses may differ.
            if (n_ == 1 && !winning_.empty() && !evaluator_.priced()) return winning_[0];
            if (criterion_.candidates_only && winning_.empty()) return -1;
            if (n_ == 1 && winning_.empty()) return 0;
            if (criterion_.candidates_only && evaluator_.flat(n_)) return winning_[0];
            const bool few = criterion_.win_levels == 1 && winning_.size() <= std::max<size_t>(all / 4, 32);
            if (criterion_.candidates_only || few) {
                // The guesses that may win come first. Any other guess must then be strictly better.
                pass(winning_.data(), winning_.size());
                strict_ = !levels_.empty();
                aim();
            }
            if (criterion_.candidates_only) finished_ = true;
        }
        if (!finished_) pass(every, all);
        // If no guess is informative, all have the same cost.
        if (levels_.empty()) return criterion_.candidates_only ? -1 : 0;
        for (size_t k = 0; k < std::min(criterion_.win_levels, levels_.size()); ++k)
            if (levels_[k].win >= 0) return levels_[k].win;
        return levels_[0].first.position;
    }

private:
    struct WinLevel {
        Costed first;
        int64_t win;
    };

    void take(Costed&& one, bool may_win) override {
        if (enter_level(std::move(one), may_win)) aim();
    }

    // Inserts a guess into the levels of minimum costs; returns whether that changes them.
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

    // Sets the limit of useful costs.
    void aim() {
        if (levels_.size() < wanted_) {
            limit_ = INT64_MAX;
            finished_ = false;
            return;
        }
        // Whether a guess with the cost of the highest stored level is useless.
        const bool only_less =
            strict_ || (wanted_ == 1 && (criterion_.win_levels == 0 || levels_[0].win >= 0 || !may_end_));
        limit_ = limit_at(levels_.back().first.cost, only_less);
        finished_ = wanted_ == 1 && levels_[0].first.cost == evaluator_.perfect() && only_less;
    }

    const MaybeWinners& winners_;
    size_t wanted_;
    const bool may_end_;
    bool strict_ = false;
    std::vector<WinLevel> levels_;
    std::vector<uint32_t> winning_;
};

// The best guesses of a criterion, without equivalent ones.
class Ranker final : Weigher {
public:
    Ranker(const Scores& scores, Source& source, const Criterion& criterion, size_t width, Pulse& pulse)
        : Weigher(scores, source, criterion, pulse), width_(width) {}

    // Returns guesses in the order (cost, not may-win, position), one per partition.
    std::vector<uint32_t> rank(std::span<const uint32_t> candidates) {
        begin(candidates);
        entries_.clear();
        limit_ = INT64_MAX;
        finished_ = width_ == 0;
        pass(nullptr, criterion_.order.size());
        std::vector<uint32_t> guesses;
        for (const Ranked& entry : entries_)
            guesses.push_back(criterion_.order[static_cast<size_t>(entry.one.position)]);
        return guesses;
    }

private:
    struct Ranked {
        Costed one;
        bool may_win;
        std::vector<uint16_t> blocks = {};
    };

    void take(Costed&& one, bool may_win) override {
        Ranked entry{std::move(one), may_win};
        if (entries_.size() == width_ && !before(entry, entries_.back())) return;
        name_blocks(entry);
        const auto other = std::ranges::find(entries_, entry.blocks, &Ranked::blocks);
        if (other != entries_.end()) {
            if (before(*other, entry)) return;
            entries_.erase(other);
        }
        const auto place = std::partition_point(entries_.begin(), entries_.end(),
                                                [&](Ranked& kept) { return !before(entry, kept); });
        entries_.insert(place, std::move(entry));
        if (entries_.size() > width_) entries_.pop_back();
        if (entries_.size() < width_) return;
        const Ranked& last = entries_.back();
        limit_ = limit_at(last.one.cost, last.may_win);
        finished_ = last.one.cost == evaluator_.perfect() && last.may_win;
    }

    bool before(Ranked& a, Ranked& b) {
        const int order = evaluator_.compare(a.one, b.one);
        if (order != 0) return order < 0;
        return a.may_win != b.may_win ? a.may_win : a.one.position < b.one.position;
    }

    // Numbers the block of each candidate by first occurrence, and with the maximum number if the game is over. If a
    // score is final, the other blocks are too few to reach the maximum; otherwise it is unambiguous.
    void name_blocks(Ranked& entry) {
        constexpr int32_t kUnseen = -1;
        constexpr int32_t kOver = -2;
        constexpr int32_t kOpen = -3;
        std::vector<uint16_t>& ids = entry.blocks;
        ids.resize(n_);
        scores_.answers(criterion_.order[static_cast<size_t>(entry.one.position)], candidates_, ids.data());
        names_.resize(scores_.final.size(), kUnseen);
        goal_.resize(scores_.goals.empty() ? 0 : names_.size());
        for (size_t i = 0; i < n_; ++i) {
            int32_t& name = names_[ids[i]];
            const bool final = scores_.final[ids[i]];
            const bool known = !goal_.empty();
            if (name == kUnseen && known) goal_[ids[i]] = scores_.goals[candidates_[i]];
            const bool over = final || (known && name != kOpen && goal_[ids[i]] == scores_.goals[candidates_[i]]);
            name = over ? kOver : kOpen;
        }
        const std::vector<uint16_t> own = ids;
        int32_t next = 0;
        for (uint16_t& id : ids) {
            if (names_[id] == kOpen) names_[id] = next++;
            id = static_cast<uint16_t>(names_[id] == kOver ? UINT16_MAX : names_[id]);
        }
        for (const uint16_t id : own) names_[id] = kUnseen;
    }

    size_t width_;
    std::vector<Ranked> entries_;
    std::vector<int32_t> names_;
    std::vector<uint32_t> goal_;  // the goal of the first candidate, for each score of one guess
};

}  // namespace mmc
