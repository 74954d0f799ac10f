# Sourced by scripts that prepare a Python environment for the tests.
#
# python_part NAME TITLE VARIABLE VERSION TIME PACKAGES ARGUMENTS...: prints the directory of an environment with the packages.
#   Uses the one that VARIABLE names. Otherwise creates it once per machine in
#   ${XDG_CACHE_HOME:-~/.cache}/butler/testbench/NAME-VERSION-<architecture>, or with --check exits with 3.
# Exit: 0 ready, 2 wrong usage, 3 neither environment nor Python found, 4 the installation failed

python_part() {
    name=$1 title=$2 variable=$3 version=$4 duration=$5 packages=$6
    shift 6
    script=scripts/$(basename "$0")
    case ${1-} in
        '' | --check) ;;
        *) part_say "usage: $script [--check]"; exit 2 ;;
    esac
    eval "given=\${$variable-}"
    if [ -n "$given" ] && [ -x "$given/bin/python" ]; then
        printf '%s\n' "$given"
        return
    fi
    home=${XDG_CACHE_HOME:-$HOME/.cache}/butler/testbench
    target=$home/$name-$version-$(part_architecture)
    if [ ! -x "$target/bin/python" ]; then
        [ "${1-}" != --check ] || part_give_up 3 "$title not found at $target; $script installs it if Python is installed"
        command -v python3 >/dev/null 2>&1 ||
            part_give_up 3 "cannot install $title: install Python 3.10 or newer with venv, or set $variable to an environment that contains it"
        part_build
    fi
    printf '%s\n' "$target"
}

# The result is published with one rename, so concurrent builds are safe.
part_build() {
    mkdir -p "$home"
    scratch=$(mktemp -d "$home/.building.XXXXXX")
    trap 'rm -rf "$scratch"' EXIT
    trap 'exit 130' INT HUP TERM
    part_say "installing $title $version for the tests into $target: once per machine, $duration"
    # shellcheck disable=SC2086 # one word for each package
    { nice python3 -m venv "$scratch/part" &&
        nice "$scratch/part/bin/python" -m pip install --quiet --disable-pip-version-check $packages; } >&2 ||
        part_give_up 4 "cannot install $title: Python 3.10 or newer with venv and access to its package index are required (see the messages above)"
    chmod 755 "$scratch/part"
    if [ ! -e "$target" ]; then
        mv "$scratch/part" "$target"
    fi
    part_say "$title is ready: $target"
}

part_architecture() {
    case $(uname -m) in
        x86_64 | amd64) echo amd64 ;;
        aarch64 | arm64) echo arm64 ;;
        *) uname -m ;;
    esac
}

part_say() {
    printf 'testbench: %s\n' "$*" >&2
}

part_give_up() {
    status=$1
    shift
    part_say "$*"
    exit "$status"
}
