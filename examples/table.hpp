// A table of pokerdata, read with the C library of HDF5, and cards and sequences of buckets as numbers: what
// read_tables.cpp and read_each_table.cpp share. Nothing of pokerdata is used.

#pragma once

#include <fcntl.h>
#include <hdf5.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

using Numbers = std::vector<std::uint64_t>;

[[noreturn]] inline void fail(const std::string& what) { throw std::runtime_error(what); }

// A whole number in text, as buckets, rows and classes are written.
inline std::uint64_t number(const std::string& text) {
  if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != std::string::npos)
    fail(text + ": expected a whole number, e.g. 3");
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
    const hid_t type = std::is_same_v<T, double>         ? H5T_NATIVE_DOUBLE
                       : std::is_same_v<T, std::int64_t> ? H5T_NATIVE_INT64
                                                         : H5T_NATIVE_UINT64;
    H5Sselect_hyperslab(space, H5S_SELECT_SET, first.data(), nullptr, lengths.data(), nullptr);
    if (H5Dread(dataset, type, memory, space, H5P_DEFAULT, values.data()) < 0)
      fail(name + ": not to be read");
    H5Sclose(memory), H5Sclose(space), H5Dclose(dataset);
    return values;
  }
  template <class T = std::uint64_t>
  std::vector<T> all(const std::string& name) const {
    const std::vector<hsize_t> whole = shape(name);
    return block<T>(name, std::vector<hsize_t>(whole.size()), whole);
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

inline Cards parse(const std::string& text) {
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

inline bool all_different(Cards cards) {
  std::sort(cards.begin(), cards.end());
  return std::adjacent_find(cards.begin(), cards.end()) == cards.end();
}

// Hole cards, or a board of so many: all different.
inline Cards parse(const std::string& text, std::size_t least, std::size_t most) {
  const Cards cards = parse(text);
  if (cards.size() < least || cards.size() > most || !all_different(cards))
    fail(text + ": expected " + std::to_string(least) + (most > least ? " to " + std::to_string(most) : "") +
         " different cards, e.g. " + (most > 2 ? "3h4cJh" : "AsKd"));
  return cards;
}

inline std::string street_of(std::size_t cards) {
  if (cards == 0) return "preflop";
  if (cards < 3 || cards > 5) fail("expected a board of 3 to 5 cards, or none");
  return cards == 3 ? "flop" : cards == 4 ? "turn" : "river";
}

// The place of a set of cards among those of its size: the column of hole cards, the row of a raw board.
inline std::size_t set_index(Cards cards) {
  std::sort(cards.begin(), cards.end());
  std::size_t index = 0;
  for (std::size_t k = 1; k <= cards.size(); ++k) {
    std::size_t choices = 1;
    for (std::size_t i = 0; i < k; ++i) choices = choices * (cards[k - 1] - i) / (i + 1);
    index += cards[k - 1] < k ? 0 : choices;
  }
  return index;
}

inline std::vector<std::string> parts(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, '-');) result.push_back(part);
  return result;
}

// A sequence of buckets as a number, of which they are the digits.
inline std::size_t sequence_number(const Numbers& sequence, const Numbers& sizes) {
  std::size_t value = 0;
  for (std::size_t street = 0; street < sequence.size(); ++street) {
    if (sequence[street] >= sizes.at(street))
      fail("bucket " + std::to_string(sequence[street]) + ": expected 0 to " +
           std::to_string(sizes[street] - 1) + " on street " + std::to_string(street + 1));
    value = value * sizes[street] + sequence[street];
  }
  return value;
}
