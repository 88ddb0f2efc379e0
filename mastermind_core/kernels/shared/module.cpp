// The extension module: one bind function a family of kernels.
#include <nanobind/nanobind.h>

#include "shared/border.hpp"
#include "shared/clock.hpp"

namespace nb = nanobind;
using namespace nb::literals;

void bind_symmetries(nb::module_& m);
void bind_codes(nb::module_& m);
void bind_exact(nb::module_& m);
void bind_greedy(nb::module_& m);

NB_MODULE(_native, m) {
    m.doc() = "The kernels of mastermind_core, compiled.";
    // Modules that are never unloaded hold on to this one at exit; that is no leak.
    nb::set_leak_warnings(false);
    mmc::translate_errors();
    bind_greedy(m);
    bind_exact(m);
    bind_codes(m);
    bind_symmetries(m);
    // For tests of budgets of time, which count looks at the clock.
    using Seconds = std::chrono::duration<double>;
    m.def("clock_seconds", [] { return Seconds(mmc::Clock::now().time_since_epoch()).count(); });
    m.def("turn_clock", [](double step) {
        mmc::Clock::turn_by(std::chrono::duration_cast<mmc::Clock::duration>(Seconds(step)));
    }, "step"_a);
}
