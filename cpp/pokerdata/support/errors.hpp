#pragma once
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace pokerdata::support {

// An invalid argument: becomes ValueError in Python. The message names the value, the rule and an example.
struct ArgumentError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// Memory or disk would not suffice: becomes pokerdata.CapacityError. Raised before any work.
struct CapacityError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The user asked a running kernel to stop.
struct Cancelled : std::runtime_error {
  Cancelled() : std::runtime_error("cancelled") {}
};

// A part of a message: text, a number, or several of them in braces.
class Text {
 public:
  Text(const char* text);           // NOLINT(google-explicit-constructor)
  Text(std::string_view text);      // NOLINT(google-explicit-constructor)
  Text(const std::string& text);    // NOLINT(google-explicit-constructor)
  Text(char letter);                // NOLINT(google-explicit-constructor)
  Text(long long number);           // NOLINT(google-explicit-constructor)
  Text(unsigned long long number);  // NOLINT(google-explicit-constructor)
  Text(double number);              // NOLINT(google-explicit-constructor)
  Text(std::initializer_list<Text>);
  template <class T>
    requires std::is_integral_v<T>
  Text(T number)  // NOLINT(google-explicit-constructor)
      : Text(static_cast<std::conditional_t<std::is_signed_v<T>, long long, unsigned long long>>(number)) {}

  const std::string& string() const { return text_; }

 private:
  std::string text_;
};

// "what: expected rule, got got": to be thrown.
ArgumentError expected(const Text& what, const Text& rule);
ArgumentError expected(const Text& what, const Text& rule, const Text& got);

}  // namespace pokerdata::support
