#include "pokerdata/spots/gadget.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "pokerdata/support/errors.hpp"

namespace pokerdata::spots {
namespace {

void check_finite(const char* name, const std::vector<double>& numbers, std::size_t states) {
  if (numbers.size() != states)
    throw support::expected(name, {states, " numbers, one a state"}, numbers.size());
  for (const double number : numbers)
    if (!std::isfinite(number)) throw support::expected(name, "finite numbers", number);
}

}  // namespace

GadgetRule gadget_rule(const std::string& name) {
  if (name == "unsafe") return GadgetRule::unsafe;
  if (name == "gadget") return GadgetRule::resolve;
  if (name == "max-margin") return GadgetRule::max_margin;
  throw support::expected("method", "unsafe, gadget or max-margin", {"'", name, "'; e.g. 'gadget'"});
}

Gadget::Gadget(int opponent, GadgetRule rule, std::vector<double> kept, std::vector<double> weight,
               std::vector<double> meets)
    : opponent_(opponent),
      rule_(rule),
      kept_(std::move(kept)),
      weight_(std::move(weight)),
      meets_(std::move(meets)) {
  check_finite("kept", kept_, meets_.size());
  check_finite("weight", weight_, meets_.size());
  check_finite("meets", meets_, meets_.size());
  for (std::size_t s = 0; s < states(); ++s) deals_ += weight_[s] * meets_[s];
  if (!(deals_ > 0)) throw support::expected("gadget", "hands that meet", "none");
  if (rule != GadgetRule::unsafe) regrets_.assign((rule == GadgetRule::resolve ? 2 : 1) * states(), 0.0);
  sums_ = regrets_;
}

std::vector<double> Gadget::shares(const std::vector<double>& numbers) const {
  std::vector<double> result(states(), rule_ == GadgetRule::unsafe ? 1.0 : 0.0);
  if (rule_ == GadgetRule::unsafe) return result;
  const auto positive = [](double number) { return std::max(number, 0.0); };
  if (rule_ == GadgetRule::resolve) {
    for (std::size_t s = 0; s < states(); ++s) {
      const double in = positive(numbers[s]), out = positive(numbers[states() + s]);
      result[s] = in + out > 0 ? in / (in + out) : 0.5;
    }
    return result;
  }
  double sum = 0;
  for (std::size_t s = 0; s < states(); ++s) sum += result[s] = meets_[s] > 0 ? positive(numbers[s]) : 0;
  if (sum > 0) {
    for (double& share : result) share /= sum;
  } else {  // as the cards come
    for (std::size_t s = 0; s < states(); ++s) result[s] = weight_[s] * meets_[s] / deals_;
  }
  return result;
}

std::vector<double> Gadget::reach_of(const std::vector<double>& numbers) const {
  std::vector<double> result = shares(numbers);
  for (std::size_t s = 0; s < states(); ++s) {
    if (rule_ != GadgetRule::max_margin)
      result[s] *= weight_[s];
    else
      result[s] = meets_[s] > 0 ? result[s] / meets_[s] : 0;
  }
  return result;
}

void Gadget::count(double weight) {
  if (rule_ == GadgetRule::unsafe) return;
  const std::vector<double> now = shares(regrets_);
  for (std::size_t s = 0; s < states(); ++s) {
    sums_[s] += weight * now[s];
    if (rule_ == GadgetRule::resolve) sums_[states() + s] += weight * (1 - now[s]);
  }
}

void Gadget::scale_average(double factor) {
  for (double& sum : sums_) sum *= factor;
}

void Gadget::learn(std::span<const double> values, const solvers::Update& update) {
  if (rule_ == GadgetRule::unsafe) return;
  const std::vector<double> now = shares(regrets_);
  const auto add = [&](double& regret, double gain) {
    regret += gain;
    regret *= regret > 0 ? update.positive : update.negative;
  };
  if (rule_ == GadgetRule::resolve) {
    for (std::size_t s = 0; s < states(); ++s) {
      const double mean = now[s] * values[s] + (1 - now[s]) * kept_[s];
      add(regrets_[s], values[s] - mean);
      add(regrets_[states() + s], kept_[s] - mean);
    }
    return;
  }
  double mean = 0;
  const auto gain = [&](std::size_t s) { return (values[s] - kept_[s]) / meets_[s]; };
  for (std::size_t s = 0; s < states(); ++s)
    if (meets_[s] > 0) mean += now[s] * gain(s);
  for (std::size_t s = 0; s < states(); ++s)
    if (meets_[s] > 0) add(regrets_[s], gain(s) - mean);
}

double Gadget::best_value(std::span<const double> values) const {
  if (rule_ != GadgetRule::max_margin) {
    const bool keeps = rule_ == GadgetRule::resolve;
    double sum = 0;
    for (std::size_t s = 0; s < states(); ++s)
      sum += weight_[s] * (keeps ? std::max(values[s], kept_[s]) : values[s]);
    return sum / deals_;
  }
  double best = -std::numeric_limits<double>::infinity();
  for (std::size_t s = 0; s < states(); ++s)
    if (meets_[s] > 0) best = std::max(best, (values[s] - kept_[s]) / meets_[s]);
  return best;
}

double Gadget::mean_value(std::span<const double> values) const {
  const std::vector<double> share = shares(sums_);
  double sum = 0;
  for (std::size_t s = 0; s < states(); ++s) {
    if (rule_ != GadgetRule::max_margin)
      sum += weight_[s] * (share[s] * values[s] + (1 - share[s]) * kept_[s]) / deals_;
    else if (meets_[s] > 0)
      sum += share[s] * (values[s] - kept_[s]) / meets_[s];
  }
  return sum;
}

double Gadget::others_value(double sum) const {
  const std::vector<double> share = shares(sums_);
  if (rule_ != GadgetRule::max_margin) {
    for (std::size_t s = 0; s < states(); ++s) sum -= weight_[s] * (1 - share[s]) * kept_[s];
    return sum / deals_;
  }
  for (std::size_t s = 0; s < states(); ++s)
    if (meets_[s] > 0) sum += share[s] * kept_[s] / meets_[s];
  return sum;
}

}  // namespace pokerdata::spots
