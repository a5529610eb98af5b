#include "pokerdata/real_cards/responder.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <iterator>
#include <memory>
#include <string>

#include "pokerdata/isomorphism/boards.hpp"
#include "pokerdata/isomorphism/suits.hpp"
#include "pokerdata/real_cards/dealt_flop.hpp"
#include "pokerdata/real_cards/settled_rivers.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::real_cards {
namespace {

constexpr int game_streets = 4;
constexpr int suits = 4;
// Two hands of two cards, and five on the board.
constexpr int fewest_cards = 9;

Permutations keeping(cards::CardSet board) {
  Permutations found;
  for (int p = 0; p < isomorphism::permutation_count; ++p)
    if (isomorphism::permuted_set(p, board) == board) found.push_back(static_cast<std::uint8_t>(p));
  return found;
}

int cards_in(cards::CardSet deck) { return std::popcount(deck); }
// Of a turn among those that a flop and two hands leave.
float share_of(NextCard turn, cards::CardSet deck) {
  return static_cast<float>(turn.orbit) / static_cast<float>(cards_in(deck) - 7);
}

void check_game(const games::BettingTree& tree, cards::CardSet deck) {
  if (tree.streets() != game_streets)
    throw support::expected("streets", "4", {tree.streets(), "; e.g. those of limit hold'em"});
  bool whole = cards_in(deck) >= fewest_cards && deck >> cards::deck_size == 0;
  for (int c = 0; c < cards::deck_size; c += suits) {
    const cards::CardSet rank = deck >> c & 0xF;
    whole = whole && (rank == 0 || rank == 0xF);
  }
  if (!whole)
    throw support::expected("deck", "all four suits of at least three ranks",
                            {"the set ", deck, "; e.g. 2 ** 52 - 1 for all cards"});
}

void check_players(const std::vector<int>& players) {
  std::string given;
  bool known = players.size() == 1 || players.size() == 2;
  for (const int player : players) {
    known = known && (player == 0 || player == 1);
    given += (given.empty() ? "" : ", ") + std::to_string(player);
  }
  if (!known || (players.size() == 2 && players[0] == players[1]))
    throw support::expected("players", "0, 1 or both", {"[", given, "]; e.g. [0, 1]"});
}

void check_board(std::span<const cards::Card> board, cards::CardSet deck) {
  cards::CardSet set = 0;
  bool known = board.size() == 3 || board.size() == 4;
  for (const cards::Card card : board) {
    known = known && card < cards::deck_size && (deck >> card & 1) != 0;
    set |= cards::CardSet{1} << (card & 63);
  }
  if (!known || std::popcount(set) != std::ssize(board))
    throw support::expected("board", "3 or 4 different cards of the deck",
                            {board.size(), " cards; e.g. Ks7d2c"});
}

void check_strategy(const StrategyView& strategy, const Look& look, int streets) {
  if (static_cast<int>(strategy.streets.size()) != streets || strategy.states != look.states)
    throw support::expected("strategy", {"probabilities for the states of ", streets, " streets"});
}

}  // namespace

// A flop is worked at in parts, each some of its turns, so that many threads have work. Their number is fixed
// because the sums depend on it.
constexpr int parts = 8;

// One seat at work at a part of a flop, in memory that the next one uses again.
class Responder::Work {
 public:
  explicit Work(const Seat& seat) : seat_(seat), columns_(seat.columns) {
    for (int r = 1; r < game_streets; ++r) {
      reach_[r] = support::AlignedArray<float>(columns_.width(r) * cards::combinations);
      values_[r] = support::AlignedArray<float>(columns_.width(r) * cards::combinations);
    }
    rows_ = support::AlignedArray<float>(columns_.most_rows * row_of_rows());
    scratch_ = support::AlignedArray<float>(columns_.scratch);
  }

  static std::uint64_t memory(const ColumnLayout& columns) {
    std::uint64_t width = columns.most_rows * columns.lanes;
    for (int r = 1; r < game_streets; ++r) width += 2 * columns.width(r);
    return sizeof(float) * (width * cards::combinations + columns.scratch);
  }

  static std::uint64_t part_memory(const ColumnLayout& columns) {
    return sizeof(float) * columns.width(2) * cards::combinations;
  }

