#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "bind_play.hpp"
#include "bindings.hpp"
#include "pokerdata/search/chances.hpp"
#include "pokerdata/search/search.hpp"
#include "pokerdata/search/self_play.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::bindings {
namespace {

using SharedModel = std::shared_ptr<search::Model>;
using Weights = CastArray<double>;

search::DecisionTriple triple_of(const std::array<double, 3>& given) {
  return {given[0], given[1], given[2]};
}

py::tuple tuple_of(std::span<const cards::Card> all) {
  py::tuple found(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) found[i] = static_cast<int>(all[i]);
  return found;
}

// What Python says of a decision: a function of history, hole cards and board that gives a triple.
class CalledModel final : public search::Model {
 public:
  explicit CalledModel(py::function function) : function_(std::move(function)) {}
  std::array<double, search::most_options> shares(const search::View& view,
                                                  const search::Options& options) const override {
    const py::gil_scoped_acquire gil;
    const py::object given = function_(view.history, tuple_of(view.hole), tuple_of(view.board));
    std::array<double, 3> triple{-1};
    try {
      triple = given.cast<std::array<double, 3>>();
    } catch (const py::cast_error&) {  // refused below
    }
    const auto is_share = [](double share) { return share >= 0 && std::isfinite(share); };
    if (!std::all_of(triple.begin(), triple.end(), is_share) || !(triple[0] + triple[1] + triple[2] > 0))
      throw support::expected("model", "three numbers of 0 and more, not all 0",
                              {py::repr(given).cast<std::string>(), "; e.g. (0.1, 0.65, 0.25)"});
    return search::shares_of(triple_of(triple), options);
  }

