// The symmetry of a position: one guess per orbit is enough.
//
// A symmetry that preserves the set of candidates maps a guess to one of the same cost, whether the known symmetries
// form a group or not. Stabilisers may therefore be sampled at random (Schreier's lemma, symmetry.hpp), and may be
// omitted.
#pragma once

#include "common.hpp"

namespace mmc::exact {

class Stabilisers {
public:
    explicit Stabilisers(Common& common) : common_(common), inside_(common.problem.n_secrets, 0) {}

    // The subgroup that also fixes one guess (an id of the problem), for the nodes below; null if trivial.
    const Group* after(const Group* group, uint32_t guess) {
        if (!group || group->elements) return group;  // the child selects those that fix its set
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

    // Stores the stabiliser of the candidates of a node in its frame.
    void of_candidates(const Node& node, Frame& frame) {
        frame.group = nullptr;
        if (!node.group || node.n < common_.problem.tuning.group_size) return;
        ids_.clear();
        for (uint32_t i = 0; i < node.n; ++i) ids_.push_back(node.game->secret_id[node.members[i]]);
        frame.group = stabiliser_of_secrets(*node.group, ids_, inside_);
        // If only some first guesses are allowed, symmetries at the root must preserve these too.
        if (node.restricted() && frame.group) frame.group = stabiliser_of_guesses(*frame.group, node.root->first);
    }

    // Keeps the first open guess of each orbit of the stabiliser in the frame; guesses before `from` stay.
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

    // The quality of a stabiliser depends on the memory taken by earlier ones. Each first guess therefore starts anew,
    // so that all get equally good ones, and the tree does not depend on earlier searches.
    void forget() {
        const std::lock_guard held(common_.fixing);
        if (common_.fixed_bytes <= (size_t{common_.problem.tuning.group_mib} << 20) / 2) return;
        common_.fixed.clear();
        common_.fixed_bytes = 0;
    }

private:
    Common& common_;
    std::vector<uint8_t> inside_;  // scratch space, all zeros between calls
    std::vector<uint32_t> ids_, least_;
};

}  // namespace mmc::exact
