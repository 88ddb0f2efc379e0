// The sampled strategy: exact for few candidates, otherwise evaluated on a sample of the exact set.
#pragma once

#include <algorithm>
#include <bit>
#include <set>
#include <vector>

#include "codes/code_game.hpp"
#include "codes/consistent.hpp"
#include "endgame.hpp"
#include "shared/splitmix.hpp"

namespace mmc::codes {

// Platform-independent random numbers: Blackman and Vigna's xoshiro256**.
class Random {
public:
    explicit Random(std::uint64_t seed) {
        for (auto& word : state_) {
            word = splitmix64(seed);
            seed += kGolden;
        }
    }

    std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    // Uniform in [0, bound), by rejection sampling.
    std::uint64_t below(std::uint64_t bound) {
        const std::uint64_t rejected = (0 - bound) % bound;
        for (;;) {
            const std::uint64_t value = next();
            if (value >= rejected) return value % bound;
        }
    }

private:
    std::uint64_t state_[4];
};

inline Count random_below(Random& random, Count bound) {
    if (bound <= UINT64_MAX) return random.below(static_cast<std::uint64_t>(bound));
#if defined(__SIZEOF_INT128__)
    const Count rejected = (0 - bound) % bound;
    for (;;) {
        const Count high = random.next();
        const Count value = high << 64 | random.next();
        if (value >= rejected) return value % bound;
    }
#else
    return 0;
#endif
}

// Returns `size` different codes, at most count(), every such set equally likely (Floyd's method).
inline std::vector<Code> draw_distinct(const ConsistentCodes& codes, std::size_t size, Random& random, Pulse& pulse) {
    std::set<Count> ranks;
    for (Count top = codes.count() - size; top < codes.count(); ++top)
        if (!ranks.insert(random_below(random, top + 1)).second) ranks.insert(top);
    return codes.unrank_all(ranks, pulse);
}

// Whether a code may be guessed: without a repeated colour, if the game requires that.
inline bool allowed(const CodeGame& game, const Code& guess) {
    if (!game.distinct_guesses) return true;
    std::array<bool, max_colours + 1> seen{};
    for (int hole = 0; hole < game.holes; ++hole) {
        bool& again = seen[guess[static_cast<std::size_t>(hole)]];
        if (again) return false;
        again = true;
    }
    return true;
}

// Returns a candidate with one or two pegs recoloured, two pegs swapped, or its pegs mixed with another candidate.
inline Code vary(const CodeGame& game, const std::vector<Code>& candidates, Random& random) {
    const auto any_hole = [&] { return random.below(static_cast<std::uint64_t>(game.holes)); };
    const auto any_colour = [&] {
        return static_cast<std::uint8_t>(random.below(static_cast<std::uint64_t>(game.colours)));
    };
    Code code = candidates[random.below(candidates.size())];
    switch (random.below(4)) {
        case 0: code[any_hole()] = any_colour(); break;
        case 1: std::swap(code[any_hole()], code[any_hole()]); break;
        case 2:
            code[any_hole()] = any_colour();
            code[any_hole()] = any_colour();
            break;
        default: {
            const Code& other = candidates[random.below(candidates.size())];
            const std::uint64_t from_other = random.next();
            for (int hole = 0; hole < game.holes; ++hole)
                if (from_other >> hole & 1) code[hole] = other[hole];
        }
    }
    return code;
}

inline void keep_different(std::vector<Code>& codes) {
    std::sort(codes.begin(), codes.end());
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
}

// Returns the distinct codes of `wanted` calls of make() that are valid guesses and not in `known`, which is sorted.
template <class Make>
std::vector<Code> different(const CodeGame& game, std::size_t wanted, const std::vector<Code>& known, Make make) {
    std::vector<Code> codes;
    for (std::size_t i = 0; i < wanted; ++i) {
        const Code code = make();
        if (allowed(game, code) && !std::binary_search(known.begin(), known.end(), code)) codes.push_back(code);
    }
    keep_different(codes);
    return codes;
}

// Returns a random code of pegs of candidates in any holes, an eighth of them with any colour. Few candidates have few
// variations, which often do not distinguish them.
inline Code rearranged(const CodeGame& game, const std::vector<Code>& candidates, Random& random) {
    const auto holes = static_cast<std::uint64_t>(game.holes);
    const auto colours = static_cast<std::uint64_t>(game.colours);
    Code code{};
    for (int hole = 0; hole < game.holes; ++hole)
        code[hole] = random.below(8) == 0 ? static_cast<std::uint8_t>(random.below(colours))
                                          : candidates[random.below(candidates.size())][random.below(holes)];
    return code;
}

// All codes one recolouring or one swap away.
inline std::vector<Code> neighbours(const CodeGame& game, const Code& code) {
    std::vector<Code> codes;
    for (int hole = 0; hole < game.holes; ++hole) {
        Code changed = code;
        for (int colour = 0; colour < game.colours; ++colour) {
            changed[hole] = static_cast<std::uint8_t>(colour);
            if (changed != code && allowed(game, changed)) codes.push_back(changed);
        }
        for (int other = hole + 1; other < game.holes; ++other) {
            changed = code;
            std::swap(changed[hole], changed[other]);
            if (changed != code && allowed(game, changed)) codes.push_back(changed);
        }
    }
    return codes;
}

// The maximum work of counting the codes for a guess, and of evaluating guesses by them (in pairs scored).
inline constexpr std::uint64_t max_count_work = 50'000'000;
inline constexpr std::uint64_t max_judged = 60'000'000;

// The maximum number of sets in an exact search, some tenths of a second; most searches take a few sets.
inline constexpr std::uint64_t max_finish_nodes = 20'000;

// The choice of a guess. The random numbers depend on the seed and the history alone.
class Sampled {
public:
    Sampled(const CodeGame& game, std::uint64_t seed, const SampledOptions& options, Pulse& pulse)
        : game_(game), seed_(seed), options_(options), curve_(options), pulse_(pulse) {}

