package dev.butlerlabs.core.cli.gitops;

import picocli.CommandLine.Option;

/** Option that decides whether Flux deletes what it applied. */
public final class PruneOptions {
    @Option(
            names = "--prune",
            description = "Let Flux delete objects that it applied and that are no longer requested.")
    private boolean prune;

    public boolean isWanted() {
        return prune;
    }
}
