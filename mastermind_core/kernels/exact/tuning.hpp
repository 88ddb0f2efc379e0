// The thresholds of the exact search in one table: name, default, range, and the effect of a larger value.
//
// None of them changes the proofs of a search: a test may put a position on either side of each. Those that Python can
// set come first, in the order of Python's values. The defaults were chosen by the times of M(4,6) to M(4,9), AB(4,7)
// to AB(4,10), Wordle and random tables; most of them may be doubled or halved with a change of a few per cent.
#pragma once

#include <cstdint>

namespace mmc::exact {

inline constexpr uint32_t kAnySize = 1u << 30;  // larger than any set

#define MMC_EXACT_TUNINGS(T)                                                                                       \
    /* name, default, least, most, trade-off */                                                                    \
    T(cut_size, 24, 0, kAnySize,                                                                                   \
      "minimum size of a set with its own table: fewer copies, slower scans of small sets")                        \
    T(cut_factor, 2, 1, kAnySize, "minimum ratio of the sizes of the table and of such a set: the same trade-off") \
    T(cut_after, 30, 0, kAnySize,                                                                                  \
      "guesses searched at a set before it gets its own table: fewer useless tables, later profit")                \
    T(group_size, 12, 0, kAnySize,                                                                                 \
      "minimum size of a set whose stabiliser is computed: less time for it, more equivalent guesses")             \
    T(step_divisor, 8, 1, kAnySize,                                                                                \
      "bounds rise by the weight divided by this: finer steps waste less depth, more passes")                      \
    T(many_guesses, 64, 0, kAnySize,                                                                               \
      "threads share the first guesses if there are more than this: otherwise they work below one of them")        \
    T(glance_set, 512, 0, kAnySize,                                                                                \
      "minimum size of a set whose blocks get one-step bounds: fewer of them, later refutations")                  \
    T(glance_block, 16, 0, kAnySize, "minimum size of a block with a one-step bound: the same trade-off")          \
    T(share_set, 64, 0, kAnySize,                                                                                  \
      "minimum size of a set whose guesses threads share: less waiting for locks, more idle threads")              \
    T(renamed_set, 4, 0, kAnySize,                                                                                 \
      "minimum size of a set with a canonical form: less time for it, more sets solved twice")                     \
    T(caps_set, 5, 0, kAnySize,                                                                                    \
      "minimum size of a set with subset capacity bounds (worst case): less counting, weaker bounds")              \
    T(caps_steps, 12, 3, kAnySize,                                                                                 \
      "maximum number of remaining guesses with these bounds: stronger bounds, counted more often")                \
    T(share_taken, 8, 1, kAnySize,                                                                                 \
      "guesses that a thread takes at once: fewer locks, more idle threads at the end")                            \
    T(isolated_set, 20, 3, kAnySize,                                                                               \
      "minimum size of a set of goals with isolation bounds: less time for them, weaker bounds")                   \
    T(even_set, 256, 0, kAnySize,                                                                                  \
      "minimum size of a set whose blocks are raised evenly, if any: fewer blocks solved, more revisited")         \
    T(salvaged_unknown, 10, 0, kAnySize,                                                                           \
      "maximum size of a set solved for the tree of a stopped search: better tree, more time")                     \
    T(salvaged_known, 64, 0, kAnySize,                                                                             \
      "the same below a first guess of known total: only dropped sets are solved again")                           \
    T(element_mib, 24, 1, 1 << 20, "MiB per listed group: exact stabilisers, for more memory")                     \
    T(group_mib, 160, 1, 1 << 20, "MiB of stored stabilisers, above which no group is listed: the same trade-off") \
    T(most_group_mib, 1024, 1, 1 << 20,                                                                            \
      "MiB of stored stabilisers, above which none is computed: the same trade-off")                               \
    T(legal_share, 256, 0, kAnySize,                                                                               \
      "share of legal guesses whose blocks are counted one by one: fewer counted, without vectors")                \
    T(mask_mib, 256, 1, 1 << 20, "MiB of masks of legal guesses, of all threads: fewer calls of the game")          \
    T(numbered, 254, 1, 254,                                                                                       \
      "maximum number of blocks of a guess in a table of bytes: less memory, fewer sets with two bytes per score")

struct Tuning {
#define MMC_FIELD(NAME, DEFAULT, LEAST, MOST, TRADE) uint32_t NAME = DEFAULT;
    MMC_EXACT_TUNINGS(MMC_FIELD)
#undef MMC_FIELD
};

struct TuningRow {
    const char* name;
    uint32_t Tuning::* value;
    uint32_t least, most;
};

inline constexpr TuningRow kTunings[] = {
#define MMC_ROW(NAME, DEFAULT, LEAST, MOST, TRADE) {#NAME, &Tuning::NAME, LEAST, MOST},
    MMC_EXACT_TUNINGS(MMC_ROW)
#undef MMC_ROW
};

}  // namespace mmc::exact
