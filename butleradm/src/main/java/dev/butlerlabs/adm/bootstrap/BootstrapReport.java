package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.run.BootstrapResult;
import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.bootstrap.state.RunLogFile;
import dev.butlerlabs.core.progress.RunTimeline;
import java.time.Duration;
import java.util.Optional;

/**
 * The result of a completed bootstrap.
 *
 * @param timeline the steps of the last run, as recorded in its log
 */
record BootstrapReport(BootstrapResult result, Optional<RunTimeline.Run> timeline) {
    /** Returns the result with the steps in the log of the directory. */
    static BootstrapReport of(BootstrapResult result, ClusterDirectory directory) {
        return new BootstrapReport(
                result,
                RunTimeline.of(new RunLogFile(directory.events()).news()).last());
    }

    /** Returns the duration of the whole run, as its timeline shows it. */
    Duration took() {
        return timeline.map(RunTimeline.Run::took).orElseGet(result::took);
    }
}
