package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.ConditionTypes;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.api.TenantAddonStatus;
import dev.butlerlabs.core.api.TenantClusterStatus;
import dev.butlerlabs.core.api.TenantClusterStatus.AddonHealth;
import dev.butlerlabs.core.api.TenantClusterStatus.AddonManager;
import dev.butlerlabs.core.api.TenantClusterStatus.ObservedAddon;
import dev.butlerlabs.core.api.TenantClusterStatus.ObservedState;
import dev.butlerlabs.core.api.TenantClusterStatus.ObservedWorkers;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.api.TenantClusterStatusBuilder;
import dev.butlerlabs.core.provider.clusterapi.ApiEndpoint;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.PhaseMapper;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.tenant.change.HibernationAnnotation;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Renders the status of a TenantCluster. Pure functions: fields that this reconciliation did not observe keep their values. */
final class TenantStatusRenderer {
    private static final PhaseMapper<Phase> FIRST = PhaseMapper.of(
                    Phase.READY, Phase.FAILED, Phase.DELETING, Phase.PROVISIONING)
            .at(ConditionTypes.PROVIDER_ACCESS_GRANTED, Phase.PENDING)
            .at(ConditionTypes.QUOTA_SATISFIED, Phase.PENDING)
            .at(ConditionTypes.IMAGE_READY, Phase.PENDING)
            .at(ConditionTypes.NETWORK_READY, Phase.PENDING)
            .at(TenantSteps.PLANNED, Phase.PENDING)
            .at(TenantSteps.ADDONS_REQUESTED, Phase.INSTALLING)
            .at(ConditionTypes.WORKERS_READY, Phase.INSTALLING);
    /** A cluster that was ready once is updated, not provisioned again. */
    private static final PhaseMapper<Phase> LATER =
            PhaseMapper.of(Phase.READY, Phase.FAILED, Phase.DELETING, Phase.UPDATING);

    /** A cluster that wakes is not accessible until its control plane runs. */
    private static final PhaseMapper<Phase> WAKING = LATER.at(ConditionTypes.PROVIDER_ACCESS_GRANTED, Phase.PENDING)
            .at(ConditionTypes.QUOTA_SATISFIED, Phase.PENDING)
            .at(ConditionTypes.IMAGE_READY, Phase.PENDING)
            .at(ConditionTypes.NETWORK_READY, Phase.PENDING)
            .at(TenantSteps.PLANNED, Phase.PENDING)
            .at(ConditionTypes.NAMESPACE_READY, Phase.PROVISIONING)
            .at(TenantSteps.REQUESTED, Phase.PROVISIONING)
            .at(ConditionTypes.INFRASTRUCTURE_READY, Phase.PROVISIONING)
            .at(ConditionTypes.CONTROL_PLANE_READY, Phase.PROVISIONING);
    /** The phases of a cluster that was ready once and whose control plane may not run. */
    private static final Set<Phase> ASLEEP =
            EnumSet.of(Phase.HIBERNATING, Phase.HIBERNATED, Phase.PENDING, Phase.PROVISIONING);

    private TenantStatusRenderer() {}

    static TenantClusterStatus render(TenantReconcileContext scope, ReconcileOutcome outcome) {
        Optional<TenantClusterStatus> known =
                Optional.ofNullable(scope.cluster().getStatus());
        TenantClusterStatus before =
                known.orElseGet(() -> TenantClusterStatusBuilder.builder().build());
        Phase phase = phase(scope, before, outcome);
        TenantClusterStatusBuilder status = TenantClusterStatusBuilder.builder(before)
                .phase(phase)
                .lastTransitionTime(
                        phase == before.phase() && before.lastTransitionTime() != null
                                ? before.lastTransitionTime()
                                : wholeSeconds(outcome.time()))
                .observedGeneration(outcome.generation())
                .conditions(conditions(scope, outcome));
        status.tenantNamespace(scope.namespace());
        scope.endpoint().map(ApiEndpoint::toString).ifPresent(status::controlPlaneEndpoint);
        scope.kubeconfig().map(LocalReference::new).ifPresent(status::kubeconfigSecretRef);
        scope.addresses().flatMap(TenantAddressProvider.Answer.Granted::nodes).ifPresent(status::ipAllocationRef);
        scope.addresses()
                .flatMap(TenantAddressProvider.Answer.Granted::loadBalancers)
                .ifPresent(status::lbAllocationRef);
        image(scope, before, outcome).ifPresent(sync -> status.imageSyncRef(sync));
        workers(scope, status, before);
        return status.observedState(observed(scope, before, outcome)).build();
    }

