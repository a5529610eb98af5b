#include "pokerdata/preflop/income.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <span>
#include <vector>

#include "pokerdata/evaluator/board_codes.hpp"
#include "pokerdata/support/random.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::preflop {
namespace {

constexpr std::int64_t chunk = 16384;  // deals from one stream of random numbers: about 20 ms
constexpr int lanes = 176;             // classes rounded up to whole vectors

// One deal's m, w and t of a class, packed into the bytes of a number.
constexpr std::uint32_t loses = 1, wins = 1 + (1 << 8), ties = 1 + (1 << 16);

// One thread's. All begin at the same place of a page: sums that lie a whole number of pages from the codes
// slow each other down, and each thread's do so as much or as little as the first's.
class alignas(4096) Dealer {
 public:
  Dealer(int players, const std::uint8_t* classes) : opponents_(players - 1), classes_(classes) {}

  // Sums of up to `chunk` deals: below 16,384 * 256 * 256 each.
  std::span<const std::uint32_t> deal(std::int64_t deals, support::Random random) {
    std::fill_n(sums_.data(), size(), 0u);
    std::iota(deck_.begin(), deck_.end(), cards::Card{0});
    for (std::int64_t i = 0; i < deals; ++i) {
      shuffle(random);
      find_best_opponents();
      hands_.fill(0);
      show_all_hands();
      add_hands();
    }
    return {sums_.data(), size()};
  }
  std::size_t size() const { return static_cast<std::size_t>(opponents_) * income::sum_count * lanes; }

 private:
  int dealt() const { return 5 + 2 * opponents_; }

  // Puts random cards in the places of the board and the opponents' hands.
  void shuffle(support::Random& random) {
    for (int i = 0; i < dealt(); ++i)
      std::swap(deck_[i], deck_[i + random.below(static_cast<std::uint32_t>(cards::deck_size - i))]);
  }

  void find_best_opponents() {
    evaluator::evaluate_board(deck_.data(), 5, codes_.data());
    best_ = 0;
    for (int i = 5; i < dealt(); i += 2) {
      const evaluator::StrengthCode code =
          codes_[cards::combination_of(std::min(deck_[i], deck_[i + 1]), std::max(deck_[i], deck_[i + 1]))];
      sharers_ = code > best_ ? 1 : sharers_ + (code == best_);
      best_ = std::max(best_, code);
    }
  }

  void show_all_hands() {
    cards::CardSet left = 0;
    for (int i = dealt(); i < cards::deck_size; ++i) left |= cards::set_of(deck_[i]);
    for (cards::CardSet highs = left; highs; highs &= highs - 1) {
      const int high = std::countr_zero(highs);
      for (cards::CardSet lows = left & (cards::set_of(static_cast<cards::Card>(high)) - 1); lows;
           lows &= lows - 1) {
        const int c = cards::combination_of(std::countr_zero(lows), high);
        hands_[classes_[c]] += codes_[c] > best_ ? wins : codes_[c] == best_ ? ties : loses;
      }
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

  int opponents_;
  const std::uint8_t* classes_;
  std::array<cards::Card, cards::deck_size> deck_{};
  std::array<evaluator::StrengthCode, cards::combinations> codes_{};  // on the board
  evaluator::StrengthCode best_ = 0;
  int sharers_ = 1;
  std::array<std::uint32_t, lanes> hands_{};
  std::array<std::uint32_t, (most_players - 1) * income::sum_count * lanes> sums_;
};

}  // namespace

void income_sums_of_deals(int players, std::int64_t deals, std::uint64_t seed, const std::uint8_t* classes,
                          std::uint64_t* sums, int threads, support::Progress& progress) {
  std::vector<Dealer> dealers;
  for (int t = 0; t < threads; ++t) dealers.emplace_back(players, classes);
  std::vector<std::vector<std::uint64_t>> totals(threads, std::vector<std::uint64_t>(dealers[0].size()));
  progress.start(deals);
  support::parallel_for((deals + chunk - 1) / chunk, threads, [&](std::int64_t item, int thread) {
    const std::int64_t count = std::min(chunk, deals - item * chunk);
    const auto found = dealers[thread].deal(
        count, support::Random(support::Use::income, seed, static_cast<std::uint64_t>(item)));
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

}  // namespace pokerdata::preflop
