// Sets of which an image has been claimed already.
//
// Of sets that differ in names alone one gets a lemma, and each other a line that says which renaming takes that one to
// it: the guesses at it need not be gone through. A checker replays the renaming as a few exchanges of two letters or
// two places, each a symmetry that it has compared with the scores. M(4,9) has four sets of one form on average.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "canonical_form.hpp"
#include "certify.hpp"

namespace mmc::exact {

struct HashKey {
    size_t operator()(const SetKey& key) const { return key.a; }
};

class LemmaImages {
public:
    // Gives the number of a symmetry in the evidence.
    using Number = std::function<uint32_t(Symmetry&&)>;

    LemmaImages(const Renaming* renaming, Number number);

    bool can() const { return form_.has_value(); }
    // That a set costs at least `least`, as the image of a lemma that says so. `limits` are those of the claim.
    std::optional<Lemma> find(const std::vector<uint32_t>& secrets, const SetKey& limits, Cost least);
    // Keeps that a lemma says so of a set.
    void keep(const std::vector<uint32_t>& secrets, const SetKey& limits, Cost least, int64_t lemma);

private:
    struct Known {
        Cost least;
        int64_t lemma;
        NewNames names;  // that take its set to the form
    };

    // The numbers of symmetries, each of which takes as long to write out as the game has guesses and secrets.
    using Exchanges = std::map<std::pair<uint8_t, uint8_t>, uint32_t>;

    std::vector<uint32_t> exchanges(const NewNames& from, const NewNames& to);

    const Renaming* renaming_;
    Number number_;
    std::optional<CanonicalForm> form_;
    std::unordered_map<SetKey, Known, HashKey> known_;
    Exchanges letters_, places_;
};

}  // namespace mmc::exact
