// Python binding of the most informative question, which checks every argument.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <vector>

#include "shared/border.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace mmc {
namespace {

double plogp(double p) { return p > 0 ? p * std::log2(p) : 0; }
double entropy(double p) { return -plogp(p) - plogp(1 - p); }

// The binary logarithm within kRough, by the polynomial that agrees at Chebyshev's nodes of the mantissa's range.
float rough_log(float p) {
    const auto bits = std::bit_cast<uint32_t>(p);
    const auto exponent = static_cast<float>(static_cast<int32_t>(bits >> 23) - 127);
    const auto x = std::bit_cast<float>((bits & 0x7fffff) | 0x3f800000);
    return exponent - 2.4983531f + x * (4.0292114f + x * (-2.0783352f + x * (0.6260322f - x * 0.0784407f)));
}
// The mean of two logarithms, and so within kRough of the entropy. It has no branches, and is computed in vectors.
double rough_entropy(double p) {
    const auto yes = static_cast<float>(p);
    const float no = 1 - yes;
    return -yes * rough_log(yes) - no * rough_log(no);
}
constexpr double kRough = 2e-4;
constexpr double kRounding = 1e-9;

// Questions as columns of numbers of four or eight bytes, and hypotheses as rows with weights of sum 1.
class Likelihoods {
public:
    Likelihoods(const Buffer& cells, std::span<const double> weights, size_t columns, Pulse& pulse)
        : wide_(cells.item_size() == sizeof(double)),
          cells_(reinterpret_cast<const std::byte*>(
              wide_ ? static_cast<const void*>(cells.as<double>("cells").data()) : cells.as<float>("cells").data())),
          weights_(weights),
          row_(columns),
          pulse_(pulse) {}

    // The information of all questions in bits, within kRough. It takes a tenth of the time of the exact one.
    std::vector<double> rough() {
        return informations(row_.size(), [this](size_t i, double* yes, double* noise) {
            read_row(i);
            for (size_t j = 0; j < row_.size(); ++j) {
                yes[j] += weights_[i] * row_[j];
                noise[j] += weights_[i] * rough_entropy(row_[j]);
            }
        });
    }

    // The information of some questions.
    std::vector<double> exact(const std::vector<size_t>& questions) {
        return informations(questions.size(), [&](size_t i, double* yes, double* noise) {
            for (const size_t question : questions) {
                const double p = wide_ ? cell<double>(i, question) : cell<float>(i, question);
                *yes++ += weights_[i] * p;
                *noise++ += weights_[i] * entropy(p);
            }
        });
    }

private:
    // Adds up the probability of yes and the entropy of the answers over the rows by `add_row`.
    template <class AddRow>
    std::vector<double> informations(size_t width, AddRow add_row) {
        std::vector<double> yes(width), noise(width);
        for (size_t i = 0; i < weights_.size(); ++i) {
            if (weights_[i] == 0) continue;
            pulse_.work(2 * row_.size());
            add_row(i, yes.data(), noise.data());
        }
        for (size_t j = 0; j < width; ++j) yes[j] = std::max(0.0, entropy(std::min(yes[j], 1.0)) - noise[j]);
        return yes;
    }

    void read_row(size_t i) {
        if (wide_) copy_row<double>(i);
        else copy_row<float>(i);
        int64_t bad = 0;
        for (const double p : row_) bad += !(std::abs(p - 0.5) <= 0.5);  // also if it is no number
        require(bad == 0, "table must have probabilities from 0 to 1");
    }

    template <class Cell>
    void copy_row(size_t i) {
        for (size_t j = 0; j < row_.size(); ++j) row_[j] = cell<Cell>(i, j);
    }

    // The numbers of a file may begin at any byte.
    template <class Cell>
    double cell(size_t i, size_t j) const {
        Cell value;
        std::memcpy(&value, cells_ + (i * row_.size() + j) * sizeof(Cell), sizeof(Cell));
        return static_cast<double>(value);
    }

    bool wide_;
    const std::byte* cells_;
    std::span<const double> weights_;
    std::vector<double> row_;
    Pulse& pulse_;
};

// The first question with the maximum information per price, and its information. Rough values screen the questions.
std::pair<size_t, double> best_of(Likelihoods table, std::span<const double> prices) {
    std::vector<size_t> close(prices.size());
    std::iota(close.begin(), close.end(), size_t{0});
    const std::vector<double> rough = table.rough();
    double least = 0;
    for (const size_t j : close) least = std::max(least, (rough[j] - kRough) / prices[j]);
    std::erase_if(close, [&](size_t j) { return (rough[j] + kRough) / prices[j] < least; });
    const std::vector<double> exact = table.exact(close);
    double most = 0;
    for (size_t i = 0; i < close.size(); ++i) most = std::max(most, exact[i] / prices[close[i]]);
    size_t first = 0;
    while (exact[first] / prices[close[first]] < most - kRounding) ++first;
    return {close[first], exact[first]};
}

std::pair<size_t, double> most_informative(nb::object cells, nb::object weights, nb::object prices) {
    const Buffer table(cells, "cells"), own(weights, "weights"), costs(prices, "prices");
    const auto weight = own.as<double>("weights"), price = costs.as<double>("prices");
    require(!price.empty() && table.size() == weight.size() * price.size(), "cells: expected a row per weight");
    return released([&](Pulse& pulse) {
        return best_of(Likelihoods(table, weight, price.size(), pulse), price);
    });
}

}  // namespace
}  // namespace mmc

void bind_agents(nb::module_& m) {
    m.def("most_informative", &mmc::most_informative, "cells"_a, "weights"_a, "prices"_a);
}
