// The table of solved sets: a set of candidates -> a proven lower bound, or its exact cost.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
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
    purse,        // what is left for each path, where that is limited
    even,         // secrets have weights that do not count here
    prices,       // of the guesses that follow, where they differ by how many there were
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

// Memory that processes of one machine have in common, and that outlives them: a file that all of them map.
//
// The file may be shorter than what is mapped of it. It is all zeros at first; what is written to is reserved before, as a
// page that the system has not got would end the process.
class SharedBytes {
public:
    // Takes over an open file, and maps it from a multiple of the size of a page on.
    SharedBytes(int file, size_t from, size_t size) : file_(file), from_(from), size_(size) {
#ifndef _WIN32
        struct stat about {};
        if (fstat(file, &about) != 0) throw std::invalid_argument("file: expected the number of an open file");
        void* mapped = size ? mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, static_cast<off_t>(from)) : MAP_FAILED;
        if (mapped == MAP_FAILED) {
            close(file);
            throw std::bad_alloc();
        }
        data_ = mapped;
#else
        throw std::bad_alloc();
#endif
    }
    // Bytes that somebody else has mapped, all of which are there.
    SharedBytes(void* data, size_t size, std::shared_ptr<void> owner) : size_(size), data_(data), owner_(std::move(owner)) {}
    ~SharedBytes() {
#ifndef _WIN32
        if (owner_) return;
        munmap(data_, size_);
        close(file_);
#endif
    }
    SharedBytes(const SharedBytes&) = delete;

    bool reserve(size_t begin, size_t end) {
        if (end > size_) return false;
        if (owner_) return true;
#ifdef __linux__
        int said;
        do said = posix_fallocate(file_, static_cast<off_t>(from_ + begin), static_cast<off_t>(end - begin));
        while (said == EINTR);
        return said == 0;
#elif !defined(_WIN32)
        struct stat about {};
        if (fstat(file_, &about) != 0) return false;
        static const char zeros[1 << 16] = {};
        for (auto at = static_cast<size_t>(about.st_size); at < from_ + end;) {
            const size_t count = at < from_ ? from_ - at : from_ + end - at;
            const ssize_t written = pwrite(file_, zeros, count < sizeof zeros ? count : sizeof zeros, static_cast<off_t>(at));
            if (written <= 0) return false;
            at += static_cast<size_t>(written);
        }
        (void)begin;
        return true;
#else
        (void)begin;
        return false;
#endif
    }

    void* data() const { return data_; }
    size_t size() const { return size_; }

private:
    int file_ = -1;
    size_t from_ = 0, size_ = 0;
    void* data_ = nullptr;
    std::shared_ptr<void> owner_;
};

// Two entries a cache line. A full line gives up the entry of the smaller set: it is the cheaper one to redo.
//
// Threads read and write it at once, without a lock. The key of an entry is kept mixed with its other two words, so
// that what one thread reads while another writes looks like the entry of no set at all. Only grow() needs the table
// for itself.
//
// Processes that share one do so too, and nobody can have it for himself: there it grows where it is, by whoever finds
// it crowded. What another writes meanwhile may be lost, and what was written by one that was killed is the entry of
// no set.
class TranspositionTable {
public:
    explicit TranspositionTable(size_t bytes) : limit_(entries_in(bytes)) {
        own_ = std::make_unique<Entry[]>(kLeast);
        entries_ = own_.get();
        size_ = kLeast;
    }

    // Each who shares it adds so many bytes to what it may take.
    TranspositionTable(std::shared_ptr<SharedBytes> shared, size_t bytes_each)
        : shared_(std::move(shared)), each_(std::min(bytes_each, shared_->size())) {
        const size_t room = shared_->size() < kHeader ? 0 : shared_->size() - kHeader;
        limit_ = entries_in(room);
        auto* const begin = static_cast<std::byte*>(shared_->data());
        if (room < limit_ * sizeof(Entry) || !shared_->reserve(0, kHeader + kLeast * sizeof(Entry))) throw std::bad_alloc();
        header_ = reinterpret_cast<Header*>(begin);
        entries_ = reinterpret_cast<Entry*>(begin + kHeader);
        size_t none = 0;
        header_->size.compare_exchange_strong(none, kLeast);
        header_->sharers.fetch_add(1);
        keep_up();
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
    [[nodiscard]] bool store(const SetKey& key, uint32_t secrets, const Bound& bound) {
        keep_up();
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
            if (full && may_grow() && used() * 2 > size()) {
                if (!header_) return false;
                if (grow_in_place()) return store(key, secrets, bound);
            }
            slot = first.free() ? e : second.free() ? e + 1 : first.size() <= second.size() ? e : e + 1;
            if (!full) count().fetch_add(1, std::memory_order_relaxed);
        }
        write(*slot, Words::of(key, secrets, bound));
        return true;
    }

