package dev.butlerlabs.core.cli.addon;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options for the version and the values of an addon. */
public final class AddonOptions {
    @Option(
            names = "--version",
            paramLabel = "VERSION",
            description = "Exact chart version (default: the installed one, or that of the catalog).")
    private String version;

    @Option(
            names = {"-f", "--values", "--filename"},
            paramLabel = "FILE",
            description = "YAML file with chart values, replacing the current ones; use - for standard input.")
    private Path values;

    @Option(
            names = "--set",
            paramLabel = "SETTING",
            description = "Chart value as KEY=VALUE with a dot-separated key; overrides the file; repeatable.")
    private List<String> assignments = new ArrayList<>();

    @Option(
            names = "--values-secret",
            paramLabel = "NAME",
            description = "Secret with confidential values in values.yaml; overrides all other values.")
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

    /** Returns whether any option was given. */
    public boolean isGiven() {
        return version != null || values != null || !assignments.isEmpty() || secret != null;
    }
}
