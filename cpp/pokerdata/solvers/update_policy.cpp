#include "pokerdata/solvers/update_policy.hpp"

#include <algorithm>
#include <cmath>

#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/power.hpp"

namespace pokerdata::solvers {
namespace {

// t^exponent / (t^exponent + 1), written so that large powers do not overflow.
double discount(double t, double exponent) { return 1 / (1 + support::power(t, -exponent)); }

// Takes t^gamma for the weight, in the units in which the sums of all iterations from t on are kept.
void weigh(Update& update, double t, double gamma) {
  const support::ScaledPower now = support::scaled_power(t, gamma),
                             before = support::scaled_power(t - 1, gamma);
  update.average_weight = now.factor;
  update.average_scale = std::ldexp(1, -64 * (now.times - before.times));
}

}  // namespace

Update UpdatePolicy::at(std::int64_t iteration) const {
  const auto t = static_cast<double>(iteration);
  switch (algorithm) {
    case Algorithm::cfr:
      return {1, 1, 1};
    case Algorithm::cfr_plus: {
      Update update{1, 0, 0};
      if (iteration > delay) weigh(update, t - static_cast<double>(delay), gamma);
      return update;
    }
    default: {
      Update update{discount(t, alpha), discount(t, beta), 0};
      weigh(update, t, gamma);
      return update;
    }
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
    throw support::expected("algorithm", "cfr, cfr+, lcfr, dcfr or pcfr+",
                            {"'", algorithm, "'; e.g. 'dcfr'"});
  }
  for (const auto& [name, value] : {std::pair{"alpha", alpha}, {"beta", beta}, {"gamma", gamma}})
    if (!std::isfinite(value)) throw support::expected(name, "a finite number", {value, "; e.g. 1.5"});
  if (gamma < 0 || gamma > most_gamma) throw support::expected("gamma", "0 to 1,000", {gamma, "; e.g. 2"});
  if (delay < 0) throw support::expected("delay", "0 or more iterations", {delay, "; e.g. 10"});
  return policy;
}

}  // namespace pokerdata::solvers
