// Lower bounds of sets of secrets, in the order of the page on certificates.
#pragma once

#include <queue>

#include "answers.hpp"

// The price of each guess of a path; the last one is for all later guesses.
struct Prices {
    std::vector<Number> list;
    size_t told(Number made) const { return std::min(static_cast<size_t>(made), list.size() - 1); }
    Number operator()(Number made) const { return list[told(made)]; }
    Number least_from(Number made) const { return *std::min_element(list.begin() + static_cast<ptrdiff_t>(told(made)), list.end()); }
};

// A non-negative sum as a Number; huge sums become the maximum.
inline Number narrow(Wide sum) { return static_cast<Number>(std::min<Wide>(sum, kNone - 1)); }

struct Straight { Number slope, offset; };  // m secrets of a proper subset cost at least slope * m - offset
using Lines = std::vector<Straight>;
struct Limits { Number steps, money; };     // the remaining guesses and path length

// The cost model: guess g after d others costs a secret weight * (price(d) + cost(g)).
class Model {
public:
    Model(const Game& game, const Prices& prices)
        : game(game),
          prices(prices),
          shortest(*std::min_element(game.length.begin(), game.length.end())),
          longest(*std::max_element(game.length.begin(), game.length.end())) {}

    // Limits of guesses and path length, reduced to those that a set of this size can use.
    Limits limits(size_t size, Limits given) const {
        const Number steps = std::min({given.steps, static_cast<Number>(size), given.money / shortest});
        return {steps, std::min(given.money, steps * longest)};
    }
    // The weights of secrets, ascending.
    std::vector<Number> weights(const Set& set) const {
        std::vector<Number> found;
        for (const uint16_t s : set) found.push_back(game.weight[s]);
        std::sort(found.begin(), found.end());
        return found;
    }
    // The weights of the classes to distinguish: of goals, or of all secrets.
    std::vector<Number> class_weights(const Set& set) const {
        if (!game.has_goals()) return weights(set);
        std::map<Number, Number> by_goal;
        for (const uint16_t s : set) by_goal[game.goal[s]] += game.weight[s];
        std::vector<Number> class_weights;
        for (const auto& [goal, weight] : by_goal) class_weights.push_back(weight);
        return class_weights;
    }

    const Game& game;
    const Prices prices;
    const Number shortest, longest;
};

// The maximum number of secrets that 0, 1, 2, ... guesses end, up to `enough`.
inline std::vector<Number> capacities(Number guesses, Number ended, Number blocks, Number enough) {
    std::vector<Number> capacity{0};
    for (Number step = 0, width = ended; step < guesses && capacity.back() < enough; ++step) {
        capacity.push_back(capacity.back() + width);
        width = std::min(width * blocks, enough);
    }
    return capacity;
}

// The minimum weighted length of a code with one word per weight (Huffman, 1952).
inline Number shortest_code(std::vector<Number> weights, size_t letters) {
    if (weights.size() < 2 || letters < 2) return 0;
    while ((weights.size() - 1) % (letters - 1) != 0) weights.push_back(0);
    std::priority_queue<Number, std::vector<Number>, std::greater<>> heap(std::greater<>(), std::move(weights));
    Number total = 0;
    while (heap.size() > 1) {
        Number joined = 0;
        for (size_t i = 0; i < letters; ++i) joined += heap.top(), heap.pop();
        total += joined;
        heap.push(joined);
    }
    return total;
}

// The maximum bound by lines for a number of secrets in a number of parts.
inline Wide highest(const Lines& lines, Number size, Number parts) {
    Wide most = 0;
    for (const auto& [slope, offset] : lines) most = std::max(most, Wide{slope} * size - Wide{offset} * parts);
    return most;
}

// A set after some guesses, with the maximum effects of a guess on any of its subsets.
class View {
public:
    View(const Model& model, const Set& set, Number made, Limits limits, const std::vector<Shape>& shapes, const Lines& lines)
        : lines(lines), model_(model), limits_(limits), size_(static_cast<Number>(set.size())), made_(made),
          least_price_(model.prices.least_from(made + 1)), lightest_(running(model.weights(set))),
          cheapest_(shapes.empty() ? 0 : std::min_element(shapes.begin(), shapes.end(), [](const Shape& a, const Shape& b) { return a.cost < b.cost; })->cost) {
        Number ended = 0, blocks = 0;
        for (const Shape& shape : shapes) {
            ended = std::max(ended, shape.ended), blocks = std::max(blocks, shape.blocks);
            letters_ = std::max(letters_, shape.answers), lots_alone_ = lots_alone_ && !shape.mixed;
        }
        capacity_ = capacities(limits.steps - 1, ended, blocks, size_);
        for (Number i = 1; i <= static_cast<Number>(capacity_.size()); ++i) rates_.push_back(Wide{model.prices(made + i)} + cheapest_);
    }

