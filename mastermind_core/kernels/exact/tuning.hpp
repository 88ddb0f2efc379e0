// The thresholds of the exact search in one table: name, default, range, and what a larger value gives and takes.
//
// None of them changes what a search proves: a test may put a position on either side of each. Those that Python may
// set come first, in the order in which it gives them. The defaults were chosen by the times of M(4,6) to M(4,9),
// AB(4,7) to AB(4,10), Wordle and random tables; most of them may be doubled or halved within a few per cent.
#pragma once

#include <cstdint>

namespace mmc::exact {

inline constexpr uint32_t kAnySize = 1u << 30;  // over the size of every set

#define MMC_EXACT_TUNINGS(T) \
    /* name, default, least, most, trade-off */ \
    T(cut_size, 24, 0, kAnySize, "smallest set that gets a table of its own: fewer copies, slower scans of small sets") \
    T(cut_factor, 2, 1, kAnySize, "such a set is so many times smaller than its table: the same trade") \
    T(cut_after, 30, 0, kAnySize, "guesses searched at a set before it gets one: no table in vain, later profit") \
    T(group_size, 12, 0, kAnySize, "smallest set whose stabiliser is looked for: less time for it, more guesses alike") \
    T(step_divisor, 8, 1, kAnySize, "bounds rise by a part of the weight: finer steps waste less depth, more passes") \
    T(many_guesses, 64, 0, kAnySize, "first guesses over which threads share them: else they work below one of them") \
    T(glance_set, 512, 0, kAnySize, "smallest set whose blocks are glanced at first: fewer glances, later refutations") \
    T(glance_block, 16, 0, kAnySize, "smallest block that is glanced at: the same trade") \
    T(share_set, 64, 0, kAnySize, "smallest set whose guesses threads share: less waiting for locks, more idle threads") \
    T(renamed_set, 4, 0, kAnySize, "smallest set that has a canonical form: less time for it, more sets solved twice") \
    T(caps_set, 5, 0, kAnySize, "smallest set whose subsets are capped, for the worst case: less counting, weaker caps") \
    T(caps_steps, 12, 3, kAnySize, "most guesses left that are capped: stronger caps, counted more often") \
    T(share_taken, 8, 1, kAnySize, "guesses that a thread takes at once: fewer locks, more idle threads at the end") \
    T(isolated_set, 20, 3, kAnySize, "smallest set of goals bounded by what tells one from all others: less time for it, weaker bounds") \
    T(even_set, 256, 0, kAnySize, "smallest set whose blocks are raised evenly, if any: less of them solved, more looked at again") \
    T(salvaged_unknown, 10, 0, kAnySize, "largest set solved for the tree of a stopped search: better tree, more time") \
    T(salvaged_known, 64, 0, kAnySize, "the same below a first guess of known total: only forgotten sets are solved") \
    T(element_mib, 24, 1, 1 << 20, "MiB of one listed group: exact stabilisers, for more memory") \
    T(group_mib, 160, 1, 1 << 20, "MiB of stabilisers kept, over which none is listed: the same trade") \
    T(most_group_mib, 1024, 1, 1 << 20, "MiB of stabilisers kept, over which no more are sought: the same trade") \
    T(mask_mib, 256, 1, 1 << 20, "MiB of masks of legal guesses, of all threads: the game is asked less often") \
    T(few_legal, 128, 1, kAnySize, "where one of so many guesses is legal, legal ones are looked at one by one: fewer such sets, more of all guesses")

struct Tuning {
#define MMC_FIELD(NAME, DEFAULT, LEAST, MOST, TRADE) uint32_t NAME = DEFAULT;
    MMC_EXACT_TUNINGS(MMC_FIELD)
#undef MMC_FIELD
};

struct TuningRow {
    const char* name;
    uint32_t Tuning::*value;
    uint32_t least, most;
};

inline constexpr TuningRow kTunings[] = {
#define MMC_ROW(NAME, DEFAULT, LEAST, MOST, TRADE) {#NAME, &Tuning::NAME, LEAST, MOST},
    MMC_EXACT_TUNINGS(MMC_ROW)
#undef MMC_ROW
};

}  // namespace mmc::exact
