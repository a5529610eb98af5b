#include "pokerdata/statistics/log_lines.hpp"

#include <cstdio>

#include "pokerdata/play/payoffs.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::statistics {
namespace {

constexpr std::string_view ranks = "23456789TJQKA", suits = "cdhs";
constexpr std::int64_t most_hand = 4'294'967'295;

bool is_digit(char mark) { return mark >= '0' && mark <= '9'; }

// Chips with up to six decimals, as logs have them.
std::string_view value_text(std::int64_t parts, std::array<char, 40>& text) {
  const auto room = text.size();
  int length = 0;
  if (parts % play::parts_of_chip == 0) {
    length = std::snprintf(text.data(), room, "%lld", static_cast<long long>(parts / play::parts_of_chip));
  } else {
    length = std::snprintf(text.data(), room, "%.6f",
                           static_cast<double>(parts) / static_cast<double>(play::parts_of_chip));
    while (text[length - 1] == '0') --length;
    if (text[length - 1] == '.') --length;
  }
  return {text.data(), static_cast<std::size_t>(length)};
}

// Bytes of the character that a text begins with, or 0 where it is not UTF-8.
std::size_t character(std::string_view text) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(i < text.size() ? text[i] : 0); };
  const unsigned first = at(0);
  if (first < 0x80) return 1;
  const std::size_t size = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
  for (std::size_t i = 1; i < size; ++i)
    if ((at(i) & 0xC0) != 0x80) return 0;
  const unsigned second = at(1);
  // Too long for what they say, surrogates, and beyond the last code point.
  const bool odd = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
                   (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
  return odd ? 0 : size;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t size = character(text);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

}  // namespace

LineReader::LineReader(const Table& table) : table_(table), hand_(table_) {
  for (const cards::Card card : table.rules->deck()) deck_ |= cards::set_of(card);
}

bool LineReader::read(std::string_view line) {
  constexpr std::string_view begin = "STATE:";
  if (!line.starts_with(begin)) return false;
  line_ = line;
  at_ = begin.size();
  std::int64_t number = 0;
  return take_number(most_hand, number) && take(':') && read_betting() && read_cards() && take(':') &&
         read_values() && take(':') && read_names();
}

bool LineReader::take(char mark) {
  if (at_ >= line_.size() || line_[at_] != mark) return false;
  ++at_;
  return true;
}

bool LineReader::take_number(std::int64_t most, std::int64_t& number) {
  const std::size_t first = at_;
  number = 0;
  for (; at_ < line_.size() && is_digit(line_[at_]); ++at_) {
    number = 10 * number + (line_[at_] - '0');
    if (number > most) return false;
  }
  const std::size_t digits = at_ - first;
  return digits > 0 && (digits == 1 || line_[first] != '0');
}

bool LineReader::read_betting() {
  hand_.start();
  for (int street = 0; street < hand_.betting().street(); ++street)
    if (!take('/')) return false;
  while (at_ < line_.size() && line_[at_] != ':') {
    if (hand_.betting().finished()) return false;
    const char kind = line_[at_++];
    const play::Betting& betting = hand_.betting();
    const int street = betting.street();
    if (kind == 'f') {
      if (!betting.may_fold()) return false;
      hand_.act({play::ActionKind::fold});
    } else if (kind == 'c') {
      hand_.act({play::ActionKind::call});
    } else if (kind == 'r') {
      if (!betting.may_raise()) return false;
      std::int64_t to = betting.least_raise();
      if (!table_.rules->limit() && !take_number(play::most_stack, to)) return false;
      if (to < betting.least_raise() || to > betting.largest_raise()) return false;
      hand_.act({play::ActionKind::raise, to});
    } else {
      return false;
    }
    for (int s = street; s < betting.street(); ++s)
      if (!take('/')) return false;
  }
  return hand_.betting().finished() && take(':');
}

bool LineReader::take_card(cards::CardSet& into) {
  if (at_ + 2 > line_.size()) return false;
  const auto rank = ranks.find(line_[at_]), suit = suits.find(line_[at_ + 1]);
  if (rank == std::string_view::npos || suit == std::string_view::npos) return false;
  const cards::CardSet card = cards::set_of(static_cast<cards::Card>(4 * rank + suit));
  if (!(card & deck_) || card & seen_) return false;
  seen_ |= card;
  into |= card;
  at_ += 2;
  return true;
}

bool LineReader::read_cards() {
  const play::Definition& rules = *table_.rules;
  const play::Betting& betting = hand_.betting();
  seen_ = 0;
  for (int p = 0; p < rules.players(); ++p) {
    if (p > 0 && !take('|')) return false;
    holes_[p] = 0;
    const bool none = at_ >= line_.size() || line_[at_] == '|' || line_[at_] == '/' || line_[at_] == ':';
    for (int i = 0; i < (none ? 0 : rules.cards.hole); ++i)
      if (!take_card(holes_[p])) return false;
  }
  cards::CardSet board = 0;
  for (int street = 1; street <= betting.street(); ++street) {
    if (!take('/')) return false;
    board_[street] = 0;
    for (int i = 0; i < rules.cards.board[street]; ++i)
      if (!take_card(board_[street])) return false;
    board |= board_[street];
  }
  std::array<std::uint64_t, play::most_players> strengths{};
  if (betting.in() > 1)
    for (int p = 0; p < rules.players(); ++p) {
      if (betting.folded(p)) continue;
      if (!holes_[p]) return false;
      strengths[p] = rules.strength(holes_[p] | board);
    }
  hand_.finish(strengths, true);
  return true;
}

bool LineReader::read_values() {
  std::array<char, 40> text;
  for (int p = 0; p < table_.rules->players(); ++p) {
    if (p > 0 && !take('|')) return false;
    const std::string_view expected = value_text(hand_.happened().won[p], text);
    if (!line_.substr(at_).starts_with(expected)) return false;
    at_ += expected.size();
  }
  return true;
}

bool LineReader::read_names() {
  std::string_view rest = line_.substr(at_);
  if (!is_utf8(rest)) return false;
  for (int p = 0; p < table_.rules->players(); ++p) {
    const bool last = p + 1 == table_.rules->players();
    const auto end = rest.find('|');
    if ((end == std::string_view::npos) != last || rest.empty() || end == 0) return false;
    names_[p] = last ? rest : rest.substr(0, end);
    rest.remove_prefix(last ? rest.size() : end + 1);
  }
  return true;
}

Counted count_lines(Counter& counter, LineReader& reader, std::string_view text, ShownHands* shown) {
  Counted counted;
  while (counted.bytes < text.size()) {
    const auto end = text.find('\n', counted.bytes);
    if (end == std::string_view::npos) break;
    std::string_view line = text.substr(counted.bytes, end - counted.bytes);
    while (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.starts_with('#')) {
      if (!is_utf8(line)) break;
    } else if (!line.empty()) {
      if (line.size() > longest_line || !reader.read(line)) break;
      counter.add(reader.happened(), reader.names());
      if (shown) shown->add(counter, reader.hand(), reader.names(), reader.holes(), reader.board());
      ++counted.hands;
    }
    counted.bytes = end + 1;
    ++counted.lines;
  }
  return counted;
}

}  // namespace pokerdata::statistics
