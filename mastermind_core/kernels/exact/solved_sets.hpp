// The table of solved sets: a set of candidates -> a proven lower bound, or its exact cost.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "problem.hpp"
#include "shared/splitmix.hpp"

namespace mmc::exact {

struct SetKey {
    uint64_t a = 0, b = 0;
    SetKey& operator+=(const SetKey& o) { a += o.a; b += o.b; return *this; }
    friend SetKey operator+(SetKey x, const SetKey& o) { return x += o; }
    bool operator==(const SetKey&) const = default;
};

// What a part of a key stands for. The key of a set is the sum of the keys of its secrets; what else an entry is
// about is added to it.
enum class KeyKind : uint64_t {
    secret = 1,   // of the set
    steps,        // that are left, where they are limited: the entry holds a total
    legal_guess,  // that the history leaves; only for Pool::legal
    worst,        // no: the entry holds most steps proven too few, plus one
    width,        // the entry holds guesses tried a set: in vain, or (negated) enough, within so many steps
    first,        // guess that the tree may begin with, where it may not begin with all
};

inline SetKey random_key(KeyKind of, uint64_t i) {
    const auto kind = static_cast<uint64_t>(of);
    return {splitmix64(splitmix64(kind * 2 + 1) ^ i), splitmix64(splitmix64(kind * 2 + 2) + i)};
}

struct Bound {
    Cost cost = 0;        // lower bound; the optimum when exact
    bool exact = false;
    int depth = 0;        // when exact: steps of some optimal strategy
    uint32_t guess = kNoGuess;  // when exact: its first guess, if one was kept (id of the problem)
};

// Two entries a cache line. A full line gives up the entry of the smaller set: it is the cheaper one to redo.
class SolvedSets {
public:
    struct Entry {
        SetKey key;
        Cost cost = 0;
        uint32_t guess = kNoGuess;
        uint16_t size = 0;  // 0: free
        uint16_t depth : 15 = 0;
        uint16_t exact : 1 = 0;
    };

    explicit SolvedSets(size_t bytes) {
        limit_ = 1024;
        while (limit_ * 2 * sizeof(Entry) <= bytes) limit_ *= 2;
        entries_.resize(1 << 10);
    }

    void prefetch(const SetKey& key) const {
#if defined(__GNUC__) || defined(__clang__)
        __builtin_prefetch(&entries_[line(key)]);
#else
        (void)key;
#endif
    }

    const Entry* find(const SetKey& key) const {
        const Entry* e = &entries_[line(key)];
        if (e[0].size && e[0].key == key) return e;
        if (e[1].size && e[1].key == key) return e + 1;
        return nullptr;
    }

    void store(const SetKey& key, uint32_t size, const Bound& bound) {
        Entry* e = &entries_[line(key)];
        Entry* slot = e[1].size && e[1].key == key ? e + 1 : e;
        if (!(slot->size && slot->key == key)) {
            if (e[0].size && e[1].size && entries_.size() < limit_ && used_ * 2 > entries_.size()) {
                grow();
                return store(key, size, bound);
            }
            slot = !e[0].size ? e : !e[1].size ? e + 1 : e[0].size <= e[1].size ? e : e + 1;
            if (!slot->size) ++used_;
        } else if (slot->exact || (slot->cost >= bound.cost && !bound.exact)) {
            return;
        }
        slot->key = key;
        slot->cost = bound.cost;
        slot->guess = bound.guess;
        slot->size = static_cast<uint16_t>(size);
        slot->depth = static_cast<uint16_t>(std::min(bound.depth, 32767)) & 0x7fff;
        slot->exact = bound.exact;
    }

    size_t used() const { return used_; }

private:
    size_t line(const SetKey& key) const { return (key.a & (entries_.size() / 2 - 1)) * 2; }

    void grow() {
        std::vector<Entry> old(entries_.size() * 2);
        old.swap(entries_);
        used_ = 0;
        for (const Entry& e : old) {
            if (!e.size) continue;
            Entry* home = &entries_[line(e.key)];
            if (home->size) ++home;  // a line takes at most the two entries that shared the old one
            *home = e;
            ++used_;
        }
    }

    std::vector<Entry> entries_;
    size_t limit_ = 0, used_ = 0;
};

}  // namespace mmc::exact
