#include "pokerdata/luck/values.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <string>

#include "pokerdata/luck/run_outs.hpp"
#include "pokerdata/matches/match.hpp"
#include "pokerdata/support/chunks.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::luck {
namespace {

constexpr std::int64_t most_values = std::int64_t{1} << 27;  // some 4 GB while they are counted

}  // namespace

// Whole numbers, so that threads may add them in any order.
struct Values::Counts {
  std::array<std::vector<std::int64_t>, 2> sums;
  std::array<std::vector<std::int32_t>, 2> hands;
  std::vector<std::int64_t> node_sums, node_hands;

  template <class Number>
  static void add(Number& to, Number number) {
    std::atomic_ref(to).fetch_add(number, std::memory_order_relaxed);
  }
};

Values::Values(const agents::AbstractAgent& reference) : reference_(&reference) {
  const games::BettingTree& tree = reference.tree();
  if (reference.cards().board[0] != 0)
    throw support::expected("cards", "no board before the first betting",
                            {reference.cards().board[0], " cards"});
  std::int64_t size = 0;
  before_.assign(tree.nodes(), -1);
  root_of_.assign(tree.nodes(), -1);
  for (int node = 0; node < tree.nodes(); ++node) {
    first_.push_back(size);
    size += reference.states().states(tree.street[node]);
    if (tree.street[node] == 0 || !tree.starts_street(node)) continue;
    before_[node] = size;
    size += reference.states().states(tree.street[node] - 1);
    if (tree.street[node] != 1) continue;
    root_of_[node] = static_cast<int>(over_cards_.size());
    over_cards_.emplace_back();
  }
  if (size > most_values)
    throw support::CapacityError("values: expected at most " + std::to_string(most_values) +
                                 " nodes times states, got " + std::to_string(size) +
                                 "; a strategy with fewer buckets has fewer");
  for (auto& part : parts_) part.assign(size, 0.0F);
}

void Values::assign(std::span<const float> first, std::span<const float> second, int threads) {
  for (const std::size_t given : {first.size(), second.size()})
    if (static_cast<std::int64_t>(given) != size())
      throw support::expected("parts", {size(), " values of each player"}, given);
  parts_ = {std::vector<float>(first.begin(), first.end()), std::vector<float>(second.begin(), second.end())};
  average_cards(support::checked_threads(threads));
}

int Values::next(int node, const agents::BettingState& before, agents::Move move) const {
  constexpr int off_tree = agents::AbstractAgent::off_tree;
  if (!reference_->at_decision(node, before)) return off_tree;
  const auto taken = reference_->taken_for(move, node, before);
  const int edge = taken.lower_share >= 0.5 ? taken.lower : taken.higher;
  return edge < 0 ? off_tree : reference_->tree().child[edge];
}

int Values::starting(int node, int street) const {
  constexpr int off_tree = agents::AbstractAgent::off_tree;
  if (node == off_tree) return off_tree;
  const games::BettingTree& tree = reference_->tree();
  return tree.street[node] == street && tree.starts_street(node) ? node : off_tree;
}

void Values::play(const games::Rules& rules, const matches::Deal& deal, std::span<const agents::Move> moves,
                  int won, Counts& counts) const {
  const games::BettingTree& tree = reference_->tree();
  agents::BettingState state(rules);
  int street = 0, node = agents::AbstractAgent::root;
  std::array<int, 2> states{};
  const auto look_up = [&] {
    for (int player = 0; player < 2; ++player) {
      const agents::SeenCards seen = deal.seen_by(reference_->cards(), player);
      states[player] = reference_->states().of(street, seen.hole, seen.board_on(street));
    }
  };
  const auto add = [&](std::int64_t first) {
    for (int player = 0; player < 2; ++player) {
      Counts::add(counts.sums[player][first + states[player]], std::int64_t{won});
      Counts::add(counts.hands[player][first + states[player]], 1);
    }
  };
  const auto visit = [&] {
    if (before_[node] >= 0) add(before_[node]);
    if (tree.street[node] != street) {
      street = tree.street[node];
      look_up();
    }
    add(first_[node]);
    Counts::add(counts.node_sums[node], std::int64_t{won});
    Counts::add(counts.node_hands[node], std::int64_t{1});
  };
  look_up();
  visit();
  for (const agents::Move move : moves) {
    node = next(node, state, move);
    if (node == agents::AbstractAgent::off_tree) return;
    state.apply(move);
    visit();
  }
}

