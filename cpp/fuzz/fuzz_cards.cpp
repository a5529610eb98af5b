// Any bytes as cards: what is read is written and read back, and what is refused has a reason.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "pokerdata/cards/cards.hpp"
#include "pokerdata/support/errors.hpp"

using namespace pokerdata;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const auto found = cards::parse_cards(text);
    const auto again = cards::parse_cards(cards::format_cards(found.data(), static_cast<int>(found.size())));
    if (found != again) std::abort();
  } catch (const support::ArgumentError& error) {
    if (std::string_view(error.what()).empty()) std::abort();
  }
  return 0;
}
