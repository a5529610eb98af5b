#include "pokerdata/search/hidden_cards.hpp"

#include <algorithm>
#include <cmath>

#include "pokerdata/support/errors.hpp"

namespace pokerdata::search {
namespace {

constexpr int most_tries = 100'000;

std::vector<Hole> all_hands(const play::Definition& rules) {
  std::vector<Hole> found;
  if (rules.cards.hole == 1) {
    for (cards::Card a = 0; a < cards::deck_size; ++a) found.push_back({{a, 0}, cards::set_of(a)});
    return found;
  }
  for (const auto& [low, high] : cards::all_combinations)
    found.push_back({{low, high}, cards::set_of(low) | cards::set_of(high)});
  return found;
}

}  // namespace

HiddenCards::HiddenCards(const play::Definition& rules, cards::CardSet known,
                         const std::vector<Range>& ranges, int board_left)
    : hole_cards_(rules.cards.hole), board_left_(board_left) {
  for (const cards::Card card : rules.deck())
    if ((known >> card & 1) == 0) deck_.push_back(card);
  cards::CardSet free = 0;
  for (const cards::Card card : deck_) free |= cards::set_of(card);
  const std::vector<Hole> all = all_hands(rules);
  for (const Range& range : ranges) {
    const std::string where = "range of position " + std::to_string(range.player);
    if (!range.weights.empty() && range.weights.size() != all.size())
      throw support::expected(where, {all.size(), " weights"}, range.weights.size());
    Hands hands{range.player, range.weights.empty(), {}, {}};
    double sum = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double weight = range.weights.empty() ? 1.0 : range.weights[i];
      if (!(weight >= 0) || !std::isfinite(weight))
        throw support::expected(where, "weights of 0 and more", weight);
      if (weight == 0 || (all[i].set & free) != all[i].set) continue;
      hands.holes.push_back(all[i]);
      hands.upto.push_back(sum += weight);
    }
    if (!(sum > 0) || !std::isfinite(sum))
      throw support::expected(where, "hands that known cards leave", "none; e.g. 'random'");
    players_.push_back(std::move(hands));
  }
}

const HiddenCards::Hands* HiddenCards::hands_of(int player) const {
  const auto found = std::find_if(players_.begin(), players_.end(),
                                  [&](const Hands& hands) { return hands.player == player; });
  return found == players_.end() ? nullptr : &*found;
}

void HiddenCards::draw(support::Random& random, Drawn& drawn) const {
  cards::CardSet taken = 0;
  for (int tries = 0;; ++tries) {
    if (tries == most_tries)
      throw support::expected("ranges", "hands that leave each other their cards",
                              {"none in ", most_tries, " tries"});
    taken = 0;
    bool fits = true;
    for (const Hands& hands : players_) {
      if (hands.any) continue;
      const double at = random.fraction() * hands.upto.back();
      const auto i = std::min(std::upper_bound(hands.upto.begin(), hands.upto.end(), at) - hands.upto.begin(),
                              std::ssize(hands.upto) - 1);
      drawn.holes[hands.player] = hands.holes[i];
      if (hands.holes[i].set & taken) {
        fits = false;
        break;
      }
      taken |= hands.holes[i].set;
    }
    if (fits) break;
  }
  // What is left is dealt out: however others stand, any hand leaves them as many ways. Free cards are many
  // more than those that are taken, but in the smallest decks.
  const auto next = [&] {
    for (;;) {
      const cards::Card card = deck_[random.below(static_cast<std::uint32_t>(deck_.size()))];
      if (taken >> card & 1) continue;
      taken |= cards::set_of(card);
      return card;
    }
  };
  for (const Hands& hands : players_) {
    if (!hands.any) continue;
    Hole& hole = drawn.holes[hands.player];
    hole.set = 0;
    for (int i = 0; i < hole_cards_; ++i) hole.set |= cards::set_of(hole.cards[i] = next());
    if (hole_cards_ == 2 && hole.cards[0] > hole.cards[1]) std::swap(hole.cards[0], hole.cards[1]);
  }
  for (int i = 0; i < board_left_; ++i) drawn.board[i] = next();
}

}  // namespace pokerdata::search
