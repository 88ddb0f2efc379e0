// What searches of one game leave for those after them.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "solved_sets.hpp"
#include "subgame.hpp"

namespace mmc::exact {

// The sets that are solved, and the tables of the last candidates. All its searches have the scores, the weights and
// the pool in common; one at a time uses it. What it knows changes how long a search takes and how many nodes, not
// what a search proves.
struct Memory {
    explicit Memory(size_t bytes) : solved(bytes) {}

    SolvedSets solved;
    std::vector<std::pair<std::vector<uint32_t>, std::shared_ptr<const Subgame>>> tables;  // the last one first
};

// The table of the candidates of a problem, made anew where it is not one of a memory.
template <class Poll>
std::shared_ptr<const Subgame> table_of(const Problem& problem, Memory* memory, const Poll& poll) {
    constexpr size_t kMostTables = 8, kMostBytes = size_t{1} << 28;
    if (!memory) return std::make_shared<const Subgame>(whole(problem, poll));
    auto& tables = memory->tables;
    auto found = std::find_if(tables.begin(), tables.end(), [&](const auto& t) { return t.first == problem.candidates; });
    if (found == tables.end())
        found = tables.insert(found, {problem.candidates, std::make_shared<const Subgame>(whole(problem, poll))});
    std::rotate(tables.begin(), found, found + 1);
    size_t bytes = 0, kept = 0;
    for (const auto& [candidates, table] : tables) {
        bytes += table->by_guess.size() + table->by_secret.size();
        if (kept > 0 && (kept == kMostTables || bytes > kMostBytes)) break;
        ++kept;
    }
    tables.resize(kept);
    return tables.front().second;
}

}  // namespace mmc::exact