  // Makes ready for turns of a flop.
  void start(const DealtFlop& dealt) {
    std::copy_n(seat_.preflop.data(), seat_.preflop.size(), reach_[1].data());
    begin(dealt);
  }
  // The same behind one root.
  void start(const DealtFlop& dealt, int only) {
    std::fill_n(reach_[1].data(), reach_[1].size(), 0.0f);
    int root = 0;
    for (const Column& column : columns_.of(1))
      for (int h = 0; h < column.count; ++h, ++root)
        for (std::size_t k = 0; root == only && k < dealt.before_flop().classes().size(); ++k) {
          const std::size_t at = place(column, k) + h;
          reach_[1].data()[at] = seat_.preflop.data()[at];
        }
    begin(dealt);
  }

  // Adds what hands are worth behind a turn. weight: of the turn among those that hands leave.
  void turn(DealtFlop& dealt, float weight) {
    const DealtBoard& on_turn = dealt.on_turn();
    descend(2, on_turn);
    clear(3);
    const auto left = static_cast<float>(cards_in(dealt.free()) - 4);
    const bool counted = counts_pay(on_turn);
    for (const Column& column : columns_.of(3)) {
      if (!is_reached(column, on_turn)) continue;
      if (counted && column.settled) {
        dealt.counted().settle(reach_[3].data() + place(column, 0), columns_.table.data() + column.table,
                               static_cast<int>(columns_.width(column)), left,
                               values_[3].data() + place(column, 0));
        continue;
      }
      // Columns first: their tables and rows stay in the cache.
      for (std::size_t i = 0; i < dealt.rivers().size(); ++i)
        add(column, dealt.on_river(i), static_cast<float>(dealt.rivers()[i].orbit) / left);
    }
    symmetrise(3, dealt.group());
    ascend(2, on_turn, weight);
  }

  // What hands are worth where a street starts: on the turn behind all turns that were added since it was
  // taken last, on the river behind the last of them.
  support::AlignedArray<float> taken(int street) {
    support::AlignedArray<float> found(values_[street].size());
    std::swap(found, values_[street]);
    return found;
  }

  // The flop itself, once all parts of it are there, each as taken. out: [root, combination]
  void finish(const DealtBoard& on_flop, const Permutations& group,
              const std::array<support::AlignedArray<float>, parts>& found, double* out) {
    gather(2, found);
    symmetrise(2, group);
    clear(1);
    ascend(1, on_flop, 1);
    read(1, out);
  }

  // Adds up what was taken behind each turn, in this order. out: [root, combination]
  void add_up(int street, const std::vector<support::AlignedArray<float>>& turns, const Permutations& group,
              double* out) {
    gather(street, turns);
    symmetrise(street, group);
    read(street, out);
  }

  // Reach of the opponent behind the nodes of a street where the next one starts.
  static void descend(const Columns& columns, int street, const DealtBoard& board, const float* reach,
                      float* next) {
    for (const ColumnLayout::Run& run : columns.runs[street]) {
      const Column &column = columns.all[run.column], &after = columns.all[run.next];
      const ShapeProgram& program = columns.program(column);
      const float* const table = columns.table.data() + column.table +
                                 std::size_t(program.next_vectors[run.row]) * columns.lanes + run.before;
      const std::size_t stride = program.vectors.size() * columns.lanes;
      const float* const from = reach + columns.place(column, 0) + run.before;
      float* const to = next + columns.place(after, 0) + run.after;
      const std::size_t width = columns.width(column), width_after = columns.width(after);
      for (std::size_t k = 0; k < board.classes().size(); ++k) {
        const auto [like, state] = board.classes()[k];
        for (int i = 0; i < run.length; ++i) {
          const float passed = from[like * width + i] * table[state * stride + i];
          to[k * width_after + i] = passed < static_cast<float>(least_reach) ? 0.0f : passed;
        }
      }
    }
  }

 private:
  // Where a column's numbers start for a hand or class.
  std::size_t place(const Column& column, std::size_t row) const { return columns_.place(column, row); }
  std::size_t row_of_rows() const { return std::size_t(columns_.lanes) * cards::combinations; }
  void begin(const DealtFlop& dealt) {
    descend(1, dealt.on_flop());
    clear(2);
  }
  // The sum of values, in this order.
  void gather(int street, std::span<const support::AlignedArray<float>> found) {
    clear(street);
    for (const support::AlignedArray<float>& part : found)
      for (std::size_t i = 0; i < part.size(); ++i) values_[street].data()[i] += part.data()[i];
  }
  // Values of a street's roots. out: [root, combination]
  void read(int street, double* out) const {
    std::size_t root = 0;
    for (const Column& column : columns_.of(street))
      for (int h = 0; h < column.count; ++h, ++root)
        for (int hand = 0; hand < cards::combinations; ++hand)
          out[root * cards::combinations + hand] =
              static_cast<double>(values_[street].data()[place(column, hand) + h]);
  }
  void clear(int street) { std::fill_n(values_[street].data(), values_[street].size(), 0.0f); }
  void descend(int street, const DealtBoard& board) {
    descend(columns_, street, board, reach_[street].data(), reach_[street + 1].data());
  }

