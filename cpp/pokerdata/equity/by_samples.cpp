#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <string>
#include <vector>

#include "pokerdata/equity/card_stream.hpp"
#include "pokerdata/equity/equity.hpp"
#include "pokerdata/equity/known_hands.hpp"
#include "pokerdata/equity/pot_places_kernel.hpp"
#include "pokerdata/evaluator/batch.hpp"
#include "pokerdata/evaluator/batch_kernel.hpp"
#include "pokerdata/support/isa.hpp"
#include "pokerdata/support/random.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::equity {
namespace {

constexpr std::int64_t chunk = 16384;  // deals from one stream of random numbers
constexpr int most_tries = 5'000'000;  // deals of hands in a row in which a card comes twice: about 0.05 s

// A player's hands, drawn as often as they weigh, by the alias method (Walker 1977, Vose 1991): each of n
// slots belongs to one hand up to a fraction and to an alias above it.
class Drawn {
 public:
  explicit Drawn(const double* weights) {
    double sum = 0;
    for (int c = 0; c < cards::combinations; ++c) {
      if (weights[c] == 0) continue;
      slots_.push_back({weights[c], static_cast<std::uint16_t>(c), 0});
      sum += weights[c];
    }
    std::vector<std::size_t> small, large;
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      slots_[i].own *= static_cast<double>(slots_.size()) / sum;
      (slots_[i].own < 1 ? small : large).push_back(i);
    }
    while (!small.empty() && !large.empty()) {
      Slot &filled = slots_[small.back()], &giver = slots_[large.back()];
      filled.alias = giver.hand;
      giver.own -= 1 - filled.own;
      small.pop_back();
      if (giver.own >= 1) continue;
      small.push_back(large.back());
      large.pop_back();
    }
    for (const std::size_t i : small) slots_[i].own = 1;  // short by rounding alone
  }

  // A player with one hand.
  static Drawn one(int hand) {
    Drawn drawn;
    drawn.slots_.push_back({1.0, static_cast<std::uint16_t>(hand), 0});
    return drawn;
  }
  bool single() const { return slots_.size() == 1; }

  // From a uniform random number in [0, 1).
  int draw(double fraction) const {
    const double place = fraction * static_cast<double>(slots_.size());
    const auto whole = static_cast<std::int64_t>(place);  // one instruction, which std::floor is not
    const Slot& slot = slots_[static_cast<std::size_t>(whole)];
    return place - static_cast<double>(whole) < slot.own ? slot.hand : slot.alias;
  }

 private:
  Drawn() = default;
  struct Slot {
    double own;  // at least 1 if there is no alias
    std::uint16_t hand, alias;
  };
  std::vector<Slot> slots_;
};

// As the tally; of players with one hand each, without the axis of hands.
using Counts = std::vector<std::uint64_t>;

constexpr int block_deals = evaluator::batch_block;
static_assert(block_deals == showdown_deals && sizeof(evaluator::BatchColumn) == sizeof(DealColumn));

// Deals of a block, a column for each card.
struct Block {
  evaluator::BatchColumn board[5];
  evaluator::BatchColumn low[max_players], high[max_players];
  std::uint16_t hands[max_players][block_deals];  // combinations
};

class Sampler {
 public:
  explicit Sampler(const Contest& contest) : contest_(contest) {
    for (int p = 0; p < contest.players; ++p) drawn_.emplace_back(contest.weights_of(p));
    known_ = std::all_of(drawn_.begin(), drawn_.end(), [](const Drawn& drawn) { return drawn.single(); });
  }

  // Players with one hand each.
  Sampler(const Contest& contest, std::span<const int> hands) : contest_(contest), known_(true) {
    for (const int hand : hands) drawn_.push_back(Drawn::one(hand));
  }

  std::int64_t count_size() const { return contest_.players * player_counts(); }
  // The counts of a hand of a player.
  std::int64_t count_of(int player, int hand) const {
    return player * player_counts() + (known_ ? 0 : std::int64_t{hand} * (contest_.players + 1));
  }

