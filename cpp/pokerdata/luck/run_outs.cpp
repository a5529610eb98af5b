#include "pokerdata/luck/run_outs.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "pokerdata/agents/same_game.hpp"
#include "pokerdata/evaluator/board_codes.hpp"
#include "pokerdata/evaluator/evaluate.hpp"

namespace pokerdata::luck {

double combinations(int of, int count) {
  double found = 1;
  for (int i = 0; i < count; ++i) found = found * (of - i) / (i + 1);
  return found;
}

std::vector<double> showdown_edges(const games::CardRules& rules, std::span<const agents::HoleCards> hands,
                                   std::size_t other, std::span<const cards::Card> board) {
  const int whole = std::accumulate(rules.board.begin(), rules.board.end(), 0);
  const int missing = whole - static_cast<int>(board.size());
  const cards::CardSet dead = hands[other].set | cards::set_of(board);
  const std::size_t n = hands.size();
  const bool texas = agents::is_texas(rules);
  std::vector<int> ahead(n);
  std::vector<std::uint64_t> strengths(n);
  std::array<evaluator::StrengthCode, cards::combinations> codes;
  std::vector<cards::Card> all(board.begin(), board.end());
  // A strength of 0 marks hands that share a card with the board.
  const auto compare = [&](const auto* strength) {
    const auto theirs = strength[other];
    for (std::size_t h = 0; h < n; ++h)
      ahead[h] += strength[h] == 0 ? 0 : (strength[h] > theirs) - (strength[h] < theirs);
  };
  for_each_deal(rules.deck(), dead, missing, [&](std::span<const cards::Card> rest) {
    all.resize(board.size());
    all.insert(all.end(), rest.begin(), rest.end());
    if (texas) {
      evaluator::evaluate_board(all.data(), whole, codes.data());
      return compare(codes.data());
    }
    const cards::CardSet common = cards::set_of(all);
    for (std::size_t h = 0; h < n; ++h)
      strengths[h] = hands[h].set & common ? 0 : games::hand_strength(rules, hands[h].set | common);
    compare(strengths.data());
  });
  const double ways = combinations(rules.deck() - static_cast<int>(board.size()) - 2 * rules.hole, missing);
  std::vector<double> found(n);
  for (std::size_t h = 0; h < n; ++h) found[h] = hands[h].set & dead ? 0.0 : ahead[h] / ways;
  return found;
}

double showdown_edge(const games::CardRules& rules, const agents::HoleCards& hand,
                     const agents::HoleCards& other, std::span<const cards::Card> board) {
  const int whole = std::accumulate(rules.board.begin(), rules.board.end(), 0);
  const int missing = whole - static_cast<int>(board.size());
  const cards::CardSet common = cards::set_of(board);
  std::int64_t ahead = 0, ways = 0;
  const auto compare = [&](auto mine, auto theirs) {
    ahead += (mine > theirs) - (mine < theirs);
    ++ways;
  };
  if (agents::is_texas(rules)) {
    const evaluator::EvaluatorTables& tables = evaluator::EvaluatorTables::get();
    std::array<std::array<cards::Card, 7>, 2> held;
    for (int player = 0; player < 2; ++player) {
      const auto& cards = player == 0 ? hand.cards : other.cards;
      std::ranges::copy(board, std::ranges::copy(cards, held[player].begin()).out);
    }
    const std::size_t dealt = 2 + board.size();
    for_each_deal(rules.deck(), hand.set | other.set | common, missing,
                  [&](std::span<const cards::Card> rest) {
                    for (auto& of_player : held) std::ranges::copy(rest, of_player.begin() + dealt);
                    compare(evaluator::evaluate(tables, held[0].data(), 7),
                            evaluator::evaluate(tables, held[1].data(), 7));
                  });
  } else {
    for_each_deal(
        rules.deck(), hand.set | other.set | common, missing, [&](std::span<const cards::Card> rest) {
          const cards::CardSet all = common | cards::set_of(rest);
          compare(games::hand_strength(rules, hand.set | all), games::hand_strength(rules, other.set | all));
        });
  }
  return static_cast<double>(ahead) / static_cast<double>(ways);
}

}  // namespace pokerdata::luck
