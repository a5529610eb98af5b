#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "bindings.hpp"
#include "cut_files.hpp"
#include "pokerdata/fingerprints.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/isa.hpp"
#include "pokerdata/support/table_text.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::bindings {

void run_kernel(const py::object& on_progress, const std::function<void(support::Progress&)>& kernel) {
  support::Progress progress;
  std::exception_ptr kernel_failure;
  std::exception_ptr python_failure;
  std::mutex mutex;
  std::condition_variable finished;
  bool done = false;
  {
    const py::gil_scoped_release released;
    std::thread worker([&] {
      try {
        kernel(progress);
      } catch (...) {
        kernel_failure = std::current_exception();
      }
      {
        const std::lock_guard lock(mutex);
        done = true;
      }
      finished.notify_one();
    });
    for (;;) {
      {
        std::unique_lock lock(mutex);
        if (finished.wait_for(lock, std::chrono::milliseconds(100), [&] { return done; })) break;
      }
      if (python_failure) continue;
      const py::gil_scoped_acquire acquired;
      try {
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        if (!on_progress.is_none()) on_progress(progress.done.load(), progress.total.load());
      } catch (...) {
        python_failure = std::current_exception();
        progress.cancelled = true;
      }
    }
    worker.join();
  }
  if (python_failure) std::rethrow_exception(python_failure);
  if (kernel_failure) std::rethrow_exception(kernel_failure);
  if (!on_progress.is_none()) on_progress(progress.done.load(), progress.total.load());
}

namespace {

std::string compiler() {
#if defined(__clang__)
  return "Clang " __clang_version__;
#else
  return "GCC " __VERSION__;
#endif
}

}  // namespace

void bind_support(py::module_& core) {
  auto m = core.def_submodule("support", "Threads, instruction sets and source fingerprints.");
  m.def(
      "table_text",
      [](const std::vector<std::string>& words, const py::array_t<double, py::array::c_style>& numbers,
         const std::vector<std::string>& between) {
        const std::vector<std::string_view> of_rows(words.begin(), words.end());
        const std::span<const double> given(numbers.data(), static_cast<std::size_t>(numbers.size()));
        std::string text;
        {
          const py::gil_scoped_release released;
          text = support::table_text(of_rows, given, between);
        }
        return py::bytes(text);
      },
      py::arg("words"), py::arg("numbers"), py::arg("between"),
      "Lines of a table in UTF-8: of each row between[0], its word, between[1], its first number as repr() "
      "writes "
      "it, between[2] and so on; nothing for NaN.");
  m.def("hardware_threads", &support::hardware_threads, "Processors this process may use.");
  m.def(
      "active_isa", [] { return std::string(support::isa_name(support::active_isa())); },
      "Instruction set of the kernels in use: 'portable', 'avx2' or 'avx512'.");
  m.def("compiler", &compiler, "That which built the kernels, with its version.");
  m.def("tell_of_cut_files", &tell_of_cut_files, py::arg("on"), py::arg("exit_code") = 1,
        "Say which mapped file was cut short where reading it ends the process.");
  m.def(
      "fingerprints",
      [] {
        py::dict result;
        for (const auto& f : fingerprints) result[f.folder] = f.sha256;
        return result;
      },
      "SHA-256 of the C++ sources of each folder and the folders it uses.");

  const py::object error = py::module_::import("pokerdata.errors").attr("CapacityError");
  static PyObject* capacity_error = error.ptr();
  Py_INCREF(capacity_error);
  py::register_exception_translator([](std::exception_ptr p) {
    try {
      if (p) std::rethrow_exception(p);
    } catch (const support::CapacityError& e) {
      PyErr_SetString(capacity_error, e.what());
    } catch (const std::bad_alloc&) {
      PyErr_SetString(
          capacity_error,
          "not enough memory: the system refused what the work asked for. End other programs, raise the "
          "limit (ulimit -v, a control group), use fewer threads, or choose a smaller problem");
    } catch (const std::length_error& e) {
      PyErr_SetString(capacity_error, (std::string("not enough memory for so many numbers (") + e.what() +
                                       "); choose a smaller problem")
                                          .c_str());
    } catch (const std::system_error& e) {
      if (e.code() != std::errc::resource_unavailable_try_again) throw;
      PyErr_SetString(
          capacity_error,
          "the system refused to start a thread: raise the limit (ulimit -v, ulimit -u), or use fewer "
          "threads");
    }
  });
}

}  // namespace pokerdata::bindings
