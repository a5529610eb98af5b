#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "pokerdata/solvers/update_policy.hpp"

namespace pokerdata::spots {

// How the other player, the opponent, comes into a spot in which a player's strategy is solved anew:
//   unsafe      with a given range
//   resolve     each of his states goes there, or keeps what it had before (Burch, Johanson, Bowling 2014)
//   max_margin  he picks the hand that gains most over what it had (Moravcik et al. 2016)
enum class GadgetRule : std::uint8_t { unsafe, resolve, max_margin };

// Throws ArgumentError for another name than 'unsafe', 'gadget' and 'max-margin'.
GadgetRule gadget_rule(const std::string& name);

// The opponent's choice before the spot, learnt by regrets.
//
// Values of his states are those of walks: chips, centred, times the player's reach that meets a hand, summed
// over the hands of a state.
class Gadget {
 public:
  // kept [states]: what his states had. weight [states]: how likely each of his hands comes. meets [states]:
  // the player's reach that meets the hands of a state, over all of them; states that meet none stay out.
  // Throws ArgumentError for other sizes, numbers that are not finite, and where no hands meet.
  Gadget(int opponent, GadgetRule rule, std::vector<double> kept, std::vector<double> weight,
         std::vector<double> meets);

  int opponent() const { return opponent_; }
  std::size_t states() const { return kept_.size(); }

  // Reach of his hands in the spot [states], by his regrets or on average.
  std::vector<double> reach() const { return reach_of(regrets_); }
  std::vector<double> average_reach() const { return reach_of(sums_); }
  // What he plays now goes into his average.
  void count(double weight);
  void scale_average(double factor);
  // values: of his states in the spot.
  void learn(std::span<const double> values, const solvers::Update& update);

  // Chips a deal that he has if he chooses best, and if he chooses as on average.
  double best_value(std::span<const double> values) const;
  double mean_value(std::span<const double> values) const;
  // The player's value in the spot against average_reach(), times `deals` of the spot -> his chips a deal.
  double others_value(double sum) const;

 private:
  // Shares of being in the spot, [states].
  std::vector<double> shares(const std::vector<double>& numbers) const;
  std::vector<double> reach_of(const std::vector<double>& numbers) const;

  int opponent_;
  GadgetRule rule_;
  std::vector<double> kept_, weight_, meets_;
  double deals_ = 0;  // sum of weight_ * meets_
  std::vector<double>
      regrets_;               // resolve: of the spot, then of what was kept [2][states]; max_margin: [states]
  std::vector<double> sums_;  // likewise, of the average
};

}  // namespace pokerdata::spots
