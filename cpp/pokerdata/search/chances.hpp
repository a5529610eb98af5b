#pragma once
#include <span>
#include <vector>

#include "pokerdata/search/hidden_cards.hpp"

namespace pokerdata::search {

// Shares of the pot that a hand wins from some opponents at a showdown, sampled.
struct Chances {
  double now;     // if the present board were the last
  double in_end;  // with the whole board, all staying in
};

// ranges: of the opponents, as for HiddenCards. The board has at least as many cards as hands need to be
// compared, or none: then `now` is `in_end`. Throws ArgumentError as HiddenCards does.
Chances sampled_chances(const play::Definition& rules, const Hole& hole, std::span<const cards::Card> board,
                        const std::vector<HiddenCards::Range>& ranges, std::int64_t samples,
                        std::uint64_t seed);

}  // namespace pokerdata::search
