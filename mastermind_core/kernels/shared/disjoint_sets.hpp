// Sets of items that were found to be alike, each known by its least item (union-find with path halving).
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

    // The least item of the same set.
    Item least(Item item) {
        while (parent_[item] != item) item = parent_[item] = parent_[parent_[item]];
        return item;
    }

    // False when both were in one set before.
    bool join(Item one, Item other) {
        one = least(one), other = least(other);
        if (one == other) return false;
        if (other < one) std::swap(one, other);
        parent_[other] = one;
        return true;
    }

    // Every item with its image under a permutation: the sets become its orbits, and those of the ones before.
    template <class Images>
    void join_images(const Images& images) {
        for (Item item = 0; item < parent_.size(); ++item) join(item, static_cast<Item>(images[item]));
    }

private:
    std::vector<Item> parent_;
};

}  // namespace mmc
