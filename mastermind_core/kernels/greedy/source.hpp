// Sources of the scores of 32 guesses against some candidates.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>
#include <algorithm>
#include <numeric>

#include "shared/code_table.hpp"
#include "shared/pulse.hpp"
#include "scores.hpp"
#include "kept_order.hpp"
#include "scan.hpp"

namespace mmc {

// Up to 32 guesses by their positions in the order: those listed, or those from `at` on.
struct Chunk {
    size_t at;
    const uint32_t* positions;
    int lanes;

    size_t operator[](int lane) const { return positions ? positions[lane] : at + static_cast<size_t>(lane); }
    uint32_t mask() const { return lanes < kLanes ? (uint32_t{1} << lanes) - 1 : UINT32_MAX; }
};

// Guesses are given by their positions in the order of the source. The bytes in rows are `values`, and id_of maps them to
// score ids, one to one.
class Source {
public:
    virtual ~Source() = default;

    // Sets the candidates for the following calls.
    virtual void candidates(std::span<const uint32_t> secrets) { secrets_ = secrets; }
    // Sets the guesses. Lanes after the last guess have arbitrary values.
    virtual void guesses(const Chunk& chunk) { chunk_ = chunk; }
    // Returns rows of 32 scores, one per candidate from `from` on; at most kSlab.
    virtual const uint8_t* const* rows(size_t from, size_t count) = 0;

    std::vector<uint8_t> values;
    std::array<uint8_t, 256> id_of;

protected:
    // The values are the ids, if they fit in a byte.
    explicit Source(size_t n_scores) : scratch_(kSlab * kLanes), pointers_(kSlab) {
        std::iota(id_of.begin(), id_of.end(), uint8_t{0});
        values.assign(id_of.begin(), id_of.begin() + static_cast<std::ptrdiff_t>(std::min<size_t>(n_scores, 256)));
        for (size_t i = 0; i < kSlab; ++i) pointers_[i] = &scratch_[i * kLanes];
    }

    std::span<const uint32_t> secrets_;
    Chunk chunk_{};
    std::vector<uint8_t> scratch_;
    std::vector<const uint8_t*> pointers_;
};

class RowSource : public Source {
public:
    RowSource(const Scores& scores, std::span<const uint32_t> order)
        : Source(scores.n_scores), scores_(scores), order_(order) {}

    const uint8_t* const* rows(size_t from, size_t count) override {
        uint8_t ids[kSlab];
        for (int lane = 0; lane < chunk_.lanes; ++lane) {
            scores_.answers(order_[chunk_[lane]], secrets_.subspan(from, count), ids);
            for (size_t i = 0; i < count; ++i) scratch_[i * kLanes + lane] = ids[i];
        }
        return pointers_.data();
    }

private:
    const Scores& scores_;
    std::span<const uint32_t> order_;
};

class TurnedSource : public Source {
public:
    TurnedSource(const Scores& scores, std::shared_ptr<const TurnedTable> turned)
        : Source(scores.n_scores), turned_(std::move(turned)) {}

    const uint8_t* const* rows(size_t from, size_t count) override {
        for (size_t i = 0; i < count; ++i) {
            const uint8_t* all = turned_->of(secrets_[from + i]);
            pointers_[i] = chunk_.positions ? &scratch_[i * kLanes] : all + chunk_.at;
            for (int lane = 0; chunk_.positions && lane < chunk_.lanes; ++lane)
                scratch_[i * kLanes + lane] = all[chunk_.positions[lane]];
        }
        return pointers_.data();
    }

private:
    std::shared_ptr<const TurnedTable> turned_;
};

class CodeSource : public Source {
public:
    CodeSource(const Codes& codes, std::span<const uint32_t> order)
        : Source(0),
          codes_(codes),
          table_(ordered(codes, order)),
          few_((codes.holes + codes.colours) * kLanes),
          key_index_(codes.holes * codes.colours * codes.holes, kNoKey) {
        values = codes.values;
        id_of = codes.id_of;
    }

