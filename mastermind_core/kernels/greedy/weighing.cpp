#include "weighing.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "scan.hpp"
#include "wide_product.hpp"

namespace mmc {
namespace {

// Numbers whose logarithms are kept.
constexpr size_t kLogged = 1 << 16, kLoggedForFew = 1 << 11;

// Bits of products that are multiplied out.
constexpr double kMostBits = 1 << 20;

}  // namespace

// log_of(k) = round(log2(k) * 2**bits) is within 1 of the true one for bits <= 44, as in costs.cpp. A cost is a sum of
// such logarithms, each times a weight, over blocks and over what is in them: it is within twice the weight of all,
// and a gain within four times. bits is such that no cost leaves 62.
Weighing::Weighing(const Scores& scores, Measure measure, std::span<const int64_t> table, Quadratic quadratic,
                   std::span<const uint64_t> weights, bool priced)
    : scores_(scores),
      measure_(measure),
      table_(table),
      quadratic_(quadratic),
      weights_(weights),
      priced_(priced && !scores.costs.empty()),
      shaped_(measure == Measure::kPower ||
              (measure > Measure::kPower && weights.empty() && scores.goals.empty())),
      // A weight of 0 would leave no trace of its block.
      in_lanes_(!priced_ && !scores.wide && std::ranges::find(weights, 0u) == weights.end() &&
                (measure <= Measure::kPower || (measure == Measure::kNaming && scores.goals.empty()))) {
    uint64_t most = weights.empty() ? scores.n_secrets : 0;
    for (const uint64_t weight : weights) most += weight;
    if (measure >= Measure::kPower) {
        const auto width = static_cast<int>(std::bit_width(most + 1));
        bits_ = std::min(44, 60 - width - static_cast<int>(std::bit_width(static_cast<unsigned>(width) + 1)));
        logs_.resize(std::min(in_lanes_ ? kLoggedForFew : kLogged, static_cast<size_t>(most) + 2));
        for (size_t k = 2; k < logs_.size(); ++k)
            logs_[k] = std::llround(std::ldexp(std::log2(static_cast<double>(k)), bits_));
    }
    bins_.resize(scores.final.size());
}

int64_t Weighing::log_of(uint32_t number) const {
    if (number < logs_.size()) return logs_[number];
    return std::llround(std::ldexp(std::log2(static_cast<double>(number)), bits_));
}

void Weighing::candidates(std::span<const uint32_t> secrets) {
    own_.assign(secrets.begin(), secrets.end());
    const auto weight = [&](uint32_t s) { return weights_.empty() ? 1 : static_cast<uint32_t>(weights_[s]); };
    if (measure_ == Measure::kRanks && !weights_.empty())
        std::stable_sort(own_.begin(), own_.end(), [&](uint32_t a, uint32_t b) { return weight(a) > weight(b); });
    if (measure_ == Measure::kNaming && !scores_.goals.empty())
        std::stable_sort(own_.begin(), own_.end(),
                         [&](uint32_t a, uint32_t b) { return scores_.goals[a] < scores_.goals[b]; });
    const size_t n = own_.size();
    weight_.resize(n);
    goal_.resize(n);
    ids_.resize(n);
    total_ = 0;
    for (size_t i = 0; i < n; ++i) {
        weight_[i] = weight(own_[i]);
        goal_[i] = scores_.goals.empty() ? static_cast<uint32_t>(i) : scores_.goals[own_[i]];
        total_ += weight_[i];
    }
    if (measure_ == Measure::kNaming) {
        own_log_.resize(n);
        inner_ = 0;
        for (size_t i = 0; i < n; ++i) inner_ += own_log_[i] = power_log(weight_[i]);
    }
    doubt_ = measure_ < Measure::kPower ? 0 : 4 * static_cast<int64_t>(total_);
    perfect_ = INT64_MIN;
    if (priced_) {
        Bin all;
        begin(all, 0);
        for (size_t i = 0; i < n; ++i) add(all, i);
        all.mixed = true;
        whole_ = cost_of(all, false);
    } else if (measure_ == Measure::kPower) {
        perfect_ = 0;
        for (size_t i = 0; i < n; ++i) perfect_ += power_log(weight_[i]);
    } else if (measure_ >= Measure::kNaming && !scores_.goals.empty()) {
        perfect_ = 0;
    } else if (measure_ >= Measure::kNaming && most_ends_ == 1 && doubt_ < int64_t{1} << bits_) {
        // A secret that is left costs a bit for its weight, and two in one block cost at least a bit more: certainly.
        const uint32_t most = n == 0 ? 0 : *std::max_element(weight_.begin(), weight_.end());
        perfect_ = static_cast<int64_t>(total_ - most) << bits_;
    }
}

void Weighing::begin(Bin& bin, size_t at) {
    bin = Bin{};
    bin.goal = goal_[at];
}

inline void Weighing::add(Bin& bin, size_t at) {
    const uint32_t weight = weight_[at];
    ++bin.count;
    bin.weight += weight;
    if (measure_ < Measure::kNaming) return;
    if (measure_ == Measure::kRanks) {
        bin.inner += weight * log_of(bin.count);
        bin.mixed |= goal_[at] != bin.goal;
    } else if (scores_.goals.empty()) {
        bin.inner += own_log_[at];
    } else {
        if (goal_[at] != bin.goal) {
            bin.inner += power_log(bin.goal_weight);
            bin.goal = goal_[at];
            bin.goal_weight = 0;
            bin.mixed = true;
        }
        bin.goal_weight += weight;
    }
}

int64_t Weighing::block_cost(uint32_t weight) const {
    return weights_.empty() ? table_[weight] : quadratic_.of(weight);
}

int64_t Weighing::cost_of(const Bin& bin, bool final) const {
    if (measure_ < Measure::kPower) return block_cost(bin.weight);
    if (measure_ == Measure::kPower) return power_log(bin.weight);
    if (final || (!bin.mixed && !scores_.goals.empty())) return 0;
    const int64_t left = static_cast<int64_t>(bin.weight) << bits_;
    if (measure_ == Measure::kRanks) return left + bin.inner;
    const int64_t last = scores_.goals.empty() ? 0 : power_log(bin.goal_weight);
    return left + power_log(bin.weight) - bin.inner - last;
}

template <class Id>
void Weighing::fill(const Id* ids) {
    come_.clear();
    for (size_t i = 0; i < own_.size(); ++i) {
        const uint16_t id = ids ? static_cast<uint16_t>(ids[own_[i]]) : ids_[i];
        Bin& bin = bins_[id];
        if (bin.count == 0) {
            begin(bin, i);
            come_.push_back(id);
        }
        add(bin, i);
    }
}

void Weighing::read(uint32_t guess) {
    const size_t row = size_t{guess} * scores_.n_secrets;
    if (scores_.table) {
        fill(scores_.table + row);
    } else if (scores_.wide) {
        fill(scores_.wide + row);
    } else {
        scores_.answers(guess, own_, ids_.data());
        fill<uint16_t>(nullptr);
    }
}

Weighed Weighing::weigh(uint32_t guess) {
    read(guess);
    int64_t cost = measure_ == Measure::kMax ? INT64_MIN : 0;
    bool may_win = false;
    shape_.clear();
    for (const uint16_t id : come_) {
        const bool final = scores_.final[id];
        if (shaped_ && (measure_ == Measure::kPower || !final)) shape_.push_back(bins_[id].weight);
        may_win |= final;
        const int64_t one = cost_of(bins_[id], final);
        cost = measure_ == Measure::kMax ? std::max(cost, one) : cost + one;
        bins_[id].count = 0;
    }
    return {priced_ ? cost - whole_ : cost, may_win, come_.size() > 1 || may_win};
}

uint32_t Weighing::within(int64_t limit, const uint32_t* sums, std::span<const uint8_t> values,
                          const std::array<uint8_t, 256>& id_of) const {
    uint32_t lanes = 0;
    if (measure_ < Measure::kPower) {
        int64_t cost[kLanes];
        std::fill_n(cost, kLanes, measure_ == Measure::kMax ? INT64_MIN : 0);
        for (const uint8_t value : values) {
            const uint32_t* own = sums + size_t{value} * kLanes;
            for (int lane = 0; lane < kLanes; ++lane) {
                if (own[lane] == 0) continue;
                const int64_t one = block_cost(own[lane]);
                cost[lane] = measure_ == Measure::kMax ? std::max(cost[lane], one) : cost[lane] + one;
            }
        }
        for (int lane = 0; lane < kLanes; ++lane) lanes |= uint32_t{cost[lane] <= limit} << lane;
        return lanes;
    }
    uint8_t counted[256];
    size_t n_counted = 0;
    const bool naming = measure_ == Measure::kNaming;
    for (const uint8_t value : values)
        if (!naming || !scores_.final[id_of[value]]) counted[n_counted++] = value;
    float cost[kLanes];
    scan().power_logs(sums, counted, n_counted, naming ? 1.0f : 0.0f, cost);
    // What a block that ends the game saves at naming is left out: the true cost is no less.
    const double error = kLogError + kAddError * static_cast<double>(n_counted);
    const double most = std::ldexp(static_cast<double>(limit) + static_cast<double>(naming ? inner_ : 0), -bits_) +
                        error * static_cast<double>(total_);
    for (int lane = 0; lane < kLanes; ++lane) lanes |= uint32_t{cost[lane] <= most} << lane;
    return lanes;
}

void Weighing::shape(std::vector<uint32_t>& out) const {
    out = shape_;
    std::sort(out.begin(), out.end());
}

int Weighing::compare(uint32_t a, int64_t a_cost, uint32_t b, int64_t b_cost) {
    if (!priced_) {
        const int64_t gap = a_cost - b_cost;
        if (doubt_ == 0 || gap > doubt_ || gap < -doubt_) return (gap > 0) - (gap < 0);
        return exact(a, b);
    }
    // What loses something (no logarithm does) costs the more, the higher its price.
    const bool lose = a_cost > 0 && b_cost > 0 && doubt_ == 0;
    const uint64_t a_times = price(lose ? a : b), b_times = price(lose ? b : a);
    const WideProduct x(a_cost, a_times), y(b_cost, b_times);
    if (doubt_ == 0) return x < y ? -1 : y < x;
    const WideProduct doubt(doubt_, a_times + b_times);
    if (x + doubt < y) return -1;
    if (y + doubt < x) return 1;
    return exact(a, b);
}

std::vector<Weighing::Term> Weighing::whole_terms() {
    std::vector<Term> terms;
    const auto all = static_cast<uint32_t>(total_);
    if (measure_ == Measure::kPower) return {{all, all}};
    if (measure_ == Measure::kRanks) {
        for (size_t i = 0; i < own_.size(); ++i) terms.push_back({2 * static_cast<uint32_t>(i + 1), weight_[i]});
        return terms;
    }
    terms.push_back({all, all});
    terms.push_back({2, all});
    std::map<uint32_t, uint32_t> goals;
    for (size_t i = 0; i < own_.size(); ++i) goals[goal_[i]] += weight_[i];
    for (const auto& [goal, weight] : goals) terms.push_back({weight, -int64_t{weight}});
    return terms;
}

// The cost of a guess as a product.
std::vector<Weighing::Term> Weighing::terms(uint32_t guess) {
    scores_.answers(guess, own_, ids_.data());
    std::vector<size_t> order(own_.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](size_t x, size_t y) { return ids_[x] < ids_[y]; });
    std::vector<Term> terms;
    for (size_t from = 0, to; from < order.size(); from = to) {
        const uint16_t id = ids_[order[from]];
        uint32_t weight = 0;
        std::map<uint32_t, uint32_t> goals;
        for (to = from; to < order.size() && ids_[order[to]] == id; ++to) {
            weight += weight_[order[to]];
            goals[goal_[order[to]]] += weight_[order[to]];
        }
        if (measure_ == Measure::kPower) {
            terms.push_back({weight, weight});
            continue;
        }
        if (scores_.final[id] || (!scores_.goals.empty() && goals.size() == 1)) continue;
        terms.push_back({2, weight});
        if (measure_ == Measure::kRanks) {
            for (size_t k = from; k < to; ++k)
                terms.push_back({static_cast<uint32_t>(k - from + 1), weight_[order[k]]});
        } else {
            terms.push_back({weight, weight});
            for (const auto& [goal, own] : goals) terms.push_back({own, -int64_t{own}});
        }
    }
    return terms;
}

