#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "pokerdata/dealing/hand.hpp"

namespace pokerdata::dealing {

// Why Exchange::play came back.
enum class Stop {
  finished,  // the hand is over
  before,    // somebody acts whom it was not to ask; nothing was sent
  asked,  // who acts was sent his view, or a part of it, and did not answer soon as usual; what he sent is in
          // data
  late,   // he answered beyond his time
};

struct Asked {
  Stop stop;
  std::int64_t sent = 0;  // when, in microseconds since 1970
  std::string data;       // what came in and was not made use of
};

// What goes to and fro at a table, while all is as usual: states are sent, replies come soon, each in a line
// of its own and exactly as asked for, and are written down. Everything else is left to the caller.
//
// Who acts is sent what he sees at once. Others are sent it when they act, when somebody takes longer than
// some milliseconds, or at `take`: the same lines in fewer pieces.
class Exchange {
 public:
  // Sockets block, with a time-out of their own. A transaction log or -1; whether lines are kept to be told.
  Exchange(std::vector<int> sockets, int transactions, bool loud);

  // Position p of the hand is at seat (p + shift) mod n.
  void add_views(const Hand& hand, int shift);
  // What a seat has not been sent yet, which is forgotten here.
  std::string take(int seat);
  // Lines to tell people: what was sent and received.
  std::string take_told();

  // Goes on with a hand. Bit s of quick: seat s may be asked. Used and left are microseconds by seat; what is
  // used is added. Throws std::system_error if the transactions cannot be written.
  Asked play(Hand& hand, int shift, std::uint32_t quick, std::int64_t response,
             const std::vector<std::int64_t>& left, std::vector<std::int64_t>& used);
  // Sends what seats wait for, of those who have taken all before: quick has a bit for each of them.
  void send_waiting(std::uint32_t quick);

 private:
  void write_down(play::Action action, const Hand& hand, std::int64_t sent, std::int64_t received) const;

  std::vector<int> sockets_;
  int transactions_;
  bool loud_;
  std::vector<std::string> unsent_;
  std::vector<bool> answers_soon_;  // of each seat: whether its last answer came so soon
  std::string told_;
};

}  // namespace pokerdata::dealing
