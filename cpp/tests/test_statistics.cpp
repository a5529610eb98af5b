#include <array>
#include <cstdio>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "pokerdata/statistics/log_lines.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/random.hpp"

using namespace pokerdata;
using statistics::Counter;
using statistics::LineReader;
using statistics::Statistic;

namespace {

const games::CardRules texas{"23456789TJQKA", 4, false, 2, {0, 3, 1, 1}, games::Ranking::five_card};
const play::Definition limit{"limit",          {0, 0, 0},    {5, 10, 0},   {},
                             {10, 10, 20, 20}, {3, 4, 4, 4}, {2, 0, 0, 0}, texas};
const play::Definition no_limit{"no-limit",           {0, 0, 0},    {50, 100, 0}, {20000, 20000, 20000}, {},
                                {255, 255, 255, 255}, {2, 0, 0, 0}, texas};

const std::vector<std::string> limit_lines{
    "STATE:0:rfc/crc/cc/cc:2h7d|KcKd|AsAh/2c3d4h/8s/9s:-5|-30|35:B|C|A",
    "STATE:1:cfrc/crrf:2h7d|AsAh|KcKd/2c3d4h:-5|35|-30:B|A|C",
    "STATE:2:ff:2h7d|AsAh|KcKd:-5|5|0:B|A|C",
    "STATE:4294967295:rrff:AsAh|2h7d|KcKd:30|-10|-20:A|B|C",
};
const std::vector<std::string> no_limit_lines{
    "STATE:0:r20000cc///:AsAh|KcKd|2h7d/2c3d4h/8s/9s:40000|-20000|-20000:A|B|C",
    "STATE:1:cr300fc/cc/r400f:AsAh|KcKd|2h7d/2c3d4h/8s:400|-100|-300:A|B|C",
};

statistics::Table table(const play::Definition& rules) { return {&rules, 0b101, 0b011}; }

std::array<std::int64_t, 2> count(const Counter& counter, std::string_view name, Statistic statistic) {
  std::array<std::int64_t, 2> found{};
  const auto& all = counter.counts(counter.find(name));
  for (int cell = 0; cell < counter.players() * counter.streets(); ++cell)
    for (int i = 0; i < 2; ++i)
      found[i] += all[2 * (cell * statistics::statistics + static_cast<int>(statistic)) + i];
  return found;
}

void test_counts() {
  std::string text = "# a comment\n\n";
  for (const std::string& line : limit_lines) text += line + "\r\n";
  Counter counter(3, 4);
  LineReader reader(table(limit));
  const auto counted = statistics::count_lines(counter, reader, text + "STATE:5:");
  CHECK(counted.bytes == text.size());
  CHECK(counted.lines == 6);
  CHECK(counted.hands == 4 && counter.hands() == 4);
  CHECK((counter.names() == std::vector<std::string>{"B", "C", "A"}));
  CHECK((count(counter, "A", Statistic::vpip) == std::array<std::int64_t, 2>{3, 3}));
  CHECK((count(counter, "C", Statistic::vpip) == std::array<std::int64_t, 2>{3, 4}));
  CHECK((count(counter, "A", Statistic::check_raise) == std::array<std::int64_t, 2>{1, 1}));
  CHECK((count(counter, "C", Statistic::fold_to_three_bet) == std::array<std::int64_t, 2>{1, 1}));
  CHECK((count(counter, "B", Statistic::fold_to_steal) == std::array<std::int64_t, 2>{1, 1}));
  CHECK(counter.find("D") == -1);
}

// The counter stops at what it does not take, and goes on behind it.
void test_stops() {
  Counter counter(3, 4);
  LineReader reader(table(limit));
  const std::string text = limit_lines[0] + "\nSCORE:1|-1|0:A|B|C\n" + limit_lines[1] + "\n";
  const auto first = statistics::count_lines(counter, reader, text);
  CHECK(first.hands == 1 && first.bytes == limit_lines[0].size() + 1);
  const auto none = statistics::count_lines(counter, reader, std::string_view(text).substr(first.bytes));
  CHECK(none.bytes == 0 && none.lines == 0);
  CHECK(counter.hands() == 1);
}

void test_refused() {
  LineReader reader(table(limit));
  for (const std::string& line : limit_lines) {
    CHECK(reader.read(line));
    for (std::size_t end = 0; end + 1 < line.size(); ++end) CHECK(!reader.read(line.substr(0, end)));
  }
  for (const char* line :
       {"STATE:0:ff:2h7d|AsAh|KcKd:-5|5|1:B|A|C", "STATE:00:ff:2h7d|AsAh|KcKd:-5|5|0:B|A|C",
        "STATE:4294967296:ff:2h7d|AsAh|KcKd:-5|5|0:B|A|C", "STATE:0:ff:2h7d|AsAh|KcKc:-5|5|0:B|A|C",
        "STATE:0:ff:2h7d|AsAh|KcKd:-5|5|0:B|A|", "STATE:0:ff:2h7d|AsAh|KcKd:-5|5|0:B|A|C|D",
        "STATE:0:ff:2h7d|AsAh|KcKd:-5|5|0:B|A|\xC0\x80", "STATE:0:ff:2h7d|AsAh|KcKd:-5|5|0:B|A|\xED\xA0\x80",
        "STATE:0:ff:2h7d|AsAh|KcKd:-5|5|0:B|A|\xF4\x90\x80\x80"})
    CHECK(!reader.read(line));
  CHECK(reader.read("STATE:0:ff:2h7d|AsAh|KcKd:-5|5|0:B|A|\xF4\x8F\xBF\xBF"));
  LineReader chips(table(no_limit));
  for (const std::string& line : no_limit_lines) CHECK(chips.read(line));
  for (const char* betting : {"r99999999999999999999999", "r199", "r20001", "r2147483648", "r", "r0300"})
    CHECK(!chips.read(std::string("STATE:0:") + betting + "ff:AsAh|KcKd|2h7d:-50|-100|150:A|B|C"));
  CHECK_THROWS(Counter(1, 4), support::ArgumentError);
  CHECK_THROWS(Counter(2, 9), support::ArgumentError);
}

// Bytes of any kind in any place; a sanitizer looks on.
void test_any_bytes() {
  support::Random random(support::Use::match, 7, 0);
  std::vector<std::string> lines = limit_lines;
  lines.insert(lines.end(), no_limit_lines.begin(), no_limit_lines.end());
  int taken = 0;
  for (int round = 0; round < 60'000; ++round) {
    const auto number = static_cast<std::size_t>(random.below(static_cast<std::uint32_t>(lines.size())));
    std::string line = lines[number];
    for (int changes = random.below(3); changes > 0; --changes) {
      const auto at = static_cast<std::size_t>(random.below(static_cast<std::uint32_t>(line.size())));
      const auto other = static_cast<std::size_t>(random.below(static_cast<std::uint32_t>(line.size())));
      switch (random.below(4)) {
        case 0:
          line[at] = static_cast<char>(random.below(256));
          break;
        case 1:
          line.erase(at, 1);
          break;
        case 2:
          line[at] = line[other];
          break;
        default:
          line.insert(at, 1, line[other]);
      }
    }
    LineReader reader(table(number < limit_lines.size() ? limit : no_limit));
    if (!reader.read(line)) continue;
    ++taken;
    Counter counter(3, 4);
    counter.add(reader.happened(), reader.names());
    CHECK(counter.hands() == 1);
  }
  CHECK(taken > 1000);
}

void test_sums() {
  Counter one(3, 4), two(3, 4);
  LineReader reader(table(limit));
  for (const std::string& line : limit_lines) {
    CHECK(reader.read(line));
    one.add(reader.happened(), reader.names());
  }
  for (int times = 0; times < 2; ++times)
    for (int name = 0; name < std::ssize(one.names()); ++name)
      two.add_counts(one.names()[name], one.counts(name), one.winnings(name));
  CHECK((count(two, "C", Statistic::vpip) == std::array<std::int64_t, 2>{6, 8}));
  CHECK_THROWS(two.add_counts("A", {1, 2}, {}), support::ArgumentError);
  // Sums that are doubled again and again end in an error before they overflow, and keep what they were.
  const int a = two.find("A");
  int doubled = 0;
  std::vector<std::int64_t> before;
  const auto twice = [&] {
    before = two.counts(a);
    two.add_counts("A", std::vector<std::int64_t>(before),
                   std::vector<statistics::Winnings>(two.winnings(a)));
    return ++doubled;
  };
  CHECK_THROWS(
      [&] {
        while (doubled < 200) twice();
      }(),
      support::CapacityError);
  CHECK(doubled > 30 && doubled < 64 && two.counts(a) == before);
  two.add_hands(std::numeric_limits<std::int64_t>::max() - two.hands());
  CHECK_THROWS(two.add_hands(1), support::CapacityError);
}

void test_room() {
  Counter counter(3, 4);
  LineReader reader(table(limit));
  const std::string line = "STATE:2:ff:2h7d|AsAh|KcKd:-5|5|0:";
  const auto add = [&](int first) {
    const std::string names =
        std::to_string(first) + "|" + std::to_string(first + 1) + "|" + std::to_string(first + 2);
    const std::string whole = line + names;
    CHECK(reader.read(whole));
    counter.add(reader.happened(), reader.names());
  };
  for (int hand = 0; hand < statistics::most_names / 3; ++hand) add(3 * hand);
  CHECK_THROWS(add(50'000), support::CapacityError);
  CHECK(counter.hands() == statistics::most_names / 3);
  CHECK(std::ssize(counter.names()) == statistics::most_names / 3 * 3);
}

void test_shown_hands() {
  Counter counter(3, 4);
  LineReader reader(table(limit));
  statistics::ShownHands shown;
  CHECK(statistics::ShownHands::fits(limit));
  std::string text;
  for (const std::string& line : limit_lines) text += line + "\n";
  statistics::count_lines(counter, reader, text, &shown);
  // Of the first hand, which alone comes to a showdown: C called, and A raised before and on the flop.
  CHECK((shown.names() == std::vector<std::int32_t>{1, 2}));
  CHECK((shown.cards() == std::vector<std::uint8_t>{44, 45, 0, 5, 10, 27, 31, 50, 51, 0, 5, 10, 27, 31}));
  CHECK((shown.played() == std::vector<statistics::Streets>{15, 15, 0, 15, 15, 3}));
  shown.clear();
  CHECK(shown.names().empty() && shown.cards().empty() && shown.played().empty());
}

}  // namespace

int main() {
  test_counts();
  test_stops();
  test_refused();
  test_any_bytes();
  test_sums();
  test_room();
  test_shown_hands();
}
