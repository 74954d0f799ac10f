package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.ManagementPolicy.Mode;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.kube.fields.FieldPaths;
import dev.butlerlabs.core.kube.fields.FieldValues;
import dev.butlerlabs.core.tenant.change.TenantSummary;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What tables show of a tenant cluster. {@link #of} and {@link #read} return the same row for the same object.
 *
 * @param created the time of creation as it is stored
 */
record TenantRow(
        String namespace,
        String name,
        String phase,
        String version,
        String workers,
        Optional<String> created,
        String endpoint,
        String provider) {
    private static final String NAMESPACE = "metadata.namespace";
    private static final String NAME = "metadata.name";
    private static final String CREATED = "metadata.creationTimestamp";
    private static final String DELETED = "metadata.deletionTimestamp";
    private static final String VERSION = "spec.kubernetesVersion";
    private static final String REPLICAS = "spec.workers.replicas";
    private static final String MODE = "spec.managementPolicy.mode";
    private static final String PROVIDER = "spec.providerConfigRef.name";
    private static final String PHASE = "status.phase";
    private static final String READY = "status.observedState.workers.ready";
    private static final String NODES_READY = "status.workerNodesReady";
    private static final String ENDPOINT = "status.controlPlaneEndpoint";
    private static final Set<String> PHASES = words(Phase.values());
    private static final Set<String> MODES = words(Mode.values());

    static final FieldPaths FIELDS = FieldPaths.of(List.of(
            NAMESPACE, NAME, CREATED, DELETED, VERSION, REPLICAS, MODE, PROVIDER, PHASE, READY, NODES_READY, ENDPOINT));

    private static Set<String> words(Enum<?>... values) {
        return Arrays.stream(values).map(TenantSummary::word).collect(Collectors.toUnmodifiableSet());
    }

    static TenantRow of(TenantCluster cluster) {
        return new TenantRow(
                cluster.getMetadata().getNamespace(),
                cluster.getMetadata().getName(),
                phase(TenantSummary.phase(cluster), TenantSummary.isPaused(cluster)),
                cluster.getSpec().kubernetesVersion(),
                workers(TenantSummary.readyWorkers(cluster), TenantSummary.wantedWorkers(cluster)),
                Optional.ofNullable(cluster.getMetadata().getCreationTimestamp()),
                TenantSummary.endpoint(cluster).orElse("-"),
                TenantSummary.provider(cluster).orElse("-"));
    }

    /** @throws dev.butlerlabs.core.kube.fields.UnexpectedFieldException if the object cannot be decoded */
    static TenantRow read(FieldValues fields) {
        Optional<String> phase = fields.word(PHASE, PHASES);
        boolean isPaused = fields.word(MODE, MODES)
                .filter(TenantSummary.word(Mode.OBSERVE)::equals)
                .isPresent();
        return new TenantRow(
                fields.requiredText(NAMESPACE),
                fields.requiredText(NAME),
                phase(fields.text(DELETED).isPresent() ? "Deleting" : phase.orElse("Pending"), isPaused),
                fields.requiredText(VERSION),
                workers(
                        fields.integer(READY)
                                .or(() -> fields.integer(NODES_READY))
                                .orElse(0),
                        fields.integer(REPLICAS).orElse(0)),
                fields.text(CREATED),
                fields.text(ENDPOINT).orElse("-"),
                fields.text(PROVIDER).orElse("-"));
    }

    private static String phase(String phase, boolean isPaused) {
        return phase + (isPaused ? " (paused)" : "");
    }

    private static String workers(int ready, int wanted) {
        return wanted == 0 ? "-" : ready + "/" + wanted;
    }
}
