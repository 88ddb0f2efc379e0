#include "common.hpp"

#include <algorithm>

namespace mmc::exact {
namespace {

void check_time(const Options& options) {
    const bool asked = options.stop && options.stop->load(std::memory_order_relaxed);
    if (asked || Clock::now() > options.deadline) throw OutOfTime{};
}

bool all_differ(std::vector<uint32_t> items) {
    std::ranges::sort(items);
    return std::ranges::adjacent_find(items) == items.end();
}

uint64_t digest(const Subgame& game, size_t stage) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < game.n_secrets; ++i) sum = splitmix64(sum ^ game.weights_at(stage)[i]);
    return sum;
}

}  // namespace

Common::Common(const Problem& problem, const Options& options, const Common* weighed)
    : problem(problem),
      options(options),
      tuning(options.tuning),
      table(weighed ? weighed->table : table_of(problem, options.memory, options.threads, [&] { check_time(options); })),
      whole(*table),
      weighs(!problem.weights.empty()),
      staged(problem.stages() > 1),
      prices(problem.prices),
      by_depth(staged || !prices.even()),
      final(problem.final),
      own(weighed || options.memory ? nullptr : std::make_unique<TranspositionTable>(options.table_bytes)),
      solved(weighed ? weighed->solved : options.memory ? options.memory->solved : *own),
      course(weighed ? weighed->course : std::make_shared<Course>(options.threads)),
      phase(course->phase),
      nodes(course->nodes),
      team(course->team) {
    final.resize(256, 0);
    for (uint32_t v = 0; v < whole.n_secrets; ++v) identity.push_back(static_cast<uint16_t>(v));
    std::vector<size_t> wins(whole.n_guesses, 0);
    for (uint32_t g : whole.win_guess) ++wins[g];
    most_wins = std::max<size_t>(1, *std::max_element(wins.begin(), wins.end()));
    aimed = !problem.goals.empty() || !problem.costs.empty();
    known_apart = !problem.goals.empty() && all_differ(whole.goal);
    if (!problem.costs.empty()) {
        const auto [least, most] = std::ranges::minmax(problem.costs);
        cheapest = static_cast<Cost>(least), dearest = static_cast<Cost>(most);
    }
    plain_weights = most_wins == 1 && options.pool != Pool::legal && !aimed;
    plain = plain_weights && problem.weights.empty();
    plain_weights = plain_weights && !plain && !by_depth;
    spendable = by_depth && options.pool != Pool::legal && problem.goals.empty();
    const size_t levels = staged ? whole.stages : prices.levels();
    price_keys.resize(levels);
    for (size_t level = levels; level-- > 0;) {
        const bool last = level + 1 == levels;
        const auto price = staged ? digest(whole, level) : static_cast<uint64_t>(prices(level));
        if (!staged && last && price == 1) continue;
        const uint64_t later = last ? 0 : price_keys[level + 1].a;
        price_keys[level] = random_key(KeyKind::prices, splitmix64(price) ^ later);
    }
    const auto nothing = [&](size_t stage) {
        return std::all_of(whole.weights_at(stage), whole.weights_at(stage) + whole.n_secrets, [](uint64_t w) { return w == 0; });
    };
    if (staged && nothing(whole.stages - 1))
        for (free_level = whole.stages - 1; free_level > 0 && nothing(free_level - 1); --free_level) {}
    if (!problem.first.empty()) first.resize(problem.n_guesses, 0);
    for (uint32_t g : problem.first) {
        if (!first[g]) first_key += random_key(KeyKind::first, g);
        first[g] = 1;
    }
    if (options.pool == Pool::legal)
        for (uint32_t g = 0; g < problem.n_guesses; ++g) guess_key.push_back(random_key(KeyKind::legal_guess, g));
    else root_group = group_of(problem, options.memory, size_t{tuning.element_mib} << 20);
    // Other names keep goals where each secret has its own.
    const bool renamed = !weighs && problem.costs.empty() && (problem.goals.empty() || known_apart);
    if (options.pool != Pool::legal && renamed)
        renaming = options.memory ? options.memory->renaming : worth_renaming(problem) ? renaming_of(problem) : nullptr;
    if (weighed) set_kind = random_key(KeyKind::even, 0);
    if (!weighs || staged || aimed || options.pool == Pool::legal || problem.words.empty()) return;
    even_problem = problem;
    even_problem.weights.clear();
    even_problem.first.clear();
    even = std::make_shared<Common>(even_problem, options, this);
    if (!even->renaming) even.reset();
}

Node Common::root(int steps, Cost purse) const {
    Node node;
    node.game = &whole;
    node.members = identity.data();
    node.n = whole.n_secrets;
    for (const SetKey& key : whole.key) node.key += key;
    node.weight = static_cast<Cost>(node.n);
    if (weighs) {
        node.weight = 0;
        for (uint32_t i = 0; i < node.n; ++i) node.weight += static_cast<Cost>(whole.weights_at(0)[i]);
    }
    node.steps = clip(steps, node.n);
    node.purse = clip(purse, node.steps, node.n);
    const auto group = [](const Common& of) { return of.root_group && !of.root_group->trivial() ? of.root_group.get() : nullptr; };
    node.group = group(*this);
    if (even) node.even_group = group(*even);
    return node;
}

void Common::store(const SetKey& key, uint32_t size, const Bound& bound) {
    while (!solved.store(key, size, bound)) team.alone([&] { solved.grow(); });
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
