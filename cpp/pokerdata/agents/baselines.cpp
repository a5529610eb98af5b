#include "pokerdata/agents/baselines.hpp"

#include <algorithm>
#include <cstdint>

#include "pokerdata/agents/simple_agent.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::agents {
namespace {

// Plays by the betting alone: choose(now, random) gives the move.
template <class Choose>
class BlindAgent final : public Agent {
 public:
  std::unique_ptr<Seat> sit() const override { return std::make_unique<BlindSeat>(); }
  void check_game(const games::Rules&, const games::CardRules&) const override {}

 private:
  struct BlindSeat final : Seat {
    void start(const SeenCards&, int) override {}
    Move act(const BettingState& now, support::Random& random) override { return Choose{}(now, random); }
  };
};

struct Call {
  Move operator()(const BettingState&, support::Random&) const { return {MoveKind::call}; }
};

struct Raise {
  Move operator()(const BettingState& now, support::Random&) const {
    return now.may_raise() ? Move{MoveKind::raise, now.least_raise()} : Move{MoveKind::call};
  }
};

struct AnyMove {
  Move operator()(const BettingState& now, support::Random& random) const {
    const int first = now.may_fold() ? 0 : 1, last = now.may_raise() ? 2 : 1;
    const int drawn = first + random.below(static_cast<std::uint32_t>(last - first + 1));
    if (drawn == 2) return pot_raise(now);
    return {drawn == 0 ? MoveKind::fold : MoveKind::call};
  }
};

template <class Made>
std::unique_ptr<Agent> made() {
  return std::make_unique<Made>();
}

}  // namespace

std::span<const Baseline> baselines() {
  static constexpr Baseline all[] = {
      {"always-call", "checks and calls", [] { return made<BlindAgent<Call>>(); }},
      {"always-raise", "makes the smallest bet or raise, and calls where it may not",
       [] { return made<BlindAgent<Raise>>(); }},
      {"random", "any legal action, each as likely; without limits it raises by the pot",
       [] { return made<BlindAgent<AnyMove>>(); }},
      {"simple", "rules of thumb for Texas hold'em, after the SimpleBot of the open poker test bed",
       [] { return made<SimpleAgent>(); }},
  };
  return all;
}

std::unique_ptr<Agent> make_baseline(const std::string& name) {
  std::string names;
  for (const Baseline& baseline : baselines()) {
    if (name == baseline.name) return baseline.make();
    names += (names.empty() ? "" : ", ") + std::string(baseline.name);
  }
  throw support::expected("agent", {"a strategy file, or one of ", names}, {"'", name, "'"});
}

Move pot_raise(const BettingState& now) {
  const std::int64_t to = std::int64_t{3} * now.level();  // the pot after a call is twice the level
  return {MoveKind::raise,
          static_cast<int>(std::clamp<std::int64_t>(to, now.least_raise(), now.largest_raise()))};
}

}  // namespace pokerdata::agents
