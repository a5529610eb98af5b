#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "check.hpp"
#include "pokerdata/dealing/exchange.hpp"
#include "pokerdata/support/errors.hpp"

using namespace pokerdata;
using dealing::Exchange;
using dealing::Hand;
using dealing::Stop;
using play::Action;
using play::ActionKind;

namespace {

const games::CardRules texas{"23456789TJQKA", 4, false, 2, {0, 3, 1, 1}, games::Ranking::five_card};
const play::Definition limit{"limit",          {0, 0, 0},    {5, 10, 0},   {},
                             {10, 10, 20, 20}, {3, 4, 4, 4}, {2, 0, 0, 0}, texas};
const play::Definition no_limit{"no-limit",           {0, 0},       {100, 50}, {20000, 20000}, {},
                                {255, 255, 255, 255}, {1, 0, 0, 0}, texas};

Hand hand_of(const play::Definition& rules) {
  std::vector<std::vector<cards::Card>> holes{{0, 1}, {4, 5}, {8, 9}};
  holes.resize(static_cast<std::size_t>(rules.players()));
  return {rules, 7, holes, {20, 24, 28, 32, 36}};
}

void make(Hand& hand, const std::string& actions) {
  for (const char c : actions) {
    const auto to = static_cast<std::int32_t>(hand.betting().may_raise() ? hand.betting().least_raise() : 0);
    hand.apply({c == 'f' ? ActionKind::fold : c == 'c' ? ActionKind::call : ActionKind::raise, to});
  }
}

void test_views() {
  Hand hand = hand_of(limit);
  CHECK(hand.view(1) == "MATCHSTATE:1:7::|3c3d|\r\n");
  make(hand, "crccrfc");
  CHECK(hand.view(0) == "MATCHSTATE:0:7:crcc/rfc/:2c2d||/7c8c9c/Tc\r\n");
  make(hand, "cccc");
  CHECK(hand.betting().finished());
  CHECK(hand.view(0) == "MATCHSTATE:0:7:crcc/rfc/cc/cc:2c2d||4c4d/7c8c9c/Tc/Jc\r\n");
  CHECK(hand.view(1) == "MATCHSTATE:1:7:crcc/rfc/cc/cc:2c2d|3c3d|4c4d/7c8c9c/Tc/Jc\r\n");
  CHECK(hand.state() == "STATE:7:crcc/rfc/cc/cc:2c2d|3c3d|4c4d/7c8c9c/Tc/Jc");
  CHECK(hand.payoffs()[1] == -20 * play::parts_of_chip);
  CHECK_THROWS(Hand(limit, 0, {{0, 1}}, {}), support::ArgumentError);
}

void test_exact_replies() {
  Hand hand = hand_of(no_limit);
  const std::string view = hand.view(1), echo = view.substr(0, view.size() - 2);
  const auto found = [&](const std::string& rest) { return hand.exact_reply(view, echo + rest); };
  CHECK(found(":c\r\n") == Action{ActionKind::call});
  CHECK(found(":f\n") == Action{ActionKind::fold});
  CHECK((found(":r200\r\n") == Action{ActionKind::raise, 200}));
  CHECK((found(":r20000\n") == Action{ActionKind::raise, 20000}));
  for (const char* rest :
       {"", ":", ":\n", ":\r\n", ":c", ":cc\n", ":C\n", ":r\n", ":r199\n", ":r20001\n", ":r0200\n",
        ":r+200\n", ":r 200\n", ":r200x\n", ":r99999999999999999999\n", ":c\n:c\n", "|:c\n", ":c\r\r\n"})
    CHECK(!found(rest));
  make(hand, "c");
  CHECK(!hand.exact_reply(hand.view(0), "MATCHSTATE:0:7:c:2c2d|:f\n"));  // nothing to call
  CHECK(!hand.exact_reply(hand.view(0), "MATCHSTATE:0:7::2c2d|:c\n"));
}

// Two seats over sockets: one answers, one of them at last does not.
void test_exchange() {
  std::array<int, 2> ours{}, theirs{};
  for (int seat = 0; seat < 2; ++seat) {
    std::array<int, 2> pair{};
    CHECK(::socketpair(AF_UNIX, SOCK_STREAM, 0, pair.data()) == 0);
    ours[seat] = pair[0];
    theirs[seat] = pair[1];
    const timeval soon{0, 50'000};
    CHECK(::setsockopt(ours[seat], SOL_SOCKET, SO_RCVTIMEO, &soon, sizeof soon) == 0);
  }
  Hand hand = hand_of(no_limit);
  std::FILE* log = std::tmpfile();
  Exchange exchange({ours[0], ours[1]}, ::fileno(log), true);
  std::vector<std::int64_t> used(2, 0);
  const std::vector<std::int64_t> left(2, 60'000'000);
  const std::string reply = "MATCHSTATE:1:7::|3c3d:c\r\n", odd = "MATCHSTATE:0:7:c:2c2d|:K\r\n";
  CHECK(::send(theirs[1], reply.data(), reply.size(), 0) == std::ssize(reply));
  CHECK(::send(theirs[0], odd.data(), odd.size(), 0) == std::ssize(odd));

  CHECK(exchange.play(hand, 0, 1, 1'000'000, left, used).stop == Stop::before);
  auto asked = exchange.play(hand, 0, 3, 1'000'000, left, used);
  CHECK(asked.stop == Stop::asked && asked.data == odd && hand.history() == "c");
  const std::string told = exchange.take_told();
  CHECK(told.starts_with("TO 1 at ") &&
        told.find(" MATCHSTATE:1:7::|3c3d\r\nFROM 2 at ") != std::string::npos);
  std::array<char, 512> got{};
  const auto size = static_cast<std::size_t>(::recv(theirs[0], got.data(), got.size(), MSG_DONTWAIT));
  CHECK(std::string_view(got.data(), size) == "MATCHSTATE:0:7::2c2d|\r\nMATCHSTATE:0:7:c:2c2d|\r\n");
  CHECK(exchange.take(1) == "MATCHSTATE:1:7:c:|3c3d\r\n" && exchange.take(1).empty());

  hand.apply({ActionKind::call});
  asked = exchange.play(hand, 0, 3, 1'000'000, left, used);  // nobody answers
  CHECK(asked.stop == Stop::asked && asked.data.empty() && asked.sent > 0);
  std::rewind(log);
  std::array<char, 128> line{};
  CHECK(std::fgets(line.data(), line.size(), log) != nullptr &&
        std::string_view(line.data()).starts_with("c 7 "));
  CHECK(std::fgets(line.data(), line.size(), log) == nullptr);
  std::fclose(log);
  for (int seat = 0; seat < 2; ++seat) {
    ::close(ours[seat]);
    ::close(theirs[seat]);
  }
}

}  // namespace

int main() {
  test_views();
  test_exact_replies();
  test_exchange();
}
