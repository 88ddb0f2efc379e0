// The exact search on several threads, without Python: built with the sanitizer of threads, which then sees every lock.
// Random games are solved by one thread and by four; totals, bounds and trees have to be the same. Searches are
// also stopped by others, by budgets, and by a table that is full.
#include <cstdio>
#include <random>
#include <thread>

#include "exact/problem.hpp"

using namespace mmc::exact;
using mmc::Clock;

namespace {

struct Game {
    uint32_t size;
    std::vector<uint8_t> table;
    Problem problem;

    Game(uint32_t n, int kinds, bool weighted, uint32_t seed) : size(n), table(size_t{n} * n) {
        std::mt19937 random(seed);
        for (auto& score : table) score = static_cast<uint8_t>(random() % kinds);
        for (uint32_t i = 0; i < n; ++i) table[size_t{i} * n + i] = static_cast<uint8_t>(kinds);
        problem.table = table.data();
        problem.n_guesses = problem.n_secrets = n;
        problem.n_scores = kinds + 1;
        problem.final.assign(kinds + 1, 0);
        problem.final[kinds] = 1;
        for (uint32_t i = 0; weighted && i < n; ++i) problem.weights.push_back(1 + random() % 9);
        for (uint32_t i = 0; i < n; ++i) problem.candidates.push_back(i);
    }
};

Problem with(const Game& game, size_t threads, Objective objective) {
    Problem problem = game.problem;
    problem.threads = threads;
    problem.objective = objective;
    problem.tuning.share_set = 2;
    problem.tuning.many_guesses = threads % 2 ? 64 : 4;
    problem.tuning.glance_set = 8;
    problem.tuning.glance_block = 2;
    problem.tuning.cut_size = 6;
    problem.tuning.cut_after = 1;
    return problem;
}

bool same(const Result& a, const Result& b) {
    return a.proven && b.proven && a.tree && b.tree && a.lower_bound == b.lower_bound && a.tree->total == b.tree->total && a.tree->worst == b.tree->worst &&
           a.tree->guess == b.tree->guess && a.tree->edge_begin == b.tree->edge_begin &&
           a.tree->edge_child == b.tree->edge_child;
}

int fail(const char* what, uint32_t seed) {
    std::printf("%s, seed %u\n", what, seed);
    return 1;
}

// A race, to see that one is reported.
int plant() {
    int count = 0;
    std::thread other([&] { ++count; });
    ++count;
    other.join();
    std::printf("%d\n", count);
    return 0;
}

}  // namespace

int main(int arguments, char**) {
    if (arguments > 1) return plant();
    constexpr Objective kAll[] = {Objective::mean, Objective::mean_then_worst, Objective::worst_then_mean};
    int solved = 0, stopped = 0;
    for (uint32_t seed = 0; seed < 150; ++seed) {
        const Game game(12 + seed % 50, 3 + static_cast<int>(seed % 3), seed % 2 != 0, seed);
        const Objective objective = kAll[seed % 3];
        Problem one = with(game, 1, objective), four = with(game, 4, objective);
        if (seed % 5 == 4) four.table_bytes = 1 << 12;  // is full at once
        if (!same(solve(one), solve(four))) return fail("another result", seed);
        ++solved;

        std::atomic<bool> stop = false;
        Problem cut = with(game, 4, objective);
        cut.stop = &stop;
        cut.node_limit = seed % 4 == 0 ? 50 : std::numeric_limits<uint64_t>::max();
        cut.deadline = seed % 4 == 1 ? Clock::now() + std::chrono::milliseconds(3) : Clock::time_point::max();
        std::atomic<uint64_t> reports = 0;
        cut.progress = [&](const Progress&) { ++reports; };
        std::thread other([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(2 + seed % 7));
            if (seed % 4 >= 2) stop = true;
        });
        try {
            const Result result = solve(cut);
            stopped += !result.proven;
            if (result.tree && result.lower_bound > (objective == Objective::worst_then_mean ? result.tree->worst : result.tree->total))
                return fail("a bound above a tree", seed);
        } catch (const OutOfTime&) {
            ++stopped;
        }
        other.join();
    }
    // Scores that all threads fill in, and the first trees that they grow; the search ends at once.
    Game large(1100, 40, false, 1);
    large.problem.candidates.resize(1050);
    Problem one = with(large, 1, Objective::mean), four = with(large, 4, Objective::mean);
    one.node_limit = four.node_limit = 0;
    const Result alone = solve(one), together = solve(four);
    if (!alone.tree || !together.tree || alone.tree->total != together.tree->total || alone.tree->guess != together.tree->guess ||
        alone.tree->edge_child != together.tree->edge_child)
        return fail("another first tree", 1);
    std::printf("%d games solved, %d searches stopped\n", solved, stopped);
    return stopped < 5;
}
