#include "pokerdata/real_cards/dealt_flop.hpp"

#include <algorithm>

#include "pokerdata/isomorphism/suits.hpp"

namespace pokerdata::real_cards {
namespace {

constexpr std::uint64_t river_bytes = 115'000;  // of a dealt board

}  // namespace

std::vector<NextCard> next_cards(cards::CardSet free, const Permutations& keeping) {
  std::vector<NextCard> found;
  for (int c = 0; c < cards::deck_size; ++c) {
    if ((free >> c & 1) == 0) continue;
    const int orbit = isomorphism::orbit_of_least(cards::CardSet{1} << c, keeping);
    if (orbit > 0) found.push_back({static_cast<cards::Card>(c), orbit});
  }
  return found;
}

Permutations keeping_too(const Permutations& group, cards::Card card) {
  Permutations found;
  for (const std::uint8_t p : group)
    if (isomorphism::permuted(p, card) == card) found.push_back(p);
  return found;
}

DealtFlop::DealtFlop(cards::CardSet deck, const Look& opponent, const Look* own,
                     const DealtBoard& before_flop, bool any_settled)
    : deck_(deck), opponent_(opponent), own_(own), before_flop_(before_flop), settled_(any_settled) {}

std::uint64_t DealtFlop::bytes(bool any_settled) {
  return river_bytes * cards::deck_size + SettledRivers::bytes(any_settled);
}

void DealtFlop::deal_flop(std::span<const cards::Card> flop) {
  std::copy_n(flop.begin(), 3, board_.begin());
  deal(1, before_flop_, on_flop_);
}

void DealtFlop::deal_turn(cards::Card card, const Permutations& group) {
  board_[3] = card;
  group_ = group;
  deal(2, on_flop_, on_turn_);
  next_ = next_cards(free(), group);
  if (rivers_.size() < next_.size()) rivers_.resize(next_.size());
  for (std::size_t i = 0; i < next_.size(); ++i) {
    board_[4] = next_[i].card;
    // The mean over what keeps the turn makes up for hands left out.
    deal(3, on_turn_, rivers_[i], keeping_too(group, next_[i].card));
  }
  is_counted_ = false;
}

SettledRivers& DealtFlop::counted() {
  if (!is_counted_) {
    settled_.begin(on_turn_);
    for (std::size_t i = 0; i < next_.size(); ++i) settled_.add(rivers_[i], next_[i].orbit);
    is_counted_ = true;
  }
  return settled_;
}

}  // namespace pokerdata::real_cards
