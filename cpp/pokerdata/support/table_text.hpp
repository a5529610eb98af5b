#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pokerdata::support {

// Adds a number as Python writes a float: the fewest digits that stand for it alone, '1.0', '1e-05', 'inf';
// nothing where it is none.
void add_number(double number, std::string& text);

// Lines of a table: of each row between[0], its word, between[1], its first number, between[2] and so on;
// the last of `between` ends the line. `numbers` are [rows][between - 2].
std::string table_text(std::span<const std::string_view> words, std::span<const double> numbers,
                       const std::vector<std::string>& between);

}  // namespace pokerdata::support
