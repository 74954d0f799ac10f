# Finds a JDK 25 and exports JAVA_HOME. Sourced by the scripts beside it; POSIX sh.

jdk_say() { printf '%s\n' "$*" >&2; }

# Exports JAVA_HOME. Offers to install a JDK if none is found; exits the script if that fails.
require_jdk() {
    find_jdk && return
    jdk_package=$(jdk_package_of_this_system) || give_up_on_jdk
    may_install_jdk || give_up_on_jdk
    install_jdk || give_up_on_jdk
    find_jdk || give_up_on_jdk
}

find_jdk() {
    for jdk_home in "${JAVA_HOME-}" "$(jdk_on_path)" \
        /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/jdk* \
        "${HOME-}"/.sdkman/candidates/java/* "${HOME-}"/.jdks/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home \
        /opt/homebrew/opt/openjdk@25/libexec/openjdk.jdk/Contents/Home \
        /usr/local/opt/openjdk@25/libexec/openjdk.jdk/Contents/Home; do
        if is_jdk_25 "$jdk_home"; then
            JAVA_HOME=$jdk_home
            export JAVA_HOME
            return 0
        fi
    done
    return 1
}

# Reads the version from the release file, without starting Java.
is_jdk_25() {
    [ -n "$1" ] && [ -x "$1/bin/javac" ] && grep -q '^JAVA_VERSION="25[."]' "$1/release" 2>/dev/null
}

jdk_on_path() {
    jdk_java=$(command -v java) || return 0
    jdk_java=$(readlink -f "$jdk_java" 2>/dev/null) || return 0
    dirname "$(dirname "$jdk_java")"
}

jdk_package_of_this_system() {
    if command -v apt-get >/dev/null 2>&1; then
        for jdk_candidate in openjdk-25-jdk-headless temurin-25-jdk; do
            if apt-cache show "$jdk_candidate" >/dev/null 2>&1; then
                echo "$jdk_candidate"
                return 0
            fi
        done
    elif command -v dnf >/dev/null 2>&1; then
        dnf -q list --available java-25-openjdk-devel >/dev/null 2>&1 && echo java-25-openjdk-devel && return 0
    elif command -v brew >/dev/null 2>&1; then
        echo openjdk@25
        return 0
    fi
    return 1
}

# Prompts on a terminal; without one, as in CI, only root installs.
may_install_jdk() {
    if [ -t 0 ] && [ -t 2 ] && [ -z "${CI-}" ]; then
        printf 'Butler needs a JDK 25. Install the package %s? [y/N] ' "$jdk_package" >&2
        read -r jdk_answer || return 1
        case $jdk_answer in
            y | Y | yes) return 0 ;;
            *) return 1 ;;
        esac
    fi
    [ "$(id -u)" = 0 ]
}

install_jdk() {
    jdk_say "installing $jdk_package"
    jdk_sudo=
    [ "$(id -u)" = 0 ] || jdk_sudo=sudo
    if command -v apt-get >/dev/null 2>&1; then
        DEBIAN_FRONTEND=noninteractive $jdk_sudo apt-get install -y -qq --no-install-recommends "$jdk_package" >&2
    elif command -v dnf >/dev/null 2>&1; then
        $jdk_sudo dnf install -y -q "$jdk_package" >&2
    else
        brew install -q "$jdk_package" >&2
    fi
}

give_up_on_jdk() {
    jdk_say "JDK 25 not found, which is required by Butler: install one, such as Eclipse Temurin 25, or set JAVA_HOME."
    exit 10
}