    /** The former image is kept until no worker needs it any more. */
    private static Optional<LocalReference> image(
            TenantReconcileContext scope, TenantClusterStatus before, ReconcileOutcome outcome) {
        return scope.imageSync()
                .filter(_ -> before.imageSyncRef() == null || outcome.stage() == ReconcileOutcome.Stage.READY)
                .map(sync -> new LocalReference(sync.getMetadata().getName()));
    }

    private static Instant wholeSeconds(Instant time) {
        return Instant.ofEpochSecond(time.getEpochSecond());
    }

    private static Phase phase(TenantReconcileContext scope, TenantClusterStatus before, ReconcileOutcome outcome) {
        if (outcome.stage() == ReconcileOutcome.Stage.PROGRESSING
                && HibernationAnnotation.isRequested(scope.cluster())) {
            return isHibernated(outcome) ? Phase.HIBERNATED : Phase.HIBERNATING;
        }
        boolean wasReady = Optional.ofNullable(before.observedState())
                .map(ObservedState::kubernetesVersion)
                .isPresent();
        Optional<Phase> last = Optional.ofNullable(before.phase());
        return (wasReady ? last.filter(ASLEEP::contains).isPresent() ? WAKING : LATER : FIRST).of(outcome, last);
    }

    private static boolean isHibernated(ReconcileOutcome outcome) {
        return outcome.stop()
                .filter(stop -> stop.result().reason().equals(HibernationStep.HIBERNATED))
                .isPresent();
    }

    private static void workers(
            TenantReconcileContext scope, TenantClusterStatusBuilder status, TenantClusterStatus before) {
        int desired = scope.cluster().getSpec().workers().replicas();
        status.workerNodesDesired(desired);
        status.workerNodesReady(readyWorkers(scope)
                .or(() -> Optional.ofNullable(before.workerNodesReady()))
                .orElse(0));
    }

    private static Optional<Integer> readyWorkers(TenantReconcileContext scope) {
        return scope.workers().map(workers -> UnstructuredFields.number(workers, "status", "readyReplicas"));
    }

    /** The version is reported once the whole cluster has it. */
    private static ObservedState observed(
            TenantReconcileContext scope, TenantClusterStatus before, ReconcileOutcome outcome) {
        Optional<ObservedState> known = Optional.ofNullable(before.observedState());
        Optional<String> version = outcome.stage() == ReconcileOutcome.Stage.READY
                ? scope.seenControlPlane().flatMap(plane -> UnstructuredFields.text(plane, "status", "version"))
                : known.map(ObservedState::kubernetesVersion);
        Optional<ObservedWorkers> workers = readyWorkers(scope)
                .map(ready -> new ObservedWorkers(
                        scope.cluster().getSpec().workers().replicas(),
                        ready,
                        scope.nodes()
                                .orElseGet(() -> known.map(ObservedState::workers)
                                        .map(ObservedWorkers::nodes)
                                        .orElse(List.of()))))
                .or(() -> known.map(ObservedState::workers));
        List<ObservedAddon> addons = scope.addons()
                .map(found -> found.stream().map(TenantStatusRenderer::observed).toList())
                .or(() -> known.map(ObservedState::addons))
                .orElse(List.of());
        return new ObservedState(version.orElse(null), workers.orElse(null), addons);
    }

