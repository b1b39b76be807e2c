#!/usr/bin/env bash
# Sourced after lib.sh. Owns every change to the machine: Rust's wasm target and components, trunk, wasm-bindgen, hurl,
# wasm-opt and the other npm tools, Chromium and its fonts, the crates. Each step says what it does and why, leaves
# alone what is there, asks no network then, and either finishes or changes nothing.
# Not here: building or testing the project.

STAGE=
cleanup() { [ -z "$STAGE" ] || rm -rf "$STAGE"; }
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# --- Rust ----------------------------------------------------------------------------------------------------------

wasm_std_present() {
  local lib
  lib=$(rustc --print target-libdir --target wasm32-unknown-unknown 2>/dev/null) || return 1
  ls "$lib"/libstd-*.rlib >/dev/null 2>&1
}

setup_rust() {
  local version
  { have cargo && have rustc; } || die "cargo and rustc are missing; the project is written in Rust." \
    "Install Rust $(pinned_rust) or newer with rustup (see rust-lang.org/tools/install) and start again."
  version=$(rustc --version | awk '{ print $2 }') || die "rustc does not run; see its message above."
  at_least "$version" "$(pinned_rust)" || die "rustc is $version; Cargo.toml asks for $(pinned_rust) or newer." \
    "Try: rustup update stable"
  have cc || have gcc || have clang || install_packages "a C linker, which every Rust program here needs" gcc libc6-dev
  note "rustc $version is there"

  if wasm_std_present; then
    note "Rust's standard library for wasm32-unknown-unknown is there"
    return
  fi
  note "adding Rust's standard library for wasm32-unknown-unknown: the page is compiled for it"
  if ! { have rustup && rustup target add wasm32-unknown-unknown && wasm_std_present; }; then
    die "no standard library for wasm32-unknown-unknown." \
      "With rustup and a network: rustup target add wasm32-unknown-unknown" \
      "Without a toolchain server, on Debian (needs rustup and apt):" \
      "  1. apt-get install rustc-web cargo-web rust-web-src rust-web-llvm lld-22" \
      "  2. in any empty crate: RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Cembed-bitcode=yes RUSTC=/usr/bin/rustc /usr/bin/cargo build" \
      "     --release --target wasm32-unknown-unknown -Zbuild-std=std,panic_abort,test" \
      "  3. copy its target/wasm32-unknown-unknown/release/deps/lib*.rlib to /usr/lib/rustlib/wasm32-unknown-unknown/lib/" \
      "  4. rustup toolchain link debian /usr; export RUSTUP_TOOLCHAIN=debian; start again"
  fi
}

# The page's standard library is compiled for size with the page, so its sources are needed.
setup_rust_src() {
  local library
  library=$(rustc --print sysroot)/lib/rustlib/src/rust/library
  if [ ! -e "$library/Cargo.toml" ]; then
    note "adding the sources of Rust's standard library: the page's copy is compiled for size"
    { have rustup && rustup component add rust-src && [ -e "$library/Cargo.toml" ]; } ||
      die "no sources of Rust's standard library." "With rustup and a network: rustup component add rust-src" \
        "Without them, plain 'trunk build --release' makes the same page, some 20 KB larger."
  fi
  if cargo fetch --locked --offline --manifest-path "$library/Cargo.toml" >/dev/null 2>&1; then
    note "the sources of Rust's standard library and its crates are there"
    return
  fi
  note "fetching the crates of Rust's standard library"
  # An earlier step may have gone offline for what comes after it; this is still set-up.
  CARGO_NET_OFFLINE=false RUSTC_BOOTSTRAP=1 cargo fetch --locked --manifest-path "$library/Cargo.toml" || die "the standard library's crates cannot be fetched." \
    "Check the network and start again."
}

setup_components() {
  if cargo fmt --version >/dev/null 2>&1 && cargo clippy --version >/dev/null 2>&1; then
    note "rustfmt and clippy are there"
    return
  fi
  note "adding rustfmt and clippy: the first checks are theirs"
  { have rustup && rustup component add rustfmt clippy; } || die "rustfmt or clippy is missing." \
    "With rustup: rustup component add rustfmt clippy"
}

