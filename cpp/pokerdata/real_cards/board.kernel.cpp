#include "pokerdata/real_cards/board_kernel.hpp"
#include "pokerdata/support/vectors.hpp"

namespace pokerdata::real_cards::POKERDATA_ISA {
namespace {

using namespace support::POKERDATA_ISA;

using Row = Vector<float>;
constexpr std::int64_t step = lanes<float>;
// Rows of reach summed at once: as many as registers hold.
constexpr int most_at_once = vector_bytes == 64 ? 20 : 12;

inline Row row_of(const float* rows, std::int64_t number) { return load(rows + number * step); }
inline void put(float* rows, std::int64_t number, Row row) { store(rows + number * step, row); }

// Sums of `count` rows of reach, from row `first` on, over some hands.
template <int count>
inline void sum_members(const ColumnView& column, const Member* member, const Member* end, int first,
                        Row* sums) {
  const std::int64_t stride = column.vectors * step;
  const float* const table = column.table + first * step;
  Row sum[count];
#pragma GCC unroll 20
  for (int v = 0; v < count; ++v) sum[v] = Row{};
  for (; member != end; ++member) {
    const Row reach = row_of(column.reach, member->combination);
    const float* const played = table + member->state * stride;
#pragma GCC unroll 20
    for (int v = 0; v < count; ++v) sum[v] = multiply_add(reach, row_of(played, v), sum[v]);
  }
#pragma GCC unroll 20
  for (int v = 0; v < count; ++v) sums[v] = sum[v];
}

// Calls body.operator()<n>(first) for stretches of at most most_at_once of `count` rows.
template <int n, class Body>
inline void stretch(int count, int first, const Body& body) {
  if constexpr (n > 0) {
    if (count == n)
      body.template operator()<n>(first);
    else
      stretch<n - 1>(count, first, body);
  }
}
template <class Body>
inline void for_each_stretch(int count, const Body& body) {
  const int stretches = (count + most_at_once - 1) / most_at_once;
  for (int s = 0, first = 0; s < stretches; ++s) {
    const int n = (count - first) / (stretches - s);
    stretch<most_at_once>(n, first, body);
    first += n;
  }
}

// Where the sums of a column stand in its scratch memory.
struct Sums {
  float *totals, *by_card, *at_group;  // [card][summed], [card][functional], [place in the group][showdown]
  float *base, *lost, *here, *added;   // [functional]
  float* saved;