    // An entry as it goes to a table of another process or machine. One that is damaged on its way is that of no set.
    using Packed = std::array<uint64_t, 4>;

    static Packed packed(const SetKey& key, uint32_t secrets, const Bound& bound) {
        const Words words = Words::of(key, secrets, bound);
        return {words.a, words.b, words.value, words.rest};
    }

    // False when the table should grow() first.
    [[nodiscard]] bool take(const Packed& packed, uint32_t n_guesses) {
        const Words words{packed[0], packed[1], packed[2], packed[3]};
        const bool known = words.guess() < n_guesses || words.guess() == kNoGuess;
        if (words.free() || !known || words.cost() < -kImpossible || words.cost() > kImpossible) return true;
        return store(words.key(), words.size(), {words.cost(), words.exact(), words.depth(), words.guess()});
    }

    // Where the system has no memory left, the table stays as it is.
    void grow() {
        const size_t count = size();
        if (!may_grow()) return;
        std::unique_ptr<Entry[]> old;
        try {
            old = std::make_unique<Entry[]>(count * 2);
        } catch (const std::bad_alloc&) {
            limit_ = count;
            return;
        }
        old.swap(own_);
        entries_ = own_.get();
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

    size_t used() const { return count().load(std::memory_order_relaxed); }

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

    size_t line(const SetKey& key) const { return (key.a & (size() / 2 - 1)) * 2; }

    static constexpr size_t kLeast = 1024, kHeader = 4096;

    // What processes know of the table that they share.
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

    size_t size() const { return size_.load(std::memory_order_relaxed); }
    bool may_grow() const {
        const size_t count = size();
        return count < limit_ && (!header_ || 2 * count * sizeof(Entry) <= header_->sharers.load() * each_);
    }
    std::atomic<size_t>& count() { return header_ ? header_->used : used_; }
    const std::atomic<size_t>& count() const { return header_ ? header_->used : used_; }
    void keep_up() {
        if (header_) size_.store(header_->size.load(std::memory_order_acquire), std::memory_order_relaxed);
    }

    // Twice as large, unless another process is at it: what moves is copied to the new half, which nobody knows
    // yet, and taken from the old one when all know.
    bool grow_in_place() {
        const size_t before = size();
        if (header_->growing.exchange(true, std::memory_order_acquire)) return false;
        keep_up();
        const size_t half = size();
        const bool crowded = may_grow() && used() * 2 > half;
        const bool room = crowded && shared_->reserve(kHeader, kHeader + 2 * half * sizeof(Entry));
        if (crowded && !room) limit_ = half;
        const auto each_moving = [&](const auto& act) {
            for (size_t i = 0; room && i < half; ++i) {
                const Words words = read(entries_[i]);
                if (!words.free() && (words.key().a & half / 2)) act(i, words);
            }
        };
        each_moving([&](size_t i, const Words& words) { write(entries_[half + i], words); });
        if (room) header_->size.store(2 * half, std::memory_order_release);
        each_moving([&](size_t i, const Words&) { entries_[i].word[3].store(0, std::memory_order_relaxed); });
        header_->growing.store(false, std::memory_order_release);
        keep_up();
        return size() > before;
    }

    std::unique_ptr<Entry[]> own_;
    std::shared_ptr<SharedBytes> shared_;
    Header* header_ = nullptr;
    Entry* entries_ = nullptr;
    std::atomic<size_t> size_ = 0, used_ = 0;
    size_t limit_ = 0, each_ = 0;
};

}  // namespace mmc::exact