    // Returns no guess if no code is consistent. Throws std::length_error if the codes cannot be counted.
    std::vector<Code> next(const History& history) {
        const ConsistentCodes codes(game_, history, pulse_, max_count_work);
        return codes.count() == 0 ? std::vector<Code>{} : std::vector{choose(history, codes)};
    }

    // The number of codes that were scored.
    std::uint64_t evaluations() const { return evaluations_; }

private:
    struct Rated {
        std::int64_t cost;
        bool outside;
        Code guess;
        auto operator<=>(const Rated&) const = default;
    };

    CodeGame game_;
    std::uint64_t seed_;
    SampledOptions options_;
    ValueCurve curve_;
    Pulse& pulse_;
    std::uint64_t evaluations_ = 0;

    Random random_for(const History& history) const {
        std::uint64_t state = splitmix64(seed_);
        for (const Turn& turn : history) {
            for (std::uint8_t peg : turn.guess) state = splitmix64(state ^ peg);
            state = splitmix64(state ^ static_cast<std::uint64_t>(turn.score.black * 32 + turn.score.white));
        }
        return Random(state);
    }

    Code choose(const History& history, const ConsistentCodes& codes) {
        const Count count = codes.count();
        Random random = random_for(history);
        const bool all = count <= options_.sample;
        std::vector<Code> judges = all ? codes.list(pulse_) : draw_distinct(codes, options_.sample, random, pulse_);
        std::sort(judges.begin(), judges.end());
        evaluations_ += judges.size();
        if (count <= 2) return judges[0];
        const Judges by{judges, table_of(game_, judges), costs_for(judges.size(), count)};
        const bool small = count <= options_.small;
        if (small && count <= options_.exact) {
            const std::size_t at = perfect(by);
            if (at < judges.size()) return judges[at];
        }
        std::vector<Rated> rated = rate_pool(by, count, random);
        if (small) return search(judges, rated);
        for (std::size_t i = 0; i < std::min(options_.climbs, rated.size()); ++i) climb(rated[i], by);
        return std::min_element(rated.begin(), rated.end())->guess;
    }

    // The sorted codes on which guesses are evaluated, and the costs of blocks of them.
    struct Judges {
        const std::vector<Code>& codes;
        CodeTable table;
        std::vector<std::int64_t> costs;
    };

