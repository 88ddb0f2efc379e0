// Canonical forms of sets that differ only in the names of letters and the order of places.
//
// A secret is a word of letters. If symmetries exchange letters or places, a set costs the same as its images, and one
// image represents all of them. The representative need not be unique: if two are used, the set is merely searched
// twice.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>
#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "problem.hpp"
#include "transposition_table.hpp"
#include "shared/check.hpp"
#include "shared/disjoint_sets.hpp"
#include "shared/splitmix.hpp"

namespace mmc::exact {

// The exchangeable letters and places, and the images of secrets. Shared by threads.
struct Renaming {
    static constexpr size_t kMostLetters = 64;
    static constexpr size_t kMostPlaces = 16;

    size_t letters = 0;
    size_t places = 0;
    std::vector<uint8_t> words, guess_words;         // [n_secrets * places]; those of guesses may be missing
    std::vector<uint8_t> letter_class, place_class;  // the minimum of those that it may be exchanged with
    std::vector<uint16_t> secret_of, guess_of;       // by the number of a word in base `letters`
    std::vector<SetKey> key;                         // per secret
    std::array<uint32_t, kMostPlaces> worth{};       // place value of a letter in the number of a word

    // The number of a word after relabelling its letters and places.
    uint32_t number(const uint8_t* word, std::span<const uint8_t> letter, std::span<const uint8_t> place) const {
        uint32_t sum = 0;
        for (size_t p = 0; p < places; ++p) sum += letter[word[p]] * worth[place[p]];
        return sum;
    }
};

// The image of each letter and of each place.
struct NewNames {
    std::vector<uint8_t> letter, place;
};

constexpr size_t kMostWords = size_t{1} << 20;
constexpr uint16_t kNobody = std::numeric_limits<uint16_t>::max();
constexpr size_t kFewSecrets = 64;
constexpr int kRounds = 12;  // after this many, ties are broken arbitrarily

inline uint64_t mixed(uint64_t a, uint64_t b) {
    uint64_t x = (a ^ std::rotl(b, 23)) * kGolden;
    x ^= x >> 32;
    x = (x + b) * 0xbf58476d1ce4e5b9u;
    return x ^ (x >> 29);
}

using Two = std::pair<uint8_t, uint8_t>;

// The effect of a symmetry on words: whether it only exchanges two letters, or two places.
struct Change {
    const std::vector<uint8_t>& words;
    const size_t places;
    const std::vector<uint32_t>& image;

    bool exchanges(Two two, bool letters) const {
        const auto other = [&](uint8_t one) {
            return one == two.first ? two.second : one == two.second ? two.first : one;
        };
        for (size_t w = 0; w < image.size(); ++w)
            for (uint8_t p = 0; p < places; ++p) {
                const uint8_t* word = words.data() + w * places;
                if (words[image[w] * places + p] != (letters ? other(word[p]) : word[other(p)])) return false;
            }
        return true;
    }

