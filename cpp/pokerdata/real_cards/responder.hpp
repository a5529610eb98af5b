#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pokerdata/games/betting_tree.hpp"
#include "pokerdata/real_cards/columns.hpp"
#include "pokerdata/real_cards/dealt_board.hpp"
#include "pokerdata/support/progress.hpp"

namespace pokerdata::real_cards {

// A strategy over states, and what its player takes hands for.
struct Player {
  StrategyView strategy;
  Look look;
};

// What a player wins on real cards against a strategy over states, for two players with two cards each of the
// full deck or one without some of the ranks, in games of four streets with 0, 3, 1 and 1 cards. He sees his
// cards and takes the best action, or plays a strategy over states himself. In one seat or in both, which
// share the boards that are dealt.
class Responder {
 public:
  // deck: all four suits of each rank. players: the seats in which he plays, 0, 1 or both. own: null for a
  // best response. Throws ArgumentError for other games.
  Responder(const games::BettingTree& tree, cards::CardSet deck, const std::vector<int>& players,
            Player opponent, std::unique_ptr<Player> own);

  // What is told of seats is told in the order of `players`.
  std::size_t seats() const { return seats_.size(); }
  // The nodes of the betting tree at which flops are dealt, in the order of values: after an all-in the
  // showdown.
  const std::vector<std::int32_t>& roots(std::size_t seat) const { return seats_.at(seat).roots; }

  // Chips that he wins after each history that leads to the flop, summed over the opponent's hands (each with
  // the chance that he takes his part in the history) and averaged over the turns and rivers that both hands
  // leave: for each seat [flop, root, combination], 0 where a combination shares a card with the flop; null
  // for a seat that is left out. Flops are canonical boards. The result does not depend on the number of
  // threads, nor on the other seat; progress advances by one a turn up to suits.
  void values(const std::vector<std::int64_t>& flops, std::span<double* const> out, int threads,
              support::Progress& progress) const;

  // The nodes at which a street starts in the first seat, in the order of behind.
  std::vector<std::int32_t> street_roots(int street) const { return seats_.front().columns.roots(street); }
  // What the first seat wins where the street after a board of 3 or 4 cards in any suits starts: [root,
  // combination], averaged over the cards to come that both hands leave. Only behind one of roots(0), a place
  // among them, is something found; columns without it take no time. Progress advances by one a turn up to
  // suits. Throws ArgumentError for other boards and roots.
  void behind(std::span<const cards::Card> board, int root, double* out, int threads,
              support::Progress& progress) const;

  // Turns up to suits of a flop, and rivers up to suits of all of them.
  struct Boards {
    std::int64_t turns, rivers;
  };
  static Boards boards(cards::CardSet deck, std::int64_t flop);
  // Bytes, with so many threads; of a game with so many states.
  static std::uint64_t memory(const games::BettingTree& tree, const std::vector<int>& players,
                              const std::vector<int>& states, const std::vector<int>& own_states,
                              int threads);
  // Vectors of values that a hand takes on each board of the last street; time goes with them, and after
  // all-ins, as a rule, with two fifths of them. reached: whether each node is; those of columns without such
  // nodes are left out.
  static std::int64_t river_vectors(const games::BettingTree& tree, int player,
                                    std::span<const std::uint8_t> reached);

 private:
  struct Seat {
    Columns columns;
    support::AlignedArray<float> preflop;  // the opponent's reach at the roots: [column][class][lane]
    std::vector<std::int32_t> roots;
  };
  class Work;
  struct Worker;

  games::BettingTree tree_;
  cards::CardSet deck_;
  Player opponent_;
  std::unique_ptr<Player> own_;
  DealtBoard before_flop_;
  std::vector<Seat> seats_;
};

}  // namespace pokerdata::real_cards
