#include "pokerdata/agents/translation.hpp"

#include "pokerdata/support/errors.hpp"

namespace pokerdata::agents {
namespace {

// Sizes in pots are rounded, so what ties exactly may differ by a few units in the last place. Up to this
// part of the larger neighbour, a tie goes to the smaller one.
constexpr double tie = 1e-12;

double pseudo_harmonic(double low, double high, double size) {
  return (high - size) * (1 + low) / ((high - low) * (1 + size));
}

// Similarities low/size and size/high, scaled to be 0 at the other neighbour and 1 at the own one.
double geometric(double low, double high, double size) {
  const double ratio = low / high;
  const double to_low = (low / size - ratio) / (1 - ratio), to_high = (size / high - ratio) / (1 - ratio);
  return to_low / (to_low + to_high);
}

}  // namespace

Translation translation_of(const std::string& name) {
  if (name == "pseudo-harmonic") return Translation::pseudo_harmonic;
  if (name == "pseudo-harmonic-split") return Translation::pseudo_harmonic_split;
  if (name == "soft") return Translation::soft;
  if (name == "hard") return Translation::hard;
  if (name == "nearest") return Translation::nearest;
  throw support::expected("translation", "pseudo-harmonic, pseudo-harmonic-split, soft, hard or nearest",
                          {"'", name, "'; e.g. 'pseudo-harmonic'"});
}

double share_of_lower(Translation translation, double low, double high, double size) {
  if (size <= low) return 1;
  if (size >= high) return 0;
  switch (translation) {
    case Translation::pseudo_harmonic:
      return pseudo_harmonic(low, high, size);
    case Translation::pseudo_harmonic_split:
      return pseudo_harmonic(low, high, size) >= 0.5 - tie ? 1 : 0;
    case Translation::soft:
      return geometric(low, high, size);
    case Translation::hard:
      return low / size >= size / high - tie ? 1 : 0;
    default:
      return size - low <= high - size + tie * high ? 1 : 0;
  }
}

}  // namespace pokerdata::agents
