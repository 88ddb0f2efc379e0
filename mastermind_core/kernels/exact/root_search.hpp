// A search that an application provides for whole problems of its own kind, in the place of the general one.
#pragma once

#include <memory>

#include "search.hpp"

namespace mmc::exact {

class RootSearch {
public:
    virtual ~RootSearch() = default;
    // Whether the search takes a position.
    virtual bool takes(const Node& node) const = 0;
    // An exact cost, or a lower bound over the budget.
    virtual Bound least_total(const Node& root, Cost budget) = 0;
};

// Makes such a search for a problem. The application's bind function sets it; without one there is none.
inline std::unique_ptr<RootSearch> (*make_root_search)(Search&) = nullptr;

}  // namespace mmc::exact
