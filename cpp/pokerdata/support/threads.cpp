#include "pokerdata/support/threads.hpp"

#include <pthread.h>
#include <sched.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "pokerdata/support/apart.hpp"
#include "pokerdata/support/errors.hpp"

namespace pokerdata::support {
namespace {

// The first item of a thread's part, also of the one after the last.
std::int64_t first_of_part(std::int64_t items, int threads, int thread) {
  return items / threads * thread + std::min<std::int64_t>(thread, items % threads);
}

// One parallel_for. All but `parts`, `inside` and `failed` are guarded by the pool's mutex once it is open.
struct Job {
  // Items that are one thread's first: from call to call it finds in its cache what they work on.
  struct alignas(apart) Part {
    std::atomic<std::int64_t> next;
    std::int64_t end;
  };

  const std::function<void(std::int64_t, int)>& work;
  const int threads;
  std::vector<Part> parts;
  int joined = 1;  // the caller is thread 0
  std::atomic<int> inside{0};
  std::atomic<bool> failed{false};
  std::mutex failing{};
  std::exception_ptr failure{};

  Job(std::int64_t items, int count, const std::function<void(std::int64_t, int)>& done)
      : work(done), threads(count), parts(count) {
    for (int t = 0; t < threads; ++t) {
      parts[t].next = first_of_part(items, threads, t);
      parts[t].end = first_of_part(items, threads, t + 1);
    }
  }

  // Its own part, then what is left of the others'.
  void run(int thread) {
    try {
      for (int t = 0; t < threads; ++t) {
        Part& part = parts[(thread + t) % threads];
        for (std::int64_t i; !failed.load(std::memory_order_relaxed) &&
                             (i = part.next.fetch_add(1, std::memory_order_relaxed)) < part.end;)
          work(i, thread);
      }
    } catch (...) {
      failed = true;
      const std::lock_guard lock(failing);
      if (!failure) failure = std::current_exception();
    }
  }
};

// Gaps between the calls of a kernel are mostly shorter, and to wake a thread takes as long or longer.
constexpr std::chrono::microseconds patience{200};

// A thread that has had nothing to do for so long ends.
constexpr std::chrono::seconds idleness{10};

// Gives the processor away in between: whoever is waited for may need it.
template <class Condition>
void wait_briefly(const Condition& condition) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!condition() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
}

// While it is there new threads begin with all signals blocked but those of faults: the program's own threads
// wait for signals, and one of ours that took them would end it.
class NoSignals {
 public:
  NoSignals() {
    sigset_t blocked;
    sigfillset(&blocked);
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigdelset(&blocked, fault);
    pthread_sigmask(SIG_SETMASK, &blocked, &before_);
  }
  ~NoSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  NoSignals(const NoSignals&) = delete;
  NoSignals& operator=(const NoSignals&) = delete;

 private:
  sigset_t before_;
};

// Threads that stay for the next job. Each job is done by its caller and by those that join it before it is
// done: nobody waits for a thread that has not begun, so jobs inside jobs cannot block each other.
class Pool {
 public:
  void run(Job& job) {
    open(job);
    job.run(0);
    close(job);
  }

 private:
  void open(Job& job) {
    const std::lock_guard lock(mutex_);
    const int more = job.threads - 1;
    open_.push_back(&job);
    wanted_ += more;
    opened_.fetch_add(1, std::memory_order_release);
    for (int i = watching_; i < more; ++i) wake_.notify_one();
    if (workers_ >= wanted_) return;
    const NoSignals during;
    try {
      for (; workers_ < wanted_; ++workers_) std::thread(&Pool::serve, this).detach();
    } catch (const std::exception&) {  // fewer threads do it
    }
  }

