// The table of solved sets (transposition table): maps a set of candidates to a proven lower bound or its exact cost.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>

#ifndef _WIN32
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include "problem.hpp"
#include "shared/check.hpp"
#include "shared/splitmix.hpp"

namespace mmc::exact {

struct SetKey {
    uint64_t a = 0;
    uint64_t b = 0;
    SetKey& operator+=(const SetKey& o) {
        a += o.a;
        b += o.b;
        return *this;
    }
    friend SetKey operator+(SetKey x, const SetKey& o) { return x += o; }
    bool operator==(const SetKey&) const = default;
};

// The meaning of a part of a key. The key of a set is the sum of the keys of its secrets; the keys of the other parts
// of an entry are added to it.
enum class KeyKind : uint64_t {
    secret = 1,   // a secret of the set
    steps,        // remaining steps, if limited: the entry holds a total
    legal_guess,  // a guess that the history leaves legal; only for Pool::legal
    worst,        // no: the entry holds the maximum number of steps proven too few, plus one
    enough,       // yes: the entry holds the minimum number of steps known to be enough, negated
    first,        // an allowed first guess, if not all are allowed
    path_budget,  // remaining cost budget of each path, if limited
    uniform,      // weights are ignored
    prices,       // prices of later guesses, if they depend on depth
};

inline SetKey random_key(KeyKind of, uint64_t i) {
    const auto kind = static_cast<uint64_t>(of);
    return {splitmix64(splitmix64(kind * 2 + 1) ^ i), splitmix64(splitmix64(kind * 2 + 2) + i)};
}

struct Bound {
    Cost cost = 0;  // lower bound; the optimum when exact
    bool exact = false;
    int depth = 0;              // when exact: steps of some optimal strategy
    uint32_t guess = kNoGuess;  // when exact: its first guess, if stored (id of the problem)

    // Combines this with another bound of the same set; the bound never falls.
    void raise(const Bound& other) {
        const Cost before = cost;
        *this = other;
        cost = std::max(cost, before);
    }
};

// Memory that processes of one machine share and that outlives them: a file that all of them map.
//
// The file may be shorter than its mapping. It is all zeros at first; space is reserved before it is written, because a
// page that the system cannot provide would end the process.
class SharedBytes {
public:
    // Takes ownership of an open file, and maps it from a multiple of the page size on.
    SharedBytes(int file, size_t from, size_t size) : file_(file), from_(from), size_(size) {
#ifndef _WIN32
        struct stat about{};
        if (fstat(file, &about) != 0) throw std::invalid_argument("file: expected the number of an open file");
        void* mapped = size
                           ? mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, static_cast<off_t>(from))
                           : MAP_FAILED;
        if (mapped == MAP_FAILED) {
            close(file);
            throw std::bad_alloc();
        }
        data_ = mapped;
#else
        throw std::bad_alloc();
#endif
    }
    // Bytes mapped by another owner, all of them present.
    SharedBytes(void* data, size_t size, std::shared_ptr<void> owner)
        : size_(size), data_(data), owner_(std::move(owner)) {}
    ~SharedBytes() {
#ifndef _WIN32
        if (owner_) return;
        munmap(data_, size_);
        close(file_);
#endif
    }
    SharedBytes(const SharedBytes&) = delete;

    bool reserve(size_t end) {
        if (end > size_) return false;
        if (owner_) return true;
#ifdef __linux__
        int error;
        do error = posix_fallocate(file_, static_cast<off_t>(from_), static_cast<off_t>(end));
        while (error == EINTR);
        return error == 0;
#elif !defined(_WIN32)
        struct stat about{};
        if (fstat(file_, &about) != 0) return false;
        static const char zeros[1 << 16] = {};
        for (auto at = static_cast<size_t>(about.st_size); at < from_ + end;) {
            const size_t count = at < from_ ? from_ - at : from_ + end - at;
            const ssize_t written =
                pwrite(file_, zeros, count < sizeof zeros ? count : sizeof zeros, static_cast<off_t>(at));
            if (written <= 0) return false;
            at += static_cast<size_t>(written);
        }
        return true;
#else
        return false;
#endif
    }

