package dev.butlerlabs.core.tenant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ConditionTypes;
import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.api.TenantAddonSpec;
import dev.butlerlabs.core.api.TenantAddonStatus;
import dev.butlerlabs.core.api.TenantClusterSpec;
import dev.butlerlabs.core.api.TenantClusterSpecBuilder;
import dev.butlerlabs.core.api.TenantClusterStatus;
import dev.butlerlabs.core.api.TenantClusterStatus.AddonHealth;
import dev.butlerlabs.core.api.TenantClusterStatus.AddonManager;
import dev.butlerlabs.core.api.TenantClusterStatus.ObservedAddon;
import dev.butlerlabs.core.api.TenantClusterStatus.ObservedState;
import dev.butlerlabs.core.api.TenantClusterStatus.ObservedWorkers;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.api.TenantClusterStatusBuilder;
import dev.butlerlabs.core.provider.clusterapi.ApiEndpoint;
import dev.butlerlabs.core.provider.clusterapi.TenantAddresses;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.ReconcileOutcome.Stage;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TenantStatusRendererTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.900Z");
    private static final Instant NOW_IN_SECONDS = Instant.parse("2026-03-01T12:00:00Z");
    private static final Instant EARLIER = Instant.parse("2026-03-01T11:00:00Z");
    private static final List<Condition> CONDITIONS =
            ConditionEditor.set(List.of(), ConditionEditor.READY, "False", "Waiting", "", 3, NOW);

    private final TenantReconcileContext context = context();

    private static TenantReconcileContext context() {
        TenantReconcileContext context = TenantStepObjects.context();
        context.cluster()
                .setSpec(TenantClusterSpecBuilder.builder()
                        .kubernetesVersion(TenantStepObjects.VERSION)
                        .workers(new TenantClusterSpec.Workers(4, null))
                        .build());
        return context;
    }

    private static ReconcileOutcome outcome(Stage stage, Optional<ReconcileOutcome.Stop> stop) {
        return new ReconcileOutcome(stage, stop, CONDITIONS, 3, NOW, Optional.empty());
    }

    private static ReconcileOutcome outcome(Stage stage) {
        return outcome(stage, Optional.empty());
    }

    private static ReconcileOutcome waitingAt(String step) {
        return outcome(
                Stage.PROGRESSING,
                Optional.of(new ReconcileOutcome.Stop(step, StepResult.waiting("Waiting", "It waits."))));
    }

    private TenantClusterStatus render(ReconcileOutcome outcome) {
        return TenantStatusRenderer.render(context, outcome);
    }

    private void before(TenantClusterStatusBuilder status) {
        context.cluster().setStatus(status.build());
    }

    private static TenantClusterStatusBuilder status() {
        return TenantClusterStatusBuilder.builder();
    }

    private static ObservedState observed(String version) {
        return new ObservedState(
                version,
                new ObservedWorkers(4, 3, List.of("w-1", "w-2")),
                List.of(new ObservedAddon("cilium", "1.16.0", AddonHealth.HEALTHY, AddonManager.BUTLER)));
    }

    private static TenantAddon addon(String name, TenantAddonStatus.Phase phase) {
        TenantAddon addon = new TenantAddon();
        addon.setMetadata(new ObjectMetaBuilder().withName("demo-" + name).build());
        addon.setSpec(new TenantAddonSpec(new LocalReference("demo"), name, "1.17.0", null, Map.of(), List.of()));
        addon.setStatus(new TenantAddonStatus(phase, "1.16.0", null, null, null, null, List.of()));
        return addon;
    }

    private Condition addonsReady() {
        return ConditionEditor.find(render(outcome(Stage.READY)).conditions(), ConditionTypes.ADDONS_READY)
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "ProviderAccessGranted, PENDING",
        "NetworkReady, PENDING",
        "Planned, PENDING",
        "NamespaceReady, PROVISIONING",
        "Requested, PROVISIONING",
        "ControlPlaneReady, PROVISIONING",
        "AddonsRequested, INSTALLING",
        "WorkersReady, INSTALLING"
    })
    void thePhaseOfANewClusterFollowsItsStep(String step, Phase phase) {
        assertEquals(phase, render(waitingAt(step)).phase());
    }

    private void requestHibernation() {
        context.cluster().getMetadata().setAnnotations(Map.of(Annotations.HIBERNATED, "2026-03-01T11:59:00Z"));
    }

    private static ReconcileOutcome waitingBecause(String reason) {
        List<Condition> ran =
                ConditionEditor.set(CONDITIONS, ConditionTypes.CONTROL_PLANE_READY, "True", "Done", "", 3, NOW);
        return new ReconcileOutcome(
                Stage.PROGRESSING,
                Optional.of(new ReconcileOutcome.Stop(
                        ConditionTypes.INFRASTRUCTURE_READY, StepResult.waiting(reason, "It waits."))),
                ConditionEditor.set(ran, ConditionTypes.PROGRESSING, "True", reason, "", 3, NOW),
                3,
                NOW,
                Optional.empty());
    }

    private static String statusOf(TenantClusterStatus status, String type) {
        return ConditionEditor.find(status.conditions(), type)
                .map(Condition::getStatus)
                .orElse("absent");
    }

    @Test
    void aClusterThatStopsIsHibernating() {
        before(status().phase(Phase.READY).observedState(observed("v1.31.0")));
        requestHibernation();

        TenantClusterStatus status = render(waitingBecause("Hibernating"));

        assertEquals(Phase.HIBERNATING, status.phase());
        assertEquals("False", statusOf(status, ConditionTypes.HIBERNATED));
        assertEquals("True", statusOf(status, ConditionTypes.CONTROL_PLANE_READY));
        assertEquals("v1.31.0", status.observedState().kubernetesVersion());
    }

    @Test
    void nothingOfAHibernatedClusterIsReady() {
        before(status().phase(Phase.HIBERNATING).observedState(observed("v1.31.0")));
        requestHibernation();

        TenantClusterStatus status = render(waitingBecause("Hibernated"));

        assertEquals(Phase.HIBERNATED, status.phase());
        assertEquals("True", statusOf(status, ConditionTypes.HIBERNATED));
        assertEquals("False", statusOf(status, ConditionTypes.CONTROL_PLANE_READY));
        assertEquals("False", statusOf(status, ConditionTypes.WORKERS_READY));
        assertEquals("False", statusOf(status, ConditionTypes.PROGRESSING));
        assertEquals(4, status.workerNodesDesired());
    }

    @ParameterizedTest
    @CsvSource({
        "HIBERNATED, NetworkReady, PENDING",
        "HIBERNATED, InfrastructureReady, PROVISIONING",
        "PENDING, ControlPlaneReady, PROVISIONING",
        "PROVISIONING, ControlPlaneReady, PROVISIONING",
        "PROVISIONING, WorkersReady, UPDATING",
        "HIBERNATING, WorkersReady, UPDATING",
        "UPDATING, ControlPlaneReady, UPDATING"
    })
    void aWakingClusterIsNotAccessibleBeforeItsControlPlaneRuns(Phase last, String step, Phase phase) {
        before(status().phase(last).observedState(observed("v1.31.0")));

        TenantClusterStatus status = render(waitingAt(step));

        assertEquals(phase, status.phase());
        assertEquals("absent", statusOf(status, ConditionTypes.HIBERNATED));
    }

    @Test
    void aFailureOfAHibernatedClusterIsShown() {
        before(status().phase(Phase.HIBERNATED).observedState(observed("v1.31.0")));
        requestHibernation();

        assertEquals(Phase.FAILED, render(outcome(Stage.FAILED)).phase());
    }

    @ParameterizedTest
    @CsvSource({"NetworkReady", "ControlPlaneReady", "WorkersReady"})
    void aClusterThatWasReadyIsUpdated(String step) {
        before(status().phase(Phase.READY).observedState(observed("v1.30.0")));

        assertEquals(Phase.UPDATING, render(waitingAt(step)).phase());
    }

    @Test
    void aClusterWithoutAVersionWasNeverReady() {
        before(status().phase(Phase.PROVISIONING).observedState(observed(null)));

        assertEquals(Phase.INSTALLING, render(waitingAt("WorkersReady")).phase());
    }

    @ParameterizedTest
    @CsvSource({"READY, READY", "FAILED, FAILED", "DELETING, DELETING", "PAUSED, PROVISIONING"})
    void thePhaseFollowsTheStage(Stage stage, Phase phase) {
        assertEquals(phase, render(outcome(stage)).phase());
    }

    @Test
    void aPausedClusterKeepsItsPhase() {
        before(status().phase(Phase.INSTALLING));

        assertEquals(Phase.INSTALLING, render(outcome(Stage.PAUSED)).phase());
    }

    @Test
    void aNewPhaseHasTheTimeOfTheRunInWholeSeconds() {
        before(status().phase(Phase.PENDING).lastTransitionTime(EARLIER));

        assertEquals(NOW_IN_SECONDS, render(outcome(Stage.READY)).lastTransitionTime());
    }

    @Test
    void theSamePhaseKeepsItsTime() {
        before(status().phase(Phase.READY).lastTransitionTime(EARLIER));

        assertEquals(EARLIER, render(outcome(Stage.READY)).lastTransitionTime());
    }

    @Test
    void aPhaseWithoutATimeGetsOne() {
        before(status().phase(Phase.READY));

        assertEquals(NOW_IN_SECONDS, render(outcome(Stage.READY)).lastTransitionTime());
    }

    @Test
    void namesTheGenerationAndTheNamespace() {
        TenantClusterStatus status = render(outcome(Stage.READY));

        assertEquals(3L, status.observedGeneration());
        assertEquals(TenantStepObjects.NAMESPACE, status.tenantNamespace());
        assertEquals(CONDITIONS, status.conditions());
    }

    @Test
    void reportsWhatThisRunObserved() {
        context.want(
                TenantStepObjects.rendered("KubeadmConfigTemplate"), Optional.of(new ApiEndpoint("10.0.0.5", 6443)));
        context.sawKubeconfig("demo-admin-kubeconfig");
        context.granted(new TenantAddressProvider.Answer.Granted(
                TenantAddresses.none(),
                Optional.of(new LocalReference("nodes")),
                Optional.of(new LocalReference("balancers")),
                ""));

        TenantClusterStatus status = render(outcome(Stage.READY));

        assertEquals("10.0.0.5:6443", status.controlPlaneEndpoint());
        assertEquals(new LocalReference("demo-admin-kubeconfig"), status.kubeconfigSecretRef());
        assertEquals(new LocalReference("nodes"), status.ipAllocationRef());
        assertEquals(new LocalReference("balancers"), status.lbAllocationRef());
    }

    @Test
    void keepsWhatThisRunDidNotObserve() {
        before(status().controlPlaneEndpoint("10.0.0.9:6443")
                .kubeconfigSecretRef(new LocalReference("kept"))
                .ipAllocationRef(new LocalReference("kept-nodes"))
                .lbAllocationRef(new LocalReference("kept-balancers"))
                .workerNodesReady(3)
                .observedState(observed("v1.30.0")));

        TenantClusterStatus status = render(waitingAt("NetworkReady"));

        assertEquals("10.0.0.9:6443", status.controlPlaneEndpoint());
        assertEquals(new LocalReference("kept"), status.kubeconfigSecretRef());
        assertEquals(new LocalReference("kept-nodes"), status.ipAllocationRef());
        assertEquals(new LocalReference("kept-balancers"), status.lbAllocationRef());
        assertEquals(3, status.workerNodesReady());
        assertEquals(4, status.workerNodesDesired());
        assertEquals(observed("v1.30.0"), status.observedState());
    }

    @Test
    void aNewClusterHasNoReadyWorkers() {
        TenantClusterStatus status = render(waitingAt("NetworkReady"));

        assertEquals(4, status.workerNodesDesired());
        assertEquals(0, status.workerNodesReady());
        assertEquals(new ObservedState(null, null, List.of()), status.observedState());
    }

    @Test
    void countsTheReadyWorkersAndNamesTheirNodes() {
        context.sawWorkers(TenantStepObjects.object("MachineDeployment", "demo", "status", Map.of("readyReplicas", 2)));
        context.sawNodes(List.of("w-7"));
        before(status().workerNodesReady(3).observedState(observed("v1.30.0")));

        TenantClusterStatus status = render(waitingAt("WorkersReady"));

        assertEquals(2, status.workerNodesReady());
        assertEquals(
                new ObservedWorkers(4, 2, List.of("w-7")),
                status.observedState().workers());
    }

    @Test
    void keepsTheKnownNodesIfTheyWereNotRead() {
        context.sawWorkers(TenantStepObjects.object("MachineDeployment", "demo", "status", Map.of("readyReplicas", 2)));
        before(status().observedState(observed("v1.30.0")));

        assertEquals(
                new ObservedWorkers(4, 2, List.of("w-1", "w-2")),
                render(waitingAt("WorkersReady")).observedState().workers());
    }

    @Test
    void workersWithoutKnownNodesHaveNone() {
        context.sawWorkers(TenantStepObjects.object("MachineDeployment", "demo", "status", Map.of()));

        assertEquals(
                new ObservedWorkers(4, 0, List.of()),
                render(waitingAt("WorkersReady")).observedState().workers());
    }

    @Test
    void reportsTheVersionOnceTheWholeClusterHasIt() {
        context.requested(
                TenantStepObjects.object("ControlPlane", "demo", "status", Map.of("version", "v1.31.0")),
                TenantStepObjects.object("Cluster", "demo", "status", Map.of()));
        before(status().observedState(observed("v1.30.0")));

        assertEquals(
                "v1.30.0", render(waitingAt("WorkersReady")).observedState().kubernetesVersion());
        assertEquals("v1.31.0", render(outcome(Stage.READY)).observedState().kubernetesVersion());
    }

    @ParameterizedTest
    @CsvSource({
        "PENDING, PENDING",
        "INSTALLING, INSTALLING",
        "UPGRADING, INSTALLING",
        "DELETING, INSTALLING",
        "INSTALLED, HEALTHY",
        "DEGRADED, DEGRADED",
        "FAILED, FAILED"
    })
    void theHealthOfAnAddonFollowsItsPhase(TenantAddonStatus.Phase phase, AddonHealth health) {
        context.sawAddons(List.of(addon("cilium", phase)));

        assertEquals(
                List.of(new ObservedAddon("cilium", "1.16.0", health, AddonManager.BUTLER)),
                render(outcome(Stage.READY)).observedState().addons());
    }

    @Test
    void anAddonWithoutAStatusIsPendingInItsRequestedVersion() {
        TenantAddon addon = addon("cilium", null);
        addon.setStatus(null);
        context.sawAddons(List.of(addon));

        assertEquals(
                List.of(new ObservedAddon("cilium", "1.17.0", AddonHealth.PENDING, AddonManager.BUTLER)),
                render(outcome(Stage.READY)).observedState().addons());
    }

    @Test
    void aChartOutsideOfTheCatalogHasTheNameOfItsObject() {
        TenantAddon addon = addon("chart", TenantAddonStatus.Phase.INSTALLED);
        addon.setSpec(new TenantAddonSpec(new LocalReference("demo"), null, "2.0.0", null, Map.of(), List.of()));
        context.sawAddons(List.of(addon));

        assertEquals(
                "demo-chart",
                render(outcome(Stage.READY)).observedState().addons().getFirst().name());
    }

    @Test
    void theAddonsAreReadyWhenAllAreInstalled() {
        context.sawAddons(List.of(addon("cilium", TenantAddonStatus.Phase.INSTALLED)));

        Condition condition = addonsReady();

        assertEquals("True", condition.getStatus());
        assertEquals("AddonsInstalled", condition.getReason());
        assertEquals("All addons installed.", condition.getMessage());
        assertEquals(3L, condition.getObservedGeneration());
        assertEquals(ConditionEditor.timestamp(NOW), condition.getLastTransitionTime());
    }

    @Test
    void namesTheAddonsThatAreNotInstalledYet() {
        context.sawAddons(List.of(
                addon("cilium", TenantAddonStatus.Phase.INSTALLING),
                addon("traefik", TenantAddonStatus.Phase.INSTALLED),
                addon("longhorn", TenantAddonStatus.Phase.PENDING)));

        Condition condition = addonsReady();

        assertEquals("False", condition.getStatus());
        assertEquals("AddonsInstalling", condition.getReason());
        assertEquals("Installing addons: cilium, longhorn.", condition.getMessage());
    }

    @Test
    void aFailedAddonIsTheReason() {
        context.sawAddons(List.of(
                addon("cilium", TenantAddonStatus.Phase.INSTALLING), addon("traefik", TenantAddonStatus.Phase.FAILED)));

        assertEquals("AddonInstallFailed", addonsReady().getReason());
    }

    @Test
    void aClusterWithoutAddonsHasAllOfThem() {
        context.sawAddons(List.of());

        assertEquals("AddonsInstalled", addonsReady().getReason());
    }

    @Test
    void theAddonsOfADeletedClusterAreNotReported() {
        context.sawAddons(List.of(addon("cilium", TenantAddonStatus.Phase.FAILED)));

        assertEquals(CONDITIONS, render(outcome(Stage.DELETING)).conditions());
    }

    @Test
    void aFirstStatusHasNoEndpoint() {
        TenantClusterStatus status = render(waitingAt("Planned"));

        assertNull(status.controlPlaneEndpoint());
        assertNull(status.kubeconfigSecretRef());
        assertNull(status.ipAllocationRef());
    }

    @Test
    void refersToTheImageSyncAsSoonAsItIsKnown() {
        context.sawImage(imageSync("first"));

        assertEquals(
                new LocalReference("first"),
                render(waitingAt(ConditionTypes.IMAGE_READY)).imageSyncRef());
    }

    @Test
    void refersToTheFormerImageSyncUntilTheClusterIsReady() {
        context.cluster()
                .setStatus(TenantClusterStatusBuilder.builder()
                        .imageSyncRef(new LocalReference("former"))
                        .build());
        context.sawImage(imageSync("next"));

        assertEquals(
                new LocalReference("former"),
                render(waitingAt(ConditionTypes.WORKERS_READY)).imageSyncRef());
        assertEquals(new LocalReference("next"), render(outcome(Stage.READY)).imageSyncRef());
    }

    private static ImageSync imageSync(String name) {
        ImageSync sync = new ImageSync();
        sync.setMetadata(new ObjectMetaBuilder().withName(name).build());
        return sync;
    }
}
