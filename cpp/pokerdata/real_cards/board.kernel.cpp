#include <algorithm>

#include "pokerdata/real_cards/board_kernel.hpp"
#include "pokerdata/support/vectors.hpp"

namespace pokerdata::real_cards::POKERDATA_ISA {
namespace {

using namespace support::POKERDATA_ISA;

using Row = Vector<float>;
constexpr std::int64_t step = lanes<float>;
// Rows of reach summed at once: as many as registers hold, and those of a street of limit hold'em.
constexpr int most_at_once = vector_bytes == 64 ? 20 : 13;

inline Row row_of(const float* rows, std::int64_t number) { return load(rows + number * step); }
inline void put(float* rows, std::int64_t number, Row row) { store(rows + number * step, row); }

// Sums of `count` rows of reach over some hands. rows: the first of them, [class][stride].
template <int count>
inline void sum_members(const float* rows, std::int64_t stride, const Member* member, const Member* end,
                        Row* sums) {
  Row sum[count];
#pragma GCC unroll 20
  for (int v = 0; v < count; ++v) sum[v] = Row{};
  for (; member != end; ++member) {
    const float* const reach = rows + member->kind * stride;
    const Row hands = broadcast(member->count);
#pragma GCC unroll 20
    for (int v = 0; v < count; ++v) sum[v] = multiply_add(hands, row_of(reach, v), sum[v]);
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
  float *by_card, *at_group;  // [card][showdown], [place in the stretch][showdown]
  float* folds;               // [card][fold alone]
  float *all, *lost;          // [functional], [showdown]
  float *rows, *values;       // [row of reach], [value][hand]
  float* reach;               // [class][row of reach]

  explicit Sums(const ColumnView& column) {
    const std::int64_t showdowns = step * column.showdowns, functionals = step * column.functionals;
    by_card = column.scratch;
    at_group = by_card + 52 * showdowns;
    folds = at_group + most_places * showdowns;
    all = folds + 52 * (functionals - showdowns);
    lost = all + functionals;
    rows = lost + showdowns;
    values = rows + step * column.summed;
    reach = values + step * hands_at_once * column.values_at_once;
  }
};

// Sums of the first `count` rows of reach over some hands.
inline void sum_rows(const ColumnView& column, const Member* member, const Member* end, int count,
                     const Sums& sums) {
  for_each_stretch(count, [&]<int n>(int first) {
    Row found[n];
    sum_members<n>(sums.reach + first * step, column.summed * step, member, end, found);
#pragma GCC unroll 20
    for (int v = 0; v < n; ++v) put(sums.rows, first + v, found[v]);
  });
}

// The opponent's reach with each class of hands, times chips.
void reach_classes(const HandsView& hands, const ColumnView& column, const Sums& sums) {
  float* to = sums.reach;
  for (const Class *of = hands.classes, *const end = of + hands.class_count; of != end; ++of) {
    if (column.settled) {
      const float* const reach = column.reach + of->like * column.vectors * step;
      for (int v = 0; v < column.vectors; ++v) put(to, v, row_of(reach, v) * row_of(column.table, v));
    } else {
      const Row reach = row_of(column.reach, of->like);
      const float* const played = column.table + of->state * std::int64_t{column.vectors} * step;
      for (int v = 0; v < column.summed; ++v) put(to, v, reach * row_of(played, v));
    }
    to += column.summed * step;
  }
}

// Of the whole board: what all hands lose at showdown if all others are stronger, and what folds win.
void begin(const HandsView& hands, const ColumnView& column, const Sums& sums) {
  const int showdowns = column.showdowns, folds = column.functionals - showdowns;
  for (int f = 0; f < column.functionals; ++f) put(sums.all, f, Row{});
  for (int f = 0; f < showdowns; ++f) put(sums.lost, f, Row{});
  for (int c = 0; c < hands.card_count; ++c) {
    const CardHands& with = hands.cards[c];
    sum_rows(column, hands.members + with.first, hands.members + with.end, column.summed, sums);
    float* const card = sums.by_card + with.card * showdowns * step;
    for (int f = 0; f < showdowns; ++f) {
      Row sum = -row_of(sums.rows, f);
      if (f >= column.first_fold) sum += row_of(sums.rows, showdowns + f - column.first_fold);
      put(card, f, sum);
      put(sums.all, f, row_of(sums.all, f) + with.alike * sum);
    }
    float* const fold = sums.folds + with.card * folds * step;
    for (int f = 0; f < folds; ++f) {
      const Row sum = row_of(column.fold_factors, f) * row_of(sums.rows, column.fold_rows[f]);
      put(fold, f, sum);
      put(sums.all, showdowns + f, row_of(sums.all, showdowns + f) + with.alike * sum);
    }
  }
  // Every hand was counted with both of its cards.
  for (int f = 0; f < column.functionals; ++f) put(sums.all, f, 0.5f * row_of(sums.all, f));
  // Half of all less those with a card: added for both cards of a hand, all that it meets.
  for (int c = 0; c < hands.card_count; ++c) {
    float* const fold = sums.folds + hands.cards[c].card * folds * step;
    for (int f = 0; f < folds; ++f) put(fold, f, 0.5f * row_of(sums.all, showdowns + f) - row_of(fold, f));
  }
}

// Hands of a group come in: weaker and equal ones count together with the weaker alone, which is what is left
// of (weaker) + (weaker and equal) - (all) once the own cards are taken away.
void enter_group(const HandsView& hands, const Group& group, const ColumnView& column, const Sums& sums) {
  const std::int64_t stride = column.showdowns * step, classes = column.summed * step;
  const Member* const members = hands.group_members;
  for_each_stretch(column.showdowns, [&]<int n>(int first) {
    const float* const reach = sums.reach + first * step;
    float* const rows = sums.rows;  // of this stretch alone
    Row found[n];
    // The sum over all hands with what its rounding lost (Neumaier's sum), because it has many terms.
    sum_members<n>(reach, classes, members + group.members, members + group.end_members, found);
    float* const all = sums.all + first * step;
    float* const losses = sums.lost + first * step;
#pragma GCC unroll 20
    for (int v = 0; v < n; ++v) {
      const Row equal = found[v], added = equal + equal;
      const Row before = row_of(all, v), after = before + added;
      const Row rest = after - before;
      const Row lost = row_of(losses, v);
      put(rows, v, 0.5f * ((before + equal) + lost));
      put(losses, v, lost + ((before - (after - rest)) + (added - rest)));
      put(all, v, after);
    }
    float* at = sums.at_group + group.first_place * stride + first * step;
    const CardHands* const end = hands.group_cards + group.end_card;
    for (const CardHands* with = hands.group_cards + group.first_card; with != end; ++with, at += stride) {
      sum_members<n>(reach, classes, members + with->first, members + with->end, found);
      float* const card = sums.by_card + with->card * stride + first * step;
#pragma GCC unroll 20
      for (int v = 0; v < n; ++v) {
        const Row between = row_of(card, v) + found[v];
        put(at, v, row_of(rows, v) - between);
        put(card, v, between + found[v]);
      }
    }
  });
}

// Hands whose values are found at once, and where their numbers stand.
struct Chunk {
  const float *at_group, *folds, *reach;
  std::uint32_t low[hands_at_once], high[hands_at_once], low_fold[hands_at_once], high_fold[hands_at_once],
      kind[hands_at_once];

  Chunk(const HandsView& hands, int first, int count, const ColumnView& column, const Sums& sums)
      : at_group(sums.at_group), folds(sums.folds), reach(sums.reach) {
    const auto showdowns = static_cast<std::uint32_t>(step * column.showdowns);
    const auto alone = static_cast<std::uint32_t>(step * (column.functionals - column.showdowns));
    const auto summed = static_cast<std::uint32_t>(step * column.summed);
    for (int i = 0; i < count; ++i) low[i] = hands.low_places[first + i] * showdowns;
    for (int i = 0; i < count; ++i) high[i] = hands.high_places[first + i] * showdowns;
    for (int i = 0; i < count; ++i) low_fold[i] = hands.lows[first + i] * alone;
    for (int i = 0; i < count; ++i) high_fold[i] = hands.highs[first + i] * alone;
    for (int i = 0; i < count; ++i) kind[i] = hands.kinds[first + i] * summed;
  }
  // What the weaker and stronger hands leave at a showdown.
  Row showdown(int i, std::int64_t f) const {
    return row_of(at_group + low[i], f) + row_of(at_group + high[i], f);
  }
  // At a fold the hand itself counts, which was taken away with both of its cards.
  Row with_fold(int i, std::int64_t f, std::int64_t row) const {
    return row_of(reach + kind[i], row) + showdown(i, f);
  }
  Row fold(int i, std::int64_t f, std::int64_t row, Row factor) const {
    return multiply_add(factor, row_of(reach + kind[i], row),
                        row_of(folds + low_fold[i], f) + row_of(folds + high_fold[i], f));
  }
};

inline Row larger(Row a, Row b) { return a > b ? a : b; }

// Values of hands joined with what a function gives for each.
template <class Of>
inline void join(Join how, int count, float* values, const Of& of) {
  switch (how) {
    case Join::set:
      for (int i = 0; i < count; ++i) put(values, i, of(i));
      break;
    case Join::add:
      for (int i = 0; i < count; ++i) put(values, i, row_of(values, i) + of(i));
      break;
    default:  // max
      for (int i = 0; i < count; ++i) put(values, i, larger(row_of(values, i), of(i)));
  }
}

// The values of at most hands_at_once hands.
void deliver(const HandsView& all, int first, int count, const ColumnView& column, const Sums& sums) {
  const Chunk chunk(all, first, count, column, sums);
  const Hand* const hand = all.hands + first;
  const int showdowns = column.showdowns;
  const Operation* const end = column.operations + column.operation_count;
  float* values = sums.values;
  for (const Operation* o = column.operations; o != end; ++o) {
    const auto take = [&](const auto& of) {
      if (o->share < 0)
        join(o->join, count, values, of);
      else
        join(o->join, count, values, [&](int i) {
          return of(i) * row_of(column.own, hand[i].own * std::int64_t{column.shares} + o->share);
        });
    };
    const auto fold_of = [&](int f) {
      return [&chunk, at = f - showdowns, row = column.fold_rows[f - showdowns],
              factor = row_of(column.fold_factors, f - showdowns)](int i) {
        return chunk.fold(i, at, row, factor);
      };
    };
    switch (o->source) {
      case Source::showdown:
        take([&, f = o->index](int i) { return chunk.showdown(i, f); });
        break;
      case Source::showdown_and_fold:
        take([&, f = o->index, row = showdowns + o->index - column.first_fold](int i) {
          return chunk.with_fold(i, f, row);
        });
        break;
      case Source::fold:
        take(fold_of(o->index));
        break;
      case Source::showdown_or_fold:
        take([&, f = o->index, fold = fold_of(o->second)](int i) {
          return larger(chunk.showdown(i, f), fold(i));
        });
        break;
      case Source::row:
        take([&, rows = column.rows[o->index]](int i) { return row_of(rows, hand[i].combination); });
        break;
      case Source::kept:
        // The one that is kept comes back.
        values -= hands_at_once * step;
        take([from = values + hands_at_once * step](int i) { return row_of(from, i); });
        break;
      default:  // value
        take([&](int i) { return row_of(values, i); });
    }
    if (o->keep) values += hands_at_once * step;
  }
  for (int i = 0; i < count; ++i) {
    const Row weight = broadcast(column.weight * hand[i].alike);
    float* const at = column.values + hand[i].combination * step;
    store(at, multiply_add(weight, row_of(values, i), load(at)));
  }
}

// The same after all-ins, where each showdown is the value of other histories.
void settle(const HandsView& all, int first, int end, const ColumnView& column, const Sums& sums) {
  const std::int64_t stride = column.vectors * step;
  for (int h = first; h < end; ++h) {
    const Row weight = broadcast(column.weight * all.hands[h].alike);
    const float* const low = sums.at_group + all.low_places[h] * stride;
    const float* const high = sums.at_group + all.high_places[h] * stride;
    float* const at = column.values + all.hands[h].combination * stride;
    for (int v = 0; v < column.vectors; ++v)
      put(at, v, multiply_add(weight, row_of(low, v) + row_of(high, v), row_of(at, v)));
  }
}

}  // namespace

int width() { return static_cast<int>(step); }

void add_board_values(const HandsView& hands, const ColumnView& column) {
  const Sums sums(column);
  reach_classes(hands, column, sums);
  begin(hands, column, sums);
  const Group* group = hands.groups;
  int first = 0;
  for (int s = 0; s < hands.stretch_count; ++s) {
    const Stretch& stretch = hands.stretches[s];
    if (column.showdowns > 0)
      for (const Group* const end = hands.groups + stretch.end_group; group != end; ++group)
        enter_group(hands, *group, column, sums);
    if (column.settled) settle(hands, first, stretch.end, column, sums);
    for (; !column.settled && first < stretch.end; first += hands_at_once)
      deliver(hands, first, std::min(hands_at_once, stretch.end - first), column, sums);
    first = stretch.end;
  }
}

}  // namespace pokerdata::real_cards::POKERDATA_ISA
