# Learns what the tools reach by reflection: runs them on Java with an agent that notes it. Sourced by scripts/native.

# trace_tools TOOL...
trace_tools() {
    trace_folder=$root/target/traced
    rm -rf "$trace_folder"
    mkdir -p "$trace_folder/bin"
    make_agent
    for tool in "$@"; do
        BUTLER_NATIVE=off "$root/scripts/$tool" version >/dev/null
        mkdir -p "$trace_folder/$tool"
        traced_program "$tool" >"$trace_folder/bin/$tool"
        chmod +x "$trace_folder/bin/$tool"
    done
    jdk_say "running the command-line tests on traced tools (log: target/traced/tests.log)"
    # A failing test is no reason to stop: what it reached is known all the same.
    run_command_line_tests "$trace_folder/bin" -Dmaven.test.failure.ignore >"$trace_folder/tests.log" 2>&1 || { tail -n 30 "$trace_folder/tests.log" >&2; exit 1; }
    for tool in "$@"; do
        "$JAVA_HOME/bin/java" -cp "$root/$tool/target/lib/*" "$root/native-image/Metadata.java" \
            "$root/native-image/$tool/reachability-metadata.json" "$trace_folder/$tool"
    done
}

make_agent() {
    "$JAVA_HOME/bin/javac" -nowarn -XDignore.symbol.file -d "$trace_folder/agent" "$root"/native-image/trace/*.java 2>"$trace_folder/agent.log" || {
        cat "$trace_folder/agent.log" >&2
        exit 1
    }
    printf 'Premain-Class: trace.TraceAgent\n' >"$trace_folder/agent.manifest"
    "$JAVA_HOME/bin/jar" --create --file "$trace_folder/agent.jar" --manifest "$trace_folder/agent.manifest" -C "$trace_folder/agent" .
}

# traced_program TOOL: a program of the tool's name that runs it on Java with the agent
traced_program() {
    case $1 in
        butleradm) traced_main=dev.butlerlabs.adm.Butleradm ;;
        *) traced_main=dev.butlerlabs.ctl.Butlerctl ;;
    esac
    cat <<PROGRAM
#!/bin/sh
exec "$JAVA_HOME/bin/java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto -Xlog:disable -Xlog:all=off \\
    --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow "-javaagent:$trace_folder/agent.jar=$trace_folder/$1" \\
    -cp "$root/$1/target/$1.jar:$root/$1/target/lib/*" $traced_main "\$@"
PROGRAM
}
