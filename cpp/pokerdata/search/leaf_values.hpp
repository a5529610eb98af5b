#pragma once
#include <functional>
#include <optional>
#include <span>

#include "pokerdata/search/walk.hpp"

namespace pokerdata::search {

// What showdowns in the tree are worth on the mean over all that the hero cannot see, where what the others
// did says nothing of their cards: with one or two of them left, and any hand as likely for those who folded.
class LeafValues {
 public:
  // The hero's share of the pot against one player of any hand, by the board that has turned up; negative
  // where nobody knows it.
  using Equity = std::function<double(std::span<const cards::Card>)>;
  // Both must outlive this. equity may be empty.
  LeafValues(const HiddenCards& hidden, int hero, const Hole& hole, Equity equity)
      : hidden_(hidden), hero_(hero), hole_(hole), equity_(std::move(equity)) {}

  // Chips that the hero wins at a showdown that was reached so often; nothing as long as to compute them
  // costs more than to draw so often again.
  std::optional<double> value(const Walk& walk, std::int64_t passes) const;

 private:
  using Opponents = std::span<const int>;
  double outcomes(const Walk& walk, Opponents opponents) const;
  std::optional<double> looked_up(const Walk& walk, int opponent) const;
  double enumerated(const Walk& walk, Opponents opponents) const;

  const HiddenCards& hidden_;
  int hero_;
  Hole hole_;
  Equity equity_;
};

}  // namespace pokerdata::search
