// Sets of equivalent items, each identified by its minimum item (union-find with path halving).
#pragma once

#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace mmc {

template <class Item>
class DisjointSets {
public:
    explicit DisjointSets(size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), Item{0}); }

    // The minimum item of the same set.
    Item least(Item item) {
        while (parent_[item] != item) item = parent_[item] = parent_[parent_[item]];
        return item;
    }

    // Joins two sets; returns false if the items were already in one set.
    bool join(Item one, Item other) {
        one = least(one), other = least(other);
        if (one == other) return false;
        if (other < one) std::swap(one, other);
        parent_[other] = one;
        return true;
    }

    // Joins every item with its image under a permutation: the sets become orbits of the group generated so far.
    template <class Images>
    void join_images(const Images& images) {
        for (Item item = 0; item < parent_.size(); ++item) join(item, static_cast<Item>(images[item]));
    }

private:
    std::vector<Item> parent_;
};

}  // namespace mmc