  explicit Sums(const ColumnView& column) {
    totals = column.scratch;
    by_card = totals + 52 * step * column.summed;
    at_group = by_card + 52 * step * column.functionals;
    base = at_group + 52 * step * column.showdowns;
    lost = base + step * column.functionals;
    here = lost + step * column.functionals;
    added = here + step * column.functionals;
    saved = added + step * column.functionals;
  }
};

// Of the whole board: what all hands lose at showdown if all others are stronger, and what folds win.
void begin(const HandsView& hands, const ColumnView& column, const Sums& sums) {
  for (int c = 0; c < hands.card_count; ++c) {
    const CardHands& with = hands.cards[c];
    for_each_stretch(column.summed, [&]<int n>(int first) {
      Row found[n];
      sum_members<n>(column, hands.members + with.first, hands.members + with.end, first, found);
      for (int v = 0; v < n; ++v) put(sums.totals, with.card * column.summed + first + v, found[v]);
    });
  }
  for (int f = 0; f < column.functionals; ++f) {
    const Row showdown = row_of(column.chips, 2 * f), fold = row_of(column.chips, 2 * f + 1);
    const int other = column.functional[f].fold;
    Row all{};
    for (int c = 0; c < hands.card_count; ++c) {
      const int card = hands.cards[c].card;
      const float* const total = sums.totals + card * step * column.summed;
      Row sum{};
      if (other >= 0) sum = fold * row_of(total, other);
      if (f < column.showdowns) sum -= showdown * row_of(total, f);
      put(sums.by_card, card * column.functionals + f, sum);
      all += sum;
    }
    // Every hand was counted with both of its cards.
    put(sums.base, f, 0.5f * all);
    put(sums.here, f, 0.5f * all);
    put(sums.lost, f, Row{});
  }
}

// Hands of a group come in: weaker and equal ones count together with the weaker alone, which is what is left
// of (weaker) + (weaker and equal) - (all) once the own cards are taken away.
void enter_group(const HandsView& hands, const Group& group, const ColumnView& column, const Sums& sums) {
  for (int f = 0; f < column.showdowns; ++f) put(sums.added, f, Row{});
  for_each_stretch(column.showdowns, [&]<int n>(int first) {
    for (int c = group.first_card; c < group.end_card; ++c) {
      const CardHands& with = hands.group_cards[c];
      Row found[n];
      sum_members<n>(column, hands.group_members + with.first, hands.group_members + with.end, first, found);
      float* const at = sums.at_group + ((c - group.first_card) * column.showdowns + first) * step;
      float* const card = sums.by_card + (with.card * column.functionals + first) * step;
      float* const added = sums.added + first * step;
      for (int v = 0; v < n; ++v) {
        const Row chips = row_of(column.chips, 2 * (first + v));
        const Row between = multiply_add(chips, found[v], row_of(card, v));
        put(at, v, between);
        put(card, v, multiply_add(chips, found[v], between));
        put(added, v, multiply_add(chips, found[v], row_of(added, v)));
      }
    }
  });
  // The sum over all hands with what its rounding lost (Neumaier's sum), because it has many terms.
  for (int f = 0; f < column.showdowns; ++f) {
    const Row before = row_of(sums.base, f), added = row_of(sums.added, f), after = before + added;
    const Row rest = after - before;
    const Row lost = row_of(sums.lost, f);
    put(sums.here, f, multiply_add(broadcast(0.5f), added, before) + lost);
    put(sums.lost, f, lost + ((before - (after - rest)) + (added - rest)));
    put(sums.base, f, after);
  }
}

template <int n>
inline void deliver(const Hand* hand, const ColumnView& column, const Sums& sums) {
  Row value[n], reach[n], found[n];
  const float *table[n], *own[n], *low[n], *high[n], *low_here[n], *high_here[n];
  for (int i = 0; i < n; ++i) {
    reach[i] = row_of(column.reach, hand[i].combination);
    table[i] = column.table + hand[i].state * column.vectors * step;
    own[i] = column.own + hand[i].own * column.shares * step;
    low[i] = sums.by_card + hand[i].low * column.functionals * step;
    high[i] = sums.by_card + hand[i].high * column.functionals * step;
    low_here[i] = sums.at_group + hand[i].low_place * column.showdowns * step;
    high_here[i] = sums.at_group + hand[i].high_place * column.showdowns * step;
    value[i] = Row{};
  }
  float* saved = sums.saved;
  const Operation* const end = column.operations + column.operation_count;
  for (const Operation* o = column.operations; o != end; ++o) {
    switch (o->kind) {
      case Operation::Kind::take: {
        const std::int64_t f = o->index;
        if (o->source == Source::row) {
          for (int i = 0; i < n; ++i) found[i] = row_of(column.rows[f], hand[i].combination);
          break;
        }
        const Row all = row_of(sums.here, f);
        if (o->source == Source::fold) {
          for (int i = 0; i < n; ++i) found[i] = all - row_of(low[i], f) - row_of(high[i], f);
        } else {
          for (int i = 0; i < n; ++i) found[i] = all - row_of(low_here[i], f) - row_of(high_here[i], f);
        }
        // The same two cards were taken away twice.
        if (o->source != Source::showdown) {
          const std::int64_t row = column.functional[f].fold;
          const Row chips = row_of(column.chips, 2 * f + 1);
          for (int i = 0; i < n; ++i)
            found[i] = multiply_add(chips * reach[i], row_of(table[i], row), found[i]);
        }
        break;
      }
      case Operation::Kind::save:
        for (int i = 0; i < n; ++i) put(saved, i, value[i]);
        saved += n * step;
        continue;
      case Operation::Kind::scale:
        for (int i = 0; i < n; ++i) value[i] *= row_of(own[i], o->share);
        continue;
      default:  // join_saved
        saved -= n * step;
        for (int i = 0; i < n; ++i) found[i] = row_of(saved, i);
        break;
    }
    if (o->share >= 0)
      for (int i = 0; i < n; ++i) found[i] *= row_of(own[i], o->share);
    switch (o->join) {
      case Join::set:
        for (int i = 0; i < n; ++i) value[i] = found[i];
        break;
      case Join::add:
        for (int i = 0; i < n; ++i) value[i] += found[i];
        break;
      case Join::max:
        for (int i = 0; i < n; ++i) value[i] = value[i] > found[i] ? value[i] : found[i];
        break;
    }
  }
  for (int i = 0; i < n; ++i) {
    float* const at = column.values + hand[i].combination * step;
    store(at, multiply_add(broadcast(column.weight), value[i], load(at)));
  }
}

}  // namespace

int width() { return static_cast<int>(step); }

void add_board_values(const HandsView& hands, const ColumnView& column) {
  const Sums sums(column);
  begin(hands, column, sums);
  for (int g = 0; g < hands.group_count; ++g) {
    const Group& group = hands.groups[g];
    if (column.showdowns > 0) enter_group(hands, group, column, sums);
    int h = group.first;
    for (; h + hands_at_once <= group.end; h += hands_at_once)
      deliver<hands_at_once>(hands.hands + h, column, sums);
    for (; h + 2 <= group.end; h += 2) deliver<2>(hands.hands + h, column, sums);
    if (h < group.end) deliver<1>(hands.hands + h, column, sums);
  }
}

}  // namespace pokerdata::real_cards::POKERDATA_ISA
