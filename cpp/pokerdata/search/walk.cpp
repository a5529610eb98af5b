#include "pokerdata/search/walk.hpp"

namespace pokerdata::search {

cards::CardSet Walk::turn_up() {
  cards::CardSet found = 0;
  for (const int end = rules().board_cards(betting.street()); dealt < end; ++dealt)
    found |= cards::set_of(board[dealt]);
  return found;
}

void Walk::act(play::Action action) {
  history += play::action_text(rules(), action);
  const int before = betting.street();
  betting.apply(action);
  history.append(static_cast<std::size_t>(betting.street() - before), '/');
}

void Walk::finish(int player, std::span<const Model* const> models, std::span<const RaiseSize> menu,
                  support::Random& random) {
  while (!over_for(player)) {
    turn_up();
    const Options options = options_of(betting, menu);
    int chosen = 0;
    if (options.count > 1)
      chosen = drawn(models[betting.player()]->shares(view(), options), options.count, random);
    act(options.actions[chosen]);
  }
}

std::array<double, play::most_players> Walk::won() const {
  std::array<std::uint64_t, play::most_players> strengths{};
  const int players = rules().players();
  if (betting.in() > 1) {
    cards::CardSet all = 0;
    for (int i = 0; i < rules().board_cards(rules().streets() - 1); ++i) all |= cards::set_of(board[i]);
    for (int p = 0; p < players; ++p)
      if (!betting.folded(p)) strengths[p] = rules().strength(holes[p].set | all);
  }
  const play::Chips chips = play::payoffs(betting, strengths);
  std::array<double, play::most_players> found{};
  for (int p = 0; p < players; ++p) found[p] = static_cast<double>(chips[p]) / play::parts_of_chip;
  return found;
}

int drawn(const std::array<double, most_options>& shares, int count, support::Random& random) {
  double left = random.fraction();
  int last = 0;
  for (int i = 0; i < count; ++i) {
    if (shares[i] <= 0) continue;
    last = i;
    if ((left -= shares[i]) < 0) return i;
  }
  return last;
}

}  // namespace pokerdata::search
