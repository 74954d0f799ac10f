package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.cli.output.OutputFormat;

/** Options that say in which form data is printed; failures take the same form. */
public interface OutputChoice {
    OutputFormat format();
}
