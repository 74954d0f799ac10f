package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.addon.PlatformAddon.Part;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Objects;
import java.util.Optional;

/** Checks whether objects of addons are ready, and reports what is missing and which pod blocks it. Thread-safe. */
public final class WorkloadReadiness {
    private final KubernetesClient cluster;
    private final PodFailureReader troubles;

    public WorkloadReadiness(KubernetesClient cluster) {
        this.cluster = cluster;
        this.troubles = new PodFailureReader(cluster);
    }

    /** Returns what is missing, without a full stop; empty if the object is ready. */
    public Optional<String> missing(Part part) {
        return KubeErrorMapper.translating("checking " + part, () -> switch (part.kind()) {
            case DEPLOYMENT ->
                missing(
                        part,
                        Optional.ofNullable(cluster.apps()
                                        .deployments()
                                        .inNamespace(part.namespace())
                                        .withName(part.name())
                                        .get())
                                .map(WorkloadReadiness::counts));
            case DAEMON_SET ->
                missing(
                        part,
                        Optional.ofNullable(cluster.apps()
                                        .daemonSets()
                                        .inNamespace(part.namespace())
                                        .withName(part.name())
                                        .get())
                                .map(WorkloadReadiness::counts));
            case STATEFUL_SET ->
                missing(
                        part,
                        Optional.ofNullable(cluster.apps()
                                        .statefulSets()
                                        .inNamespace(part.namespace())
                                        .withName(part.name())
                                        .get())
                                .map(WorkloadReadiness::counts));
            case DEFINITION -> missingDefinition(part);
        });
    }

    private Optional<String> missingDefinition(Part part) {
        CustomResourceDefinition found = cluster.apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName(part.name())
                .get();
        if (found == null) {
            return Optional.of("%s does not exist yet".formatted(part));
        }
        boolean established = found.getStatus() != null
                && found.getStatus().getConditions().stream()
                        .anyMatch(condition ->
                                "Established".equals(condition.getType()) && "True".equals(condition.getStatus()));
        return established ? Optional.empty() : Optional.of("%s is not established yet".formatted(part));
    }

    private Optional<String> missing(Part part, Optional<Counts> counts) {
        if (counts.isEmpty()) {
            return Optional.of("%s does not exist yet".formatted(part));
        }
        return counts.filter(seen -> !seen.isEnough())
                .map(seen -> "%s has %d/%d pods available%s"
                        .formatted(
                                part,
                                seen.available(),
                                seen.wanted(),
                                troubles.first(part.namespace(), seen.selector())
                                        .map("; "::concat)
                                        .orElse("")));
    }

    private static Counts counts(Deployment deployment) {
        int wanted = Objects.requireNonNullElse(deployment.getSpec().getReplicas(), 1);
        LabelSelector selector = deployment.getSpec().getSelector();
        return deployment.getStatus() == null
                ? Counts.unseen(wanted, selector)
                : new Counts(
                        wanted,
                        Math.min(
                                orZero(deployment.getStatus().getAvailableReplicas()),
                                orZero(deployment.getStatus().getUpdatedReplicas())),
                        isCurrent(
                                deployment.getMetadata().getGeneration(),
                                deployment.getStatus().getObservedGeneration()),
                        selector);
    }

    private static Counts counts(StatefulSet set) {
        int wanted = Objects.requireNonNullElse(set.getSpec().getReplicas(), 1);
        LabelSelector selector = set.getSpec().getSelector();
        return set.getStatus() == null
                ? Counts.unseen(wanted, selector)
                : new Counts(
                        wanted,
                        orZero(set.getStatus().getReadyReplicas()),
                        isCurrent(
                                set.getMetadata().getGeneration(),
                                set.getStatus().getObservedGeneration()),
                        selector);
    }

    private static Counts counts(DaemonSet set) {
        LabelSelector selector = set.getSpec().getSelector();
        return set.getStatus() == null
                ? Counts.unseen(1, selector)
                : new Counts(
                        Math.max(1, orZero(set.getStatus().getDesiredNumberScheduled())),
                        Math.min(
                                orZero(set.getStatus().getNumberAvailable()),
                                orZero(set.getStatus().getUpdatedNumberScheduled())),
                        isCurrent(
                                set.getMetadata().getGeneration(),
                                set.getStatus().getObservedGeneration()),
                        selector);
    }

    private static boolean isCurrent(Long generation, Long observed) {
        return generation == null || (observed != null && observed >= generation);
    }

    private static int orZero(Integer count) {
        return Objects.requireNonNullElse(count, 0);
    }

    /** The desired and available pods, whether the status refers to the current spec, and the selector of the pods. */
    private record Counts(int wanted, int available, boolean isCurrent, LabelSelector selector) {
        private static Counts unseen(int wanted, LabelSelector selector) {
            return new Counts(wanted, 0, false, selector);
        }

        private boolean isEnough() {
            return isCurrent && available >= wanted;
        }
    }
}
