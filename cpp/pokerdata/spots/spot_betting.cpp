#include "pokerdata/spots/spot_betting.hpp"

#include <algorithm>
#include <string>

#include "pokerdata/support/errors.hpp"

namespace pokerdata::spots {
namespace {

using games::Action;
using games::BettingTree;
using games::NodeKind;

constexpr std::size_t max_nodes = 20'000'000;
constexpr int max_streets = 4;
constexpr int max_geometric_bets = 100;

[[noreturn]] void refuse(const std::string& what, const std::string& rule, const std::string& got) {
  throw support::ArgumentError("spot: " + what + ": expected " + rule + ", got " + got);
}

void check_chips(const std::string& what, std::int64_t chips, const std::string& example) {
  if (chips < 1 || chips > games::max_chips)
    refuse(what, "1 to " + std::to_string(games::max_chips) + " chips",
           std::to_string(chips) + "; e.g. " + example);
}

void check_ratio(const std::string& what, const Ratio& ratio, const std::string& example) {
  if (ratio.denominator < 1 || ratio.denominator > most_denominator || ratio.numerator < 0 ||
      ratio.numerator > most_ratio * ratio.denominator)
    refuse(what,
           "a fraction from 0 to " + std::to_string(most_ratio) + " with a denominator of at most " +
               std::to_string(most_denominator),
           std::to_string(ratio.numerator) + "/" + std::to_string(ratio.denominator) + "; e.g. " + example);
}

void check_sizes(const std::string& what, const std::vector<BetSize>& sizes, bool is_raise) {
  for (const BetSize& size : sizes) {
    check_ratio(what, size.ratio, "3/4");
    if (size.kind == SizeKind::pot && size.ratio.numerator == 0)
      refuse(what, "a part of the pot above 0", "0; e.g. 3/4");
    if (size.kind == SizeKind::multiple && !is_raise)
      refuse(what, "parts of the pot or chips, as there is no bet to multiply", "a multiple; e.g. 3/4");
    if (size.kind == SizeKind::multiple && size.ratio.numerator <= size.ratio.denominator)
      refuse(
          what, "a multiple above 1",
          std::to_string(size.ratio.numerator) + "/" + std::to_string(size.ratio.denominator) + "; e.g. 5/2");
    if (size.kind == SizeKind::chips) check_chips(what, size.chips, "50");
    if (size.bets < 0 || size.bets > max_geometric_bets)
      refuse(what, "0 to " + std::to_string(max_geometric_bets) + " geometric bets",
             std::to_string(size.bets) + "; e.g. 2");
    if (size.most_bets < 0 || size.most_bets > games::max_bets || (size.most_bets > 0 && !is_raise))
      refuse(what, "a limit of bets for raises alone, at most " + std::to_string(games::max_bets),
             std::to_string(size.most_bets) + "; e.g. 3");
  }
}

void check_no_limit(const SpotBetting& betting) {
  for (const std::int32_t stack : betting.stacks) check_chips("stack", stack, "900");
  check_chips("minimum bet", betting.minimum_bet, "1");
  check_ratio("add_all_in", betting.thresholds.add_all_in, "3/2");
  check_ratio("force_all_in", betting.thresholds.force_all_in, "1/5");
  check_ratio("merge", betting.thresholds.merge, "1/10");
  if (!betting.limit_caps.empty())
    refuse("limit_caps", "none without limit_bets", std::to_string(betting.limit_caps.size()) + " of them");
  for (int street = 0; street < betting.streets(); ++street)
    for (int player = 0; player < 2; ++player) {
      const StreetMenu& menu = betting.menus[street][player];
      const std::string where =
          " of player " + std::to_string(player + 1) + " on street " + std::to_string(street + 1);
      check_sizes("bets" + where, menu.bets, false);
      check_sizes("raises" + where, menu.raises, true);
      if (menu.donks) {
        if (player == 1 || street == 0)
          refuse("donk bets" + where, "none but those of player 1 after the first street",
                 std::to_string(menu.donks->size()) + " sizes");
        check_sizes("donk bets" + where, *menu.donks, false);
      }
    }
}

void check_limit(const SpotBetting& betting) {
  if (!betting.menus.empty()) refuse("menus", "none with limit_bets", std::to_string(betting.menus.size()));
  if (betting.stacks != std::array<std::int32_t, 2>{})
    refuse("stacks", "none with limit_bets", std::to_string(betting.stacks[0]));
  if (betting.limit_caps.size() != betting.limit_bets.size())
    refuse("limit_caps", "one a street, " + std::to_string(betting.limit_bets.size()),
           std::to_string(betting.limit_caps.size()) + "; e.g. (4, 4)");
  std::int64_t most = 0;
  for (int street = 0; street < betting.streets(); ++street) {
    check_chips("bet on street " + std::to_string(street + 1), betting.limit_bets[street], "10");
    const int cap = betting.limit_caps[street];
    if (cap < 0 || cap > games::max_bets)
      refuse("cap on street " + std::to_string(street + 1),
             "0 to " + std::to_string(games::max_bets) + " bets and raises",
             std::to_string(cap) + "; e.g. 4");
    most += std::int64_t{betting.limit_bets[street]} * cap;
  }
  check_chips("bets up to the caps", std::max<std::int64_t>(most, 1), "bets of 10 with caps of 4");
}

// What the players see at a decision, besides the street.
struct Situation {
  std::array<std::int32_t, 2> paid;  // chips put in by each since the spot began
  int player;                        // to act
  int bets;                          // bets and raises so far on this street
  bool opened;                       // has the other player acted on this street?
};

// A finished street that goes on: where the next one starts.
struct Continuation {
  int parent;
  int edge;
  std::int32_t paid;
  bool may_donk;  // did player 0 call the last bet?
};

class Builder {
 public:
  explicit Builder(const SpotBetting& betting)
      : betting_(betting), stack_(std::min(betting.stacks[0], betting.stacks[1])) {}

