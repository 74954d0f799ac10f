package dev.butlerlabs.core.tenant.gitops;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.ManagementPolicy;
import dev.butlerlabs.core.api.TenantClusterStatus;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.api.TenantClusterStatusBuilder;
import dev.butlerlabs.core.gitops.TenantRepository;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.ReconcileFilter;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.Watch;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Connects Flux in tenant clusters to the Git repository of {@code spec.addons.gitops}. Writes one condition of the TenantCluster status and
 * leaves the rest unchanged. Safe to run in several processes at the same time.
 */
public final class GitOpsReconciler implements ReconcilerDefinition<TenantCluster, TenantClusterStatus, TenantCluster> {
    private static final Set<Phase> UP = EnumSet.of(Phase.READY, Phase.UPDATING);
    private static final String CREDENTIALS = Labels.GITOPS_CREDENTIALS + "=true";

    /** The Secret that each cluster names. */
    private final Map<ObjectName, ObjectName> secrets = new ConcurrentHashMap<>();

    private final GitOpsStep step;
    private final Duration pace;

    /**
     * @param connector connects to a tenant cluster; the step closes the client
     * @param pace how often Flux is observed while it is not ready
     */
    public GitOpsReconciler(
            KubernetesClient management, Function<TenantCluster, KubernetesClient> connector, Duration pace) {
        this.step = new GitOpsStep(management, connector, pace);
        this.pace = pace;
    }

    @Override
    public String name() {
        return "tenant-gitops";
    }

    @Override
    public Class<TenantCluster> kind() {
        return TenantCluster.class;
    }

    @Override
    public TenantCluster scope(TenantCluster cluster) {
        ObjectName name = ObjectName.from(cluster);
        TenantRepository.secret(cluster)
                .ifPresentOrElse(
                        secret -> secrets.put(name, new ObjectName(name.namespace(), secret)),
                        () -> secrets.remove(name));
        return cluster;
    }

    /** Selects running clusters with a repository, and those from which one may have to be removed. */
    @Override
    public ReconcileFilter concern(TenantCluster cluster) {
        TenantClusterStatus status = cluster.getStatus();
        boolean running = status != null
                && !cluster.isMarkedForDeletion()
                && UP.contains(Objects.requireNonNullElse(status.phase(), Phase.PENDING))
                && status.kubeconfigSecretRef() != null;
        boolean concerned = TenantRepository.source(cluster).isPresent()
                || ConditionEditor.find(conditions(cluster), TenantRepository.CONDITION)
                        .isPresent();
        return running && concerned ? ReconcileFilter.OURS : ReconcileFilter.FOREIGN;
    }

    /** A cluster in mode Observe is not changed. */
    @Override
    public boolean isPaused(TenantCluster cluster) {
        return Optional.ofNullable(cluster.getSpec().managementPolicy())
                .map(ManagementPolicy::mode)
                .filter(ManagementPolicy.Mode.OBSERVE::equals)
                .isPresent();
    }

    @Override
    public List<Step<TenantCluster>> steps() {
        return List.of(Step.of(TenantRepository.CONDITION, step::run));
    }

    @Override
    public List<Condition> conditions(TenantCluster cluster) {
        return Optional.ofNullable(cluster.getStatus())
                .map(TenantClusterStatus::conditions)
                .orElse(List.of());
    }

    @Override
    public TenantClusterStatus status(TenantCluster cluster, TenantCluster scope, ReconcileOutcome outcome) {
        if (outcome.stage() == ReconcileOutcome.Stage.PAUSED) {
            // The condition must not claim that this generation was processed.
            return cluster.getStatus();
        }
        Optional<Condition> now = ConditionEditor.find(outcome.conditions(), TenantRepository.CONDITION);
        List<Condition> conditions = now.filter(condition -> !GitOpsStep.DISABLED.equals(condition.getReason()))
                .map(condition -> ConditionEditor.set(
                        conditions(cluster),
                        TenantRepository.CONDITION,
                        condition.getStatus(),
                        condition.getReason(),
                        condition.getMessage(),
                        outcome.generation(),
                        outcome.time()))
                .orElseGet(() -> ConditionEditor.remove(conditions(cluster), TenantRepository.CONDITION));
        return TenantClusterStatusBuilder.builder(cluster.getStatus())
                .conditions(conditions)
                .build();
    }

    /** Reconciles a cluster when the Secret with its credentials changes. */
    @Override
    public List<Watch<?>> watches() {
        return List.of(new Watch<>(Secret.class, Optional.of(CREDENTIALS), this::dependentsOf));
    }

    Set<ObjectName> dependentsOf(Secret secret) {
        ObjectName changed = ObjectName.from(secret);
        return secrets.entrySet().stream()
                .filter(entry -> entry.getValue().equals(changed))
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Polls, since Butler does not receive events of another cluster. */
    @Override
    public Duration resync() {
        return pace.multipliedBy(4);
    }

    @Override
    public Optional<Duration> failedRecheck() {
        return Optional.of(resync());
    }
}
