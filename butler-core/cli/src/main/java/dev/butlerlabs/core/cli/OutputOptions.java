package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import picocli.CommandLine.Option;

/** Options for the output format. */
public final class OutputOptions implements OutputChoice {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "table",
            description = "Output format: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private OutputFormat format = OutputFormat.TABLE;

    @Option(names = "--no-headers", description = "Omit the header row of tables.")
    private boolean noHeaders;

    @Override
    public OutputFormat format() {
        return format;
    }

    public OutputPrinter printer(CommandContext session, CommonOptions common) {
        return new OutputPrinter(
                session.terminal().out(), format, !noHeaders, common.ink(session, Terminal.Stream.OUT));
    }
}