  BettingTree build() {
    tree_.no_limit = betting_.no_limit();
    std::vector<Continuation> starts{{-1, -1, 0, false}};
    for (street_ = 0; street_ < betting_.streets(); ++street_) {
      tree_.street_roots.emplace_back();
      continuations_.clear();
      for (const Continuation& start : starts) {
        start_ = start.paid;
        may_donk_ = start.may_donk;
        const int first = street_ == 0 ? betting_.first_to_act : 0;
        const int root = decide(start.parent, {{start.paid, start.paid}, first, 0, first == 1});
        if (start.edge >= 0) tree_.child[start.edge] = root;
        tree_.street_roots.back().push_back(root);
      }
      starts = continuations_;
    }
    tree_.first_edge.push_back(static_cast<int>(tree_.child.size()));
    return std::move(tree_);
  }

 private:
  // Each edge leads to a node of its own, so a tree has no more of them.
  static void check_size(std::size_t nodes) {
    if (nodes > max_nodes)
      throw support::CapacityError("betting tree of the spot: expected at most " + std::to_string(max_nodes) +
                                   " nodes, got more; e.g. fewer sizes, or larger ones for raises");
  }

  int add(NodeKind kind, int parent, int player, int chips) {
    check_size(tree_.kind.size() + 1);
    tree_.kind.push_back(kind);
    tree_.street.push_back(static_cast<std::uint8_t>(street_));
    tree_.player.push_back(static_cast<std::uint8_t>(player));
    tree_.parent.push_back(parent);
    tree_.chips.push_back(chips);
    tree_.first_edge.push_back(static_cast<int>(tree_.child.size()));
    return tree_.nodes() - 1;
  }

  struct Move {
    Action action;
    std::int32_t to;  // chips of the player since the spot began, afterwards
  };

