#include "pokerdata/evaluator/strength_code.hpp"

#include <bit>

#include "pokerdata/support/errors.hpp"

namespace pokerdata::evaluator {
namespace {

constexpr unsigned wheel = 0x100F;  // A 2 3 4 5

// Rank of the highest straight in a map of ranks, or -1.
int straight_top(unsigned ranks) {
  for (int top = 12; top >= 4; --top)
    if ((ranks >> (top - 4) & 31u) == 31u) return top;
  return (ranks & wheel) == wheel ? 3 : -1;
}

int top_bit(unsigned map) { return std::bit_width(map) - 1; }

// The highest `count` bits.
unsigned top_bits(unsigned map, int count) {
  while (std::popcount(map) > count) map &= map - 1;
  return map;
}

StrengthCode code16(unsigned value) { return static_cast<StrengthCode>(value); }

std::string plural(int rank) {
  static constexpr const char* names[] = {"twos",  "threes", "fours", "fives",  "sixes", "sevens", "eights",
                                          "nines", "tens",   "jacks", "queens", "kings", "aces"};
  return names[rank];
}

std::string singular(int rank) { return rank == 4 ? "six" : plural(rank).substr(0, plural(rank).size() - 1); }

char letter(int rank) { return "23456789TJQKA"[rank]; }

}  // namespace

const char* category_name(Category category) {
  static constexpr const char* names[] = {"high card",       "pair",           "two pair",
                                          "three of a kind", "straight",       "flush",
                                          "full house",      "four of a kind", "straight flush"};
  return names[static_cast<int>(category)];
}

StrengthCode code_of_counts(const std::array<std::uint8_t, rank_count>& counts) {
  unsigned maps[5] = {};  // maps[k]: ranks that come at least k times
  for (int rank = 0; rank < rank_count; ++rank)
    for (int k = 1; k <= counts[rank]; ++k) maps[k] |= 1u << rank;
  const unsigned all = maps[1];
  const auto without = [](unsigned map, int rank) { return map & ~(1u << rank); };
  if (maps[4]) {
    const int quads = top_bit(maps[4]);
    return code16(0xFE00u | quads << 4 | top_bit(without(all, quads)));
  }
  if (maps[3]) {
    const int trips = top_bit(maps[3]);
    if (const unsigned pairs = without(maps[2], trips)) return code16(0xFD00u | trips << 4 | top_bit(pairs));
  }
  if (const int top = straight_top(all); top >= 0) return code16(0xB000u | top << 8);
  if (maps[3]) {
    const int trips = top_bit(maps[3]);
    const unsigned kickers = top_bits(without(all, trips), 2);
    const int high = top_bit(kickers);
    return code16(0xA000u | trips << 8 | high << 4 | top_bit(without(kickers, high)));
  }
  if (std::popcount(maps[2]) >= 2) {
    const int high = top_bit(maps[2]);
    const int low = top_bit(without(maps[2], high));
    return code16(0x9000u | high << 8 | low << 4 | top_bit(without(without(all, high), low)));
  }
  if (maps[2]) {
    const int pair = top_bit(maps[2]);
    unsigned kickers = top_bits(without(all, pair), 3);
    unsigned digits = 0;
    for (; kickers; kickers = without(kickers, top_bit(kickers))) {
      const int rank = top_bit(kickers);
      digits = digits * 13 + (rank > pair ? rank - 1 : rank);
    }
    return code16((4u + pair) << 11 | digits);
  }
  return code16(top_bits(all, 5));
}

StrengthCode code_of_flush(unsigned ranks) {
  if (const int top = straight_top(ranks); top >= 0) return code16(0xFF00u | top << 4);
  return code16(0xC000u | top_bits(ranks, 5));
}

bool ranks_of_code(StrengthCode code, std::array<std::uint8_t, 5>& ranks) {
  const int a = code >> 8 & 15, b = code >> 4 & 15, c = code & 15;
  std::array<int, 5> r{};
  const Category category = category_of(code);
  switch (category) {
    case Category::high_card:
    case Category::flush: {
      unsigned map = code & 0x1FFFu;
      if (std::popcount(map) != 5) return false;
      for (int i = 0; i < 5; ++i, map ^= 1u << top_bit(map)) r[i] = top_bit(map);
      break;
    }
    case Category::pair: {
      const int pair = (code >> 11) - 4;
      const int digits = code & 0x7FF;
      r = {pair, pair, digits / 169, digits / 13 % 13, digits % 13};
      for (int i = 2; i < 5; ++i) r[i] += r[i] >= pair;
      break;
    }
    case Category::two_pair:
      r = {a, a, b, b, c};
      break;
    case Category::three_of_a_kind:
      r = {a, a, a, b, c};
      break;
    case Category::straight:
    case Category::straight_flush: {
      const int top = category == Category::straight ? a : b;
      if (top < 3) return false;
      r = {top, top - 1, top - 2, top - 3, top == 3 ? 12 : top - 4};
      break;
    }
    case Category::full_house:
      r = {b, b, b, c, c};
      break;
    case Category::four_of_a_kind:
      r = {b, b, b, b, c};
      break;
  }
  std::array<std::uint8_t, rank_count> counts{};
  unsigned map = 0;
  for (int i = 0; i < 5; ++i) {
    if (r[i] < 0 || r[i] >= rank_count || counts[r[i]] == 4) return false;
    ++counts[r[i]];
    map |= 1u << r[i];
    ranks[i] = static_cast<std::uint8_t>(r[i]);
  }
  const bool suited = category == Category::flush || category == Category::straight_flush;
  return (suited ? std::popcount(map) == 5 && code_of_flush(map) == code : code_of_counts(counts) == code);
}

namespace {

std::array<std::uint8_t, 5> checked_ranks(StrengthCode code) {
  std::array<std::uint8_t, 5> ranks{};
  if (!ranks_of_code(code, ranks))
    throw support::expected("hand strength code", "a value that evaluate() returned",
                            {code, ", which no five cards have; e.g. 65472"});
  return ranks;
}

}  // namespace

std::string words_of_code(StrengthCode code) {
  const auto r = checked_ranks(code);
  const Category category = category_of(code);
  const auto kickers = [&](int first) {
    std::string text = first == 4 ? ", kicker" : ", kickers";
    for (int i = first; i < 5; ++i) text += std::string(" ") + letter(r[i]);
    return text;
  };
  switch (category) {
    case Category::high_card:
      return "high card " + singular(r[0]) + kickers(1);
    case Category::pair:
      return "pair of " + plural(r[0]) + kickers(2);
    case Category::two_pair:
      return "two pair, " + plural(r[0]) + " and " + plural(r[2]) + kickers(4);
    case Category::three_of_a_kind:
      return "three of a kind, " + plural(r[0]) + kickers(3);
    case Category::straight:
      return "straight, " + singular(r[0]) + " high";
    case Category::flush:
      return "flush, " + singular(r[0]) + " high" + kickers(1);
    case Category::full_house:
      return "full house, " + plural(r[0]) + " full of " + plural(r[3]);
    case Category::four_of_a_kind:
      return "four of a kind, " + plural(r[0]) + kickers(4);
    case Category::straight_flush:
      return r[0] == 12 ? "royal flush" : "straight flush, " + singular(r[0]) + " high";
  }
  return {};
}

std::uint32_t brecher_of_code(StrengthCode code) {
  const auto r = checked_ranks(code);
  const Category category = category_of(code);
  std::uint32_t high = 0, base = 0, map = 0;
  const auto kickers = [&](int first) {
    for (int i = first; i < 5; ++i) map |= 1u << r[i];
  };
  switch (category) {
    case Category::high_card:
    case Category::flush:
      kickers(0);
      break;
    case Category::pair:
      base = r[0] + 2u;
      kickers(2);
      break;
    case Category::two_pair:
      high = r[0] + 2u;
      base = r[2] + 2u;
      kickers(4);
      break;
    case Category::three_of_a_kind:
    case Category::full_house:
      base = r[0] + 2u;
      kickers(3);
      break;
    case Category::straight:
    case Category::straight_flush:
      base = r[0] + 2u;
      break;
    case Category::four_of_a_kind:
      base = r[0] + 2u;
      kickers(4);
      break;
  }
  return static_cast<std::uint32_t>(category) << 24 | high << 20 | base << 16 | map;
}

}  // namespace pokerdata::evaluator