 private:
  py::function function_;
};

// A search and all that it works with.
struct BoundSearch {
  std::shared_ptr<const play::Definition> rules;
  std::vector<SharedModel> models, playout;
  std::unique_ptr<search::Search> search;
};

std::vector<const search::Model*> pointers(const std::vector<SharedModel>& models, int players) {
  if (std::ssize(models) != players)
    throw support::expected("models", {"one for each of ", players, " players"}, models.size());
  std::vector<const search::Model*> found;
  for (const SharedModel& model : models) found.push_back(model.get());
  return found;
}

search::Hole hole_of(const std::vector<int>& cards) {
  search::Hole hole;
  if (cards.size() > hole.cards.size()) throw support::expected("hole", "at most 2 cards", cards.size());
  for (const int card : cards)
    if (card < 0 || card >= cards::deck_size) throw support::expected("hole", "cards from 0 to 51", card);
  for (std::size_t i = 0; i < cards.size(); ++i) {
    hole.cards[i] = static_cast<cards::Card>(cards[i]);
    hole.set |= cards::set_of(hole.cards[i]);
  }
  return hole;
}

std::vector<search::RaiseSize> menu_of(const std::vector<std::pair<int, int>>& given) {
  if (given.size() > search::most_raises)
    throw support::expected("menu", {"at most ", search::most_raises, " raises"}, given.size());
  std::vector<search::RaiseSize> menu;
  for (const auto& [numerator, denominator] : given) menu.push_back({numerator, denominator});
  return menu;
}

search::Backup backup_of(const std::string& name) {
  using enum search::Backup;
  static constexpr std::pair<const char*, search::Backup> known[] = {
      {"mean", mean}, {"max", max}, {"most-visited", most_visited}, {"mix", mix}};
  for (const auto& [text, backup] : known)
    if (name == text) return backup;
  throw support::expected("backup", "mean, max, most-visited or mix", name);
}

search::LeafValues::Equity equity_of(const std::optional<py::function>& function) {
  if (!function) return {};
  return [held = *function](std::span<const cards::Card> board) {
    const py::gil_scoped_acquire gil;
    return held(tuple_of(board)).cast<double>();
  };
}

void check_node(const search::Tree& tree, std::int32_t node) {
  if (node < 0 || node >= tree.size()) throw support::expected("node", {"0 to ", tree.size() - 1}, node);
}

py::tuple node_of(const search::Tree& tree, std::int32_t node) {
  check_node(tree, node);
  const search::Tree::Node& one = tree[node];
  static constexpr const char* names[] = {"hero", "opponent", "chance", "leaf"};
  return py::make_tuple(names[static_cast<int>(one.kind)], static_cast<int>(one.player), one.passes,
                        one.value, one.squares);
}

// The children of a node: (what leads there, number). A chance node's are sets of cards.
py::list children_of(const BoundSearch& self, std::int32_t node) {
  const search::Tree& tree = self.search->tree();
  check_node(tree, node);
  py::list found;
  if (tree[node].kind == search::NodeKind::chance) {
    for (const auto& [cards, child] : tree.chance_children(node)) found.append(py::make_tuple(cards, child));
  } else {
    for (int i = 0; i < tree[node].actions; ++i) {
      const std::int32_t child = tree[node].first_child + i;
      found.append(py::make_tuple(play::action_text(*self.rules, tree.action(child)), child));
    }
  }
  return found;
}

void bind_models(py::module_& m) {
  py::class_<search::Model, SharedModel>(m, "Model")
      .def(
          "shares",
          [](const search::Model& model, const BoundBetting& betting, const std::string& history,
             const std::vector<int>& hole, const std::vector<int>& board,
             const std::vector<std::pair<int, int>>& menu) {
            if (betting.betting.finished())
              throw support::expected("state", "one in which somebody acts", "a hand that is over");
            const search::Hole held = hole_of(hole);
            std::vector<cards::Card> on_board;
            for (const int card : board) on_board.push_back(static_cast<cards::Card>(card));
            const search::Options options = search::options_of(betting.betting, menu_of(menu));
            const auto shares =
                model.shares({betting.betting, {held.cards.data(), hole.size()}, on_board, history}, options);
            py::dict found;
            for (int i = 0; i < options.count; ++i)
              found[py::str(play::action_text(*betting.rules, options.actions[i]))] = shares[i];
            return found;
          },
          py::arg("betting"), py::arg("history"), py::arg("hole"), py::arg("board"), py::arg("menu"),
          "How likely each option is, by its text.");
  py::class_<search::FixedModel, search::Model, std::shared_ptr<search::FixedModel>>(m, "FixedModel")
      .def(py::init([](const std::array<double, 3>& triple) {
             return std::make_shared<search::FixedModel>(triple_of(triple));
           }),
           py::arg("triple"));
  py::class_<search::CountedModel, search::Model, std::shared_ptr<search::CountedModel>>(m, "CountedModel")
      .def(py::init([](int streets, const std::vector<std::array<double, 3>>& triples) {
             std::vector<search::DecisionTriple> found;
             for (const auto& triple : triples) found.push_back(triple_of(triple));
             return std::make_shared<search::CountedModel>(streets, std::move(found));
           }),
           py::arg("streets"), py::arg("triples"));
  py::class_<search::TableModel, search::Model, std::shared_ptr<search::TableModel>>(m, "TableModel")
      .def(py::init([](search::TableModel::Table table, SharedModel other) {
             return std::make_shared<search::TableModel>(std::move(table), std::move(other));
           }),
           py::arg("table"), py::arg("other"));
  py::class_<CalledModel, search::Model, std::shared_ptr<CalledModel>>(m, "CalledModel")
      .def(py::init<py::function>(), py::arg("function"));
}

}  // namespace

