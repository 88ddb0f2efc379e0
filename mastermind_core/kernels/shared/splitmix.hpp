// Pseudorandom numbers that are equal on every platform: for hashing, and for seeding generators.
#pragma once

#include <cstdint>

namespace mmc {

constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15u;

// One step of Steele, Lea and Flood's splitmix64 from state x: the state after it is x + kGolden.
constexpr std::uint64_t splitmix64(std::uint64_t x) {
    x += kGolden;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

}  // namespace mmc
