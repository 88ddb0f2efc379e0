// Look-ups in the transposition table of a position and of its canonical form.
//
// The key of a position combines its candidates, the legal guesses and the limit on guesses. If letters or places may
// be exchanged, all images of a set cost the same, and results for one are also stored for their common representative
// (CanonicalForm).
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

    static SetKey path_budget_key(const Node& node) {
        return node.path_budget == kImpossible
                   ? SetKey{}
                   : random_key(KeyKind::path_budget, static_cast<uint64_t>(node.path_budget));
    }

    // The limits on guesses and cost.
    static SetKey limits_key(const Node& node) {
        SetKey key = path_budget_key(node);
        if (node.steps != kUnlimited) key += random_key(KeyKind::steps, static_cast<uint64_t>(node.steps));
        return key;
    }

    // Key of a set and of the legal guesses.
    SetKey set_key(const Node& node) const {
        SetKey key = node.key + model_.key(node.level);
        if (node.legal) key += node.legal->key;
        if (node.root) key += node.root->first_key;
        return key;
    }

    // The same with the limits on guesses and cost: key of a minimum total.
    SetKey total_key(const Node& node) const { return set_key(node) + limits_key(node); }

    // Adds the stored minimum total of a node to a bound; returns false if there is none. The optimum without a limit
    // is a bound for the one with a limit, and equals it if its tree is short enough.
    bool look_up(const Node& node, Bound& bound) const {
        const auto entry = common_.solved.find(total_key(node));
        if (entry) bound.raise(*entry);
        if ((node.steps == kUnlimited && node.path_budget == kImpossible) || bound.exact) return entry.has_value();
        if (const auto unlimited = common_.solved.find(set_key(node))) {
            const bool short_enough = unlimited->depth <= node.steps && node.path_budget == kImpossible;
            if (unlimited->exact && (short_enough || unlimited->cost >= kImpossible)) bound.raise(*unlimited);
            else bound.cost = std::max(bound.cost, unlimited->cost);
        }
        return entry || bound.exact;
    }

    bool has_canonical_forms() const { return form_.has_value(); }
    // The canonical form of a position, or the position itself if it has none. Only the key of the result may be used.
    Node canonical(const Node& node) {
        Node other = node;
        if (!form_ || node.n < common_.problem.tuning.renamed_set || node.is_root()) return other;
        other.key = node.canonical == SetKey{} ? canonical_key(node) : node.canonical;
        return other;
    }

    // Looks up the canonical form, and stores the result under the key of the node too.
    bool look_up_canonical(const Node& node, const Node& canonical, Bound& bound) {
        if (!look_up(canonical, bound)) return false;
        if (!bound.exact) bound.guess = kNoGuess;
        if (bound.guess != kNoGuess) {
            canonical_key(node);
            bound.guess = form_->back(bound.guess);
        }
        common_.solved.store(total_key(node), node.n, bound);
        return true;
    }

    // The stored bounds of the minimum total of a position.
    Bound known(const Node& node) {
        Bound known;
        if (look_up(node, known) && known.exact) return known;
        const Node form = canonical(node);
        if (form.key != node.key) look_up_canonical(node, form, known);
        return known;
    }

    // The image of a guess in the canonical form of its position.
    uint32_t canonical_guess(const Node& node, uint32_t guess) {
        if (guess == kNoGuess) return kNoGuess;
        canonical_key(node);
        return form_->there(guess);
    }

private:
    SetKey canonical_key(const Node& node) {
        ids_.clear();
        for (uint32_t i = 0; i < node.n; ++i) ids_.push_back(node.game->secret_id[node.members[i]]);
        return (*form_)(ids_);
    }

    Common& common_;
    const CostModel& model_;
    std::optional<CanonicalForm> form_;
    std::vector<uint32_t> ids_;
};

}  // namespace mmc::exact
