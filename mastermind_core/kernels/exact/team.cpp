#include "team.hpp"

#include "position.hpp"

namespace mmc::exact {
namespace {

bool beneath(const Split* split, const Split* above) {
    while (split && split != above) split = split->above;
    return split == above;
}

}  // namespace

Split* Team::joinable(const Split* above) const {
    Split* best = nullptr;
    for (Split* split : splits_) {
        if (!beneath(split, above)) continue;
        if (!best || split->node->level < best->node->level) best = split;
    }
    return best;
}

}  // namespace mmc::exact
