package dev.butlerlabs.core.cli;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options that select the Kubernetes API and the namespace. */
public class ConnectionOptions {
    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "Kubeconfig to use (default: KUBECONFIG, then ~/.butler, then ~/.kube/config).")
    private Path kubeconfig;

    @Option(
            names = "--context",
            paramLabel = "NAME",
            description = "Kubeconfig context to use (default: the current context).")
    private String context;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "Namespace to use.")
    private String namespace;

    @Option(
            names = {"-A", "--all-namespaces"},
            description = "Use all namespaces.")
    private boolean allNamespaces;

    public final Optional<Path> kubeconfig() {
        return Optional.ofNullable(kubeconfig);
    }

    public final Optional<String> context() {
        return Optional.ofNullable(context);
    }

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
