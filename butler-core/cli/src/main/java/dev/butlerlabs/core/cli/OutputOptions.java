package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.cli.output.OutputSelection;
import picocli.CommandLine.Option;

/** Options for the output format. */
public final class OutputOptions implements OutputChoice {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "table",
            converter = OutputSelectionConverter.class,
            completionCandidates = OutputSelectionConverter.Candidates.class,
            description = "Output format: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private OutputSelection selection = OutputSelection.of(OutputFormat.TABLE);

    @Option(names = "--no-headers", description = "Omit the header row of tables.")
    private boolean noHeaders;

    @Override
    public OutputFormat format() {
        return selection.format();
    }

    public OutputPrinter printer(CommandContext session, CommonOptions common) {
        return new OutputPrinter(
                session.terminal().out(),
                selection.format(),
                selection.template().map(template -> noHeaders ? template.withoutHeaders() : template),
                !noHeaders,
                common.ink(session, Terminal.Stream.OUT),
                session.terminal().text(),
                session.terminal().outputColumns());
    }
}
