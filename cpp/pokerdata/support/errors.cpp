#include "pokerdata/support/errors.hpp"

namespace pokerdata::support {

Text::Text(const char* text) : text_(text) {}
Text::Text(std::string_view text) : text_(text) {}
Text::Text(const std::string& text) : text_(text) {}
Text::Text(char letter) : text_(1, letter) {}
Text::Text(long long number) : text_(std::to_string(number)) {}
Text::Text(unsigned long long number) : text_(std::to_string(number)) {}
Text::Text(double number) : text_(std::to_string(number)) {}
Text::Text(std::initializer_list<Text> parts) {
  for (const Text& part : parts) text_ += part.text_;
}

ArgumentError expected(const Text& what, const Text& rule) {
  return ArgumentError(what.string() + ": expected " + rule.string());
}

ArgumentError expected(const Text& what, const Text& rule, const Text& got) {
  return ArgumentError(what.string() + ": expected " + rule.string() + ", got " + got.string());
}

}  // namespace pokerdata::support
