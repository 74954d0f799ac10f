package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.Printer;
import picocli.CommandLine.Option;

/** In which form data is printed. */
public final class OutputOptions implements OutputChoice {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "table",
            description = "Form of the data: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private OutputFormat format = OutputFormat.TABLE;

    @Option(names = "--no-headers", description = "Leave the header line of a table out.")
    private boolean noHeaders;

    @Override
    public OutputFormat format() {
        return format;
    }

    public Printer printer(Session session, CommonOptions common) {
        return new Printer(session.terminal().out(), format, !noHeaders, common.ink(session, Terminal.Stream.OUT));
    }
}
