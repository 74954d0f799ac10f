package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.provider.clusterapi.TenantNames;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Waits for infrastructure and control plane, and publishes the kubeconfig. Watches report every change, so nothing is polled. */
final class ReadinessSteps {
    /** The possible keys of the kubeconfig in its Secret; the first is that of the control plane provider. */
    private static final List<String> KUBECONFIG_KEYS = List.of("admin.conf", "kubeconfig", "value");

    private static final String CLUSTER_NAME = "cluster.x-k8s.io/cluster-name";

    private final DynamicResourceClient parts;
    private final PollIntervals patience;
    private final TenantOptions options;

    ReadinessSteps(DynamicResourceClient parts, PollIntervals patience, TenantOptions options) {
        this.parts = parts;
        this.patience = patience;
        this.options = options;
    }

    StepResult infrastructure(TenantReconcileContext scope) {
        if (scope.wanted().isInfrastructureOurs() && scope.endpoint().isPresent()) {
            declareReady(scope.wanted().infrastructure());
        }
        GenericKubernetesResource cluster = scope.capiCluster();
        Optional<String> failure = UnstructuredFields.text(cluster, "status", "failureMessage");
        if (failure.isPresent()) {
            return StepResult.failed("InfrastructureFailed", failure.get());
        }
        return UnstructuredFields.truth(cluster, "status", "infrastructureReady")
                ? StepResult.done("InfrastructureReady", "Infrastructure ready.")
                : StepResult.waiting(
                        "InfrastructureProvisioning",
                        "Waiting for %s %s to become ready."
                                .formatted(scope.wanted().infrastructure().getKind(), scope.name()),
                        patience.forChange());
    }

    /** Sets the status of an infrastructure that no provider reconciles. Its network and address exist. */
    private void declareReady(GenericKubernetesResource infrastructure) {
        GenericKubernetesResource document = new GenericKubernetesResource();
        document.setApiVersion(infrastructure.getApiVersion());
        document.setKind(infrastructure.getKind());
        document.setMetadata(new ObjectMetaBuilder()
                .withNamespace(infrastructure.getMetadata().getNamespace())
                .withName(infrastructure.getMetadata().getName())
                .build());
        document.setAdditionalProperty("status", Map.of("ready", true));
        parts.applyStatus(document);
    }

    StepResult controlPlane(TenantReconcileContext scope) {
        GenericKubernetesResource plane = scope.controlPlane();
        Optional<String> failure = UnstructuredFields.text(plane, "status", "failureMessage");
        if (failure.isPresent()) {
            return StepResult.failed("ControlPlaneFailed", failure.get());
        }
        String wanted = scope.cluster().getSpec().kubernetesVersion();
        Optional<String> runs = UnstructuredFields.text(plane, "status", "version");
        if (!UnstructuredFields.truth(plane, "status", "ready")
                || scope.endpoint().isEmpty()) {
            return StepResult.waiting(
                    "ControlPlaneProvisioning",
                    "Starting the control plane: %d/%d replicas ready."
                            .formatted(
                                    UnstructuredFields.number(plane, "status", "readyReplicas"),
                                    UnstructuredFields.number(plane, "spec", "replicas")),
                    patience.forChange());
        }
        if (!runs.equals(Optional.of(wanted))) {
            return StepResult.waiting(
                    "ControlPlaneUpgrading",
                    "Upgrading the control plane from %s to %s.".formatted(runs.orElse("an unknown version"), wanted),
                    patience.forChange());
        }
        return StepResult.done(
                "ControlPlaneReady",
                "Control plane ready at %s.".formatted(scope.endpoint().get()));
    }

    /** Reads the Secrets only if the watch reports a change of one of them, since its cache does not contain their content. */
    StepResult kubeconfig(TenantReconcileContext scope) {
        String name = TenantNames.adminKubeconfig(scope.cluster());
        if (parts.areVerified(scope.namespace())) {
            return published(scope, name);
        }
        Optional<Secret> secret = parts.secret(scope.namespace(), name);
        Optional<String> content = secret.flatMap(ReadinessSteps::kubeconfig);
        if (content.isEmpty()) {
            return StepResult.waiting(
                    "KubeconfigMissing",
                    "Waiting for Secret %s/%s with the kubeconfig.".formatted(scope.namespace(), name),
                    options.recheck());
        }
        parts.noteVerified(scope.namespace(), List.of(secret.get(), handToClusterApi(scope, content.get())));
        return published(scope, name);
    }

    private static StepResult published(TenantReconcileContext scope, String name) {
        scope.sawKubeconfig(name);
        return StepResult.done(
                "KubeconfigReady", "Kubeconfig stored in Secret %s/%s.".formatted(scope.namespace(), name));
    }

    /** Returns the base64 data of the Secret. */
    static Optional<String> kubeconfig(Secret secret) {
        Map<String, String> data = Optional.ofNullable(secret.getData()).orElse(Map.of());
        return KUBECONFIG_KEYS.stream()
                .flatMap(key -> Stream.ofNullable(data.get(key)))
                .findFirst();
    }

    /** Copies the kubeconfig to the Secret that Cluster API reads. A Secret of this name that Butler does not manage is left unchanged. */
    private Secret handToClusterApi(TenantReconcileContext scope, String content) {
        String name = TenantNames.clusterApiKubeconfig(scope.cluster());
        Optional<Secret> present = parts.secret(scope.namespace(), name);
        boolean ours = present.map(secret -> secret.getMetadata().getLabels())
                .filter(labels -> "butler".equals(labels.get(Labels.MANAGED_BY)))
                .isPresent();
        boolean same = present.map(Secret::getData)
                .filter(data -> content.equals(data.get("value")))
                .isPresent();
        return present.filter(_ -> !ours || same)
                .orElseGet(() -> parts.applySecret(new SecretBuilder()
                        .withMetadata(new ObjectMetaBuilder()
                                .withNamespace(scope.namespace())
                                .withName(name)
                                .addToLabels(CLUSTER_NAME, scope.name())
                                .addToLabels(Labels.MANAGED_BY, "butler")
                                .build())
                        .withType("cluster.x-k8s.io/secret")
                        .withData(Map.of("value", content))
                        .build()));
    }
}
