# Finds a JDK with bin/native-image and exports GRAALVM_HOME. Sourced by scripts/native; POSIX sh; needs lib/jdk.sh.

# Exports GRAALVM_HOME. Prepares a builder if ../shared/native-builder exists; exits the script if none is available.
require_graalvm() {
    find_graalvm && return
    graalvm_recipe=$root/../shared/native-builder/prepare
    [ -f "$graalvm_recipe" ] || give_up_on_graalvm
    jdk_say "preparing an image builder (takes minutes, once per machine)"
    graalvm_home=$(bash "$graalvm_recipe") || give_up_on_graalvm
    is_graalvm_25 "$graalvm_home" || give_up_on_graalvm
    use_graalvm "$graalvm_home"
}

find_graalvm() {
    for graalvm_home in "${GRAALVM_HOME-}" "$(native_image_on_path)" "${JAVA_HOME-}" \
        "${XDG_CACHE_HOME-${HOME-}/.cache}"/butler/native-builder/*-"$(uname -m)" \
        "${HOME-}"/.sdkman/candidates/java/*-graal* /usr/lib/jvm/* /opt/graalvm* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        if is_graalvm_25 "$graalvm_home"; then
            use_graalvm "$graalvm_home"
            return 0
        fi
    done
    return 1
}

is_graalvm_25() {
    [ -n "$1" ] && [ -x "$1/bin/native-image" ] && is_jdk_25 "$1"
}

use_graalvm() {
    GRAALVM_HOME=$1
    export GRAALVM_HOME
}

native_image_on_path() {
    graalvm_program=$(command -v native-image) || return 0
    graalvm_program=$(readlink -f "$graalvm_program" 2>/dev/null) || return 0
    dirname "$(dirname "$graalvm_program")"
}

give_up_on_graalvm() {
    jdk_say "GraalVM 25 not found, which is required to build native programs: install it and set GRAALVM_HOME."
    exit 10
}
