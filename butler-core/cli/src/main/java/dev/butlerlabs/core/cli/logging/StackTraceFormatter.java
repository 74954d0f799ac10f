package dev.butlerlabs.core.cli.logging;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Formats stack traces. */
final class StackTraceFormatter {
    private StackTraceFormatter() {}

    static String of(Throwable failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace, true));
        return trace.toString().stripTrailing();
    }
}
