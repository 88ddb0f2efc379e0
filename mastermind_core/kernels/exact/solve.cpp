// From objectives to searches: which least total or worst case is asked for first, and what the answer limits.
#include <algorithm>

#include "deep.hpp"
#include "search.hpp"
#include "tree_builder.hpp"

namespace mmc::exact {
namespace {

using Order = TreeBuilder::Order;

class Solver {
public:
    Solver(const Problem& problem, const Options& options) : options_(options), search_(problem, options) {
        if (options.pool == Pool::legal) {
            for (uint32_t g = 0; g < problem.n_guesses; ++g) {
                legal_.guesses.push_back(g);
                legal_.key += random_key(KeyKind::legal_guess, g);
            }
        }
        const Subgame& game = search_.common().whole;
        for (uint32_t i = 0; i < game.n_secrets && problem.goals.empty(); ++i)
            endless_ = endless_ || game.win_begin[i] == game.win_begin[i + 1];
    }
    ~Solver() { team().dismiss(); }

    Result run() {
        Result result;
        if (endless_ || options_.max_steps < 1 || options_.max_cost < 1) {  // some candidate can never be hit: no strategy ends
            result.lower_bound = kImpossible;
            result.proven = true;
            return result;
        }
        find_help();
        switch (options_.objective) {
            case Objective::mean: mean(result, root(options_.max_steps, options_.max_cost), kImpossible); break;
            case Objective::worst: worst(result); break;
            case Objective::worst_then_mean: worst_then_mean(result); break;
            case Objective::mean_then_worst: mean_then_worst(result); break;
        }
        result.nodes = search_.common().nodes;
        team().raise();
        return result;
    }

private:
    Team& team() { return search_.common().team; }
    Root& at_root() { return search_.common().at_root; }
    bool stopped() { return search_.common().stopped(); }

    void find_help() {
        for (size_t i = 1; i < options_.threads; ++i) {
            helpers_.push_back(std::make_unique<Search>(search_.shared));
            if (!threads_.start(options_.stack_bytes, [helper = helpers_.back().get()] { helper->least_total.help(); })) {
                helpers_.pop_back();
                break;
            }
        }
        team().wait_until_idle(helpers_.size());
    }

    // What is known before a search of all begins.
    void announce(Cost best, Cost bound) {
        at_root().best = best;
        at_root().raise_bound(bound);
    }

    // By all threads.
    Bound least_total(const Node& node, Cost budget) {
        search_.least_total.open_to_others(true);
        const Bound bound = search_.least_total(node, budget);
        search_.least_total.open_to_others(false);
        return bound;
    }

    Node root(int steps, Cost purse) {
        Node node = search_.common().root(steps, purse);
        if (options_.pool == Pool::legal) node.legal = &legal_;
        return node;
    }

    // Paths are measured by what they cost, or else by their guesses.
    bool priced() { return search_.common().cost.has_costs(); }
    Node limited(Cost most) { return priced() ? root(options_.max_steps, most) : root(static_cast<int>(most), kImpossible); }

    // The greedy tree. Four times as long as it took one thread, salvage may take: it searches small sets.
    bool greedy(const Node& node, Result& result) {
        const auto began = Clock::now();
        const bool built = TreeBuilder(search_, Order::greedy).build(node, result);
        search_.own.watch.keep_back((Clock::now() - began) * (4 * options_.threads));
        return built;
    }

    void mean(Result& result, const Node& node, Cost known) {
        Cost upper = known;
        const bool bounded = options_.below < kImpossible;
        if (!bounded && greedy(node, result)) upper = std::min(upper, result.total);
        const Cost limit = std::min(upper, options_.below);
        const Common& common = search_.common();
        announce(limit, common.cost.pays_at_least(node));
        const Bound bound = least_total(node, limit - 1);
        if (stopped()) return bounded ? keep_incumbent(result, node) : salvage(result, node);
        const bool better = bound.exact && bound.cost < limit;
        const Cost cost = better ? bound.cost : limit;
        result.lower_bound = cost;
        result.proven = true;
        if (!better && upper >= options_.below) {
            result.lower_bound = std::max(cost, bound.cost);
            result.feasible = false;
            return;
        }
        if (bounded) search_.common().finish();
        if (!TreeBuilder(search_, Order::least_total).build(node, result, cost)) salvage(result, node);
    }

    void salvage(Result& result, const Node& node) {
        result.lower_bound = std::max(result.lower_bound, at_root().bound);
        Result other;
        search_.own.watch.salvage();
        if (TreeBuilder(search_, Order::salvage).build(node, other) && other.total < result.total) {
            result.tree = std::move(other.tree);
            result.total = other.total;
            result.worst = other.worst;
            result.feasible = true;
        }
        result.proven = result.feasible && result.total <= result.lower_bound;
    }

