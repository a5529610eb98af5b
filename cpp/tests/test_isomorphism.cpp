#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <vector>

#include "check.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/isomorphism/dealt.hpp"
#include "pokerdata/isomorphism/suits.hpp"
#include "pokerdata/support/errors.hpp"

using namespace pokerdata;

namespace {

cards::CardSet moved(int permutation, cards::CardSet cards) {
  cards::CardSet result = 0;
  for (int card = 0; card < cards::deck_size; ++card)
    if (cards >> card & 1) result |= cards::set_of(isomorphism::permuted(permutation, card));
  return result;
}

void check_boards(int size, std::int64_t count) {
  const isomorphism::Boards& boards = isomorphism::Boards::get(size);
  CHECK(boards.count() == count);
  std::uint64_t raw = 0;
  for (const auto orbit : boards.orbit) raw += orbit;
  CHECK(raw == isomorphism::binomial(cards::deck_size, size));
  const std::int64_t step = sanitized ? 97 : 1;
  for (std::int64_t b = 0; b < count; b += step) {
    const cards::CardSet set = boards.set(b);
    std::set<cards::CardSet> images;
    for (int p = 0; p < isomorphism::permutation_count; ++p) {
      const cards::CardSet image = moved(p, set);
      const std::uint32_t index = isomorphism::set_index(image);
      images.insert(image);
      CHECK(boards.canonical[index] == b);
      CHECK(moved(boards.permutation[index], image) == set);
    }
    CHECK(images.size() == boards.orbit[b]);
    const auto stabiliser = boards.stabiliser(b);
    CHECK(stabiliser.front() == 0);
    CHECK(stabiliser.size() * boards.orbit[b] == isomorphism::permutation_count);
    for (const int p : stabiliser) CHECK(moved(p, set) == set);
    if (size == 5) continue;
    const isomorphism::Boards& larger = isomorphism::Boards::get(size + 1);
    for (int card = 0; card < cards::deck_size; ++card) {
      const std::int64_t at = b * cards::deck_size + card;
      CHECK((boards.next[at] == isomorphism::no_board) == (set >> card & 1));
      if (boards.next[at] == isomorphism::no_board) continue;
      CHECK(moved(boards.next_permutation[at], set | cards::set_of(static_cast<cards::Card>(card))) ==
            larger.set(boards.next[at]));
    }
  }
}

void check_dealt_turns() {
  const isomorphism::Boards& flops = isomorphism::Boards::get(3);
  const isomorphism::DealtTurns& turns = isomorphism::DealtTurns::get();
  CHECK(turns.count() == 63'193);
  std::uint64_t raw = 0;
  for (const auto orbit : turns.orbit) raw += orbit;
  CHECK(raw == 22'100 * 49);
  for (std::int64_t flop = 0; flop < flops.count(); ++flop)
    for (int card = 0; card < cards::deck_size; ++card) {
      const std::int64_t at = flop * cards::deck_size + card;
      CHECK((turns.index[at] == isomorphism::no_board) == (flops.set(flop) >> card & 1));
      if (turns.index[at] == isomorphism::no_board) continue;
      const std::uint32_t turn = turns.index[at];
      CHECK(turns.flop[turn] == flop);
      CHECK(moved(turns.permutation[at], flops.set(flop)) == flops.set(flop));
      CHECK(isomorphism::permuted(turns.permutation[at], card) == turns.card[turn]);
    }
}

// The ways to deal a board, against all 20 ways on the canonical board itself.
void check_deals(std::int64_t board, const std::vector<isomorphism::DealtRiver>& deals) {
  const isomorphism::Boards &rivers = isomorphism::Boards::get(5), &flops = isomorphism::Boards::get(3);
  const isomorphism::DealtTurns& turns = isomorphism::DealtTurns::get();
  std::vector<std::uint32_t> expected, found;
  for (const cards::Card river : rivers.cards[board])
    for (const cards::Card turn : rivers.cards[board]) {
      if (turn == river) continue;
      const std::uint32_t flop =
          isomorphism::set_index(rivers.set(board) ^ cards::set_of(river) ^ cards::set_of(turn));
      const std::int64_t at = std::int64_t{flops.canonical[flop]} * cards::deck_size +
                              isomorphism::permuted(flops.permutation[flop], turn);
      for (int raw = 0; raw < rivers.orbit[board]; ++raw) expected.push_back(turns.index[at]);
    }
  for (const isomorphism::DealtRiver& deal : deals) {
    found.insert(found.end(), deal.weight, deal.dealt_turn);
    // The permutation leads from the river board's suits to the dealt turn's.
    const cards::CardSet four =
        flops.set(turns.flop[deal.dealt_turn]) | cards::set_of(turns.card[deal.dealt_turn]);
    CHECK((moved(deal.permutation, rivers.set(board)) & four) == four);
  }
  std::sort(expected.begin(), expected.end());
  std::sort(found.begin(), found.end());
  CHECK(found == expected);
}

void check_dealt_rivers() {
  const std::int64_t step = sanitized ? 97 : 1;
  std::vector<isomorphism::DealtRiver> deals;
  std::uint64_t total = 0, raw = 0;
  for (std::int64_t board = 0; board < isomorphism::Boards::get(5).count(); board += step) {
    isomorphism::dealt_rivers(board, deals);
    total += deals.size();
    for (const auto& deal : deals) raw += deal.weight;
    if (board % 31 == 0 || sanitized) check_deals(board, deals);
  }
  if constexpr (!sanitized) {
    CHECK(total == 2'554'656);
    CHECK(raw == 22'100ull * 49 * 48);
  }
}

}  // namespace

int main() {
  for (int p = 0; p < isomorphism::permutation_count; ++p) {
    CHECK(isomorphism::permutation_index(isomorphism::suit_permutations[p]) == p);
    for (int q = 0; q < isomorphism::permutation_count; ++q)
      for (int card = 0; card < 4; ++card)
        CHECK(isomorphism::permuted(isomorphism::composed[p][q], card) ==
              isomorphism::permuted(q, isomorphism::permuted(p, card)));
    for (int c = 0; c < cards::combinations; ++c) {
      const auto after = cards::all_combinations[isomorphism::combination_maps()[p][c]];
      CHECK(after.cards() == moved(p, cards::all_combinations[c].cards()));
    }
  }
  check_boards(3, 1'755);
  check_boards(4, 16'432);
  check_boards(5, 134'459);
  CHECK_THROWS(isomorphism::Boards::get(2), support::ArgumentError);
  check_dealt_turns();
  check_dealt_rivers();
}
