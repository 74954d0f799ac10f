package dev.butlerlabs.ctl.addon;

import picocli.CommandLine.Option;

/** The tenant cluster that is meant. */
final class ClusterOption {
    @Option(
            names = {"-c", "--cluster"},
            required = true,
            paramLabel = "CLUSTER",
            description = "Name of the tenant cluster.")
    private String name;

    String name() {
        return name;
    }
}
