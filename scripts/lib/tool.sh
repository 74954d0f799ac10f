# Runs a tool from the checkout, building it first where its sources changed. Sourced by scripts/butleradm and scripts/butlerctl.

tool_say() { printf '%s\n' "$*" >&2; }

# run_tool NAME MAIN-CLASS ARGUMENT...
run_tool() {
    tool=$1 main=$2
    shift 2
    tool_target=$root/$tool/target
    if [ "${BUTLER_NATIVE-on}" != off ] && is_current "$tool_target/$tool"; then
        exec "$tool_target/$tool" "$@"
    fi
    require_jdk
    tool_jar=$tool_target/$tool.jar
    is_current "$tool_jar" || build_tool
    # The class path must be spelled as in the training run, or the cache is not used.
    set -- -cp "$tool_jar:$tool_target/lib/*" "$main" "$@"
    tool_cache=$tool_target/$tool.aot
    [ ! -f "$tool_cache" ] || set -- "-XX:AOTCache=$tool_cache" "$@"
    java_with_flags exec "$@"
}

# java_with_flags exec|call ARGUMENT...: quick to start rather than quick in the long run.
java_with_flags() {
    tool_how=$1
    shift
    set -- "$JAVA_HOME/bin/java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto -Xlog:disable -Xlog:all=off \
        --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow "$@"
    case $tool_how in
        exec) exec "$@" ;;
        *) "$@" ;;
    esac
}

# Whether a built file exists and no source is newer.
is_current() {
    [ -f "$1" ] && [ -z "$(find "$root"/pom.xml "$root"/butler*/pom.xml "$root"/butler*/src/main -type f -newer "$1" -print | head -n 1)" ]
}

build_tool() {
    command -v mvn >/dev/null 2>&1 || { tool_say "Building Butler needs Maven 3.8 or newer: install maven."; exit 10; }
    tool_say "building $tool (log: $tool_target/build.log)"
    mkdir -p "$tool_target"
    if ! (cd "$root" && MAVEN_OPTS="${MAVEN_OPTS-} --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED" \
        mvn -B -Dquick -Dspotless.check.skip=true -DskipTests package -pl "$tool" -am) >"$tool_target/build.log" 2>&1; then
        tail -n 20 "$tool_target/build.log" >&2
        tool_say "building $tool failed; the whole log is $tool_target/build.log"
        exit 1
    fi
    touch "$tool_jar"
    train_tool
}

# A run whose loaded classes are kept, so that later starts find them ready. Where it does not work, starts are slower, no more.
train_tool() {
    [ "${BUTLER_AOT-on}" = off ] && return
    rm -f "$tool_target/$tool.aot"
    java_with_flags call "-XX:AOTCacheOutput=$tool_target/$tool.aot" \
        -cp "$tool_jar:$tool_target/lib/*" "$main" explain -o json >/dev/null 2>&1 || rm -f "$tool_target/$tool.aot"
}
