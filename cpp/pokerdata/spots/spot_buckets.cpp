#include "pokerdata/spots/spot_buckets.hpp"

#include <algorithm>
#include <string>

#include "pokerdata/support/errors.hpp"

namespace pokerdata::spots {

SpotBuckets make_spot_buckets(const SpotGame& game,
                              const std::vector<std::array<std::span<const std::uint16_t>, 2>>& buckets) {
  if (buckets.size() != game.cards.streets.size())
    throw support::expected("buckets", {"those of ", game.cards.streets.size(), " streets"}, buckets.size());
  SpotBuckets found;
  for (std::size_t street = 0; street < buckets.size(); ++street) {
    auto& sides = found.streets.emplace_back();
    for (const int player : {0, 1}) {
      SpotBuckets::Side& side = sides[player];
      std::size_t states = 0;
      for (const SpotBoard& board : game.cards.streets[street].boards) {
        side.first.push_back(states);
        states += board.hands[player].states();
      }
      const auto given = buckets[street][player];
      if (given.size() != states)
        throw support::expected("buckets", {"one for each of ", states, " hands on boards"}, given.size());
      side.of.assign(given.begin(), given.end());
      for (const std::uint16_t b : side.of) side.count = std::max(side.count, std::int32_t{b} + 1);
    }
  }
  return found;
}

}  // namespace pokerdata::spots
