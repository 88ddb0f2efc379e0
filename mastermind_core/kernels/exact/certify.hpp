// Evidence for lower bounds, for an independent checker.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <vector>

#include "search.hpp"
#include "shared/disjoint_sets.hpp"

namespace mmc::exact {

// Every strategy for these secrets within `steps` guesses has a total of at least `least`. One guess was examined per
// orbit of the symmetries `alike`, which preserve the set. If prices depend on depth, `made` guesses were made before.
//
// Without secrets: the claim of lemma `of` for the image of its set under the symmetries `alike`, applied one after the
// other. Lemmas are numbered from 0, without images.
struct Lemma {
    std::vector<uint32_t> secrets{};
    int steps = kUnlimited;
    Cost least = 0;  // kImpossible: no such strategy exists
    std::vector<uint32_t> alike{};
    int64_t of = -1;
    size_t made = 0;
};

struct Evidence {
    std::vector<Symmetry> symmetries;  // without their scores
    std::vector<int64_t>
        last_uses;  // of each lemma and image: the last lemma that rests on it, -1 for the claim itself
    bool complete = false;
};

// Receives the lemmas in order. Each rests on earlier ones about smaller sets; a set that is repeated has a larger
// bound than before. The symmetries that they name are complete only at the end.
using LemmaSink = std::function<void(Lemma&&)>;

// Every strategy within `steps` guesses has a total of at least `least`; kImpossible: no such strategy exists.
struct Fact {
    int steps = kUnlimited;
    Cost least = 0;
};

struct HashKey {
    size_t operator()(const SetKey& key) const { return key.a; }
};

// Replays a proof and writes its lemmas: for each set, the guesses that sizes do not refute, and for each of these the
// blocks that do. The search computes the bounds of the blocks.
//
// Among sets that differ by a relabelling, one gets a lemma; each of the others gets an image with the relabelling that
// maps the first set to it, so its guesses need not be examined. A checker replays the relabelling as a few exchanges
// of two letters or two places, each a symmetry that it has compared with the scores. M(4,9) has four sets per
// canonical form on average.
class Certifier {
public:
    Certifier(Search& search, Evidence& evidence, const LemmaSink& sink)
        : search_(search), evidence_(evidence), sink_(sink), renaming_(search.common.names(search.common.cost)) {
        if (renaming_ && !renaming_->guess_of.empty()) form_.emplace(*renaming_);
    }

    // Claims that a set costs at least `least`. Returns false if the search was stopped, or if the claim is false.
    bool claim(const Node& node, Cost least) {
        const SetKey key = search_.own.transpositions.total_key(node);
        if (const auto made = made_.find(key); made != made_.end() && made->second.least >= least)
            return use(made->second);
        if (search_.own.watch->poll()) return false;
        const size_t first_use = uses_.size();
        Lemma claim;
        for (uint32_t i = 0; i < node.n; ++i) claim.secrets.push_back(node.game->secret_id[node.members[i]]);
        const bool renamed = form_ && node.n >= search_.common.problem.tuning.renamed_set;
        SetKey form = Transpositions::limits_key(node) + search_.common.cost.key(node.level);
        if (renamed) {
            form += (*form_)(claim.secrets);
            const auto known = known_.find(form);
            if (known != known_.end() && known->second.least >= least) {
                return write(key, least,
                             {.alike = exchanges(known->second.names, form_->names()), .of = known->second.lemma});
            }
        }
        claim.steps = node.steps;
        claim.made = std::min(node.level, search_.common.cost.levels() - 1);
        claim.least = least;
        if (node.steps > 0) {
            Frame& frame = search_.own.frame(node.level);
            search_.own.opener.open(node, frame, std::min(least, kImpossible) - 1);
            search_.own.stabilisers.of_candidates(node, frame);
            if (frame.group) keep_first(*frame.group, node, frame, claim.alike);
            std::ranges::stable_sort(frame.open, {}, &OpenGuess::cost);
            if (node.is_root()) search_.common.at_root.total += static_cast<uint32_t>(frame.open.size());
            for (const OpenGuess& open : frame.open) {
                if (!refute(node, open.guess, least)) return false;
                if (node.is_root()) ++search_.common.at_root.done;
            }
        }
        if (renamed) {
            (*form_)(claim.secrets);
            known_.insert_or_assign(form, Known{least, written_, form_->names()});
        }
        for (size_t i = first_use; i < uses_.size(); ++i) uses_[i]->last_use = written_;
        uses_.resize(first_use);
        return write(key, least, std::move(claim));
    }

