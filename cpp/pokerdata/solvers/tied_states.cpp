#include "pokerdata/solvers/tied_states.hpp"

#include <algorithm>
#include <string>

#include "pokerdata/solvers/average_strategies.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::solvers {
namespace {

// Deals of the game that give each state of a street to a player.
std::vector<double> deals_of_states(const games::Street& street) {
  std::vector<double> deals(street.states);
  for (std::size_t b = 0; b < street.boards.size(); ++b) {
    const games::Board& board = street.boards[b];
    for (int s = 0; s < board.states; ++s)
      if (!street.cards.size.empty()) {
        deals[board.first + s] =
            static_cast<double>(street.cards.weight[b] * street.cards.size[board.first + s]);
      } else {
        const auto row = board.deals.subspan(static_cast<std::size_t>(s) * board.states, board.states);
        for (const std::uint64_t count : row) deals[board.first + s] += static_cast<double>(count);
      }
  }
  return deals;
}

// Of each decision of a player, by the number of its first action: how many of his may follow below it.
std::vector<std::int32_t> heights(const Shape& shape, int player) {
  std::vector<std::int32_t> below(shape.nodes.size()), found(shape.child.size());
  for (std::size_t n = shape.nodes.size(); n-- > 0;) {
    const ShapeNode& node = shape.nodes[n];
    if (node.step != Step::decision) continue;
    for (int a = 0; a < node.actions; ++a) below[n] = std::max(below[n], below[shape.child[node.first + a]]);
    if (node.player != player) continue;
    found[node.first] = below[n]++;
  }
  return found;
}

// The player takes what was chosen at decisions that are done, keeps what actions are worth at those of one
// level, and leaves those above them alone.
template <class T>
struct ChooseInTurn : AgainstAverage<T, true> {
  const WalkPlan& plan;
  const std::vector<std::vector<std::int32_t>>& heights;
  T* chosen;
  std::int32_t street, height;

  void own_up(const DecisionRows& at, double* const* rows) const {
    const WalkPlan::Block& block = plan.blocks[at.block];
    const std::int32_t mine = heights[plan.batch(block).shape][at.row];
    if (block.street < street || (block.street == street && mine > height)) return;
    T* const kept = chosen + this->place(at);
    const bool done = block.street > street || mine < height;
    for (int s = 0; s < at.cells; ++s) {
      double value = 0;
      for (int a = 0; a < at.actions; ++a) {
        T& of_action = kept[a * padded<T>(at.cells) + s];
        if (done)
          value += static_cast<double>(of_action) * rows[a][s];
        else
          of_action = static_cast<T>(rows[a][s]);
      }
      if (done) rows[0][s] = value;
    }
  }
};

}  // namespace

template <class T>
TiedStates<T>::TiedStates(const games::Game& game, const WalkPlan& plan, const StrategyLayout<T>& layout,
                          std::array<bool, 2> players,
                          const std::vector<std::span<const std::int32_t>>& classes, int threads)
    : game_(game),
      plan_(plan),
      layout_(layout),
      players_(players),
      threads_(support::checked_threads(threads)),
      gains_(layout.size) {
  if (classes.size() != game.streets.size())
    throw support::expected("classes", {"those of ", game.streets.size(), " streets"}, classes.size());
  for (std::size_t r = 0; r < classes.size(); ++r) {
    const games::Street& street = game.streets[r];
    if (static_cast<std::int32_t>(classes[r].size()) != street.states)
      throw support::expected({"classes of street ", r + 1}, {"one for each of ", street.states, " states"},
                              classes[r].size());
    Classes& found = classes_.emplace_back();
    found.of.assign(classes[r].begin(), classes[r].end());
    for (const std::int32_t c : found.of) {
      if (c < 0 || c >= street.states)
        throw support::expected("class of a state", {"a number from 0 to ", street.states - 1}, c);
      found.count = std::max(found.count, c + 1);
    }
    found.weight = deals_of_states(street);
    found.total.resize(found.count);
    for (int s = 0; s < street.states; ++s) found.total[found.of[s]] += found.weight[s];
    if (r == 0) continue;
    std::vector<std::int32_t> above(found.count, -1);
    for (const games::Board& board : street.boards)
      for (int s = 0; s < board.states; ++s) {
        const games::Board& parent = game.streets[r - 1].boards[board.parent];
        const std::int32_t from = classes_[r - 1].of[parent.first + street.parents[board.first + s]];
        std::int32_t& known = above[found.of[board.first + s]];
        if (known >= 0 && known != from) recalls_ = false;
        known = from;
      }
  }
  for (const int player : {0, 1}) {
    for (const Shape& shape : plan.shapes) height_[player].push_back(heights(shape, player));
    for (std::size_t r = 0; r < plan.streets.size(); ++r)
      for (std::size_t i = 0; i < plan.streets[r].batches.size(); ++i) {
        const Shape& shape = plan.shapes[plan.streets[r].batches[i].shape];
        for (std::size_t n = 0; n < shape.nodes.size(); ++n)
          if (shape.nodes[n].step == Step::decision && shape.nodes[n].player == player)
            places_[player].push_back(
                {static_cast<std::int32_t>(r), static_cast<std::int32_t>(i), static_cast<std::int32_t>(n)});
      }
  }
}

