// From objectives to searches: the order of minimum-total and worst-case searches, and the limits that each result
// implies.
#include <algorithm>

#include "deep.hpp"
#include "root_search.hpp"
#include "search.hpp"
#include "tree_builder.hpp"

namespace mmc::exact {
namespace {

using Order = TreeBuilder::Order;

class Solver {
public:
    explicit Solver(const Problem& problem)
        : problem_(problem), common_(problem), search_(common_, true) {
        if (make_root_search) nested_ = make_root_search(search_);
        legal_.mask.resize((common_.guess_key.size() + 63) / 64);
        for (const SetKey& key : common_.guess_key) {
            const auto g = static_cast<uint32_t>(legal_.guesses.size());
            legal_.guesses.push_back(g);
            legal_.mask[g / 64] |= uint64_t{1} << g % 64;
            legal_.key += key;
        }
        const Subgame& game = common_.whole;
        for (uint32_t i = 0; i < game.n_secrets && problem.goals.empty(); ++i)
            endless_ = endless_ || game.win_begin[i] == game.win_begin[i + 1];
    }
    ~Solver() { common_.team.dismiss(); }

    Result run() {
        Result result;
        if (endless_ || problem_.max_steps < 1 ||
            problem_.max_cost < 1) {  // some candidate can never be found: no strategy ends
            result.lower_bound = kImpossible;
            result.proven = true;
            return result;
        }
        find_help();
        switch (problem_.objective) {
            case Objective::mean: mean(result, root(problem_.max_steps, problem_.max_cost), kImpossible); break;
            case Objective::worst: worst(result); break;
            case Objective::worst_then_mean: worst_then_mean(result); break;
            case Objective::mean_then_worst: mean_then_worst(result); break;
        }
        result.nodes = common_.nodes;
        common_.team.raise();
        return result;
    }

private:
    void find_help() {
        for (size_t i = 1; i < problem_.threads; ++i) {
            helpers_.push_back(std::make_unique<Search>(common_));
            if (!threads_.start(problem_.stack_bytes,
                                [helper = helpers_.back().get()] { helper->least_total.help(); })) {
                helpers_.pop_back();
                break;
            }
        }
        common_.team.wait_until_idle(helpers_.size());
    }

    // Reports the bounds known before a full search.
    void announce(Cost best, Cost bound) {
        common_.at_root.best = best;
        common_.at_root.raise_bound(bound);
    }

    // Searches with all threads.
    Bound least_total(const Node& node, Cost budget) {
        common_.nested = nested_ && nested_->takes(node);
        if (common_.nested) return nested_->least_total(node, budget);
        search_.least_total.open_to_others(true);
        const Bound bound = search_.least_total(node, budget);
        search_.least_total.open_to_others(false);
        return bound;
    }

    Node root(int steps, Cost path_budget) {
        Node node = common_.root(steps, path_budget);
        if (problem_.pool == Pool::legal) node.legal = &legal_;
        return node;
    }

    // Paths are measured by cost, or else by their number of guesses.
    bool priced() { return common_.cost.has_costs(); }
    Node limited(Cost most) {
        return priced() ? root(problem_.max_steps, most) : root(static_cast<int>(most), kImpossible);
    }

    // The greedy tree. Salvage may take four times as long: it searches small sets.
    bool greedy(const Node& node, Result& result) {
        const auto began = Clock::now();
        const bool built = TreeBuilder(search_, Order::greedy).build(node, result.tree);
        search_.own.watch->keep_back((Clock::now() - began) * 4);
        return built;
    }

    void mean(Result& result, const Node& node, Cost known) {
        Cost upper = known;
        const bool bounded = problem_.below < kImpossible;
        if (!bounded && greedy(node, result)) upper = std::min(upper, result.tree->total);
        const Cost limit = std::min(upper, problem_.below);
        announce(limit, common_.cost.pays_at_least(node));
        const Bound bound = least_total(node, limit - 1);
        if (common_.stopped()) return bounded ? keep_incumbent(result, node) : salvage(result, node);
        const bool better = bound.exact && bound.cost < limit;
        const Cost cost = better ? bound.cost : limit;
        result.lower_bound = cost;
        result.proven = true;
        if (!better && upper >= problem_.below) {
            result.lower_bound = std::max(cost, bound.cost);
            return;
        }
        if (bounded) common_.finish();
        if (!TreeBuilder(search_, Order::least_total).build(node, result.tree, cost)) salvage(result, node);
    }

