// The symmetry of a position: of guesses that a symmetry takes to each other one will do.
//
// A symmetry that keeps the set of candidates takes a guess to one of the same cost, whether the symmetries at hand
// are a group or not. So the stabilisers may be drawn at random (Schreier's lemma, symmetry.hpp), and may be left out.
#pragma once

#include "common.hpp"

namespace mmc::exact {

class Stabilisers {
public:
    explicit Stabilisers(Common& common) : common_(common), inside_(common.problem.n_secrets, 0) {}

    // What fixes one guess (an id of the problem) more, for the nodes below; null where it is trivial.
    const Group* after(const Group* group, uint32_t guess) {
        if (!group || group->elements) return group;  // the child keeps those that fix its set
        const auto at = std::make_pair(group, guess);
        const Tuning& tuning = common_.problem.tuning;
        const std::lock_guard held(common_.fixing);
        auto known = common_.fixed.find(at);
        if (known == common_.fixed.end()) {
            size_t& bytes = common_.fixed_bytes;
            if (bytes >= size_t{tuning.most_group_mib} << 20) return nullptr;
            const bool room = bytes < size_t{tuning.group_mib} << 20;
            GroupPtr made = stabiliser_of_guess(*group, guess, room ? size_t{tuning.element_mib} << 20 : 0);
            bytes += made->bytes();
            known = common_.fixed.emplace(at, std::move(made)).first;
        }
        return known->second->trivial() ? nullptr : known->second.get();
    }

    // Puts what keeps the candidates of a node into its frame.
    void of_candidates(const Node& node, Frame& frame) {
        frame.group = nullptr;
        if (!node.group || node.n < common_.problem.tuning.group_size) return;
        ids_.clear();
        for (uint32_t i = 0; i < node.n; ++i) ids_.push_back(node.game->secret_id[node.members[i]]);
        frame.group = stabiliser_of_secrets(*node.group, ids_, inside_);
        // Where the root may begin with some guesses only, it has to keep these too.
        if (node.restricted() && frame.group) frame.group = stabiliser_of_guesses(*frame.group, node.root->first);
    }

    // Keeps the first of the open guesses that the stabiliser in the frame takes to each other; those before `from`
    // stay.
    void keep_first(const Node& node, Frame& frame, size_t from = 0) {
        if (!frame.group) return;
        ids_.clear();
        for (size_t i = from; i < frame.open.size(); ++i) ids_.push_back(node.game->guess_id[frame.open[i].guess]);
        least_alike(*frame.group, ids_, common_.problem.n_guesses, least_);
        size_t kept = from;
        for (size_t i = 0; i < ids_.size(); ++i)
            if (least_[i] == ids_[i]) frame.open[kept++] = frame.open[from + i];
        frame.open.resize(kept);
    }

    // How good a stabiliser is depends on the memory that earlier ones took. What comes next begins anew: the next
    // first guess has as good ones as the first, and the tree is the same tree whoever searched before.
    void forget() {
        const std::lock_guard held(common_.fixing);
        if (common_.fixed_bytes <= (size_t{common_.problem.tuning.group_mib} << 20) / 2) return;
        common_.fixed.clear();
        common_.fixed_bytes = 0;
    }

private:
    Common& common_;
    std::vector<uint8_t> inside_;  // scratch, all zero between calls
    std::vector<uint32_t> ids_, least_;
};

}  // namespace mmc::exact
