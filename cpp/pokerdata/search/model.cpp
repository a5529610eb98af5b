#include "pokerdata/search/model.hpp"

#include <algorithm>
#include <bit>

#include "pokerdata/support/errors.hpp"

namespace pokerdata::search {

std::array<double, most_options> shares_of(const DecisionTriple& triple, const Options& options) {
  std::array<double, most_options> shares{};
  int raises = 0;
  for (int i = 0; i < options.count; ++i) raises += options.actions[i].kind == play::ActionKind::raise;
  double sum = 0;
  int call = 0;
  for (int i = 0; i < options.count; ++i) {
    switch (options.actions[i].kind) {
      case play::ActionKind::fold:
        shares[i] = triple.fold;
        break;
      case play::ActionKind::call:
        shares[i] = triple.call;
        call = i;
        break;
      default:  // raise
        shares[i] = triple.raise / raises;
    }
    sum += shares[i];
  }
  if (sum > 0)
    for (int i = 0; i < options.count; ++i) shares[i] /= sum;
  else
    shares[call] = 1;
  return shares;
}

CountedModel::CountedModel(int streets, std::vector<DecisionTriple> triples) : triples_(std::move(triples)) {
  if (std::ssize(triples_) != std::int64_t{streets} * facing)
    throw support::expected("triples", {streets * facing, ", three for each street"}, triples_.size());
}

std::array<double, most_options> CountedModel::shares(const View& view, const Options& options) const {
  const play::Betting& betting = view.betting;
  const int bets = betting.to_call() == 0 ? 0 : betting.raises() < 2 ? 1 : 2;
  return shares_of(triples_[betting.street() * facing + bets], options);
}

namespace {

void append_cards(std::span<const cards::Card> cards, std::string& text) {
  for (cards::CardSet left = cards::set_of(cards); left; left &= left - 1) {
    const int card = std::countr_zero(left);
    text += "23456789TJQKA"[card / 4];
    text += "cdhs"[card % 4];
  }
}

}  // namespace

std::array<double, most_options> TableModel::shares(const View& view, const Options& options) const {
  std::string key = view.history;
  key += '|';
  append_cards(view.hole, key);
  const std::vector<int>& board = view.betting.rules().cards.board;
  std::size_t begin = 0;
  for (int street = 0; street <= view.betting.street(); ++street) {
    const auto count = static_cast<std::size_t>(board[street]);
    append_cards(view.board.subspan(begin, count), key);
    begin += count;
  }
  const auto found = table_.find(key);
  if (found == table_.end()) return other_->shares(view, options);
  if (std::ssize(found->second) != options.count)
    throw support::expected("model", {options.count, " shares at ", key}, found->second.size());
  std::array<double, most_options> shares{};
  std::copy(found->second.begin(), found->second.end(), shares.begin());
  return shares;
}

}  // namespace pokerdata::search
