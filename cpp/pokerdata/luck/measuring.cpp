#include "pokerdata/luck/measuring.hpp"

#include <memory>
#include <vector>

#include "pokerdata/agents/same_game.hpp"
#include "pokerdata/matches/match.hpp"
#include "pokerdata/support/chunks.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::luck {
namespace {

constexpr std::int64_t chunk = 16;  // hands between two looks at Ctrl-C

// What each thread knows of the deal before it: what follows from cards does not depend on who looked it up.
class LookUps {
 public:
  LookUps(const Setting& setting, int threads)
      : setting_(setting), of_thread_(static_cast<std::size_t>(threads)) {}
  LookedUp& operator[](int thread) {
    auto& found = of_thread_[thread];
    if (!found) found = std::make_unique<LookedUp>(setting_.cards, setting_.first_edges);
    return *found;
  }

 private:
  const Setting& setting_;
  std::vector<std::unique_ptr<LookedUp>> of_thread_;
};

}  // namespace

void measure_hands(const Setting& setting, const Measure& measure, std::int64_t columns,
                   std::span<const Record> hands, double* found, int threads, support::Progress& progress) {
  threads = support::checked_threads(threads);
  agents::check_streets(setting.rules, setting.cards);
  const auto count = static_cast<std::int64_t>(hands.size());
  LookUps look_ups(setting, threads);
  progress.start(count);
  support::for_each_chunk(0, count, chunk, 1, threads, progress,
                          [&](std::int64_t from, std::int64_t to, int thread) {
                            LookedUp& cards = look_ups[thread];
                            for (std::int64_t i = from; i < to; ++i) {
                              cards.deal(hands[i].hole, hands[i].board);
                              measure(hands[i], cards, found + i * columns);
                            }
                          });
}

void measure_match(const Setting& setting, const agents::Agent& first, const agents::Agent& second,
                   const std::array<Measure, 2>& measures, std::int64_t columns, std::uint64_t seed,
                   std::int64_t begin, std::int64_t end, double* found, int threads,
                   support::Progress& progress) {
  threads = support::checked_threads(threads);
  const auto& [rules, cards, first_edges] = setting;
  agents::check_streets(rules, cards);
  first.check_game(rules, cards);
  second.check_game(rules, cards);
  LookUps look_ups(setting, threads);
  progress.start(end - begin);
  support::for_each_chunk(
      begin, end, chunk, 1, threads, progress, [&](std::int64_t from, std::int64_t to, int thread) {
        const auto a = first.sit(), b = second.sit();
        std::vector<agents::Move> moves;
        for (std::int64_t number = from; number < to; ++number) {
          const matches::Deal deal(setting.cards, seed, static_cast<std::uint64_t>(number));
          const std::array hole{deal.seen_by(setting.cards, 0).hole, deal.seen_by(setting.cards, 1).hole};
          for (int seat = 0; seat < 2; ++seat) {
            const std::array<agents::Seat*, 2> seats{seat ? b.get() : a.get(), seat ? a.get() : b.get()};
            double* to_fill = found + ((number - begin) * 2 + seat) * (1 + columns);
            to_fill[0] = matches::play_hand(setting.rules, setting.cards, deal, seats, moves);
            look_ups[thread].deal(hole, deal.whole_board());
            measures[seat]({hole, deal.whole_board(), moves}, look_ups[thread], to_fill + 1);
            for (std::int64_t i = 0; seat == 1 && i <= columns; ++i) to_fill[i] = -to_fill[i];
          }
        }
      });
}

}  // namespace pokerdata::luck