    Limits left(Number cost) const { return {limits_.steps - 1, limits_.money - (model_.game.priced ? cost : 1)}; }

    // The cost of the first guess for all secrets.
    Wide now(Number cost) const { return (Wide{model_.prices(made_)} + cost) * lightest_.back(); }

    // A lower bound of the total of a first guess by its shape alone.
    Number guess(const Shape& shape) const {
        if (shape.blocks == 0) return narrow(now(shape.cost));
        const Wide later = this->later(lightest_, shape.over, shape.blocks, left(shape.cost));
        return later >= kNone ? kNone : narrow(now(shape.cost) + std::max(later, highest(lines, size_ - shape.over, shape.blocks)));
    }

    // A lower bound of the total of a block by the weights of secrets and goals.
    Number block(const Set& set, Limits left) {
        if (!model_.game.plain) return of_block(set, left);
        known_.resize(std::max(known_.size(), set.size() + 1), -1);
        if (known_[set.size()] < 0) known_[set.size()] = of_block(set, left);
        return known_[set.size()];
    }

    // Whether the lines are valid for proper subsets, by induction over the number of secrets.
    bool hold(const Shape& shape) const {
        for (Number size = 1; size < size_; ++size)
            if (highest(lines, size, 1) > (Wide{least_price_} + shape.cost) * lightest_[1] * size + highest(lines, size - shape.ended, shape.blocks))
                return false;
        return true;
    }

    const Lines& lines;

private:
    Number of_block(const Set& set, Limits left) const {
        Wide total = later(running(model_.weights(set)), 0, 1, left);
        if (total >= kNone) return kNone;
        total = std::max(total, highest(lines, static_cast<Number>(set.size()), 1));
        if (!lots_alone_ || letters_ == 0) return narrow(total);
        std::vector<Number> class_weights = model_.class_weights(set);
        const auto many = static_cast<Number>(class_weights.size()), steps = std::min(left.steps, left.money / shortest());
        Number leaves = 1;
        for (Number i = 0; i < steps && leaves < many && letters_ > 1; ++i) leaves *= letters_;
        if (many > leaves) return kNone;
        return narrow(std::max(total, (Wide{least_price_} + cheapest_) * shortest_code(std::move(class_weights), static_cast<size_t>(letters_))));
    }

    // The total weights of the 0, 1, 2, ... lightest secrets.
    static std::vector<Number> running(const std::vector<Number>& weights) {
        std::vector<Number> sums{0};
        for (const Number weight : weights) sums.push_back(sums.back() + weight);
        return sums;
    }

    Number shortest() const { return model_.game.priced ? cheapest_ : 1; }

    // A lower bound of the cost of later guesses, if `over` secrets are found and the game continues after `blocks`.
    Wide later(const std::vector<Number>& lightest, Number over, Number blocks, Limits left) const {
        const Number size = static_cast<Number>(lightest.size()) - 1, steps = std::min(left.steps, left.money / shortest());
        const auto last = std::min(static_cast<size_t>(steps), capacity_.size() - 1);
        if (size > over + blocks * capacity_[last]) return kNone;
        Wide sum = 0;
        for (size_t i = 0; i < capacity_.size(); ++i) {
            const Number some = size - over - blocks * capacity_[i];
            if (some > 0) sum += rates_[i] * lightest[static_cast<size_t>(some)];
        }
        return std::min<Wide>(sum, kNone - 1);
    }

    const Model& model_;
    const Limits limits_;
    const Number size_, made_, least_price_;
    const std::vector<Number> lightest_;
    const Number cheapest_;
    Number letters_ = 0;
    bool lots_alone_ = true;
    std::vector<Number> capacity_, known_;  // known: the bounds of blocks by size, in plain games
    std::vector<Wide> rates_;
};
