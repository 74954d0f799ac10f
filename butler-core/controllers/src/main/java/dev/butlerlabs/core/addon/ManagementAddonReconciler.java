package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.addon.AddonReconcileContext.Place;
import dev.butlerlabs.core.api.AddonDefinitionSpec;
import dev.butlerlabs.core.api.Finalizers;
import dev.butlerlabs.core.api.HelmRelease;
import dev.butlerlabs.core.api.ManagementAddon;
import dev.butlerlabs.core.api.ManagementAddonStatus;
import dev.butlerlabs.core.api.ManagementAddonStatus.Phase;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.helm.HelmReleaseRepository;
import dev.butlerlabs.core.helm.HelmTarget;
import dev.butlerlabs.core.helm.ReleaseName;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.reconcile.PhaseMapper;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Installs an addon of the catalog on the management cluster, with the name of the ManagementAddon as the release name. Idempotent. */
public final class ManagementAddonReconciler
        implements ReconcilerDefinition<
                ManagementAddon, ManagementAddonStatus, AddonReconcileContext<ManagementAddon>> {
    private static final String DEFINITION = "DefinitionFound";
    private static final String FREE = "ReleaseFree";
    private static final String DEPENDENCIES = "DependenciesReady";
    private static final String INSTALLED = "Installed";

    private final KubernetesClient client;
    private final AddonDefinitionResolver catalogue;
    private final AddonReleaseSteps work;
    private final HelmReleaseRepository releases;

    /** @param poll the interval at which a running Job is checked */
    public ManagementAddonReconciler(KubernetesClient client, Duration poll) {
        this.client = client;
        this.catalogue = new AddonDefinitionResolver(client);
        this.work = new AddonReleaseSteps(client, poll);
        this.releases = new HelmReleaseRepository(client);
    }

    @Override
    public String name() {
        return "management-addon";
    }

    @Override
    public Class<ManagementAddon> kind() {
        return ManagementAddon.class;
    }

    @Override
    public AddonReconcileContext<ManagementAddon> scope(ManagementAddon resource) {
        return new AddonReconcileContext<>(resource);
    }

    @Override
    public List<Step<AddonReconcileContext<ManagementAddon>>> steps() {
        return List.of(
                Step.of(DEFINITION, this::choose),
                Step.of(FREE, this::refuseTaken),
                Step.of(DEPENDENCIES, this::awaitDependencies),
                Step.of(INSTALLED, this::install));
    }

    private StepResult choose(AddonReconcileContext<ManagementAddon> scope) {
        var spec = scope.resource().getSpec();
        return catalogue.choose(
                scope, spec.addon(), Optional.ofNullable(spec.version()), ManagementAddonReconciler::release);
    }

    private static void place(AddonReconcileContext<ManagementAddon> scope) {
        scope.place(new Place(release(scope), Namespaces.SYSTEM, new HelmTarget.Inside()));
    }

    private static ReleaseName release(AddonReconcileContext<ManagementAddon> scope) {
        String namespace = scope.definition()
                .flatMap(AddonDefinitionResolver::namespace)
                .or(() -> status(scope.resource())
                        .map(ManagementAddonStatus::helmRelease)
                        .map(HelmRelease::namespace))
                .orElse(scope.name() + "-system");
        return new ReleaseName(namespace, scope.name());
    }

    /** Rejects a second ManagementAddon for the same addon; the older one keeps it. */
    private StepResult refuseTaken(AddonReconcileContext<ManagementAddon> scope) {
        place(scope);
        ManagementAddon own = scope.resource();
        return KubeErrorMapper.translating(
                        "listing ManagementAddons",
                        () -> client.resources(ManagementAddon.class).list())
                .getItems()
                .stream()
                .filter(other -> other.getSpec().addon().equals(own.getSpec().addon()))
                .filter(other ->
                        !other.getMetadata().getUid().equals(own.getMetadata().getUid()))
                .filter(other -> age(other).compareTo(age(own)) < 0)
                .findFirst()
                .map(other -> StepResult.failed(
                        "Conflict",
                        "ManagementAddon %s already installs %s."
                                .formatted(
                                        other.getMetadata().getName(),
                                        own.getSpec().addon())))
                .orElseGet(StepResult::done);
    }

    private static String age(ManagementAddon addon) {
        return addon.getMetadata().getCreationTimestamp() + " "
                + addon.getMetadata().getName();
    }

    /** Checks Helm's release records, no matter who installed the dependency. */
    private StepResult awaitDependencies(AddonReconcileContext<ManagementAddon> scope) {
        List<String> missing = scope.definition().map(AddonDefinitionSpec::dependsOn).orElse(List.of()).stream()
                .filter(name -> !isThere(name))
                .toList();
        return work.awaitOthers(missing);
    }

    private boolean isThere(String name) {
        Optional<AddonDefinitionSpec> definition = catalogue.find(name);
        String namespace =
                definition.flatMap(AddonDefinitionResolver::namespace).orElse(name + "-system");
        String release = definition.flatMap(AddonDefinitionResolver::release).orElse(name);
        return releases.deployed(new ReleaseName(namespace, release)).isPresent()
                || releases.deployed(new ReleaseName(namespace, name)).isPresent();
    }

    private StepResult install(AddonReconcileContext<ManagementAddon> scope) {
        return work.install(scope, client, scope.resource().getSpec().values());
    }

    @Override
    public Optional<Cleanup<AddonReconcileContext<ManagementAddon>>> cleanup() {
        return Optional.of(
                new Cleanup<>(Finalizers.MANAGEMENT_ADDON, List.of(Step.of("Uninstalled", this::uninstall))));
    }

    private StepResult uninstall(AddonReconcileContext<ManagementAddon> scope) {
        catalogue.find(scope.resource().getSpec().addon()).ifPresent(scope::definition);
        place(scope);
        return work.uninstall(scope, client);
    }

    @Override
    public boolean isPaused(ManagementAddon resource) {
        return Boolean.TRUE.equals(resource.getSpec().paused()) && !resource.isMarkedForDeletion();
    }

    @Override
    public List<Condition> conditions(ManagementAddon resource) {
        return status(resource).map(ManagementAddonStatus::conditions).orElse(List.of());
    }

    private static Optional<ManagementAddonStatus> status(ManagementAddon resource) {
        return Optional.ofNullable(resource.getStatus());
    }

    @Override
    public ManagementAddonStatus status(
            ManagementAddon resource, AddonReconcileContext<ManagementAddon> scope, ReconcileOutcome outcome) {
        Optional<ManagementAddonStatus> before = status(resource);
        Optional<HelmRelease> release = scope.release().or(() -> before.map(ManagementAddonStatus::helmRelease));
        boolean upgrading = before.map(ManagementAddonStatus::installedVersion).isPresent();
        PhaseMapper<Phase> phases = PhaseMapper.of(Phase.INSTALLED, Phase.FAILED, Phase.UNINSTALLING, Phase.PENDING)
                .at(INSTALLED, upgrading ? Phase.UPGRADING : Phase.INSTALLING);
        return new ManagementAddonStatus(
                phases.of(outcome, before.map(ManagementAddonStatus::phase)),
                scope.release()
                        .map(HelmRelease::version)
                        .or(() -> before.map(ManagementAddonStatus::installedVersion))
                        .orElse(null),
                scope.version()
                        .or(() -> before.map(ManagementAddonStatus::lastAttemptedVersion))
                        .orElse(null),
                release.orElse(null),
                AddonReleaseSteps.message(outcome),
                outcome.generation(),
                outcome.conditions());
    }
}
