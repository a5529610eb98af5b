// Reads tables of pokerdata with the C library of HDF5 and nothing of pokerdata: strength, buckets, joint
// counts, a strategy.
//
//     h5c++ -O2 -std=c++17 read_tables.cpp -o read_tables    (Debian: libhdf5-dev; table.hpp beside it)
//     ./read_tables strength tables AdQc 3h4cJh                    numerator and denominator of EHS
//     ./read_tables buckets tables history5_buckets AdQc 3h4cJh    bucket on each street so far
//     ./read_tables counts tables history5_counts 4-3-4-0 0-1-2-3  deals won, tied and lost
//     ./read_tables strategy tables limit5_strategy cc/r 4-3       what is done there, and how often
//
// docs/formats.md says what the numbers mean, docs/tables.md how the files are laid out. A card is
// 4*rank + suit: rank 0..12 stands for 2..A, suit 0..3 for clubs, diamonds, hearts, spades.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "table.hpp"

// The numerator of a metric of a hand on a board.
std::uint64_t numerator(const std::string& folder, const std::string& metric, const Cards& hand,
                        const Cards& board) {
  if (hand.size() != 2) fail("expected a hand of 2 cards, e.g. AsKd");
  Cards cards = hand;
  cards.insert(cards.end(), board.begin(), board.end());
  if (!all_different(cards)) fail("expected different cards");
  const std::string street = street_of(board.size());
  const Table table(folder + "/" + street + "_strength.h5");
  std::string name = street == "river" ? "n" : metric;
  if (!table.has(name)) name = "ehs2_river";  // on the turn both definitions of E[HS^2] are one
  if (board.empty()) return table.mapped(name, set_index(hand));
  const Table boards(folder + "/boards.h5");
  const std::size_t row = boards.mapped(street + "_canonical", set_index(board));
  // From the raw board's suits to the canonical ones.
  const std::size_t suits = boards.mapped(street + "_permutation", set_index(board));
  const std::size_t column = boards.mapped("combination_maps", suits * 1326 + set_index(hand));
  return table.mapped(name, row * 1326 + column);
}

void strength(const std::string& folder, const std::string& hand, const std::string& board) {
  const Table table(folder + "/" + street_of(parse(board).size()) + "_strength.h5");
  // JSON of one level: a few lines read a number of it, a real program has a library for it.
  const std::string denominators = table.text("denominators"), key = "\"ehs\": ";
  const std::size_t at = denominators.find(key);
  if (at == std::string::npos) fail("denominators: no ehs");
  std::cout << numerator(folder, "ehs", parse(hand), parse(board)) << " of "
            << std::stoull(denominators.substr(at + key.size())) << '\n';
}

// Kinds history, uniform, minmax and percentile.
void buckets(const std::string& folder, const std::string& name, const Cards& hand, const Cards& board) {
  const Table table(folder + "/" + name + ".h5");
  const std::string kind = table.text("kind"), metric = table.text("metric");
  if ((kind != "history_buckets" && kind != "threshold_buckets") || table.has("flop_inner_thresholds"))
    fail(name + ": expected buckets by thresholds, got " + kind);
  const Numbers sizes = table.numbers("buckets");
  Numbers sequence{table.block<std::uint64_t>("preflop_bucket", {set_index(hand)}, {1}).at(0)};
  for (std::size_t cards = 3; cards <= board.size(); ++cards) {
    const std::string thresholds = street_of(cards) + "_thresholds";
    const std::vector<hsize_t> lengths = table.shape(thresholds);
    // Kind history has a row for each sequence of buckets up to the street before.
    const hsize_t row = lengths.at(0) > 1 ? sequence_number(sequence, sizes) : 0;
    const std::uint64_t value = numerator(
        folder, metric, hand, Cards(board.begin(), board.begin() + static_cast<std::ptrdiff_t>(cards)));
    const Numbers bounds = table.block<std::uint64_t>(thresholds, {row, 0}, {1, lengths.at(1)});
    sequence.push_back(static_cast<std::uint64_t>(
        std::count_if(bounds.begin(), bounds.end(), [&](std::uint64_t bound) { return bound <= value; })));
  }
  for (std::size_t street = 0; street < sequence.size(); ++street)
    std::cout << (street ? "-" : "") << sequence[street];
  std::cout << '\n';
}

