#include "certify.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>

#include "lemma_images.hpp"
#include "search.hpp"
#include "shared/disjoint_sets.hpp"

namespace mmc::exact {

// Goes through a proof again and writes down what it rests on: for each set the guesses that its size does not
// refute, and for each of these the blocks that do. The search answers what is asked of the blocks.
class Certifier {
public:
    Certifier(Search& search, Evidence& evidence, const LemmaSink& sink)
        : search_(search),
          evidence_(evidence),
          sink_(sink),
          images_(search.common().names(search.common().cost), [this](Symmetry&& one) { return number(std::move(one)); }) {}

    // Claims that a set costs at least `least`. False when the search was stopped, or it is not so.
    bool claim(const Node& node, Cost least) {
        const SetKey key = search_.own.transpositions.total_key(node);
        if (const auto made = made_.find(key); made != made_.end() && made->second >= least) return true;
        if (search_.own.watch.poll()) return false;
        Lemma claim;
        for (uint32_t i = 0; i < node.n; ++i) claim.secrets.push_back(node.game->secret_id[node.members[i]]);
        const bool renamed = images_.can() && node.n >= search_.common().tuning.renamed_set;
        const SetKey limits = Transpositions::limits_key(node) + search_.common().cost.key(node.level);
        if (renamed) {
            if (auto image = images_.find(claim.secrets, limits, least)) {
                write(key, least, std::move(*image));
                return true;
            }
        }
        claim.steps = node.steps;
        claim.made = std::min(node.level, search_.common().cost.levels() - 1);
        claim.least = least;
        if (node.steps > 0) {
            Frame& frame = search_.own.frame(node.level);
            search_.own.opener.open(node, frame, std::min(least, kImpossible) - 1);
            search_.own.stabilisers.of_candidates(node, frame);
            if (frame.group) keep_first(*frame.group, node, frame, claim.alike);
            std::ranges::stable_sort(frame.open, {}, &OpenGuess::cost);
            if (node.is_root()) search_.common().at_root.total += static_cast<uint32_t>(frame.open.size());
            for (const OpenGuess& open : frame.open) {
                if (!refute(node, open.guess, least)) return false;
                if (node.is_root()) ++search_.common().at_root.done;
            }
        }
        if (renamed) images_.keep(claim.secrets, limits, least, written_);
        write(key, least, std::move(claim));
        return true;
    }

private:
    void write(const SetKey& key, Cost least, Lemma&& lemma) {
        made_[key] = least;
        written_ += lemma.of < 0;
        sink_(std::move(lemma));
    }

    // Gives the blocks of a guess bounds that come to `least`, and claims them.
    bool refute(const Node& node, uint32_t guess, Cost least) {
        Frame& frame = search_.own.frame(node.level);
        search_.own.partition(node, guess, frame);
        auto& blocks = frame.blocks;
        if (blocks.size() == 1 && blocks[0].size == node.n) return true;  // tells nothing
        Cost sum = frame.paid;
        std::vector<Cost> free(blocks.size());  // what has not to be claimed (any more)
        for (size_t i = 0; i < blocks.size(); ++i) {
            Block& block = blocks[i];
            block.cost = search_.own.floor_of(node, block, frame);
            const auto made = made_.find(search_.own.transpositions.total_key(search_.own.child(node, frame, block)));
            if (made != made_.end()) block.cost = std::max(block.cost, made->second);
            if (block.cost >= kImpossible) return true;
            free[i] = block.cost;
            sum += block.cost;
        }
        for (size_t i = 0; i < blocks.size() && sum < least; ++i) {
            Block& block = blocks[i];
            const Cost seen = glance(search_.own.child(node, frame, block), free[i]);
            if (search_.own.watch.poll()) return false;
            if (seen >= kImpossible) return true;
            sum += seen - block.cost;
            free[i] = block.cost = seen;
        }
        if (sum >= least) return true;
        if (least >= kImpossible) return refute_worst(node, guess);
        for (size_t i = 0; i < blocks.size() && sum < least; ++i) {
            Block& block = blocks[i];
            const Cost before = block.cost;
            search_.own.transpositions.look_up(search_.own.child(node, frame, block), block);
            if (block.cost >= kImpossible) return claim(child(node, guess, block), kImpossible);
            sum += block.cost - before;
        }
        for (size_t i = 0; i < blocks.size() && sum < least; ++i) {
            Block& block = blocks[i];
            if (block.exact) continue;
            const Node next = child(node, guess, block);
            const Bound bound = search_.least_total(next, block.cost + (least - 1 - sum));
            if (search_.common().stopped()) return false;
            if (bound.cost >= kImpossible) return claim(next, kImpossible);
            sum += bound.cost - block.cost;
            block.cost = bound.cost;
        }
        if (sum < least) return false;
        return claim_blocks(node, guess, free, sum - least);
    }

    // What a checker sees of a block by itself, from what its guesses tell apart; no less than what is known.
    Cost glance(const Node& child, Cost known) {
        if (child.n < kFewest || !glances_) return known;
        const auto [at, fresh] = glanced_.try_emplace(search_.own.transpositions.total_key(child));
        if (fresh) at->second = search_.least_total.glance(child, 0);
        const Cost seen = at->second;
        if (glanced_.size() > kMostGlances) glanced_.clear();
        return std::max(known, seen);
    }