    private static ObservedAddon observed(TenantAddon addon) {
        Optional<TenantAddonStatus> status = Optional.ofNullable(addon.getStatus());
        return new ObservedAddon(
                Optional.ofNullable(addon.getSpec().addon())
                        .orElse(addon.getMetadata().getName()),
                status.map(TenantAddonStatus::installedVersion)
                        .orElse(addon.getSpec().version()),
                status.map(TenantAddonStatus::phase)
                        .map(TenantStatusRenderer::health)
                        .orElse(AddonHealth.PENDING),
                AddonManager.BUTLER);
    }

    private static AddonHealth health(TenantAddonStatus.Phase phase) {
        return switch (phase) {
            case PENDING -> AddonHealth.PENDING;
            case INSTALLING, UPGRADING, DELETING -> AddonHealth.INSTALLING;
            case INSTALLED -> AddonHealth.HEALTHY;
            case DEGRADED -> AddonHealth.DEGRADED;
            case FAILED -> AddonHealth.FAILED;
        };
    }

    private static List<Condition> conditions(TenantReconcileContext scope, ReconcileOutcome outcome) {
        boolean asleep = outcome.stage() != ReconcileOutcome.Stage.DELETING
                && HibernationAnnotation.isRequested(scope.cluster());
        return asleep
                ? hibernation(outcome)
                : ConditionEditor.remove(addons(scope, outcome), ConditionTypes.HIBERNATED);
    }

    /** Adds the condition of the hibernation. What does not run is not ready, whatever it was before. */
    private static List<Condition> hibernation(ReconcileOutcome outcome) {
        String message = outcome.stop().map(stop -> stop.result().message()).orElse("");
        if (!isHibernated(outcome)) {
            return set(outcome, outcome.conditions(), ConditionTypes.HIBERNATED, false, "Hibernating", message);
        }
        List<Condition> conditions = outcome.conditions();
        conditions = set(outcome, conditions, ConditionTypes.HIBERNATED, true, HibernationStep.HIBERNATED, message);
        for (String stopped :
                List.of(ConditionTypes.CONTROL_PLANE_READY, ConditionTypes.WORKERS_READY, ConditionTypes.PROGRESSING)) {
            conditions = set(outcome, conditions, stopped, false, HibernationStep.HIBERNATED, "");
        }
        return conditions;
    }

    private static List<Condition> set(
            ReconcileOutcome outcome,
            List<Condition> conditions,
            String type,
            boolean holds,
            String reason,
            String message) {
        return ConditionEditor.set(
                conditions,
                type,
                holds ? ConditionEditor.TRUE : ConditionEditor.FALSE,
                reason,
                message,
                outcome.generation(),
                outcome.time());
    }

    /** Adds the condition of the addons. Addons do not block the Ready condition: a cluster is usable before its last addon. */
    private static List<Condition> addons(TenantReconcileContext scope, ReconcileOutcome outcome) {
        if (scope.addons().isEmpty() || outcome.stage() == ReconcileOutcome.Stage.DELETING) {
            return outcome.conditions();
        }
        List<ObservedAddon> open = scope.addons().get().stream()
                .map(TenantStatusRenderer::observed)
                .filter(addon -> addon.status() != AddonHealth.HEALTHY)
                .toList();
        boolean failed = open.stream().anyMatch(addon -> addon.status() == AddonHealth.FAILED);
        String names = String.join(", ", open.stream().map(ObservedAddon::name).toList());
        return set(
                outcome,
                outcome.conditions(),
                ConditionTypes.ADDONS_READY,
                open.isEmpty(),
                open.isEmpty() ? "AddonsInstalled" : failed ? "AddonInstallFailed" : "AddonsInstalling",
                open.isEmpty() ? "All addons installed." : "Installing addons: %s.".formatted(names));
    }
}
