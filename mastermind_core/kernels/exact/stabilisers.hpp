// The symmetry of a position: of guesses that a symmetry takes to each other one will do.
//
// A symmetry that keeps the set of candidates takes a guess to one of the same cost, whether the symmetries at hand
// are a group or not. So the stabilisers may be drawn at random (Schreier's lemma, symmetry.cpp), and may be left out.
#pragma once

#include "common.hpp"

namespace mmc::exact {

class Stabilisers {
public:
    explicit Stabilisers(Common& common) : common_(common), inside_(common.problem.n_secrets, 0) {}

    // Of the history of a node and one guess more, for the nodes below; null where it is trivial.
    const Group* after(const Node& node, uint32_t guess);
    // Puts what keeps the candidates of a node into its frame.
    void of_candidates(const Node& node, Frame& frame);
    // Keeps the first of the open guesses that the stabiliser in the frame takes to each other; those before `from`
    // stay.
    void keep_first(const Node& node, Frame& frame, size_t from = 0);
    // How good a stabiliser is depends on the memory that earlier ones took. What comes next begins anew: the next
    // first guess has as good ones as the first, and the tree is the same tree whoever searched before.
    void forget();

private:
    Common& common_;
    std::vector<uint8_t> inside_;  // scratch, all zero between calls
    std::vector<uint32_t> ids_, least_;
};

}  // namespace mmc::exact
