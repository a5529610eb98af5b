// Reads a few numbers of every kind of table of pokerdata that read_tables.cpp does not read, with the C
// library of HDF5 and nothing of pokerdata.
//
//     h5c++ -O2 -std=c++17 read_each_table.cpp -o read_each_table
//     ./read_each_table matches tables/all_matches.h5 limit5 always-call
//
// It takes table.hpp beside it, and Debian's libhdf5-dev. docs/tables.md has what each subject is asked,
// docs/formats.md what the numbers mean.

#include <cstdint>
#include <cstdio>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "table.hpp"

using Words = std::vector<std::string>;
using Values = std::vector<double>;
using Where = std::vector<hsize_t>;

void say(const Values& values, const std::string& before = "") {
  std::cout << before;
  for (std::size_t i = 0; i < values.size(); ++i)
    std::printf("%s%.17g", i || !before.empty() ? " " : "", values[i]);
  std::printf("\n");
}

// One number of a dataset.
double at(const Table& table, const std::string& name, const Where& where) {
  return table.block<double>(name, where, Where(where.size(), 1)).at(0);
}

// The number of an agent, a method or a stack among all.
template <class T>
std::size_t place(const std::vector<T>& all, const T& one, const std::string& what) {
  const auto found = std::find(all.begin(), all.end(), one);
  if (found == all.end()) fail(what + ": not in the table");
  return static_cast<std::size_t>(found - all.begin());
}

// Of 3 to 5 cards: the number of their canonical board, its cards, and how many boards it stands for.
void boards(const Table& table, const Words& words) {
  const Cards cards = parse(words[0], 3, 5);
  const std::string street = street_of(cards.size());
  const std::uint64_t row = table.mapped(street + "_canonical", set_index(cards));
  Values found{static_cast<double>(row)};
  for (const double card : table.block<double>(street + "_cards", {row, 0}, {1, cards.size()}))
    found.push_back(card);
  found.push_back(at(table, street + "_orbit", {row}));
  say(found);
}

// How likely a hand on a canonical board that is behind now is ahead in the end, and how likely it ties then.
void potential(const Table& table, const Words& words) {
  const Values behind =  // 0 ahead, 1 tied, 2 behind; by how it ends
      table.block<double>(words[0], {number(words[1]), number(words[2]), 2, 0}, {1, 1, 1, 3});
  const double all = behind[0] + behind[1] + behind[2];
  if (behind[0] == behind[1] && behind[1] == behind[2] && behind[0] >= 65535)  // the attribute `absent`
    fail(words[2] + ": shares a card with the board");
  say({behind[0] / all, behind[1] / all});
}

// The part of the pot that a combination wins of another, all in; they share no card.
void matchups(const Table& table, const Words& words) {
  parse(words[0] + words[1], 4, 4);  // no card in both
  const Where hands{set_index(parse(words[0], 2, 2)), set_index(parse(words[1], 2, 2))};
  say({(at(table, "wins", hands) + at(table, "ties", hands) / 2) / 1'712'304});
}

