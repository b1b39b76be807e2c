#!/usr/bin/env bash
# Sourced by scripts/serve, build and test. Owns: where the project and its tools are, messages, the versions that
# must match (each read from the one file that pins it), and small questions about the machine.
# Not here: anything that changes the machine (setup.sh).
# shellcheck disable=SC2034  # variables are used by the scripts that source this file
set -euo pipefail
exec </dev/null # nothing here asks a question, and standard input may be closed

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$ROOT"

note() { printf 'set-up: %s\n' "$*"; }

# die MESSAGE [ADVICE…]: one line each, then exit 1.
die() {
  printf 'error: %s\n' "$1" >&2
  shift
  local line
  for line; do printf '       %s\n' "$line" >&2; done
  exit 1
}

# usage_error MESSAGE: for a wrong argument; exit 2.
usage_error() {
  printf '%s: %s\n' "${0##*/}" "$1" >&2
  printf 'Try: %s --help\n' "$0" >&2
  exit 2
}

have() { command -v "$1" >/dev/null 2>&1; }

# at_least HAVE WANT: compares dotted numbers.
at_least() {
  awk -v have="$1" -v want="$2" 'BEGIN {
    n = split(want, w, "."); split(have, h, ".")
    for (i = 1; i <= n; i++) { if (h[i] + 0 > w[i] + 0) exit 0; if (h[i] + 0 < w[i] + 0) exit 1 }
    exit 0 }'
}

# free_mb FOLDER: megabytes free where FOLDER is or will be.
free_mb() {
  local folder=$1
  while [ ! -d "$folder" ]; do folder=$(dirname "$folder"); done
  df -Pk "$folder" | awk 'NR == 2 { print int($4 / 1024) }'
}

# need_disk FOLDER MEGABYTES PURPOSE
need_disk() {
  local free
  free=$(free_mb "$1")
  [ "${free:-0}" -ge "$2" ] || die "only ${free:-0} MB are free for $1; $3 needs about $2 MB." "Nothing was changed."
}

# --- what is pinned, and where -------------------------------------------------------------------------------------

pinned_rust() { sed -n 's/^rust-version = "\([0-9.]*\)".*/\1/p' Cargo.toml; }
pinned_trunk() { sed -n 's/^trunk-version = "=\([0-9.]*\)".*/\1/p' Trunk.toml; }
pinned_wasm_bindgen() {
  awk '/^name = "wasm-bindgen"$/ { found = 1; next } found && /^version/ { gsub(/[^0-9.]/, ""); print; exit }' Cargo.lock
}
pinned_wasm_opt() { # the major version: it is all that wasm-opt prints of itself
  awk '/"node_modules\/binaryen": / { found = 1 } found && /"version"/ { gsub(/[^0-9.]/, ""); print int($0); exit }' \
    package-lock.json
}
pinned_hurl() { sed -n 's/^hurl = "\([0-9.]*\)".*/\1/p' Cargo.toml; }
pinned_node() { sed -n 's/.*"engines": *{ *"node": *">=\([0-9.]*\)".*/\1/p' package.json; }

# --- the machine ---------------------------------------------------------------------------------------------------

case "$(uname -s)" in
  Linux | Darwin) ;;
  *) die "these scripts know Linux and macOS, not $(uname -s)." \
    "On Windows use WSL; or install the tools that Trunk.toml and Cargo.lock name and run: trunk serve" ;;
esac

[ -n "${HOME:-}" ] || die "HOME is not set, so there is no folder to keep tools in." "Set HOME and start again."
TOOLS=${IDEMPOTENCY_EXPLAINER_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/idempotency-explainer/tools}
case "$TOOLS" in /*) ;; *) TOOLS=$ROOT/$TOOLS ;; esac

# A shell that is no login shell may not have cargo's folder on its PATH.
have cargo || PATH=$PATH:${CARGO_HOME:-$HOME/.cargo}/bin

# trunk reads NO_COLOR as true or false only, and stops at the usual 1.
if [ -n "${NO_COLOR:-}" ]; then export NO_COLOR=true; else unset NO_COLOR; fi

for pinned in pinned_rust pinned_trunk pinned_wasm_bindgen pinned_wasm_opt pinned_hurl pinned_node; do
  [ -n "$($pinned 2>/dev/null)" ] || die "$pinned finds no version: a file that pins one is missing or was changed in form." \
    "Cargo.toml, Cargo.lock, Trunk.toml, package.json and package-lock.json belong to the checkout."
done
