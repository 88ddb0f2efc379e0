// Invariants: conditions that hold unless the code is wrong, unlike those of arguments (border.hpp). Builds with
// sanitizers check them; in others they are compiled, but cost nothing.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace mmc {

[[noreturn]] inline void broken(const char* condition, const char* file, int line) {
    std::fprintf(stderr, "%s:%d: the invariant does not hold: %s\n", file, line, condition);
    std::abort();
}

}  // namespace mmc

#ifdef MASTERMIND_CORE_CHECKED
#define MMC_ASSERT(CONDITION) ((CONDITION) ? void() : mmc::broken(#CONDITION, __FILE__, __LINE__))
#else
#define MMC_ASSERT(CONDITION) void(sizeof((CONDITION) ? 1 : 0))
#endif
