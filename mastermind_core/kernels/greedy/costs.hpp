// What a set of block sizes costs, exactly.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace mmc {

enum class Combine { kSum, kMax, kPower };

class Costs {
public:
    // costs[size] for the sizes 0 to n; not read for kPower. The caller keeps |cost| under 2**52, so
    // that no sum over 256 blocks leaves 63 bits, and under 2**46 where there may be 65536.
    Costs(Combine combine, std::span<const int64_t> costs, size_t n);

    Combine combine() const { return combine_; }
    size_t largest() const { return of_.size() - 1; }
    // The term of one block; 0 candidates cost nothing (or, for kMax, less than anything).
    int64_t of(size_t size) const { return of_[size]; }
    int64_t none() const { return combine_ == Combine::kMax ? INT64_MIN : 0; }
    int64_t join(int64_t cost, size_t size) const {
        if (combine_ != Combine::kMax) return cost + of_[size];
        return of_[size] > cost ? of_[size] : cost;
    }
    // For kMax: whether a larger block never costs less, up to n.
    bool rising(size_t n) const { return n <= rising_to_; }
    // Whether all partitions of n candidates cost the same: nothing.
    bool flat(size_t n) const { return n <= flat_to_; }
    // The least that splitting n candidates can cost, when every one alone is as good as any
    // block; INT64_MIN where that is not known.
    int64_t perfect(size_t n) const;

    // How far apart two costs of n candidates must be for their difference to be certain.
    int64_t doubt(size_t n) const;

    // -1, 0 or 1 for the true costs; sizes are those of the blocks, in any order.
    int compare(int64_t a, std::span<const uint32_t> a_sizes, int64_t b,
                std::span<const uint32_t> b_sizes) const;

private:
    Combine combine_;
    std::vector<int64_t> of_;
    size_t rising_to_ = 0, alone_best_to_ = 0, flat_to_ = 0;
};

// -1, 0 or 1: a product of primes, each with its exponent, against 1.
int compare_with_one(const std::map<uint32_t, int64_t>& exponents);

}  // namespace mmc
