package dev.butlerlabs.core.cli.addon;

import dev.butlerlabs.core.addon.change.AddonWaiter;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import java.time.Duration;
import java.util.function.Consumer;

/** Waits for an addon and shows the progress. */
public record AddonProgressWaiter(CommandContext session, CommonOptions common, OutputFormat format, Duration limit) {
    /** Default time limit for the installation or removal of a chart. */
    public static final Duration USUAL = Duration.ofMinutes(15);

    /**
     * Waits and shows the progress.
     *
     * @param title heading of the progress step
     */
    public void show(String name, String title, Consumer<AddonWaiter> wait) {
        session.terminal().out().flush();
        try (ProgressDisplay display = common.progress(session, format)) {
            ProgressStep step = new ProgressReporter(display, session.clock()).start(name, title);
            try {
                wait.accept(new AddonWaiter(step::waiting, limit));
                step.done();
            } catch (ButlerException e) {
                step.failed(e.getMessage());
                throw e;
            }
        }
    }
}
