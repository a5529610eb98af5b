#pragma once
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

#include "pokerdata/cards/cards.hpp"
#include "pokerdata/equity/random_cards_kernel.hpp"
#include "pokerdata/support/isa.hpp"
#include "pokerdata/support/random.hpp"

namespace pokerdata::equity {

// A stream of random numbers, and the cards that they draw, many made at once.
class CardStream {
 public:
  // known: cards that are never drawn.
  CardStream(const support::Random& random, cards::CardSet known) : state_(random.state()), known_(known) {
    make_ahead();
  }

  double fraction() {
    if (at_ == numbers_at_once) make_ahead();
    return support::Random::fraction_of(
        support::random_number(state_ + support::random_step * static_cast<std::uint64_t>(++at_)));
  }
  void skip(int count) {
    if (at_ + count > numbers_at_once) make_ahead();
    at_ += count;
  }
  // For deals from `first` to below `end`: skips numbers, and draws `count` cards apart from known ones.
  void cards_of_deals(int skipped, int count, cards::CardSet gone, DealColumn* columns, int first, int end) {
    static const auto draw_cards = POKERDATA_DISPATCH(draw_cards);
    for (;; ++first) {
      first = draw_cards(made_, at_, skipped, count, first, end, columns);
      if (first == end) return;
      skip(skipped);
      card_by_card(count, gone, columns, first);
    }
  }
  // Draws `count` cards apart from known ones and hands that were given since, into the columns at d: those
  // of the next numbers, without what comes twice. `gone` has all of these cards, given[0 .. 2 * players - 1]
  // the hands'.
  void cards(int count, cards::CardSet gone, std::span<const cards::Card> given, DealColumn* columns, int d) {
    if (at_ + card_window > numbers_at_once) make_ahead();
    // The next eight cards, a byte each, and which of them will do: nearly always enough, and no branch of
    // which card is the one that comes twice.
    std::uint64_t unfit, next;
    std::memcpy(&unfit, made_.flags + at_, sizeof unfit);
    std::memcpy(&next, made_.cards + card_window + at_, sizeof next);
    unfit &= window_flags;
    std::uint64_t fit = zero_bytes(unfit);
    for (const cards::Card card : given) fit &= ~zero_bytes(next ^ card * 0x0101010101010101);
    int last = 0;
    for (int found = 0; found < count; ++found) {
      if (!fit) return card_by_card(count, gone, columns, d);
      last = std::countr_zero(fit) / 8;
      columns[found][d] = static_cast<cards::Card>(next >> 8 * last);
      fit &= fit - 1;
    }
    at_ += last + 1;
  }

 private:
  void card_by_card(int count, cards::CardSet gone, DealColumn* columns, int d) {
    for (int found = 0; found < count; ++at_) {
      if (at_ == numbers_at_once) make_ahead();
      const cards::Card card = made_.cards[card_window + at_];
      if (card == no_card || gone & cards::set_of(card)) continue;
      gone |= cards::set_of(card);
      columns[found++][d] = card;
    }
  }
  // From the present number on.
  void make_ahead() {
    static const auto make_random_cards = POKERDATA_DISPATCH(make_random_cards);
    state_ += support::random_step * static_cast<std::uint64_t>(at_);
    make_random_cards(state_, known_, made_);
    at_ = 0;
  }

  std::uint64_t state_;
  cards::CardSet known_;
  int at_ = 0;
  RandomCards made_;
};

}  // namespace pokerdata::equity
