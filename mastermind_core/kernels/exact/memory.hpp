// Results that searches of one game store for later ones.
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "canonical_form.hpp"
#include "shared/splitmix.hpp"
#include "transposition_table.hpp"
#include "subgame.hpp"
#include "symmetry.hpp"

namespace mmc::exact {

// Solved sets, exchangeable letters and places, tables of the last candidates, and symmetries that fix the last
// guesses. All searches with a memory share scores, weights and pool. One search at a time uses it, but several may
// share the solved sets. Its contents change the time and the nodes of a search, not its proofs.
struct Memory {
    Memory(size_t bytes, std::shared_ptr<SharedBytes> shared)
        : kept(std::min(bytes / 4, size_t{320} << 20)), solved(bytes - kept, std::move(shared)) {}

    // The start time of the search of a set, if results are sent to other machines.
    Clock::time_point now() const { return told_from ? Clock::now() : Clock::time_point(); }
    // Stores an entry for the tables of other machines if the search of its set took long enough.
    void tell(Clock::time_point began, const SetKey& key, uint32_t secrets, const Bound& bound) {
        if (!told_from || Clock::now() - began < *told_from) return;
        const std::lock_guard<std::mutex> held(telling);
        told.push_back(TranspositionTable::Words::of(key, secrets, bound));
    }

    const size_t kept;  // bytes for the tables; a fifth of them for the symmetries
    TranspositionTable solved;
    std::optional<std::chrono::microseconds> told_from;
    std::vector<TranspositionTable::Words> told;
    std::mutex telling;
    template <class T>
    using Recent = std::vector<std::pair<std::vector<uint32_t>, std::shared_ptr<const T>>>;  // most recent first
    Recent<Subgame> tables;
    Recent<Group> groups;
    std::shared_ptr<const Renaming> renaming;
};

// The cached value of a key, created if missing, and moved to the front (least recently used ones are dropped).
template <class T, class Make, class Bytes>
std::shared_ptr<const T> recent(Memory::Recent<T>& kept, const std::vector<uint32_t>& key, size_t most,
                                size_t most_bytes, const Make& make, const Bytes& bytes_of) {
    auto found = std::find_if(kept.begin(), kept.end(), [&](const auto& one) { return one.first == key; });
    if (found == kept.end()) found = kept.insert(found, {key, make()});
    std::rotate(kept.begin(), found, found + 1);
    size_t bytes = 0;
    size_t left = 0;
    for (const auto& one : kept) {
        bytes += bytes_of(*one.second);
        if (left > 0 && (left == most || bytes > most_bytes)) break;
        ++left;
    }

    kept.resize(left);
    return kept.front().second;
}

// The table of the candidates of a problem, created if no memory has it.
template <class Poll>
std::shared_ptr<const Subgame> table_of(const Problem& problem, const Poll& poll) {
    const auto make = [&] { return std::make_shared<const Subgame>(whole(problem, poll)); };
    if (!problem.memory) return make();
    return recent<Subgame>(problem.memory->tables, problem.candidates, 32, problem.memory->kept / 5 * 4, make,
                           [](const Subgame& t) { return t.by_guess.size() + t.by_secret.size() + 2 * t.own_wide.size(); });
}

// The symmetries at the root of a problem: finding those that fix guesses takes longer than many searches.
inline GroupPtr group_of(const Problem& problem, bool weighed) {
    const auto make = [&] { return given_group(problem, size_t{problem.tuning.element_mib} << 20, weighed); };
    if (!problem.memory || problem.asked.empty() || problem.symmetries.empty()) return root_group(problem, make());
    std::vector<uint32_t> key = problem.asked;
    uint64_t hash = 0;
    for (const Symmetry& symmetry : problem.symmetries)
        for (const auto* image : {&symmetry.guesses, &symmetry.secrets})
            for (uint32_t to : *image) hash = (hash ^ to) * kGolden + 1;
    key.insert(key.end(), {kNoGuess, weighed, static_cast<uint32_t>(hash), static_cast<uint32_t>(hash >> 32)});
    const GroupPtr given = recent<Group>(problem.memory->groups, key, 16, problem.memory->kept / 5, make,
                                         [](const Group& group) { return group.bytes(); });
    return root_group(problem, given);
}

}  // namespace mmc::exact
