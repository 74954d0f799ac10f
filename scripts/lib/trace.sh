# Learns what the tools reach by reflection, from programs that keep a whole lot and tell what of it was used. Sourced by scripts/native.

# trace_tools TOOL...
trace_tools() {
    trace_folder=$root/target/traced
    rm -rf "$trace_folder"
    mkdir -p "$trace_folder/bin"
    quick=true
    for tool in "$@"; do
        jdk_say "building $tool for tracing (log: $tool/target/traced.log)"
        mkdir -p "$root/$tool/target/traced"
        build_program "$tool" -Dnative.arguments=trace -Dnative.folder=traced >"$root/$tool/target/traced.log" 2>&1 || {
            tail -n 30 "$root/$tool/target/traced.log" >&2
            exit 1
        }
        traced_program "$root/$tool/target/traced/$tool" "$trace_folder/$tool" >"$trace_folder/bin/$tool"
        chmod +x "$trace_folder/bin/$tool"
    done
    jdk_say "running the command-line tests on them (log: target/traced/tests.log)"
    # A failing test is no reason to stop: what it reached is known all the same.
    run_command_line_tests "$trace_folder/bin" >"$trace_folder/tests.log" 2>&1 || jdk_say "some tests failed on the traced programs"
    for tool in "$@"; do
        "$JAVA_HOME/bin/java" -cp "$root/$tool/target/lib/*" "$root/native-image/Metadata.java" \
            "$root/native-image/$tool/reachability-metadata.json" "$trace_folder/$tool"
    done
}

# traced_program PROGRAM FOLDER: every run writes into a folder of its own, for runs may overlap
traced_program() {
    cat <<PROGRAM
#!/bin/sh
exec "$1" "-XX:TraceMetadata=path=$2/\$\$" "\$@"
PROGRAM
}
