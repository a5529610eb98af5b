#include "pokerdata/matches/match.hpp"

#include <limits>
#include <numeric>

#include "pokerdata/agents/same_game.hpp"
#include "pokerdata/support/chunks.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::matches {
namespace {

constexpr std::int64_t chunk = 64;  // deals between two looks at Ctrl-C

void check_length(const games::Rules& rules, std::int64_t deals) {
  if (deals > most_deals(rules))
    throw support::expected("deals",
                            {"at most ", most_deals(rules), " where ", largest_loss(rules),
                             " chips may be lost, so that sums of squares fit 64 bits"},
                            deals);
}

void check_agents(const games::Rules& rules, const games::CardRules& cards, const agents::Agent& first,
                  const agents::Agent& second) {
  agents::check_streets(rules, cards);
  first.check_game(rules, cards);
  second.check_game(rules, cards);
}

}  // namespace

std::int64_t largest_loss(const games::Rules& rules) {
  if (rules.no_limit()) return rules.stack();
  std::int64_t loss = rules.ante + std::max(rules.blinds[0], rules.blinds[1]);
  for (int r = 0; r < rules.streets(); ++r) loss += std::int64_t{rules.bets[r]} * rules.caps[r];
  return loss;
}

std::int64_t most_deals(const games::Rules& rules) {
  const std::int64_t loss = largest_loss(rules);
  return std::numeric_limits<std::int64_t>::max() / (loss * loss);
}

void MatchSums::add(const MatchSums& other) {
  deals += other.deals;
  first += other.first;
  second += other.second;
  first_squares += other.first_squares;
  second_squares += other.second_squares;
  products += other.products;
  moves += other.moves;
}

int play_hand(const games::Rules& rules, const games::CardRules& cards, const Deal& deal,
              std::array<agents::Seat*, 2> seats, std::vector<agents::Move>& moves) {
  moves.clear();
  for (int player = 0; player < 2; ++player) seats[player]->start(deal.seen_by(cards, player), player);
  agents::BettingState state(rules);
  while (!state.finished()) {
    const int player = state.player(), number = static_cast<int>(moves.size());
    support::Random own = deal.random(number, player), others = deal.random(number, 1 - player);
    const agents::Move move = seats[player]->act(state, own);
    seats[1 - player]->see(state, move, others);
    state.apply(move);
    moves.push_back(move);
  }
  return state.won(state.folded() < 0 ? deal.standing(cards) : 0);
}

MatchSums play_match(const games::Rules& rules, const games::CardRules& cards, const agents::Agent& first,
                     const agents::Agent& second, std::uint64_t seed, std::int64_t begin, std::int64_t end,
                     int threads, support::Progress& progress) {
  threads = support::checked_threads(threads);
  check_length(rules, end - begin);
  check_agents(rules, cards, first, second);
  std::vector<MatchSums> sums(threads);
  progress.start(end - begin);
  support::for_each_chunk(begin, end, chunk, 1, threads, progress,
                          [&](std::int64_t from, std::int64_t to, int thread) {
                            const auto a = first.sit(), b = second.sit();
                            std::vector<agents::Move> moves;
                            MatchSums found;
                            for (std::int64_t number = from; number < to; ++number) {
                              const Deal deal(cards, seed, static_cast<std::uint64_t>(number));
                              const int x = play_hand(rules, cards, deal, {a.get(), b.get()}, moves);
                              found.moves += static_cast<std::int64_t>(moves.size());
                              const int y = -play_hand(rules, cards, deal, {b.get(), a.get()}, moves);
                              found.moves += static_cast<std::int64_t>(moves.size());
                              found.add(x, y);
                            }
                            sums[thread].add(found);
                          });
  MatchSums total;
  for (const MatchSums& part : sums) total.add(part);
  return total;
}

PlayedHand played_hand(const games::Rules& rules, const games::CardRules& cards, const agents::Agent& first,
                       const agents::Agent& second, std::uint64_t seed, std::int64_t number, bool swapped) {
  check_agents(rules, cards, first, second);
  const auto a = first.sit(), b = second.sit();
  PlayedHand played{Deal(cards, seed, static_cast<std::uint64_t>(number)), {}, 0};
  const std::array<agents::Seat*, 2> seats = {swapped ? b.get() : a.get(), swapped ? a.get() : b.get()};
  played.won = play_hand(rules, cards, played.deal, seats, played.moves);
  return played;
}

}  // namespace pokerdata::matches
