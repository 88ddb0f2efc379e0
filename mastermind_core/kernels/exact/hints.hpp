// The official hard mode of word games: green letters stay where they are, and yellow ones are used again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mmc::exact {

// Which words keep the hints of an answer. Of each hint (a letter in its place; so many of a letter) it is known
// which words keep it, a bit each, so that an answer takes as many looks as it has coloured letters.
class Hints {
public:
    enum Mark : uint8_t { kGrey, kYellow, kGreen };

    // Words of 1 to 255 letters as a byte a letter, one after the other, and scores as a mark a letter.
    Hints(std::span<const uint8_t> letters, std::span<const uint8_t> marks, size_t length)
        : letters_(letters.begin(), letters.end()), marks_(marks.begin(), marks.end()), length_(length) {
        with_.resize(number(length, 255) + 1);
        for (size_t word = 0; word < words(); ++word) {
            std::array<uint8_t, 256> seen{};
            for (size_t at = 0; at < length; ++at) {
                const uint8_t letter = letters_[word * length + at];
                set(place(at, letter), word);
                set(number(++seen[letter], letter), word);
            }
        }
    }

    size_t words() const { return letters_.size() / length_; }
    size_t scores() const { return marks_.size() / length_; }

    // Fills in the words that keep the hints of an answer, a bit each.
    void kept(uint32_t asked, int score, std::vector<uint64_t>& mask) const {
        mask.assign((words() + 63) / 64, ~uint64_t{0});
        if (words() % 64) mask.back() = (uint64_t{1} << words() % 64) - 1;
        every_hint(asked, score, [&](const std::vector<uint64_t>* with) {
            for (size_t i = 0; i < mask.size(); ++i) mask[i] &= with ? (*with)[i] : 0;
            return true;
        });
    }

    bool keeps(uint32_t asked, int score, uint32_t word) const {
        return every_hint(asked, score, [&](const std::vector<uint64_t>* with) {
            return with && (*with)[word / 64] >> word % 64 & 1;
        });
    }

private:
    // Hints are numbered: those of places first, then those of numbers of a letter.
    size_t place(size_t at, uint8_t letter) const { return at * 256 + letter; }
    size_t number(size_t count, uint8_t letter) const { return (length_ + count) * 256 + letter; }

    void set(size_t hint, size_t word) {
        std::vector<uint64_t>& with = with_[hint];
        with.resize((words() + 63) / 64);
        with[word / 64] |= uint64_t{1} << word % 64;
    }

    // Uses the words of each hint of an answer, as long as it is told to go on.
    template <class Use>
    bool every_hint(uint32_t asked, int score, Use use) const {
        const uint8_t* word = letters_.data() + asked * length_;
        const uint8_t* mark = marks_.data() + static_cast<size_t>(score) * length_;
        const auto words_with = [&](size_t hint) {
            const std::vector<uint64_t>& with = with_[hint];
            return with.empty() ? nullptr : &with;
        };
        for (size_t at = 0; at < length_; ++at) {
            if (mark[at] == kGrey) continue;
            size_t count = 1;
            for (size_t before = 0; before < at; ++before) count += mark[before] != kGrey && word[before] == word[at];
            if (!use(words_with(number(count, word[at])))) return false;
            if (mark[at] == kGreen && !use(words_with(place(at, word[at])))) return false;
        }
        return true;
    }

    std::vector<uint8_t> letters_, marks_;
    size_t length_;
    std::vector<std::vector<uint64_t>> with_;  // of each hint; none where no word keeps it
};

}  // namespace mmc::exact
