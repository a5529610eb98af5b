#include "pokerdata/support/table_text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

#include "pokerdata/support/errors.hpp"

namespace pokerdata::support {

void add_number(double number, std::string& text) {
  if (std::isnan(number)) return;
  if (std::signbit(number)) text += '-';
  if (std::isinf(number)) {
    text += "inf";
    return;
  }
  std::array<char, 32> room;
  const auto end =
      std::to_chars(room.data(), room.data() + room.size(), std::abs(number), std::chars_format::scientific);
  const std::string_view found(room.data(), static_cast<std::size_t>(end.ptr - room.data()));
  const std::size_t mark = found.find('e');
  std::string digits(1, found[0]);
  if (mark > 2) digits += found.substr(2, mark - 2);
  int exponent = 0;
  std::from_chars(found.data() + mark + (found[mark + 1] == '+' ? 2 : 1), end.ptr, exponent);
  const int whole = exponent + 1, count = static_cast<int>(digits.size());  // digits before the point
  if (whole > 16 || whole <= -4) {
    text += digits[0];
    if (count > 1) (text += '.').append(digits, 1);
    text += exponent < 0 ? "e-" : "e+";
    if (std::abs(exponent) < 10) text += '0';
    text += std::to_string(std::abs(exponent));
  } else if (whole <= 0) {
    text.append("0.").append(static_cast<std::size_t>(-whole), '0').append(digits);
  } else if (count <= whole) {
    text.append(digits).append(static_cast<std::size_t>(whole - count), '0').append(".0");
  } else {
    text.append(digits, 0, static_cast<std::size_t>(whole)).append(1, '.');
    text.append(digits, static_cast<std::size_t>(whole));
  }
}

std::string table_text(std::span<const std::string_view> words, std::span<const double> numbers,
                       const std::vector<std::string>& between) {
  if (between.size() < 2 || numbers.size() != words.size() * (between.size() - 2))
    throw expected("numbers", "rows x columns of them", numbers.size());
  const std::size_t columns = between.size() - 2;
  std::string text;
  for (std::size_t row = 0; row < words.size(); ++row) {
    text.append(between[0]).append(words[row]).append(between[1]);
    for (std::size_t column = 0; column < columns; ++column) {
      add_number(numbers[row * columns + column], text);
      text += between[column + 2];
    }
  }
  return text;
}

}  // namespace pokerdata::support
