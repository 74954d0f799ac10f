package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.addon.AddonReconcileContext.Place;
import dev.butlerlabs.core.addon.TenantKubeconfigResolver.Entrance;
import dev.butlerlabs.core.api.AddonDefinitionSpec;
import dev.butlerlabs.core.api.Finalizers;
import dev.butlerlabs.core.api.HelmRelease;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.api.TenantAddonSpec;
import dev.butlerlabs.core.api.TenantAddonStatus;
import dev.butlerlabs.core.api.TenantAddonStatus.Phase;
import dev.butlerlabs.core.boundary.AddonPolicy;
import dev.butlerlabs.core.boundary.PolicyViolation;
import dev.butlerlabs.core.boundary.TeamReader;
import dev.butlerlabs.core.helm.ChartSource;
import dev.butlerlabs.core.helm.HelmTarget;
import dev.butlerlabs.core.helm.ReleaseName;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.PhaseMapper;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Installs an addon on a tenant cluster with a Job in the management cluster that uses the tenant's kubeconfig. Idempotent. */
public final class TenantAddonReconciler
        implements ReconcilerDefinition<TenantAddon, TenantAddonStatus, AddonReconcileContext<TenantAddon>> {
    private static final String DEFINITION = "DefinitionFound";
    private static final String CLUSTER = "ClusterReady";
    private static final String DEPENDENCIES = "DependenciesReady";
    private static final String INSTALLED = "Installed";
    private static final Duration DENIED_POLL = Duration.ofMinutes(1);

    private final KubernetesClient client;
    private final AddonDefinitionResolver catalogue;
    private final TenantKubeconfigResolver tenants;
    private final TeamReader teams;
    private final AddonReleaseSteps work;
    private final Duration poll;

    /** @param poll the interval at which a running Job is checked */
    public TenantAddonReconciler(KubernetesClient client, Duration poll) {
        this.client = client;
        this.catalogue = new AddonDefinitionResolver(client);
        this.tenants = new TenantKubeconfigResolver(client);
        this.teams = new TeamReader(client);
        this.work = new AddonReleaseSteps(client, poll);
        this.poll = poll;
    }

    @Override
    public String name() {
        return "tenant-addon";
    }

    @Override
    public Class<TenantAddon> kind() {
        return TenantAddon.class;
    }

    @Override
    public AddonReconcileContext<TenantAddon> scope(TenantAddon resource) {
        return new AddonReconcileContext<>(resource);
    }

    @Override
    public List<Step<AddonReconcileContext<TenantAddon>>> steps() {
        return List.of(
                Step.of(DEFINITION, this::choose),
                Step.of(CLUSTER, this::awaitCluster),
                Step.of(DEPENDENCIES, this::awaitDependencies),
                Step.of(INSTALLED, this::install));
    }

    private StepResult choose(AddonReconcileContext<TenantAddon> scope) {
        TenantAddonSpec spec = scope.resource().getSpec();
        Optional<String> denied = denied(scope.resource());
        if (denied.isPresent()) {
            return StepResult.waiting(AddonPolicy.NOT_ALLOWED, AddonPolicy.message(denied.get()), DENIED_POLL);
        }
        if (spec.helm() != null) {
            return AddonDefinitionResolver.version(scope, spec.version())
                    .or(() -> AddonReleaseSteps.refused(
                            spec.helm().repository(), spec.helm().chart(), release(scope)))
                    .orElseGet(
                            () -> StepResult.done("%s %s".formatted(spec.helm().chart(), spec.version())));
        }
        if (spec.addon() == null || spec.addon().isBlank()) {
            return StepResult.failed("NothingNamed", "spec.addon or spec.helm is required.");
        }
        return catalogue.choose(
                scope, spec.addon(), Optional.ofNullable(spec.version()), TenantAddonReconciler::release);
    }

    /** Returns the name of an addon that the lists of the team do not permit. One that was accepted stays until it changes. */
    private Optional<String> denied(TenantAddon addon) {
        return isAccepted(addon)
                ? Optional.empty()
                : AddonPolicy.name(addon)
                        .filter(name -> teams.read(addon.getMetadata().getNamespace())
                                .map(Team::getSpec)
                                .map(TeamSpec::resourceLimits)
                                .filter(limits -> !AddonPolicy.isAllowed(limits, name))
                                .isPresent());
    }

    private boolean isAccepted(TenantAddon addon) {
        return ConditionEditor.find(conditions(addon), DEFINITION)
                .filter(condition -> ConditionEditor.TRUE.equals(condition.getStatus()))
                .map(Condition::getObservedGeneration)
                .filter(generation ->
                        Objects.equals(generation, addon.getMetadata().getGeneration()))
                .isPresent();
    }

    private StepResult awaitCluster(AddonReconcileContext<TenantAddon> scope) {
        return switch (tenants.entrance(scope.resource())) {
            case Entrance.Open open -> {
                scope.place(place(scope, open));
                yield StepResult.done();
            }
            case Entrance.NotReady notReady ->
                StepResult.waiting(
                        "ClusterNotReady",
                        "Cluster %s is not ready."
                                .formatted(
                                        scope.resource().getSpec().clusterRef().name()),
                        poll);
            case Entrance.Refused(PolicyViolation refusal) -> StepResult.failed(refusal.reason(), refusal.message());
        };
    }

    private static Place place(AddonReconcileContext<TenantAddon> scope, Entrance.Open entrance) {
        return new Place(
                release(scope), entrance.namespace(), new HelmTarget.Abroad(entrance.secret(), entrance.key()));
    }

    private static ReleaseName release(AddonReconcileContext<TenantAddon> scope) {
        Optional<TenantAddonSpec.Helm> helm =
                Optional.ofNullable(scope.resource().getSpec().helm());
        String release = helm.map(TenantAddonSpec.Helm::releaseName)
                .or(() -> scope.definition().flatMap(AddonDefinitionResolver::release))
                .orElse(scope.name());
        String namespace = helm.map(TenantAddonSpec.Helm::namespace)
                .or(() -> scope.definition().flatMap(AddonDefinitionResolver::namespace))
                .orElse("default");
        return new ReleaseName(namespace, release);
    }

    /** Waits for the addons named in the spec, and for those named in the definition, on the same cluster. */
    private StepResult awaitDependencies(AddonReconcileContext<TenantAddon> scope) {
        TenantAddon own = scope.resource();
        List<TenantAddon> installed = KubeErrorMapper.translating(
                        "listing TenantAddons",
                        () -> client.resources(TenantAddon.class)
                                .inNamespace(own.getMetadata().getNamespace())
                                .list())
                .getItems()
                .stream()
                .filter(other ->
                        other.getSpec().clusterRef().equals(own.getSpec().clusterRef()))
                .filter(other -> other.getStatus() != null && other.getStatus().phase() == Phase.INSTALLED)
                .toList();
        Set<String> names =
                installed.stream().map(other -> other.getMetadata().getName()).collect(Collectors.toSet());
        Set<String> addons = installed.stream()
                .flatMap(other -> Stream.ofNullable(other.getSpec().addon()))
                .collect(Collectors.toSet());
        List<String> missing = Stream.concat(
                        own.getSpec().dependsOn().stream()
                                .map(LocalReference::name)
                                .filter(name -> !names.contains(name)),
                        scope.definition().map(AddonDefinitionSpec::dependsOn).orElse(List.of()).stream()
                                .filter(name -> !addons.contains(name)))
                .toList();
        return work.awaitOthers(missing);
    }

    private StepResult install(AddonReconcileContext<TenantAddon> scope) {
        TenantAddonSpec spec = scope.resource().getSpec();
        try (KubernetesClient tenant = tenants.enter(scope.place())) {
            return spec.helm() == null
                    ? work.install(scope, tenant, spec.values())
                    : work.install(
                            scope,
                            tenant,
                            ChartSource.of(spec.helm().repository(), spec.helm().chart()),
                            spec.values());
        }
    }

    @Override
    public Optional<Cleanup<AddonReconcileContext<TenantAddon>>> cleanup() {
        return Optional.of(new Cleanup<>(Finalizers.TENANT_ADDON, List.of(Step.of("Uninstalled", this::uninstall))));
    }

    /** The addon is deleted with its cluster. */
    private StepResult uninstall(AddonReconcileContext<TenantAddon> scope) {
        if (tenants.isGone(scope.resource())) {
            return StepResult.done("ClusterGone", "The cluster was deleted, and the addon with it.");
        }
        Optional.ofNullable(scope.resource().getSpec().addon())
                .flatMap(catalogue::find)
                .ifPresent(scope::definition);
        StepResult ready = awaitCluster(scope);
        if (!(ready instanceof StepResult.Done)) {
            return ready;
        }
        try (KubernetesClient tenant = tenants.enter(scope.place())) {
            return work.uninstall(scope, tenant);
        }
    }

    @Override
    public List<Condition> conditions(TenantAddon resource) {
        return Optional.ofNullable(resource.getStatus())
                .map(TenantAddonStatus::conditions)
                .orElse(List.of());
    }

    @Override
    public TenantAddonStatus status(
            TenantAddon resource, AddonReconcileContext<TenantAddon> scope, ReconcileOutcome outcome) {
        Optional<TenantAddonStatus> before = Optional.ofNullable(resource.getStatus());
        Optional<String> installed = before.map(TenantAddonStatus::installedVersion);
        PhaseMapper<Phase> phases = PhaseMapper.of(
                        Phase.INSTALLED,
                        installed.isPresent() ? Phase.DEGRADED : Phase.FAILED,
                        Phase.DELETING,
                        Phase.PENDING)
                .at(INSTALLED, installed.isPresent() ? Phase.UPGRADING : Phase.INSTALLING);
        Phase phase = phases.of(outcome, before.map(TenantAddonStatus::phase));
        Instant changed = before.filter(old -> old.phase() == phase)
                .map(TenantAddonStatus::lastTransitionTime)
                .orElse(outcome.time());
        return new TenantAddonStatus(
                phase,
                scope.release().map(HelmRelease::version).or(() -> installed).orElse(null),
                scope.release()
                        .or(() -> before.map(TenantAddonStatus::helmRelease))
                        .orElse(null),
                AddonReleaseSteps.message(outcome),
                changed,
                outcome.generation(),
                outcome.conditions());
    }
}
