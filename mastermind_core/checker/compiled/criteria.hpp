// The criteria of an objective, and the price that they give to each guess of a path.
#pragma once

#include <numeric>
#include <optional>

#include "game.hpp"

using Wide = __int128;  // sums of products of two numbers of a file

// The price of each guess of a path, the last one of all guesses after it.
struct Prices {
    std::vector<Number> list{1};
    size_t told(Number made) const { return std::min(static_cast<size_t>(made), list.size() - 1); }
    Number operator()(Number made) const { return list[told(made)]; }
    Number least_from(Number made) const { return *std::min_element(list.begin() + static_cast<ptrdiff_t>(told(made)), list.end()); }
};

// A sum that is less than nothing nowhere; all that is huge is alike.
inline Number narrow(Wide sum) { return static_cast<Number>(std::min<Wide>(sum, kNone - 1)); }

class Criteria {
public:
    Prices prices;

    explicit Criteria(const std::string& objective) {
        const std::string then = "-then-";
        for (size_t at = 0, end; at <= objective.size(); at = end + then.size()) {
            end = std::min(objective.find(then, at), objective.size());
            const std::string part = objective.substr(at, end - at);
            require(part != "worst" || !worst_at_, "the worst case twice");
            if (part == "worst") worst_at_ = sums_.size();
            else sums_.push_back(read(part));
        }
        scales_.assign(sums_.size(), 1);
    }

    // Finds the prices, for secrets of a weight and paths of no more guesses. Where guesses have costs there are none.
    void price(Number weight, Number longest, bool by_costs) {
        std::vector<Number> costs(static_cast<size_t>(longest) + 1, 0);
        for (size_t i = sums_.size(); i-- > 0;) {
            require(!by_costs || (sums_[i].kind == 'm' && sums_.size() == 1), "the objective is on the number of guesses, which have costs");
            const std::vector<Number> own = whole_costs(sums_[i], longest);
            scales_[i] = weight * costs.back() + 1;  // no more than kMost
            for (size_t t = 0; t < costs.size(); ++t) costs[t] = checked(Wide{scales_[i]} * own[t] + costs[t]);
            checked(Wide{weight} * costs.back());
        }
        std::vector<Number>& list = prices.list;
        list.assign(1, by_costs ? 0 : 1);
        if (by_costs || sums_.empty()) return;
        list.assign(costs.size() - 1, 0);
        for (size_t t = 1; t < costs.size(); ++t) list[t - 1] = costs[t] - costs[t - 1];
        while (list.size() > 1 && list[list.size() - 2] == list.back()) list.pop_back();
    }

    // What has to be known of all secrets: a limit of paths, and the least total within it. Whoever is better in the
    // worst case is worse in what comes before it.
    std::vector<std::pair<Number, Number>> wanted(Number total, Number worst, Number most) const {
        if (!worst_at_) return {{most, total}};
        Number behind = total;
        for (size_t i = 0; i < *worst_at_; ++i) behind %= scales_[i];
        std::vector<std::pair<Number, Number>> facts{{worst - 1, kNone}};
        if (*worst_at_ > 0) facts = {{most, total - behind}, {worst - 1, total - behind + scales_[*worst_at_ - 1]}};
        if (*worst_at_ < sums_.size()) facts.emplace_back(worst, total);
        return facts;
    }

private:
    struct Fraction { Number above, below; };
    struct Sum {
        char kind;  // 'm'ean, 'w'ithin or 'p'enalty
        std::vector<Fraction> numbers;
        Fraction cost(Number length) const {
            if (kind == 'w') return {length > numbers[0].above, 1};
            return kind == 'm' ? Fraction{length, 1} : numbers[std::min(static_cast<size_t>(length), numbers.size()) - 1];
        }
    };

    static Number checked(Wide number) {
        require(number < kMost, "the objective takes huge numbers");
        return static_cast<Number>(number);
    }

    static Sum read(const std::string& part) {
        const std::string none = "no objective on the number of guesses";
        Sum found{part[0], {}};
        if (part == "mean") return found;
        const bool within = part.rfind("within:", 0) == 0;
        require(within || part.rfind("penalty:", 0) == 0, none);
        size_t at = part.find(':');
        const auto number = [&] {
            const size_t begin = ++at;
            Number read = 0;
            for (; at < part.size() && part[at] >= '0' && part[at] <= '9'; ++at) read = checked(Wide{10} * read + (part[at] - '0'));
            require(at > begin && (at == begin + 1 || part[begin] != '0'), none);
            return read;
        };
        while (at < part.size()) {
            require(part[at] == ',' || found.numbers.empty(), none);
            const Fraction last = found.numbers.empty() ? Fraction{0, 1} : found.numbers.back();
            Fraction own{number(), 1};
            if (part[at] == '/' && !within) own.below = number();
            require(own.below > 0, "a fraction of nothing");
            require(Wide{last.above} * own.below <= Wide{own.above} * last.below, "penalties fall");
            found.numbers.push_back(own);
        }
        require(!within || (found.numbers.size() == 1 && found.numbers[0].above > 0), "within takes one number from 1");
        return found;
    }

    // What 0, 1, 2, ... guesses cost by one criterion, in the greatest unit that makes all whole.
    static std::vector<Number> whole_costs(const Sum& part, Number longest) {
        Number bottom = 1;
        std::vector<Fraction> given{{0, 1}};
        for (Number t = 1; t <= longest; ++t) {
            Fraction cost = part.cost(t);
            const Number shared = std::gcd(cost.above, cost.below);
            cost.above /= shared, cost.below /= shared;
            bottom = checked(Wide{bottom} / std::gcd(bottom, cost.below) * cost.below);
            given.push_back(cost);
        }
        Wide unit = 0;
        const auto whole = [&](const Fraction& cost) { return Wide{cost.above} * (bottom / cost.below); };
        for (const Fraction& cost : given)
            for (Wide a = whole(cost); a != 0;) std::swap(unit, a), a %= unit;
        std::vector<Number> costs;
        for (const Fraction& cost : given) costs.push_back(checked(whole(cost) / std::max<Wide>(unit, 1)));
        return costs;
    }

    std::vector<Sum> sums_;
    std::vector<Number> scales_;
    std::optional<size_t> worst_at_;  // how many criteria come before it
};