setup_crates() {
  if cargo fetch --locked --offline >/dev/null 2>&1; then
    note "the crates that Cargo.lock names are there"
  else
    note "fetching the crates that Cargo.lock names: later steps then need no network"
    cargo fetch --locked || die "the crates could not be fetched; cargo's message above says why." \
      "What had arrived is kept; start again when the network is back."
  fi
  export CARGO_NET_OFFLINE=true
}

# --- trunk and wasm-bindgen ----------------------------------------------------------------------------------------

# tools_match VERSION PREFIX BINARY…: every PREFIX/BINARY runs and is of that version.
tools_match() {
  local version=$1 prefix=$2 binary
  shift 2
  for binary; do
    [ "$("$prefix$binary" --version 2>/dev/null | awk 'NR == 1 { print $2 }')" = "$version" ] || return 1
  done
}

# prebuilt CRATE VERSION BINARY…: the project's own release, put into $STAGE/root/bin; fails quietly where there is none.
prebuilt() {
  local crate=$1 version=$2 machine system url binary found
  shift 2
  have curl && have tar || return 1
  [ "$crate" != hurl ] || return 1 # its releases are linked with other libraries than this system's
  case "$(uname -m)" in
    x86_64) machine=x86_64 ;;
    aarch64 | arm64) machine=aarch64 ;;
    *) return 1 ;;
  esac
  case "$crate-$(uname -s)" in
    *-Darwin) system=apple-darwin ;;
    trunk-Linux) system=unknown-linux-gnu ;;
    *) system=unknown-linux-musl ;;
  esac
  case "$crate" in
    trunk) url=https://github.com/trunk-rs/trunk/releases/download/v$version/trunk-$machine-$system.tar.gz ;;
    *) url=https://github.com/wasm-bindgen/wasm-bindgen/releases/download/$version/wasm-bindgen-$version-$machine-$system.tar.gz ;;
  esac
  note "  looking for a prebuilt one: $url"
  curl -fsSL --proto '=https' --connect-timeout 5 --max-time 180 --speed-limit 20000 --speed-time 10 \
    -o "$STAGE/release.tar.gz" "$url" 2>/dev/null || return 1
  mkdir -p "$STAGE/release" "$STAGE/root/bin"
  tar -xzf "$STAGE/release.tar.gz" -C "$STAGE/release" 2>/dev/null || return 1
  for binary; do
    found=$(find "$STAGE/release" -type f -name "$binary" | head -n 1)
    [ -n "$found" ] && mv "$found" "$STAGE/root/bin/$binary" && chmod +x "$STAGE/root/bin/$binary" || return 1
  done
  tools_match "$version" "$STAGE/root/bin/" "$@" # a binary for another libc does not run: then it is built
}

# Built for soon, not for speed: these settings take a third of the time of the crates' own release profiles.
build_tool() {
  (
    cd "$STAGE" || exit
    unset CARGO_BUILD_TARGET RUSTFLAGS CARGO_NET_OFFLINE
    export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16
    export CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_DEBUG=0
    export CARGO_TARGET_DIR=$STAGE/target
    cargo install --locked --root "$STAGE/root" "$1@$2"
  )
}

# setup_tool PURPOSE CRATE VERSION BINARY…
setup_tool() {
  local purpose=$1 crate=$2 version=$3 home=$TOOLS/$2-$3
  shift 3
  if tools_match "$version" "" "$@"; then
    note "$crate $version is there, on the PATH ($(command -v "$1"))"
    return
  fi
  if tools_match "$version" "$home/bin/" "$@"; then
    note "$crate $version is there ($home)"
    PATH=$home/bin:$PATH
    return
  fi
  note "$crate $version is missing: it $purpose"
  need_disk "$TOOLS" 2000 "building $crate"
  mkdir -p "$TOOLS" || die "cannot make the folder $TOOLS." "Set IDEMPOTENCY_EXPLAINER_TOOLS to one that can be written."
  STAGE=$(mktemp -d "$TOOLS/.new-XXXXXX") || die "cannot write to $TOOLS."
  if prebuilt "$crate" "$version" "$@"; then
    note "  taken from the release"
  else
    rm -rf "$STAGE/root"
    note "  none to be had; building it with cargo install (2 to 6 minutes on 2 cores, once per version)"
    build_tool "$crate" "$version" || die "$crate $version could not be built; cargo's message above says why." \
      "Nothing was installed. Without a network, put $crate $version on the PATH by other means."
  fi
  tools_match "$version" "$STAGE/root/bin/" "$@" || die "$crate was installed but does not answer as version $version."
  if ! tools_match "$version" "$home/bin/" "$@"; then # unless another start was quicker
    rm -rf "$home"
    mv "$STAGE/root" "$home"
  fi
  rm -rf "$STAGE"
  STAGE=
  PATH=$home/bin:$PATH
  note "  installed in $home"
}