    std::optional<Two> exchanged(size_t n, bool letters) const {
        for (uint8_t p = 0; p < n; ++p)
            for (uint8_t q = 0; q < p; ++q)
                if (exchanges({q, p}, letters)) return Two{q, p};
        return std::nullopt;
    }
};

// The secret or guess of each word, by number. False if two have the same word.
inline bool number_words(const std::vector<uint8_t>& words, size_t places, size_t letters,
                         std::vector<uint16_t>& who) {
    for (size_t w = 0; w * places < words.size(); ++w) {
        size_t number = 0;
        for (size_t p = 0; p < places; ++p) number = number * letters + words[w * places + p];
        if (who[number] != kNobody) return false;
        who[number] = static_cast<uint16_t>(w);
    }

    return true;
}

// A small set of a large game is solved faster than its exchangeable names are found.
inline bool worth_renaming(const Problem& problem) {
    const size_t n = problem.candidates.size();
    return n >= kFewSecrets || n * kFewSecrets >= problem.n_secrets;
}

// Null if the secrets are not words, or nothing can be exchanged. Ignores the weights.
inline std::shared_ptr<const Renaming> renaming_of(const Problem& problem) {
    if (problem.symmetries.empty() || problem.places == 0 || problem.places > Renaming::kMostPlaces) return nullptr;
    auto out = std::make_shared<Renaming>();
    out->places = problem.places;
    out->words = problem.words;
    out->guess_words = problem.guess_words;
    for (const auto* words : {&out->words, &out->guess_words})
        for (const uint8_t letter : *words) out->letters = std::max(out->letters, letter + size_t{1});
    size_t numbers = 1;
    for (size_t p = out->places; p-- > 0;) {
        out->worth[p] = static_cast<uint32_t>(numbers);
        if ((numbers *= out->letters) > kMostWords) return nullptr;
    }

    if (out->letters > Renaming::kMostLetters) return nullptr;
    DisjointSets<uint8_t> letter_classes(out->letters), place_classes(out->places);
    bool any = false, with_guesses = !out->guess_words.empty() && problem.n_guesses < kNobody;
    for (const Symmetry& symmetry : problem.symmetries) {
        if (is_identity(symmetry.secrets)) continue;
        const Change change{out->words, out->places, symmetry.secrets};
        std::optional<Two> two = change.exchanged(out->letters, true);
        const bool letters = two.has_value();
        if (!letters) two = change.exchanged(out->places, false);
        if (!two) continue;
        (letters ? letter_classes : place_classes).join(two->first, two->second);
        with_guesses =
            with_guesses && Change{out->guess_words, out->places, symmetry.guesses}.exchanges(*two, letters);
        any = true;
    }

    if (!any) return nullptr;
    for (size_t l = 0; l < out->letters; ++l)
        out->letter_class.push_back(letter_classes.least(static_cast<uint8_t>(l)));
    for (size_t p = 0; p < out->places; ++p)
        out->place_class.push_back(place_classes.least(static_cast<uint8_t>(p)));
    out->secret_of.assign(numbers, kNobody);
    if (!number_words(out->words, out->places, out->letters, out->secret_of)) return nullptr;
    for (uint32_t v = 0; v < problem.n_secrets; ++v) out->key.push_back(random_key(KeyKind::secret, v));
    if (with_guesses) {
        out->guess_of.assign(numbers, kNobody);
        if (!number_words(out->guess_words, out->places, out->letters, out->guess_of)) out->guess_of.clear();
    }

    return out;
}

// Finds the image that represents a set. Each thread has its own.
class CanonicalForm {
public:
    explicit CanonicalForm(const Renaming& renaming) : renaming_(renaming) {}

    // The key of the representative; `ids` are secrets of the problem.
    SetKey operator()(const std::vector<uint32_t>& ids) {
        count(ids);
        size_t before = 0;
        for (int round = 0; round < kRounds; ++round) {
            letters_.sort(renaming_.letter_class);
            places_.sort(renaming_.place_class);
            const size_t now = letters_.colours() + places_.colours();
            if (now == letters_.count + places_.count) break;
            if (now == before && !letters_.tell_two_apart()) places_.tell_two_apart();
            before = now;
            refine(ids);
        }
        letters_.name(renaming_.letter_class);
        places_.name(renaming_.place_class);
        SetKey sum;
        for (const uint32_t id : ids) {
            const uint8_t* word = renaming_.words.data() + id * renaming_.places;
            const uint16_t image = renaming_.secret_of[renaming_.number(word, letters_.to, places_.to)];
            MMC_ASSERT(image != kNobody);  // exchanges of letters and places permute the secrets
            sum += renaming_.key[image];
        }
        return sum;
    }

    // The image of a guess under the relabelling of the last set, and its preimage; kNoGuess if unknown.
    uint32_t there(uint32_t guess) const { return moved(guess, letters_.to, places_.to); }
    uint32_t back(uint32_t guess) const { return moved(guess, letters_.from, places_.from); }
    NewNames names() const {
        const auto letters = letters_.to.begin();
        const auto places = places_.to.begin();
        return {{letters, letters + renaming_.letters}, {places, places + renaming_.places}};
    }

private:
    // Letters or places: those of one class are sorted by colours that do not depend on names (colour refinement).
    template <size_t kMost>
    struct Side {
        std::array<uint64_t, kMost> colour{}, next{};
        std::array<uint8_t, kMost> order{}, to{}, from{};
        size_t count = 0;  // number of those in `order`

        void sort(const std::vector<uint8_t>& of_class) {
            const auto before = [&](uint8_t a, uint8_t b) {
                return of_class[a] != of_class[b] ? of_class[a] < of_class[b] : colour[a] < colour[b];
            };
            for (size_t i = 1; i < count; ++i)  // insertion sort: few, and nearly in order
                for (size_t j = i; j > 0 && before(order[j], order[j - 1]); --j) std::swap(order[j], order[j - 1]);
        }

        size_t colours() const {
            size_t sum = count > 0;
            for (size_t i = 1; i < count; ++i) sum += colour[order[i]] != colour[order[i - 1]];
            return sum;
        }

        // Individualization: of the first two with equal colours, one gets a new colour.
        bool tell_two_apart() {
            for (size_t i = 1; i < count; ++i) {
                if (colour[order[i]] != colour[order[i - 1]]) continue;
                colour[order[i]] = mixed(colour[order[i]], 1);
                return true;
            }
            return false;
        }

