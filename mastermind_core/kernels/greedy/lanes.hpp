// Vectors of 32 bytes, included by the files that are compiled per type of processor.
#pragma once

#include <cstdint>
#include <cstring>

namespace {

#if defined(__GNUC__) || defined(__clang__)

#define MMC_INLINE inline __attribute__((always_inline))
#define MMC_INLINE_LAMBDA __attribute__((always_inline))

#if defined(__AVX2__)

typedef uint8_t Lanes __attribute__((vector_size(32)));

MMC_INLINE Lanes splat(uint8_t x) { return Lanes{} + x; }
MMC_INLINE Lanes equal(Lanes a, Lanes b) { return reinterpret_cast<Lanes>(a == b); }
MMC_INLINE Lanes at_least(Lanes a, Lanes b) { return reinterpret_cast<Lanes>(a >= b); }

#else

typedef uint8_t Half __attribute__((vector_size(16)));

struct Lanes {
    Half low, high;
    friend MMC_INLINE Lanes operator+(Lanes x, Lanes y) { return {x.low + y.low, x.high + y.high}; }
    friend MMC_INLINE Lanes operator-(Lanes x, Lanes y) { return {x.low - y.low, x.high - y.high}; }
    friend MMC_INLINE Lanes operator&(Lanes x, Lanes y) { return {x.low & y.low, x.high & y.high}; }
    MMC_INLINE Lanes& operator+=(Lanes y) { return *this = *this + y; }
    MMC_INLINE Lanes& operator-=(Lanes y) { return *this = *this - y; }
};

MMC_INLINE Lanes splat(uint8_t x) { return {Half{} + x, Half{} + x}; }
MMC_INLINE Lanes equal(Lanes a, Lanes b) {
    return {reinterpret_cast<Half>(a.low == b.low), reinterpret_cast<Half>(a.high == b.high)};
}
MMC_INLINE Lanes at_least(Lanes a, Lanes b) {
    return {reinterpret_cast<Half>(a.low >= b.low), reinterpret_cast<Half>(a.high >= b.high)};
}

#endif

#else

#define MMC_INLINE inline
#define MMC_INLINE_LAMBDA

struct Lanes {
    uint8_t b[32];
    template <class F>
    static Lanes each(F f) {
        Lanes out;
        for (int i = 0; i < 32; ++i) out.b[i] = static_cast<uint8_t>(f(i));
        return out;
    }
    friend Lanes operator+(const Lanes& x, const Lanes& y) {
        return each([&](int i) { return x.b[i] + y.b[i]; });
    }
    friend Lanes operator-(const Lanes& x, const Lanes& y) {
        return each([&](int i) { return x.b[i] - y.b[i]; });
    }
    friend Lanes operator&(const Lanes& x, const Lanes& y) {
        return each([&](int i) { return x.b[i] & y.b[i]; });
    }
    Lanes& operator+=(const Lanes& y) { return *this = *this + y; }
    Lanes& operator-=(const Lanes& y) { return *this = *this - y; }
};

MMC_INLINE Lanes splat(uint8_t x) {
    return Lanes::each([&](int) { return x; });
}
MMC_INLINE Lanes equal(const Lanes& a, const Lanes& b) {
    return Lanes::each([&](int i) { return a.b[i] == b.b[i] ? 255 : 0; });
}
MMC_INLINE Lanes at_least(const Lanes& a, const Lanes& b) {
    return Lanes::each([&](int i) { return a.b[i] >= b.b[i] ? 255 : 0; });
}

#endif

MMC_INLINE Lanes load(const uint8_t* from) {
    Lanes out;
    std::memcpy(&out, from, sizeof out);
    return out;
}

MMC_INLINE void store(uint8_t* to, Lanes from) { std::memcpy(to, &from, sizeof from); }

}  // namespace
