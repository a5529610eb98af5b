#include "pokerdata/spots/spot_equities.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "pokerdata/isomorphism/suits.hpp"
#include "pokerdata/spots/spot_cards.hpp"
#include "pokerdata/spots/spot_solver.hpp"
#include "pokerdata/spots/spot_walk.hpp"

namespace pokerdata::spots {
namespace {

using cards::CardSet;

// Pairs of ranges that one walk takes side by side.
constexpr std::size_t most_lines = 64;

// Checks down, on each of some lines: what equities are values of. The first player picks the line.
games::BettingTree check_down(int streets, int lines) {
  games::BettingTree tree;
  const auto add = [&](games::NodeKind kind, int street, int player, int parent) {
    tree.kind.push_back(kind);
    tree.street.push_back(static_cast<std::uint8_t>(street));
    tree.player.push_back(static_cast<std::uint8_t>(player));
    tree.parent.push_back(parent);
    tree.chips.push_back(0);
    return static_cast<int>(tree.kind.size()) - 1;
  };
  std::vector<int> ends(lines, add(games::NodeKind::decision, 0, 0, -1));
  tree.street_roots.push_back({0});
  for (int street = 0; street < streets; ++street) {
    if (street > 0) tree.street_roots.emplace_back();
    for (int& end : ends) {
      if (street > 0) {
        end = add(games::NodeKind::decision, street, 0, end);
        tree.street_roots.back().push_back(end);
      }
      end = add(games::NodeKind::decision, street, 1, end);
      if (street + 1 == streets) end = add(games::NodeKind::showdown, street, 0, end);
    }
  }
  std::vector<std::vector<std::int32_t>> children(tree.kind.size());
  for (int node = 1; node < tree.nodes(); ++node) children[tree.parent[node]].push_back(node);
  for (const auto& of_node : children) {
    tree.first_edge.push_back(static_cast<std::int32_t>(tree.child.size()));
    for (const std::int32_t child : of_node) {
      tree.action.push_back(games::Action::check);
      tree.to.push_back(0);
      tree.child.push_back(child);
    }
  }
  tree.first_edge.push_back(static_cast<std::int32_t>(tree.child.size()));
  tree.no_limit = true;
  return tree;
}

// Gives each line its ranges, and keeps what the first decisions are worth on it.
struct Lines {
  int first;  // item of the second player's decision on the first line
  std::array<std::vector<std::vector<double>>, 2> reach, values;  // [player][line][state]

  void opponent_down(const Place& at, const double* before, double* const* rows) const {
    if (at.street > 0)
      std::copy_n(before, at.states, rows[0]);
    else if (at.player == 0)
      for (int a = 0; a < at.actions; ++a) std::copy_n(reach[0][a].data(), at.states, rows[a]);
    else
      std::copy_n(reach[1][at.item - first].data(), at.states, rows[0]);
  }
  void own_up(const Place& at, double* const* rows) {
    if (at.street > 0) return;
    if (at.player == 0)
      for (int a = 0; a < at.actions; ++a) values[0][a].assign(rows[a], rows[a] + at.states);
    else
      values[1][at.item - first].assign(rows[0], rows[0] + at.states);
  }
  void opponent_up(const Place&, double* const*) const {}
};

// Sums of many deals come to nothing or all but for rounding, where a hand loses or wins each of them.
double whole_share(double share) {
  constexpr double rounding = 1e-12;
  return share < rounding ? 0 : share > 1 - rounding ? 1 : share;
}

std::vector<int> held(std::span<const double> weights, CardSet blocked) {
  std::vector<int> found;
  for (int c = 0; c < cards::combinations; ++c)
    if (weights[c] > 0 && !(cards::all_combinations[c].cards() & blocked)) found.push_back(c);
  return found;
}

bool any_deal(const Ranges& ranges, const std::array<std::vector<int>, 2>& hands) {
  for (const int a : hands[0])
    for (const int b : hands[1])
      if (!(cards::all_combinations[a].cards() & cards::all_combinations[b].cards()) &&
          ranges[0][a] * ranges[1][b] > 0)
        return true;
  return false;
}

// Whether two cards are enough to block all hands: then some boards leave none.
bool blocked_by_two(const std::vector<int>& hands) {
  const cards::Combination& one = cards::all_combinations[hands.front()];
  for (const cards::Card card : {one.low, one.high}) {
    CardSet common = ~CardSet{0};
    for (const int c : hands) {
      const CardSet hand = cards::all_combinations[c].cards();
      if (!(hand & cards::set_of(card))) common &= hand;
    }
    if (common) return true;
  }
  return false;
}

// Equities of some pairs, on cards that have all their hands. Any other hands that the cards have add zeros.
class CheckDown {
 public:
  CheckDown(const SpotCards& cards, std::size_t pairs, int threads)
      : lines_(static_cast<int>(std::min(pairs, most_lines))),
        cards_(cards),
        tree_(check_down(static_cast<int>(cards.streets.size()), lines_)),
        plan_(tree_, cards),
        walk_(tree_, pot_, cards, plan_, threads) {}