// River deals that a sequence of buckets wins, ties and loses against another.
void counts(const std::string& folder, const std::string& name, const std::string& own,
            const std::string& other) {
  const Table table(folder + "/" + name + ".h5");
  const Numbers sizes = table.numbers("buckets");
  std::size_t at[2];
  for (int player = 0; player < 2; ++player) {
    Numbers sequence;
    for (const std::string& part : parts(player ? other : own)) sequence.push_back(number(part));
    at[player] = sequence_number(sequence, sizes);
  }
  const auto cell = [&](const std::string& dataset, std::size_t row, std::size_t column) {
    return table.block<std::uint64_t>(dataset, {row, column}, {1, 1}).at(0);
  };
  const std::uint64_t won = cell("river_wins", at[0], at[1]), lost = cell("river_wins", at[1], at[0]);
  std::cout << "won " << won << " tied " << cell("river", at[0], at[1]) - won - lost << " lost " << lost
            << '\n';
}

// The actions after a history in a private state, with their probabilities.
void strategy(const std::string& folder, const std::string& name, const std::string& history,
              const std::string& state) {
  const Table table(folder + "/" + name + ".h5");
  const std::string street = "street" + std::to_string(1 + std::count(history.begin(), history.end(), '/'));
  const std::vector<std::string> nodes = table.words(street + "_history"),
                                 states = table.words(street + "_states");
  const auto node = std::find(nodes.begin(), nodes.end(), history);
  const auto column = std::find(states.begin(), states.end(), state);
  if (node == nodes.end() || column == states.end())
    fail(name + ": expected a decision and a state on " + street + ", got " + history + " and " + state);
  Numbers first = table.all(street + "_first_row");
  first.push_back(table.shape(street).at(0));
  const auto at = static_cast<std::size_t>(node - nodes.begin());
  const hsize_t row = first.at(at), rows = first.at(at + 1) - row;
  const std::vector<double> played =
      table.block<double>(street, {row, static_cast<hsize_t>(column - states.begin())}, {rows, 1});
  const Numbers actions = table.block<std::uint64_t>(street + "_actions", {row}, {rows}),
                to = table.block<std::uint64_t>(street + "_to", {row}, {rows});
  const std::vector<std::string> names = table.texts("actions");
  for (std::size_t i = 0; i < rows; ++i)
    std::printf("%s to %llu %.6f\n", names.at(actions[i]).c_str(), static_cast<unsigned long long>(to[i]),
                played[i]);
}

int main(int count, char** words) {
  const std::vector<std::string> given(words + 1, words + count);
  const std::string what = count > 1 ? given[0] : "";
  const auto last = [&](std::size_t i) { return given.size() > i ? given[i] : std::string(); };
  try {
    if (what == "strength" && (count == 4 || count == 5)) {
      strength(given[1], given[2], last(3));
    } else if (what == "buckets" && (count == 5 || count == 6)) {
      buckets(given[1], given[2], parse(given[3]), parse(last(4)));
    } else if (what == "counts" && count == 6) {
      counts(given[1], given[2], given[3], given[4]);
    } else if (what == "strategy" && count == 6) {
      strategy(given[1], given[2], given[3], given[4]);
    } else {
      std::cerr << "usage: " << words[0]
                << " strength TABLES HAND [BOARD] | buckets TABLES NAME HAND [BOARD]\n"
                << "       | counts TABLES NAME SEQUENCE SEQUENCE | strategy TABLES NAME HISTORY STATE\n";
      return 2;
    }
  } catch (const std::exception& error) {
    std::cerr << "error: " << error.what() << '\n';
    return 1;
  }
}
