package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.state.EngineType;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options that select the engine, which stores the resources until the cluster exists. */
final class EngineOptions {
    @Option(
            names = "--engine",
            paramLabel = "ENGINE",
            defaultValue = "auto",
            description =
                    "Temporary Kubernetes API used during bootstrap: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private EngineType choice = EngineType.AUTO;

    @Option(
            names = "--engine-kubeconfig",
            paramLabel = "FILE",
            description = "Kubeconfig of the cluster to use with --engine existing.")
    private Path kubeconfig;

    @Option(
            names = "--engine-image",
            paramLabel = "IMAGE",
            defaultValue = "${env:BUTLER_KIND_IMAGE}",
            description = "Node image to use with --engine kind.")
    private String image;

    /** Returns the starter of the selected engine. */
    EngineStarter starter() {
        return new EngineStarter(
                choice,
                Optional.ofNullable(kubeconfig),
                Optional.ofNullable(image).filter(name -> !name.isBlank()),
                System.getenv());
    }
}
