#include "pokerdata/play/definition.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>
#include <string_view>

#include "pokerdata/support/errors.hpp"

namespace pokerdata::play {
namespace {

constexpr std::string_view all_ranks = "23456789TJQKA";
constexpr int all_suits = 4;

[[noreturn]] void refuse(const Definition& rules, const support::Text& what, const support::Text& rule,
                         const support::Text& got) {
  throw support::expected({"game '", rules.name, "': ", what}, rule, got);
}

void check_number(const Definition& rules, const std::string& what, std::int64_t value, std::int64_t least,
                  std::int64_t most, const std::string& example) {
  if (value < least || value > most) refuse(rules, what, {least, " to ", most}, {value, "; e.g. ", example});
}

template <class Int>
void check_each(const Definition& rules, const std::string& what, const std::vector<Int>& values, int count,
                const std::string& of, std::int64_t least, std::int64_t most, const std::string& example) {
  if (static_cast<int>(values.size()) != count)
    refuse(rules, what, {count, " numbers, one for each ", of}, {values.size(), "; e.g. ", example});
  for (const Int value : values) check_number(rules, what, value, least, most, example);
}

}  // namespace

std::int64_t Definition::unit() const {
  if (minimum_bet > 0) return minimum_bet;
  const std::int64_t blind = *std::max_element(blinds.begin(), blinds.end());
  return blind > 0 ? blind : *std::max_element(antes.begin(), antes.end());
}

bool Definition::live_antes() const {
  return std::all_of(antes.begin(), antes.end(), [&](std::int64_t ante) { return ante == antes[0]; });
}

int Definition::board_cards(int street) const {
  return std::accumulate(cards.board.begin(), cards.board.begin() + street + 1, 0);
}

bool Definition::has_card(cards::Card card) const {
  return card < cards::deck_size && card % all_suits >= all_suits - cards.suits &&
         cards.ranks.find(all_ranks[card / all_suits]) != std::string::npos;
}

std::vector<cards::Card> Definition::deck() const {
  std::vector<cards::Card> found;
  for (cards::Card card = 0; card < cards::deck_size; ++card)
    if (has_card(card)) found.push_back(card);
  return found;
}

std::uint64_t Definition::strength(cards::CardSet held) const {
  cards::CardSet in_deck = 0;
  for (; held; held &= held - 1) {
    const int card = std::countr_zero(held);
    const auto rank = static_cast<int>(cards.ranks.find(all_ranks[card / all_suits]));
    in_deck |= cards::CardSet{1} << (rank * cards.suits + card % all_suits - (all_suits - cards.suits));
  }
  return games::hand_strength(cards, in_deck);
}

void check_definition(const Definition& rules) {
  const int players = rules.players(), streets = rules.streets();
  check_number(rules, "players", players, least_players, most_players, "blinds of 5 10 0 for three");
  check_number(rules, "streets", streets, 1, most_streets, "4");
  games::check_card_rules(rules.cards);
  if (static_cast<int>(rules.cards.board.size()) != streets)
    refuse(rules, "board", {streets, " numbers of cards, one for each street"},
           {rules.cards.board.size(), "; e.g. 0 3 1 1"});
  if (rules.cards.suits > all_suits)
    refuse(rules, "cards of each rank", "1 to 4, told apart by their suits", {rules.cards.suits, "; e.g. 2"});
  const int dealt = players * rules.cards.hole + rules.board_cards(streets - 1);
  if (dealt > rules.cards.deck())
    refuse(
        rules, "deck", {"a card for each of the ", dealt, " that are dealt"},
        {rules.cards.deck(), "; e.g. ", rules.cards.deck() / 2, " players at most for one hole card each"});
  check_each(rules, "ante", rules.antes, players, "player", 0, most_stack, "1");
  check_each(rules, "blinds", rules.blinds, players, "player", -most_stack, most_stack, "5 10 0");
  check_number(rules, "minimum_bet", rules.minimum_bet, 0, most_stack, "2");
  if (rules.limit() && rules.minimum_bet > 0)
    refuse(rules, "minimum_bet", "none in a limit game, whose bets have their sizes", rules.minimum_bet);
  if (std::max(*std::max_element(rules.blinds.begin(), rules.blinds.end()),
               *std::max_element(rules.antes.begin(), rules.antes.end())) <= 0)
    refuse(rules, "ante and blinds", "chips at stake from the start", "none; e.g. an ante of 1");
  check_each(rules, "first_to_act", rules.first, streets, "street", 0, players - 1, "3 1 1 1");
  check_each(rules, "max_raises", rules.max_raises, streets, "street", 0, 255, "3 4 4 4");
  if (!rules.stacks.empty())
    check_each(rules, "stacks", rules.stacks, players, "player", 1, most_stack, "20000 20000 20000");
  if (rules.limit()) {
    check_each(rules, "bets", rules.bets, streets, "street", 1, games::max_chips, "10 10 20 20");
    std::int64_t most = 0;
    for (int p = 0; p < players; ++p) most = std::max(most, rules.antes[p] + std::abs(rules.blinds[p]));
    for (int r = 0; r < streets; ++r)
      most += std::int64_t{rules.bets[r]} * std::min(rules.max_raises[r], most_actions);
    if (most > games::max_chips)
      refuse(rules, "ante, blind and raises", {"at most ", games::max_chips, " chips in all"},
             {most, "; e.g. bets of 10 and 3 raises"});
  } else if (rules.stacks.empty()) {
    refuse(rules, "stacks", "chips of each player in a game without limits", "none; e.g. 20000 20000 20000");
  }
}

}  // namespace pokerdata::play