    // Of a search below a limit: no greedy tree, but what was found on the way, and what is left.
    void keep_incumbent(Result& result, const Node& node) {
        result.lower_bound = std::max(result.lower_bound, at_root().bound);
        if (options_.stop && options_.stop->load()) return;
        result.openings = at_root().openings;
        if (at_root().incumbent == kNoGuess) return;
        search_.common().finish();
        TreeBuilder(search_, Order::least_total, at_root().incumbent).build(node, result);
        if (stopped()) result.openings.clear();
    }

    bool worst(Result& result) {
        if (priced()) return dearest(result);
        Node node = root(options_.max_steps, kImpossible);
        if (options_.least_steps <= 1) greedy(node, result);
        const int most = std::min(options_.max_steps, static_cast<int>(node.n));
        int steps = std::max(search_.worst_case.lower_bound(node), std::min(options_.least_steps, most));
        for (;; ++steps) {
            result.lower_bound = steps;
            announce(kImpossible, steps);
            if (steps > most) {
                result.lower_bound = kImpossible;
                result.proven = true;
                result.feasible = false;
                return false;
            }
            node.steps = steps;
            if (search_.worst_case.solvable(node)) break;
            if (stopped()) {
                result.proven = result.feasible && result.worst <= steps;
                if (options_.least_steps > 1) result.openings = at_root().openings;
                return false;
            }
        }
        if (options_.least_steps > 1) search_.common().finish();
        const bool built = TreeBuilder(search_, Order::worst).build(node, result);
        result.proven = built || (result.feasible && result.worst <= steps);
        return built;
    }

    // Where guesses have costs: what the dearest path may cost is halved between what is proven and what was found.
    bool dearest(Result& result) {
        Node node = root(options_.max_steps, options_.max_cost);
        const bool any = options_.least_steps > 1;
        if (!any) greedy(node, result);
        node.steps = std::min(options_.max_steps, static_cast<int>(node.n));
        Cost& least = result.lower_bound = search_.common().cost.shortest() * search_.worst_case.lower_bound(node);
        while (!result.feasible || least < result.worst) {
            announce(result.feasible ? result.worst : kImpossible, least);
            const Cost most = result.feasible ? least + (result.worst - least) / 2 : options_.max_cost;
            node.purse = search_.common().clip(most, node.steps, node.n);
            const bool enough = search_.worst_case.solvable(node);
            if (stopped() && any) result.openings = at_root().openings;
            if (!stopped() && enough && any) search_.common().finish();
            if (stopped() || (enough && !TreeBuilder(search_, Order::worst).build(node, result))) return false;
            if (enough && any) break;
            if (!enough) least = result.feasible ? most + 1 : kImpossible;
            if (least >= kImpossible) break;
        }
        result.proven = true;
        return result.feasible;
    }

    void worst_then_mean(Result& result) {
        if (!worst(result)) {
            // Stopped with a tree that is flat enough: its total may not be the least.
            result.proven = result.proven && !result.feasible;
            return;
        }
        const Cost least = result.lower_bound;
        Result best;
        mean(best, limited(least), result.total);
        if (best.feasible && best.total <= result.total) {
            result.tree = std::move(best.tree);
            result.total = best.total;
            result.worst = best.worst;
        }
        result.lower_bound = least;
        result.proven = best.proven;
        if (best.proven && !best.feasible) result.feasible = false;  // none below the limit
    }

    // Searches for the same total with shorter paths, as long as there is one.
    void mean_then_worst(Result& result) {
        mean(result, root(options_.max_steps, options_.max_cost), kImpossible);
        while (result.proven && result.feasible && result.worst > 1) {
            const Node node = limited(result.worst - 1);
            const Bound b = least_total(node, result.total);
            if (!stopped() && (!b.exact || b.cost > result.total)) return;
            result.proven = !stopped() && TreeBuilder(search_, Order::least_total).build(node, result, result.total);
        }
    }

    const Options& options_;
    Search search_;
    std::vector<std::unique_ptr<Search>> helpers_;
    DeepThreads threads_;  // end before what they work on
    Legal legal_;
    bool endless_ = false;
};

}  // namespace

Result solve(const Problem& problem, const Options& options) {
    Result result;
    try {
        result = Solver(problem, options).run();
    } catch (const OutOfTime&) {
        // A guess is made, but where it costs nothing a total may be 0.
        const bool free = options.objective == Objective::mean || options.objective == Objective::mean_then_worst;
        result.lower_bound = free && (!problem.stakes.empty() || !problem.prices.empty()) ? 0 : 1;
    }
    result.interrupted = !result.proven && options.stop && options.stop->load();
    return result;
}

}  // namespace mmc::exact