  bool counts_pay(const DealtBoard& turn) const {
    std::size_t histories = 0;
    for (const Column& column : columns_.of(3))
      if (column.settled && is_reached(column, turn)) histories += columns_.width(column);
    return SettledRivers::pays(turn.classes().size(), histories);
  }

  // before: the board of the street before.
  bool is_reached(const Column& column, const DealtBoard& before) const {
    const float* const reach = reach_[column.street].data() + place(column, 0);
    const std::size_t numbers = columns_.width(column) * before.classes().size();
    return std::any_of(reach, reach + numbers, [](float x) { return x > 0; });
  }

  // Values of the next street's roots become those of this one's.
  void ascend(int street, const DealtBoard& board, float weight) {
    for (const Column& column : columns_.of(street)) {
      moves_.clear();
      for (const ColumnLayout::Run& run : columns_.runs[street]) {
        if (&columns_.all[run.column] != &column) continue;
        const Column& after = columns_.all[run.next];
        moves_.push_back({values_[street + 1].data() + place(after, 0) + run.after, columns_.width(after),
                          rows_.data() + run.row * row_of_rows() + run.before, run.length});
      }
      for (const Hand& hand : board.hands())
        for (const Move& move : moves_) {
          const float* const from = move.from + hand.combination * move.width;
          float* const to = move.to + std::size_t(hand.combination) * columns_.lanes;
          for (int i = 0; i < move.length; ++i) to[i] = from[i];
        }
      add(column, board, weight);
    }
  }

  void add(const Column& column, const DealtBoard& board, float weight) {
    const ShapeProgram& program = columns_.program(column);
    const float* const reach = reach_[column.street].data() + place(column, 0);
    const float* const table = columns_.table.data() + column.table;
    float* const values = values_[column.street].data() + place(column, 0);
    row_starts_.clear();
    for (std::size_t k = 0; k < program.next_nodes.size(); ++k)
      row_starts_.push_back(rows_.data() + k * row_of_rows());
    ColumnView view{column.settled,
                    reach,
                    table,
                    columns_.own.data() + column.own,
                    static_cast<std::int32_t>(program.vectors.size()),
                    static_cast<std::int32_t>(program.shares.size()),
                    program.functionals(),
                    program.showdowns,
                    program.first_fold,
                    program.summed,
                    program.values_at_once,
                    program.fold_rows.data(),
                    columns_.factors.data() + column.factors,
                    program.operations.data(),
                    static_cast<std::int32_t>(program.operations.size()),
                    row_starts_.data(),
                    weight,
                    values,
                    scratch_.data()};
    if (column.settled)
      view.vectors = view.functionals = view.showdowns = view.first_fold = view.summed = column.vectors;
    POKERDATA_DISPATCH(add_board_values)(board.view(), view);
  }

  // The mean over suit permutations that keep the board, the same bits for all hands that they make equal.
  void symmetrise(int street, const Permutations& group) {
    if (group.size() == 1) return;
    const auto& maps = isomorphism::combination_maps();
    const auto share = 1.0f / static_cast<float>(group.size());
    for (const Column& column : columns_.of(street)) {
      float* const values = values_[street].data() + place(column, 0);
      const std::size_t width = columns_.width(column);
      for (int hand = 0; hand < cards::combinations; ++hand) {
        if (std::any_of(group.begin(), group.end(), [&](int p) { return maps[p][hand] < hand; })) continue;
        sums_.assign(width, 0.0f);
        for (const int p : group) {
          const float* const from = values + maps[p][hand] * width;
          for (std::size_t i = 0; i < width; ++i) sums_[i] += from[i];
        }
        for (const int p : group) {
          float* const to = values + maps[p][hand] * width;
          for (std::size_t i = 0; i < width; ++i) to[i] = sums_[i] * share;
        }
      }
    }
  }

