#!/usr/bin/env bash
# The signature, and tables named as arguments, on 64-bit ARM, emulated: what they give there is compared with what is stored,
# strategies in float32 with those of AVX2 on this machine.
# For Debian on x86-64 with g++-aarch64-linux-gnu and qemu-user; nothing of the system is changed. Python and its libraries come
# from Debian, NumPy and h5py from the package index, as built for ARM; the extension is built here. The tests in C++ are
# those of `cmake --preset aarch64`. Usage: tools/aarch64.sh [TABLE]..., e.g. tools/aarch64.sh rank_codes preflop_strength
set -euo pipefail
cd "$(dirname "$0")/.."
work=$PWD/build/aarch64-python
python=${PYTHON:-.venv/bin/python}
rm -rf "$work/objects"
mkdir -p "$work"/{apt/lists/partial,apt/cache/archives/partial,debian,root,index,site,objects}

echo "=== Python for ARM"
if [ ! -e "$work/root/usr/bin/python3.11" ]; then
  apt=(apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o APT::Sandbox::User=root
    -o Dir::State::lists="$work/apt/lists" -o Dir::Cache="$work/apt/cache" -o Dir::State::status=/dev/null)
  "${apt[@]}" update
  (cd "$work/debian" && "${apt[@]}" download python3.11-minimal libpython3.11-{minimal,stdlib,dev} libc6 libgcc-s1 libstdc++6 \
    zlib1g libexpat1 libffi8 libssl3 libbz2-1.0 liblzma5 libsqlite3-0 libuuid1)
  for package in "$work"/debian/*.deb; do dpkg -x "$package" "$work/root"; done
fi
if [ ! -e "$work/site/pytest" ]; then
  platforms=(--platform manylinux2014_aarch64 --platform manylinux_2_27_aarch64 --platform manylinux_2_28_aarch64)
  "$python" -m pip download -q --no-deps --only-binary=:all: --python-version 3.11 --implementation cp "${platforms[@]}" \
    -d "$work/index" numpy h5py click rich markdown-it-py mdurl pygments pytest pluggy iniconfig packaging
  for wheel in "$work"/index/*.whl; do "$python" -m zipfile -e "$wheel" "$work/site"; done
fi

echo "=== The extension for ARM"
cmake --preset aarch64 > "$work/cmake.log"
cmake --build --preset aarch64 --target pokerdata > "$work/build.log"
includes=$("$python" -c 'import pybind11; print(pybind11.get_include())')
headers=$work/root/usr/include
compile() { # SOURCE
  aarch64-linux-gnu-g++ -std=c++20 -O1 -ffp-contract=off -fPIC -fvisibility=hidden -Wno-stringop-overflow -Wno-psabi -isystem "$includes" \
    -isystem "$headers/python3.11" -isystem "$headers" -Icpp -Ibuild/aarch64/generated -c "$1" \
    -o "$work/objects/$(basename "$1" .cpp).o"
}
export -f compile
export work includes headers
find cpp/bindings -name '*.cpp' -print0 | xargs -0 -P "$(nproc)" -I{} bash -c 'compile {}'
rm -rf "$work/site/pokerdata" && cp -r pokerdata "$work/site/" && rm -f "$work"/site/pokerdata/_core*.so
aarch64-linux-gnu-g++ -shared -o "$work/site/pokerdata/_core.cpython-311-aarch64-linux-gnu.so" \
  "$work"/objects/*.o build/aarch64/libpokerdata.a

module() { # NAME [ARGUMENT]...
  qemu-aarch64 -L "$work/root" -E PYTHONHOME="$work/root/usr" -E PYTHONPATH="$work/site:$PWD/tests" \
    -E PYTHONDONTWRITEBYTECODE=1 -E PYTHONSAFEPATH=1 \
    "$work/root/usr/bin/python3.11" -m "$@"
}
echo "=== The signature"
module pokerdata signature | tee "$work/signature.txt"
diff "$work/signature.txt" tests/cli/outputs/signature.txt
echo "as stored"
echo "=== Strategies in float32"
module helpers.solved "at target, float32" > "$work/float32.json"
PYTHONPATH=tests POKERDATA_ISA=avx2 "$python" -m helpers.solved "at target, float32" > "$work/float32-avx2.json"
diff "$work/float32.json" "$work/float32-avx2.json"
echo "as with AVX2"
if [ $# -gt 0 ]; then
  echo "=== Tables"
  module pokerdata make "$@" -f pipelines/default.toml --tables "$work/tables"
  "$python" -m pokerdata verify "$@" --tables "$work/tables"
fi