setup_trunk() {
  setup_tool "makes the page's JavaScript glue and runs browser tests; it must equal the crate in Cargo.lock" \
    wasm-bindgen-cli "$(pinned_wasm_bindgen)" wasm-bindgen wasm-bindgen-test-runner
  setup_tool "builds and serves the page" trunk "$(pinned_trunk)" trunk
}

# --- hurl ----------------------------------------------------------------------------------------------------------

setup_hurl() {
  local version missing=()
  version=$(pinned_hurl)
  # What it is built with, where it has to be built; macOS brings its own.
  if [ "$(uname -s)" = Linux ] && ! tools_match "$version" "" hurl &&
    ! tools_match "$version" "$TOOLS/hurl-$version/bin/" hurl; then
    { have pkg-config && pkg-config --exists libcurl libxml-2.0; } ||
      missing+=(pkg-config libcurl4-openssl-dev libxml2-dev)
    { have clang && /sbin/ldconfig -p | grep -q libclang; } || missing+=(clang libclang-dev)
    if [ "${#missing[@]}" -gt 0 ]; then
      install_packages "hurl is built with libcurl, libxml2 and clang" "${missing[@]}"
    fi
  fi
  setup_tool "runs the .hurl files that a run can be exported as" hurl "$version" hurl
}

# --- node: wasm-opt, playwright-core, axe, mermaid -----------------------------------------------------------------

setup_node() {
  local version
  have node || die "node is missing; the size check and the end-to-end tests need it." \
    "Install Node.js $(pinned_node) or newer and start again."
  version=$(node --version)
  at_least "${version#v}" "$(pinned_node)" || die "node is $version; package.json asks for $(pinned_node) or newer."
  note "node $version is there"
}

setup_npm() {
  local stamp=node_modules/.installed-lock.json
  if cmp -s package-lock.json "$stamp"; then
    note "the npm tools that package-lock.json names are there"
  else
    have npm || die "npm is missing; it comes with Node.js."
    need_disk "$ROOT" 400 "node_modules"
    note "npm ci: wasm-opt makes the page small, playwright-core, axe and mermaid test it"
    npm ci --no-audit --no-fund || die "npm ci failed; its message above says why." "Start again to repeat it."
    cp package-lock.json "$stamp"
  fi
  PATH=$ROOT/node_modules/.bin:$PATH
}

wasm_opt_matches() {
  [ "$(wasm-opt --version 2>/dev/null | awk '{ print int($3) }')" = "$(pinned_wasm_opt)" ]
}

setup_wasm_opt() {
  if wasm_opt_matches; then
    note "wasm-opt $(pinned_wasm_opt) is there, on the PATH ($(command -v wasm-opt))"
  else
    setup_npm
    wasm_opt_matches || die "node_modules has no wasm-opt $(pinned_wasm_opt)." "Remove node_modules and start again."
  fi
}

# --- system packages -----------------------------------------------------------------------------------------------

