// Where the scores of 32 guesses against some candidates come from.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>
#include <algorithm>

#include "shared/code_table.hpp"
#include "shared/pulse.hpp"
#include "scores.hpp"
#include "kept_order.hpp"
#include "scan.hpp"

namespace mmc {

// Guesses are named by their position in the order that the source was made for. The bytes served
// are `values`; id_of takes them to score ids, one to one.
class Source {
public:
    virtual ~Source() = default;

    // The candidates that the next calls are about.
    virtual void candidates(std::span<const uint32_t> secrets) = 0;
    // The guesses: `lanes` positions from `at` on, or those listed. At most 32; the others are junk.
    virtual void guesses(size_t at, int lanes) = 0;
    virtual void guesses(const uint32_t* positions, int lanes) = 0;
    // One row of 32 for each of the candidates from `from` on; at most kSlab.
    virtual const uint8_t* const* rows(size_t from, size_t count) = 0;

    std::vector<uint8_t> values;
    std::array<uint8_t, 256> id_of{};
};

class RowSource : public Source {
public:
    RowSource(const Scores& scores, std::span<const uint32_t> order)
        : scores_(scores), order_(order), scratch_(kSlab * kLanes), pointers_(kSlab) {
        for (size_t s = 0; s < scores.n_scores; ++s) values.push_back(static_cast<uint8_t>(s));
        for (size_t s = 0; s < 256; ++s) id_of[s] = static_cast<uint8_t>(s);
        for (size_t i = 0; i < kSlab; ++i) pointers_[i] = &scratch_[i * kLanes];
    }

    void candidates(std::span<const uint32_t> secrets) override { secrets_ = secrets; }

    void guesses(size_t at, int lanes) override {
        for (int lane = 0; lane < lanes; ++lane) guess_[lane] = order_[at + lane];
        lanes_ = lanes;
    }

    void guesses(const uint32_t* positions, int lanes) override {
        for (int lane = 0; lane < lanes; ++lane) guess_[lane] = order_[positions[lane]];
        lanes_ = lanes;
    }

    const uint8_t* const* rows(size_t from, size_t count) override {
        uint8_t ids[kSlab];
        for (int lane = 0; lane < lanes_; ++lane) {
            scores_.answers(guess_[lane], secrets_.subspan(from, count), ids);
            for (size_t i = 0; i < count; ++i) scratch_[i * kLanes + lane] = ids[i];
        }
        return pointers_.data();
    }

private:
    const Scores& scores_;
    std::span<const uint32_t> order_, secrets_;
    uint32_t guess_[kLanes] = {};
    int lanes_ = 0;
    std::vector<uint8_t> scratch_;
    std::vector<const uint8_t*> pointers_;
};

class TurnedSource : public Source {
public:
    TurnedSource(const Scores& scores, std::shared_ptr<const TurnedTable> turned)
        : turned_(std::move(turned)), scratch_(kSlab * kLanes), pointers_(kSlab) {
        for (size_t s = 0; s < scores.n_scores; ++s) values.push_back(static_cast<uint8_t>(s));
        for (size_t s = 0; s < 256; ++s) id_of[s] = static_cast<uint8_t>(s);
    }

    void candidates(std::span<const uint32_t> secrets) override { secrets_ = secrets; }

    void guesses(size_t at, int lanes) override {
        at_ = at;
        lanes_ = lanes;
        positions_ = nullptr;
    }

    void guesses(const uint32_t* positions, int lanes) override {
        lanes_ = lanes;
        positions_ = positions;
    }

    const uint8_t* const* rows(size_t from, size_t count) override {
        for (size_t i = 0; i < count; ++i) {
            const uint8_t* all = turned_->of(secrets_[from + i]);
            if (!positions_) {
                pointers_[i] = all + at_;
            } else {
                uint8_t* row = &scratch_[i * kLanes];
                for (int lane = 0; lane < lanes_; ++lane) row[lane] = all[positions_[lane]];
                pointers_[i] = row;
            }
        }
        return pointers_.data();
    }

private:
    std::shared_ptr<const TurnedTable> turned_;
    std::vector<uint8_t> scratch_;
    std::vector<const uint8_t*> pointers_;
    std::span<const uint32_t> secrets_;
    size_t at_ = 0;
    int lanes_ = 0;
    const uint32_t* positions_ = nullptr;
};

class CodeSource : public Source {
public:
    CodeSource(const Codes& codes, std::span<const uint32_t> order)
        : codes_(codes),
          table_(ordered(codes, order)),
          few_((codes.holes + codes.colours) * kLanes),
          key_index_(codes.holes * codes.colours * codes.holes, kNoKey),
          scratch_(kSlab * kLanes),
          pointers_(kSlab) {
        values = codes.values;
        id_of = codes.id_of;
        for (size_t i = 0; i < kSlab; ++i) pointers_[i] = &scratch_[i * kLanes];
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
                const uint8_t colour = code[hole], nth = ++shown[colour];
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

    void guesses(size_t at, int) override {
        scan().code_keys(table_.pegs(0) + at, table_.counts(0) + at, table_.stride(), keys_.data(), keys_.size(),
                         key_rows_.data());
    }

    void guesses(const uint32_t* positions, int lanes) override {
        uint8_t* few = few_.data();
        const auto gather = [&](const uint8_t* row, size_t rows) {
            for (size_t r = 0; r < rows; ++r, few += kLanes, row += table_.stride())
                for (int lane = 0; lane < lanes; ++lane) few[lane] = row[positions[lane]];
        };
        gather(table_.pegs(0), codes_.holes);
        gather(table_.counts(0), codes_.colours);
        scan().code_keys(few_.data(), &few_[codes_.holes * kLanes], kLanes, keys_.data(),
                         keys_.size(), key_rows_.data());
    }

    const uint8_t* const* rows(size_t from, size_t count) override {
        scan().code_sums(key_rows_.data(), &picks_[from * codes_.holes], codes_.holes, count,
                         scratch_.data());
        return pointers_.data();
    }

private:
    static CodeTable ordered(const Codes& codes, std::span<const uint32_t> order) {
        std::vector<uint8_t> guesses;
        for (const uint32_t guess : order) guesses.insert(guesses.end(), &codes.guesses[guess * codes.holes], &codes.guesses[(guess + 1) * codes.holes]);
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
    std::vector<uint8_t> key_rows_, scratch_;
    std::vector<const uint8_t*> pointers_;
};

// Wide scores are read one by one from the rows of their table.
class NoSource final : public Source {
public:
    void candidates(std::span<const uint32_t>) override {}
    void guesses(size_t, int) override {}
    void guesses(const uint32_t*, int) override {}
    const uint8_t* const* rows(size_t, size_t) override { return nullptr; }
};

// Wide scores have a source that serves nothing. lasting: the source will serve many sets, all of them within `secrets`.
inline std::unique_ptr<Source> make_source(const Scores& scores, std::span<const uint32_t> order,
                                    std::span<const uint32_t> secrets, bool lasting, Pulse& pulse) {
    if (scores.wide) return std::make_unique<NoSource>();
    // Where several scores of codes share an id, the sums of CodeSource would tell them apart.
    if (scores.codes && scores.codes->distinct_ids)
        return std::make_unique<CodeSource>(*scores.codes, order);
    if (!scores.codes && lasting && order.size() * secrets.size() <= kTurnedLimit)
        return std::make_unique<TurnedSource>(scores, scores.kept_order->turned(scores, order, secrets, pulse));
    return std::make_unique<RowSource>(scores, order);
}

}  // namespace mmc
