package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.cli.output.OutputFormat;

/** Options that select the output format, which also applies to errors. */
public interface OutputChoice {
    OutputFormat format();
}