    void candidates(std::span<const uint32_t> secrets) override {
        for (const size_t used : used_) key_index_[used] = kNoKey;
        used_.clear();
        keys_.clear();
        picks_.resize(secrets.size() * codes_.holes);
        std::vector<uint8_t> shown(codes_.colours);
        uint16_t* pick = picks_.data();
        for (const uint32_t secret : secrets) {
            const uint8_t* code = &codes_.secrets[secret * codes_.holes];
            for (size_t hole = 0; hole < codes_.holes; ++hole) {
                const uint8_t colour = code[hole];
                const uint8_t nth = ++shown[colour];
                const size_t key = (hole * codes_.colours + colour) * codes_.holes + nth - 1;
                if (key_index_[key] == kNoKey) {
                    key_index_[key] = static_cast<uint16_t>(keys_.size());
                    keys_.push_back({static_cast<uint8_t>(hole), colour, nth});
                    used_.push_back(key);
                }
                *pick++ = key_index_[key];
            }
            for (size_t hole = 0; hole < codes_.holes; ++hole) shown[code[hole]] = 0;
        }
        key_rows_.resize(keys_.size() * kLanes);
    }

    void guesses(const Chunk& chunk) override {
        const uint8_t *places = table_.pegs(0) + chunk.at, *counts = table_.counts(0) + chunk.at;
        size_t stride = table_.stride();
        if (chunk.positions) {
            uint8_t* few = few_.data();
            const auto gather = [&](const uint8_t* row, size_t rows) {
                for (size_t r = 0; r < rows; ++r, few += kLanes, row += table_.stride())
                    for (int lane = 0; lane < chunk.lanes; ++lane) few[lane] = row[chunk.positions[lane]];
            };
            gather(table_.pegs(0), codes_.holes);
            gather(table_.counts(0), codes_.colours);
            places = few_.data();
            counts = &few_[codes_.holes * kLanes];
            stride = kLanes;
        }
        scan().code_keys(places, counts, stride, keys_.data(), keys_.size(), key_rows_.data());
    }

    const uint8_t* const* rows(size_t from, size_t count) override {
        scan().code_sums(key_rows_.data(), &picks_[from * codes_.holes], codes_.holes, count, scratch_.data());
        return pointers_.data();
    }

private:
    static CodeTable ordered(const Codes& codes, std::span<const uint32_t> order) {
        std::vector<uint8_t> guesses;
        for (const uint32_t guess : order)
            guesses.insert(guesses.end(), &codes.guesses[guess * codes.holes],
                           &codes.guesses[(guess + 1) * codes.holes]);
        return {codes.holes, guesses.data(), order.size(), codes.holes, codes.colours};
    }

    static constexpr uint16_t kNoKey = 65535;
    const Codes& codes_;
    const CodeTable table_;  // of the guesses
    std::vector<uint8_t> few_;
    std::vector<uint16_t> key_index_;
    std::vector<size_t> used_;
    std::vector<CodeKey> keys_;
    std::vector<uint16_t> picks_;
    std::vector<uint8_t> key_rows_;
};

// Returns a source for scores that are not wide. If `lasting`, it is for many sets, all of them subsets of `secrets`.
inline std::unique_ptr<Source> make_source(const Scores& scores, std::span<const uint32_t> order,
                                           std::span<const uint32_t> secrets, bool lasting, Pulse& pulse) {
    // If several scores of codes share an id, the sums of CodeSource would distinguish them.
    if (scores.codes && scores.codes->distinct_ids) return std::make_unique<CodeSource>(*scores.codes, order);
    if (scores.table && lasting && order.size() * secrets.size() <= kTurnedLimit)
        return std::make_unique<TurnedSource>(scores, scores.kept_order->turned(scores, order, secrets, pulse));
    return std::make_unique<RowSource>(scores, order);
}

}  // namespace mmc
