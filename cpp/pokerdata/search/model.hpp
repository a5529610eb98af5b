#pragma once
#include <array>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "pokerdata/search/options.hpp"

namespace pokerdata::search {

// What a player who acts can see.
struct View {
  const play::Betting& betting;
  std::span<const cards::Card> hole, board;
  const std::string& history;  // as the protocol writes it
};

// How likely a player folds, checks or calls, and raises.
struct DecisionTriple {
  double fold, call, raise;
};

// Shares of the options by a triple: what the rules do not allow falls to the others in proportion, or to the
// call where nothing is left, and several raises share alike. Sum 1.
std::array<double, most_options> shares_of(const DecisionTriple& triple, const Options& options);

// What a player is thought to do. Read-only, so that threads may share it.
class Model {
 public:
  virtual ~Model() = default;
  virtual std::array<double, most_options> shares(const View& view, const Options& options) const = 0;
  // Whether shares may depend on the player's hole cards.
  virtual bool sees_cards() const { return true; }
};

// The same triple everywhere.
class FixedModel final : public Model {
 public:
  explicit FixedModel(const DecisionTriple& triple) : triple_(triple) {}
  std::array<double, most_options> shares(const View&, const Options& options) const override {
    return shares_of(triple_, options);
  }
  bool sees_cards() const override { return false; }

 private:
  DecisionTriple triple_;
};

// Triples by street and by the bets that must be called: none, one, more.
class CountedModel final : public Model {
 public:
  static constexpr int facing = 3;
  // triples: [street][facing]. Throws ArgumentError unless there are so many for each street.
  CountedModel(int streets, std::vector<DecisionTriple> triples);
  std::array<double, most_options> shares(const View& view, const Options& options) const override;
  bool sees_cards() const override { return false; }

 private:
  std::vector<DecisionTriple> triples_;
};

// Shares of the options by what the player sees: his history, a '|', his hole cards and the board, each card
// two letters, hole cards and those of a street rising. What is not in the table is played by another model.
class TableModel final : public Model {
 public:
  using Table = std::unordered_map<std::string, std::vector<double>>;
  TableModel(Table table, std::shared_ptr<const Model> other)
      : table_(std::move(table)), other_(std::move(other)) {}
  std::array<double, most_options> shares(const View& view, const Options& options) const override;

 private:
  Table table_;
  std::shared_ptr<const Model> other_;
};

}  // namespace pokerdata::search
