#include "pokerdata/games/joint_count_game.hpp"

#include <memory>
#include <string>

#include "pokerdata/support/errors.hpp"

namespace pokerdata::games {
namespace {

__extension__ using Wide = unsigned __int128;

std::string place(int street, std::size_t row, std::size_t column) {
  return "street " + std::to_string(street + 1) + ", states (" + std::to_string(row) + ", " +
         std::to_string(column) + ")";
}

void check_shape(const StreetCounts& counts, int street, int states_before) {
  const std::string where = " on street " + std::to_string(street + 1);
  const auto states = static_cast<std::size_t>(counts.states);
  if (counts.states < 1 || counts.deals.size() != states * states)
    throw support::ArgumentError("joint counts" + where +
                                 ": expected a square array [states, states]; e.g. [625, 625]");
  if (counts.parents.size() != (street == 0 ? 0 : states))
    throw support::expected({"parents", where}, "one entry for each state after the first street",
                            {counts.parents.size(), "; e.g. [0, 0, 1, 1, 2, 2]"});
  for (const std::int32_t p : counts.parents)
    if (p < 0 || p >= states_before)
      throw support::expected({"parent state", where},
                              {"0 to ", states_before - 1, ", a state of the street before"}, p);
}

void check_symmetric(const StreetCounts& counts, int street) {
  const std::size_t n = counts.states;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (counts.deals[i * n + j] != counts.deals[j * n + i])
        throw support::expected({"joint counts at ", place(street, i, j)},
                                "a symmetric matrix, because both players draw from one deck",
                                {counts.deals[i * n + j], " and ", counts.deals[j * n + i]});
}

// The deals of a street, below 2^63: then no sum of some of them wraps, and wins less losses are signed
// numbers.
std::uint64_t checked_total(const StreetCounts& counts, int street) {
  Wide total = 0;
  for (const std::uint64_t deals : counts.deals) total += deals;
  const std::string where = "joint counts on street " + std::to_string(street + 1);
  if (total == 0) throw support::expected(where, "at least one deal", "0 alone");
  if (total >> 63)
    throw support::expected(
        where, "fewer than 2^63 deals in all, e.g. all divided by a common factor",
        {"a sum of about ", static_cast<std::uint64_t>(total / 1'000'000'000'000'000'000), " * 10^18"});
  return static_cast<std::uint64_t>(total);
}

// deals[parents] of a street, summed over children, must be the deals before times total / total before.
void check_sums(const StreetCounts& counts, std::uint64_t total, const StreetCounts& before,
                std::uint64_t total_before, int street) {
  const std::size_t n = counts.states, m = before.states;
  std::vector<std::uint64_t> sums(m * m, 0);
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t* row = sums.data() + counts.parents[i] * m;
    for (std::size_t j = 0; j < n; ++j) row[counts.parents[j]] += counts.deals[i * n + j];
  }
  for (std::size_t k = 0; k < m * m; ++k)
    if (Wide{sums[k]} * total_before != Wide{before.deals[k]} * total)
      throw support::expected("joint counts",
                              "sums that are one common multiple of the counts of the street before",
                              {sums[k], " on street ", street + 1, " below ", place(street - 1, k / m, k % m),
                               ", which has ", before.deals[k]});
}

void check_wins(const StreetCounts& counts, std::span<const std::uint64_t> wins, int street) {
  const std::size_t n = counts.states;
  if (wins.size() != n * n)
    throw support::expected("wins", {"[", n, ", ", n, "], as the joint counts of the last street"},
                            {wins.size(), " entries"});
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      const std::uint64_t won = wins[i * n + j], lost = wins[j * n + i], all = counts.deals[i * n + j];
      if (won > all || lost > all - won)
        throw support::expected({"wins at ", place(street, i, j)}, {"at most the ", all, " deals there are"},
                                {won, " won and ", lost, " lost"});
    }
}

// The wins of a street's states over all later cards, from those of the next street.
void sum_wins(Game& game, int street) {
  const Street& below = game.streets[street + 1];
  Board& board = game.streets[street].boards[0];
  const std::size_t n = below.states, m = board.states;
  const auto sums = std::make_shared<std::vector<std::uint64_t>>(m * m, 0);
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t* const row = sums->data() + below.parents[i] * m;
    for (std::size_t j = 0; j < n; ++j) row[below.parents[j]] += below.boards[0].wins[i * n + j];
  }
  board.wins = *sums;
  game.counts.push_back(sums);
}

}  // namespace

Game make_joint_count_game(const Rules& rules, const std::vector<StreetCounts>& streets,
                           std::span<const std::uint64_t> wins) {
  Game game{rules, build_betting_tree(rules), {}, {}};
  const int count = game.tree.streets();
  if (static_cast<int>(streets.size()) != count)
    throw support::expected("joint counts", {count, " streets, as in the rules '", rules.name, "'"},
                            streets.size());
  for (int r = 0; r < count; ++r) {
    const StreetCounts& counts = streets[r];
    check_shape(counts, r, r == 0 ? 0 : streets[r - 1].states);
    const std::uint64_t total = checked_total(counts, r);
    check_symmetric(counts, r);
    if (r > 0) check_sums(counts, total, streets[r - 1], game.streets[r - 1].total, r);
    game.streets.push_back(
        {{{0, 0, counts.states, counts.deals, {}}}, counts.parents, counts.states, total, {}, {}});
  }
  check_wins(streets.back(), wins, count - 1);
  game.streets.back().boards[0].wins = wins;
  for (int r = count - 2; r >= 0 && game.settles(r); --r) sum_wins(game, r);
  return game;
}

}  // namespace pokerdata::games
