// Transposition of a byte matrix.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace mmc {

// Transposes eight rows of eight bytes: swaps halves recursively, in all rows at once.
inline void transpose_square(const uint8_t* from, size_t from_stride, uint8_t* to, size_t to_stride) {
    uint64_t row[8];
    for (size_t i = 0; i < 8; ++i) std::memcpy(&row[i], from + i * from_stride, 8);
    const auto exchange = [&](size_t apart, uint64_t mask) {
        const size_t shift = 8 * apart;
        for (size_t i = 0; i < 8; ++i) {
            if (i & apart) continue;
            const uint64_t moved = (row[i] >> shift ^ row[i + apart]) & mask;
            row[i + apart] ^= moved;
            row[i] ^= moved << shift;
        }
    };
    exchange(4, 0x00000000ffffffff);
    exchange(2, 0x0000ffff0000ffff);
    exchange(1, 0x00ff00ff00ff00ff);
    for (size_t i = 0; i < 8; ++i) std::memcpy(to + i * to_stride, &row[i], 8);
}

// In squares of 64, so that both sides fit in the cache.
inline void transpose(const uint8_t* from, size_t from_stride, size_t rows, size_t columns, uint8_t* to,
                      size_t to_stride) {
    constexpr size_t kSide = 64;
    const auto some = [&](size_t i, size_t k, size_t i_end, size_t k_end) {
        if (std::endian::native == std::endian::little && i + 8 <= i_end && k + 8 <= k_end)
            return transpose_square(from + i * from_stride + k, from_stride, to + k * to_stride + i, to_stride);
        for (size_t c = k; c < std::min(k + 8, k_end); ++c)
            for (size_t r = i; r < std::min(i + 8, i_end); ++r) to[c * to_stride + r] = from[r * from_stride + c];
    };
    for (size_t i0 = 0; i0 < rows; i0 += kSide)
        for (size_t k0 = 0; k0 < columns; k0 += kSide) {
            const size_t i_end = std::min(i0 + kSide, rows);
            const size_t k_end = std::min(k0 + kSide, columns);
            for (size_t k = k0; k < k_end; k += 8)
                for (size_t i = i0; i < i_end; i += 8) some(i, k, i_end, k_end);
        }
}

}  // namespace mmc