    // The last lemma that rests on each lemma and image, in their order.
    std::vector<int64_t> last_uses() const {
        std::vector<int64_t> last(lines_.size());
        std::ranges::transform(lines_, last.begin(), &Made::last_use);
        return last;
    }

private:
    // What is claimed of a set, and the last lemma that rests on it.
    struct Made {
        Cost least = 0;
        int64_t last_use = -1;
    };

    bool write(const SetKey& key, Cost least, Lemma&& lemma) {
        Made& made = made_[key];
        made.least = least;
        lines_.push_back(&made);
        written_ += lemma.of < 0;
        sink_(std::move(lemma));
        return use(made);
    }

    // The lemma that is claimed now rests on a set.
    bool use(Made& made) {
        uses_.push_back(&made);
        return true;
    }

    // Chooses bounds of the blocks of a guess that sum to `least`, and claims them.
    bool refute(const Node& node, uint32_t guess, Cost least) {
        Frame& frame = search_.own.frame(node.level);
        search_.own.partition(node, guess, frame);
        auto& blocks = frame.blocks;
        if (blocks.size() == 1 && blocks[0].size == node.n) return true;  // uninformative
        Cost sum = frame.paid;
        std::vector<Cost> free(blocks.size());  // bounds that need no claim
        for (size_t i = 0; i < blocks.size(); ++i) {
            Block& block = blocks[i];
            block.cost = search_.own.floor_of(node, block, frame);
            const auto made =
                made_.find(search_.own.transpositions.total_key(search_.own.child(node, frame, block)));
            if (made != made_.end() && made->second.least > block.cost && use(made->second))
                block.cost = made->second.least;
            if (block.cost >= kImpossible) return true;
            free[i] = block.cost;
            sum += block.cost;
        }
        for (size_t i = 0; i < blocks.size() && sum < least; ++i) {
            Block& block = blocks[i];
            const Cost seen = glance(search_.own.child(node, frame, block), free[i]);
            if (search_.own.watch->poll()) return false;
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
            if (search_.common.stopped()) return false;
            if (bound.cost >= kImpossible) return claim(next, kImpossible);
            sum += bound.cost - block.cost;
            block.cost = bound.cost;
        }
        if (sum < least) return false;
        return claim_blocks(node, guess, free, sum - least);
    }

    // The one-step bound that a checker computes itself for a block; at least the known bound.
    Cost glance(const Node& child, Cost known) {
        if (child.n < kFewest || !glances_) return known;
        const auto [at, fresh] = glanced_.try_emplace(search_.own.transpositions.total_key(child));
        if (fresh) at->second = search_.least_total.glance(child, 0).cost;
        const Cost seen = at->second;
        if (glanced_.size() > kMostGlances) glanced_.clear();
        return std::max(known, seen);
    }

    // Claims only the needed bounds: the surplus first reduces those of the blocks that add least.
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

    // Finds a block that cannot be solved in time, trying the largest first.
    bool refute_worst(const Node& node, uint32_t guess) {
        const auto& blocks = search_.own.frame(node.level).blocks;
        for (size_t i = blocks.size(); i-- > 0;) {
            const Node next = child(node, guess, blocks[i]);
            if (next.steps == kUnlimited) continue;  // never too few: as many guesses as secrets
            const bool solvable = search_.worst_case.solvable(next);
            if (search_.common.stopped()) return false;
            if (!solvable) return claim(next, kImpossible);
        }
        return false;
    }

    Node child(const Node& node, uint32_t guess, const Block& block) {
        return search_.own.grouped(node, guess, search_.own.child(node, search_.own.frame(node.level), block));
    }

