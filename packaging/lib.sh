# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Shared by packaging/run and packaging/test: messages, packages, builds. Sourced, never run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
jobs=$(nproc 2>/dev/null || echo 2)
export LC_ALL=${LC_ALL:-C.UTF-8}

say() { printf '== %s\n' "$*"; }
warn() { printf '!! %s\n' "$*" >&2; }
die() {
    warn "$@"
    exit 1
}

# packages PURPOSE...: names of the packages of these purposes that are missing here.
missing_packages() {
    local purpose package command
    while read -r purpose package command; do
        [[ -z $purpose || $purpose == \#* ]] && continue
        [[ " $* " == *" $purpose "* ]] || continue
        [[ -n $command ]] && command -v "$command" >/dev/null 2>&1 && continue
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed$' || echo "$package"
    done <"$root/packaging/deps" | sort -u
}

as_root() {
    if [[ $(id -u) -eq 0 ]]; then
        "$@"
    elif command -v sudo >/dev/null 2>&1; then
        sudo "$@"
    else
        return 1
    fi
}

# install_packages PURPOSE...: installs what is missing, and only then talks to the network.
install_packages() {
    if ! command -v dpkg-query >/dev/null 2>&1; then
        warn "this is no Debian system: install what packaging/deps lists by hand; trying to build anyway"
        return 0
    fi
    local missing
    mapfile -t missing < <(missing_packages "$@")
    if [[ ${#missing[@]} -eq 0 ]]; then
        say "all packages are there ($*)"
        return 0
    fi
    say "installing ${#missing[@]} packages ($*): ${missing[*]}"
    if [[ $(id -u) -ne 0 ]] && ! command -v sudo >/dev/null 2>&1; then
        die "cannot install them: not root and no sudo. As root: apt-get install ${missing[*]}"
    fi
    as_root apt-get update -qq || warn "apt-get update failed; trying with the lists that are here"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" ||
        die "could not install: ${missing[*]}"
}

# build PRESET [TARGET...]: configures once, builds the targets (none: everything).
build() {
    local preset=$1
    shift
    say "building preset $preset${*:+: $*}"
    cmake --preset "$preset" -S "$root" >"$root/build/$preset.configure.log" 2>&1 || {
        cat "$root/build/$preset.configure.log" >&2
        die "configuring preset $preset failed"
    }
    local targets=()
    [[ $# -gt 0 ]] && targets=(--target "$@")
    (cd "$root" && cmake --build --preset "$preset" -j "$jobs" "${targets[@]}") || die "building preset $preset failed"
}
