#include "pokerdata/statistics/counter.hpp"

#include "pokerdata/support/errors.hpp"

namespace pokerdata::statistics {

Counter::Counter(int players, int streets) : players_(players), streets_(streets) {
  if (players < play::least_players || players > play::most_players)
    throw support::expected("players", "2 to 10", players);
  if (streets < 1 || streets > play::most_streets) throw support::expected("streets", "1 to 8", streets);
}

int Counter::find(std::string_view name) const {
  const auto found = numbers_.find(name);
  return found == numbers_.end() ? -1 : found->second;
}

void Counter::check_room(int names) const {
  if (std::ssize(names_) + names > most_names)
    throw support::CapacityError("names: expected at most " + std::to_string(most_names) +
                                 " players of one kind of table, got more; e.g. one log at a time");
}

void Counter::check_sums(int name, const std::vector<std::int64_t>& counts,
                         const std::vector<Winnings>& winnings) const {
  const auto fits = [](auto a, auto b) {
    decltype(a) sum;
    return !__builtin_add_overflow(a, b, &sum);
  };
  bool all = true;
  for (std::size_t i = 0; i < counts.size(); ++i) all = all && fits(counts_[name][i], counts[i]);
  for (std::size_t p = 0; p < winnings.size(); ++p) {
    const Winnings &a = winnings_[name][p], &b = winnings[p];
    all = all && fits(a.hands, b.hands) && fits(a.known, b.known) && fits(a.sum, b.sum) &&
          fits(a.squares, b.squares);
  }
  if (!all)
    throw support::CapacityError("counts: expected sums of less than 2^63, got more of " + names_[name] +
                                 "; e.g. fewer hands");
}

void Counter::add_hands(std::int64_t hands) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(hands_, hands, &sum))
    throw support::CapacityError("hands: expected less than 2^63, got more; e.g. fewer of them");
  hands_ = sum;
}

int Counter::number(std::string_view name) {
  if (const int found = find(name); found >= 0) return found;
  const int number = static_cast<int>(names_.size());
  counts_.emplace_back(static_cast<std::size_t>(players_ * streets_ * statistics * 2), 0);
  winnings_.emplace_back(static_cast<std::size_t>(players_));
  names_.emplace_back(name);
  numbers_.emplace(name, number);
  return number;
}

void Counter::add(const Happened& hand, const std::array<std::string_view, play::most_players>& names) {
  std::array<int, play::most_players> numbers{};
  int missing = 0;
  for (int p = 0; p < players_; ++p) {
    numbers[p] = find(names[p]);
    missing += numbers[p] < 0;
  }
  if (missing > 0) {
    check_room(missing);
    for (int p = 0; p < players_; ++p) numbers[p] = number(names[p]);
  }
  for (const Event& event : hand.events) {
    const int cell =
        (event.position * streets_ + event.street) * statistics + static_cast<int>(event.statistic);
    std::int64_t* counts = counts_[numbers[event.position]].data() + 2 * cell;
    counts[0] += event.taken;
    ++counts[1];
  }
  for (int p = 0; p < players_; ++p) {
    Winnings& of = winnings_[numbers[p]][p];
    ++of.hands;
    if (!hand.known) continue;
    ++of.known;
    of.sum += hand.won[p];
    of.squares += Wide{hand.won[p]} * hand.won[p];
  }
  ++hands_;
}

void Counter::add_counts(std::string_view name, const std::vector<std::int64_t>& counts,
                         const std::vector<Winnings>& winnings) {
  const std::size_t cells = static_cast<std::size_t>(players_ * streets_ * statistics * 2);
  if (counts.size() != cells || std::ssize(winnings) != players_)
    throw support::expected("counts", {cells, " of ", players_, " positions"},
                            {counts.size(), " of ", winnings.size()});
  const int known = find(name);
  if (known < 0)
    check_room(1);
  else
    check_sums(known, counts, winnings);
  const int of = number(name);
  for (std::size_t i = 0; i < cells; ++i) counts_[of][i] += counts[i];
  for (int p = 0; p < players_; ++p) {
    Winnings& sum = winnings_[of][p];
    sum.hands += winnings[p].hands;
    sum.known += winnings[p].known;
    sum.sum += winnings[p].sum;
    sum.squares += winnings[p].squares;
  }
}

}  // namespace pokerdata::statistics