  // Returns when nobody touches the job any more.
  void close(Job& job) {
    {
      const std::lock_guard lock(mutex_);
      std::erase(open_, &job);
      wanted_ -= job.threads - 1;
    }
    const auto left = [&] { return job.inside.load(std::memory_order_acquire) == 0; };
    wait_briefly(left);
    if (left()) return;
    std::unique_lock lock(mutex_);
    left_.wait(lock, left);
  }

  void serve() {
    std::unique_lock lock(mutex_);
    for (;;) {
      while (!open_.empty()) {
        Job& job = *open_.back();
        const int thread = job.joined++;
        if (job.joined == job.threads) open_.pop_back();
        if (!open_.empty()) wake_.notify_one();
        job.inside.fetch_add(1, std::memory_order_relaxed);
        lock.unlock();
        job.run(thread);
        lock.lock();
        // The last that is done with the job: its caller may be gone at once.
        if (job.inside.fetch_sub(1, std::memory_order_release) == 1) left_.notify_all();
      }
      const unsigned known = opened_.load(std::memory_order_relaxed);
      ++watching_;
      lock.unlock();
      wait_briefly([&] { return opened_.load(std::memory_order_acquire) != known; });
      lock.lock();
      --watching_;
      if (!wake_.wait_for(lock, idleness, [&] { return !open_.empty(); })) {
        --workers_;
        return;
      }
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_, left_;
  std::vector<Job*> open_;           // with room for a thread
  std::atomic<unsigned> opened_{0};  // jobs so far
  int workers_ = 0, watching_ = 0;   // threads, and those of them that look for a job before they sleep
  int wanted_ = 0;                   // threads that all jobs together have room for
};

// Never destroyed: its threads sleep until the process ends. A forked child has none of them, and begins with
// a pool of its own.
Pool*& pool() {
  static Pool* kept = [] {
    pthread_atfork(nullptr, nullptr, [] { pool() = new Pool; });
    return new Pool;
  }();
  return kept;
}

}  // namespace

int hardware_threads() {
#ifdef __linux__
  // A container or taskset may allow fewer processors than the machine has.
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return std::max(1, CPU_COUNT(&allowed));
#endif
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

int checked_threads(int threads) {
  if (threads == 0) return hardware_threads();
  if (threads < 1 || threads > most_threads)
    throw expected("threads", "1 to 1024, or 0 for all processors", {threads, "; e.g. 2"});
  return threads;
}

void parallel_for(std::int64_t items, int threads, const std::function<void(std::int64_t, int)>& work) {
  threads = static_cast<int>(std::min<std::int64_t>(threads, items));
  if (threads <= 1) {
    for (std::int64_t i = 0; i < items; ++i) work(i, 0);
    return;
  }
  Job job(items, threads, work);
  pool()->run(job);
  if (job.failure) std::rethrow_exception(job.failure);
}

std::vector<std::size_t> balanced(std::span<const std::int64_t> cost, int threads) {
  const std::int64_t items = std::ssize(cost);
  threads = static_cast<int>(std::min<std::int64_t>(threads, items));
  std::vector<std::size_t> falling(items);
  std::iota(falling.begin(), falling.end(), std::size_t{0});
  if (threads <= 1) return falling;
  std::stable_sort(falling.begin(), falling.end(),
                   [&](std::size_t a, std::size_t b) { return cost[a] > cost[b]; });
  std::vector<std::vector<std::size_t>> parts(threads);
  std::vector<std::int64_t> load(threads);
  for (const std::size_t item : falling) {
    int least = -1;
    for (int t = 0; t < threads; ++t) {
      const std::int64_t room = first_of_part(items, threads, t + 1) - first_of_part(items, threads, t);
      if (std::ssize(parts[t]) < room && (least < 0 || load[t] < load[least])) least = t;
    }
    parts[least].push_back(item);
    load[least] += cost[item];
  }
  std::vector<std::size_t> order;
  for (const std::vector<std::size_t>& part : parts) order.insert(order.end(), part.begin(), part.end());
  return order;
}

}  // namespace pokerdata::support
