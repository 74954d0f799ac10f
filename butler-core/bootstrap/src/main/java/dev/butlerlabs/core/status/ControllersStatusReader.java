package dev.butlerlabs.core.status;

import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ServerTime;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** Reads the Deployment and the Lease of the controllers. */
final class ControllersStatusReader {
    /** The name of the Deployment and of the Lease. */
    private static final String NAME = "butler-controllers";

    private final KubernetesClient client;

    ControllersStatusReader(KubernetesClient client) {
        this.client = client;
    }

    ControllersObservation read(Instant now) {
        Optional<Deployment> deployment = KubeErrorMapper.translating(
                "reading the Deployment of the controllers",
                () -> Optional.ofNullable(client.apps()
                        .deployments()
                        .inNamespace(Namespaces.SYSTEM)
                        .withName(NAME)
                        .get()));
        Optional<Lease> lease = KubeErrorMapper.translating(
                "reading the Lease of the controllers",
                () -> Optional.ofNullable(client.leases()
                        .inNamespace(Namespaces.SYSTEM)
                        .withName(NAME)
                        .get()));
        return of(deployment, lease, ServerTime.now(client, now));
    }

    static ControllersObservation of(Optional<Deployment> deployment, Optional<Lease> lease, Instant now) {
        return new ControllersObservation(
                deployment.map(
                        found -> Objects.requireNonNullElse(found.getSpec().getReplicas(), 1)),
                deployment
                        .map(Deployment::getStatus)
                        .map(DeploymentStatus::getReadyReplicas)
                        .orElse(0),
                deployment.map(found -> found.getSpec()
                        .getTemplate()
                        .getSpec()
                        .getContainers()
                        .getFirst()
                        .getImage()),
                lease.map(Lease::getSpec).flatMap(spec -> leader(spec, now)));
    }

    private static Optional<ControllersObservation.Leader> leader(LeaseSpec lease, Instant now) {
        if (lease.getHolderIdentity() == null || lease.getHolderIdentity().isEmpty() || lease.getRenewTime() == null) {
            return Optional.empty();
        }
        return Optional.of(new ControllersObservation.Leader(
                lease.getHolderIdentity(),
                Duration.between(lease.getRenewTime().toInstant(), now),
                Duration.ofSeconds(Objects.requireNonNullElse(lease.getLeaseDurationSeconds(), 15))));
    }
}
