#include "pokerdata/dealing/exchange.hpp"

#include <sched.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <span>
#include <system_error>
#include <utility>

#include "pokerdata/dealing/clock.hpp"

namespace pokerdata::dealing {
namespace {

constexpr std::size_t most_unsent = 16384;  // bytes that a seat waits for
constexpr std::size_t read_at_once = 4096;
// Microseconds that it looks for an answer before it sleeps, and those within which the last answer of a seat
// must have come for that: to sleep and wake up takes some of them, too.
constexpr std::int64_t looks_for = 50, is_soon = 150;

// What comes in soon, or -1 with EAGAIN. A program that answers at once does so before this one would be
// asleep and awake again, so it looks for a while before it sleeps.
ssize_t received_soon(int socket, std::span<char> buffer, std::int64_t sent) {
  do {
    const ssize_t got = ::recv(socket, buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (got >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK)) return got;
    ::sched_yield();
  } while (now() - sent < looks_for);
  return -1;
}

std::string stamp(std::int64_t time) {
  const std::string parts = std::to_string(time % 1'000'000);
  return std::to_string(time / 1'000'000) + '.' + std::string(6 - parts.size(), '0') + parts;
}

}  // namespace

Exchange::Exchange(std::vector<int> sockets, int transactions, bool loud)
    : sockets_(std::move(sockets)),
      transactions_(transactions),
      loud_(loud),
      unsent_(sockets_.size()),
      answers_soon_(sockets_.size(), true) {}

void Exchange::add_views(const Hand& hand, int shift) {
  const int seats = static_cast<int>(unsent_.size());
  const std::string time = loud_ ? stamp(now()) : "";
  for (int seat = 0; seat < seats; ++seat) {
    const std::string view = hand.view((seat + seats - shift) % seats);
    unsent_[seat] += view;
    if (loud_) told_ += "TO " + std::to_string(seat + 1) + " at " + time + ' ' + view;
  }
}

void Exchange::send_waiting(std::uint32_t quick) {
  for (std::size_t seat = 0; seat < unsent_.size(); ++seat) {
    std::string& text = unsent_[seat];
    if (!(quick >> seat & 1) || text.empty()) continue;
    const ssize_t sent = ::send(sockets_[seat], text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    text.erase(0, static_cast<std::size_t>(std::max<ssize_t>(sent, 0)));
  }
}

std::string Exchange::take(int seat) { return std::exchange(unsent_.at(static_cast<std::size_t>(seat)), {}); }

std::string Exchange::take_told() { return std::exchange(told_, {}); }

void Exchange::write_down(play::Action action, const Hand& hand, std::int64_t sent,
                          std::int64_t received) const {
  const std::string line = play::action_text(hand.betting().rules(), action) + ' ' +
                           std::to_string(hand.number()) + ' ' + stamp(sent) + ' ' + stamp(received) + '\n';
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t written = ::write(transactions_, line.data() + done, line.size() - done);
    if (written >= 0)
      done += static_cast<std::size_t>(written);
    else if (errno != EINTR)
      throw std::system_error(errno, std::generic_category(), "transactions");
  }
}

Asked Exchange::play(Hand& hand, int shift, std::uint32_t quick, std::int64_t response,
                     const std::vector<std::int64_t>& left, std::vector<std::int64_t>& used) {
  const int seats = static_cast<int>(unsent_.size());
  std::array<char, read_at_once> buffer;
  while (!hand.betting().finished()) {
    const int position = hand.betting().player(), seat = (position + shift) % seats;
    const bool waits_for_much = std::any_of(unsent_.begin(), unsent_.end(),
                                            [](const auto& text) { return text.size() > most_unsent; });
    if (!(quick >> seat & 1) || waits_for_much) return {Stop::before, 0, {}};

    add_views(hand, shift);
    std::string& mine = unsent_[seat];
    const ssize_t sent_bytes = ::send(sockets_[seat], mine.data(), mine.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    const std::int64_t sent = now();
    mine.erase(0, static_cast<std::size_t>(std::max<ssize_t>(sent_bytes, 0)));
    if (!mine.empty()) return {Stop::asked, sent, {}};

    ssize_t got = -1;
    if (answers_soon_[seat]) got = received_soon(sockets_[seat], buffer, sent);
    if (got < 0) {  // who thinks for longer leaves the others time to read what they have seen
      send_waiting(quick);
      got = ::recv(sockets_[seat], buffer.data(), buffer.size(), 0);
    }
    if (got <= 0) return {Stop::asked, sent, {}};
    const std::int64_t received = now();
    answers_soon_[seat] = received - sent < is_soon;
    const std::string_view line(buffer.data(), static_cast<std::size_t>(got));
    const auto action = hand.exact_reply(hand.view(position), line);
    if (!action) return {Stop::asked, sent, std::string(line)};

    if (loud_)
      told_ += "FROM " + std::to_string(seat + 1) + " at " + stamp(received) + ' ' + std::string(line);
    if (const std::int64_t taken = received - sent; taken > 0) {
      used[seat] += taken;
      if (taken > response || used[seat] > left[seat]) return {Stop::late, sent, {}};
    }
    if (transactions_ >= 0) write_down(*action, hand, sent, received);
    hand.apply(*action);
  }
  return {Stop::finished, 0, {}};
}

}  // namespace pokerdata::dealing
