#include "pokerdata/spots/stored_average.hpp"

#include <cmath>
#include <string>

#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::spots {
namespace {

// The actions of one hand, `from` and `to` numbers apart.
template <class S>
void to_sixteen_bits(const S* sums, int actions, int from, int to, Half* parts) {
  double total = 0;
  for (int a = 0; a < actions; ++a) {
    const double sum = value_of(sums[a * from]);
    if (!(sum >= 0 && std::isfinite(sum)))
      throw support::expected("strategy", "sums that are finite and 0 or more", sum);
    total += sum;
  }
  if (!(total > 0)) return;
  for (int a = 0; a < actions; ++a)
    parts[a * to] = Half::of(static_cast<float>(value_of(sums[a * from]) / total * 0x1p15));
}

}  // namespace

template <class S>
std::vector<Half> in_sixteen_bits(const SpotGame& game, const S* average, int threads,
                                  const std::atomic<bool>* stop) {
  const SpotLayout<Work<S>> from(game.plan, game.cards);
  const SpotLayout<float> to(game.plan, game.cards);
  std::vector<Half> result(to.size);
  for (int street = 0; street < static_cast<int>(game.plan.streets.size()); ++street) {
    const auto& boards = game.cards.streets[street].boards;
    support::parallel_for(
        static_cast<std::int64_t>(boards.size()), support::checked_threads(threads),
        [&](std::int64_t b, int) {
          if (stop && stop->load(std::memory_order_relaxed)) throw support::Cancelled();
          const SpotBoard& board = boards[b];
          for (const Item& item : game.plan.streets[street].items) {
            if (item.kind != ItemKind::decision) continue;
            const S* const sums = average + from.place(street, static_cast<int>(b), board, item);
            Half* const parts = result.data() + to.place(street, static_cast<int>(b), board, item);
            for (int s = 0; s < board.hands[item.player].states(); ++s)
              to_sixteen_bits(sums + s, item.actions, SpotLayout<Work<S>>::width(board, item.player),
                              SpotLayout<float>::width(board, item.player), parts + s);
          }
        });
  }
  return result;
}

template std::vector<Half> in_sixteen_bits(const SpotGame&, const float*, int, const std::atomic<bool>*);
template std::vector<Half> in_sixteen_bits(const SpotGame&, const std::int16_t*, int,
                                           const std::atomic<bool>*);
template std::vector<Half> in_sixteen_bits(const SpotGame&, const double*, int, const std::atomic<bool>*);

}  // namespace pokerdata::spots
