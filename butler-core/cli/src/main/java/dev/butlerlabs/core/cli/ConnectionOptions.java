package dev.butlerlabs.core.cli;

import java.util.Optional;
import picocli.CommandLine.Option;

/** Options that select the Kubernetes API and the namespace. */
public class ConnectionOptions extends ContextOptions {
    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "Namespace to use.")
    private String namespace;

    @Option(
            names = {"-A", "--all-namespaces"},
            description = "Use all namespaces.")
    private boolean allNamespaces;

    public final Optional<String> namespace() {
        return Optional.ofNullable(namespace);
    }

    /** Returns the team whose namespace to use; empty for tools without teams. */
    public Optional<String> team() {
        return Optional.empty();
    }

    public final boolean allNamespaces() {
        return allNamespaces;
    }
}
