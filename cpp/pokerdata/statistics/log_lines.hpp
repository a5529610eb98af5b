#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pokerdata/statistics/shown_hands.hpp"

namespace pokerdata::statistics {

// Reads lines of a log as dealers write them: STATE:hand:betting:cards:values:names, checked in full.
class LineReader {
 public:
  explicit LineReader(const Table& table);  // whose rules must outlive it
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  // Whether it is such a line of a hand that is over. What may be right but is written otherwise is not
  // taken, either.
  bool read(std::string_view line);
  // Of the last line that was read.
  const Happened& happened() const { return hand_.happened(); }
  const std::array<std::string_view, play::most_players>& names() const { return names_; }
  const Hand& hand() const { return hand_; }
  const std::array<cards::CardSet, play::most_players>& holes() const { return holes_; }
  const std::array<cards::CardSet, play::most_streets>& board() const { return board_; }  // by street

 private:
  bool read_betting();
  bool read_cards();
  bool read_values();
  bool read_names();
  bool take(char mark);
  bool take_card(cards::CardSet& into);
  bool take_number(std::int64_t most, std::int64_t& number);

  Table table_;
  Hand hand_;
  std::string_view line_;
  std::size_t at_ = 0;
  cards::CardSet seen_ = 0, deck_ = 0;
  std::array<cards::CardSet, play::most_players> holes_{};
  std::array<cards::CardSet, play::most_streets> board_{};
  std::array<std::string_view, play::most_players> names_{};
};

inline constexpr std::size_t longest_line = 1 << 16;  // bytes

struct Counted {
  std::size_t bytes = 0;  // of whole lines that were read
  std::int64_t lines = 0, hands = 0;
};

// Counts the hands of a text up to its last end of line, or to the first line that is no hand of a log: empty
// lines and comments, which begin with '#', are passed over. Hands that were shown down are added to `shown`,
// if there is one.
Counted count_lines(Counter& counter, LineReader& reader, std::string_view text, ShownHands* shown = nullptr);

}  // namespace pokerdata::statistics
