#include <string>
#include <vector>

#include "check.hpp"
#include "pokerdata/cards/cards.hpp"
#include "pokerdata/support/errors.hpp"

using namespace pokerdata;

namespace {

std::string message(const std::string& text) {
  try {
    cards::parse_cards(text);
  } catch (const support::ArgumentError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

int main() {
  for (int card = 0; card < cards::deck_size; ++card) {
    const auto c = static_cast<cards::Card>(card);
    CHECK(cards::parse_cards(cards::format_cards(&c, 1)) == std::vector<cards::Card>{c});
    CHECK(cards::rank_of(c) * 4 + cards::suit_of(c) == card);
  }
  CHECK(cards::parse_cards("").empty());
  CHECK((cards::parse_cards("2c Td10hAS") == std::vector<cards::Card>{0, 33, 34, 51}));
  CHECK(message("Xx") == "card: expected a rank of 23456789TJQKA and a suit of cdhs, got 'Xx'; e.g. 'As'");
  CHECK(message("As K").ends_with(", got 'K'; e.g. 'As'"));
  CHECK(message("As 10").ends_with(", got '10'; e.g. 'As'"));
  CHECK(message("As As").starts_with("duplicate card 'As' at position 1"));
  CHECK(message("A\u2660").ends_with(", got 'A\u2660'; e.g. 'As'"));
  CHECK(message("\xFF").ends_with(", got '\xFF'; e.g. 'As'"));
  const cards::Card beyond[] = {3, 52};
  CHECK_THROWS(cards::check_cards(beyond, 2), support::ArgumentError);

  int index = 0;
  for (int b = 1; b < cards::deck_size; ++b)
    for (int a = 0; a < b; ++a, ++index) {
      CHECK(cards::combination_of(a, b) == index);
      CHECK(cards::all_combinations[index].low == a && cards::all_combinations[index].high == b);
      CHECK(cards::all_combinations[index].cards() == (cards::CardSet{1} << a | cards::CardSet{1} << b));
    }
  CHECK(index == cards::combinations);
}