void bind_search(py::module_& core) {
  auto m = core.def_submodule("search", "Tree search over hands of two to ten players.");
  bind_models(m);
  py::class_<BoundSearch>(m, "Search")
      .def(py::init([](const BoundBetting& betting, const std::string& history, const std::vector<int>& hole,
                       const std::vector<int>& board, const std::vector<std::pair<int, Weights>>& ranges,
                       const std::vector<SharedModel>& models, const std::vector<SharedModel>& playout,
                       const std::vector<std::pair<int, int>>& menu, double exploration,
                       const std::string& backup, bool select_opponents, bool expand_all, int playouts,
                       bool merge_suits, bool exact_leaves, const std::optional<py::function>& equity,
                       std::uint64_t seed) {
             search::Problem problem{betting.betting, history, hole_of(hole), {}, {}};
             for (const int card : board) problem.board.push_back(static_cast<cards::Card>(card));
             for (const auto& [player, weights] : ranges)
               problem.ranges.push_back({player, {weights.data(), weights.data() + weights.size()}});
             search::Settings settings{exploration,   backup_of(backup), select_opponents,
                                       expand_all,    playouts,          merge_suits,
                                       menu_of(menu), exact_leaves,      equity_of(equity)};
             BoundSearch bound{betting.rules, models, playout, nullptr};
             const int players = betting.rules->players();
             bound.search = std::make_unique<search::Search>(std::move(problem), std::move(settings),
                                                             pointers(models, players),
                                                             pointers(playout, players), seed);
             return bound;
           }),
           py::kw_only(), py::arg("betting"), py::arg("history"), py::arg("hole"), py::arg("board"),
           py::arg("ranges"), py::arg("models"), py::arg("playout"), py::arg("menu"), py::arg("exploration"),
           py::arg("backup"), py::arg("select_opponents"), py::arg("expand_all"), py::arg("playouts"),
           py::arg("merge_suits"), py::arg("exact_leaves"), py::arg("equity"), py::arg("seed"))
      .def(
          "run",
          [](BoundSearch& self, std::int64_t iterations, const py::object& progress) {
            run_kernel(progress, [&](support::Progress& p) { self.search->run(iterations, p); });
          },
          py::arg("iterations"), py::arg("progress") = py::none())
      .def(
          "run_for",
          [](BoundSearch& self, double seconds) {
            run_kernel(py::none(), [&](support::Progress& p) { self.search->run_for(seconds, p); });
          },
          py::arg("seconds"))
      .def_property_readonly("iterations", [](const BoundSearch& self) { return self.search->iterations(); })
      .def_property_readonly("nodes", [](const BoundSearch& self) { return self.search->tree().size(); })
      .def(
          "node",
          [](const BoundSearch& self, std::int32_t node) { return node_of(self.search->tree(), node); },
          py::arg("node"))
      .def("children", &children_of, py::arg("node"));
  m.def(
      "self_play",
      [](const std::shared_ptr<play::Definition>& rules, double exploration,
         const std::vector<std::pair<int, int>>& menu, std::int64_t iterations, std::uint64_t seed,
         const py::object& progress) {
        search::SelfPlay play(*rules, exploration, menu_of(menu), seed);
        run_kernel(progress, [&](support::Progress& p) { play.run(iterations, p); });
        py::list found;
        for (const auto& one : play.decisions())
          found.append(py::make_tuple(one.player, one.history, one.hole, one.board, one.actions, one.passes));
        return found;
      },
      py::arg("rules"), py::arg("exploration"), py::arg("menu"), py::arg("iterations"), py::arg("seed"),
      py::arg("progress") = py::none());
  m.def(
      "sampled_chances",
      [](const std::shared_ptr<play::Definition>& rules, const std::vector<int>& hole,
         const std::vector<int>& board, const std::vector<Weights>& ranges, std::int64_t samples,
         std::uint64_t seed) {
        if (static_cast<int>(ranges.size()) >= play::most_players)
          throw support::expected("ranges", "at most 9 opponents", ranges.size());
        std::vector<search::HiddenCards::Range> held;
        for (std::size_t i = 0; i < ranges.size(); ++i)
          held.push_back({static_cast<int>(i), {ranges[i].data(), ranges[i].data() + ranges[i].size()}});
        std::vector<cards::Card> on_board;
        for (const int card : board) on_board.push_back(static_cast<cards::Card>(card));
        const search::Hole own = hole_of(hole);
        const py::gil_scoped_release release;
        const search::Chances found = search::sampled_chances(*rules, own, on_board, held, samples, seed);
        return std::pair(found.now, found.in_end);
      },
      py::arg("rules"), py::arg("hole"), py::arg("board"), py::arg("ranges"), py::arg("samples"),
      py::arg("seed"), "Shares of the pot now and at the end.");
  m.def(
      "bound_visits",
      [](const std::vector<double>& values, double exploration, std::int64_t visits) {
        // A bandit of fixed values.
        search::Tree tree;
        search::Options options;
        if (values.empty() || values.size() > search::most_options)
          throw support::expected("values", {"1 to ", search::most_options}, values.size());
        options.count = static_cast<int>(values.size());
        options.actions.fill({play::ActionKind::call});
        tree.expand(0, search::NodeKind::hero, 0, options);
        for (int i = 0; i < options.count; ++i) tree[tree[0].first_child + i].value = values[i];
        for (; tree[0].passes < visits; ++tree[0].passes) ++tree[search::select(tree, 0, exploration)].passes;
        std::vector<std::int64_t> found;
        for (int i = 0; i < options.count; ++i) found.push_back(tree[tree[0].first_child + i].passes);
        return found;
      },
      py::arg("values"), py::arg("exploration"), py::arg("visits"));
}

}  // namespace pokerdata::bindings
