package dev.butlerlabs.ctl.addon;

import picocli.CommandLine.Option;

/** Option that selects the tenant cluster. */
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