# install_packages PURPOSE PACKAGE…
install_packages() {
  local purpose=$1 as_root=
  shift
  have apt-get || die "missing: $purpose." "There is no apt-get here. On Debian the packages are: $*" \
    "Install the same with this system's package manager; CHROMIUM and CHROMEDRIVER may name the two programs."
  if [ "$(id -u)" != 0 ]; then
    { have sudo && sudo -n true 2>/dev/null; } || die "missing: $purpose." \
      "Neither root nor sudo without a password. As root, run: apt-get install $*"
    as_root="sudo -n"
  fi
  need_disk /usr 1500 "installing $*"
  note "apt-get install $*: $purpose"
  export DEBIAN_FRONTEND=noninteractive
  # shellcheck disable=SC2086  # empty or two words
  { $as_root apt-get -q -o DPkg::Lock::Timeout=300 update &&
    $as_root apt-get -q -y -o DPkg::Lock::Timeout=300 install --no-install-recommends "$@"; } >&2 ||
    die "apt-get could not install $*; its message above says why."
}

first_of() {
  local name
  for name; do command -v "$name" && return 0; done
  return 1
}

major_of() { "$1" --version 2>/dev/null | sed -n 's/^[^0-9]*\([0-9][0-9]*\)\..*/\1/p' | head -n 1; }

chinese_font_present() { have fc-list && [ -n "$(fc-list :lang=zh file 2>/dev/null | head -n 1)" ]; }

setup_browser() {
  local missing=()
  CHROMIUM=${CHROMIUM:-$(first_of chromium chromium-browser google-chrome || true)}
  CHROMEDRIVER=${CHROMEDRIVER:-$(first_of chromedriver || true)}
  [ -n "$CHROMIUM" ] || missing+=(chromium)
  [ -n "$CHROMEDRIVER" ] || missing+=(chromium-driver)
  [ "$(uname -s)" != Linux ] || chinese_font_present || missing+=(fonts-noto-cjk fontconfig)
  if [ "${#missing[@]}" -gt 0 ]; then
    install_packages "browser tests need Chromium, its driver, and a font for Chinese" "${missing[@]}"
    CHROMIUM=${CHROMIUM:-$(first_of chromium || true)}
    CHROMEDRIVER=${CHROMEDRIVER:-$(first_of chromedriver || true)}
  fi
  [ -n "$(major_of "$CHROMIUM")" ] || die "Chromium does not run: '$CHROMIUM'." "CHROMIUM may name another one."
  [ "$(major_of "$CHROMIUM")" = "$(major_of "$CHROMEDRIVER")" ] ||
    die "Chromium is $(major_of "$CHROMIUM") and its driver is $(major_of "$CHROMEDRIVER"); they must be equal." \
      "CHROMIUM is $CHROMIUM and CHROMEDRIVER is $CHROMEDRIVER; the environment may name others."
  export CHROMIUM CHROMEDRIVER
  note "Chromium $(major_of "$CHROMIUM"), its driver and a font for Chinese are there"
}

# The release folder is served for real by a web server that many use. Debian starts a service with the package; the tests
# start their own, so it is put aside.
setup_nginx() {
  local missing=()
  [ -z "${NGINX:-}" ] || { [ -x "$NGINX" ] || die "NGINX names no program: '$NGINX'."; }
  [ -n "${NGINX:-}" ] || NGINX=$(PATH=$PATH:/usr/sbin first_of nginx || true)
  [ -n "$NGINX" ] || missing+=(nginx)
  [ ! -d /etc/nginx/modules-enabled ] && [ -n "$NGINX" ] || [ -e /usr/lib/nginx/modules/ngx_http_brotli_static_module.so ] ||
    missing+=(libnginx-mod-http-brotli-static)
  if [ "${#missing[@]}" -gt 0 ]; then
    install_packages "the end-to-end tests serve the built page with nginx (NGINX may name one)" "${missing[@]}"
    if have systemctl && [ "${missing[0]}" = nginx ]; then
      note "nginx is the tests' own: its service is stopped and switched off"
      if [ "$(id -u)" = 0 ]; then systemctl disable --now nginx; else sudo -n systemctl disable --now nginx; fi || true
    fi
    NGINX=$(PATH=$PATH:/usr/sbin first_of nginx || true)
  fi
  "$NGINX" -v 2>/dev/null || die "nginx does not run: '$NGINX'." "NGINX may name another one."
  export NGINX
  note "nginx is there ($NGINX)"
}
