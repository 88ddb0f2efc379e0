// The table of solved sets: a set of candidates -> a proven lower bound, or its exact cost.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>

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
//
// Threads read and write it at once, without a lock. The key of an entry is kept mixed with its other two words, so
// that what one thread reads while another writes looks like the entry of no set at all. Only grow() needs the table
// for itself.
class SolvedSets {
public:
    explicit SolvedSets(size_t bytes) {
        limit_ = 1024;
        while (limit_ <= bytes / sizeof(Entry) / 2) limit_ *= 2;
        resize(1 << 10);
    }

    void prefetch(const SetKey& key) const {
#if defined(__GNUC__) || defined(__clang__)
        __builtin_prefetch(&entries_[line(key)]);
#else
        (void)key;
#endif
    }

    std::optional<Bound> find(const SetKey& key) const {
        const Entry* line = &entries_[this->line(key)];
        for (const Entry* e = line; e != line + 2; ++e) {
            const Words words = read(*e);
            if (words.free() || words.key() != key) continue;
            return Bound{words.cost(), words.exact(), words.depth(), words.guess()};
        }
        return std::nullopt;
    }

    // False when the table should grow() first; that takes all threads but one to leave it alone.
    [[nodiscard]] bool store(const SetKey& key, uint32_t size, const Bound& bound) {
        Entry* e = &entries_[line(key)];
        const Words first = read(e[0]), second = read(e[1]);
        Entry* slot = e;
        if (!first.free() && first.key() == key) {
            if (!first.improved_by(bound)) return true;
        } else if (!second.free() && second.key() == key) {
            if (!second.improved_by(bound)) return true;
            slot = e + 1;
        } else {
            const bool full = !first.free() && !second.free();
            if (full && size_ < limit_ && used() * 2 > size_) return false;
            slot = first.free() ? e : second.free() ? e + 1 : first.size() <= second.size() ? e : e + 1;
            if (!full) used_.fetch_add(1, std::memory_order_relaxed);
        }
        write(*slot, Words::of(key, size, bound));
        return true;
    }

    // Where the system has no memory left, the table stays as it is.
    void grow() {
        if (size_ >= limit_) return;
        const size_t count = size_;
        std::unique_ptr<Entry[]> old;
        try {
            old = std::make_unique<Entry[]>(count * 2);
        } catch (const std::bad_alloc&) {
            limit_ = count;
            return;
        }
        old.swap(entries_);
        size_ = count * 2;
        size_t used = 0;
        for (size_t i = 0; i < count; ++i) {
            const Words words = read(old[i]);
            if (words.free()) continue;
            Entry* home = &entries_[line(words.key())];
            if (!read(*home).free()) ++home;  // a line takes at most the two entries that shared the old one
            write(*home, words);
            ++used;
        }
        used_ = used;
    }

    size_t used() const { return used_.load(std::memory_order_relaxed); }

private:
    struct Entry {
        std::atomic<uint64_t> word[4];
    };

    struct Words {
        uint64_t a = 0, b = 0, value = 0, rest = 0;  // rest: guess 32, size 16, depth 15, exact 1

        static Words of(const SetKey& key, uint32_t size, const Bound& bound) {
            Words w;
            w.value = static_cast<uint64_t>(bound.cost);
            w.rest = bound.guess | uint64_t{size & 0xffff} << 32 |
                     static_cast<uint64_t>(std::clamp(bound.depth, 0, 32767)) << 48 | uint64_t{bound.exact} << 63;
            w.a = key.a ^ w.value ^ w.rest;
            w.b = key.b ^ std::rotl(w.value, 32) ^ w.rest;
            return w;
        }
        SetKey key() const { return {a ^ value ^ rest, b ^ std::rotl(value, 32) ^ rest}; }
        bool free() const { return size() == 0; }
        Cost cost() const { return static_cast<Cost>(value); }
        uint32_t guess() const { return static_cast<uint32_t>(rest); }
        uint32_t size() const { return static_cast<uint32_t>(rest >> 32) & 0xffff; }
        int depth() const { return static_cast<int>(rest >> 48 & 0x7fff); }
        bool exact() const { return rest >> 63; }
        bool improved_by(const Bound& bound) const { return !exact() && (bound.exact || bound.cost > cost()); }
    };

    static Words read(const Entry& e) {
        const auto word = [&](size_t i) { return e.word[i].load(std::memory_order_relaxed); };
        return {word(0), word(1), word(2), word(3)};
    }

    static void write(Entry& e, const Words& words) {
        const uint64_t all[] = {words.a, words.b, words.value, words.rest};
        for (size_t i = 0; i < 4; ++i) e.word[i].store(all[i], std::memory_order_relaxed);
    }

    size_t line(const SetKey& key) const { return (key.a & (size_ / 2 - 1)) * 2; }

    void resize(size_t size) {
        entries_ = std::make_unique<Entry[]>(size);
        size_ = size;
        used_ = 0;
    }

    std::unique_ptr<Entry[]> entries_;
    size_t size_ = 0, limit_ = 0;
    std::atomic<size_t> used_ = 0;
};

}  // namespace mmc::exact
