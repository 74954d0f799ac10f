package dev.butlerlabs.core.cli;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options that select the Kubernetes API and the namespace. */
public final class ConnectionOptions {
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

    public Optional<Path> kubeconfig() {
        return Optional.ofNullable(kubeconfig);
    }

    public Optional<String> context() {
        return Optional.ofNullable(context);
    }

    public Optional<String> namespace() {
        return Optional.ofNullable(namespace);
    }

    public boolean allNamespaces() {
        return allNamespaces;
    }
}
