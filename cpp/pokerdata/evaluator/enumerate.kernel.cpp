#include "pokerdata/evaluator/enumerate_kernel.hpp"
#include "pokerdata/evaluator/last_card_lanes.hpp"

namespace pokerdata::evaluator::POKERDATA_ISA {
namespace {

constexpr int category_count = 9;

// Adds up codes: each last card has its own entry, so every hand is looked up once.
struct CodeSum {
  using Deck = DeckCodesIn<last_card_bytes>;
  using Sums = support::POKERDATA_ISA::Vector<std::uint32_t, last_card_bytes / 4>;

  std::uint64_t total = 0;
  Sums sums = {};
  int prefixes = 0;

  static const std::uint16_t* row(const LastCardTables& tables, int size) { return tables.codes[size]; }
  void add(const Deck& deck, int below) {
    const auto* mask = reinterpret_cast<const Deck::Part*>(masks.below[below].words);
    for (int k = 0; k < Deck::parts && (k == 0 || k * last_card_bytes / 2 < below); ++k) {
      const Sums codes = (Sums)(deck.part[k] & mask[k]);
      sums += (codes & 0xFFFF) + (codes >> 16);
    }
  }
  // After the hands of one prefix. 32 bits hold 8,192 calls of add, a prefix has at most 51.
  void settle() {
    if (++prefixes == 100) finish();
  }
  void finish() {
    for (int i = 0; i < last_card_bytes / 4; ++i) total += sums[i];
    sums = Sums{};
    prefixes = 0;
  }
};

struct CategoryCount {
  using Deck = DeckCategories;

  std::uint64_t* counts;
  std::uint64_t hands = 0;
  Bytes found[category_count][byte_parts] = {};  // by last card; the first category is what is left
  int rows = 0;

  static const std::uint8_t* row(const LastCardTables& tables, int size) { return tables.categories[size]; }
  void add(const Deck& deck, int below) {
    const Bytes* mask = reinterpret_cast<const Bytes*>(masks.below[below].bytes);
    for (int k = 0; k < byte_parts && (k == 0 || k * last_card_bytes < below); ++k) {
      const Bytes categories = deck.part[k] & mask[k];
      for (int c = 1; c < category_count; ++c)
        found[c][k] -= (Bytes)(categories == static_cast<std::uint8_t>(c));
    }
    hands += static_cast<std::uint64_t>(below);
    ++rows;
  }
  // Bytes hold 255 calls of add.
  void settle() {
    if (rows > 200) finish();
  }
  void finish() {
    std::uint64_t others = 0;
    for (int c = 1; c < category_count; ++c) {
      std::uint64_t sum = 0;
      for (int k = 0; k < byte_parts; ++k) {
        for (int i = 0; i < last_card_bytes; ++i) sum += found[c][k][i];
        found[c][k] = Bytes{};
      }
      counts[c] += sum;
      others += sum;
    }
    counts[0] += hands - others;
    hands = 0;
    rows = 0;
  }
};

template <class Tally>
class Enumeration {
 public:
  Enumeration(const LastCardTables& tables, int count, Tally& tally)
      : tables_(tables),
        rows_(Tally::row(tables, count - 1)),
        offset_(tables.state_offsets[count - 1]),
        tally_(tally) {}

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
    if (flush_suit < 0)
      deal_plain(hand, last);
    else
      deal_suited(hand, last, flush_suit, suited);
    tally_.settle();
  }

  typename Tally::Deck deck_after(const Hand& hand, int rank) const {
    typename Tally::Deck deck;
    deck.spread(rows_ + (tables_.next[hand.state * 13 + rank] - offset_) * row_size);
    return deck;
  }

  void deal_plain(const Hand& hand, int last) {
    int rank = 0;
    for (; 4 * rank + 4 <= last; ++rank) {
      const auto deck = deck_after(hand, rank);
      for (int suit = 0; suit < 4; ++suit) tally_.add(deck, 4 * rank + suit);
    }
    if (4 * rank == last) return;
    const auto deck = deck_after(hand, rank);
    for (int card = 4 * rank; card < last; ++card) tally_.add(deck, card);
  }

  void deal_suited(const Hand& hand, int last, int flush_suit, int suited) {
    for (int rank = 0; 4 * rank < last; ++rank) {
      const auto deck = deck_after(hand, rank);
      for (int card = 4 * rank; card < last && card < 4 * rank + 4; ++card) {
        const bool same = (card & 3) == flush_suit;
        if (suited + same < 4) {
          tally_.add(deck, card);
        } else {
          auto stronger = deck;
          stronger.add_flush(tables_, flush_suit, hand.maps[flush_suit] | unsigned{same} << rank);
          tally_.add(stronger, card);
        }
      }
    }
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
  tally.finish();
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

}  // namespace pokerdata::evaluator::POKERDATA_ISA
