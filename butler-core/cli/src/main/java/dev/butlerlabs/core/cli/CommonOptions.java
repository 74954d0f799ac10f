package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.cli.logging.LogFormat;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.TerminalColors;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import picocli.CommandLine.Option;

/** Options of every command. */
public final class CommonOptions {
    @SuppressWarnings("unused") // set by picocli
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    @Option(
            names = {"-v", "--verbose"},
            description = "Log actions; repeat (-vv) for debug output with stack traces.")
    private boolean[] verbose = {};

    @Option(
            names = {"-q", "--quiet"},
            description = "Print only data, warnings and errors.")
    private boolean quiet;

    @Option(
            names = "--log-format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "Format of messages on standard error: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private LogFormat logFormat = LogFormat.TEXT;

    @Option(
            names = "--no-color",
            description = "Disable color; also disabled by NO_COLOR, BUTLER_NO_COLOR or TERM=dumb.")
    private boolean noColor;

    /** Returns how often {@code -v} was given. */
    public int verbosity() {
        return verbose.length;
    }

    public boolean isQuiet() {
        return quiet;
    }

    public LogFormat logFormat() {
        return logFormat;
    }

    /** Returns the progress display for the options and the terminal. The caller closes it. */
    public ProgressDisplay progress(CommandContext session, OutputFormat output) {
        MessagePrinter messages = session.messages();
        if (output == OutputFormat.JSON || logFormat == LogFormat.JSON) {
            return ProgressDisplay.json(messages::print, quiet);
        }
        if (quiet || verbosity() > 1 || !session.terminal().isAnimated()) {
            return ProgressDisplay.plain(messages::print, quiet);
        }
        TerminalColors ink = ink(session, Terminal.Stream.ERR);
        return ProgressDisplay.live(
                messages::print, messages::foot, ink, session.terminal().width(), session.clock());
    }

    public TerminalColors ink(CommandContext session, Terminal.Stream stream) {
        return session.terminal().ink(stream, noColor);
    }
}
