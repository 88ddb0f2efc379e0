// Score tables filled by the kernel.
#pragma once

#include <cstdint>
#include <span>

#include "shared/pulse.hpp"

namespace mmc {

// One byte a pair, row by row: the id of the score of codes of up to kMaxHoles holes.
void fill_code_table(std::span<const uint8_t> guesses, std::span<const uint8_t> secrets,
                     size_t holes, std::span<const uint8_t> score_ids, uint8_t* out, Pulse& pulse);

// The same for any number of holes up to 255.
void fill_long_code_table(std::span<const uint8_t> guesses, std::span<const uint8_t> secrets,
                          size_t holes, std::span<const uint8_t> score_ids, uint8_t* out,
                          Pulse& pulse);

// kind "colours": the digits of the answer in base 3, the first letter's most significant; 0 the letter
// is not there, 1 it is elsewhere, 2 it is there. kind "common": the letters in common.
enum class WordKind { kColours, kCommon };

template <class Id>
void fill_word_table(std::span<const uint8_t> guesses, std::span<const uint8_t> secrets,
                     size_t length, WordKind kind, Id* out, Pulse& pulse);

}  // namespace mmc
