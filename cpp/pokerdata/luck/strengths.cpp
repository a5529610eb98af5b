#include "pokerdata/luck/strengths.hpp"

#include <algorithm>

#include "pokerdata/agents/same_game.hpp"
#include "pokerdata/evaluator/board_codes.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/isomorphism/suits.hpp"
#include "pokerdata/luck/run_outs.hpp"

namespace pokerdata::luck {
namespace {

constexpr std::array<double, 4> looked_up_sums{0, 1081.0 * 1980, 46.0 * 1980,
                                               1980};  // of a hand that never loses

double in_table(const StrengthTables& tables, std::size_t hand, int street,
                std::span<const cards::Card> board) {
  const isomorphism::Boards& boards = isomorphism::Boards::get(static_cast<int>(board.size()));
  const std::uint32_t raw = isomorphism::set_index(cards::set_of(board));
  const std::int64_t at = std::int64_t{boards.canonical[raw]} * cards::combinations +
                          isomorphism::combination_maps()[boards.permutation[raw]][hand];
  const double sum = street == 1 ? tables.flop[at] : street == 2 ? tables.turn[at] : tables.river[at];
  return sum / looked_up_sums[street];
}

// From what all hands win from one, for each chip.
double of_edges(const LookedUp& cards, std::size_t hand, cards::CardSet board,
                const std::vector<double>& edges) {
  const cards::CardSet dead = board | cards.hands()[hand].set;
  double lost = 0, hands = 0;
  for (std::size_t h = 0; h < edges.size(); ++h) {
    if (cards.hands()[h].set & dead) continue;
    lost += edges[h];
    ++hands;
  }
  return (1 - lost / hands) / 2;
}

bool in_tables(const StrengthTables& tables, const LookedUp& cards, int street) {
  return agents::is_texas(cards.rules()) && tables.on(street);
}

}  // namespace

double final_strength(const StrengthTables& tables, LookedUp& cards, int player, int street) {
  if (in_tables(tables, cards, street))
    return in_table(tables, cards.held(player), street, cards.board_on(street));
  return of_edges(cards, cards.held(player), cards::set_of(cards.board_on(street)),
                  cards.edges(player, street));
}

double present_strength(const StrengthTables& tables, LookedUp& cards, int player, int street) {
  const std::span<const cards::Card> board = cards.board_on(street);
  if (board.empty() || cards.to_come(street) == 0) return final_strength(tables, cards, player, street);
  const std::size_t hand = cards.held(player);
  const cards::CardSet common = cards::set_of(board), dead = common | cards.hands()[hand].set;
  std::int64_t ahead = 0, hands = 0;
  const auto compare = [&](const auto& strength) {
    const auto own = strength(hand);
    for (std::size_t h = 0; h < cards.hands().size(); ++h) {
      if (cards.hands()[h].set & dead) continue;
      const auto other = strength(h);
      ahead += (own > other) - (own < other);
      ++hands;
    }
  };
  if (agents::is_texas(cards.rules())) {
    std::array<evaluator::StrengthCode, cards::combinations> codes;
    evaluator::evaluate_board(board.data(), static_cast<int>(board.size()), codes.data());
    compare([&](std::size_t h) { return codes[h]; });
  } else {
    compare(
        [&](std::size_t h) { return games::hand_strength(cards.rules(), cards.hands()[h].set | common); });
  }
  return (1 + static_cast<double>(ahead) / static_cast<double>(hands)) / 2;
}

MeanStrengths mean_strengths(const StrengthTables& tables, LookedUp& cards, int street) {
  const std::span<const cards::Card> before = cards.board_on(street - 1);
  const cards::CardSet gone =
      cards::set_of(before) | cards.hands()[cards.held(0)].set | cards.hands()[cards.held(1)].set;
  std::vector<cards::Card> board(before.begin(), before.end());
  board.push_back(0);
  MeanStrengths found{};
  int ways = 0;
  for (int card = 0; card < cards.rules().deck(); ++card) {
    if ((gone >> card) & 1) continue;
    board.back() = static_cast<cards::Card>(card);
    std::array<double, 2> strength;
    for (int player = 0; player < 2; ++player) {
      const std::size_t hand = cards.held(player);
      strength[player] = in_tables(tables, cards, street)
                             ? in_table(tables, hand, street, board)
                             : of_edges(cards, hand, cards::set_of(board),
                                        showdown_edges(cards.rules(), cards.hands(), hand, board));
      found.of_player[player] += strength[player];
    }
    found.product += strength[0] * strength[1];
    ++ways;
  }
  for (double* sum : {&found.of_player[0], &found.of_player[1], &found.product}) *sum /= ways;
  return found;
}

}  // namespace pokerdata::luck
