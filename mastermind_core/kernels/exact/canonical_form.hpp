// Sets that differ only in the names of letters and the order of places.
//
// A secret is a word of letters. Where symmetries exchange letters, or places, a set costs what its images cost, and
// one image stands for all. It need not be the same one for all of them: any is as good, and where two are taken
// the set is searched twice.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "problem.hpp"
#include "transposition_table.hpp"

namespace mmc::exact {

// What may be exchanged, and where that takes a secret. Threads share it.
struct Renaming {
    static constexpr size_t kMostLetters = 64, kMostPlaces = 16;

    size_t letters = 0, places = 0;
    std::vector<uint8_t> words, guess_words;         // [n_secrets * places]; those of guesses may be unknown
    std::vector<uint8_t> letter_class, place_class;  // the least of those that it may be exchanged with
    std::vector<uint16_t> secret_of, guess_of;       // by the number of a word, to the base `letters`
    std::vector<SetKey> key;                         // of a secret
    std::array<uint32_t, kMostPlaces> worth{};       // of a letter in a place, in the number of a word

    template <class Names, class Order>
    uint32_t number(const uint8_t* word, const Names& letter, const Order& place) const;
};

// Where each letter and each place goes.
struct NewNames {
    std::vector<uint8_t> letter, place;
};

// Null where the secrets are no words, or nothing can be exchanged. It does not look at the weights.
std::shared_ptr<const Renaming> renaming_of(const Problem& problem);

// A set of few secrets of a large game is solved before it is known what may be exchanged.
bool worth_renaming(const Problem& problem);

// Where new names take each guess and secret. The words of guesses must be known (`guess_of`).
Symmetry symmetry_of(const Renaming& renaming, const NewNames& names);

// Finds the image of a set that stands for it. Each thread has one.
class CanonicalForm {
public:
    explicit CanonicalForm(const Renaming& renaming) : renaming_(renaming) {}

    // The key of that image; `ids` are secrets of the problem.
    SetKey operator()(const std::vector<uint32_t>& ids);

    // Where the last set went, a guess goes, and the way back; kNoGuess where that is not known.
    uint32_t there(uint32_t guess) const;
    uint32_t back(uint32_t guess) const;
    NewNames names() const;

private:
    // Letters, or places: those of one class are put in the order of their colours, which do not depend on names.
    template <size_t kMost>
    struct Side {
        std::array<uint64_t, kMost> colour{}, next{};
        std::array<uint8_t, kMost> order{}, to{}, from{};
        size_t count = 0;  // of those in `order`

        void sort(const std::vector<uint8_t>& of_class);
        void name(const std::vector<uint8_t>& of_class);
        size_t colours() const;
        bool tell_two_apart();
    };

    void count(const std::vector<uint32_t>& ids);
    void refine(const std::vector<uint32_t>& ids);
    SetKey key(const std::vector<uint32_t>& ids);
    template <class Names, class Order>
    uint32_t moved(uint32_t guess, const Names& letter, const Order& place) const;

    const Renaming& renaming_;
    Side<Renaming::kMostLetters> letters_;
    Side<Renaming::kMostPlaces> places_;
    std::array<uint32_t, Renaming::kMostLetters * Renaming::kMostPlaces> times_{};  // a letter is in a place
    std::array<uint64_t, Renaming::kMostLetters * Renaming::kMostPlaces> pair_{};   // colour of a letter in a place
};

}  // namespace mmc::exact
