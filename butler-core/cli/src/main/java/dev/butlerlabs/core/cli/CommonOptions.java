package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.cli.logging.LogFormat;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.TerminalColors;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.cli.screen.ScreenProgress;
import java.util.Optional;
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

    /**
     * Returns the progress display for the options and the terminal: a few lines at the bottom of a terminal, otherwise one
     * line per event. The caller closes it.
     */
    public ProgressDisplay progress(CommandContext session, OutputFormat output) {
        return lineDisplay(session, output)
                .orElseGet(() -> ProgressDisplay.live(
                        session.messages()::print,
                        session.messages()::foot,
                        ink(session, Terminal.Stream.ERR),
                        () -> session.terminal().size().columns(),
                        session.clock()));
    }

    /**
     * Returns the progress display of a long operation: the full screen of a terminal, otherwise one line per event. The caller
     * closes it.
     *
     * @param subject name of the cluster
     * @param hint what Ctrl-C does
     */
    public ProgressDisplay screen(CommandContext session, OutputFormat output, String subject, String hint) {
        return lineDisplay(session, output).orElseGet(() -> {
            TerminalColors ink = ink(session, Terminal.Stream.ERR);
            ScreenProgress screen = new ScreenProgress(
                    session.messages(), session.terminal()::size, ink, session.clock(), subject, hint);
            session.terminal().onResize(screen::redraw);
            return ProgressDisplay.screen(
                    screen.start(),
                    session.messages()::record,
                    ink,
                    () -> session.terminal().size().columns());
        });
    }

    /** Returns a display with one line per event; empty if the terminal can be redrawn. */
    private Optional<ProgressDisplay> lineDisplay(CommandContext session, OutputFormat output) {
        MessagePrinter messages = session.messages();
        if (output == OutputFormat.JSON || logFormat == LogFormat.JSON) {
            return Optional.of(ProgressDisplay.json(messages::print, quiet));
        }
        return quiet || verbosity() > 1 || !session.terminal().isAnimated()
                ? Optional.of(ProgressDisplay.plain(messages::print, quiet))
                : Optional.empty();
    }

    public TerminalColors ink(CommandContext session, Terminal.Stream stream) {
        return session.terminal().ink(stream, noColor);
    }
}
