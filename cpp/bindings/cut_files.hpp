#pragma once

namespace pokerdata::bindings {

// Whoever reads a mapped file beyond an end that was cut off since is ended by the system with SIGBUS and no
// word. While this is on, the process says which file it was and ends with `exit_code` instead; what other
// causes SIGBUS has stay as they are. Returns whether it is on now: it leaves handlers of others alone.
bool tell_of_cut_files(bool on, int exit_code);

}  // namespace pokerdata::bindings