    void salvage(Result& result, const Node& node) {
        result.lower_bound = std::max(result.lower_bound, common_.at_root.bound);
        std::optional<Tree> other;
        search_.own.watch->salvage();
        const bool built = TreeBuilder(search_, Order::salvage).build(node, other);
        if (built && (!result.tree || other->total < result.tree->total)) result.tree = std::move(other);
        result.proven = result.tree && result.tree->total <= result.lower_bound;
    }

    // For a search below a limit: no greedy tree, only the incumbent and the remaining first guesses.
    void keep_incumbent(Result& result, const Node& node) {
        result.lower_bound = std::max(result.lower_bound, common_.at_root.bound);
        if (common_.asked_to_stop()) return;
        result.openings = common_.at_root.openings;
        if (common_.at_root.incumbent == kNoGuess) return;
        common_.finish();
        TreeBuilder(search_, Order::least_total, common_.at_root.incumbent).build(node, result.tree);
        if (common_.stopped()) result.openings.clear();
    }

    // The limit on a path rises by one guess from a lower bound (iterative deepening). With guess costs it is bisected
    // between the proven bound and the best tree. Any tree is enough if the worst case is limited from below.
    bool worst(Result& result) {
        const bool costs = priced();
        const bool any = problem_.least_steps > 1;
        Node node = root(problem_.max_steps, costs ? problem_.max_cost : kImpossible);
        if (!any) greedy(node, result);
        node.steps = std::min(problem_.max_steps, static_cast<int>(node.n));
        Cost& least = result.lower_bound = common_.cost.shortest() * search_.worst_case.lower_bound(node);
        if (!costs) least = std::max<Cost>(least, std::min(problem_.least_steps, node.steps));
        Cost most = !costs ? node.steps : result.tree ? result.tree->worst - 1 : problem_.max_cost;
        while (least <= most) {
            const bool halved = costs && result.tree;
            announce(halved ? result.tree->worst : kImpossible, least);
            const Cost limit = !costs ? least : halved ? least + (most + 1 - least) / 2 : most;
            if (costs) node.path_budget = common_.clip(limit, node.steps, node.n);
            else node.steps = static_cast<int>(limit);
            const bool enough = search_.worst_case.solvable(node);
            if (any && common_.stopped()) result.openings = common_.at_root.openings;
            if (any && enough) common_.finish();
            if (common_.stopped() || (enough && !TreeBuilder(search_, Order::worst).build(node, result.tree))) {
                result.proven = result.tree && result.tree->worst <= least;
                return false;
            }
            if (!enough) least = limit + 1;
            else if (!costs || any) break;
            else most = result.tree->worst - 1;
        }
        if (!result.tree) least = kImpossible;
        result.proven = true;
        return result.tree.has_value();
    }

    void worst_then_mean(Result& result) {
        if (!worst(result)) {
            // Stopped with a tree that is shallow enough: its total may not be minimum.
            result.proven = result.proven && !result.tree;
            return;
        }
        Result best;
        mean(best, limited(result.lower_bound), result.tree->total);
        const bool none = best.proven && !best.tree;  // below the limit
        if (none || (best.tree && best.tree->total <= result.tree->total)) result.tree = std::move(best.tree);
        result.proven = best.proven;
    }

    // Searches for the same total with shorter paths, as long as there is one.
    void mean_then_worst(Result& result) {
        mean(result, root(problem_.max_steps, problem_.max_cost), kImpossible);
        while (result.proven && result.tree && result.tree->worst > 1) {
            const Node node = limited(result.tree->worst - 1);
            const Cost total = result.tree->total;
            const Bound b = least_total(node, total);
            if (!common_.stopped() && (!b.exact || b.cost > total)) return;
            result.proven =
                !common_.stopped() && TreeBuilder(search_, Order::least_total).build(node, result.tree, total);
        }
    }

    const Problem& problem_;
    Common common_;
    Search search_;
    std::unique_ptr<RootSearch> nested_;
    std::vector<std::unique_ptr<Search>> helpers_;
    DeepThreads threads_;  // destroyed before the data that they use
    Legal legal_;
    bool endless_ = false;
};

}  // namespace

Result solve(const Problem& problem) {
    Result result;
    try {
        result = Solver(problem).run();
    } catch (const OutOfTime&) {
        // At least one guess is made, but a guess may cost nothing, and then a total may be 0.
        const bool free = problem.objective == Objective::mean || problem.objective == Objective::mean_then_worst;
        result.lower_bound = free && !problem.prices.empty() ? 0 : 1;
    }
    result.interrupted = !result.proven && problem.stop && problem.stop->load();
    return result;
}

}  // namespace mmc::exact
