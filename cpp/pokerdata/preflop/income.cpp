#include "pokerdata/preflop/income.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <vector>

#include "pokerdata/evaluator/evaluate.hpp"
#include "pokerdata/support/random.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata {
namespace {

constexpr std::int64_t chunk = 16384;  // deals from one stream of random numbers: about 20 ms
constexpr int lanes = 176;             // classes rounded up to whole vectors

// One deal's m, w and t of a class, packed into the bytes of a number.
constexpr std::uint32_t loses = 1, wins = 1 + (1 << 8), ties = 1 + (1 << 16);

class Dealer {
 public:
  Dealer(int players, const std::uint8_t* classes) : opponents_(players - 1), sums_(size()) {
    for (int c = 0; c < combinations; ++c) {
      const auto [low, high] = all_combinations[c];
      class_of_[low][high] = class_of_[high][low] = classes[c];
    }
  }

  // Sums of up to `chunk` deals: below 16,384 * 256 * 256 each.
  const std::vector<std::uint32_t>& deal(std::int64_t deals, Random random) {
    std::fill(sums_.begin(), sums_.end(), 0u);
    std::iota(deck_.begin(), deck_.end(), Card{0});
    for (std::int64_t i = 0; i < deals; ++i) {
      shuffle(random);
      find_best_opponents();
      hands_.fill(0);
      show_all_hands();
      add_hands();
    }
    return sums_;
  }
  std::size_t size() const { return static_cast<std::size_t>(opponents_) * income::sum_count * lanes; }

 private:
  int dealt() const { return 5 + 2 * opponents_; }

  // Puts random cards in the places of the board and the opponents' hands.
  void shuffle(Random& random) {
    for (int i = 0; i < dealt(); ++i)
      std::swap(deck_[i], deck_[i + random.below(static_cast<std::uint32_t>(deck_size - i))]);
  }

  void find_best_opponents() {
    board_ = PartialHand();
    for (int i = 0; i < 5; ++i) board_.add(tables_, deck_[i]);
    flush_suit_ = -1;
    for (int suit = 0; suit < 4; ++suit)
      if (std::popcount(board_.suits[suit]) >= 3) flush_suit_ = suit;
    best_ = 0;
    for (int i = 5; i < dealt(); i += 2) {
      const std::uint32_t state = tables_.next[board_.state * rank_count + rank_of(deck_[i])];
      const StrengthCode code =
          strength(tables_.rank_codes[7][tables_.next[state * rank_count + rank_of(deck_[i + 1])]], deck_[i],
                   deck_[i + 1]);
      sharers_ = code > best_ ? 1 : sharers_ + (code == best_);
      best_ = std::max(best_, code);
    }
  }

  // The strength of a hand from that of its ranks.
  StrengthCode strength(StrengthCode by_ranks, Card a, Card b) const {
    if (flush_suit_ < 0) return by_ranks;
    unsigned suited = board_.suits[flush_suit_];
    if (suit_of(a) == flush_suit_) suited |= 1u << rank_of(a);
    if (suit_of(b) == flush_suit_) suited |= 1u << rank_of(b);
    return std::max(by_ranks, tables_.flush_codes[suited]);
  }

  std::uint32_t outcome(StrengthCode code) const {
    return code > best_ ? wins : code == best_ ? ties : loses;
  }

  void show_all_hands() {
    const int left = dealt();
    // A board of one suit is a flush for everyone.
    const StrengthCode least =
        flush_suit_ < 0 ? StrengthCode{0} : tables_.flush_codes[board_.suits[flush_suit_]];
    std::array<std::array<StrengthCode, rank_count>, rank_count> codes;
    std::array<std::array<std::uint32_t, rank_count>, rank_count> outcomes;
    for (int r = 0; r < rank_count; ++r) {
      const std::uint32_t state = tables_.next[board_.state * rank_count + r];
      for (int q = 0; q <= r; ++q) {
        const std::uint32_t last = state == no_state ? no_state : tables_.next[state * rank_count + q];
        codes[r][q] = codes[q][r] = last == no_state ? least : std::max(least, tables_.rank_codes[7][last]);
        outcomes[r][q] = outcomes[q][r] = outcome(codes[r][q]);
      }
    }
    for (int i = left; i < deck_size; ++i)
      for (int j = left; j < i; ++j) {
        const Card a = deck_[i], b = deck_[j];
        hands_[class_of_[a][b]] += flush_suit_ == suit_of(a) || flush_suit_ == suit_of(b)
                                       ? outcome(strength(codes[rank_of(a)][rank_of(b)], a, b))
                                       : outcomes[rank_of(a)][rank_of(b)];
      }
  }

  void add_hands() {
    std::uint32_t* to = sums_.data() + (sharers_ - 1) * income::sum_count * lanes;
    for (int k = 0; k < lanes; ++k) {
      const std::uint32_t all = hands_[k] & 255, won = hands_[k] >> 8 & 255, tied = hands_[k] >> 16;
      to[income::served * lanes + k] += all > 0;
      to[income::m * lanes + k] += all;
      to[income::w * lanes + k] += won;
      to[income::t * lanes + k] += tied;
      to[income::mm * lanes + k] += all * all;
      to[income::mw * lanes + k] += all * won;
      to[income::mt * lanes + k] += all * tied;
      to[income::ww * lanes + k] += won * won;
      to[income::wt * lanes + k] += won * tied;
      to[income::tt * lanes + k] += tied * tied;
    }
  }

  const EvaluatorTables& tables_ = EvaluatorTables::get();
  int opponents_;
  std::array<std::array<std::uint8_t, deck_size>, deck_size> class_of_{};
  std::array<Card, deck_size> deck_;
  PartialHand board_;
  int flush_suit_ = -1;  // the only suit a flush can have, or -1
  StrengthCode best_ = 0;
  int sharers_ = 1;
  std::array<std::uint32_t, lanes> hands_;
  std::vector<std::uint32_t> sums_;
};

}  // namespace

void income_sums_of_deals(int players, std::int64_t deals, std::uint64_t seed, const std::uint8_t* classes,
                          std::uint64_t* sums, int threads, Progress& progress) {
  std::vector<Dealer> dealers(threads, Dealer(players, classes));
  std::vector<std::vector<std::uint64_t>> totals(threads, std::vector<std::uint64_t>(dealers[0].size()));
  progress.start(deals);
  parallel_for((deals + chunk - 1) / chunk, threads, [&](std::int64_t item, int thread) {
    const std::int64_t count = std::min(chunk, deals - item * chunk);
    const auto& found = dealers[thread].deal(count, Random(seed, static_cast<std::uint64_t>(item)));
    for (std::size_t i = 0; i < found.size(); ++i) totals[thread][i] += found[i];
    progress.advance(count);
  });
  for (int row = 0; row < (players - 1) * income::sum_count; ++row)
    for (int k = 0; k < hand_classes; ++k) {
      std::uint64_t& sum = sums[row * hand_classes + k] = 0;
      for (const auto& total : totals)
        sum += total[row * lanes + k];  // integers, so their order does not matter
    }
}

}  // namespace pokerdata
