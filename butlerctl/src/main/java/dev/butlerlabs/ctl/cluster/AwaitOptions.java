package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.cli.WaitOptions;
import dev.butlerlabs.core.cli.output.OutputFormat;
import java.time.Duration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Whether a command waits for what it asked for, and how long. */
final class AwaitOptions {
    @Option(
            names = "--wait",
            negatable = true,
            description = "Wait until it is done and say what it waits for; --no-wait returns at once.")
    private Boolean wait;

    @Mixin
    private WaitOptions limit = new WaitOptions();

    boolean isWanted(boolean usually) {
        return wait == null ? usually : wait;
    }

    Duration limit(Duration usual) {
        return limit.timeout().orElse(usual);
    }

    Await with(Session session, CommonOptions common, OutputFormat format, Duration usual) {
        return new Await(session, common, format, limit(usual));
    }
}
