package dev.butlerlabs.ctl.cluster;

import picocli.CommandLine.Option;

/** Option for dry runs. */
final class DryRunOptions {
    @Option(
            names = "--dry-run",
            arity = "0..1",
            paramLabel = "WHERE",
            defaultValue = "none",
            fallbackValue = "client",
            description = "Change nothing; validate locally (client) or on the server: ${COMPLETION-CANDIDATES}.")
    private DryRunMode dryRun = DryRunMode.NONE;

    DryRunMode choice() {
        return dryRun;
    }

    boolean isServer() {
        return dryRun == DryRunMode.SERVER;
    }
}
