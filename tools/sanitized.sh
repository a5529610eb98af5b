#!/usr/bin/env bash
# Python tests with the extension built under sanitizers, in an environment of its own that sees the packages of PYTHON:
#     tools/sanitized.sh address tests/cards/evaluator tests/pipeline/store       with undefined behaviour, too
#     tools/sanitized.sh thread tests/spots
# Takes GCC, whose runtime libraries are loaded before Python. What forks, starts other programs or limits its memory is
# left out with `-k`, as are leaks: Python itself keeps memory until it ends.
set -euo pipefail
cd "$(dirname "$0")/.."

kind=${1:?expected address or thread; e.g. tools/sanitized.sh address tests/pipeline/store}
shift
case $kind in
  address) flags=address,undefined libraries=(libasan.so libubsan.so libstdc++.so) ;;
  thread) flags=thread libraries=(libtsan.so libstdc++.so) ;;
  *) echo "sanitizer: expected address or thread, got $kind; e.g. address" >&2; exit 2 ;;
esac
python=${PYTHON:-python3} work=$PWD/build/python-$kind
if [ ! -x "$work/venv/bin/python" ]; then
  "$python" -m venv --without-pip "$work/venv"
  packages=$("$work/venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
  "$python" -c 'import sys; print(*(p for p in sys.path if p.endswith("-packages")), sep="\n")' > "$packages/packages.pth"
fi
"$work/venv/bin/python" -m pip install -q --no-build-isolation --no-deps -e . -C build-dir="$work/build" \
  -C cmake.build-type=RelWithDebInfo -C cmake.define.POKERDATA_SANITIZE="$flags" -C install.strip=false

preload=
for library in "${libraries[@]}"; do preload+=" $(gcc -print-file-name="$library")"; done
fixed_addresses=()
if setarch -R true 2> /dev/null; then fixed_addresses=(setarch -R); fi
rm -f "$work"/report.*
export ASAN_OPTIONS=detect_leaks=0:abort_on_error=0:log_path=$work/report
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1:log_path=$work/report
export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1:log_path=$work/report
export OPENBLAS_NUM_THREADS=1 # NumPy's threads are not looked into, and would be taken for races
status=0
LD_PRELOAD=${preload# } "${fixed_addresses[@]}" "$work/venv/bin/python" -m pytest -q -p no:cacheprovider -p no:faulthandler "$@" ||
  status=$?
for report in "$work"/report.*; do # pytest keeps what tests print, and may end with 0 after a program's report
  [ ! -e "$report" ] || { cat "$report"; status=1; }
done
exit "$status"
