// One thread of a search: its own data, and the two searches.
#pragma once

#include "common.hpp"
#include "least_total.hpp"
#include "workspace.hpp"
#include "worst_case.hpp"

namespace mmc::exact {

struct Search {
    // The first thread runs the search and checks the clock; the others help it.
    explicit Search(Common& of_all, bool first = false)
        : common(of_all), own(of_all, first), least_total(own, !first), worst_case(own) {}

    Common& common;
    Workspace own;
    LeastTotal least_total;
    WorstCase worst_case;
};

}  // namespace mmc::exact
