// Permutations as vectors: item i goes to p[i].
#pragma once

#include <cstddef>
#include <vector>

namespace mmc {

// First `inner`, then `outer`.
template <class T>
std::vector<T> composed(const std::vector<T>& outer, const std::vector<T>& inner) {
    std::vector<T> out(inner.size());
    for (std::size_t i = 0; i < inner.size(); ++i) out[i] = outer[inner[i]];
    return out;
}

template <class T>
std::vector<T> inverse(const std::vector<T>& p) {
    std::vector<T> out(p.size());
    for (std::size_t i = 0; i < p.size(); ++i) out[p[i]] = static_cast<T>(i);
    return out;
}

template <class T>
bool is_identity(const std::vector<T>& p) {
    for (std::size_t i = 0; i < p.size(); ++i)
        if (p[i] != i) return false;
    return true;
}

}  // namespace mmc
