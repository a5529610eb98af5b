// Any bytes as a log of matches, of the game that the first byte chooses. Read in two halves, or whole, it
// gives the same.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "pokerdata/statistics/log_lines.hpp"
#include "pokerdata/support/errors.hpp"

using namespace pokerdata;
using statistics::Counter;
using statistics::LineReader;

namespace {

const games::CardRules texas{"23456789TJQKA", 4, false, 2, {0, 3, 1, 1}, games::Ranking::five_card};
const games::CardRules leduc{"JQK", 2, false, 1, {0, 1}, games::Ranking::pairs};
const std::array<play::Definition, 3> all_games{{
    {"limit", {0, 0, 0}, {5, 10, 0}, {}, {10, 10, 20, 20}, {3, 4, 4, 4}, {2, 0, 0, 0}, texas},
    {"no-limit", {0, 0, 0}, {50, 100, 0}, {20000, 300, 20000}, {}, {255, 255, 255, 255}, {2, 0, 0, 0}, texas},
    {"leduc", {1, 1}, {0, 0}, {}, {2, 4}, {2, 2}, {0, 0}, leduc},
}};

// Lines that are hands, from the first to the last; others are passed over.
statistics::Counted count(const play::Definition& rules, Counter& counter, std::string_view text) {
  LineReader reader({&rules, 0b001, 0b011});
  statistics::Counted all;
  while (all.bytes < text.size()) {
    const auto part = statistics::count_lines(counter, reader, text.substr(all.bytes));
    all.bytes += part.bytes, all.lines += part.lines, all.hands += part.hands;
    const auto end = text.find('\n', all.bytes);
    if (end == std::string_view::npos) break;
    if (all.bytes < text.size()) all.bytes = end + 1;
  }
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const play::Definition& rules = all_games[data[0] % all_games.size()];
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const int streets = rules.streets();
  Counter whole(rules.players(), streets), parts(rules.players(), streets);
  const auto once = count(rules, whole, text);
  auto middle = text.find('\n', text.size() / 2);
  middle = middle == std::string_view::npos ? 0 : middle + 1;
  const auto first = count(rules, parts, text.substr(0, middle));
  const auto second = count(rules, parts, text.substr(middle));
  if (once.hands != first.hands + second.hands || whole.hands() != parts.hands()) std::abort();
  if (whole.names() != parts.names()) std::abort();
  for (const auto& name : whole.names())
    if (whole.counts(whole.find(name)) != parts.counts(parts.find(name))) std::abort();
  return 0;
}
