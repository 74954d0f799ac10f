# Runs a tool from the checkout; builds it first if its sources changed. Sourced by scripts/butleradm and scripts/butlerctl.

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
    [ "${BUTLER_AOT-on}" = later ] || is_trained || train_tool
    [ "${BUTLER_AOT-on}" != all ] || train_engine
    tool_cache=$(cache_for "${1-}")
    # The class path must be identical to that of the training run; otherwise Java ignores the cache.
    set -- -cp "$(tool_class_path)" "$main" "$@"
    [ ! -s "$tool_cache" ] || set -- "-XX:AOTCache=$tool_cache" "$@"
    java_with_flags exec "$@"
}

# run_main_of NAME MAIN-CLASS ARGUMENT...: runs another main class of a tool, always on Java.
run_main_of() {
    tool=$1 main=$2
    shift 2
    tool_target=$root/$tool/target
    tool_jar=$tool_target/$tool.jar
    require_jdk
    is_current "$tool_jar" || build_tool
    java_with_flags exec -cp "$(tool_class_path)" "$main" "$@"
}

# The upgraded classes, if there are any, precede those of the library.
tool_class_path() { printf '%s\n' "$tool_target/upgraded/*:$tool_jar:$tool_target/lib/*"; }

# How Java runs commands; scripts/lib/launcher has the same table. Measured with configs/examples/bootstrap-harvester.yaml and lists of 10 and 400 clusters.
#
#   commands                                 compilers  why
#   bootstrap, talos secrets, talos generate all        generate RSA keys of 4096 bits, for which only C2 has fast arithmetic
#   all others                               C1         start in less time: with all compilers a list takes a tenth more processor time, and a
#                                                       rehearsal three quarters more, although it runs for half a minute
#
# Without C2, AES-GCM costs more than ChaCha20, so these commands prefer the latter.
tool_ciphers=TLS_CHACHA20_POLY1305_SHA256,TLS_AES_256_GCM_SHA384,TLS_AES_128_GCM_SHA256
tool_ciphers=$tool_ciphers,TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256
tool_ciphers=$tool_ciphers,TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384,TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384
tool_ciphers=$tool_ciphers,TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256

# java_with_flags exec|call ARGUMENT...
java_with_flags() {
    tool_how=$1
    shift
    case " $* " in
        *' bootstrap '* | *' talos secrets '* | *' talos generate '*) ;;
        *) set -- -XX:TieredStopAtLevel=1 "-Djdk.tls.client.cipherSuites=$tool_ciphers" "-Djdk.tls.server.cipherSuites=$tool_ciphers" "$@" ;;
    esac
    set -- "$JAVA_HOME/bin/java" -XX:+UseSerialGC -Xlog:disable -Xlog:all=off \
        --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow "$@"
    case $tool_how in
        exec) exec "$@" ;;
        *) "$@" ;;
    esac
}

# Succeeds if a built file exists and no source is newer.
is_current() {
    [ -f "$1" ] && [ -z "$(find "$root"/pom.xml "$root"/butler*/pom.xml "$root"/butler-core/*/pom.xml "$root"/butler*/src/main "$root"/butler-core/*/src/main -type f -newer "$1" -print | head -n 1)" ]
}

build_tool() { build_tools "$tool"; }

# build_tools TOOL...: builds tools in one run, without tests, and prints a line for each module.
build_tools() {
    command -v mvn >/dev/null 2>&1 || { tool_say "Maven not found, which is required to build Butler: install Maven 3.8 or newer."; exit 10; }
    tool_log=$root/target/build.log
    tool_reason='first run only'
    for tool_built in "$@"; do
        [ ! -f "$root/$tool_built/target/$tool_built.jar" ] || tool_reason='the sources have changed'
    done
    tool_say "Building $* ($tool_reason; log: $tool_log)"
    mkdir -p "$root/target"
    if ! run_build "$@"; then
        grep -E '^\[(ERROR|FATAL)\]' "$tool_log" | head -n 20 >&2 || :
        tool_say "Building $* failed; see $tool_log"
        exit 1
    fi
    for tool_built in "$@"; do
        touch "$root/$tool_built/target/$tool_built.jar"
    done
}

run_build() {
    tool_list=$(printf '%s,' "$@")
    (
        cd "$root" && MAVEN_OPTS="${MAVEN_OPTS-} --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED" \
            mvn -B -T2 -Dquick -Dspotless.check.skip=true -Dmaven.test.skip=true -Dexec.skip=true package -pl "${tool_list%,}" -am
        echo $? >"$root/target/build.status"
    ) 2>&1 </dev/null | tee "$tool_log" | print_modules >&2
    [ "$(cat "$root/target/build.status")" = 0 ]
}

