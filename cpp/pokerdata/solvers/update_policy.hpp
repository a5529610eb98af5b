#pragma once
#include <cstdint>
#include <string>

namespace pokerdata::solvers {

// What an algorithm does after the regrets of iteration t (1, 2, ...) are added: positive and negative
// regrets are multiplied by their factors, and the strategy from before the update enters the average
// with a weight. Weights that grow without bound are kept below 2^64: all sums of the average so far are
// multiplied by `average_scale`, a power of two, before the iteration. It is 1 but for large gamma.
struct Update {
  double positive;
  double negative;
  double average_weight;
  double average_scale = 1;
};

constexpr double most_gamma = 1000;

enum class Algorithm { cfr, cfr_plus, dcfr };

// cfr: plain sums, uniform average.
// cfr+: negative regrets become 0; average weight max(t - delay, 0)^gamma (gamma 1 is linear).
// dcfr: factors t^alpha / (t^alpha + 1) and t^beta / (t^beta + 1); average weight t^gamma.
// optimistic: regret matching counts the last iteration's regret twice, as a prediction of the next one's.
// simultaneous: all players answer the strategies of the last iteration; otherwise they update in turn, and
// each answers the new strategies of those before him.
struct UpdatePolicy {
  Algorithm algorithm = Algorithm::dcfr;
  double alpha = 1.5;
  double beta = 0;
  double gamma = 2;
  std::int64_t delay = 0;
  bool optimistic = false;
  bool simultaneous = false;

  Update at(std::int64_t iteration) const;
};

// The policy of a name: cfr, cfr+, dcfr, lcfr (dcfr with alpha = beta = gamma = 1) or pcfr+ (optimistic
// cfr+). Numbers that the name does not have are ignored. Throws ArgumentError for another name, numbers that
// are not finite, a gamma outside 0 to most_gamma, and a negative delay.
UpdatePolicy make_update_policy(const std::string& algorithm, double alpha, double beta, double gamma,
                                std::int64_t delay, bool optimistic = false, bool simultaneous = false);

}  // namespace pokerdata::solvers
