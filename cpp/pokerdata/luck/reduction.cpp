#include "pokerdata/luck/reduction.hpp"

#include <memory>
#include <vector>

#include "pokerdata/agents/same_game.hpp"
#include "pokerdata/luck/held_walk.hpp"
#include "pokerdata/luck/imagined_walk.hpp"
#include "pokerdata/matches/match.hpp"
#include "pokerdata/support/chunks.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::luck {
namespace {

constexpr std::int64_t chunk = 16;  // hands between two looks at Ctrl-C

// What each thread knows of the deal before it: what follows from cards does not depend on who looked it up.
class LookUps {
 public:
  LookUps(const games::CardRules& cards, const double* first_edges, int threads)
      : cards_(cards), first_edges_(first_edges), of_thread_(static_cast<std::size_t>(threads)) {}
  LookedUp& operator[](int thread) {
    auto& found = of_thread_[thread];
    if (!found) found = std::make_unique<LookedUp>(cards_, first_edges_);
    return *found;
  }

 private:
  const games::CardRules& cards_;
  const double* first_edges_;
  std::vector<std::unique_ptr<LookedUp>> of_thread_;
};

}  // namespace

Reduction::Reduction(const games::Rules& rules, const games::CardRules& cards, const Method& method)
    : rules_(rules), method_(method) {
  for (const agents::AbstractAgent* agent : method.known)
    if (agent) agent->check_game(rules, cards);
  if (method.values) method.values->reference().check_game(rules, cards);
  agents::check_streets(rules, cards);
}

double Reduction::operator()(const Record& hand, LookedUp& cards) const {
  cards.deal(hand.hole, hand.board);
  double found = 0;
  int passes = 0;
  for (int player = 0; player < 2; ++player)
    if (method_.known[player]) {
      found += imagined_result(rules_, method_, cards, hand.moves, player);
      ++passes;
    }
  return passes ? found / passes : held_result(rules_, method_.values, cards, hand.moves);
}

void reduce_hands(const games::Rules& rules, const games::CardRules& cards, const Method& method,
                  std::span<const Record> hands, double* found, int threads, support::Progress& progress) {
  threads = support::checked_threads(threads);
  const auto count = static_cast<std::int64_t>(hands.size());
  const Reduction reduction(rules, cards, method);
  LookUps look_ups(cards, method.first_edges, threads);
  progress.start(count);
  support::for_each_chunk(0, count, chunk, 1, threads, progress,
                          [&](std::int64_t from, std::int64_t to, int thread) {
                            for (std::int64_t i = from; i < to; ++i)
                              found[i] = reduction(hands[i], look_ups[thread]);
                          });
}

void reduce_match(const games::Rules& rules, const games::CardRules& cards, const agents::Agent& first,
                  const agents::Agent& second, const std::array<Method, 2>& methods, std::uint64_t seed,
                  std::int64_t begin, std::int64_t end, double* found, int threads,
                  support::Progress& progress) {
  threads = support::checked_threads(threads);
  agents::check_streets(rules, cards);
  first.check_game(rules, cards);
  second.check_game(rules, cards);
  const std::array<Reduction, 2> reductions{Reduction(rules, cards, methods[0]),
                                            Reduction(rules, cards, methods[1])};
  LookUps look_ups(cards, methods[0].first_edges, threads);
  progress.start(end - begin);
  support::for_each_chunk(
      begin, end, chunk, 1, threads, progress, [&](std::int64_t from, std::int64_t to, int thread) {
        const auto a = first.sit(), b = second.sit();
        std::vector<agents::Move> moves;
        for (std::int64_t number = from; number < to; ++number) {
          const matches::Deal deal(cards, seed, static_cast<std::uint64_t>(number));
          for (int seat = 0; seat < 2; ++seat) {
            const int sign = seat == 0 ? 1 : -1;
            const std::array<agents::Seat*, 2> seats{seat ? b.get() : a.get(), seat ? a.get() : b.get()};
            double* to_fill = found + ((number - begin) * 2 + seat) * 2;
            to_fill[0] = sign * matches::play_hand(rules, cards, deal, seats, moves);
            const Record hand{
                {deal.seen_by(cards, 0).hole, deal.seen_by(cards, 1).hole}, deal.whole_board(), moves};
            to_fill[1] = sign * reductions[seat](hand, look_ups[thread]);
          }
        }
      });
}

}  // namespace pokerdata::luck