    // Keeps the first open guess of each orbit, and stores the symmetries that were used.
    void keep_first(const Group& group, const Node& node, Frame& frame, std::vector<uint32_t>& alike) {
        DisjointSets<uint32_t> orbits(search_.common.problem.n_guesses);
        group.each([&](std::span<const uint16_t> guesses, std::span<const uint16_t> secrets) {
            bool merged = false;
            for (const OpenGuess& open : frame.open) {
                const uint32_t g = node.game->guess_id[open.guess];
                merged |= orbits.join(g, guesses[g]);
            }
            if (merged)
                alike.push_back(number({{guesses.begin(), guesses.end()}, {secrets.begin(), secrets.end()}}));
        });
        std::erase_if(frame.open, [&](const OpenGuess& open) {
            const uint32_t g = node.game->guess_id[open.guess];
            return orbits.least(g) != g;
        });
    }

    uint32_t number(Symmetry&& one) {
        const auto [at, fresh] = numbers_.try_emplace(one, static_cast<uint32_t>(numbers_.size()));
        if (fresh) evidence_.symmetries.push_back(std::move(one));
        return at->second;
    }

    // The numbers of exchanges of two letters or two places that together compose the relabelling by `from` and the
    // inverse of `to`.
    std::vector<uint32_t> exchanges(const NewNames& from, const NewNames& to) {
        std::vector<uint32_t> numbers;
        for (const auto side : {&NewNames::letter, &NewNames::place}) {
            std::vector<uint8_t> rest = composed(inverse(to.*side), from.*side);
            for (uint8_t i = 0; i < rest.size(); ++i)
                while (rest[i] != i) {
                    const uint8_t other = rest[i];
                    std::swap(rest[i], rest[other]);
                    // Writing a symmetry takes time linear in the guesses and secrets of the game.
                    const auto [at, fresh] = exchanges_.try_emplace({side == &NewNames::letter, i, other});
                    if (fresh) {
                        NewNames names = from;
                        std::iota(names.letter.begin(), names.letter.end(), uint8_t{0});
                        std::iota(names.place.begin(), names.place.end(), uint8_t{0});
                        std::swap((names.*side)[i], (names.*side)[other]);
                        at->second = number(symmetry_of(*renaming_, names));
                    }
                    numbers.push_back(at->second);
                }
        }
        return numbers;
    }

    // A lemma that may have images, and the relabelling of its set to the canonical form.
    struct Known {
        Cost least;
        int64_t lemma;
        NewNames names;
    };

    static constexpr uint32_t kFewest = 3;  // sizes determine the costs of smaller blocks
    static constexpr size_t kMostGlances = size_t{1} << 22;

    Search& search_;
    Evidence& evidence_;
    const LemmaSink& sink_;
    std::unordered_map<SetKey, Made, HashKey> made_;
    std::vector<Made*> lines_, uses_;  // of all lines, and of the lemmas that are claimed now
    std::unordered_map<SetKey, Cost, HashKey> glanced_;
    const bool glances_ = search_.common.whole.weight.empty();  // with weights a checker computes weaker bounds
    std::map<Symmetry, uint32_t> numbers_;
    const Renaming* const renaming_;
    std::optional<CanonicalForm> form_;
    std::unordered_map<SetKey, Known, HashKey> known_;
    std::map<std::tuple<bool, uint8_t, uint8_t>, uint32_t> exchanges_;
    int64_t written_ = 0;
};

// Evidence of facts that were proven before; not for Pool::legal.
inline Evidence certify(const Problem& problem, const std::vector<Fact>& facts, const LemmaSink& sink) {
    Evidence evidence;
    try {
        Common common(problem);
        Search search(common, true);
        Certifier certifier(search, evidence, sink);
        evidence.complete = std::ranges::all_of(facts, [&](const Fact& fact) {
            Node node = common.root(fact.steps);
            if (fact.least >= kImpossible) node.steps = fact.steps;  // even if that is the number of secrets
            return certifier.claim(node, fact.least);
        });
        evidence.last_uses = certifier.last_uses();
    } catch (const OutOfTime&) {
        evidence.complete = false;
    }
    return evidence;
}

}  // namespace mmc::exact
