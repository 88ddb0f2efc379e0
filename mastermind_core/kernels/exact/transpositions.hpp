// What the transposition table knows of a position, under its own name and under that of its canonical form.
//
// The key of a position is that of its candidates, of what is legal, and of the limit on guesses. Where letters or
// places may be exchanged, all images of a set cost the same, and what is found of one is noted for the one that
// stands for all of them too (CanonicalForm).
#pragma once

#include <optional>

#include "canonical_form.hpp"
#include "common.hpp"

namespace mmc::exact {

class Transpositions {
public:
    Transpositions(Common& common, const CostModel& model) : common_(common), model_(model) {
        if (const Renaming* names = common.names(model)) form_.emplace(*names);
    }

    static SetKey purse_key(const Node& node) {
        return node.purse == kImpossible ? SetKey{} : random_key(KeyKind::purse, static_cast<uint64_t>(node.purse));
    }
    // The limits on guesses and money.
    static SetKey limits_key(const Node& node);
    // Of a set and of what may be guessed next.
    SetKey set_key(const Node& node) const;
    // The same with the limits on guesses and money: of a least total.
    SetKey total_key(const Node& node) const;
    // Adds what is known of the least total of a node to a block; false when that is nothing. The optimum without a
    // limit is a bound of the one with a limit, and is that one where its tree is short enough.
    bool look_up(const Node& node, Block& block) const;

    bool has_canonical_forms() const { return form_.has_value(); }
    // The canonical form of a position; itself where it has none. Of what comes back only the key may be used.
    Node canonical(const Node& node);
    // Looks up the canonical form; what is known of it is noted under the name of the node too.
    bool look_up_canonical(const Node& node, const Node& canonical, Block& block);
    // Where a guess at a position goes in its canonical form.
    uint32_t canonical_guess(const Node& node, uint32_t guess);

private:
    SetKey canonical_key(const Node& node);

    Common& common_;
    const CostModel& model_;
    std::optional<CanonicalForm> form_;
    std::vector<uint32_t> ids_;
};

}  // namespace mmc::exact
