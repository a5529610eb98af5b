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
    const Row reach = member->count * row_of(column.reach, member->like);
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
  float *by_card, *at_group;        // [card][functional], [place in the group][functional]
  float *base, *lost, *here;        // [functional]
  float* rows;                      // [row of reach]
  float *found, *gathered, *saved;  // [functional][hand], [hand], [saved][hand]

  explicit Sums(const ColumnView& column) {
    const std::int64_t row = step * column.functionals;
    by_card = column.scratch;
    at_group = by_card + 52 * row;
    base = at_group + 52 * row;
    lost = base + row;
    here = lost + row;
    rows = here + row;
    found = rows + step * summed(column);
    gathered = found + hands_at_once * row;
    saved = gathered + hands_at_once * step;
  }
  static int summed(const ColumnView& column) {
    return column.showdowns + column.functionals - column.first_fold;
  }
};

// Sums of the first `count` rows of reach over some hands.
inline void sum_rows(const ColumnView& column, const Member* member, const Member* end, int count,
                     float* rows) {
  for_each_stretch(count, [&]<int n>(int first) {
    Row found[n];
    sum_members<n>(column, member, end, first, found);
#pragma GCC unroll 20
    for (int v = 0; v < n; ++v) put(rows, first + v, found[v]);
  });
}

// Of the whole board: what all hands lose at showdown if all others are stronger, and what folds win.
void begin(const HandsView& hands, const ColumnView& column, const Sums& sums) {
  for (int f = 0; f < column.functionals; ++f) {
    put(sums.base, f, Row{});
    put(sums.lost, f, Row{});
  }
  const float* const folds = sums.rows + column.showdowns * step;
  for (int c = 0; c < hands.card_count; ++c) {
    const CardHands& with = hands.cards[c];
    sum_rows(column, hands.members + with.first, hands.members + with.end, Sums::summed(column), sums.rows);
    float* const card = sums.by_card + with.card * column.functionals * step;
    for (int f = 0; f < column.functionals; ++f) {
      Row sum{};
      if (f >= column.first_fold) sum = row_of(folds, f - column.first_fold);
      if (f < column.showdowns) sum -= row_of(sums.rows, f);
      put(card, f, sum);
      put(sums.base, f, row_of(sums.base, f) + sum);
    }
  }
  // Every hand was counted with both of its cards.
  for (int f = 0; f < column.functionals; ++f) {
    const Row all = 0.5f * row_of(sums.base, f);
    put(sums.base, f, all);
    put(sums.here, f, all);
  }
}

// Hands of a group come in: weaker and equal ones count together with the weaker alone, which is what is left
// of (weaker) + (weaker and equal) - (all) once the own cards are taken away.
void enter_group(const HandsView& hands, const Group& group, const ColumnView& column, const Sums& sums) {
  const std::int64_t stride = column.functionals * step;
  for_each_stretch(column.showdowns, [&]<int n>(int first) {
    for (int c = group.first_card; c < group.end_card; ++c) {
      const CardHands& with = hands.group_cards[c];
      Row found[n];
      sum_members<n>(column, hands.group_members + with.first, hands.group_members + with.end, first, found);
      float* const at = sums.at_group + (c - group.first_card) * stride + first * step;
      float* const card = sums.by_card + with.card * stride + first * step;
#pragma GCC unroll 20
      for (int v = 0; v < n; ++v) {
        const Row between = row_of(card, v) + found[v];
        put(at, v, between);
        put(card, v, between + found[v]);
      }
    }
  });
  for (int c = group.first_card; c < group.end_card; ++c) {
    float* const at = sums.at_group + (c - group.first_card) * stride;
    const float* const card = sums.by_card + hands.group_cards[c].card * stride;
    for (int f = column.showdowns; f < column.functionals; ++f) put(at, f, row_of(card, f));
  }
  // The sum over all hands with what its rounding lost (Neumaier's sum), because it has many terms.
  sum_rows(column, hands.group_members + group.members, hands.group_members + group.end_members,
           column.showdowns, sums.rows);
  for (int f = 0; f < column.showdowns; ++f) {
    const Row half = row_of(sums.rows, f), added = half + half;
    const Row before = row_of(sums.base, f), after = before + added;
    const Row rest = after - before;
    const Row lost = row_of(sums.lost, f);
    put(sums.here, f, (before + half) + lost);
    put(sums.lost, f, lost + ((before - (after - rest)) + (added - rest)));
    put(sums.base, f, after);
  }
}