template <class T>
template <class Body>
void TiedStates<T>::for_each_sum(const Place& at, const T* values, bool weighted, const Body& body) const {
  const Batch& batch = plan_.streets[at.street].batches[at.batch];
  const ShapeNode& node = plan_.shapes[batch.shape].nodes[at.node];
  const Classes& classes = classes_[at.street];
  const auto& boards = game_.streets[at.street].boards;
  const auto histories = static_cast<std::size_t>(batch.histories());
  const std::size_t stride = classes.count * histories;  // from one action to the next
  std::vector<double> sums(stride * node.actions);
  const auto each_row = [&](const auto& work) {
    for (std::size_t b = 0; b < boards.size(); ++b) {
      const std::size_t block = batch.first_block + b;
      const std::size_t width = padded<T>(plan_.blocks[block].cells);
      const std::size_t start = layout_.offset[block] + static_cast<std::size_t>(node.first) * width;
      for (std::int32_t s = 0; s < boards[b].states; ++s)
        work(boards[b].first + s, start + s * histories, width);
    }
  };
  each_row([&](std::int32_t state, std::size_t cell, std::size_t width) {
    // A class may have only states that are never dealt.
    const double total = classes.total[classes.of[state]];
    const double weight = !weighted ? 1 : total > 0 ? classes.weight[state] / total : 0;
    for (int a = 0; a < node.actions; ++a) {
      double* const to = sums.data() + a * stride + classes.of[state] * histories;
      const T* const from = values + cell + a * width;
      for (std::size_t h = 0; h < histories; ++h) to[h] += weight * static_cast<double>(from[h]);
    }
  });
  each_row([&](std::int32_t state, std::size_t cell, std::size_t width) {
    for (std::size_t h = 0; h < histories; ++h)
      body(cell + h, width, node.actions, sums.data() + classes.of[state] * histories + h, stride);
  });
}

template <class T>
template <class Work>
void TiedStates<T>::for_each_place(int player, const Work& work) const {
  support::parallel_for(std::ssize(places_[player]), threads_,
                        [&](std::int64_t i, int) { work(places_[player][i]); });
}

template <class T>
void TiedStates<T>::learn(int player, const Update& update, std::size_t to_prediction, T* regrets,
                          T* average) {
  for_each_place(player, [&](const Place& at) {
    for_each_sum(
        at, gains_.data(), false,
        [&](std::size_t cell, std::size_t width, int actions, const double* sums, std::size_t stride) {
          for (int a = 0; a < actions; ++a) {
            T& regret = regrets[cell + a * width];
            const T gain = static_cast<T>(sums[a * stride]), sum = regret + gain;
            regret = sum * static_cast<T>(sum > 0 ? update.positive : update.negative);
            if (to_prediction) regrets[cell + a * width + to_prediction] = gain;
          }
        });
    if (recalls_) return;
    for_each_sum(
        at, average, true,
        [&](std::size_t cell, std::size_t width, int actions, const double* sums, std::size_t stride) {
          for (int a = 0; a < actions; ++a) average[cell + a * width] = static_cast<T>(sums[a * stride]);
        });
  });
}

template <class T>
double TiedStates<T>::best_response(PublicWalk<double>& walk, const T* average, int player,
                                    const std::atomic<bool>* stop) {
  ChooseInTurn<T> visitor{{layout_, average}, plan_, height_[player], gains_.data(), 0, 0};
  for (visitor.street = static_cast<std::int32_t>(plan_.streets.size()) - 1; visitor.street >= 0;
       --visitor.street) {
    std::int32_t levels = 0;
    const auto height = [&](const Place& at) {
      const std::int32_t shape = plan_.streets[at.street].batches[at.batch].shape;
      return height_[player][shape][plan_.shapes[shape].nodes[at.node].first];
    };
    for (const Place& at : places_[player])
      if (at.street == visitor.street) levels = std::max(levels, height(at) + 1);
    for (visitor.height = 0; visitor.height < levels; ++visitor.height) {
      walk.run(player, visitor, stop);
      for_each_place(player, [&](const Place& at) {
        if (at.street != visitor.street || height(at) != visitor.height) return;
        T* const chosen = gains_.data();
        for_each_sum(
            at, chosen, false,
            [&](std::size_t cell, std::size_t width, int actions, const double* sums, std::size_t stride) {
              int best = 0;
              for (int a = 1; a < actions; ++a)
                if (sums[a * stride] > sums[best * stride]) best = a;
              for (int a = 0; a < actions; ++a) chosen[cell + a * width] = static_cast<T>(a == best);
            });
      });
    }
  }
  return walk.run(player, visitor, stop);
}

template <class T>
std::uint64_t TiedStates<T>::memory(const games::Game& game, const WalkPlan& plan,
                                    const StrategyLayout<T>& layout, std::span<const std::int32_t> counts,
                                    int threads) {
  if (counts.size() != game.streets.size())
    throw support::expected("classes", {"the numbers of those of ", game.streets.size(), " streets"},
                            counts.size());
  std::uint64_t states = 0, sums = 0;
  for (std::size_t r = 0; r < counts.size(); ++r) {
    states += game.streets[r].states;
    const auto count = static_cast<std::uint64_t>(std::clamp(counts[r], 0, game.streets[r].states));
    for (const Batch& batch : plan.streets[r].batches)
      for (const ShapeNode& node : plan.shapes[batch.shape].nodes)
        if (node.step == Step::decision)
          sums = std::max(sums, count * static_cast<std::uint64_t>(batch.histories()) * node.actions);
  }
  // A thread sums one decision at a time.
  return layout.size * sizeof(T) + states * (sizeof(std::int32_t) + 2 * sizeof(double)) +
         static_cast<std::uint64_t>(support::checked_threads(threads)) * sums * sizeof(double);
}

template class TiedStates<float>;
template class TiedStates<double>;

}  // namespace pokerdata::solvers
