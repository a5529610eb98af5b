#include <cstdint>

#include "pokerdata/preflop/matchup_kernel.hpp"

namespace pokerdata::POKERDATA_ISA {
namespace {

// Wider vectors than the processor has would be taken apart into single bytes.
#if defined(POKERDATA_ISA_avx512)
constexpr int lanes = 64;
#elif defined(POKERDATA_ISA_avx2)
constexpr int lanes = 32;
#else
constexpr int lanes = 16;
#endif
constexpr int height = 8;  // rows whose counters stay in registers
typedef std::int8_t Lanes __attribute__((vector_size(lanes), aligned(lanes)));

}  // namespace

void add_matchups(const MatchupBatch& batch, int first_row, int last_row, std::uint32_t* wins) {
  for (int x = 0; x < matchup_side; x += lanes)
    for (int row = first_row; row < last_row; row += height) {
      Lanes losses[height] = {};  // a true comparison is -1
      for (int board = 0; board < batch.boards; ++board) {
        const Lanes column = *reinterpret_cast<const Lanes*>(batch.columns[board].of + x);
        const std::int8_t* place = batch.rows[board].of + row;
        for (int y = 0; y < height; ++y) losses[y] += (Lanes{} + place[y]) > column;
      }
      for (int y = 0; y < height; ++y) {
        std::uint32_t* out = wins + (row + y) * matchup_side + x;
        for (int l = 0; l < lanes; ++l) out[l] += batch.weight * static_cast<std::uint8_t>(-losses[y][l]);
      }
    }
}

}  // namespace pokerdata::POKERDATA_ISA