// All functionals of a hand, as number `place` of those delivered at once.
inline void find(const Hand& hand, const ColumnView& column, const Sums& sums, const float* low,
                 const float* high, int place) {
  float* const found = sums.found + place * step;
  for_each_stretch(column.first_fold, [&]<int n>(int first) {
#pragma GCC unroll 20
    for (int v = 0; v < n; ++v) {
      const int f = first + v;
      put(found, f * hands_at_once, row_of(sums.here, f) - row_of(low, f) - row_of(high, f));
    }
  });
  const Row reach = row_of(column.reach, hand.like);
  const float* const played = column.table + (hand.state * column.vectors + column.showdowns) * step;
  for_each_stretch(column.functionals - column.first_fold, [&]<int n>(int first) {
#pragma GCC unroll 20
    for (int v = 0; v < n; ++v) {
      const int f = column.first_fold + first + v;
      const Row all = row_of(sums.here, f) - row_of(low, f) - row_of(high, f);
      // The same two cards were taken away twice.
      put(found, f * hands_at_once, multiply_add(reach, row_of(played, first + v), all));
    }
  });
}

// The values of `n` of the hands whose functionals are found, from number `place` of them on.
template <int n>
inline void deliver(const Hand* hand, const ColumnView& column, const Sums& sums, int place) {
  Row value[n];
  for (int i = 0; i < n; ++i) value[i] = Row{};
  float* saved = sums.saved;
  const auto own = [&](int i, std::int64_t share) {
    return row_of(column.own, hand[i].own * std::int64_t{column.shares} + share);
  };
  const Operation* const end = column.operations + column.operation_count;
  for (const Operation* o = column.operations; o != end; ++o) {
    const float* from;
    switch (o->kind) {
      case Operation::Kind::save:
        for (int i = 0; i < n; ++i) put(saved, i, value[i]);
        saved += n * step;
        continue;
      case Operation::Kind::scale:
        for (int i = 0; i < n; ++i) value[i] *= own(i, o->share);
        continue;
      case Operation::Kind::take:
        from = sums.found + (o->index * hands_at_once + place) * step;
        if (o->source == Source::row) {
          for (int i = 0; i < n; ++i)
            put(sums.gathered, i, row_of(column.rows[o->index], hand[i].combination));
          from = sums.gathered;
        }
        break;
      default:  // join_saved
        saved -= n * step;
        from = saved;
    }
    if (o->share >= 0) {
      for (int i = 0; i < n; ++i) put(sums.gathered, i, row_of(from, i) * own(i, o->share));
      from = sums.gathered;
    }
    switch (o->join) {
      case Join::set:
        for (int i = 0; i < n; ++i) value[i] = row_of(from, i);
        break;
      case Join::add:
        for (int i = 0; i < n; ++i) value[i] += row_of(from, i);
        break;
      default:  // max
        for (int i = 0; i < n; ++i) {
          const Row other = row_of(from, i);
          value[i] = value[i] > other ? value[i] : other;
        }
    }
  }
  const Row weight = broadcast(column.weight);
  for (int i = 0; i < n; ++i) {
    float* const at = column.values + hand[i].combination * step;
    store(at, multiply_add(weight, value[i], load(at)));
  }
}

}  // namespace

int width() { return static_cast<int>(step); }

void add_board_values(const HandsView& hands, const ColumnView& column) {
  const Sums sums(column);
  begin(hands, column, sums);
  const std::int64_t stride = column.functionals * step;
  int waiting = 0;
  const Hand* hand = hands.hands;
  for (int g = 0; g < hands.group_count; ++g) {
    const Group& group = hands.groups[g];
    const bool grouped = column.showdowns > 0;
    if (grouped) enter_group(hands, group, column, sums);
    for (int h = group.first; h < group.end; ++h, ++hand) {
      if (grouped)
        find(*hand, column, sums, sums.at_group + hand->low_place * stride,
             sums.at_group + hand->high_place * stride, waiting);
      else
        find(*hand, column, sums, sums.by_card + hand->low * stride, sums.by_card + hand->high * stride,
             waiting);
      if (++waiting == hands_at_once) {
        deliver<hands_at_once>(hand + 1 - hands_at_once, column, sums, 0);
        waiting = 0;
      }
    }
  }
  for (int i = 0; i < waiting; ++i) deliver<1>(hand - waiting + i, column, sums, i);
}

}  // namespace pokerdata::real_cards::POKERDATA_ISA