void Values::divide(const Counts& counts) {
  const games::BettingTree& tree = reference_->tree();
  std::vector<double> means(tree.nodes());
  for (int node = 0; node < tree.nodes(); ++node) {
    const int above = tree.parent[node];
    means[node] = (static_cast<double>(counts.node_sums[node]) + (above < 0 ? 0 : weight * means[above])) /
                  (static_cast<double>(counts.node_hands[node]) + weight);
  }
  for (int player = 0; player < 2; ++player) {
    // The whole expected values first, as those of a node follow from those above it.
    std::vector<float>& part = parts_[player];
    const auto draw = [&](std::int64_t at, int states, double mean, std::int64_t like, double mean_above) {
      for (int s = 0; s < states; ++s) {
        const double prior = like < 0 ? mean : mean + part[like + s] - mean_above;
        part[at + s] =
            static_cast<float>((static_cast<double>(counts.sums[player][at + s]) + weight * prior) /
                               (static_cast<double>(counts.hands[player][at + s]) + weight));
      }
    };
    for (int node = 0; node < tree.nodes(); ++node) {
      const int above = tree.parent[node], street = tree.street[node];
      const int states = reference_->states().states(street);
      const double mean_above = above < 0 ? 0 : means[above];
      if (before_[node] >= 0)
        draw(before_[node], reference_->states().states(street - 1), means[node], first_[above], mean_above);
      const bool same_street = above >= 0 && before_[node] < 0;
      draw(first_[node], states, means[node], same_street ? first_[above] : -1, mean_above);
    }
  }
  // Both parts hold the mean; one of them gives it up.
  for (int node = 0; node < tree.nodes(); ++node) {
    const std::int64_t from = first_[node];
    const std::int64_t to =
        node + 1 < tree.nodes() ? first_[node + 1] : static_cast<std::int64_t>(parts_[0].size());
    for (std::int64_t i = from; i < to; ++i) parts_[0][i] -= static_cast<float>(means[node]);
  }
}

void Values::average_cards(int threads) {
  const games::BettingTree& tree = reference_->tree();
  const games::CardRules& rules = reference_->cards();
  const std::vector<agents::HoleCards> hands = agents::all_hole_cards(rules);
  const std::size_t n = hands.size();
  std::vector<int> states(n);
  reference_->states().of_hands(0, hands, {}, states.data());
  double sum = 0, pairs = 0;
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = 0; b < n; ++b) {
      if (hands[a].set & hands[b].set) continue;
      sum += double{part(0, 0)[states[a]]} + part(1, 0)[states[b]];
      ++pairs;
    }
  mean_ = sum / pairs;
  if (over_cards_.empty()) return;
  const int count = rules.board[1];
  const double ways = combinations(rules.deck() - 2 * rules.hole, count);
  std::vector<int> roots;
  for (int node = 0; node < tree.nodes(); ++node)
    if (root_of_[node] >= 0) roots.push_back(node);
  support::parallel_for(static_cast<std::int64_t>(roots.size()), threads, [&](std::int64_t item, int) {
    const int node = roots[item];
    std::vector<double>& found = over_cards_[root_of_[node]];
    found.assign(n * n, 0.0);
    std::vector<int> seen(n);
    std::vector<double> of_hand(n), all(n), of_card(n * rules.deck()), of_pair(rules.hole == 2 ? n * n : 0);
    for (int player = 0; player < 2; ++player) {
      // Sums over all boards less those with a card of the other hand: by its first, by its second, and twice
      // taken away, by both.
      for (auto* sums : {&all, &of_card, &of_pair}) std::fill(sums->begin(), sums->end(), 0.0);
      const auto add = [&](double* to) {
        for (std::size_t h = 0; h < n; ++h) to[h] += of_hand[h];
      };
      for_each_deal(rules.deck(), 0, count, [&](std::span<const cards::Card> board) {
        const cards::CardSet dead = cards::set_of(board);
        reference_->states().of_hands(1, hands, board, seen.data());
        for (std::size_t h = 0; h < n; ++h)
          of_hand[h] = hands[h].set & dead ? 0.0 : double{part(player, node)[seen[h]]};
        add(all.data());
        for (const cards::Card card : board) add(of_card.data() + card * n);
        if (rules.hole != 2) return;
        for (std::size_t i = 0; i < board.size(); ++i)
          for (std::size_t j = 0; j < i; ++j)
            add(of_pair.data() +
                cards::combination_of(std::min(board[i], board[j]), std::max(board[i], board[j])) * n);
      });
      for (std::size_t other = 0; other < n; ++other)
        for (std::size_t h = 0; h < n; ++h) {
          if (hands[h].set & hands[other].set) continue;
          double total = all[h] - of_card[hands[other].cards[0] * n + h];
          if (rules.hole == 2) total += of_pair[other * n + h] - of_card[hands[other].cards[1] * n + h];
          found[player == 0 ? h * n + other : other * n + h] += total / ways;
        }
    }
  });
}

void Values::fit(const games::Rules& rules, const agents::Agent& first, const agents::Agent& second,
                 std::uint64_t seed, std::int64_t hands, int threads, support::Progress& progress) {
  first.check_game(rules, reference_->cards());
  second.check_game(rules, reference_->cards());
  threads = support::checked_threads(threads);
  // Not the hands of a match of this seed.
  const std::uint64_t own = support::Random(support::Use::luck, seed, 0).next();
  const int nodes = reference_->tree().nodes();
  Counts counts;
  for (int player = 0; player < 2; ++player) {
    counts.sums[player].assign(parts_[player].size(), 0);
    counts.hands[player].assign(parts_[player].size(), 0);
  }
  counts.node_sums.assign(nodes, 0);
  counts.node_hands.assign(nodes, 0);
  progress.start(hands);
  support::for_each_chunk(0, hands, 256, 1, threads, progress, [&](std::int64_t from, std::int64_t to, int) {
    const auto a = first.sit(), b = second.sit();
    std::vector<agents::Move> moves;
    for (std::int64_t number = from; number < to; ++number) {
      const matches::Deal deal(reference_->cards(), own, static_cast<std::uint64_t>(number));
      const int won = matches::play_hand(rules, reference_->cards(), deal, {a.get(), b.get()}, moves);
      play(rules, deal, moves, won, counts);
    }
  });
  divide(counts);
  average_cards(threads);
}

}  // namespace pokerdata::luck
