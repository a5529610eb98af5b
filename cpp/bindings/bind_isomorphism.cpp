#include <algorithm>

#include "bindings.hpp"
#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/isomorphism/suits.hpp"

namespace pokerdata::bindings {
namespace {

// A read-only view of memory that lives as long as the process.
template <class T>
py::array view(const T* data, const std::vector<py::ssize_t>& shape) {
  auto array = py::array_t<T>(shape, data, py::capsule(data, [](void*) {}));
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

}  // namespace

void bind_isomorphism(py::module_& core) {
  auto m = core.def_submodule("isomorphism", "Boards up to suit permutations.");
  m.def("suit_permutations",
        [] { return view(isomorphism::suit_permutations[0].data(), {isomorphism::permutation_count, 4}); });
  m.def("combination_maps", [] {
    return view(isomorphism::combination_maps()[0].data(),
                {isomorphism::permutation_count, cards::combinations});
  });
  m.def(
      "boards",
      [](int size) {
        const isomorphism::Boards& boards = [size]() -> const isomorphism::Boards& {
          const py::gil_scoped_release released;
          return isomorphism::Boards::get(size);
        }();
        const auto count = static_cast<py::ssize_t>(boards.cards.size());
        std::vector<cards::Card> cards;
        for (const auto& board : boards.cards) cards.insert(cards.end(), board.begin(), board.begin() + size);
        py::dict result;
        result["cards"] = to_array(std::move(cards), {count, size});
        result["orbit"] = view(boards.orbit.data(), {count});
        const auto raw = static_cast<py::ssize_t>(boards.canonical.size());
        result["canonical"] = view(boards.canonical.data(), {raw});
        result["permutation"] = view(boards.permutation.data(), {raw});
        if (size < 5) {
          result["next"] = view(boards.next.data(), {count, cards::deck_size});
          result["next_permutation"] = view(boards.next_permutation.data(), {count, cards::deck_size});
        }
        return result;
      },
      py::arg("size"));
}

}  // namespace pokerdata::bindings
