#include "pokerdata/cards/cards.hpp"

#include <algorithm>
#include <cctype>

#include "pokerdata/support/errors.hpp"

namespace pokerdata::cards {
namespace {

constexpr std::string_view rank_letters = "23456789TJQKA";
constexpr std::string_view suit_letters = "cdhs";

}  // namespace

std::vector<Card> parse_cards(std::string_view text) {
  std::vector<Card> cards;
  std::size_t i = 0;
  const auto blank = [&](std::size_t at) { return std::isspace(static_cast<unsigned char>(text[at])) != 0; };
  while (i < text.size()) {
    if (blank(i)) {
      ++i;
      continue;
    }
    // The text of an invalid card ends at the next blank, or after two characters ("10x": three).
    std::size_t length = text.substr(i, 2) == "10" ? 3 : 2;
    length = std::min(length, text.size() - i);
    for (std::size_t k = 0; k < length; ++k)
      if (blank(i + k)) length = k;
    // A character of several bytes in UTF-8 stays whole, so that the message can be decoded.
    while (i + length < text.size() && (text[i + length] & 0xC0) == 0x80) ++length;
    const std::string_view word = text.substr(i, length);
    const char rank_letter = word.substr(0, 2) == "10"
                                 ? 'T'
                                 : static_cast<char>(std::toupper(static_cast<unsigned char>(word[0])));
    const char suit_letter = static_cast<char>(std::tolower(static_cast<unsigned char>(word.back())));
    const auto rank = rank_letters.find(rank_letter);
    const auto suit = suit_letters.find(suit_letter);
    if (word.size() < 2 || rank == std::string_view::npos || suit == std::string_view::npos)
      throw support::expected("card", "a rank of 23456789TJQKA and a suit of cdhs",
                              {"'", word, "'; e.g. 'As'"});
    cards.push_back(static_cast<Card>(4 * rank + suit));
    i += length;
  }
  check_cards(cards.data(), static_cast<int>(cards.size()));
  return cards;
}

std::string format_cards(const Card* cards, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    if (i) text += ' ';
    text += rank_letters[rank_of(cards[i])];
    text += suit_letters[suit_of(cards[i])];
  }
  return text;
}

void check_cards(const Card* cards, int count) {
  CardSet seen = 0;
  for (int i = 0; i < count; ++i) {
    if (cards[i] >= deck_size)
      throw support::expected({"card at position ", i}, "4*rank + suit, 0 to 51",
                              {cards[i], "; e.g. 51 for the ace of spades"});
    if (seen & set_of(cards[i]))
      throw support::ArgumentError("duplicate card '" + format_cards(cards + i, 1) + "' at position " +
                                   std::to_string(i) + ": every card may come once, e.g. 'As Ks Qs Js Ts'");
    seen |= set_of(cards[i]);
  }
}

}  // namespace pokerdata::cards
