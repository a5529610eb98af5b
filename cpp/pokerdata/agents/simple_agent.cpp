#include "pokerdata/agents/simple_agent.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "pokerdata/agents/baselines.hpp"
#include "pokerdata/agents/same_game.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/isomorphism/suits.hpp"
#include "pokerdata/strength/situation.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/power.hpp"

namespace pokerdata::agents {
namespace {

constexpr int two = 0, ten = 8, ace = 12;
constexpr int river_opponents = 990;  // C(45, 2)

class SimpleSeat final : public Seat {
 public:
  explicit SimpleSeat(const SimpleTables& tables) : tables_(tables) {}

  void start(const SeenCards& cards, int /*player*/) override {
    cards_ = cards;
    street_ = -1;
  }

  Move act(const BettingState& now, support::Random& random) override {
    return now.street() == 0 ? before_flop(now, random) : after_flop(now, random);
  }

 private:
  static Move call() { return {MoveKind::call}; }
  static Move raise(const BettingState& now) { return now.may_raise() ? pot_raise(now) : call(); }
  static Move give_up(const BettingState& now) { return now.may_fold() ? Move{MoveKind::fold} : call(); }

  Move before_flop(const BettingState& now, support::Random& random) const {
    const int a = cards::rank_of(cards_.hole[0]), b = cards::rank_of(cards_.hole[1]);
    const bool suited = cards::suit_of(cards_.hole[0]) == cards::suit_of(cards_.hole[1]);
    const bool strong = a == b ? a >= ten || a == two : suited;
    if (a == b || (a >= ten && b >= ten)) {
      if (strong && now.raises() < 2) return raise(now);
      if (now.raises() < 3) return call();
    }
    if (suited) {
      if (std::abs(a - b) == 1) return call();
      if (((a == ace && b == two) || (b == ace && a == two)) && now.raises() == 0) return raise(now);
      if (a == ace || b == ace) return call();
    }
    return now.to_call() <= now.unit() && random.fraction() < 0.05 ? call() : give_up(now);
  }

  Move after_flop(const BettingState& now, support::Random& random) {
    if (street_ != now.street()) {
      street_ = now.street();
      value_ = strength_and_potential(cards_.hole, cards_.board_on(street_), tables_);
    }
    const auto [strength, potential] = value_;
    const double to_call = now.to_call(), pot = now.pot();
    if (to_call == 0) {
      const bool bet = random.fraction() < strength * strength || random.fraction() < potential;
      return bet ? raise(now) : call();
    }
    if (random.fraction() < support::power(strength, 1 + now.raises())) return raise(now);
    const bool worth = strength * strength * pot > to_call || potential > to_call / (pot + to_call);
    return worth ? call() : Move{MoveKind::fold};
  }

  SimpleTables tables_;
  SeenCards cards_{};
  int street_ = -1;  // of the value
  StrengthAndPotential value_{};
};

// t: opposing hands and next cards by standing, now * 3 + finally: ahead, tied, behind.
template <class T>
StrengthAndPotential of_counts(const T* t, bool river) {
  const double ahead = t[0] + t[1] + t[2], tied = t[3] + t[4] + t[5], behind = t[6] + t[7] + t[8];
  const double strength = (ahead + tied / 2) / (ahead + tied + behind);
  const double worse = behind + tied / 2;
  if (river || worse == 0) return {strength, 0};
  return {strength, (t[6] + t[7] / 2.0 + t[3] / 2.0) / worse};
}

// Where tables of canonical boards keep a hand.
std::int64_t place_of(std::span<const cards::Card> hole, std::span<const cards::Card> board) {
  const isomorphism::Boards& boards = isomorphism::Boards::get(static_cast<int>(board.size()));
  const std::uint32_t number = isomorphism::set_index(cards::set_of(board));
  const auto& columns = isomorphism::combination_maps()[boards.permutation[number]];
  const auto [low, high] = std::minmax(hole[0], hole[1]);
  return std::int64_t{boards.canonical[number]} * cards::combinations +
         columns[cards::combination_of(low, high)];
}

}  // namespace

std::unique_ptr<Seat> SimpleAgent::sit() const { return std::make_unique<SimpleSeat>(tables_); }

void SimpleAgent::check_game(const games::Rules& rules, const games::CardRules& cards) const {
  if (!is_texas(cards))
    throw support::ArgumentError(
        "agent: 'simple' does not play '" + rules.name +
        "'; expected Texas hold'em, e.g. limit-holdem, or another agent, e.g. always-call");
}

StrengthAndPotential strength_and_potential(std::span<const cards::Card> hole,
                                            std::span<const cards::Card> board, const SimpleTables& tables) {
  if (board.size() == 5 && tables.river)
    return {tables.river[place_of(hole, board)] / (2.0 * river_opponents), 0};
  if (const std::uint16_t* counts = board.size() == 3   ? tables.flop
                                    : board.size() == 4 ? tables.turn
                                                        : nullptr)
    return of_counts(counts + place_of(hole, board) * strength::standings, false);
  static const std::array<double, cards::combinations> anyone = [] {
    std::array<double, cards::combinations> weights{};
    weights.fill(1);
    return weights;
  }();
  const int size = static_cast<int>(board.size());
  std::array<double, strength::standings> t{};  // now * 3 + finally: ahead, tied, behind
  support::Progress progress;
  strength::count_standings(hole.data(), 1, board.data(), size, size < 5 ? 1 : 0, anyone.data(), false,
                            t.data(), 1, progress);
  return of_counts(t.data(), size == 5);
}

}  // namespace pokerdata::agents
