# Generates the reflection metadata of the tools: runs them on Java with an agent that records reflective access. Sourced by scripts/native.

# trace_tools TOOL...: butler-controllers is not traced itself, because its metadata is derived from that of butleradm.
trace_tools() {
    trace_list=
    for tool in "$@"; do
        [ "$tool" = butler-controllers ] || trace_list="$trace_list $tool"
    done
    # shellcheck disable=SC2086
    [ -z "$trace_list" ] || trace_tests $trace_list
    case " $* " in
        *' butleradm '* | *' butler-controllers '*) derive_metadata ;;
    esac
}

# Writes the metadata of butler-controllers: the entries of butleradm whose classes are on its class path.
derive_metadata() {
    BUTLER_NATIVE=off "$root/scripts/butleradm" version >/dev/null
    "$JAVA_HOME/bin/java" -cp "$root/butler-core/operator/target/butler-controllers.jar:$root/butler-core/operator/target/lib/*" \
        "$root/native-image/ProgramMetadata.java" \
        "$root/native-image/butler-controllers/reachability-metadata.json" "$root/native-image/butleradm/reachability-metadata.json"
}

# trace_tests TOOL...
trace_tests() {
    trace_directory=$root/target/traced
    rm -rf "$trace_directory"
    mkdir -p "$trace_directory/bin"
    make_agent
    for tool in "$@"; do
        BUTLER_NATIVE=off "$root/scripts/$tool" version >/dev/null
        mkdir -p "$trace_directory/$tool"
        traced_program "$tool" >"$trace_directory/bin/$tool"
        chmod +x "$trace_directory/bin/$tool"
    done
    jdk_say "running the command-line tests on traced tools (log: target/traced/tests.log)"
    # Failing tests are ignored: their reflective access is recorded nevertheless.
    run_command_line_tests "$trace_directory/bin" -Dmaven.test.failure.ignore >"$trace_directory/tests.log" 2>&1 || { tail -n 30 "$trace_directory/tests.log" >&2; exit 1; }
    for tool in "$@"; do
        # A part of the tests reaches a part of the classes, so the others are kept.
        "$JAVA_HOME/bin/java" -cp "$root/$tool/target/$tool.jar:$root/$tool/target/lib/*" "$root/native-image/Metadata.java" \
            "$root/native-image/$tool/reachability-metadata.json" "$trace_directory/$tool" ${tests_of_programs:+--add}
    done
}

make_agent() {
    "$JAVA_HOME/bin/javac" -nowarn -XDignore.symbol.file -d "$trace_directory/agent" "$root"/native-image/trace/*.java 2>"$trace_directory/agent.log" || {
        cat "$trace_directory/agent.log" >&2
        exit 1
    }
    printf 'Premain-Class: trace.TraceAgent\n' >"$trace_directory/agent.manifest"
    "$JAVA_HOME/bin/jar" --create --file "$trace_directory/agent.jar" --manifest "$trace_directory/agent.manifest" -C "$trace_directory/agent" .
}

# traced_program TOOL: prints a script that runs the tool on Java with the agent
traced_program() {
    case $1 in
        butleradm) traced_main=dev.butlerlabs.adm.Butleradm ;;
        *) traced_main=dev.butlerlabs.ctl.Butlerctl ;;
    esac
    cat <<PROGRAM
#!/bin/sh
exec "$JAVA_HOME/bin/java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto -Xlog:disable -Xlog:all=off \\
    --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow "-javaagent:$trace_directory/agent.jar=$trace_directory/$1" \\
    -cp "$root/$1/target/$1.jar:$root/$1/target/lib/*" $traced_main "\$@"
PROGRAM
}