int Weighing::exact(uint32_t a, uint32_t b) {
    // The power of every base that differs.
    std::map<uint32_t, int64_t> powers;
    const auto put = [&](const std::vector<Term>& terms, int64_t times) {
        for (const Term& term : terms)
            if (term.base > 1) powers[term.base] += term.power * times;
    };
    const auto a_times = static_cast<int64_t>(price(b)), b_times = static_cast<int64_t>(price(a));
    if (std::bit_width(total_) + std::bit_width(static_cast<uint64_t>(a_times | b_times)) > 56) throw Undecided();
    put(terms(a), a_times);
    put(terms(b), -b_times);
    if (a_times != b_times) put(whole_terms(), b_times - a_times);
    std::erase_if(powers, [](const auto& one) { return one.second == 0; });
    if (powers.empty()) return 0;
    std::map<uint32_t, int64_t> primes;
    for (const auto& [base, power] : powers) {
        uint32_t rest = base;
        for (uint32_t p = 2; rest > 1; ++p) {
            if (uint64_t{p} * p > rest) p = rest;
            for (; rest % p == 0; rest /= p) primes[p] += power;
        }
    }
    double bits = 0;
    for (const auto& [prime, power] : primes) bits += std::abs(static_cast<double>(power)) * std::log2(prime);
    if (bits > kMostBits) {
        if (std::all_of(primes.begin(), primes.end(), [](const auto& one) { return one.second == 0; })) return 0;
        throw Undecided();
    }
    return compare_with_one(primes);
}

}  // namespace mmc