  void run(std::span<const Ranges> ranges, const std::vector<std::size_t>& members,
           std::vector<std::array<std::vector<double>, 2>>& result, const std::atomic<bool>* stop) {
    for (std::size_t begin = 0; begin < members.size(); begin += lines_)
      some(ranges, std::span(members).subspan(begin, std::min<std::size_t>(lines_, members.size() - begin)),
           result, stop);
  }

 private:
  void some(std::span<const Ranges> ranges, std::span<const std::size_t> members,
            std::vector<std::array<std::vector<double>, 2>>& result, const std::atomic<bool>* stop) {
    const SpotBoard& root = cards_.streets[0].boards[0];
    Lines lines{plan_.streets[0].items[0].first, {}, {}};
    for (const int player : {0, 1}) {
      const Hands& hands = root.hands[player];
      lines.reach[player].assign(lines_, std::vector<double>(hands.states()));
      lines.values[player].resize(lines_);
      for (std::size_t i = 0; i < members.size(); ++i)
        for (int s = 0; s < hands.states(); ++s)
          lines.reach[player][i][s] = ranges[members[i]][player][hands.combination[s]];
    }
    for (const int player : {0, 1}) {
      walk_.run(player, lines, stop);
      const Hands& hands = root.hands[player];
      for (std::size_t i = 0; i < members.size(); ++i) {
        const std::vector<double> meets = meeting(root, player, lines.reach[1 - player][i]);
        for (int s = 0; s < hands.states(); ++s) {
          if (!(lines.reach[player][i][s] > 0 && meets[s] > 0)) continue;
          const double value = lines.values[player][i][s] / (hands.size[s] * meets[s]);
          for (const std::uint8_t p : root.symmetries)
            result[members[i]][player][isomorphism::combination_maps()[p][hands.combination[s]]] =
                whole_share((1 + value) / 2);
        }
      }
    }
  }

  int lines_;
  const SpotCards& cards_;
  games::BettingTree tree_;
  SpotPot pot_{.dead = 2, .rake_cap = 0};
  SpotPlan plan_;
  SpotWalk<double> walk_;
};

// The cards of pairs of ranges with the same symmetries, with all hands that any of them has.
SpotCards cards_of(CardSet board, CardSet dead, std::span<const Ranges> ranges,
                   const std::vector<std::size_t>& members, const std::vector<std::uint8_t>& symmetries) {
  std::array<std::vector<double>, 2> any;
  for (const int player : {0, 1}) {
    any[player].assign(cards::combinations, 0);
    for (const std::size_t member : members)
      for (int c = 0; c < cards::combinations; ++c)
        if (ranges[member][player][c] > 0) any[player][c] = 1;
  }
  return make_spot_cards(board, dead, {std::span<const double>(any[0]), any[1]}, symmetries);
}

std::vector<std::array<std::vector<double>, 2>> no_equities(std::size_t pairs) {
  const std::vector<double> row(cards::combinations, std::numeric_limits<double>::quiet_NaN());
  return std::vector<std::array<std::vector<double>, 2>>(pairs, {row, row});
}

}  // namespace

std::vector<std::array<std::vector<double>, 2>> spot_equities(CardSet board, CardSet dead,
                                                              std::span<const Ranges> ranges, int threads,
                                                              const std::atomic<bool>* stop) {
  std::vector<std::array<std::vector<double>, 2>> result = no_equities(ranges.size());
  struct Work {
    std::vector<std::uint8_t> symmetries;
    std::vector<std::size_t> members;
  };
  std::map<std::uint32_t, Work> groups;  // by the set of symmetries
  std::vector<Work> alone;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    check_weights(ranges[i]);
    const std::array<std::vector<int>, 2> hands{held(ranges[i][0], board | dead),
                                                held(ranges[i][1], board | dead)};
    if (!any_deal(ranges[i], hands)) continue;
    const std::vector<std::uint8_t> symmetries = symmetries_of(board, dead, ranges[i]);
    if (blocked_by_two(hands[0]) || blocked_by_two(hands[1])) {
      alone.push_back({symmetries, {i}});
      continue;
    }
    std::uint32_t set = 0;
    for (const std::uint8_t p : symmetries) set |= std::uint32_t{1} << p;
    Work& group = groups[set];
    group.symmetries = symmetries;
    group.members.push_back(i);
  }
  const auto run = [&](const Work& work) {
    const SpotCards dealt = cards_of(board, dead, ranges, work.members, work.symmetries);
    CheckDown(dealt, work.members.size(), threads).run(ranges, work.members, result, stop);
  };
  for (const Work& work : alone) run(work);
  for (const auto& [set, work] : groups) run(work);
  return result;
}

std::vector<std::array<std::vector<double>, 2>> spot_equities(const SpotCards& cards,
                                                              std::span<const Ranges> ranges, int threads,
                                                              const std::atomic<bool>* stop) {
  std::vector<std::array<std::vector<double>, 2>> result = no_equities(ranges.size());
  std::vector<std::size_t> members(ranges.size());
  std::iota(members.begin(), members.end(), 0);
  for (const Ranges& pair : ranges) check_weights(pair);
  if (!members.empty()) CheckDown(cards, members.size(), threads).run(ranges, members, result, stop);
  return result;
}

}  // namespace pokerdata::spots
