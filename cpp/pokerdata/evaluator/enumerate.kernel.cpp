#include "pokerdata/evaluator/enumerate_kernel.hpp"
#include "pokerdata/evaluator/last_card_lanes.hpp"

namespace pokerdata::POKERDATA_ISA {
namespace {

// Adds up codes: each last card has its own entry, so every hand is looked up once.
struct CodeSum {
  typedef std::uint32_t Sums __attribute__((vector_size(64)));
  using Deck = DeckCodes;

  std::uint64_t total = 0;
  Sums sums{};

  static const std::uint16_t* row(const LastCardTables& tables, int size) { return tables.codes[size]; }
  void add(const Deck& deck, int below) {
    const Words* mask = reinterpret_cast<const Words*>(masks.below[below].words);
    add_half((Sums)(deck.half[0] & mask[0]));
    if (below > 32) add_half((Sums)(deck.half[1] & mask[1]));
  }
  void add_half(const Sums& pairs) { sums += (pairs & 0xFFFF) + (pairs >> 16); }
  // Before 32 bits overflow, which takes 16,384 calls of add.
  void settle() {
    for (int i = 0; i < 16; ++i) total += sums[i];
    sums = Sums{};
  }
};

struct CategoryCount {
  using Deck = DeckCategories;

  std::uint64_t* counts;
  std::uint64_t hands = 0;
  Bytes found[9] = {};  // the last cards that made each category but the first
  int rows = 0;

  static const std::uint8_t* row(const LastCardTables& tables, int size) { return tables.categories[size]; }
  void add(const Deck& deck, int below) {
    const Bytes in_hand = deck.all & *reinterpret_cast<const Bytes*>(masks.below[below].bytes);
    for (int k = 1; k < 9; ++k) found[k] -= (Bytes)(in_hand == static_cast<std::uint8_t>(k));
    hands += static_cast<std::uint64_t>(below);
  }
  // Before bytes overflow, which takes 256 calls of add.
  void settle() {
    std::uint64_t others = 0;
    for (int k = 1; k < 9; ++k) {
      std::uint64_t sum = 0;
      for (int c = 0; c < 64; ++c) sum += found[k][c];
      found[k] = Bytes{};
      counts[k] += sum;
      others += sum;
    }
    counts[0] += hands - others;
    hands = 0;
  }
};

template <class Tally>
class Enumeration {
 public:
  Enumeration(const LastCardTables& tables, int count, Tally& tally)
      : tables_(tables), rows_(Tally::row(tables, count - 1)), offset_(tables.state_offsets[count - 1]), tally_(tally) {}

  struct Hand {
    std::uint32_t state = 0;
    std::uint16_t maps[4] = {};  // of the ranks of each suit
  };

  Hand with(const Hand& hand, int card) const {
    Hand larger = hand;
    larger.state = tables_.next[hand.state * 13 + card / 4];
    larger.maps[card & 3] = static_cast<std::uint16_t>(larger.maps[card & 3] | 1 << card / 4);
    return larger;
  }

  // Deals `left` more cards, all below the last one, the highest first.
  void deal(const Hand& hand, int last, int left) {
    if (left == 2) return deal_two(hand, last);
    for (int card = left - 1; card < last; ++card) deal(with(hand, card), card, left - 1);
  }

 private:
  void deal_two(const Hand& hand, int last) {
    int flush_suit = -1, suited = 0;
    for (int suit = 0; suit < 4; ++suit) {
      const int cards = __builtin_popcount(hand.maps[suit]);
      if (cards >= 3) flush_suit = suit, suited = cards;
    }
    typename Tally::Deck deck;
    for (int rank = 0; 4 * rank < last; ++rank) {
      const std::uint32_t state = tables_.next[hand.state * 13 + rank] - offset_;
      deck.spread(rows_ + state * row_size);
      for (int card = 4 * rank; card < last && card < 4 * rank + 4; ++card) {
        const bool same = (card & 3) == flush_suit;
        if (suited + same < 4) {
          tally_.add(deck, card);
        } else {
          typename Tally::Deck stronger = deck;
          stronger.add_flush(tables_, flush_suit, hand.maps[flush_suit] | unsigned{same} << rank);
          tally_.add(stronger, card);
        }
      }
    }
    tally_.settle();
  }

  const LastCardTables& tables_;
  const decltype(Tally::row(tables_, 0)) rows_;
  const std::uint32_t offset_;
  Tally& tally_;
};

template <class Tally>
void deal_all(const LastCardTables& tables, int count, int first, Tally& tally) {
  Enumeration<Tally> enumeration(tables, count, tally);
  enumeration.deal(enumeration.with({}, first), first, count - 1);
}

}  // namespace

std::uint64_t add_codes(const LastCardTables& tables, int count, int first) {
  CodeSum sum;
  deal_all(tables, count, first, sum);
  return sum.total;
}

void add_categories(const LastCardTables& tables, int count, int first, std::uint64_t* counts) {
  CategoryCount found{counts};
  deal_all(tables, count, first, found);
}

}  // namespace pokerdata::POKERDATA_ISA
