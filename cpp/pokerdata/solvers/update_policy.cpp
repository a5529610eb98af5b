#include "pokerdata/solvers/update_policy.hpp"

#include <algorithm>
#include <cmath>

#include "pokerdata/support/errors.hpp"

namespace pokerdata {
namespace {

// t^exponent / (t^exponent + 1), written so that large powers do not overflow.
double discount(double t, double exponent) { return 1 / (1 + std::pow(t, -exponent)); }

}  // namespace

Update UpdatePolicy::at(std::int64_t iteration) const {
  const auto t = static_cast<double>(iteration);
  switch (algorithm) {
    case Algorithm::cfr:
      return {1, 1, 1};
    case Algorithm::cfr_plus:
      return {1, 0, iteration > delay ? std::pow(t - static_cast<double>(delay), gamma) : 0.0};
    default:
      return {discount(t, alpha), discount(t, beta), std::pow(t, gamma)};
  }
}

UpdatePolicy make_update_policy(const std::string& algorithm, double alpha, double beta, double gamma,
                                std::int64_t delay, bool optimistic, bool simultaneous) {
  UpdatePolicy policy{Algorithm::dcfr, alpha, beta, gamma, delay, optimistic, simultaneous};
  if (algorithm == "cfr") {
    policy.algorithm = Algorithm::cfr;
  } else if (algorithm == "cfr+" || algorithm == "pcfr+") {
    policy.algorithm = Algorithm::cfr_plus;
    policy.optimistic |= algorithm == "pcfr+";
  } else if (algorithm == "lcfr") {
    policy.alpha = policy.beta = policy.gamma = 1;
  } else if (algorithm != "dcfr") {
    throw ArgumentError("bad algorithm '" + algorithm +
                        "': want cfr, cfr+, lcfr, dcfr or pcfr+, e.g. 'dcfr'");
  }
  for (const auto& [name, value] : {std::pair{"alpha", alpha}, {"beta", beta}, {"gamma", gamma}})
    if (!std::isfinite(value))
      throw ArgumentError(std::string("bad ") + name + ' ' + std::to_string(value) +
                          ": want a finite number, e.g. 1.5");
  if (gamma < 0) throw ArgumentError("bad gamma " + std::to_string(gamma) + ": want 0 or more, e.g. 2");
  if (delay < 0)
    throw ArgumentError("bad delay " + std::to_string(delay) + ": want 0 or more iterations, e.g. 10");
  return policy;
}

}  // namespace pokerdata
