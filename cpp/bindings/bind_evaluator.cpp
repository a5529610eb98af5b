#include "bindings.hpp"
#include "pokerdata/evaluator/batch.hpp"
#include "pokerdata/evaluator/board_codes.hpp"
#include "pokerdata/evaluator/enumerate.hpp"
#include "pokerdata/evaluator/evaluate.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::bindings {
namespace {}  // namespace

void bind_evaluator(py::module_& core) {
  auto m = core.def_submodule("evaluator", "Hand evaluation.");
  m.def(
      "evaluate_hands",
      [](const py::array_t<cards::Card>& cards, Threads threads) {
        if (cards.ndim() != 2) throw support::ArgumentError("cards: expected a two-dimensional array");
        const auto hands = cards.shape(0);
        const auto count = static_cast<int>(cards.shape(1));
        if (count < 5 || count > 7) throw support::ArgumentError("cards: expected 5, 6 or 7 a hand");
        py::array_t<evaluator::StrengthCode> codes(hands);  // NumPy's own memory, not set to zero first
        const evaluator::HandArray array{cards.data(), hands, count, cards.strides(0), cards.strides(1)};
        evaluator::StrengthCode* out = codes.mutable_data();
        const py::gil_scoped_release released;
        evaluator::evaluate_hands(array, out, threads);
        return codes;
      },
      py::arg("cards").noconvert(), py::arg("threads") = 1);
  m.def("transitions", [] {
    auto flat = array_of(evaluator::RankIndex::get().next);
    return py::array_t<std::uint16_t>(flat.reshape({evaluator::state_count, evaluator::rank_count}));
  });
  m.def(
      "rank_codes", [](int size) { return array_of(evaluator::EvaluatorTables::get().rank_codes.at(size)); },
      py::arg("size"));
  m.def("flush_codes", [] { return array_of(evaluator::EvaluatorTables::get().flush_codes); });
  m.def("classes", [] { return array_of(evaluator::EvaluatorTables::get().classes); });
  m.def("class_ranks", [] {
    const auto& classes = evaluator::EvaluatorTables::get().classes;
    py::array_t<std::uint8_t> ranks({static_cast<py::ssize_t>(classes.size()), py::ssize_t{5}});
    for (std::size_t i = 0; i < classes.size(); ++i) {
      std::array<std::uint8_t, 5> of_class;
      evaluator::ranks_of_code(classes[i], of_class);
      std::copy(of_class.begin(), of_class.end(), ranks.mutable_data() + 5 * i);
    }
    return ranks;
  });
  m.def("words", &evaluator::words_of_code, py::arg("code"));
  m.def("brecher", &evaluator::brecher_of_code, py::arg("code"));
  m.def(
      "category", [](evaluator::StrengthCode code) { return static_cast<int>(evaluator::category_of(code)); },
      py::arg("code"));
  m.def("category_names", [] {
    std::vector<std::string> names;
    for (int c = 0; c < evaluator::category_count; ++c)
      names.emplace_back(evaluator::category_name(static_cast<evaluator::Category>(c)));
    return names;
  });
  m.def(
      "count_categories",
      [](int count, Threads threads) {
        const py::gil_scoped_release released;
        return evaluator::count_categories(count, threads);
      },
      py::arg("count"), py::arg("threads") = 0);
  m.def(
      "sum_codes",
      [](int count, Threads threads) {
        const py::gil_scoped_release released;
        return evaluator::sum_codes(count, threads);
      },
      py::arg("count"), py::arg("threads") = 0);
  m.def(
      "evaluate_boards",
      [](const py::array_t<cards::Card, py::array::c_style>& boards, Threads threads) {
        if (boards.ndim() != 2) throw support::ArgumentError("boards: expected a two-dimensional array");
        const auto count = static_cast<int>(boards.shape(1));
        if (count < 3 || count > 5) throw support::ArgumentError("boards: expected 3, 4 or 5 cards each");
        py::array_t<evaluator::StrengthCode> codes({boards.shape(0), py::ssize_t{cards::combinations}});
        const cards::Card* cards = boards.data();
        evaluator::StrengthCode* out = codes.mutable_data();
        const py::gil_scoped_release released;
        evaluator::evaluate_boards(cards, boards.shape(0), count, out, threads);
        return codes;
      },
      py::arg("boards").noconvert(), py::arg("threads") = 1);
}

}  // namespace pokerdata::bindings
