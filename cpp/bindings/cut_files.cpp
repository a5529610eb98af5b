#include "cut_files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstring>

namespace pokerdata::bindings {
namespace {

int exit_code_of_cut = 1;

// All below is called in a signal handler: it allocates nothing and calls what POSIX says may be called
// there.

void say(const char* text) {
  const auto written = write(STDERR_FILENO, text, std::strlen(text));
  (void)written;
}

// A line of /proc/self/maps, "BEGIN-END rights offset device inode path"; false where there is no other.
class Maps {
 public:
  Maps() : file_(open("/proc/self/maps", O_RDONLY)) {}
  ~Maps() {
    if (file_ >= 0) close(file_);
  }

  bool next() {
    int length = 0;
    for (char c; get(c);) {
      if (c == '\n') {
        line_[length] = '\0';
        return true;
      }
      if (length + 1 < static_cast<int>(sizeof line_)) line_[length++] = c;
    }
    return false;
  }

  bool holds(std::uintptr_t address) const {
    const char* at = line_;
    const std::uintptr_t begin = number(at);
    ++at;
    return begin <= address && address < number(at);
  }

  // The path, or nullptr for memory without a file.
  const char* path() const { return std::strchr(line_, '/'); }

 private:
  bool get(char& c) {
    if (place_ == filled_) {
      const auto got = file_ < 0 ? 0 : read(file_, buffer_, sizeof buffer_);
      if (got <= 0) return false;
      place_ = 0;
      filled_ = static_cast<int>(got);
    }
    c = buffer_[place_++];
    return true;
  }

  static std::uintptr_t number(const char*& at) {
    std::uintptr_t value = 0;
    for (;; ++at) {
      const int digit = *at >= '0' && *at <= '9' ? *at - '0' : *at >= 'a' && *at <= 'f' ? *at - 'a' + 10 : -1;
      if (digit < 0) return value;
      value = value * 16 + static_cast<std::uintptr_t>(digit);
    }
  }

  int file_;
  int place_ = 0, filled_ = 0;
  char buffer_[1024];
  char line_[1024];
};

void on_bus_error(int, siginfo_t* info, void*) {
  if (info->si_code != BUS_ADRERR) {  // no file: as without this handler, once this returns
    signal(SIGBUS, SIG_DFL);
    raise(SIGBUS);
    return;
  }
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  const char* path = nullptr;
  Maps maps;
  while (path == nullptr && maps.next())
    if (maps.holds(address)) path = maps.path();
  say("error: ");
  say(path == nullptr ? "a file" : path);
  say(" was cut short, or its disk failed, while it was read: expected files that stay as they are "
      "while they are open; put another one in its place by renaming, e.g. mv new.h5 table.h5\n");
  _exit(exit_code_of_cut);
}

}  // namespace

bool tell_of_cut_files(bool on, int exit_code) {
  struct sigaction now{};
  if (sigaction(SIGBUS, nullptr, &now) != 0) return false;
  const bool ours = (now.sa_flags & SA_SIGINFO) != 0 && now.sa_sigaction == &on_bus_error;
  const bool nobody = (now.sa_flags & SA_SIGINFO) == 0 && now.sa_handler == SIG_DFL;
  if (!ours && !nobody) return false;
  struct sigaction wanted{};
  sigemptyset(&wanted.sa_mask);
  if (on) {
    wanted.sa_flags = SA_SIGINFO;
    wanted.sa_sigaction = &on_bus_error;
    exit_code_of_cut = exit_code;
  } else {
    wanted.sa_handler = SIG_DFL;
  }
  return sigaction(SIGBUS, &wanted, nullptr) == 0 && on;
}

}  // namespace pokerdata::bindings
