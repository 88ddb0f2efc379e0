// Where the scores of 32 guesses against some candidates come from.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "shared/pulse.hpp"
#include "scores.hpp"

namespace mmc {

// Guesses are named by their position in the order that the source was made for. The bytes served
// are `values`; id_of takes them to score ids, one to one.
class Source {
public:
    virtual ~Source() = default;

    // The candidates that the next calls are about.
    virtual void candidates(std::span<const uint32_t> secrets) = 0;
    // The guesses: `lanes` positions from `at` on, or those listed. At most 32; the others are junk.
    virtual void guesses(size_t at, int lanes) = 0;
    virtual void guesses(const uint32_t* positions, int lanes) = 0;
    // One row of 32 for each of the candidates from `from` on; at most kSlab.
    virtual const uint8_t* const* rows(size_t from, size_t count) = 0;

    std::vector<uint8_t> values;
    std::array<uint8_t, 256> id_of{};
};

// Wide scores have a source that serves nothing. lasting: the source will serve many sets, all of them within `secrets`.
std::unique_ptr<Source> make_source(const Scores& scores, std::span<const uint32_t> order,
                                    std::span<const uint32_t> secrets, bool lasting, Pulse& pulse);

}  // namespace mmc
