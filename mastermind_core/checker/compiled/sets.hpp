// What both kinds of bounds need of sets of secrets.
#pragma once

#include "game.hpp"

struct HashSet {
    size_t operator()(const Set& set) const {
        uint64_t h = 1469598103934665603u;
        for (const uint16_t s : set) h = (h ^ s) * 1099511628211u, h ^= h >> 29;
        return h;
    }
};

// The most secrets that 0, 1, 2, ... guesses can find, till they are enough.
inline std::vector<Number> capacities(Number steps, Number ended, Number blocks, Number enough) {
    std::vector<Number> capacity{0};
    for (Number step = 0, width = ended; step < steps && capacity.back() < enough; ++step) {
        capacity.push_back(capacity.back() + width);
        width = std::min(width * blocks, enough);
    }
    return capacity;
}