  void run(std::int64_t deals, const support::Random& random, Counts& counts,
           support::Progress& progress) const {
    Block block;
    const cards::CardSet known = fill(block);
    CardStream numbers(random, known_ ? known : contest_.gone);
    std::array<cards::Card, 2 * max_players> hole_cards{};
    const std::span given(hole_cards.data(), 2 * contest_.players);
    const int dealt = static_cast<int>(contest_.board.size());
    for (std::int64_t first = 0; first < deals; first += block_deals) {
      const int size = static_cast<int>(std::min<std::int64_t>(block_deals, deals - first));
      if (known_ && dealt < 5)
        numbers.cards_of_deals(contest_.players, 5 - dealt, known, block.board + dealt, 0, size);
      for (int d = 0; d < size && !known_; ++d) {
        const cards::CardSet gone = give_hands(numbers, block, d, given, progress);
        if (dealt < 5) numbers.cards(5 - dealt, gone, given, block.board + dealt, d);
      }
      count(block, size, counts);
    }
  }

 private:
  // A block is evaluated whole, so deals are valid before they are drawn: the players get the first hands
  // that they may have, or what else is left, and so does the board. Returns the cards that are gone if each
  // player has one hand.
  cards::CardSet fill(Block& block) const {
    cards::CardSet gone = contest_.gone;
    for (int p = 0; p < contest_.players; ++p) {
      if (!drawn_[p].single()) continue;
      const int hand = drawn_[p].draw(0);
      std::fill_n(block.hands[p], block_deals, static_cast<std::uint16_t>(hand));
      std::fill_n(block.low[p], block_deals, cards::all_combinations[hand].low);
      std::fill_n(block.high[p], block_deals, cards::all_combinations[hand].high);
      gone |= cards::all_combinations[hand].cards();
    }
    cards::CardSet left = ~gone;
    const auto fill_next = [&](evaluator::BatchColumn& column) {
      const auto card = static_cast<cards::Card>(std::countr_zero(left));
      left &= left - 1;
      std::fill_n(column, block_deals, card);
    };
    for (std::size_t i = 0; i < 5; ++i)
      if (i < contest_.board.size())
        std::fill_n(block.board[i], block_deals, contest_.board[i]);
      else
        fill_next(block.board[i]);
    for (int p = 0; p < contest_.players; ++p) {
      if (drawn_[p].single()) continue;
      fill_next(block.low[p]);
      fill_next(block.high[p]);
    }
    return gone;
  }

  // Draws all hands anew until no card comes twice, which leaves each deal as likely as the product of its
  // weights. Returns the cards that are gone then.
  cards::CardSet give_hands(CardStream& numbers, Block& block, int d, std::span<cards::Card> given,
                            support::Progress& progress) const {
    for (int tries = 1;; ++tries) {
      cards::CardSet gone = contest_.gone;
      int p = 0;
      for (; p < contest_.players; ++p) {
        const int hand = drawn_[p].draw(numbers.fraction());
        const cards::Combination cards = cards::all_combinations[hand];
        if (cards.cards() & gone) break;
        gone |= cards.cards();
        block.hands[p][d] = static_cast<std::uint16_t>(hand);
        block.low[p][d] = given[2 * p] = cards.low;
        block.high[p][d] = given[2 * p + 1] = cards.high;
      }
      if (p == contest_.players) return gone;
      if (tries == most_tries)
        throw support::CapacityError(
            "in " + std::to_string(most_tries) +
            " deals of hands in a row a card came twice, as the ranges hold nearly the same "
            "cards. Leave out the samples for an exact count, or give other ranges");
      if (tries % chunk == 0) progress.advance(0);  // a look at Ctrl-C
    }
  }

