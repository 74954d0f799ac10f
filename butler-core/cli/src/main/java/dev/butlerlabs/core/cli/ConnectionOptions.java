package dev.butlerlabs.core.cli;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which Kubernetes API, and where in it. */
public final class ConnectionOptions {
    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "Kubeconfig to use instead of KUBECONFIG and the usual places.")
    private Path kubeconfig;

    @Option(
            names = "--context",
            paramLabel = "NAME",
            description = "Context of the kubeconfig instead of its current one.")
    private String context;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "Namespace to work in.")
    private String namespace;

    @Option(
            names = {"-A", "--all-namespaces"},
            description = "Look into every namespace.")
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
