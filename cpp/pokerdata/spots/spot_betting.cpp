#include "pokerdata/spots/spot_betting.hpp"

#include <algorithm>
#include <string>

#include "pokerdata/games/tree_builder.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::spots {
namespace {

using games::BettingTree;

constexpr int max_streets = 4;
constexpr int max_geometric_bets = 100;

[[noreturn]] void refuse(const support::Text& what, const support::Text& rule, const support::Text& got) {
  throw support::expected({"spot: ", what}, rule, got);
}

void check_chips(const support::Text& what, std::int64_t chips, const support::Text& example) {
  if (chips < 1 || chips > games::max_chips)
    refuse(what, {"1 to ", games::max_chips, " chips"}, {chips, "; e.g. ", example});
}

void check_ratio(const support::Text& what, const Ratio& ratio, const support::Text& example) {
  if (ratio.denominator < 1 || ratio.denominator > most_denominator || ratio.numerator < 0 ||
      ratio.numerator > most_ratio * ratio.denominator)
    refuse(what, {"a fraction from 0 to ", most_ratio, " with a denominator of at most ", most_denominator},
           {ratio.numerator, "/", ratio.denominator, "; e.g. ", example});
}

void check_sizes(const support::Text& what, const std::vector<BetSize>& sizes, bool is_raise) {
  for (const BetSize& size : sizes) {
    check_ratio(what, size.ratio, "3/4");
    if (size.kind == SizeKind::pot && size.ratio.numerator == 0)
      refuse(what, "a part of the pot above 0", "0; e.g. 3/4");
    if (size.kind == SizeKind::multiple && !is_raise)
      refuse(what, "parts of the pot or chips, as there is no bet to multiply", "a multiple; e.g. 3/4");
    if (size.kind == SizeKind::multiple && size.ratio.numerator <= size.ratio.denominator)
      refuse(what, "a multiple above 1", {size.ratio.numerator, "/", size.ratio.denominator, "; e.g. 5/2"});
    if (size.kind == SizeKind::chips) check_chips(what, size.chips, "50");
    if (size.bets < 0 || size.bets > max_geometric_bets)
      refuse(what, {"0 to ", max_geometric_bets, " geometric bets"}, {size.bets, "; e.g. 2"});
    if (size.most_bets < 0 || size.most_bets > games::max_bets || (size.most_bets > 0 && !is_raise))
      refuse(what, {"a limit of bets for raises alone, at most ", games::max_bets},
             {size.most_bets, "; e.g. 3"});
  }
}

void check_no_limit(const SpotBetting& betting) {
  for (const std::int32_t stack : betting.stacks) check_chips("stack", stack, "900");
  check_chips("minimum bet", betting.minimum_bet, "1");
  check_ratio("add_all_in", betting.thresholds.add_all_in, "3/2");
  check_ratio("force_all_in", betting.thresholds.force_all_in, "1/5");
  check_ratio("merge", betting.thresholds.merge, "1/10");
  if (!betting.limit_caps.empty())
    refuse("limit_caps", "none without limit_bets", {betting.limit_caps.size(), " of them"});
  for (int street = 0; street < betting.streets(); ++street)
    for (int player = 0; player < 2; ++player) {
      const StreetMenu& menu = betting.menus[street][player];
      const std::string where =
          " of player " + std::to_string(player + 1) + " on street " + std::to_string(street + 1);
      check_sizes({"bets", where}, menu.bets, false);
      check_sizes({"raises", where}, menu.raises, true);
      if (menu.donks) {
        if (player == 1 || street == 0)
          refuse({"donk bets", where}, "none but those of player 1 after the first street",
                 {menu.donks->size(), " sizes"});
        check_sizes({"donk bets", where}, *menu.donks, false);
      }
    }
}

void check_limit(const SpotBetting& betting) {
  if (!betting.menus.empty()) refuse("menus", "none with limit_bets", betting.menus.size());
  if (betting.stacks != std::array<std::int32_t, 2>{})
    refuse("stacks", "none with limit_bets", betting.stacks[0]);
  if (betting.limit_caps.size() != betting.limit_bets.size())
    refuse("limit_caps", {"one a street, ", betting.limit_bets.size()},
           {betting.limit_caps.size(), "; e.g. (4, 4)"});
  std::int64_t most = 0;
  for (int street = 0; street < betting.streets(); ++street) {
    check_chips({"bet on street ", street + 1}, betting.limit_bets[street], "10");
    const int cap = betting.limit_caps[street];
    if (cap < 0 || cap > games::max_bets)
      refuse({"cap on street ", street + 1}, {"0 to ", games::max_bets, " bets and raises"},
             {cap, "; e.g. 4"});
    most += std::int64_t{betting.limit_bets[street]} * cap;
  }
  check_chips("bets up to the caps", std::max<std::int64_t>(most, 1), "bets of 10 with caps of 4");
}

class Builder final : public games::TreeBuilder {
 public:
  explicit Builder(const SpotBetting& betting)
      : TreeBuilder(betting.streets(), betting.no_limit(), std::min(betting.stacks[0], betting.stacks[1]),
                    betting.minimum_bet),
        betting_(betting) {}

 private:
  games::Situation start_street(const std::array<std::int32_t, 2>& paid, int caller) override {
    start_ = paid[0];
    may_donk_ = caller == 0;
    const int first = street() == 0 ? betting_.first_to_act : 0;
    return {paid, first, 0, 0, first == 1};
  }

  std::vector<std::int32_t> raises(const games::Situation& now) const override {
    if (!betting_.no_limit()) {
      if (now.bets < betting_.limit_caps[street()]) return {now.level() + betting_.limit_bets[street()]};
      return {};
    }
    const StreetMenu& menu = betting_.menus[street()][now.player];
    const bool donks = may_donk_ && menu.donks && now.bets == 0 && now.player == 0;
    const BetSituation seen{betting_.pot,         stack(),  now.level(),         start_, now.last_raise,
                            betting_.minimum_bet, now.bets, streets() - street()};
    return amounts(now.bets > 0 ? menu.raises : donks ? *menu.donks : menu.bets, betting_.thresholds, seen);
  }

  std::string too_large() const override {
    return "betting tree of the spot: expected at most " + std::to_string(games::max_tree_nodes) +
           " nodes, got more; e.g. fewer sizes, or larger ones for raises";
  }

  const SpotBetting& betting_;
  std::int32_t start_ = 0;  // chips of each when the street began
  bool may_donk_ = false;   // at the root of the street that is being built
};

}  // namespace

void check_spot_betting(const SpotBetting& betting) {
  check_chips("pot", betting.pot, "200");
  if (betting.streets() < 1 || betting.streets() > max_streets)
    refuse("streets", {"1 to ", max_streets}, {betting.streets(), "; e.g. 2"});
  if (betting.first_to_act != 0 && betting.first_to_act != 1)
    refuse("first_to_act", "player 0 or 1", {betting.first_to_act, "; e.g. 0"});
  betting.no_limit() ? check_no_limit(betting) : check_limit(betting);
}

BettingTree build_spot_tree(const SpotBetting& betting) {
  check_spot_betting(betting);
  return Builder(betting).build({0, 0});
}

}  // namespace pokerdata::spots