// Immediate hand rank against one opponent and against two.
void ihr(const Table& table, const Words& words) {
  const hsize_t hand = set_index(parse(words[0], 2, 2));
  say({at(table, "one_opponent", {hand}) / (2 * 1225), at(table, "two_opponents", {hand}) / (6 * 690'900)});
}

// The bucket of a combination on a canonical flop or turn, as the table `boards` numbers both, and the mean
// EHS there.
void clusters(const Table& table, const Words& words) {
  const double bucket = at(table, words[0] + "_buckets", {number(words[1]), number(words[2])});
  say({bucket, at(table, words[0] + "_strength", {static_cast<hsize_t>(bucket)})});
}

// How likely each bucket of a street comes after the buckets before it, such as 4-3 on the turn.
void transitions(const Table& table, const Words& words) {
  Numbers sequence;
  for (const std::string& part : parts(words[1])) sequence.push_back(number(part));
  const Words streets{"preflop", "flop", "turn", "river"};
  if (sequence.size() != place(streets, words[0], words[0]))
    fail(words[1] + ": expected a bucket of each street before the " + words[0] + ", e.g. turn 4-3");
  const std::string name = words[0] + "_player";
  say(table.block<double>(name, {sequence_number(sequence, table.numbers("buckets")), 0},
                          {1, table.shape(name).at(1)}));
}

// Chips a game that best responses win, mean of both seats, and its standard error where flops were drawn.
void real(const Table& table, const Words&) {
  const Values won = table.all<double>("best_response");
  if (won.size() != 2) fail("best_response: expected both seats");
  say({(won[0] + won[1]) / 2, table.has("standard_error") ? at(table, "standard_error", {2}) : 0});
}

// What an agent won of another, in units per 100 hands, and the half width of its interval.
void matches(const Table& table, const Words& words) {
  const Words names = table.texts("agents");
  const Where agents{place(names, words[0], words[0]), place(names, words[1], words[1])};
  say({at(table, "won", agents), at(table, "half_width", agents)});
}

// Of each match: both agents, and chips a hand that the first won with less luck, with the standard error.
void reduced(const Table& table, const Words&) {
  const Words names = table.texts("agents");
  const Numbers agents = table.all("agents");
  for (hsize_t match = 0; match < agents.size() / 2; ++match)
    say({at(table, "estimates", {match, 2, 0}), at(table, "estimates", {match, 2, 1})},
        names.at(agents[2 * match]) + " " + names.at(agents[2 * match + 1]));
}

// Chips that each player has won up to the end of each hand, mean over series and orders of seats: a line a
// hand.
void series(const Table& table, const Words&) {
  const Where shape = table.shape("parts");  // series, orders of seats, hands, players
  const std::vector<std::int64_t> parts = table.all<std::int64_t>("parts");
  std::vector<std::int64_t> won(shape.at(3));
  for (hsize_t hand = 0; hand < shape[2]; ++hand) {
    Values mean;
    for (hsize_t player = 0; player < shape[3]; ++player) {
      for (hsize_t one = 0; one < shape[0] * shape[1]; ++one)
        won[player] += parts[(one * shape[2] + hand) * shape[3] + player];
      mean.push_back(static_cast<double>(won[player]) / 2520 / static_cast<double>(shape[0] * shape[1]));
    }
    say(mean);
  }
}

// Chips a hand that local best response wins from an agent in both seats, and the standard error.
void lbr(const Table& table, const Words& words) {
  const hsize_t row = place(table.texts("agents"), words[0], words[0]);
  say({at(table, "won", {row, 0}), at(table, "standard_error", {row, 0})});
}

// Chips that each agent won in all matches, a line each.
void tournament(const Table& table, const Words&) {
  const Words names = table.texts("agents");
  const Where shape = table.shape("parts");  // matches, deals, orders of seats, players
  const std::vector<std::int64_t> parts = table.all<std::int64_t>("parts");
  const Numbers players = table.all("players");
  std::vector<std::int64_t> won(names.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t match = i / (shape.at(1) * shape.at(2) * shape.at(3));
    won.at(players.at(match * shape[3] + i % shape[3])) += parts[i];
  }
  for (std::size_t i = 0; i < names.size(); ++i) say({static_cast<double>(won[i]) / 2520}, names[i]);
}

// How likely each action is with each state at a decision of the first street, a row of `nodes`: a line an
// action.
void spot(const Table& table, const Words& words) {
  std::string name = "states3";
  for (char cards = '4'; cards <= '5' && !table.has(name); ++cards) name.back() = cards;
  const Numbers held = table.block<std::uint64_t>(name, {0, 0}, {1, 2});  // on the first board, by player
  const Numbers nodes = table.all<std::uint64_t>("nodes");                // street, node, player, actions
  std::uint64_t first = 0, actions = 0, states = 0, step = 0;
  for (std::uint64_t row = 0; row <= number(words[0]); ++row) {
    first += actions * step;
    actions = nodes.at(4 * row + 3);
    states = held.at(nodes.at(4 * row + 2));
    step = (states + 15) / 16 * 16;
  }
  const Values sums = table.block<double>("strategy", {first}, {actions * step});
  for (std::uint64_t action = 0; action < actions; ++action) {
    Values played;
    for (std::uint64_t state = 0; state < states; ++state) {
      double whole = 0;
      for (std::uint64_t other = 0; other < actions; ++other) whole += sums[other * step + state];
      played.push_back(whole > 0 ? sums[action * step + state] / whole : 1.0 / static_cast<double>(actions));
    }
    say(played);
  }
}

// By method: chips a game that local best response wins less, mean over boards and both seats.
void resolving(const Table& table, const Words&) {
  const Words methods = table.texts("methods");
  const Where shape = table.shape("samples");  // methods, turns, columns
  const Values samples = table.all<double>("samples");
  for (std::size_t method = 0; method < methods.size(); ++method) {
    double less = 0;
    for (hsize_t turn = 0; turn < shape.at(1); ++turn) {
      const double* row = samples.data() + (method * shape[1] + turn) * shape.at(2);
      less += row[1] * (row[2] - row[3]) / static_cast<double>(shape[1]);  // mass, before, after
    }
    say({less}, methods[method]);
  }
}

// Mean chips that oop and ip win from the decision on, and how often each action is taken there: two lines.
void flops(const Table& table, const Words&) {
  const Values weights = table.all<double>("weights"), reached = table.all<double>("reached");
  double all = 0;
  for (std::size_t flop = 0; flop < weights.size(); ++flop) all += weights[flop] * reached.at(flop);
  for (const std::string name : {"ev", "play"}) {
    const std::size_t columns = table.shape(name).at(1);
    const Values values = table.all<double>(name);
    Values means(columns);
    for (std::size_t flop = 0; flop < weights.size(); ++flop)
      for (std::size_t i = 0; i < columns; ++i)
        if (weights[flop] * reached[flop] > 0)  // elsewhere there is no value
          means[i] += weights[flop] * reached[flop] * values[flop * columns + i] / all;
    say(means);
  }
}

// How likely the small blind goes all-in, and the big blind calls it, with a stack and a class of hands.
void jam_fold(const Table& table, const Words& words) {
  const Where where{place(table.all("stacks"), number(words[0]), words[0]), number(words[1])};
  say({at(table, "jam", where), at(table, "call", where)});
}

// Of each response: p, chips a game won from the model, and exploitability, both means of the seats.
void trade_off(const Table& table, const Words&) {
  const Values ps = table.all<double>("ps"), win = table.all<double>("win"),
               worst = table.all<double>("worst");
  for (std::size_t i = 0; i < ps.size(); ++i)
    say({ps[i], (win.at(2 * i) + win.at(2 * i + 1)) / 2, -(worst.at(2 * i) + worst.at(2 * i + 1)) / 2});
}

struct Subject {
  void (*read)(const Table&, const Words&);
  Words asked;  // besides the file
};

int main(int count, char** words) {
  const std::map<std::string, Subject> subjects{
      {"boards", {boards, {"CARDS"}}},
      {"potential", {potential, {"DATASET", "ROW", "COMBINATION"}}},
      {"matchups", {matchups, {"HAND", "HAND"}}},
      {"ihr", {ihr, {"HAND"}}},
      {"clusters", {clusters, {"STREET", "ROW", "COMBINATION"}}},
      {"transitions", {transitions, {"STREET", "SEQUENCE"}}},
      {"real", {real, {}}},
      {"matches", {matches, {"AGENT", "AGENT"}}},
      {"reduced", {reduced, {}}},
      {"series", {series, {}}},
      {"lbr", {lbr, {"AGENT"}}},
      {"tournament", {tournament, {}}},
      {"spot", {spot, {"DECISION"}}},
      {"resolving", {resolving, {}}},
      {"flops", {flops, {}}},
      {"jam_fold", {jam_fold, {"CHIPS", "CLASS"}}},
      {"trade_off", {trade_off, {}}},
  };
  const auto found = subjects.find(count > 1 ? words[1] : "");
  if (found == subjects.end() || count != static_cast<int>(3 + found->second.asked.size())) {
    std::cerr << "usage:\n";
    for (const auto& [name, subject] : subjects) {
      std::cerr << "  " << words[0] << ' ' << name << " FILE";
      for (const std::string& word : subject.asked) std::cerr << ' ' << word;
      std::cerr << '\n';
    }
    return 2;
  }
  try {
    found->second.read(Table(words[2]), Words(words + 3, words + count));
  } catch (const std::exception& error) {
    std::cerr << "error: " << error.what() << '\n';
    return 1;
  }
}