  // Numbers that stand side by side in rows of hands.
  struct Move {
    const float* from;
    std::size_t width;
    float* to;
    int length;
  };

  const Seat& seat_;
  const Columns& columns_;
  // [column][class of the street before][lane], [column][combination][lane]
  std::array<support::AlignedArray<float>, game_streets> reach_, values_;
  support::AlignedArray<float> rows_, scratch_;
  std::vector<const float*> row_starts_;
  std::vector<Move> moves_;
  std::vector<float> sums_;  // [lane]
};

// What a thread has: boards, and seats at work on them.
struct Responder::Worker {
  // wanted: places of seats.
  Worker(const Responder& of, const std::vector<std::size_t>& wanted)
      : dealt(of.deck_, of.opponent_.look, of.own_ ? &of.own_->look : nullptr, of.before_flop_,
              std::any_of(wanted.begin(), wanted.end(),
                          [&](std::size_t s) { return of.seats_[s].columns.any_settled(); })) {
    for (const std::size_t s : wanted) seats.emplace_back(of.seats_[s]);
  }

  DealtFlop dealt;
  std::vector<Work> seats;
};

Responder::Responder(const games::BettingTree& tree, cards::CardSet deck, const std::vector<int>& players,
                     Player opponent, std::unique_ptr<Player> own)
    : tree_((check_game(tree, deck), check_players(players), tree)),
      deck_(deck),
      opponent_((check_strategy(opponent.strategy, opponent.look, tree.streets()), std::move(opponent))),
      own_((own ? check_strategy(own->strategy, own->look, tree.streets()) : void(), std::move(own))) {
  before_flop_.deal(deck_, {}, 0, nullptr, opponent_.look, nullptr, {});
  for (const int player : players) {
    Columns columns(tree_, player, opponent_.strategy, own_ ? &own_->strategy : nullptr);
    support::AlignedArray<float> start(columns.width(0));
    start.data()[0] = 1;  // all hands are one class
    support::AlignedArray<float> preflop(columns.width(1) * cards::combinations);
    Work::descend(columns, 0, before_flop_, start.data(), preflop.data());
    std::vector<std::int32_t> roots = columns.roots(1);
    seats_.push_back({std::move(columns), std::move(preflop), std::move(roots)});
  }
}

void Responder::values(const std::vector<std::int64_t>& flops, std::span<double* const> out, int threads,
                       support::Progress& progress) const {
  threads = support::checked_threads(threads);
  std::int64_t turns = 0;
  for (const std::int64_t flop : flops) turns += boards(deck_, flop).turns;
  progress.start(turns);
  std::vector<std::size_t> wanted;
  for (std::size_t s = 0; s < seats_.size(); ++s)
    if (out[s]) wanted.push_back(s);
  // What each seat found in parts that are done, of flops that are not.
  struct Parts {
    std::vector<std::array<support::AlignedArray<float>, parts>> found;
    std::atomic<int> left{parts};
  };
  std::vector<Parts> done(flops.size());
  for (Parts& of : done) of.found.resize(wanted.size());
  std::vector<std::unique_ptr<Worker>> workers(threads);
  support::parallel_for(std::int64_t{parts} * std::ssize(flops), threads, [&](std::int64_t i, int thread) {
    if (!workers[thread]) workers[thread] = std::make_unique<Worker>(*this, wanted);
    Worker& at = *workers[thread];
    const std::int64_t f = i / parts;
    const isomorphism::Boards& known = isomorphism::Boards::get(3);
    const Permutations group = known.stabiliser(flops[f]);
    at.dealt.deal_flop(known.cards[flops[f]]);
    for (Work& seat : at.seats) seat.start(at.dealt);
    const std::vector<NextCard> next = next_cards(deck_ & ~known.set(flops[f]), group);
    for (std::size_t t = i % parts; t < next.size(); t += parts) {
      at.dealt.deal_turn(next[t].card, keeping_too(group, next[t].card));
      for (Work& seat : at.seats) seat.turn(at.dealt, share_of(next[t], deck_));
      progress.advance();
    }
    Parts& of = done[f];
    for (std::size_t s = 0; s < at.seats.size(); ++s) of.found[s][i % parts] = at.seats[s].taken(2);
    if (--of.left > 0) return;
    for (std::size_t s = 0; s < at.seats.size(); ++s)
      at.seats[s].finish(at.dealt.on_flop(), group, of.found[s],
                         out[wanted[s]] + f * roots(wanted[s]).size() * cards::combinations);
    of.found.clear();
  });
}

