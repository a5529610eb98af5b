#include "pokerdata/agents/private_states.hpp"

#include <algorithm>
#include <bit>

namespace pokerdata::agents {
namespace {

int combination(std::span<const cards::Card> hole) {
  return cards::combination_of(std::min(hole[0], hole[1]), std::max(hole[0], hole[1]));
}

// The states of hands from those of all combinations.
void of_row(const std::uint16_t* row, std::span<const HoleCards> hands, int* states) {
  const auto known = [](int state) { return state == abstraction::CardStates::no_state ? 0 : state; };
  if (hands.size() == cards::combinations) {  // all, in the order of the combinations
    for (int h = 0; h < cards::combinations; ++h) states[h] = known(row[h]);
    return;
  }
  for (const HoleCards& hand : hands)
    *states++ = known(row[cards::combination_of(hand.cards[0], hand.cards[1])]);
}

}  // namespace

void PrivateStates::of_hands_after(int street, std::span<const HoleCards> hands,
                                   std::span<const cards::Card> board, std::span<const cards::Card> next,
                                   int* const* found) const {
  std::array<cards::Card, cards::deck_size> whole;
  cards::Card& last = *std::ranges::copy(board, whole.begin()).out;
  for (const cards::Card card : next) {
    last = card;
    of_hands(street, hands, {whole.data(), board.size() + 1}, *found++);
  }
}

void PrivateStates::of_next_cards(int street, const std::array<std::span<const cards::Card>, 2>& holes,
                                  std::span<const cards::Card> board, std::span<const cards::Card> next,
                                  std::array<int, 2>* found) const {
  std::array<cards::Card, cards::deck_size> whole;
  cards::Card& last = *std::ranges::copy(board, whole.begin()).out;
  for (const cards::Card card : next) {
    last = card;
    for (int hand = 0; hand < 2; ++hand)
      (*found)[hand] = of(street, holes[hand], {whole.data(), board.size() + 1});
    ++found;
  }
}

void OneState::of_hands(int, std::span<const HoleCards> hands, std::span<const cards::Card>,
                        int* states) const {
  std::fill_n(states, hands.size(), 0);
}

int BucketStates::of(int street, std::span<const cards::Card> hole,
                     std::span<const cards::Card> board) const {
  return states_->of_hand(street, combination(hole), board);
}

void BucketStates::of_hands(int street, std::span<const HoleCards> hands, std::span<const cards::Card> board,
                            int* states) const {
  std::array<std::uint16_t, cards::combinations> row;
  states_->of_board(street, board, row.data());
  of_row(row.data(), hands, states);
}

void BucketStates::of_hands_after(int street, std::span<const HoleCards> hands,
                                  std::span<const cards::Card> board, std::span<const cards::Card> next,
                                  int* const* found) const {
  states_->of_next_boards(street, board, next,
                          [&](std::size_t i, const std::uint16_t* row) { of_row(row, hands, found[i]); });
}

void BucketStates::of_next_cards(int street, const std::array<std::span<const cards::Card>, 2>& holes,
                                 std::span<const cards::Card> board, std::span<const cards::Card> next,
                                 std::array<int, 2>* found) const {
  states_->of_next_cards(street, {combination(holes[0]), combination(holes[1])}, board, next, found);
}

HandsOnBoards::HandsOnBoards(const games::Game& game, const games::CardRules& cards) : cards_(cards) {
  for (const games::Street& street : game.streets) {
    StreetStates& found = streets_.emplace_back();
    found.boards = street.cards.board;
    const std::size_t parents = streets_.size() > 1 ? streets_[streets_.size() - 2].boards.size() : 1;
    found.children.assign(parents, {0, 0});
    for (std::int32_t b = 0; b < static_cast<std::int32_t>(street.boards.size()); ++b) {
      const games::Board& board = street.boards[b];
      Range& siblings = found.children[board.parent];
      if (siblings.last == 0) siblings.first = b;
      siblings.last = b + 1;
      found.of_board.push_back({board.first, board.first + board.states});
      for (std::int32_t s = board.first; s < board.first + board.states; ++s)
        found.hands.push_back({street.cards.hand[s], s});
      std::sort(found.hands.begin() + board.first, found.hands.end(),
                [](const Numbered& x, const Numbered& y) { return x.cards < y.cards; });
    }
  }
  if (cards.copies) return;
  std::array<std::uint8_t, 4> map{0, 1, 2, 3};
  do suit_maps_.push_back(map);
  while (std::next_permutation(map.begin(), map.begin() + cards.suits));
}

HandsOnBoards::Deal HandsOnBoards::least(const Deal& deal, int parts) const {
  Deal result{};
  if (cards_.copies) {
    // The cards dealt first are the lowest copies of their rank.
    std::array<int, cards::deck_size> dealt{};
    for (int i = 0; i < parts; ++i)
      for (cards::CardSet rest = deal[i]; rest; rest &= rest - 1) {
        const int rank = cards_.rank(std::countr_zero(rest));
        result[i] |= cards::CardSet{1} << (rank * cards_.suits + dealt[rank]++);
      }
    return result;
  }
  result.fill(~cards::CardSet{0});
  for (const auto& map : suit_maps_) {
    Deal image{};
    for (int i = 0; i < parts; ++i) {
      for (cards::CardSet rest = deal[i]; rest; rest &= rest - 1) {
        const int card = std::countr_zero(rest);
        image[i] |= cards::CardSet{1} << (card - cards_.suit(card) + map[cards_.suit(card)]);
      }
    }
    result = std::min(result, image);
  }
  return result;
}

int HandsOnBoards::of(int street, std::span<const cards::Card> hole,
                      std::span<const cards::Card> board) const {
  Deal deal{};
  std::size_t next = 0;
  for (int r = 0; r <= street; ++r)
    for (int i = 0; i < cards_.board[r]; ++i) deal[r] |= cards::set_of(board[next++]);
  deal[street + 1] = cards::set_of(hole);
  deal = least(deal, street + 2);

  std::int32_t at = 0;
  for (int r = 0; r <= street; ++r) {
    const StreetStates& s = streets_[r];
    const Range among = s.children[at];
    at = static_cast<std::int32_t>(
        std::lower_bound(s.boards.begin() + among.first, s.boards.begin() + among.last, deal[r]) -
        s.boards.begin());
  }
  const StreetStates& s = streets_[street];
  const Range among = s.of_board[at];
  return std::lower_bound(s.hands.begin() + among.first, s.hands.begin() + among.last, deal[street + 1],
                          [](const Numbered& n, cards::CardSet cards) { return n.cards < cards; })
      ->number;
}

void HandsOnBoards::of_hands(int street, std::span<const HoleCards> hands, std::span<const cards::Card> board,
                             int* states) const {
  const cards::CardSet dead = cards::set_of(board);
  const auto hole = static_cast<std::size_t>(cards_.hole);
  for (const HoleCards& hand : hands)
    *states++ = hand.set & dead ? 0 : of(street, {hand.cards.data(), hole}, board);
}

}  // namespace pokerdata::agents
