#include <algorithm>

#include "pokerdata/real_cards/board_kernel.hpp"
#include "pokerdata/support/known_count.hpp"
#include "pokerdata/support/vectors.hpp"

namespace pokerdata::real_cards::POKERDATA_ISA {
namespace {

using namespace support::POKERDATA_ISA;

using Row = Vector<float>;
constexpr std::int64_t step = lanes<float>;
// Rows of reach summed at once: as many as registers hold, and those of a street of limit hold'em.
constexpr int most_at_once = vector_bytes == 64 ? 20 : 13;
// Hands whose values are found at once: two vectors of each stay in registers.
constexpr int hands_in_registers = vector_bytes == 64 ? 8 : 4;
static_assert(hands_in_registers <= hands_at_once);

inline Row row_of(const float* rows, std::int64_t number) { return load(rows + number * step); }
inline void put(float* rows, std::int64_t number, Row row) { store(rows + number * step, row); }

// Sums of `count` rows of reach over some hands. rows: the first of them, [class][stride]. Always inline: as
// a function of its own it would pass the sums through memory.
template <int count>
[[gnu::always_inline]] inline void sum_members(const float* rows, std::int64_t stride, const Member* member,
                                               const Member* end, Row* sums) {
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
template <class Body>
inline void for_each_stretch(int count, const Body& body) {
  const int stretches = (count + most_at_once - 1) / most_at_once;
  for (int s = 0, first = 0; s < stretches; ++s) {
    const int n = (count - first) / (stretches - s);
    with_known_count<most_at_once>(n, body, first);
    first += n;
  }
}

// Where the sums of a column stand in its scratch memory.
struct Sums {
  float *by_card, *at_group;  // [card][showdown], [place in the stretch][showdown]
  float* folds;               // [card][fold alone]
  float *all, *lost;          // [functional], [showdown]
  float *rows, *values;       // [row of reach], [value that is kept][hand]
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

// Where the numbers of hands stand whose values are found at once.
struct Chunk {
  std::uint32_t low[hands_at_once], high[hands_at_once], low_fold[hands_at_once], high_fold[hands_at_once],
      kind[hands_at_once];

  Chunk(const HandsView& hands, int first, int count, const ColumnView& column) {
    const auto showdowns = static_cast<std::uint32_t>(step * column.showdowns);
    const auto alone = static_cast<std::uint32_t>(step * (column.functionals - column.showdowns));
    const auto summed = static_cast<std::uint32_t>(step * column.summed);
    for (int i = 0; i < count; ++i) low[i] = hands.low_places[first + i] * showdowns;
    for (int i = 0; i < count; ++i) high[i] = hands.high_places[first + i] * showdowns;
    for (int i = 0; i < count; ++i) low_fold[i] = hands.lows[first + i] * alone;
    for (int i = 0; i < count; ++i) high_fold[i] = hands.highs[first + i] * alone;
    for (int i = 0; i < count; ++i) kind[i] = hands.kinds[first + i] * summed;
  }
};

inline Row larger(Row a, Row b) { return a > b ? a : b; }

// The values of hands of a chunk from one on, so many at a time, as long as there are so many: in registers,
// but for those that are kept. Returns the first that is left.
template <int hands>
[[gnu::noinline]] int deliver_some(const Hand* all, int count, int at, const Chunk& chunk,
                                   const ColumnView& column, const Sums& sums) {
  Row values[hands], found[hands];
  const auto each = [](Row* to, const auto& of) {
#pragma GCC unroll 8
    for (int i = 0; i < hands; ++i) to[i] = of(i);
  };
  const Operation* const end = column.operations + column.operation_count;
  for (; at + hands <= count; at += hands) {
    const Hand* const hand = all + at;
    const std::uint32_t *const low = chunk.low + at, *const high = chunk.high + at,
                               *const low_fold = chunk.low_fold + at, *const high_fold = chunk.high_fold + at,
                               *const kind = chunk.kind + at;
    float* kept = sums.values;
    each(values, [](int) { return Row{}; });
    for (const Operation* o = column.operations; o != end; ++o) {
      // What the weaker and stronger hands leave at a showdown.
      const auto showdown_of = [&](int f) {
        return [=, from = sums.at_group + f * step](int i) {
          return load(from + low[i]) + load(from + high[i]);
        };
      };
      const auto fold_of = [&](int f) {
        const std::int64_t fold = f - column.showdowns;
        // The hand itself counts, which was taken away with both of its cards.
        return [=, from = sums.folds + fold * step, reach = sums.reach + column.fold_rows[fold] * step,
                factor = row_of(column.fold_factors, fold)](int i) {
          return multiply_add(factor, load(reach + kind[i]),
                              load(from + low_fold[i]) + load(from + high_fold[i]));
        };
      };
      switch (o->source) {
        case Source::showdown:
          each(found, showdown_of(o->index));
          break;
        case Source::showdown_and_fold:
          each(found,
               [&, reach = sums.reach + (column.showdowns + o->index - column.first_fold) * step,
                showdown = showdown_of(o->index)](int i) { return load(reach + kind[i]) + showdown(i); });
          break;
        case Source::fold:
          each(found, fold_of(o->index));
          break;
        case Source::showdown_or_fold:
          each(found, [&, showdown = showdown_of(o->index), fold = fold_of(o->second)](int i) {
            return larger(showdown(i), fold(i));
          });
          break;
        case Source::row:
          each(found, [&, rows = column.rows[o->index]](int i) { return row_of(rows, hand[i].combination); });
          break;
        case Source::kept:
          // The one that was kept last comes back.
          kept -= hands * step;
          each(found, [&](int i) { return row_of(kept, i); });
          break;
        default:  // value
          each(found, [&](int i) { return values[i]; });
      }
      if (o->share >= 0)
        each(found, [&](int i) {
          return found[i] * row_of(column.own, hand[i].own * std::int64_t{column.shares} + o->share);
        });
      switch (o->join) {
        case Join::set:
          each(values, [&](int i) { return found[i]; });
          break;
        case Join::add:
          each(values, [&](int i) { return values[i] + found[i]; });
          break;
        default:  // max
          each(values, [&](int i) { return larger(values[i], found[i]); });
      }
      if (!o->keep) continue;
#pragma GCC unroll 8
      for (int i = 0; i < hands; ++i) put(kept, i, values[i]);
      kept += hands * step;
    }
#pragma GCC unroll 8
    for (int i = 0; i < hands; ++i) {
      const Row weight = broadcast(column.weight * hand[i].alike);
      float* const to = column.values + hand[i].combination * step;
      store(to, multiply_add(weight, values[i], load(to)));
    }
  }
  return at;
}

// The values of at most hands_at_once hands.
void deliver(const HandsView& all, int first, int count, const ColumnView& column, const Sums& sums) {
  const Chunk chunk(all, first, count, column);
  const Hand* const hands = all.hands + first;
  const int rest = deliver_some<hands_in_registers>(hands, count, 0, chunk, column, sums);
  deliver_some<1>(hands, count, rest, chunk, column, sums);
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
