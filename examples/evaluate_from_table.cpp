// Evaluates poker hands from the file rank_codes.h5 alone, with the C library of HDF5 and nothing of
// pokerdata.
//
//     h5c++ -O2 -std=c++17 evaluate_from_table.cpp -o evaluate_from_table    (Debian: libhdf5-dev)
//     ./evaluate_from_table tables/rank_codes.h5 AsKsQsJsTs QcQdAh9s4c3d2h
//
// A card is 4*rank + suit: rank 0..12 stands for 2..A, suit 0..3 for clubs, diamonds, hearts, spades. The
// answer is a hand strength code of 16 bits; the greater code is the stronger hand. docs/formats.md says what
// its bits mean.

#include <hdf5.h>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

// All values of a dataset of 16-bit numbers, row by row.
std::vector<std::uint16_t> read(hid_t file, const std::string& name) {
  const hid_t dataset = H5Dopen2(file, name.c_str(), H5P_DEFAULT);
  if (dataset < 0) throw std::runtime_error("no dataset " + name);
  const hid_t space = H5Dget_space(dataset);
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  // Every dataset of rank_codes has fewer; what a file of unknown origin claims is not to be believed.
  if (count < 0 || count > 1'000'000) throw std::runtime_error(name + ": too large");
  std::vector<std::uint16_t> values(static_cast<std::size_t>(count));
  if (H5Dread(dataset, H5T_NATIVE_UINT16, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
    throw std::runtime_error(name + ": not to be read as 16-bit numbers");
  H5Sclose(space);
  H5Dclose(dataset);
  return values;
}

struct Table {
  std::vector<std::uint16_t> transitions, codes_5, codes_6, codes_7, flush_codes;
};

std::uint16_t evaluate(const Table& table, const std::vector<int>& cards) {
  const auto& codes = cards.size() == 5 ? table.codes_5 : cards.size() == 6 ? table.codes_6 : table.codes_7;
  const std::size_t first = cards.size() == 5 ? 2380 : cards.size() == 6 ? 8555 : 0;

  // Flushes aside, only the ranks count, in any order: walk the transition table card by card.
  std::size_t state = 0;
  unsigned ranks_of_suit[4] = {};  // a bit each
  for (const int card : cards) {
    state = table.transitions.at(13 * state + card / 4);
    ranks_of_suit[card % 4] |= 1u << (card / 4);
  }
  std::uint16_t code = codes.at(state - first);

  // flush_codes is 0 for fewer than five ranks of a suit.
  for (const unsigned ranks : ranks_of_suit) code = std::max(code, table.flush_codes.at(ranks));
  return code;
}

// Cards of a text such as AsKd.
std::vector<int> parse(const std::string& text) {
  const std::string ranks = "23456789TJQKA", suits = "cdhs";
  std::vector<int> cards;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    const auto rank = ranks.find(text[i]), suit = suits.find(text[i + 1]);
    if (rank == std::string::npos || suit == std::string::npos) throw std::runtime_error(text + ": no cards");
    cards.push_back(static_cast<int>(4 * rank + suit));
  }
  if (text.size() % 2 || cards.size() < 5 || cards.size() > 7)
    throw std::runtime_error(text + ": expected 5 to 7 cards");
  return cards;
}

int main(int count, char** words) {
  if (count < 3) {
    std::cerr << "usage: " << words[0] << " tables/rank_codes.h5 HAND..., e.g. AsKsQsJsTs\n";
    return 2;
  }
  try {
    const hid_t file = H5Fopen(words[1], H5F_ACC_RDONLY, H5P_DEFAULT);
    if (file < 0) throw std::runtime_error(std::string(words[1]) + ": no HDF5 file");
    const Table table{read(file, "transitions"), read(file, "codes_5"), read(file, "codes_6"),
                      read(file, "codes_7"), read(file, "flush_codes")};
    H5Fclose(file);
    for (int i = 2; i < count; ++i) {
      const std::uint16_t code = evaluate(table, parse(words[i]));
      std::cout << words[i] << ' ' << code << '\n';
    }
  } catch (const std::exception& error) {
    std::cerr << "error: " << error.what() << '\n';
    return 1;
  }
}
