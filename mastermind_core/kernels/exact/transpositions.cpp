#include "transpositions.hpp"

namespace mmc::exact {

SetKey Transpositions::set_key(const Node& node) const {
    SetKey key = node.key + model_.key(node.level);
    if (node.legal) key += node.legal->key;
    if (node.root) key += node.root->first_key;
    return key;
}

SetKey Transpositions::total_key(const Node& node) const {
    return set_key(node) + limits_key(node);
}

SetKey Transpositions::limits_key(const Node& node) {
    SetKey key = purse_key(node);
    if (node.steps != kUnlimited) key += random_key(KeyKind::steps, static_cast<uint64_t>(node.steps));
    return key;
}

bool Transpositions::look_up(const Node& node, Block& block) const {
    const auto entry = common_.solved.find(total_key(node));
    if (entry) {
        block.cost = std::max(block.cost, entry->cost);
        block.exact = entry->exact;
        block.depth = entry->depth;
        block.guess = entry->guess;
    }
    if ((node.steps == kUnlimited && node.purse == kImpossible) || block.exact) return entry.has_value();
    if (const auto unlimited = common_.solved.find(set_key(node))) {
        block.cost = std::max(block.cost, unlimited->cost);
        const bool impossible = unlimited->cost >= kImpossible;
        if (unlimited->exact && (impossible || (unlimited->depth <= node.steps && node.purse == kImpossible))) {
            block.exact = true;
            block.depth = unlimited->depth;
            block.guess = unlimited->guess;
        }
    }
    return entry || block.exact;
}

SetKey Transpositions::canonical_key(const Node& node) {
    ids_.clear();
    for (uint32_t i = 0; i < node.n; ++i) ids_.push_back(node.game->secret_id[node.members[i]]);
    return (*form_)(ids_);
}

Node Transpositions::canonical(const Node& node) {
    Node other = node;
    if (!form_ || node.n < common_.tuning.renamed_set || node.is_root()) return other;
    other.key = node.canonical == SetKey{} ? canonical_key(node) : node.canonical;
    return other;
}

uint32_t Transpositions::canonical_guess(const Node& node, uint32_t guess) {
    if (guess == kNoGuess) return kNoGuess;
    canonical_key(node);
    return form_->there(guess);
}

bool Transpositions::look_up_canonical(const Node& node, const Node& canonical, Block& block) {
    if (!look_up(canonical, block)) return false;
    if (block.exact && block.guess != kNoGuess) {
        canonical_key(node);
        block.guess = form_->back(block.guess);
    }
    const uint32_t guess = block.exact ? block.guess : kNoGuess;
    common_.store(total_key(node), node.n, {block.cost, block.exact, block.depth, guess});
    return true;
}

}  // namespace mmc::exact