    void* data() const { return data_; }
    size_t size() const { return size_; }

private:
    int file_ = -1;
    size_t from_ = 0;
    size_t size_ = 0;
    void* data_ = nullptr;
    std::shared_ptr<void> owner_;
};

// Two entries per cache line. A full line drops the entry of the smaller set, which is cheaper to recompute.
//
// Threads, and processes that share the table, read and write it concurrently without a lock. The key of an entry is
// stored xored with its other two words, so a torn read looks like the entry of no set. The table grows in place, by
// the first user that finds it crowded. Concurrent writes of others may be lost, and entries of a process that was
// killed while writing match no set.
class TranspositionTable {
public:
    // An entry, and its serialized form for other machines.
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
        uint32_t size() const { return static_cast<uint32_t>(rest >> 32) & 0xffff; }
        Bound bound() const {
            return {static_cast<Cost>(value), rest >> 63 != 0, static_cast<int>(rest >> 48 & 0x7fff),
                    static_cast<uint32_t>(rest)};
        }
        bool improved_by(const Bound& other) const {
            return !bound().exact && (other.exact || other.cost > bound().cost);
        }
    };

    // A private table, or one in shared bytes: each sharer adds `bytes` to the maximum size.
    explicit TranspositionTable(size_t bytes, std::shared_ptr<SharedBytes> shared = nullptr)
        : shared_(std::move(shared)), each_(bytes) {
        size_t room = bytes;
        if (shared_) {
            each_ = std::min(bytes, shared_->size());
            room = shared_->size() - std::min(shared_->size(), kHeader);
        }
        limit_ = entries_in(room);
        if ((shared_ && room < limit_ * sizeof(Entry)) || !extend(0)) throw std::bad_alloc();
        if (shared_) {
            auto* const begin = static_cast<std::byte*>(shared_->data());
            header_ = reinterpret_cast<Header*>(begin);
            auto* const entries = reinterpret_cast<Entry*>(begin + kHeader);
            for (size_t before = 0; before < limit_; before = std::max(2 * before, kLeast))
                segments_[segment_of(before)] = entries + before;
        }
        size_t none = 0;
        header_->size.compare_exchange_strong(none, kLeast);
        header_->sharers.fetch_add(1);
    }

    void prefetch(const SetKey& key) const {
#if defined(__GNUC__) || defined(__clang__)
        __builtin_prefetch(line(key));
#else
        (void)key;
#endif
    }

    std::optional<Bound> find(const SetKey& key) const {
        const Entry* const first = line(key);
        for (const Entry* e = first; e != first + 2; ++e) {
            const Words words = read(*e);
            if (!words.free() && words.key() == key) return words.bound();
        }
        return std::nullopt;
    }

    void store(const SetKey& key, uint32_t secrets, const Bound& bound) {
        Entry* e = line(key);
        const Words first = read(e[0]);
        const Words second = read(e[1]);
        Entry* slot = e;
        if (!first.free() && first.key() == key) {
            if (!first.improved_by(bound)) return;
        } else if (!second.free() && second.key() == key) {
            if (!second.improved_by(bound)) return;
            slot = e + 1;
        } else {
            const bool full = !first.free() && !second.free();
            const size_t before = size();
            if (full && may_grow(before) && used() * 2 > before && grow(before)) return store(key, secrets, bound);
            slot = first.free() ? e : second.free() ? e + 1 : first.size() <= second.size() ? e : e + 1;
            if (!full) header_->used.fetch_add(1, std::memory_order_relaxed);
        }
        write(*slot, Words::of(key, secrets, bound));
    }

    // Adds an entry from another machine. An entry that was damaged in transit matches no set.
    void take(const Words& words, uint32_t n_guesses) {
        const Bound bound = words.bound();
        const bool known = bound.guess < n_guesses || bound.guess == kNoGuess;
        if (!words.free() && known && bound.cost >= -kImpossible && bound.cost <= kImpossible)
            store(words.key(), words.size(), bound);
    }

    // Doubles the size, unless another user is doing so, or there is no room: entries that move are copied to the new
    // half, which is not yet visible, and removed from the old one when it is visible to all.
    bool grow(size_t half) {
        if (header_->growing.exchange(true, std::memory_order_acquire)) return false;
        const bool room = size() == half && extend(half);
        if (size() == half && !room) limit_ = half;
        const auto moves = [&](const Words& words) { return !words.free() && (words.key().a & half / 2); };
        const auto each_line = [&](const auto& act) {
            for (size_t i = 0; room && i < half; i += 2) act(at(i), at(half + i), read(at(i)[0]), read(at(i)[1]));
        };
        each_line([&](Entry*, Entry* to, const Words& first, const Words& second) {
            if (moves(first)) write(*to++, first);
            if (moves(second)) write(*to, second);
        });
        if (room) header_->size.store(2 * half, std::memory_order_release);
        each_line([&](Entry* from, Entry*, const Words& first, const Words& second) {
            if (moves(first)) write(from[0], moves(second) ? Words{} : second);
            if (moves(first) || moves(second)) write(from[1], Words{});
        });
        header_->growing.store(false, std::memory_order_release);
        return room;
    }

    size_t size() const { return header_->size.load(std::memory_order_acquire); }
    size_t used() const { return header_->used.load(std::memory_order_relaxed); }

