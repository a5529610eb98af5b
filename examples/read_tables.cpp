// Reads tables of pokerdata with the C library of HDF5 and nothing of pokerdata: strength, buckets, joint
// counts, a strategy.
//
//     h5c++ -O2 -std=c++17 read_tables.cpp -o read_tables    (Debian: libhdf5-dev)
//     ./read_tables strength tables AdQc 3h4cJh                    numerator and denominator of EHS
//     ./read_tables buckets tables history5_buckets AdQc 3h4cJh    bucket on each street so far
//     ./read_tables counts tables history5_counts 4-3-4-0 0-1-2-3  deals won, tied and lost
//     ./read_tables strategy tables limit5_strategy cc/r 4-3       what is done there, and how often
//
// docs/formats.md says what the numbers mean, docs/tables.md how the files are laid out. A card is
// 4*rank + suit: rank 0..12 stands for 2..A, suit 0..3 for clubs, diamonds, hearts, spades.

#include <fcntl.h>
#include <hdf5.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

using Numbers = std::vector<std::uint64_t>;

[[noreturn]] void fail(const std::string& what) { throw std::runtime_error(what); }

// A whole number in text, as buckets are written.
std::uint64_t number(const std::string& text) {
  if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != std::string::npos)
    fail(text + ": expected a bucket, e.g. 3");
  return std::stoul(text);
}

// A table, open for reading.
class Table {
 public:
  explicit Table(const std::string& path)
      : path_(path), file_(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT)) {
    if (file_ < 0) fail(path + ": no HDF5 file");
  }
  ~Table() { H5Fclose(file_); }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  bool has(const std::string& name) const { return H5Lexists(file_, name.c_str(), H5P_DEFAULT) > 0; }

  // Text is stored with a fixed length, padded with zero bytes, and has none at its end if it fills the
  // length.
  std::string text(const std::string& name) const { return texts(name).at(0); }
  std::vector<std::string> texts(const std::string& name) const {
    const hid_t attribute = H5Aopen(file_, name.c_str(), H5P_DEFAULT);
    if (attribute < 0) fail(path_ + ": no attribute " + name);
    const hid_t type = H5Aget_type(attribute), space = H5Aget_space(attribute);
    if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type))
      fail(name + ": no text of fixed length");
    const std::size_t length = H5Tget_size(type);
    const auto count = static_cast<std::size_t>(H5Sget_simple_extent_npoints(space));
    std::vector<char> bytes(count * length);
    if (H5Aread(attribute, type, bytes.data()) < 0) fail(name + ": not to be read");
    H5Sclose(space), H5Tclose(type), H5Aclose(attribute);
    return split(bytes, count, length);
  }

  // Numbers of an attribute.
  Numbers numbers(const std::string& name) const {
    const hid_t attribute = H5Aopen(file_, name.c_str(), H5P_DEFAULT);
    if (attribute < 0) fail(path_ + ": no attribute " + name);
    const hid_t space = H5Aget_space(attribute);
    Numbers values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
    if (H5Aread(attribute, H5T_NATIVE_UINT64, values.data()) < 0) fail(name + ": not to be read");
    H5Sclose(space), H5Aclose(attribute);
    return values;
  }

  // Lengths of the axes of a dataset.
  std::vector<hsize_t> shape(const std::string& name) const {
    const hid_t dataset = open(name), space = H5Dget_space(dataset);
    std::vector<hsize_t> lengths(static_cast<std::size_t>(H5Sget_simple_extent_ndims(space)));
    H5Sget_simple_extent_dims(space, lengths.data(), nullptr);
    H5Sclose(space), H5Dclose(dataset);
    return lengths;
  }

  // A block of a dataset, row by row: whatever integers or floats are stored, the library converts them.
  template <class T>
  std::vector<T> block(const std::string& name, std::vector<hsize_t> first,
                       std::vector<hsize_t> lengths) const {
    const std::vector<hsize_t> whole = shape(name);
    if (whole.size() != first.size()) fail(name + ": another number of axes");
    std::size_t count = 1;
    for (std::size_t i = 0; i < whole.size(); ++i) {
      if (first[i] > whole[i] || lengths[i] > whole[i] - first[i]) fail(name + ": beyond the end");
      count *= lengths[i];
    }
    // Nothing here needs more at once; what a file of unknown origin claims is not to be believed.
    if (count > 100'000'000) fail(name + ": too large");
    std::vector<T> values(count);
    const hid_t dataset = open(name), space = H5Dget_space(dataset);
    const hid_t memory = H5Screate_simple(static_cast<int>(lengths.size()), lengths.data(), nullptr);
    const hid_t type = std::is_same_v<T, double> ? H5T_NATIVE_DOUBLE : H5T_NATIVE_UINT64;
    H5Sselect_hyperslab(space, H5S_SELECT_SET, first.data(), nullptr, lengths.data(), nullptr);
    if (H5Dread(dataset, type, memory, space, H5P_DEFAULT, values.data()) < 0)
      fail(name + ": not to be read");
    H5Sclose(memory), H5Sclose(space), H5Dclose(dataset);
    return values;
  }
  Numbers all(const std::string& name) const {
    const std::vector<hsize_t> whole = shape(name);
    return block<std::uint64_t>(name, std::vector<hsize_t>(whole.size()), whole);
  }

  // All texts of a dataset.
  std::vector<std::string> words(const std::string& name) const {
    const hid_t dataset = open(name), type = H5Dget_type(dataset);
    const std::size_t length = H5Tget_size(type), count = shape(name).at(0);
    if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type))
      fail(name + ": no text of fixed length");
    if (count > 100'000'000 / length) fail(name + ": too large");
    std::vector<char> bytes(count * length);
    if (H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) < 0)
      fail(name + ": not to be read");
    H5Tclose(type), H5Dclose(dataset);
    return split(bytes, count, length);
  }

  // One number of a dataset of unsigned integers, out of the file itself: every dataset is contiguous,
  // uncompressed and little-endian (as this machine must be), and begins at the offset that HDF5 tells, a
  // multiple of 64 bytes. A program that looks up many keeps the mapping.
  std::uint64_t mapped(const std::string& name, std::size_t index) const {
    const hid_t dataset = open(name), type = H5Dget_type(dataset);
    const haddr_t offset = H5Dget_offset(dataset);
    const std::size_t size = H5Tget_size(type), bytes = H5Dget_storage_size(dataset);
    const bool fits = H5Tget_class(type) == H5T_INTEGER && H5Tget_order(type) != H5T_ORDER_BE;
    H5Tclose(type), H5Dclose(dataset);
    const int file = ::open(path_.c_str(), O_RDONLY);
    struct stat status{};
    if (file < 0 || fstat(file, &status) != 0) fail(path_ + ": not to be opened");
    const auto length = static_cast<std::size_t>(status.st_size);
    if (offset == HADDR_UNDEF || !fits || bytes > length || offset > length - bytes || index >= bytes / size)
      fail(name + ": not to be mapped");
    void* start = mmap(nullptr, length, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (start == MAP_FAILED) fail(path_ + ": not to be mapped");
    const auto* at = static_cast<const unsigned char*>(start) + offset + index * size;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value |= std::uint64_t{at[i]} << (8 * i);
    munmap(start, length);
    return value;
  }

 private:
  hid_t open(const std::string& name) const {
    const hid_t dataset = H5Dopen2(file_, name.c_str(), H5P_DEFAULT);
    if (dataset < 0) fail(path_ + ": no dataset " + name);
    return dataset;
  }
  static std::vector<std::string> split(const std::vector<char>& bytes, std::size_t count,
                                        std::size_t length) {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < count; ++i) {
      std::string one(bytes.data() + i * length, length);
      one.resize(one.find_last_not_of('\0') + 1);
      result.push_back(one);
    }
    return result;
  }

  std::string path_;
  hid_t file_;
};

