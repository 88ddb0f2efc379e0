// One thread of a search: what it has of its own, and the two searches that it can do.
#pragma once

#include <memory>

#include "common.hpp"
#include "least_total.hpp"
#include "workspace.hpp"
#include "worst_case.hpp"

namespace mmc::exact {

struct Search {
    // The first thread, which is asked, watches the clock and answers.
    Search(const Problem& problem, const Options& options)
        : Search(std::make_shared<Common>(problem, options), true) {}

    // Another thread of the same search, which helps it.
    explicit Search(std::shared_ptr<Common> common) : Search(std::move(common), false) {}

    Common& common() const { return *shared; }

    const std::shared_ptr<Common> shared;
    Workspace own;
    LeastTotal least_total;
    WorstCase worst_case;

private:
    Search(std::shared_ptr<Common> common, bool first)
        : shared(std::move(common)), own(*shared, first), least_total(own, !first), worst_case(own) {}
};

}  // namespace mmc::exact