        // The first of a class, by colour, gets the minimum name of that class, and so on; those that do not occur in
        // the set get the remaining names.
        void name(const std::vector<uint8_t>& of_class) {
            std::array<bool, kMost> named{}, taken{};
            size_t slot = 0;
            const auto give = [&](uint8_t one, bool first) {
                if (first) slot = of_class[one];
                while (taken[slot] || of_class[slot] != of_class[one]) ++slot;
                named[one] = taken[slot] = true;
                to[one] = static_cast<uint8_t>(slot);
                from[slot] = one;
            };
            for (size_t i = 0; i < count; ++i)
                give(order[i], i == 0 || of_class[order[i]] != of_class[order[i - 1]]);
            for (size_t one = 0; one < of_class.size(); ++one)
                if (!named[one]) give(static_cast<uint8_t>(one), true);
        }
    };

    // Initial colours from the counts of each letter in each place.
    void count(const std::vector<uint32_t>& ids) {
        const size_t n_letters = renaming_.letters;
        const size_t n_places = renaming_.places;
        std::fill_n(times_.begin(), n_letters * n_places, 0u);
        for (const uint32_t id : ids)
            for (size_t p = 0; p < n_places; ++p) ++times_[renaming_.words[id * n_places + p] * n_places + p];
        letters_.count = 0;
        places_.count = n_places;
        for (size_t p = 0; p < n_places; ++p) {
            places_.order[p] = static_cast<uint8_t>(p);
            places_.colour[p] = renaming_.place_class[p];
        }
        for (size_t l = 0; l < n_letters; ++l) {
            uint64_t colour = 0;
            for (size_t p = 0; p < n_places; ++p) {
                const uint32_t times = times_[l * n_places + p];
                if (!times) continue;
                colour += mixed(times, renaming_.place_class[p]);
                places_.colour[p] += mixed(times, renaming_.letter_class[l]);
            }
            if (!colour) continue;
            letters_.colour[l] = mixed(colour, renaming_.letter_class[l]);
            letters_.order[letters_.count++] = static_cast<uint8_t>(l);
        }
    }

    // Refines colours: letters by their words, and words by their letters.
    void refine(const std::vector<uint32_t>& ids) {
        const size_t n_places = renaming_.places;
        for (size_t i = 0; i < letters_.count; ++i) {
            const uint8_t l = letters_.order[i];
            for (size_t p = 0; p < n_places; ++p)
                pair_[l * n_places + p] = mixed(letters_.colour[l], places_.colour[p]);
            letters_.next[l] = letters_.colour[l];
        }
        for (size_t p = 0; p < n_places; ++p) places_.next[p] = places_.colour[p];
        for (const uint32_t id : ids) {
            const uint8_t* word = renaming_.words.data() + id * n_places;
            uint64_t together = 0;
            for (size_t p = 0; p < n_places; ++p) together += pair_[word[p] * n_places + p];
            together = mixed(together, n_places);
            for (size_t p = 0; p < n_places; ++p) {
                letters_.next[word[p]] += together * (places_.colour[p] | 1);
                places_.next[p] += together * (letters_.colour[word[p]] | 1);
            }
        }
        std::swap(letters_.colour, letters_.next);
        std::swap(places_.colour, places_.next);
    }

    uint32_t moved(uint32_t guess, std::span<const uint8_t> letter, std::span<const uint8_t> place) const {
        if (guess == kNoGuess || renaming_.guess_of.empty()) return kNoGuess;
        return renaming_
            .guess_of[renaming_.number(renaming_.guess_words.data() + guess * renaming_.places, letter, place)];
    }

    const Renaming& renaming_;
    Side<Renaming::kMostLetters> letters_;
    Side<Renaming::kMostPlaces> places_;
    std::array<uint32_t, Renaming::kMostLetters * Renaming::kMostPlaces> times_{};  // count of a letter in a place
    std::array<uint64_t, Renaming::kMostLetters * Renaming::kMostPlaces> pair_{};   // colour of a letter in a place
};

// The images of guesses and secrets under a relabelling. The words of guesses must be known (`guess_of`).
inline Symmetry symmetry_of(const Renaming& renaming, const NewNames& names) {
    const auto images = [&](const std::vector<uint8_t>& words, const std::vector<uint16_t>& who) {
        std::vector<uint32_t> image;
        for (size_t at = 0; at < words.size(); at += renaming.places)
            image.push_back(who[renaming.number(words.data() + at, names.letter, names.place)]);
        return image;
    };
    return {images(renaming.guess_words, renaming.guess_of), images(renaming.words, renaming.secret_of), {}};
}

}  // namespace mmc::exact
