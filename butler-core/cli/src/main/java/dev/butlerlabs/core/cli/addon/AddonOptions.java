package dev.butlerlabs.core.cli.addon;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How an addon is wanted. */
public final class AddonOptions {
    @Option(
            names = "--version",
            paramLabel = "VERSION",
            description = "Exact version of the chart; left out, the usual one or the one it has.")
    private String version;

    @Option(
            names = "--values",
            paramLabel = "FILE",
            description =
                    "YAML file with values for the chart, in the place of those given before; - reads standard input.")
    private Path values;

    @Option(
            names = "--set",
            paramLabel = "SETTING",
            description = "A value for the chart as KEY=VALUE, the key's parts apart by dots; overrules the file.")
    private List<String> assignments = new ArrayList<>();

    @Option(
            names = "--values-secret",
            paramLabel = "NAME",
            description = "Secret whose values.yaml holds what nobody is to see; it overrules all other values.")
    private String secret;

    Optional<String> version() {
        return Optional.ofNullable(version);
    }

    Optional<Path> values() {
        return Optional.ofNullable(values);
    }

    List<String> assignments() {
        return List.copyOf(assignments);
    }

    Optional<String> secret() {
        return Optional.ofNullable(secret);
    }

    /** Whether anything was said. */
    public boolean isGiven() {
        return version != null || values != null || !assignments.isEmpty() || secret != null;
    }
}
