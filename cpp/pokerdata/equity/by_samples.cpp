#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "pokerdata/cards/draw_card.hpp"
#include "pokerdata/equity/equity.hpp"
#include "pokerdata/equity/player_cards.hpp"
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

  int draw(support::Random& random) const {
    const double place = random.fraction() * static_cast<double>(slots_.size());
    const Slot& slot = slots_[static_cast<std::size_t>(place)];
    return place - std::floor(place) < slot.own ? slot.hand : slot.alias;
  }

 private:
  struct Slot {
    double own;  // at least 1 if there is no alias
    std::uint16_t hand, alias;
  };
  std::vector<Slot> slots_;
};

using Counts = std::vector<std::uint64_t>;  // as the tally

class Sampler {
 public:
  explicit Sampler(const Contest& contest) : contest_(contest) {
    for (int p = 0; p < contest.players; ++p) drawn_.emplace_back(contest.weights_of(p));
    for (const cards::Card card : contest.board) board_.add(tables_, card);
  }

  void run(std::int64_t deals, support::Random random, Counts& counts, support::Progress& progress) const {
    std::int64_t again = 0;
    for (std::int64_t deal = 0; deal < deals; ++deal) {
      std::array<int, max_players> hands{};
      cards::CardSet gone;
      for (int tries = 1; !give_hands(random, hands, gone); ++tries) {
        if (tries == most_tries)
          throw support::CapacityError(
              "in " + std::to_string(most_tries) +
              " deals of hands in a row a card came twice, as the ranges hold nearly the same "
              "cards. Leave out the samples for an exact count, or give other ranges");
        if (++again % chunk == 0) progress.advance(0);  // a look at Ctrl-C
      }
      count(hands, complete_board(random, gone), counts);
    }
  }

 private:
  // Draws all hands anew until no card comes twice, which leaves each deal as likely as the product of its
  // weights.
  bool give_hands(support::Random& random, std::array<int, max_players>& hands, cards::CardSet& gone) const {
    gone = contest_.gone;
    for (int p = 0; p < contest_.players; ++p) {
      hands[p] = drawn_[p].draw(random);
      const cards::CardSet cards = cards::all_combinations[hands[p]].cards();
      if (cards & gone) return false;
      gone |= cards;
    }
    return true;
  }

  PlayerCards complete_board(support::Random& random, cards::CardSet gone) const {
    PlayerCards board = board_;
    for (int left = contest_.to_come(); left > 0; --left)
      board.add(tables_, cards::draw_card(cards::deck_size, gone, random));
    return board;
  }

  void count(const std::array<int, max_players>& hands, const PlayerCards& board, Counts& counts) const {
    const int players = contest_.players;
    std::array<evaluator::StrengthCode, max_players> codes{};
    evaluator::StrengthCode best = 0;
    for (int p = 0; p < players; ++p) {
      PlayerCards seven = board;
      seven.add(tables_, cards::all_combinations[hands[p]].low);
      seven.add(tables_, cards::all_combinations[hands[p]].high);
      codes[p] = seven.strength(tables_);
      best = std::max(best, codes[p]);
    }
    const auto winners = std::count(codes.begin(), codes.begin() + players, best);
    for (int p = 0; p < players; ++p)
      ++counts[(std::int64_t{p} * cards::combinations + hands[p]) * (players + 1) +
               (codes[p] == best ? winners : 0)];
  }

  const Contest& contest_;
  const evaluator::EvaluatorTables& tables_ = evaluator::EvaluatorTables::get();
  std::vector<Drawn> drawn_;
  PlayerCards board_;
};

}  // namespace

void equity_by_samples(const Contest& contest, std::int64_t samples, std::uint64_t seed, double* tally,
                       int threads, support::Progress& progress) {
  const Sampler sampler(contest);
  const std::int64_t size = std::int64_t{contest.players} * cards::combinations * (contest.players + 1);
  std::vector<Counts> counts(threads, Counts(size));
  progress.start(samples);
  support::parallel_for((samples + chunk - 1) / chunk, threads, [&](std::int64_t item, int thread) {
    const std::int64_t deals = std::min(chunk, samples - item * chunk);
    sampler.run(deals, support::Random(support::Use::equity, seed, static_cast<std::uint64_t>(item)),
                counts[thread], progress);
    progress.advance(deals);
  });
  for (const Counts& part : counts)  // integers, so their order does not matter
    for (std::int64_t i = 0; i < size; ++i) tally[i] += static_cast<double>(part[i]);
}

}  // namespace pokerdata::equity