void Responder::behind(std::span<const cards::Card> board, int root, double* out, int threads,
                       support::Progress& progress) const {
  check_board(board, deck_);
  const Seat& seat = seats_.front();
  if (root < 0 || root >= std::ssize(seat.roots))
    throw support::expected("root", {"0 to ", seat.roots.size() - 1}, root);
  threads = support::checked_threads(threads);
  const int street = static_cast<int>(board.size()) - 1;
  const cards::CardSet flop = cards::set_of(board.first(3));
  const Permutations group = keeping(flop);
  std::vector<NextCard> turns{{board.back(), 1}};
  if (street == 2) turns = next_cards(deck_ & ~flop, group);
  progress.start(std::ssize(turns));
  const std::vector<std::size_t> wanted{0};
  std::vector<std::unique_ptr<Worker>> workers(std::min<std::size_t>(threads, turns.size()));
  std::vector<support::AlignedArray<float>> found(turns.size());
  support::parallel_for(std::ssize(turns), static_cast<int>(workers.size()), [&](std::int64_t i, int thread) {
    if (!workers[thread]) {
      workers[thread] = std::make_unique<Worker>(*this, wanted);
      workers[thread]->dealt.deal_flop(board.first(3));
      workers[thread]->seats.front().start(workers[thread]->dealt, root);
    }
    Worker& at = *workers[thread];
    at.dealt.deal_turn(turns[i].card, keeping_too(group, turns[i].card));
    at.seats.front().turn(at.dealt, share_of(turns[i], deck_));
    found[i] = at.seats.front().taken(street);
    progress.advance();
  });
  Work(seat).add_up(street, found, street == 2 ? group : keeping_too(group, board.back()), out);
}

Responder::Boards Responder::boards(cards::CardSet deck, std::int64_t flop) {
  const isomorphism::Boards& flops = isomorphism::Boards::get(3);
  if (flop < 0 || flop >= flops.count() || flops.set(flop) & ~deck)
    throw support::expected("flop", {"0 to ", flops.count() - 1, ", of cards of the deck"}, flop);
  const Permutations group = flops.stabiliser(flop);
  const cards::CardSet free = deck & ~flops.set(flop);
  Boards found{0, 0};
  for (const auto [card, orbit] : next_cards(free, group)) {
    ++found.turns;
    found.rivers +=
        static_cast<std::int64_t>(next_cards(free & ~cards::set_of(card), keeping_too(group, card)).size());
  }
  return found;
}

std::uint64_t Responder::memory(const games::BettingTree& tree, const std::vector<int>& players,
                                const std::vector<int>& states, const std::vector<int>& own_states,
                                int threads) {
  check_game(tree, (cards::CardSet{1} << cards::deck_size) - 1);
  check_players(players);
  const auto workers = static_cast<std::uint64_t>(support::checked_threads(threads));
  std::uint64_t bytes = 0;
  bool any_settled = false;
  for (const int player : players) {
    const ColumnLayout layout(tree, player, states, own_states);
    // Flops are begun one after the other, so parts of few of them wait.
    const std::uint64_t waiting = parts * (2 + workers / parts) * Work::part_memory(layout);
    bytes += layout.bytes() + workers * Work::memory(layout) + waiting;
    any_settled = any_settled || layout.any_settled();
  }
  return bytes + workers * DealtFlop::bytes(any_settled);
}

std::int64_t Responder::river_vectors(const games::BettingTree& tree, int player,
                                      std::span<const std::uint8_t> reached) {
  if (reached.size() != tree.kind.size())
    throw support::expected("reached", {tree.kind.size(), " nodes"}, reached.size());
  const ColumnLayout layout(tree, player, std::vector<int>(tree.streets(), 1), {});
  const std::vector<std::int32_t> roots = layout.roots(game_streets - 1);
  auto root = roots.begin();
  std::int64_t vectors = 0, settled = 0;
  for (const Column& column : layout.of(game_streets - 1)) {
    const auto end = root + column.count;
    if (std::any_of(root, end, [&](std::int32_t node) { return reached[node] != 0; }))
      (column.settled ? settled : vectors) +=
          column.settled ? column.vectors : layout.program(column).functionals();
    root = end;
  }
  return vectors + (2 * settled + 4) / 5;
}

}  // namespace pokerdata::real_cards
