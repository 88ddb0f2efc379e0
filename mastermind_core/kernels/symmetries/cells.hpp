// An ordered partition of 0 .. n - 1 that is only ever made finer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace mmc::symmetries {

// A cell is known by where it starts in `items`.
struct Cells {
    std::vector<uint32_t> items, cell;  // items cell by cell; the cell of each item
    std::vector<uint32_t> size;         // of the cell that starts here
    std::vector<uint8_t> solid;         // nothing can split the cell that starts here
    size_t open = 0;                    // items of cells that may still be split

    explicit Cells(size_t n = 0) : items(n), cell(n), size(n), solid(n), open(n > 1 ? n : 0) {
        std::iota(items.begin(), items.end(), 0u);
        if (n > 0) size[0] = static_cast<uint32_t>(n);
    }

    size_t n() const { return items.size(); }
    bool is_open(uint32_t start) const { return size[start] > 1 && !solid[start]; }
    const uint32_t* begin(uint32_t start) const { return items.data() + start; }
    const uint32_t* end(uint32_t start) const { return items.data() + start + size[start]; }
    uint32_t next(uint32_t start) const { return start + size[start]; }
    bool is_cell(uint32_t start) const { return cell[items[start]] == start; }

    std::vector<uint32_t> in_order(uint32_t start) const {
        std::vector<uint32_t> members;
        for (const uint32_t* item = begin(start); item != end(start); ++item) members.push_back(*item);
        std::sort(members.begin(), members.end());
        return members;
    }

    // Cut a cell after its first `length` items; what is left begins the cell that is returned.
    uint32_t cut(uint32_t start, uint32_t length) {
        const uint32_t rest = start + length;
        size[rest] = size[start] - length;
        size[start] = length;
        for (uint32_t i = rest; i < rest + size[rest]; ++i) cell[items[i]] = rest;
        open -= (length == 1) + (size[rest] == 1);
        return rest;
    }

    void make_solid(uint32_t start) {
        if (is_open(start)) open -= size[start];
        solid[start] = 1;
    }
};

}  // namespace mmc::symmetries
