#include "lemma_images.hpp"

#include <numeric>
#include <utility>

namespace mmc::exact {
namespace {

std::vector<uint8_t> identity(size_t size) {
    std::vector<uint8_t> names(size);
    std::iota(names.begin(), names.end(), uint8_t{0});
    return names;
}

// The renaming by the names `from` and back by the names `to`, as pairs to exchange one after the other.
std::vector<std::pair<uint8_t, uint8_t>> pairs(const std::vector<uint8_t>& from, const std::vector<uint8_t>& to) {
    std::vector<uint8_t> back(to.size()), rest(to.size());
    for (size_t i = 0; i < to.size(); ++i) back[to[i]] = static_cast<uint8_t>(i);
    for (size_t i = 0; i < to.size(); ++i) rest[i] = back[from[i]];
    std::vector<std::pair<uint8_t, uint8_t>> out;
    for (size_t i = 0; i < rest.size(); ++i)
        while (rest[i] != i) {
            const uint8_t other = rest[i];
            out.emplace_back(static_cast<uint8_t>(i), other);
            std::swap(rest[i], rest[other]);
        }
    return out;
}

}  // namespace

LemmaImages::LemmaImages(const Renaming* renaming, Number number) : renaming_(renaming), number_(std::move(number)) {
    if (renaming && !renaming->guess_of.empty()) form_.emplace(*renaming);
}

std::optional<Lemma> LemmaImages::find(const std::vector<uint32_t>& secrets, const SetKey& limits, Cost least) {
    const auto known = known_.find((*form_)(secrets) + limits);
    if (known == known_.end() || known->second.least < least) return std::nullopt;
    Lemma image;
    image.of = known->second.lemma;
    image.alike = exchanges(known->second.names, form_->names());
    return image;
}

void LemmaImages::keep(const std::vector<uint32_t>& secrets, const SetKey& limits, Cost least, int64_t lemma) {
    const SetKey key = (*form_)(secrets) + limits;
    known_.insert_or_assign(key, Known{least, lemma, form_->names()});
}

std::vector<uint32_t> LemmaImages::exchanges(const NewNames& from, const NewNames& to) {
    std::vector<uint32_t> numbers;
    const auto add = [&](std::vector<uint8_t> NewNames::* side, Exchanges& known) {
        for (const auto& two : pairs(from.*side, to.*side)) {
            const auto [at, fresh] = known.try_emplace(two);
            if (fresh) {
                NewNames names{identity(from.letter.size()), identity(from.place.size())};
                std::swap((names.*side)[two.first], (names.*side)[two.second]);
                at->second = number_(symmetry_of(*renaming_, names));
            }
            numbers.push_back(at->second);
        }
    };
    add(&NewNames::letter, letters_);
    add(&NewNames::place, places_);
    return numbers;
}

}  // namespace mmc::exact
