package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.cli.logging.LogFormat;
import dev.butlerlabs.core.cli.output.Ink;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import picocli.CommandLine.Option;

/** What every command takes. */
public final class CommonOptions {
    @SuppressWarnings("unused") // read by the parser alone
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    @Option(
            names = {"-v", "--verbose"},
            description = "Log what is done; twice (-vv) also how, with the stack trace of a failure.")
    private boolean[] verbose = {};

    @Option(
            names = {"-q", "--quiet"},
            description = "Print no progress, only data, warnings and failures.")
    private boolean quiet;

    @Option(
            names = "--log-format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "Form of messages on standard error: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private LogFormat logFormat = LogFormat.TEXT;

    @Option(
            names = "--no-color",
            description = "Never colour; so do the variables NO_COLOR and BUTLER_NO_COLOR, and TERM=dumb.")
    private boolean noColor;

    /** 0, or how often {@code -v} was given. */
    public int verbosity() {
        return verbose.length;
    }

    public boolean isQuiet() {
        return quiet;
    }

    public LogFormat logFormat() {
        return logFormat;
    }

    /** Progress as the options and the terminal call for it; to be closed when the work is over. */
    public ProgressDisplay progress(Session session, OutputFormat output) {
        Messages messages = session.messages();
        if (output == OutputFormat.JSON || logFormat == LogFormat.JSON) {
            return ProgressDisplay.json(messages::print, quiet);
        }
        if (quiet || verbosity() > 1 || !session.terminal().isAnimated()) {
            return ProgressDisplay.plain(messages::print, quiet);
        }
        Ink ink = ink(session, Terminal.Stream.ERR);
        return ProgressDisplay.live(
                messages::print, messages::foot, ink, session.terminal().width(), session.clock());
    }

    public Ink ink(Session session, Terminal.Stream stream) {
        return session.terminal().ink(stream, noColor);
    }
}
