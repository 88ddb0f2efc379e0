#include "chooser.hpp"

#include <algorithm>

namespace mmc {

Chooser::Chooser(const Scores& scores, Source& source, const Criterion& criterion,
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

int64_t Chooser::choose(std::span<const uint32_t> candidates, const std::vector<uint32_t>* among) {
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

void Chooser::collect_winners(std::span<const uint32_t> candidates) {
    winning_.clear();
    for (const uint32_t secret : candidates)
        winning_.insert(winning_.end(), winners_->positions.begin() + winners_->first[secret],
                        winners_->positions.begin() + winners_->first[secret + 1]);
    std::sort(winning_.begin(), winning_.end());
    winning_.erase(std::unique(winning_.begin(), winning_.end()), winning_.end());
}

// Say what is still of use.
void Chooser::aim() {
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

void Chooser::take(Costed&& one, bool may_win) {
    if (enter_level(std::move(one), may_win)) aim();
}

// Put a guess among the least costs; say whether it is of use there.
bool Chooser::enter_level(Costed&& one, bool may_win) {
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

}  // namespace mmc
