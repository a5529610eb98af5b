#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pokerdata/play/payoffs.hpp"

namespace pokerdata::dealing {

// A hand that is played out at a table, with all its cards, as the lines of the protocol of the Annual
// Computer Poker Competition.
class Hand {
 public:
  // Hole cards of each position and the whole board; the rules must outlive it. Throws ArgumentError for
  // another number of cards.
  Hand(const play::Definition& rules, std::uint32_t number,
       const std::vector<std::vector<cards::Card>>& holes, const std::vector<cards::Card>& board);

  const play::Betting& betting() const { return betting_; }
  std::uint32_t number() const { return number_; }
  const std::string& history() const { return history_; }  // '/' where streets begin

  // What a player sees, with the end of the line: other hands only at a showdown, of those who did not fold.
  std::string view(int position) const;
  // All cards, as logs have them: STATE:7:crcc/rfc/:2h2d|9d7s|AcAd/AhKdJd/2c
  std::string state() const;
  const std::string& hole_text(int position) const { return hole_texts_[position]; }
  const std::string& street_text(int street) const { return street_texts_[street]; }

  // The action of a line that is what who acts was sent, ':', and an action that he may do, exactly as it is
  // usually written. None for anything else, which may still be a reply.
  std::optional<play::Action> exact_reply(std::string_view view, std::string_view line) const;
  // Throws ArgumentError for what is not allowed.
  void apply(play::Action action);

  // In parts of a chip, by position, once the hand is over.
  play::Chips payoffs() const;

 private:
  std::string board_text() const;

  const play::Definition* rules_;
  std::uint32_t number_;
  play::Betting betting_;
  std::string history_;
  std::vector<std::vector<cards::Card>> holes_;
  std::vector<cards::Card> board_;
  std::vector<std::string> hole_texts_, street_texts_;
};

}  // namespace pokerdata::dealing
