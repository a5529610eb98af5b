#include "pokerdata/luck/looked_up.hpp"

#include <algorithm>
#include <string>

#include "pokerdata/luck/run_outs.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::luck {

LookedUp::LookedUp(const games::CardRules& cards, const double* first_edges)
    : cards_(cards), first_edges_(first_edges), hands_(agents::all_hole_cards(cards)), with_(cards.deck()) {
  for (std::size_t h = 0; h < hands_.size(); ++h)
    for (int i = 0; i < cards.hole; ++i) with_[hands_[h].cards[i]].push_back(static_cast<int>(h));
  std::size_t count = 0;
  for (const int turned : cards.board) shown_.push_back(count += static_cast<std::size_t>(turned));
  for (auto& of_player : edges_) of_player.resize(shown_.size());
  held_edges_.resize(shown_.size());
}

void LookedUp::deal(const std::array<std::span<const cards::Card>, 2>& hole,
                    std::span<const cards::Card> board) {
  bool same = deal_ > 0 && std::ranges::equal(board, board_);
  for (int player = 0; player < 2; ++player) {
    same = same && std::ranges::equal(hole[player], this->hole(player));
    std::ranges::copy(hole[player].first(static_cast<std::size_t>(cards_.hole)), hole_[player].begin());
    held_[player] = number_of(hole[player]);
  }
  if (same) return;
  board_.assign(board.begin(), board.end());
  ++deal_;
}

std::span<const cards::Card> LookedUp::board_on(int street) const {
  if (board_.size() < shown_[street])
    throw support::expected("board", {shown_[street], " cards on street ", street + 1}, board_.size());
  return std::span(board_).first(shown_[street]);
}

std::size_t LookedUp::number_of(std::span<const cards::Card> hole) const {
  if (cards_.hole == 1) return hole[0];
  return static_cast<std::size_t>(
      cards::combination_of(std::min(hole[0], hole[1]), std::max(hole[0], hole[1])));
}

bool LookedUp::stale(std::uint64_t& deal) const {
  if (deal == deal_) return false;
  deal = deal_;
  return true;
}

LookedUp::OfStates& LookedUp::of_states(const agents::PrivateStates& of) {
  for (OfStates& known : states_)
    if (known.of == &of) return known;
  OfStates& made = states_.emplace_back();
  made.of = &of;
  made.all.resize(shown_.size());
  made.held.resize(shown_.size());
  made.held_after.resize(shown_.size());
  made.next.resize(shown_.size());
  return made;
}

const std::vector<int>& LookedUp::states(const agents::PrivateStates& of, int street) {
  auto& [deal, found] = of_states(of).all[street];
  if (!stale(deal)) return found;
  found.resize(hands_.size());
  of.of_hands(street, hands_, board_on(street), found.data());
  return found;
}

const std::vector<int>& LookedUp::states_after(const agents::PrivateStates& of, int street,
                                               std::span<const cards::Card> next) {
  OfStates& all = of_states(of);
  const std::span<const cards::Card> before = board_on(street - 1);
  std::array<cards::Card, cards::deck_size> board;
  std::ranges::copy(next, std::ranges::copy(before, board.begin()).out);
  all.after.resize(hands_.size());
  of.of_hands(street, hands_, {board.data(), before.size() + next.size()}, all.after.data());
  return all.after;
}

const NextStates& LookedUp::next_states(const agents::PrivateStates& of, int street) {
  auto& [deal, found] = of_states(of).next[street];
  if (!stale(deal)) return found;
  const std::span<const cards::Card> board = board_on(street - 1);
  const cards::CardSet gone = cards::set_of(board);
  found.after.resize(static_cast<std::size_t>(cards_.deck()));
  std::array<cards::Card, cards::deck_size> next;
  std::array<int*, cards::deck_size> states;
  std::size_t count = 0;
  for (int card = 0; card < cards_.deck(); ++card) {
    if ((gone >> card) & 1) continue;
    found.after[card].resize(hands_.size());
    states[count] = found.after[card].data();
    next[count++] = static_cast<cards::Card>(card);
  }
  of.of_hands_after(street, hands_, board, {next.data(), count}, states.data());
  found.count({next.data(), count}, with_, {hole(0), hole(1)});
  return found;
}

const LookedUp::Two& LookedUp::held_states(const agents::PrivateStates& of, int street) {
  auto& [deal, found] = of_states(of).held[street];
  if (!stale(deal)) return found;
  for (int player = 0; player < 2; ++player) found[player] = of.of(street, hole(player), board_on(street));
  return found;
}

const std::vector<LookedUp::Two>& LookedUp::held_after(const agents::PrivateStates& of, int street) {
  auto& kept = of_states(of).held_after[street];
  auto& deal = kept.deal;
  auto& found = kept.found;
  if (!stale(deal)) return found;
  found.clear();
  const std::span<const cards::Card> before = board_on(street - 1);
  const cards::CardSet gone = cards::set_of(before) | hands_[held_[0]].set | hands_[held_[1]].set;
  if (cards_.board[street] == 1) {
    std::array<cards::Card, cards::deck_size> next;
    std::size_t count = 0;
    for (int card = 0; card < cards_.deck(); ++card)
      if (!((gone >> card) & 1)) next[count++] = static_cast<cards::Card>(card);
    found.resize(count);
    of.of_next_cards(street, {hole(0), hole(1)}, before, {next.data(), count}, found.data());
    return found;
  }
  std::array<cards::Card, cards::deck_size> board;
  const auto rest = std::ranges::copy(before, board.begin()).out;
  for_each_deal(cards_.deck(), gone, cards_.board[street], [&](std::span<const cards::Card> next) {
    std::ranges::copy(next, rest);
    const std::span<const cards::Card> whole(board.data(), before.size() + next.size());
    found.push_back({of.of(street, hole(0), whole), of.of(street, hole(1), whole)});
  });
  return found;
}

const std::vector<double>& LookedUp::edges(int player, int street) {
  auto& [deal, found] = edges_[player][street];
  if (!stale(deal)) return found;
  if (street > 0 || !first_edges_) {
    found = showdown_edges(cards_, hands_, held_[player], board_on(street));
    return found;
  }
  found.resize(hands_.size());
  for (std::size_t h = 0; h < hands_.size(); ++h) found[h] = first_edges_[h * hands_.size() + held_[player]];
  return found;
}

double LookedUp::held_edge(int street) {
  auto& [deal, found] = held_edges_[street];
  if (!stale(deal)) return found;
  found = street > 0 || !first_edges_
              ? showdown_edge(cards_, hands_[held_[0]], hands_[held_[1]], board_on(street))
              : first_edges_[held_[0] * hands_.size() + held_[1]];
  return found;
}

}  // namespace pokerdata::luck
