// Score tables filled by the kernel.
#pragma once

#include <cstdint>
#include <span>
#include <algorithm>
#include <array>
#include <vector>

#include "shared/pulse.hpp"
#include "lanes.hpp"
#include "scan.hpp"
#include "scores.hpp"

namespace mmc {

// kind "colours": the digits of the answer in base 3, the first letter's most significant; 0 the letter
// is not there, 1 it is elsewhere, 2 it is there. kind "common": the letters in common.
enum class WordKind { kColours, kCommon };

// A row of all words for each place, and one for each letter with how often a word has it.
struct Turned {
    Turned(std::span<const uint8_t> words, size_t length, size_t letters)
        : n(words.size() / length),
          stride((n + kLanes - 1) / kLanes * kLanes),
          places(length * stride),
          counts(letters * stride) {
        for (size_t i = 0; i < n; ++i) {
            for (size_t p = 0; p < length; ++p) {
                const uint8_t letter = words[i * length + p];
                places[p * stride + i] = letter;
                ++counts[letter * stride + i];
            }
        }
    }

    size_t n, stride;
    std::vector<uint8_t> places, counts;
};

inline size_t letters_in(std::span<const uint8_t> a, std::span<const uint8_t> b) {
    uint8_t top = 0;
    for (const auto& some : {a, b})
        for (const uint8_t letter : some) top = std::max(top, letter);
    return size_t{top} + 1;
}

template <class Id>
void colours(const uint8_t* word, const Turned& secrets, size_t length, Id* out) {
    std::array<std::array<uint8_t, kLanes>, 16> digits;
    for (size_t at = 0; at < secrets.n; at += kLanes) {
        std::array<Lanes, 16> here{};
        for (size_t p = 0; p < length; ++p)
            here[p] = equal(load(&secrets.places[p * secrets.stride + at]), splat(word[p])) & splat(1);
        for (size_t p = 0; p < length; ++p) {
            // Letters of this kind that the secret has left for those not in their place.
            Lanes left = load(&secrets.counts[word[p] * secrets.stride + at]);
            Lanes before = splat(1);
            for (size_t q = 0; q < length; ++q) {
                if (word[q] != word[p]) continue;
                left -= here[q];
                if (q < p) before += splat(1) - here[q];
            }
            const Lanes elsewhere = at_least(left, before) & (splat(1) - here[p]);
            store(digits[p].data(), here[p] + here[p] + elsewhere);
        }
        const size_t lanes = std::min<size_t>(kLanes, secrets.n - at);
        for (size_t lane = 0; lane < lanes; ++lane) {
            unsigned id = 0;
            for (size_t p = 0; p < length; ++p) id = id * 3 + digits[p][lane];
            out[at + lane] = static_cast<Id>(id);
        }
    }
}

template <class Id>
void common(const uint8_t* word, const Turned& secrets, size_t length, Id* out) {
    std::array<uint8_t, kLanes> sums, sames;
    for (size_t at = 0; at < secrets.n; at += kLanes) {
        Lanes sum = splat(0), same = splat(1);
        for (size_t p = 0; p < length; ++p) {
            const auto nth = static_cast<uint8_t>(1 + std::count(word, word + p, word[p]));
            sum += at_least(load(&secrets.counts[word[p] * secrets.stride + at]), splat(nth)) & splat(1);
            same = same & equal(load(&secrets.places[p * secrets.stride + at]), splat(word[p]));
        }
        store(sums.data(), sum);
        store(sames.data(), same);
        const size_t lanes = std::min<size_t>(kLanes, secrets.n - at);
        for (size_t lane = 0; lane < lanes; ++lane)
            out[at + lane] = static_cast<Id>(sums[lane] + sames[lane]);
    }
}

// With more holes than kMaxHoles, black and black + white have no room in one byte.
inline void score_long(const uint8_t* code, const Turned& secrets, size_t holes,
                std::span<const uint8_t> score_ids, uint8_t* out) {
    std::array<uint8_t, 256> nth;
    for (size_t p = 0; p < holes; ++p)
        nth[p] = static_cast<uint8_t>(1 + std::count(code, code + p, code[p]));
    std::array<uint8_t, kLanes> blacks, boths;
    for (size_t at = 0; at < secrets.n; at += kLanes) {
        Lanes black = splat(0), both = splat(0);
        for (size_t p = 0; p < holes; ++p) {
            black += equal(load(&secrets.places[p * secrets.stride + at]), splat(code[p])) & splat(1);
            both += at_least(load(&secrets.counts[code[p] * secrets.stride + at]), splat(nth[p])) & splat(1);
        }
        store(blacks.data(), black);
        store(boths.data(), both);
        const size_t lanes = std::min<size_t>(kLanes, secrets.n - at);
        for (size_t lane = 0; lane < lanes; ++lane)
            out[at + lane] = score_ids[blacks[lane] * (holes + 1) + boths[lane] - blacks[lane]];
    }
}

// The same for any number of holes up to 255.
inline void fill_long_code_table(std::span<const uint8_t> guesses, std::span<const uint8_t> secrets,
                          size_t holes, std::span<const uint8_t> score_ids, uint8_t* out,
                          Pulse& pulse) {
    const Turned turned(secrets, holes, letters_in(guesses, secrets));
    pulse.total = guesses.size() / holes;
    for (size_t g = 0; g < guesses.size(); g += holes, out += turned.n) {
        score_long(&guesses[g], turned, holes, score_ids, out);
        ++pulse.done;
        pulse.work(holes * turned.n / 4 + 50);
    }
}

// One byte a pair, row by row: the id of the score of codes of up to kMaxHoles holes.
inline void fill_code_table(std::span<const uint8_t> guesses, std::span<const uint8_t> secrets,
                     size_t holes, std::span<const uint8_t> score_ids, uint8_t* out, Pulse& pulse) {
    const size_t n_colours = letters_in(guesses, secrets);
    const Turned turned(secrets, holes, n_colours);
    std::array<uint8_t, 256> id_of{};
    for (size_t both = 0; both <= holes; ++both)
        for (size_t black = 0; black <= both; ++black)
            id_of[16 * black + both] = score_ids[black * (holes + 1) + both - black];
    std::array<CodeKey, kMaxHoles> keys;
    std::array<uint16_t, kMaxHoles> picks;
    std::array<uint8_t, kMaxHoles * kLanes> rows;
    std::array<uint8_t, kLanes> sums;
    for (size_t p = 0; p < holes; ++p) picks[p] = static_cast<uint16_t>(p);
    pulse.total = guesses.size() / holes;
    for (size_t g = 0; g < guesses.size(); g += holes, out += turned.n) {
        const uint8_t* code = &guesses[g];
        for (size_t p = 0; p < holes; ++p)
            keys[p] = {static_cast<uint8_t>(p), code[p],
                       static_cast<uint8_t>(1 + std::count(code, code + p, code[p]))};
        for (size_t at = 0; at < turned.n; at += kLanes) {
            scan().code_keys(&turned.places[at], &turned.counts[at], turned.stride, keys.data(),
                             holes, rows.data());
            scan().code_sums(rows.data(), picks.data(), holes, 1, sums.data());
            const size_t lanes = std::min<size_t>(kLanes, turned.n - at);
            for (size_t lane = 0; lane < lanes; ++lane) out[at + lane] = id_of[sums[lane]];
        }
        ++pulse.done;
        pulse.work(2 * turned.n + 50);
    }
}

template <class Id>
void fill_word_table(std::span<const uint8_t> guesses, std::span<const uint8_t> secrets,
                     size_t length, WordKind kind, Id* out, Pulse& pulse) {
    const Turned turned(secrets, length, letters_in(guesses, secrets));
    pulse.total = guesses.size() / length;
    for (size_t g = 0; g < guesses.size(); g += length, out += turned.n) {
        if (kind == WordKind::kColours)
            colours(&guesses[g], turned, length, out);
        else
            common(&guesses[g], turned, length, out);
        ++pulse.done;
        pulse.work(4 * turned.n + 50);
    }
}

}  // namespace mmc