    // Claims no more than is needed: what is over goes first to the blocks that add least.
    bool claim_blocks(const Node& node, uint32_t guess, const std::vector<Cost>& free, Cost over) {
        auto& blocks = search_.own.frame(node.level).blocks;
        std::vector<size_t> order(blocks.size());
        std::iota(order.begin(), order.end(), size_t{0});
        std::ranges::stable_sort(order, {}, [&](size_t i) { return blocks[i].cost - free[i]; });
        for (const size_t i : order) {
            Block& block = blocks[i];
            const Cost given = std::min(over, block.cost - free[i]);
            over -= given;
            block.cost -= given;
            if (block.cost > free[i] && !claim(child(node, guess, block), block.cost)) return false;
        }
        return true;
    }

    // Finds a block that cannot be ended in time, the largest first.
    bool refute_worst(const Node& node, uint32_t guess) {
        const auto& blocks = search_.own.frame(node.level).blocks;
        for (size_t i = blocks.size(); i-- > 0;) {
            const Node next = child(node, guess, blocks[i]);
            if (next.steps == kUnlimited) continue;  // as many guesses as secrets are always enough
            const bool solvable = search_.worst_case.solvable(next);
            if (search_.common().stopped()) return false;
            if (!solvable) return claim(next, kImpossible);
        }
        return false;
    }

    Node child(const Node& node, uint32_t guess, const Block& block) {
        Node next = search_.own.child(node, search_.own.frame(node.level), block);
        if (node.group && next.n >= search_.common().tuning.group_size) next.group = search_.own.stabilisers.after(node, guess);
        return next;
    }

    // Leaves the first of the open guesses that symmetries take to each other, and notes which ones that takes.
    void keep_first(const Group& group, const Node& node, Frame& frame, std::vector<uint32_t>& alike) {
        DisjointSets<uint32_t> orbits(search_.common().problem.n_guesses);
        const auto merge = [&](const auto* image) {
            bool merged = false;
            for (const OpenGuess& open : frame.open) {
                const uint32_t g = node.game->guess_id[open.guess];
                merged |= orbits.join(g, image[g]);
            }
            return merged;
        };
        if (group.elements) {
            const Symmetries& all = *group.elements;
            for (const uint32_t e : group.members)
                if (merge(all.guess_row(e)))
                    alike.push_back(number(symmetry(all.guess_row(e), all.n_guesses, all.secret_row(e), all.n_secrets)));
        } else {
            for (const NarrowSymmetry& a : group.generators)
                if (merge(a.guesses.data()))
                    alike.push_back(number(symmetry(a.guesses.data(), a.guesses.size(), a.secrets.data(), a.secrets.size())));
        }
        std::erase_if(frame.open, [&](const OpenGuess& open) {
            const uint32_t g = node.game->guess_id[open.guess];
            return orbits.least(g) != g;
        });
    }

    template <class Id>
    static Symmetry symmetry(const Id* guess, size_t n_guesses, const Id* secret, size_t n_secrets) {
        return {{guess, guess + n_guesses}, {secret, secret + n_secrets}, {}};
    }

    uint32_t number(Symmetry&& one) {
        std::vector<uint32_t> content = one.guesses;
        content.insert(content.end(), one.secrets.begin(), one.secrets.end());
        const auto [at, fresh] = numbers_.try_emplace(std::move(content), static_cast<uint32_t>(numbers_.size()));
        if (fresh) evidence_.symmetries.push_back(std::move(one));
        return at->second;
    }

    static constexpr uint32_t kFewest = 3;  // the sizes of smaller blocks say what they cost
    static constexpr size_t kMostGlances = size_t{1} << 22;

    Search& search_;
    Evidence& evidence_;
    const LemmaSink& sink_;
    std::unordered_map<SetKey, Cost, HashKey> made_, glanced_;
    const bool glances_ = search_.common().whole.weight.empty();  // else a checker sees less
    std::map<std::vector<uint32_t>, uint32_t> numbers_;
    LemmaImages images_;
    int64_t written_ = 0;
};

namespace {

void write_down(const Problem& problem, const Options& options, const std::vector<Fact>& facts, const LemmaSink& sink,
                Evidence& evidence) {
    Search search(problem, options);
    Certifier certifier(search, evidence, sink);
    evidence.complete = true;
    for (const Fact& fact : facts) {
        Node node = search.common().root(fact.steps);
        if (fact.least >= kImpossible) node.steps = fact.steps;  // also where that is the number of secrets
        if (!certifier.claim(node, fact.least)) {
            evidence.complete = false;
            break;
        }
    }
    evidence.nodes = search.common().nodes;
}

}  // namespace

Evidence certify(const Problem& problem, const Options& options, const std::vector<Fact>& facts, const LemmaSink& sink) {
    Evidence evidence;
    try {
        write_down(problem, options, facts, sink, evidence);
    } catch (const OutOfTime&) {
        evidence.complete = false;
    }
    return evidence;
}

}  // namespace mmc::exact
