#include "bind_spots.hpp"

#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "bindings.hpp"
#include "pokerdata/spots/spot_betting.hpp"
#include "pokerdata/spots/subtree.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::bindings {
namespace {

using Ratio = std::pair<std::int64_t, std::int64_t>;
using Size = std::tuple<std::string, Ratio, std::int32_t, std::int32_t, std::int32_t>;
using Sizes = std::vector<Size>;
using GivenMenu = std::tuple<Sizes, Sizes, std::optional<Sizes>>;

spots::Ratio ratio_of(const Ratio& given) { return {given.first, given.second}; }

spots::SizeKind kind_of(const std::string& name) {
  if (name == "pot") return spots::SizeKind::pot;
  if (name == "multiple") return spots::SizeKind::multiple;
  if (name == "chips") return spots::SizeKind::chips;
  if (name == "geometric") return spots::SizeKind::geometric;
  if (name == "all-in") return spots::SizeKind::all_in;
  throw support::expected("kind of a size", "pot, multiple, chips, geometric or all-in",
                          {"'", name, "'; e.g. pot"});
}

std::vector<spots::BetSize> sizes_of(const Sizes& given) {
  std::vector<spots::BetSize> found;
  for (const auto& [kind, ratio, chips, bets, most_bets] : given)
    found.push_back({kind_of(kind), ratio_of(ratio), chips, bets, most_bets});
  return found;
}

spots::StreetMenu menu_of(const GivenMenu& given) {
  const auto& [bets, raises, donks] = given;
  spots::StreetMenu menu{sizes_of(bets), sizes_of(raises)};
  if (donks) menu.donks = sizes_of(*donks);
  return menu;
}

}  // namespace

void bind_spots(py::module_& core) {
  auto m = core.def_submodule("spots", "Betting from the middle of a hand on.");
  m.def(
      "spot_tree",
      [](std::int32_t pot, std::array<std::int32_t, 2> stacks,
         const std::vector<std::pair<GivenMenu, GivenMenu>>& menus, const Ratio& add_all_in,
         const Ratio& force_all_in, const Ratio& merge, std::int32_t minimum_bet,
         std::vector<std::int32_t> limit_bets, std::vector<std::int32_t> limit_caps, int first_to_act) {
        spots::SpotBetting betting;
        betting.pot = pot;
        betting.stacks = stacks;
        for (const auto& [first, second] : menus) betting.menus.push_back({menu_of(first), menu_of(second)});
        betting.thresholds = {ratio_of(add_all_in), ratio_of(force_all_in), ratio_of(merge)};
        betting.minimum_bet = minimum_bet;
        betting.limit_bets = std::move(limit_bets);
        betting.limit_caps = std::move(limit_caps);
        betting.first_to_act = first_to_act;
        const py::gil_scoped_release released;
        return spots::build_spot_tree(betting);
      },
      py::kw_only(), py::arg("pot"), py::arg("stacks") = std::array<std::int32_t, 2>{},
      py::arg("menus") = std::vector<std::pair<GivenMenu, GivenMenu>>{}, py::arg("add_all_in") = Ratio{0, 1},
      py::arg("force_all_in") = Ratio{0, 1}, py::arg("merge") = Ratio{0, 1}, py::arg("minimum_bet") = 1,
      py::arg("limit_bets") = std::vector<std::int32_t>{},
      py::arg("limit_caps") = std::vector<std::int32_t>{}, py::arg("first_to_act") = 0,
      "Menus are [street][player] of (bets, raises, donk bets or None); a size is (kind, ratio, chips, bets, "
      "most bets), a ratio (numerator, denominator). Raises ValueError and CapacityError.");
  m.def(
      "subtree", &spots::subtree, py::arg("tree"), py::arg("node"), py::arg("exchange") = false,
      "The tree below a decision, with exchange for the players the other way round; chips stay those of the "
      "whole tree.");
  bind_spot_solver(m);
  bind_bucketed_spots(m);
}

}  // namespace pokerdata::bindings
