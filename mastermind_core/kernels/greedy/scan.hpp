// The innermost loops: 32 guesses at a time against a few candidates, a byte a score.
//
// rows[i] points at the 32 scores of candidate i. Plain pointers only: these functions are compiled
// once for each kind of processor, and nothing that the linker could share may be among them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mmc {

constexpr int kLanes = 32;
// Sets up to this size are compared in pairs, larger ones are counted score by score.
constexpr int kPairs = 32;
// Counters are bytes: at most this many rows a call.
constexpr int kSlab = 255;

// A place of a code holding a colour that the code has shown `nth` times up to there.
struct CodeKey {
    uint8_t hole, colour, nth;
};

struct Scan {
    // out[k * 32 + lane] = 16 * (the guess has keys[k].colour in keys[k].hole)
    //                      + (it has that colour at least keys[k].nth times).
    // The guesses' colours are at places[hole * stride + lane], their counts at counts[colour * stride + lane].
    void (*code_keys)(const uint8_t* places, const uint8_t* counts, size_t stride,
                      const CodeKey* keys, size_t n_keys, uint8_t* out);

    // out[i * 32 + lane] = the sum of the key rows that picks[i * holes ...] names: 16 * black + both.
    void (*code_sums)(const uint8_t* key_rows, const uint16_t* picks, size_t holes, size_t n,
                      uint8_t* out);

    // out[i] = 16 * black + both of a code and each of n codes, as PackedCodes has them: those that `which` names,
    // or the first ones where it names none.
    void (*code_pairs)(const uint64_t* code, const uint64_t* codes, size_t words, const uint32_t* which, size_t n,
                       uint8_t* out);

    // A candidate's rank is the number of candidates before it with the same score. Returns the
    // lanes where the sum of weights[min(rank, 15)] is at most limit. n <= kPairs; no sum may
    // reach 65536.
    uint32_t (*pairs_sum)(const uint8_t* const* rows, int n, const uint16_t* weights,
                          uint16_t limit);

    // Returns the lanes where the greatest rank is at most limit. n <= kPairs.
    uint32_t (*pairs_max)(const uint8_t* const* rows, int n, uint8_t limit);

    // out[k * 32 + lane] = the number of candidates with score values[k]. n <= kSlab.
    void (*count)(const uint8_t* const* rows, int n, const uint8_t* values, int n_values,
                  uint8_t* out);

    // sums[values[k] * 32 + lane] = 0.
    void (*clear_sums)(const uint8_t* values, size_t n_values, uint32_t* sums);

    // sums[score * 32 + lane] += weights[i] for the score of every candidate.
    void (*sum_weights)(const uint8_t* const* rows, size_t n, const uint32_t* weights, uint32_t* sums);

    // out[lane] = the sum of w * (log2(w) + plus) over the sums that `values` names, those of 0 left out. With W for
    // what the lane's sums, under 2**31, have together, it is within W * (kLogError + kAddError * n_values).
    void (*power_logs)(const uint32_t* sums, const uint8_t* values, size_t n_values, float plus, float* out);
};

// The polynomial is within 6e-7; floats round by 2**-24, and no logarithm is over 31, nor over 32 with a plus of 1.
constexpr double kLogError = 1e-5, kAddError = 2e-6;

extern const Scan kScanBaseline;
extern const Scan kScanAvx2;

// What the loops of all kernels use of the processor, the less first.
enum class Vectors { baseline, avx2, avx512 };
inline constexpr const char* kVectorNames[] = {"baseline", "avx2", "avx512"};
Vectors vectors();

// Uses no more, as if the processor had no more.
void limit_vectors(Vectors most);

// The best of them within that.
const Scan& scan();

}  // namespace mmc