using Cards = std::vector<unsigned>;

Cards parse(const std::string& text) {
  Cards cards;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    const auto rank = std::string("23456789TJQKA").find(text[i]),
               suit = std::string("cdhs").find(text[i + 1]);
    if (rank == std::string::npos || suit == std::string::npos) fail(text + ": expected cards, e.g. AsKd");
    cards.push_back(static_cast<unsigned>(4 * rank + suit));
  }
  if (text.size() % 2) fail(text + ": expected cards, e.g. AsKd");
  return cards;
}

// The place of a set of cards among those of its size: the column of hole cards, the row of a raw board.
std::size_t set_index(Cards cards) {
  std::sort(cards.begin(), cards.end());
  std::size_t index = 0;
  for (std::size_t k = 1; k <= cards.size(); ++k) {
    std::size_t choices = 1;
    for (std::size_t i = 0; i < k; ++i) choices = choices * (cards[k - 1] - i) / (i + 1);
    index += cards[k - 1] < k ? 0 : choices;
  }
  return index;
}

std::string street_of(std::size_t cards) {
  if (cards == 0) return "preflop";
  if (cards < 3 || cards > 5) fail("expected a board of 3 to 5 cards, or none");
  return cards == 3 ? "flop" : cards == 4 ? "turn" : "river";
}

// The numerator of a metric of a hand on a board.
std::uint64_t numerator(const std::string& folder, const std::string& metric, const Cards& hand,
                        const Cards& board) {
  if (hand.size() != 2) fail("expected a hand of 2 cards, e.g. AsKd");
  std::uint64_t seen = 0;
  for (const Cards& cards : {hand, board})
    for (const unsigned card : cards) {
      if (seen >> card & 1) fail("expected different cards");
      seen |= std::uint64_t{1} << card;
    }
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

std::vector<std::string> parts(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, '-');) result.push_back(part);
  return result;
}

// A sequence of buckets as a number, of which they are the digits.
std::size_t sequence_number(const Numbers& sequence, const Numbers& sizes) {
  std::size_t value = 0;
  for (std::size_t street = 0; street < sequence.size(); ++street)
    value = value * sizes.at(street) + sequence[street];
  return value;
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
