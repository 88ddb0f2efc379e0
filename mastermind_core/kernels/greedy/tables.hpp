// Score tables filled by the kernel.
#pragma once

#include <cstdint>
#include <span>
#include <algorithm>
#include <array>
#include <vector>

#include "shared/code_table.hpp"
#include "shared/pulse.hpp"
#include "lanes.hpp"
#include "scan.hpp"

namespace mmc {

// A digit is 0 for a letter that is not in the secret, 1 for another position, 2 for the same position.
template <class Id>
void colours(const uint8_t* word, const CodeTable& secrets, size_t length, Id* out) {
    std::array<std::array<uint8_t, kLanes>, 16> digits;
    for (size_t at = 0; at < secrets.size(); at += kLanes) {
        std::array<Lanes, 16> here{};
        for (size_t p = 0; p < length; ++p) here[p] = equal(load(secrets.pegs(p) + at), splat(word[p])) & splat(1);
        for (size_t p = 0; p < length; ++p) {
            // The number of occurrences of this letter in the secret that remain for other positions.
            Lanes left = load(secrets.counts(word[p]) + at);
            Lanes before = splat(1);
            for (size_t q = 0; q < length; ++q) {
                if (word[q] != word[p]) continue;
                left -= here[q];
                if (q < p) before += splat(1) - here[q];
            }
            const Lanes elsewhere = at_least(left, before) & (splat(1) - here[p]);
            store(digits[p].data(), here[p] + here[p] + elsewhere);
        }
        const size_t lanes = std::min<size_t>(kLanes, secrets.size() - at);
        for (size_t lane = 0; lane < lanes; ++lane) {
            unsigned id = 0;
            for (size_t p = 0; p < length; ++p) id = id * 3 + digits[p][lane];
            out[at + lane] = static_cast<Id>(id);
        }
    }
}

// Fills a table by rows with `row(guess, out)`, which writes one score per secret.
template <class Id, class Row>
void fill_rows(std::span<const uint8_t> guesses, size_t length, size_t n_secrets, Id* out, Pulse& pulse, Row row) {
    pulse.total = guesses.size() / length;
    for (size_t g = 0; g < guesses.size(); g += length, out += n_secrets) {
        row(&guesses[g], out);
        ++pulse.done;
        pulse.work((length + 4) * n_secrets / 4 + 50);
    }
}

// The score ids of codes of up to 255 holes, one byte per pair.
inline void fill_codes(std::span<const uint8_t> guesses, const CodeTable& secrets, size_t holes,
                       std::span<const uint8_t> score_ids, uint8_t* out, Pulse& pulse) {
    fill_rows(guesses, holes, secrets.size(), out, pulse, [&](const uint8_t* guess, uint8_t* row) {
        secrets.score(guess,
                      [&](size_t i, unsigned black, unsigned both) { row[i] = score_ids[black * holes + both]; });
    });
}

// The number of common letters, or one more than the number of letters if the words are equal.
inline void fill_common(std::span<const uint8_t> guesses, const CodeTable& secrets, size_t length, uint8_t* out,
                        Pulse& pulse) {
    fill_rows(guesses, length, secrets.size(), out, pulse, [&](const uint8_t* guess, uint8_t* row) {
        secrets.score(guess, [&](size_t i, unsigned black, unsigned both) {
            row[i] = static_cast<uint8_t>(both + (black == length));
        });
    });
}

// The digits of each score in base 3, the first letter most significant.
template <class Id>
void fill_colours(std::span<const uint8_t> guesses, const CodeTable& secrets, size_t length, Id* out,
                  Pulse& pulse) {
    fill_rows(guesses, length, secrets.size(), out, pulse,
              [&](const uint8_t* guess, Id* row) { colours(guess, secrets, length, row); });
}

}  // namespace mmc
