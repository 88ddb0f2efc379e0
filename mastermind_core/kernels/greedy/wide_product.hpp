// Products of 64 by 64 bits, to be compared and added.
#pragma once

#include <cstdint>

namespace mmc {

class WideProduct {
public:
    WideProduct(int64_t a, uint64_t b) {
        const uint64_t size = a < 0 ? uint64_t{0} - static_cast<uint64_t>(a) : static_cast<uint64_t>(a);
        const uint64_t a0 = size & kHalf, a1 = size >> 32, b0 = b & kHalf, b1 = b >> 32;
        const uint64_t low = a0 * b0, one = a1 * b0 + (low >> 32), other = a0 * b1 + (one & kHalf);
        low_ = (other << 32) | (low & kHalf);
        high_ = static_cast<int64_t>(a1 * b1 + (one >> 32) + (other >> 32));
        if (a < 0) {
            low_ = ~low_ + 1;
            high_ = ~high_ + (low_ == 0);
        }
    }

    friend bool operator<(const WideProduct& x, const WideProduct& y) {
        return x.high_ != y.high_ ? x.high_ < y.high_ : x.low_ < y.low_;
    }

    friend WideProduct operator+(WideProduct x, const WideProduct& y) {
        x.low_ += y.low_;
        x.high_ += y.high_ + (x.low_ < y.low_);
        return x;
    }

private:
    static constexpr uint64_t kHalf = 0xffffffff;
    int64_t high_;
    uint64_t low_;
};

}  // namespace mmc
