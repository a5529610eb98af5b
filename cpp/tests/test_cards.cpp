#include <string>
#include <vector>

#include "check.hpp"
#include "pokerdata/cards/cards.hpp"
#include "pokerdata/support/errors.hpp"

using namespace pokerdata;

namespace {

std::string message(const std::string& text) {
  try {
    parse_cards(text);
  } catch (const ArgumentError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

int main() {
  for (int card = 0; card < deck_size; ++card) {
    const auto c = static_cast<Card>(card);
    CHECK(parse_cards(format_cards(&c, 1)) == std::vector<Card>{c});
    CHECK(rank_of(c) * 4 + suit_of(c) == card);
  }
  CHECK(parse_cards("").empty());
  CHECK((parse_cards("2c Td10hAS") == std::vector<Card>{0, 33, 34, 51}));
  CHECK(message("Xx") == "bad card 'Xx': want a rank of 23456789TJQKA and a suit of cdhs, e.g. 'As'");
  CHECK(message("As K").starts_with("bad card 'K'"));
  CHECK(message("As 10").starts_with("bad card '10'"));
  CHECK(message("As As").starts_with("duplicate card 'As' at position 1"));
  CHECK(message("A\u2660").starts_with("bad card 'A\u2660'"));
  CHECK(message("\xFF").starts_with("bad card '\xFF'"));
  const Card beyond[] = {3, 52};
  CHECK_THROWS(check_cards(beyond, 2), ArgumentError);

  int index = 0;
  for (int b = 1; b < deck_size; ++b)
    for (int a = 0; a < b; ++a, ++index) {
      CHECK(combination_of(a, b) == index);
      CHECK(all_combinations[index].low == a && all_combinations[index].high == b);
      CHECK(all_combinations[index].cards() == (CardSet{1} << a | CardSet{1} << b));
    }
  CHECK(index == combinations);
}
