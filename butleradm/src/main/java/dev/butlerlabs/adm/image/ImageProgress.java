package dev.butlerlabs.adm.image;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import java.util.function.Consumer;

/** Shows the progress of an image while a command waits for it. */
record ImageProgress(CommandContext session, CommonOptions common, OutputFormat format) {
    /**
     * Waits and shows the progress.
     *
     * @param wait waits, and passes what it waits for to its argument
     */
    void show(String step, String title, Consumer<Consumer<String>> wait) {
        session.terminal().out().flush();
        try (ProgressDisplay display = common.progress(session, format)) {
            ProgressStep shown = new ProgressReporter(display, session.clock()).start(step, title);
            try {
                wait.accept(shown::waiting);
                shown.done();
            } catch (ButlerException e) {
                shown.failed(e.getMessage());
                throw e;
            }
        }
    }
}