  void count(const Block& block, int size, Counts& counts) const {
    const int players = contest_.players;
    static const auto find_places = POKERDATA_DISPATCH(find_places);
    evaluator::StrengthCode codes[max_players][block_deals];
    std::uint16_t places[max_players][block_deals];
    for (int p = 0; p < players; ++p) {
      const cards::Card* columns[7];
      for (int i = 0; i < 5; ++i) columns[i] = block.board[i];
      columns[5] = block.low[p];
      columns[6] = block.high[p];
      evaluator::evaluate_columns(columns, 7, codes[p]);
    }
    find_places(codes[0], players, places[0]);
    for (int p = 0; p < players; ++p) {
      std::uint64_t* of_player = counts.data() + count_of(p, 0);
      if (drawn_[p].single())
        count_one_hand(places[p], size, counts.data() + count_of(p, block.hands[p][0]));
      else
        for (int d = 0; d < size; ++d) ++of_player[block.hands[p][d] * (players + 1) + places[p][d]];
    }
  }

  // Deals by how many share the pot with the one hand that a player has.
  void count_one_hand(std::uint16_t* places, int size, std::uint64_t* row) const {
    static const auto count_place = POKERDATA_DISPATCH(count_place);
    std::fill(places + size, places + block_deals, std::uint16_t{max_players + 1});
    for (int n = 0; n <= contest_.players; ++n) row[n] += static_cast<std::uint64_t>(count_place(places, n));
  }

  std::int64_t player_counts() const {
    return std::int64_t{known_ ? 1 : cards::combinations} * (contest_.players + 1);
  }

  const Contest& contest_;
  std::vector<Drawn> drawn_;
  bool known_;  // each player has one hand
};

// The counts of all samples; chunks are handed to threads.
Counts sampled(const Sampler& sampler, std::int64_t samples, std::uint64_t seed, int threads,
               support::Progress& progress) {
  const std::int64_t chunks = (samples + chunk - 1) / chunk;
  std::vector<Counts> counts(std::min<std::int64_t>(threads, chunks), Counts(sampler.count_size()));
  support::parallel_for(chunks, threads, [&](std::int64_t item, int thread) {
    const std::int64_t deals = std::min(chunk, samples - item * chunk);
    sampler.run(deals, support::Random(support::Use::equity, seed, static_cast<std::uint64_t>(item)),
                counts[thread], progress);
    progress.advance(deals);
  });
  for (std::size_t t = 1; t < counts.size(); ++t)  // integers, so their order does not matter
    std::transform(counts[0].begin(), counts[0].end(), counts[t].begin(), counts[0].begin(), std::plus<>());
  return counts[0];
}

}  // namespace

void equity_by_samples(const Contest& contest, std::int64_t samples, std::uint64_t seed, double* tally,
                       int threads, support::Progress& progress) {
  const Sampler sampler(contest);
  progress.start(samples);
  const Counts counts = sampled(sampler, samples, seed, threads, progress);
  for (int p = 0; p < contest.players; ++p)
    for (int c = 0; c < cards::combinations; ++c) {
      if (contest.weights_of(p)[c] == 0) continue;
      double* row = tally + (std::int64_t{p} * cards::combinations + c) * (contest.players + 1);
      for (int n = 0; n <= contest.players; ++n)
        row[n] += static_cast<double>(counts[sampler.count_of(p, c) + n]);
    }
}

void sample_known_hands(const KnownHands& contests, std::int64_t samples, std::uint64_t seed,
                        std::int64_t* totals, int threads, support::Progress& progress) {
  progress.start(contests.contests * samples);
  // Threads share the contests, and where there are fewer of those, the samples of each.
  const bool many = contests.contests >= threads;
  support::parallel_for(contests.contests, many ? threads : 1, [&](std::int64_t i, int) {
    Contest contest{contests.players, nullptr, {}, contests.gone(i), {}};
    contest.board.assign(contests.board(i), contests.board(i) + contests.board_size);
    std::array<int, max_players> hands{};
    for (int p = 0; p < contests.players; ++p) hands[p] = contests.combination(i, p);
    const Sampler sampler(contest, std::span(hands.data(), contests.players));
    const Counts counts = sampled(sampler, samples, seed, many ? 1 : threads, progress);
    std::copy(counts.begin(), counts.end(), totals + i * sampler.count_size());
  });
}

}  // namespace pokerdata::equity
