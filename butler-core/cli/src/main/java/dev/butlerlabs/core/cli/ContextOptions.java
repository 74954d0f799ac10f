package dev.butlerlabs.core.cli;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options that select a cluster. */
public class ContextOptions {
    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "Kubeconfig to use (default: KUBECONFIG, then ~/.butler, then ~/.kube/config).")
    private Path kubeconfig;

    @Option(
            names = "--context",
            paramLabel = "NAME",
            description =
                    "Management cluster or kubeconfig context to use (default: BUTLER_CONTEXT; see 'context current').")
    private String context;

    public final Optional<Path> kubeconfig() {
        return Optional.ofNullable(kubeconfig);
    }

    public final Optional<String> context() {
        return Optional.ofNullable(context);
    }
}
