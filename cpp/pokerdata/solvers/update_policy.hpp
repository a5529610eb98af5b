#pragma once
#include <cstdint>
#include <string>

namespace pokerdata {

// What an algorithm does after the regrets of iteration t (1, 2, ...) are added: positive and negative
// regrets are multiplied by their factors, and the strategy from before the update enters the average
// with a weight. A member of the CFR family that needs more than this brings its own node kernel.
struct Update {
  double positive;
  double negative;
  double average_weight;
};

enum class Algorithm { cfr, cfr_plus, dcfr };

// cfr: plain sums, uniform average.
// cfr+: negative regrets become 0; average weight max(t - delay, 0)^gamma (gamma 1 is linear).
// dcfr: factors t^alpha / (t^alpha + 1) and t^beta / (t^beta + 1); average weight t^gamma.
struct UpdatePolicy {
  Algorithm algorithm = Algorithm::dcfr;
  double alpha = 1.5;
  double beta = 0;
  double gamma = 2;
  std::int64_t delay = 0;

  Update at(std::int64_t iteration) const;
};

// Throws ArgumentError unless the name is cfr, cfr+ or dcfr and the numbers are finite, gamma and delay
// not negative.
UpdatePolicy make_update_policy(const std::string& algorithm, double alpha, double beta, double gamma,
                                std::int64_t delay);

}  // namespace pokerdata
