// The extension module: one bind function per family of kernels.
#include <nanobind/nanobind.h>

#include "shared/border.hpp"
#include "shared/clock.hpp"

namespace nb = nanobind;
using namespace nb::literals;

void bind_symmetries(nb::module_& m);
void bind_codes(nb::module_& m);
void bind_heuristics(nb::module_& m);
void bind_noise(nb::module_& m);
void bind_agents(nb::module_& m);
void bind_tables(nb::module_& m);
void bind_exact(nb::module_& m);
void bind_greedy(nb::module_& m);

NB_MODULE(_native, m) {
    m.doc() = "The kernels of mastermind_core, compiled.";
    // Modules that are never unloaded reference this one at exit, which is not a leak.
    nb::set_leak_warnings(false);
    mmc::translate_errors();
    for (auto* bind : {bind_greedy, bind_exact, bind_codes, bind_heuristics, bind_noise, bind_agents, bind_tables,
                       bind_symmetries})
        bind(m);
    // For tests of time budgets, which count readings of the clock.
    using Seconds = std::chrono::duration<double>;
    m.def("clock_seconds", [] { return Seconds(mmc::Clock::now().time_since_epoch()).count(); });
    m.def(
        "turn_clock",
        [](double step) { mmc::Clock::turn_by(std::chrono::duration_cast<mmc::Clock::duration>(Seconds(step))); },
        "step"_a);
}
