#include "pokerdata/strength/situation.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "pokerdata/evaluator/board_codes.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::strength {
namespace {

// Calls visit(run-out) for each set of `extra` cards beside the dead ones, in rising order.
template <class Visit>
void for_each_run_out(cards::CardSet dead, int extra, const Visit& visit) {
  std::array<cards::Card, 2> cards{};
  if (extra == 0) return visit(cards);
  for (cards::Card x = 0; x < cards::deck_size; ++x) {
    if (dead & cards::set_of(x)) continue;
    cards[0] = x;
    if (extra == 1) visit(cards);
    for (cards::Card y = x + 1; extra == 2 && y < cards::deck_size; ++y) {
      if (dead & cards::set_of(y)) continue;
      cards[1] = y;
      visit(cards);
    }
  }
}

using BoardCodes = std::array<evaluator::StrengthCode, cards::combinations>;

int combination_of_hole(const cards::Card* hole) {
  return cards::combination_of(std::min(hole[0], hole[1]), std::max(hole[0], hole[1]));
}

// 0 where `mine` is ahead of `other`, 1 tied, 2 behind.
int standing(evaluator::StrengthCode mine, evaluator::StrengthCode other) {
  return (mine <= other) + (mine < other);
}

struct Opponent {
  int combination;
  int now;
  cards::CardSet cards;
  double weight;
};

// The opposing hands of any weight that a hand and a board leave.
std::vector<Opponent> opponents_of(const cards::Card* hole, const cards::Card* board, int size,
                                   const double* weights) {
  const cards::CardSet dead =
      cards::set_of({hole, 2}) | cards::set_of({board, static_cast<std::size_t>(size)});
  BoardCodes codes;
  evaluator::evaluate_board(board, size, codes.data());
  const evaluator::StrengthCode mine = codes[combination_of_hole(hole)];
  std::vector<Opponent> opponents;
  for (int c = 0; c < cards::combinations; ++c) {
    const cards::CardSet cards = cards::all_combinations[c].cards();
    if (weights[c] > 0 && !(cards & dead))
      opponents.push_back({c, standing(mine, codes[c]), cards, weights[c]});
  }
  return opponents;
}

}  // namespace

void run_outs(const cards::Card* hole, const cards::Card* board, int size, int extra, cards::Card* cards) {
  for_each_run_out(cards::set_of({hole, 2}) | cards::set_of({board, static_cast<std::size_t>(size)}), extra,
                   [&](const auto& run_out) { cards = std::copy_n(run_out.begin(), extra, cards); });
}

void count_standings(const cards::Card* holes, std::int64_t hands, const cards::Card* board, int size,
                     int extra, const double* weights, bool each, double* counts, int threads,
                     support::Progress& progress) {
  const std::int64_t run_out_count = isomorphism::binomial(cards::deck_size - 2 - size, extra);
  const std::int64_t cells = standings * (each ? run_out_count : 1);
  std::fill_n(counts, hands * cells, 0.0);
  progress.start(hands);
  support::parallel_for(hands, threads, [&](std::int64_t hand, int) {
    const cards::Card* hole = holes + 2 * hand;
    double* out = counts + hand * cells;
    const auto opponents = opponents_of(hole, board, size, weights);
    BoardCodes codes;
    std::array<cards::Card, 5> final_board;
    std::copy_n(board, size, final_board.begin());
    const cards::CardSet dead =
        cards::set_of({hole, 2}) | cards::set_of({board, static_cast<std::size_t>(size)});
    for_each_run_out(dead, extra, [&](const auto& run_out) {
      std::copy_n(run_out.begin(), extra, final_board.begin() + size);
      evaluator::evaluate_board(final_board.data(), size + extra, codes.data());
      const evaluator::StrengthCode mine = codes[combination_of_hole(hole)];
      const cards::CardSet dealt = cards::set_of({run_out.data(), static_cast<std::size_t>(extra)});
      for (const Opponent& other : opponents)
        if (!(other.cards & dealt))
          out[other.now * 3 + standing(mine, codes[other.combination])] += other.weight;
      if (each) out += standings;
    });
    progress.advance();
  });
}

}  // namespace pokerdata::strength
