#include "common.hpp"

#include <algorithm>

namespace mmc::exact {
namespace {

void check_time(const Options& options) {
    const bool asked = options.stop && options.stop->load(std::memory_order_relaxed);
    if (asked || Clock::now() > options.deadline) throw OutOfTime{};
}

}  // namespace

Common::Common(const Problem& problem, const Options& options)
    : problem(problem),
      options(options),
      tuning(options.tuning),
      table(table_of(problem, options.memory, options.threads, [&] { check_time(options); })),
      whole(*table),
      cost(problem, options, whole),
      length(problem, options, whole, CostModel::Measure::length),
      own(options.memory ? nullptr : std::make_unique<TranspositionTable>(options.table_bytes)),
      solved(options.memory ? options.memory->solved : *own),
      course(options.threads),
      phase(course.phase),
      nodes(course.nodes),
      team(course.team) {
    for (uint32_t v = 0; v < whole.n_secrets; ++v) identity.push_back(static_cast<uint16_t>(v));
    at_root.begin_with(problem.first, problem.n_guesses);
    if (options.pool == Pool::legal) {
        for (uint32_t g = 0; g < problem.n_guesses; ++g) guess_key.push_back(random_key(KeyKind::legal_guess, g));
        return;
    }
    const size_t element_bytes = size_t{tuning.element_mib} << 20;
    group = group_of(problem, options.memory, element_bytes, cost.weighs());
    // Other names keep goals where each secret has its own.
    if (cost.has_costs() || (cost.has_goals() && !cost.known_apart())) return;
    const bool relaxed = cost.weighs();
    if (relaxed && (!cost.ranks_one() || cost.closely() || problem.words.empty())) return;
    renaming = options.memory ? options.memory->renaming : worth_renaming(problem) ? renaming_of(problem) : nullptr;
    if (!relaxed || !renaming) return;
    equal = std::make_unique<Equal>(Equal{{problem, options, whole, CostModel::Measure::equal},
                                          group_of(problem, options.memory, element_bytes, false), {}});
}

Node Common::root(int steps, Cost purse) {
    Node node;
    node.game = &whole;
    node.members = identity.data();
    node.n = whole.n_secrets;
    for (const SetKey& key : whole.key) node.key += key;
    for (uint32_t i = 0; i < node.n; ++i) node.weight += cost.weight(whole, 0, node.members[i]);
    node.steps = clip(steps, node.n);
    node.purse = clip(purse, node.steps, node.n);
    node.root = &at_root;
    const auto some = [](const GroupPtr& group) { return group && !group->trivial() ? group.get() : nullptr; };
    node.group = some(group);
    if (equal) node.even_group = some(equal->group);
    return node;
}

void Common::store(const SetKey& key, uint32_t size, const Bound& bound) {
    while (!solved.store(key, size, bound)) team.alone([&] { solved.grow(); });
}

void Root::begin_with(const std::vector<uint32_t>& guesses, uint32_t n_guesses) {
    if (!guesses.empty()) first.resize(n_guesses, 0);
    for (const uint32_t g : guesses) {
        if (!first[g]) first_key += random_key(KeyKind::first, g);
        first[g] = 1;
    }
}

void Root::begin(const Node& node, const std::vector<OpenGuess>& open, uint32_t n_guesses) {
    total = static_cast<uint32_t>(open.size());
    openings.clear();
    at_.assign(n_guesses, 0);
    for (const OpenGuess& o : open) {
        const uint32_t guess = node.game->guess_id[o.guess];
        at_[guess] = static_cast<uint32_t>(openings.size());
        openings.push_back({guess, o.cost, false});
    }
}

void Root::note(uint32_t guess, Cost cost, bool exact) {
    RootGuess& o = openings[at_[guess]];
    o.cost = std::max(o.cost, cost);
    o.exact = o.exact || exact;
}

void Root::found(uint32_t guess, Cost cost) {
    incumbent = guess;
    best = std::min(best, cost);
}

void Root::count(const Frame& frame, Cost target) {
    Cost least = std::min(frame.unopened, best);
    done = 0;
    for (const OpenGuess& o : frame.open) {
        least = std::min(least, o.cost);
        done += o.cost > target;
    }
    raise_bound(least);
}

}  // namespace mmc::exact