    std::vector<std::uint32_t> block_sizes(const Judges& by, const Code& guess) {
        std::vector<std::uint32_t> sizes(static_cast<std::size_t>((game_.holes + 1) * (game_.holes + 1)));
        by.table.add_block_sizes(guess.data(), sizes.data());
        evaluations_ += by.codes.size();
        return sizes;
    }

    Rated rated(const Judges& by, const Code& guess, bool outside) {
        std::vector<std::uint32_t> sizes = block_sizes(by, guess);
        sizes[winning_id(game_.holes)] = 0;
        std::int64_t total = 0;
        for (const std::uint32_t size : sizes) total += by.costs[size];
        pulse_.work(by.codes.size() * static_cast<std::size_t>(game_.holes) / 4 + by.costs.size() / 4 + 100);
        return {total, outside, guess};
    }

    std::vector<std::int64_t> costs_for(std::size_t sample, Count count) const {
        // The number of codes per member of the sample is limited to the range in which the curve distinguishes guesses.
        constexpr Count kMost = Count{1} << 24;
        return curve_.block_costs(
            sample, static_cast<std::uint64_t>(count / sample < kMost ? count * 65536 / sample : kMost * 65536));
    }

    std::vector<Rated> rate_pool(const Judges& by, Count count, Random& random) {
        std::vector<Rated> all;
        // Judges are sorted, so a stride spreads over them.
        const std::size_t step =
            count <= options_.small ? 1 : std::max<std::size_t>(1, by.codes.size() / options_.inside);
        for (std::size_t i = 0; i < by.codes.size(); i += step) all.push_back(rated(by, by.codes[i], false));
        for (const Code& guess : outside_guesses(by.codes, count, random)) all.push_back(rated(by, guess, true));
        std::sort(all.begin(), all.end());
        return all;
    }

    std::vector<Code> outside_guesses(const std::vector<Code>& judges, Count count, Random& random) {
        const auto varied = [&](std::size_t wanted) {
            return different(game_, wanted, judges, [&] { return vary(game_, judges, random); });
        };
        if (count > options_.small) return varied(options_.outside);
        if (count > options_.exact) return varied(options_.small_outside);
        std::vector<Code> codes = varied(options_.small_outside / 2);
        const std::vector<Code> more =
            different(game_, options_.small_outside / 2, judges, [&] { return rearranged(game_, judges, random); });
        codes.insert(codes.end(), more.begin(), more.end());
        keep_different(codes);
        return codes;
    }

    // Returns the index of the first candidate that distinguishes all others, which is optimal, or their number.
    std::size_t perfect(const Judges& by) {
        const std::size_t n = by.codes.size();
        if (n > static_cast<std::size_t>((game_.holes + 1) * (game_.holes + 1))) return n;
        std::size_t at = 0;
        while (at < n && std::ranges::max(block_sizes(by, by.codes[at])) > 1) ++at;
        return at;
    }

    // Hill climbing: moves to the best neighbour until none is better.
    void climb(Rated& from, const Judges& by) {
        for (;;) {
            Rated best = from;
            for (const Code& guess : neighbours(game_, from.guess)) {
                if (evaluations_ > max_judged * std::max<std::uint64_t>(1, options_.sample / 3000)) return;
                best =
                    std::min(best, rated(by, guess, !std::binary_search(by.codes.begin(), by.codes.end(), guess)));
            }
            if (!(best < from)) return;
            from = best;
        }
    }

    Code search(const std::vector<Code>& candidates, const std::vector<Rated>& rated) {
        std::vector<Code> pool = candidates;
        std::size_t outside = 0;
        for (const Rated& r : rated)
            if (r.outside && outside++ < options_.small_pool) pool.push_back(r.guess);
        if (candidates.size() <= options_.exact) {
            const std::optional<std::size_t> found =
                finish(game_, pool, candidates.size(), max_finish_nodes, pulse_);
            evaluations_ += candidates.size() * pool.size();
            if (found) return pool[*found];
        }
        Endgame endgame(game_, candidates, pool, curve_, options_, pulse_);
        evaluations_ += candidates.size() * pool.size();
        return pool[endgame.best().guess];
    }
};

}  // namespace mmc::codes