# Prints the modules that Maven starts to build, with the seconds since the start.
print_modules() {
    tool_start=$(date +%s)
    while IFS= read -r tool_line; do
        case $tool_line in
            '[INFO] Building '*' ['*/*']')
                tool_line=${tool_line#'[INFO] Building '}
                tool_module=${tool_line%%  *}
                printf '  %3d s  %-7s %s\n' "$(($(date +%s) - tool_start))" "${tool_line##* }" "${tool_module% *}" ;;
        esac
    done
}

# cache_for COMMAND: prints the AOT cache of a command; a large cache would slow down small commands.
cache_for() {
    case $tool:$1 in
        butleradm:engine | butleradm:bootstrap | butleradm:rehearse) printf '%s\n' "$tool_target/$tool-engine.aot" ;;
        butlerctl: | butlerctl:-* | butlerctl:explain | butlerctl:help | butlerctl:version) printf '%s\n' "$tool_target/$tool.aot" ;;
        butlerctl:*) printf '%s\n' "$tool_target/$tool-api.aot" ;;
        *) printf '%s\n' "$tool_target/$tool.aot" ;;
    esac
}

# Succeeds if the caches are newer than the jar, or are disabled.
is_trained() {
    [ "${BUTLER_AOT-on}" = off ] || [ -n "$(find "$tool_target/$tool.aot" -newer "$tool_jar" -print 2>/dev/null)" ]
}

# Creates the AOT caches of most commands with training runs. If this fails, later starts are only slower. Runs at the same time do not
# disturb each other.
train_tool() {
    rm -f "$tool_target/$tool.aot" "$tool_target/$tool-engine.aot" "$tool_target/$tool-api.aot"
    upgrade_classes
    [ "$tool" != butlerctl ] || train_api
    train explain -o json
}

# Copies picocli in a class file format that an AOT cache can contain: its 228 classes are of Java 5. If this fails, starts are only slower.
upgrade_classes() {
    for tool_library in "$tool_target"/lib/picocli-*.jar; do
        tool_upgraded=$tool_target/upgraded/${tool_library##*/}
        [ -s "$tool_upgraded" ] || {
            rm -rf "$tool_target/upgraded"
            mkdir -p "$tool_target/upgraded"
            "$JAVA_HOME/bin/java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC "$root/scripts/lib/ClassFileUpgrade.java" \
                "$tool_library" "$tool_upgraded" </dev/null >/dev/null 2>&1 || :
        }
    done
}

# Creates the AOT cache of the commands that use an API server, with a list from a server on loopback: a cache without the classes of a TLS connection and
# of an answer would make these commands slower instead of faster.
train_api() {
    tool_training=$tool_target/training-api.$$
    mkdir -p "$tool_training"
    start_training_server "$tool_training" && train cluster list -A --kubeconfig "$tool_training/kubeconfig" || :
    [ -z "${tool_server-}" ] || kill "$tool_server" 2>/dev/null || :
    rm -rf "$tool_training"
}

# start_training_server DIRECTORY: writes a kubeconfig for the server into the directory
start_training_server() {
    "$JAVA_HOME/bin/keytool" -genkeypair -alias training -keyalg EC -dname CN=training -ext san=ip:127.0.0.1 -validity 2 \
        -storetype PKCS12 -storepass training -keystore "$1/keys" >/dev/null 2>&1 || return 1
    tool_ca=$("$JAVA_HOME/bin/keytool" -exportcert -rfc -alias training -storepass training -keystore "$1/keys" 2>/dev/null | base64 | tr -d '\n')
    "$JAVA_HOME/bin/java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC "$root/scripts/lib/TrainingServer.java" \
        "$1/keys" training "$root/scripts/lib/training-list.json" "$1/port" </dev/null >/dev/null 2>&1 &
    tool_server=$!
    tool_tries=0
    until [ -s "$1/port" ]; do
        tool_tries=$((tool_tries + 1))
        [ "$tool_tries" -le 300 ] && kill -0 "$tool_server" 2>/dev/null || return 1
        sleep 0.1
    done
    printf '%s\n' 'apiVersion: v1' 'kind: Config' 'current-context: training' \
        'contexts: [{name: training, context: {cluster: training, user: training}}]' \
        "clusters: [{name: training, cluster: {server: \"https://127.0.0.1:$(cat "$1/port")\", certificate-authority-data: $tool_ca}}]" \
        'users: [{name: training, user: {token: training}}]' >"$1/kubeconfig"
}

# Creates the AOT cache of the commands that run an engine, with a rehearsal. Takes half a minute of processor time, so only on request.
train_engine() {
    [ "$tool" != butleradm ] || [ -n "$(find "$tool_target/$tool-engine.aot" -newer "$tool_jar" -print 2>/dev/null)" ] ||
        train rehearse -c "$root/configs/examples/bootstrap-nutanix.yaml" -o json
}

# train COMMAND ARGUMENT...: runs a command in a data directory of its own and writes its cache.
train() {
    tool_cache=$(cache_for "$1")
    tool_home=$tool_target/training.$$
    set -- "-XX:AOTCacheOutput=$tool_cache.$$" -cp "$(tool_class_path)" "$main" "$@"
    (BUTLER_HOME=$tool_home java_with_flags call "$@") </dev/null >/dev/null 2>&1 || :
    rm -rf "$tool_home"
    [ -s "$tool_cache.$$" ] || : >"$tool_cache.$$"
    mv -f "$tool_cache.$$" "$tool_cache"
}
