// The cost of one guess: its blocks are refined in stages of increasing effort, until their sum is over the target or
// exact.
//
// Sizes and weights bound every block; closed forms and the transposition table solve most small ones; canonical forms
// and one-step bounds come before any search. Small blocks come first in each stage: they are cheap, and they determine
// the budget of a large block.
#include <algorithm>

#include "least_total.hpp"

namespace mmc::exact {
namespace {

class Refinement {
public:
    Refinement(LeastTotal& least_total, Workspace& own, const Node& node, uint32_t guess, Cost target)
        : least_total_(least_total),
          own_(own),
          common_(own.common),
          node_(node),
          frame_(own.frame(node.level)),
          blocks_(frame_.blocks),
          guess_(guess),
          target_(target),
          steps_(one_less(node.steps)) {}

    Bound run() {
        if (by_sizes() && by_blocks() && by_legality() && by_table() && !exact_ && by_canonical_forms() &&
            !exact_ && by_glances() && by_uniform_weights(false) && by_uniform_weights(true))
            by_search();
        if (sum_ >= kImpossible) return {kImpossible, true, 0};
        if (!exact_ || sum_ > target_) return {sum_, false, 0};
        int depth = 0;
        for (const Block& block : blocks_) depth = std::max(depth, block.depth);
        return {sum_, true, depth + 1};
    }

private:
    // Each stage returns whether the next one is needed: whether the sum is still within the target.

    bool by_sizes() {
        if (!own_.model.by_size()) return true;
        sum_ = own_.bounds.of_blocks(node_, frame_.reach, guess_);
        return sum_ <= target_;
    }

    bool by_blocks() {
        own_.partition(node_, guess_, frame_);
        if (frame_.length > node_.path_budget) return impossible();
        if (blocks_.size() == 1 && blocks_[0].size == node_.n) return impossible();  // uninformative
        sum_ = frame_.paid;
        for (Block& block : blocks_) {
            block.cost = own_.floor_of(node_, block, frame_);
            if (block.cost >= kImpossible) return impossible();
            sum_ += block.cost;  // complete sum, as it is used later
        }
        return sum_ <= target_;
    }

    // Raises the bounds of the blocks that are not exact, one after the other; returns false if that decides the guess.
    template <class Raise>
    bool each_open(const Raise& raise) {
        for (size_t i = 0; i < blocks_.size(); ++i) {
            Block& block = blocks_[i];
            if (block.exact) continue;
            const Cost before = block.cost;
            raise(block, i);
            if (block.cost >= kImpossible) return impossible();
            sum_ += block.cost - before;
            if (sum_ > target_) return false;
        }
        exact_ = std::ranges::all_of(blocks_, &Block::exact);
        return true;
    }

    bool by_legality() {
        if (!node_.legal) return true;
        legal_.resize(blocks_.size());
        if (!own_.model.one_each() || steps_ < 2) return true;
        return each_open([&](Block& block, size_t) {
            own_.legality.closed_form(node_, guess_, items(block), block);
        });
    }

    // Stored results and closed forms.
    bool by_table() {
        constexpr uint32_t kTiny = 3;
        for (const Block& block : blocks_)
            if (block.size > kTiny) common_.solved.prefetch(block.key);
        return each_open([&](Block& block, size_t i) {
            if (node_.legal) {
                legal_[i] = own_.legality.after(node_, guess_, common_.score_of(node_, guess_, *items(block)));
                if (common_.stopped()) return;
            }
            if (block.size > kTiny || !small_form(block))
                block.seen = own_.transpositions.look_up(child(i), block);
            if (block.size > kTiny && !block.seen && !even_glances()) small_form(block);
        });
    }

    bool small_form(Block& block) {
        return !node_.legal && own_.bounds.small_form(*node_.game, node_.level + 1, items(block), block, steps_);
    }

