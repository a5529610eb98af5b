#include "pokerdata/support/isa.hpp"

#include <cstdlib>
#include <string>

#include "pokerdata/support/errors.hpp"

namespace pokerdata::support {
namespace {

bool runs_here(Isa isa) {
#if defined(POKERDATA_HAS_avx512)
  const bool avx2 =
      __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
  if (isa == Isa::avx2) return avx2;
  if (isa == Isa::avx512)
    return avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#endif
  return isa == Isa::portable;
}

Isa choose() {
  const Isa all[] = {Isa::avx512, Isa::avx2, Isa::portable};
  const char* wanted = std::getenv("POKERDATA_ISA");
  for (const Isa isa : all) {
    if (wanted && *wanted && std::string(wanted) != isa_name(isa)) continue;
    if (runs_here(isa)) return isa;
  }
  throw expected("POKERDATA_ISA",
                 "an instruction set that this processor and build have, one of portable, avx2, avx512",
                 {"'", wanted, "'; e.g. 'portable'"});
}

}  // namespace

const char* isa_name(Isa isa) {
  return isa == Isa::avx512 ? "avx512" : isa == Isa::avx2 ? "avx2" : "portable";
}

Isa active_isa() {
  static const Isa isa = choose();
  return isa;
}

}  // namespace pokerdata::support
