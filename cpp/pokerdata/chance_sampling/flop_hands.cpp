#include "pokerdata/chance_sampling/flop_hands.hpp"

#include <algorithm>
#include <array>

#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/isomorphism/suits.hpp"

namespace pokerdata::chance_sampling {
namespace {

// Numbers of the classes of hands on a canonical flop, by combination; how many there are.
int number_classes(const isomorphism::Boards& boards, std::int64_t flop,
                   std::array<std::uint16_t, cards::combinations>& classes) {
  const auto& maps = isomorphism::combination_maps();
  const std::vector<std::uint8_t> keeping = boards.stabiliser(flop);
  const cards::CardSet dealt = boards.set(flop);
  int count = 0;
  for (int c = 0; c < cards::combinations; ++c) {
    if (cards::all_combinations[c].cards() & dealt) continue;
    int least = c;
    for (const std::uint8_t p : keeping) least = std::min<int>(least, maps[p][c]);
    classes[c] = least < c ? classes[least] : static_cast<std::uint16_t>(count++);
  }
  return count;
}

}  // namespace

const std::vector<std::uint16_t>& preflop_class_of() {
  static const std::vector<std::uint16_t> found = [] {
    std::vector<std::uint16_t> classes(cards::combinations);
    for (int c = 0; c < cards::combinations; ++c) {
      const auto [low, high] = cards::all_combinations[c];
      const int less = cards::rank_of(low), more = cards::rank_of(high);
      const bool suited = cards::suit_of(low) == cards::suit_of(high);
      classes[c] = static_cast<std::uint16_t>(suited ? 13 * more + less : 13 * less + more);
    }
    return classes;
  }();
  return found;
}

FlopHands::FlopHands(cards::CardSet deck) : first_{0} {
  const isomorphism::Boards& boards = isomorphism::Boards::get(3);
  std::array<std::uint16_t, cards::combinations> classes;
  for (std::int64_t flop = 0; flop < boards.count(); ++flop) {
    const bool dealt = (boards.set(flop) & ~deck) == 0;
    first_.push_back(first_.back() + (dealt ? number_classes(boards, flop, classes) : 0));
  }
}

std::int64_t FlopHands::classes_on(std::span<const cards::Card> flop, std::uint16_t* classes) const {
  const isomorphism::Boards& boards = isomorphism::Boards::get(3);
  const std::uint32_t place = isomorphism::set_index(cards::set_of(flop));
  const std::uint32_t canonical = boards.canonical[place];
  std::array<std::uint16_t, cards::combinations> on_canonical{};
  number_classes(boards, canonical, on_canonical);
  const auto& map = isomorphism::combination_maps()[boards.permutation[place]];
  for (int c = 0; c < cards::combinations; ++c) classes[c] = on_canonical[map[c]];
  return first_[canonical];
}

}  // namespace pokerdata::chance_sampling
