// The best guess for few candidates: the exact search over a pool of guesses.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <exception>
#include <limits>
#include <optional>
#include <vector>

#include "exact/problem.hpp"
#include "score.hpp"
#include "shared/pulse.hpp"

namespace mmc::codes {

struct Finish {
    std::size_t guess = 0;   // of the pool
    std::int64_t total = 0;  // of the guesses that all candidates still take, at least
};

namespace detail {

// Writes the scores [guess][candidate]; the scores that there can be are numbered without gaps. Returns how many.
inline int number_scores(const CodeGame& game, const std::vector<Code>& pool, std::size_t n, std::vector<std::uint8_t>& scores,
                         int& win) {
    std::array<std::uint8_t, max_scores> number{};
    int numbers = 0;
    for (int common = 0; common <= game.holes; ++common)
        for (int black = 0; black <= common; ++black)
            number[static_cast<std::size_t>(common * (game.holes + 1) + black)] = static_cast<std::uint8_t>(numbers++);
    win = number[winning_id(game.holes)];
    const CodeTable table(game, {pool.begin(), pool.begin() + static_cast<std::ptrdiff_t>(n)});
    std::vector<ScoreId> row(n);
    scores.reserve(pool.size() * n);
    for (const Code& guess : pool) {
        table.score_all(guess, row.data());
        for (const ScoreId id : row) scores.push_back(number[id]);
    }
    return numbers;
}

}  // namespace detail

// The candidates are the first n codes of the pool. Nothing is returned where that takes over so many nodes.
inline std::optional<Finish> finish(const CodeGame& game, const std::vector<Code>& pool, std::size_t n,
                                    std::uint64_t most_nodes, Pulse& pulse) {
    std::vector<std::uint8_t> scores;
    int win = 0;
    exact::Problem problem;
    problem.n_scores = detail::number_scores(game, pool, n, scores, win);
    problem.table = scores.data();
    problem.n_guesses = static_cast<std::uint32_t>(pool.size());
    problem.n_secrets = static_cast<std::uint32_t>(n);
    problem.final.assign(static_cast<std::size_t>(problem.n_scores), 0);
    problem.final[static_cast<std::size_t>(win)] = 1;

    std::exception_ptr error;
    std::atomic<bool> stop = false;
    exact::Options options;
    options.objective = exact::Objective::mean;
    options.below = static_cast<exact::Cost>(n) * static_cast<exact::Cost>(n) + 1;  // over every total: no greedy tree first
    options.node_limit = most_nodes;
    options.table_bytes = std::size_t{1} << 20;
    options.stop = &stop;
    options.progress = [&](const exact::Progress&) {  // every tenth of a second
        try {
            pulse.work(std::uint64_t{1} << 27);
        } catch (...) {
            error = std::current_exception();
            stop = true;
        }
    };
    const exact::Result found = exact::solve(problem, options);
    if (error) std::rethrow_exception(error);
    if (!found.proven || !found.feasible) return std::nullopt;
    return Finish{found.tree.guess[0], found.total};
}

}  // namespace mmc::codes
