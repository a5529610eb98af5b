#pragma once
// For kernel files only: a number of things that is known when the kernel is compiled, so that they stay in
// registers.

namespace pokerdata::support::POKERDATA_ISA {

// Calls body.operator()<count>(arguments...), for a count of at most `most`; not at all for none.
template <int most, class Body, class... Arguments>
inline void with_known_count(int count, const Body& body, Arguments... arguments) {
  if constexpr (most > 0) {
    if (count == most)
      body.template operator()<most>(arguments...);
    else
      with_known_count<most - 1>(count, body, arguments...);
  }
}

}  // namespace pokerdata::support::POKERDATA_ISA