  int decide(int parent, const Situation& now) {
    const int node = add(NodeKind::decision, parent, now.player, 0);
    const std::int32_t paid = now.paid[now.player], level = std::max(now.paid[0], now.paid[1]);
    std::vector<Move> moves;
    if (paid < level) moves.push_back({Action::fold, paid});
    moves.push_back({paid < level ? Action::call : Action::check, level});
    const std::size_t calls = moves.size();
    for (const std::int32_t to : raises(now, paid, level))
      moves.push_back({now.bets > 0 ? Action::raise : Action::bet, to});
    if (betting_.no_limit() && level < stack_) {
      const std::int64_t least = std::int64_t{level} + std::max(level - paid, betting_.minimum_bet);
      tree_.all_bets &= static_cast<std::int64_t>(moves.size() - calls) ==
                        stack_ - std::min<std::int64_t>(stack_, least) + 1;
    }
    const int first = tree_.first_edge[node];
    check_size(tree_.action.size() + moves.size());
    for (const Move& move : moves) {
      tree_.action.push_back(move.action);
      tree_.to.push_back(move.to);
    }
    tree_.child.resize(tree_.action.size(), -1);
    for (int i = 0; i < static_cast<int>(moves.size()); ++i) {
      const int child = act(node, first + i, now, moves[i]);
      tree_.child[first + i] = child;
    }
    return node;
  }

  std::vector<std::int32_t> raises(const Situation& now, std::int32_t paid, std::int32_t level) const {
    if (!betting_.no_limit()) {
      if (now.bets < betting_.limit_caps[street_]) return {level + betting_.limit_bets[street_]};
      return {};
    }
    const StreetMenu& menu = betting_.menus[street_][now.player];
    const bool donks = may_donk_ && menu.donks && now.bets == 0 && now.player == 0;
    const BetSituation seen{betting_.pot, stack_,
                            level,        start_,
                            level - paid, betting_.minimum_bet,
                            now.bets,     betting_.streets() - street_};
    return amounts(now.bets > 0 ? menu.raises : donks ? *menu.donks : menu.bets, betting_.thresholds, seen);
  }

  int act(int node, int edge, const Situation& now, const Move& move) {
    const int other = 1 - now.player;
    if (move.action == Action::fold)
      return add(NodeKind::fold, node, now.player, now.player == 0 ? -move.to : move.to);
    Situation next{now.paid, other, now.bets, true};
    next.paid[now.player] = move.to;
    if (move.action == Action::bet || move.action == Action::raise) {
      // Walks down a betting tree are recursions, so this bounds their stack.
      if (++next.bets > games::max_bets)
        throw support::CapacityError("betting tree of the spot: expected at most " +
                                     std::to_string(games::max_bets) +
                                     " bets and raises on a street, got more; e.g. larger raises, such as "
                                     "2.5 times the last bet");
      return decide(node, next);
    }
    if (!now.opened) return decide(node, next);
    if (street_ + 1 == betting_.streets() || (betting_.no_limit() && move.to == stack_))
      return add(NodeKind::showdown, node, 0, move.to);
    continuations_.push_back({node, edge, move.to, move.action == Action::call && now.player == 0});
    return -1;  // filled in when the next street is built
  }

  const SpotBetting& betting_;
  std::int32_t stack_;
  BettingTree tree_;
  std::vector<Continuation> continuations_;
  int street_ = 0;
  std::int32_t start_ = 0;  // chips of each when the street began
  bool may_donk_ = false;   // at the root of the street that is being built
};

}  // namespace

void check_spot_betting(const SpotBetting& betting) {
  check_chips("pot", betting.pot, "200");
  if (betting.streets() < 1 || betting.streets() > max_streets)
    refuse("streets", "1 to " + std::to_string(max_streets), std::to_string(betting.streets()) + "; e.g. 2");
  if (betting.first_to_act != 0 && betting.first_to_act != 1)
    refuse("first_to_act", "player 0 or 1", std::to_string(betting.first_to_act) + "; e.g. 0");
  betting.no_limit() ? check_no_limit(betting) : check_limit(betting);
}

BettingTree build_spot_tree(const SpotBetting& betting) {
  check_spot_betting(betting);
  return Builder(betting).build();
}

}  // namespace pokerdata::spots
