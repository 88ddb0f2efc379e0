#include "costs.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

namespace mmc {
namespace {

// "power" costs are products of size ** size. Each prime p stands for one integer
// l(p) = round(log2(p) * 2**s), and a product for the sum of l over its prime factors, counted as
// often as they occur: equal products have equal sums.
//
// Error: with n candidates in blocks k_1, k_2, ... the product has at most sum(k_i * log2(k_i))
// <= n * log2(n) prime factors. log2 from <cmath> is within 2 units in its last place, which for
// p < 2**32 is at most 2 * 2**-48; so for s <= 44, |l(p) - 2**s * log2(p)| <= 1/2 + 2**-3 < 1. A sum
// is thus within n * log2(n) of the true logarithm, and two sums that are further apart than
// 2 * n * log2(n) are in the order of their products. Closer ones are compared as integers.
//
// Overflow: a sum is at most 2**s * n * log2(n) + n * log2(n); s is chosen so that it stays under 2**62.
constexpr int kLogBits = 44;

uint64_t log_mass(size_t n) {
    return n < 2 ? 1 : static_cast<uint64_t>(n) * static_cast<uint64_t>(std::bit_width(n));
}

std::vector<int64_t> power_logs(size_t n) {
    const int bits = std::min(kLogBits, 61 - static_cast<int>(std::bit_width(log_mass(n))));
    std::vector<int64_t> logs(n + 1, 0);
    std::vector<uint32_t> factor(n + 1, 0);
    for (size_t p = 2; p <= n; ++p) {
        if (factor[p] == 0) {
            logs[p] = std::llround(std::ldexp(std::log2(static_cast<double>(p)), bits));
            for (size_t m = p; m <= n; m += p)
                if (factor[m] == 0) factor[m] = static_cast<uint32_t>(p);
        } else {
            logs[p] = logs[factor[p]] + logs[p / factor[p]];
        }
    }
    for (size_t k = 2; k <= n; ++k) logs[k] *= static_cast<int64_t>(k);
    return logs;
}

void factorise(std::map<uint32_t, int64_t>& exponents, std::span<const uint32_t> sizes, int64_t sign) {
    for (const uint32_t size : sizes) {
        uint32_t rest = size;
        for (uint32_t p = 2; rest > 1; ++p) {
            if (static_cast<uint64_t>(p) * p > rest) p = rest;
            for (; rest % p == 0; rest /= p) exponents[p] += sign * static_cast<int64_t>(size);
        }
    }
}

// Natural numbers, lowest digit first, just large enough to multiply by small factors and compare.
using Digits = std::vector<uint32_t>;

void multiply(Digits& digits, uint32_t factor) {
    uint64_t carry = 0;
    for (uint32_t& digit : digits) {
        carry += static_cast<uint64_t>(digit) * factor;
        digit = static_cast<uint32_t>(carry);
        carry >>= 32;
    }
    if (carry) digits.push_back(static_cast<uint32_t>(carry));
}

int compare_products(std::span<const uint32_t> a, std::span<const uint32_t> b) {
    std::map<uint32_t, int64_t> exponents;
    factorise(exponents, a, 1);
    factorise(exponents, b, -1);
    return compare_with_one(exponents);
}

}  // namespace

int compare_with_one(const std::map<uint32_t, int64_t>& exponents) {
    Digits up{1}, down{1};
    for (const auto& [prime, exponent] : exponents) {
        Digits& digits = exponent > 0 ? up : down;
        // Several factors at once while they fit in a digit.
        int64_t left = exponent > 0 ? exponent : -exponent;
        while (left > 0) {
            uint64_t step = prime;
            for (--left; left > 0 && step * prime <= UINT32_MAX; --left) step *= prime;
            multiply(digits, static_cast<uint32_t>(step));
        }
    }
    if (up.size() != down.size()) return up.size() < down.size() ? -1 : 1;
    if (up == down) return 0;
    return std::lexicographical_compare(up.rbegin(), up.rend(), down.rbegin(), down.rend()) ? -1 : 1;
}

Costs::Costs(Combine combine, std::span<const int64_t> costs, size_t n) : combine_(combine) {
    if (combine == Combine::kPower)
        of_ = power_logs(n);
    else
        of_.assign(costs.begin(), costs.begin() + static_cast<std::ptrdiff_t>(n + 1));
    of_[0] = none();
    rising_to_ = alone_best_to_ = std::min<size_t>(n, 1);
    while (rising_to_ < n && of_[rising_to_] <= of_[rising_to_ + 1]) ++rising_to_;
    if (combine == Combine::kSum)
        while (flat_to_ < n && of_[flat_to_ + 1] == 0) ++flat_to_;
    if (n == 0) return;
    if (combine == Combine::kMax) {
        while (alone_best_to_ < n && of_[1] <= of_[alone_best_to_ + 1]) ++alone_best_to_;
    } else {
        // Block k must cost at least k times a block of one; divided, as the product may overflow.
        const auto dear = [&](size_t k) {
            const auto step = static_cast<int64_t>(k);
            const int64_t share = of_[k] / step - (of_[k] % step < 0);
            return of_[1] <= share;
        };
        while (alone_best_to_ < n && dear(alone_best_to_ + 1)) ++alone_best_to_;
    }
}

int64_t Costs::perfect(size_t n) const {
    if (n > alone_best_to_ || n > 256) return INT64_MIN;
    return combine_ == Combine::kMax ? of_[1] : of_[1] * static_cast<int64_t>(n);
}

int64_t Costs::doubt(size_t n) const {
    return combine_ == Combine::kPower ? 2 * static_cast<int64_t>(log_mass(n)) : 0;
}

int Costs::compare(int64_t a, std::span<const uint32_t> a_sizes, int64_t b,
                   std::span<const uint32_t> b_sizes) const {
    if (combine_ == Combine::kPower) {
        uint64_t n = 0;
        for (const uint32_t size : a_sizes) n += size;
        const int64_t gap = a - b, sure = doubt(n);
        if (-sure <= gap && gap <= sure) {
            std::vector<uint32_t> x(a_sizes.begin(), a_sizes.end()), y(b_sizes.begin(), b_sizes.end());
            std::sort(x.begin(), x.end());
            std::sort(y.begin(), y.end());
            return x == y ? 0 : compare_products(x, y);
        }
    }
    return a < b ? -1 : a > b;
}

}  // namespace mmc
