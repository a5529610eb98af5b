#pragma once
#include <string>
#include <vector>

#include "pokerdata/search/tree.hpp"
#include "pokerdata/search/walk.hpp"
#include "pokerdata/support/progress.hpp"

namespace pokerdata::search {

// All players search at once, each in a tree of what he can see (information-set UCT, as Cowling, Powley and
// Whitehouse 2012 with a tree for each player). No equilibrium method: nothing says that it comes near one.
class SelfPlay {
 public:
  // The rules must outlive it. exploration: chips.
  SelfPlay(const play::Definition& rules, double exploration, std::vector<RaiseSize> menu,
           std::uint64_t seed);

  void run(std::int64_t iterations, support::Progress& progress);

  // What a player was seen to choose where he sees the same: his cards, the board by street, the history, and
  // how often he took each of his options.
  struct Decision {
    int player;
    std::string history;
    cards::CardSet hole;
    std::vector<cards::CardSet> board;  // by street, from the second one on
    std::vector<std::string> actions;
    std::vector<std::int64_t> passes;
  };
  std::vector<Decision> decisions() const;

 private:
  void iterate();
  void collect(int player, std::int32_t node, Decision& so_far, const play::Betting& betting,
               std::vector<Decision>& found) const;

  const play::Definition& rules_;
  double exploration_;
  std::vector<RaiseSize> menu_;
  FixedModel uniform_{{1, 1, 1}};
  HiddenCards hidden_;
  support::Random random_;
  std::vector<Tree> trees_;  // of each player
  HiddenCards::Drawn drawn_;
  std::vector<std::vector<std::int32_t>> paths_;
};

}  // namespace pokerdata::search
