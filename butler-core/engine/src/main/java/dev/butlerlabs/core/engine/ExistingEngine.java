package dev.butlerlabs.core.engine;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Objects;

/** An existing Kubernetes API. The Butler CRDs are installed in it; it is never deleted. */
public final class ExistingEngine implements Engine {
    private static final Duration DEFINITIONS_LIMIT = Duration.ofSeconds(60);

    private final Kubeconfig access;
    private final String description;

    private ExistingEngine(Kubeconfig access, String description) {
        this.access = Objects.requireNonNull(access, "access");
        this.description = description;
    }

    public static ExistingEngine open(Kubeconfig access, ProgressReporter progress) {
        ProgressStep step = progress.start("KindsInstalled", "Installing the Butler CRDs");
        try (KubernetesClient client = new KubeConnector("butler-engine").connect(access)) {
            new CustomResourceDefinitions(client).ensure(CustomResourceDefinitionFiles.all(), DEFINITIONS_LIMIT);
            step.done();
            return new ExistingEngine(
                    access, "the Kubernetes API at " + client.getConfiguration().getMasterUrl());
        }
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public Kubeconfig access() {
        return access;
    }

    @Override
    public void close() {
        // Nothing of it runs in this process.
    }

    @Override
    public void remove() {
        // It does not belong to Butler.
    }
}
