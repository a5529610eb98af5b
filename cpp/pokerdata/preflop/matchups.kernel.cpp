#include <bit>
#include <cstdint>

#include "pokerdata/preflop/matchup_kernel.hpp"
#include "pokerdata/support/vectors.hpp"

namespace pokerdata::preflop::POKERDATA_ISA {
namespace {

using namespace support::POKERDATA_ISA;

constexpr int height = 8;  // rows whose counters stay in registers
using Places = Vector<std::int8_t>;
using Counters = Vector<std::uint8_t>;
constexpr int width = lanes<std::int8_t>;

}  // namespace

void add_matchups(const MatchupBatch& batch, int first_row, int last_row, std::uint32_t* wins) {
  for (int x = 0; x < matchup_side; x += width)
    for (int row = first_row; row < last_row; row += height) {
      Counters won[height] = {};
      for (int board = 0; board < batch.boards; ++board) {
        const Places column = load(batch.columns[board].of + x);
        const std::int8_t* place = batch.rows[board].of + row;
        // A true comparison is -1, all bits of it.
        for (int y = 0; y < height; ++y) won[y] -= std::bit_cast<Counters>((Places{} + place[y]) > column);
      }
      for (int y = 0; y < height; ++y) {
        std::uint32_t* out = wins + (row + y) * matchup_side + x;
        for (int l = 0; l < width; ++l) out[l] += batch.weight * won[y][l];
      }
    }
}

}  // namespace pokerdata::preflop::POKERDATA_ISA
