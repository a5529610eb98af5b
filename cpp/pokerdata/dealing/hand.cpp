#include "pokerdata/dealing/hand.hpp"

#include <charconv>

#include "pokerdata/support/errors.hpp"

namespace pokerdata::dealing {
namespace {

constexpr std::string_view ranks = "23456789TJQKA", suits = "cdhs";

std::string text_of(std::span<const cards::Card> cards) {
  std::string text;
  for (const cards::Card card : cards) {
    text += ranks[cards::rank_of(card)];
    text += suits[cards::suit_of(card)];
  }
  return text;
}

void check_count(const char* what, std::size_t got, std::size_t wanted) {
  if (got != wanted) throw support::expected(what, wanted, got);
}

}  // namespace

Hand::Hand(const play::Definition& rules, std::uint32_t number,
           const std::vector<std::vector<cards::Card>>& holes, const std::vector<cards::Card>& board)
    : rules_(&rules), number_(number), betting_(rules), holes_(holes), board_(board) {
  check_count("hands", holes.size(), static_cast<std::size_t>(rules.players()));
  check_count("cards of the board", board.size(),
              static_cast<std::size_t>(rules.board_cards(rules.streets() - 1)));
  history_.assign(static_cast<std::size_t>(betting_.street()), '/');
  for (const auto& hand : holes) {
    check_count("hole cards", hand.size(), static_cast<std::size_t>(rules.cards.hole));
    hole_texts_.push_back(text_of(hand));
  }
  const std::span<const cards::Card> all(board_);
  std::size_t dealt = 0;
  for (int street = 0; street < rules.streets(); ++street) {
    const auto until = static_cast<std::size_t>(rules.board_cards(street));
    street_texts_.push_back(text_of(all.subspan(dealt, until - dealt)));
    dealt = until;
  }
}

std::string Hand::board_text() const {
  std::string text;
  for (int street = 1; street <= betting_.street(); ++street) text += '/' + street_texts_[street];
  return text;
}

std::string Hand::view(int position) const {
  const bool showdown = betting_.finished() && betting_.in() > 1;
  std::string text;
  text.reserve(128);
  text = "MATCHSTATE:";
  text += std::to_string(position) + ':' + std::to_string(number_) + ':' + history_ + ':';
  for (int p = 0; p < rules_->players(); ++p) {
    if (p > 0) text += '|';
    if (p == position || (showdown && !betting_.folded(p))) text += hole_texts_[p];
  }
  return text + board_text() + "\r\n";
}

std::string Hand::state() const {
  std::string text = "STATE:" + std::to_string(number_) + ':' + history_ + ':';
  for (int p = 0; p < rules_->players(); ++p) {
    if (p > 0) text += '|';
    text += hole_texts_[p];
  }
  return text + board_text();
}

std::optional<play::Action> Hand::exact_reply(std::string_view view, std::string_view line) const {
  const std::size_t echo = view.size() - 2;
  if (line.size() < echo + 3 || line.substr(0, echo) != view.substr(0, echo) || line[echo] != ':') return {};
  std::string_view action = line.substr(echo + 1);
  if (action.back() != '\n') return {};
  action.remove_suffix(1);
  if (action.size() > 1 && action.back() == '\r') action.remove_suffix(1);
  if (action == "c") return play::Action{play::ActionKind::call};
  if (action == "f" && betting_.may_fold()) return play::Action{play::ActionKind::fold};
  if (action.front() != 'r' || !betting_.may_raise()) return {};
  if (rules_->limit()) {
    if (action != "r") return {};
    return play::Action{play::ActionKind::raise, betting_.least_raise()};
  }
  std::int64_t to = 0;
  const char* end = action.data() + action.size();
  const auto read = std::from_chars(action.data() + 1, end, to);
  if (read.ec != std::errc() || read.ptr != end || action[1] == '0' || to < betting_.least_raise() ||
      to > betting_.largest_raise())
    return {};
  return play::Action{play::ActionKind::raise, to};
}

void Hand::apply(play::Action action) {
  const int street = betting_.street();
  betting_.apply(action);
  history_ += play::action_text(*rules_, action);
  history_.append(static_cast<std::size_t>(betting_.street() - street), '/');
}

play::Chips Hand::payoffs() const {
  if (!betting_.finished())
    throw support::expected("payoffs", "a hand that is over", "one in which somebody acts");
  std::array<std::uint64_t, play::most_players> strengths{};
  if (betting_.in() > 1)
    for (int p = 0; p < rules_->players(); ++p)
      if (!betting_.folded(p))
        strengths[p] = rules_->strength(cards::set_of(holes_[p]) | cards::set_of(board_));
  return play::payoffs(betting_, strengths);
}

}  // namespace pokerdata::dealing
