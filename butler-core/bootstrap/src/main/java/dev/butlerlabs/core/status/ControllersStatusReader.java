package dev.butlerlabs.core.status;

import dev.butlerlabs.core.api.Annotations;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

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
        int shards = shards(lease);
        List<Lease> leases = shards == 1 ? List.of() : leases();
        return of(deployment, lease, leases, ServerTime.now(client, now));
    }

    private List<Lease> leases() {
        return KubeErrorMapper.translating(
                        "listing the Leases of the controllers",
                        () -> client.leases().inNamespace(Namespaces.SYSTEM).list())
                .getItems();
    }

    private static int shards(Optional<Lease> leader) {
        return leader.map(lease -> lease.getMetadata())
                .map(metadata -> metadata.getAnnotations())
                .map(annotations -> annotations.get(Annotations.SHARDS))
                .filter(text -> text.matches("[0-9]{1,4}"))
                .map(Integer::parseInt)
                .orElse(1);
    }

    /** @param leases the Leases of the namespace, among them those of shards */
    static ControllersObservation of(
            Optional<Deployment> deployment, Optional<Lease> lease, List<Lease> leases, Instant now) {
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
                lease.map(Lease::getSpec).flatMap(spec -> leader(spec, now)),
                Optional.of(shards(lease)).filter(count -> count > 1).map(count -> shards(count, leases, now)));
    }

    private static ShardsObservation shards(int count, List<Lease> leases, Instant now) {
        SortedMap<String, Integer> holders = new TreeMap<>();
        List<Integer> free = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            String name = "%s-shard-%d-of-%d".formatted(NAME, index, count);
            leases.stream()
                    .filter(lease -> lease.getMetadata().getName().equals(name))
                    .findFirst()
                    .flatMap(lease -> leader(lease.getSpec(), now))
                    .filter(holder -> !holder.isExpired())
                    .map(ControllersObservation.Leader::identity)
                    .ifPresentOrElse(holder -> holders.merge(holder, 1, Integer::sum), add(free, index));
        }
        return new ShardsObservation(count, holders, free);
    }

    private static Runnable add(List<Integer> free, int index) {
        return () -> free.add(index);
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