    bool by_canonical_forms() {
        return !own_.transpositions.has_canonical_forms() || each_open([&](Block& block, size_t i) {
            if (block.seen || block.size < common_.problem.tuning.renamed_set) return;
            const Node own = child(i);
            const Node canonical = own_.transpositions.canonical(own);
            block.canonical = canonical.key;
            if (canonical.key != own.key) own_.transpositions.look_up_canonical(own, canonical, block);
        });
    }

    // Whether blocks are raised evenly: then few of them are bounded in a pass, and closed forms come with one-step
    // bounds.
    bool even_glances() const { return common_.problem.evenly && node_.n >= common_.problem.tuning.even_set; }

    // A one-step bound of each block before a search of any: it refutes most guesses at a set with many guesses.
    bool by_glances() {
        const bool evenly = common_.problem.evenly;
        if (!even_glances() && (evenly || node_.n < common_.problem.tuning.glance_set)) return true;
        return each_open([&](Block& block, size_t i) {
            if (block.seen || own_.watch->poll()) return;
            if (worth_a_glance(block))
                return block.raise(least_total_.glance(evenly ? grouped(i) : child(i), block.cost + (target_ - sum_)));
            if (!evenly) return;
            small_form(block);
            common_.solved.store(own_.transpositions.total_key(child(i)), block.size, block);
        });
    }

    // A larger block is likely to be split into as many blocks as its parent, and its size already implies that bound.
    bool worth_a_glance(const Block& block) const {
        return block.size >= common_.problem.tuning.glance_block &&
               (common_.problem.evenly || block.size <= 4 * frame_.reach.blocks);
    }

    // Stored results are looked up first, and the rest is searched.
    bool by_uniform_weights(bool searched) {
        return !least_total_.uniform() || each_open([&](Block& block, size_t i) {
            if (common_.stopped()) return;
            const Cost budget = block.cost + target_ - sum_;
            block.raise(
                least_total_.of_uniform_weights(searched ? grouped(i) : child(i), frame_.reach, budget, searched));
        });
    }

    // Searches blocks up to the target. Blocks of a large set are raised in proportion to their shares of the gap:
    // raising all of them a little is much cheaper than solving some.
    void by_search() {
        const bool evenly = even_glances();
        while (!exact_) {
            Cost open = 0;
            for (const Block& block : blocks_) open += block.exact ? 0 : weight_of(block);
            const Cost slack = target_ - sum_;
            const bool within = each_open([&](Block& block, size_t i) {
                if (common_.stopped()) return;
                const Cost share =
                    evenly ? static_cast<Cost>(static_cast<double>(slack) * static_cast<double>(weight_of(block)) /
                                               static_cast<double>(open))
                           : target_ - sum_;
                block.raise(least_total_(grouped(i), block.cost + share));
            });
            if (!within || common_.stopped()) return;
        }
    }

    static Cost weight_of(const Block& block) { return std::max<Cost>(block.weight, 1); }

    Node grouped(size_t i) const { return own_.grouped(node_, guess_, child(i)); }

    bool impossible() {
        sum_ = kImpossible;
        return false;
    }

    Node child(size_t i) const {
        Node next = own_.child(node_, frame_, blocks_[i]);
        if (node_.legal) next.legal = &legal_[i];
        return next;
    }

    const uint16_t* items(const Block& block) const { return frame_.items.data() + block.begin; }

    LeastTotal& least_total_;
    Workspace& own_;
    Common& common_;
    const Node& node_;
    Frame& frame_;
    std::vector<Block>& blocks_;
    const uint32_t guess_;
    const Cost target_;
    const int steps_;  // remaining steps of the blocks
    Cost sum_ = 0;     // lower bound of the guess
    bool exact_ = false;
    std::vector<Legal> legal_;  // per block
};

}  // namespace

Bound LeastTotal::refine(const Node& node, uint32_t guess, Cost target) {
    return Refinement(*this, own_, node, guess, target).run();
}

}  // namespace mmc::exact