private:
    struct Entry {
        std::atomic<uint64_t> word[4];
    };

    static Words read(const Entry& e) {
        const auto word = [&](size_t i) { return e.word[i].load(std::memory_order_relaxed); };
        return {word(0), word(1), word(2), word(3)};
    }

    static void write(Entry& e, const Words& words) {
        const uint64_t all[] = {words.a, words.b, words.value, words.rest};
        for (size_t i = 0; i < 4; ++i) e.word[i].store(all[i], std::memory_order_relaxed);
    }

    static constexpr size_t kLeast = 1024;
    static constexpr size_t kHeader = 4096;

    // Header of a shared table.
    struct Header {
        std::atomic<size_t> size, sharers;
        std::atomic<bool> growing;
        alignas(64) std::atomic<size_t> used;
    };

    static size_t entries_in(size_t bytes) {
        size_t most = kLeast;
        while (most <= bytes / sizeof(Entry) / 2) most *= 2;
        return most;
    }

    // The first segment has kLeast entries, and each later one as many as all before.
    static size_t segment_of(size_t place) { return static_cast<size_t>(std::bit_width(place / kLeast)); }
    Entry* at(size_t place) const {
        Entry* const segment = segments_[segment_of(place)];
        MMC_ASSERT(segment != nullptr);
        return segment + (place < kLeast ? place : place - std::bit_floor(place));
    }
    Entry* line(const SetKey& key) const { return at((key.a & (size() / 2 - 1)) * 2); }

    bool may_grow(size_t from) const {
        return from < limit_ && 2 * from * sizeof(Entry) <= header_->sharers.load() * each_;
    }

    // Allocates the next segment; false if the system has no memory left.
    bool extend(size_t before) {
        const size_t count = std::max(before, kLeast);
        if (shared_) return shared_->reserve(kHeader + (before + count) * sizeof(Entry));
        std::unique_ptr<Entry[]>& own = own_[segment_of(before)];
        own.reset(new (std::nothrow) Entry[count]());
        segments_[segment_of(before)] = own.get();
        return own != nullptr;
    }

    std::shared_ptr<SharedBytes> shared_;
    std::array<std::unique_ptr<Entry[]>, 64> own_;
    std::array<Entry*, 64> segments_{};
    Header own_header_{};
    Header* header_ = &own_header_;
    size_t each_;
    std::atomic<size_t> limit_ = 0;
};

}  // namespace mmc::exact
