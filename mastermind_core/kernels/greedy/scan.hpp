// The innermost loops: 32 guesses at a time against a few candidates, one byte per score.
//
// rows[i] points to the 32 scores of candidate i. The functions are compiled once per type of processor. They take
// plain pointers, so that the linker cannot merge code for different processors.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mmc {

constexpr int kLanes = 32;
// Sets up to this size are compared in pairs; larger ones are counted by score.
constexpr int kPairs = 32;
// The maximum number of rows per call, because counters are bytes.
constexpr int kSlab = 255;

// A hole of a code with its colour, which occurs there for the `nth` time.
struct CodeKey {
    uint8_t hole, colour, nth;
};

struct Scan {
    // out[k * 32 + lane] = 16 * (the guess has keys[k].colour in keys[k].hole)
    //                      + (it has that colour at least keys[k].nth times).
    // The guesses' colours are at places[hole * stride + lane], their counts at counts[colour * stride + lane].
    void (*code_keys)(const uint8_t* places, const uint8_t* counts, size_t stride, const CodeKey* keys,
                      size_t n_keys, uint8_t* out);

    // out[i * 32 + lane] = the sum of the key rows with indices picks[i * holes ...]: 16 * black + both.
    void (*code_sums)(const uint8_t* key_rows, const uint16_t* picks, size_t holes, size_t n, uint8_t* out);

    // A candidate's rank is the number of candidates before it with the same score. Returns the
    // lanes where the sum of weights[min(rank, 15)] is at most limit. n <= kPairs; no sum may
    // reach 65536.
    uint32_t (*pairs_sum)(const uint8_t* const* rows, int n, const uint16_t* weights, uint16_t limit);

    // Returns the lanes where the maximum rank is at most limit. n <= kPairs.
    uint32_t (*pairs_max)(const uint8_t* const* rows, int n, uint8_t limit);

    // out[k * 32 + lane] = the number of candidates with score values[k]. n <= kSlab.
    void (*count)(const uint8_t* const* rows, int n, const uint8_t* values, int n_values, uint8_t* out);

    // sums[values[k] * 32 + lane] = 0.
    void (*clear_sums)(const uint8_t* values, size_t n_values, uint32_t* sums);

    // sums[score * 32 + lane] += weights[i] for the score of every candidate.
    void (*sum_weights)(const uint8_t* const* rows, size_t n, const uint32_t* weights, uint32_t* sums);

    // out[lane] = the sum of w * (log2(w) + plus) over the positive sums w of `values`. If W < 2**31 is the total of the
    // lane's sums, the error is at most W * (kLogError + kAddError * n_values).
    void (*power_logs)(const uint32_t* sums, const uint8_t* values, size_t n_values, float plus, float* out);
};

// The error of the polynomial is at most 6e-7, that of a float 2**-24. A logarithm is at most 31, with plus at most 32.
constexpr double kLogError = 1e-5;
constexpr double kAddError = 2e-6;

extern const Scan kScanBaseline;
extern const Scan kScanAvx2;

// The instruction sets that the loops of all kernels may use, in ascending order.
enum class Vectors { baseline, avx2 };
inline constexpr const char* kVectorNames[] = {"baseline", "avx2"};
Vectors vectors();

// Limits the instruction set, as if the processor had no better one.
void limit_vectors(Vectors most);

// Returns the best loops within the limit.
const Scan& scan();

}  // namespace mmc
