package dev.butlerlabs.core.tenant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.clusterapi.ApiEndpoint;
import dev.butlerlabs.core.provider.clusterapi.TenantNames;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ReadinessStepsTest {
    private static final ApiEndpoint ENDPOINT = new ApiEndpoint("10.0.0.5", 6443);

    private final InMemoryKubernetes api = InMemoryKubernetes.open();
    private final TenantOptions options = TenantOptions.standard();
    private boolean watched;
    private final PollIntervals intervals = new PollIntervals(options, () -> watched);
    private final ReadinessSteps steps =
            new ReadinessSteps(new DynamicResourceClient(api.client(), options), intervals, options);
    private final TenantReconcileContext context = TenantStepObjects.context(api);

    @AfterEach
    void close() {
        api.close();
    }

    private void requested(Map<String, Object> planeStatus, Map<String, Object> clusterStatus) {
        context.want(TenantStepObjects.rendered("KubeadmConfigTemplate"), Optional.of(ENDPOINT));
        context.requested(plane(planeStatus), TenantStepObjects.object("Cluster", "demo", "status", clusterStatus));
    }

    private static GenericKubernetesResource plane(Map<String, Object> status) {
        GenericKubernetesResource plane = TenantStepObjects.object("KamajiControlPlane", "demo", "status", status);
        plane.setAdditionalProperty("spec", Map.of("replicas", 3));
        return plane;
    }

    private StepResult waiting(String reason, String message) {
        return StepResult.waiting(reason, message, options.recheck());
    }

    @Test
    void theInfrastructureIsReadyWhenClusterApiSaysSo() {
        requested(Map.of(), Map.of("infrastructureReady", true));

        assertEquals(StepResult.done("InfrastructureReady", "Infrastructure ready."), steps.infrastructure(context));
        assertEquals(0, api.effects().count() - TenantStepObjects.FIRST_EFFECTS, "Butler does not own it");
    }

    @Test
    void waitsForTheInfrastructure() {
        requested(Map.of(), Map.of("infrastructureReady", false));

        assertEquals(
                waiting("InfrastructureProvisioning", "Waiting for HarvesterCluster demo to become ready."),
                steps.infrastructure(context));
    }

    @Test
    void failsWithTheMessageOfTheInfrastructure() {
        requested(Map.of(), Map.of("infrastructureReady", true, "failureMessage", "no network"));

        assertEquals(StepResult.failed("InfrastructureFailed", "no network"), steps.infrastructure(context));
    }

    @Test
    void theControlPlaneIsReadyAtTheRequestedVersion() {
        requested(Map.of("ready", true, "version", TenantStepObjects.VERSION), Map.of());

        assertEquals(
                StepResult.done("ControlPlaneReady", "Control plane ready at " + ENDPOINT + "."),
                steps.controlPlane(context));
    }

    @Test
    void waitsForTheReplicasOfTheControlPlane() {
        requested(Map.of("readyReplicas", 1, "version", TenantStepObjects.VERSION), Map.of());

        assertEquals(
                waiting("ControlPlaneProvisioning", "Starting the control plane: 1/3 replicas ready."),
                steps.controlPlane(context));
    }

    @Test
    void waitsForTheEndpointOfAReadyControlPlane() {
        requested(Map.of("ready", true, "readyReplicas", 3, "version", TenantStepObjects.VERSION), Map.of());
        context.want(TenantStepObjects.rendered("KubeadmConfigTemplate"), Optional.empty());

        assertEquals(
                waiting("ControlPlaneProvisioning", "Starting the control plane: 3/3 replicas ready."),
                steps.controlPlane(context));
    }

    @Test
    void waitsForTheUpgradeOfTheControlPlane() {
        requested(Map.of("ready", true, "version", "v1.30.0"), Map.of());

        assertEquals(
                waiting(
                        "ControlPlaneUpgrading",
                        "Upgrading the control plane from v1.30.0 to %s.".formatted(TenantStepObjects.VERSION)),
                steps.controlPlane(context));
    }

    @Test
    void waitsForTheVersionOfTheControlPlane() {
        requested(Map.of("ready", true), Map.of());

        assertEquals(
                waiting(
                        "ControlPlaneUpgrading",
                        "Upgrading the control plane from an unknown version to %s."
                                .formatted(TenantStepObjects.VERSION)),
                steps.controlPlane(context));
    }

    @Test
    void failsWithTheMessageOfTheControlPlane() {
        requested(Map.of("ready", true, "failureMessage", "no datastore"), Map.of());

        assertEquals(StepResult.failed("ControlPlaneFailed", "no datastore"), steps.controlPlane(context));
    }

    @Test
    void waitsLongerIfEverythingIsWatched() {
        watched = true;
        requested(Map.of(), Map.of());

        assertEquals(Optional.of(options.resync()), ((StepResult.Waiting) steps.infrastructure(context)).retryIn());
    }

    @Test
    void waitsForTheKubeconfig() {
        String name = TenantNames.adminKubeconfig(context.cluster());

        assertEquals(
                waiting(
                        "KubeconfigMissing",
                        "Waiting for Secret %s/%s with the kubeconfig.".formatted(context.namespace(), name)),
                steps.kubeconfig(context));
        assertEquals(Optional.empty(), context.kubeconfig());
    }

    @Test
    void copiesTheKubeconfigForClusterApi() {
        String name = TenantNames.adminKubeconfig(context.cluster());
        secret(name, Map.of("value", "dmFsdWU=", "admin.conf", "YWRtaW4="), Map.of());

        assertEquals(
                StepResult.done(
                        "KubeconfigReady", "Kubeconfig stored in Secret %s/%s.".formatted(context.namespace(), name)),
                steps.kubeconfig(context));
        assertEquals(Optional.of(name), context.kubeconfig());
        Secret copy = copy();
        assertEquals(Map.of("value", "YWRtaW4="), copy.getData());
        assertEquals("cluster.x-k8s.io/secret", copy.getType());
        assertEquals("butler", copy.getMetadata().getLabels().get(Labels.MANAGED_BY));
        assertEquals("demo", copy.getMetadata().getLabels().get("cluster.x-k8s.io/cluster-name"));
    }

    @Test
    void updatesItsOwnCopyOnlyIfItDiffers() {
        String name = TenantNames.adminKubeconfig(context.cluster());
        secret(name, Map.of("admin.conf", "YWRtaW4="), Map.of());
        steps.kubeconfig(context);
        int before = api.effects().count();
        steps.kubeconfig(context);
        assertEquals(before, api.effects().count());

        Secret changed = api.client()
                .secrets()
                .inNamespace(context.namespace())
                .withName(name)
                .get();
        changed.setData(Map.of("admin.conf", "bmV3"));
        api.client().resource(changed).update();
        steps.kubeconfig(context);
        assertEquals("bmV3", copy().getData().get("value"));
    }

    @Test
    void leavesAForeignCopyUnchanged() {
        secret(TenantNames.adminKubeconfig(context.cluster()), Map.of("admin.conf", "YWRtaW4="), Map.of());
        secret(TenantNames.clusterApiKubeconfig(context.cluster()), Map.of("value", "b3RoZXI="), Map.of("a", "b"));

        assertTrue(steps.kubeconfig(context) instanceof StepResult.Done);
        assertEquals("b3RoZXI=", copy().getData().get("value"));
    }

    /** The content of Secrets is not in the cache of the watch, so that a read of the deleted Secret would show. */
    @Test
    void readsTheKubeconfigAgainOnlyIfTheWatchReportsAnotherVersion() {
        Map<ObjectName, Secret> watchedSecrets = new HashMap<>();
        ObservedObjects observed = new ObservedObjects();
        observed.secrets().from(_ -> List.of(), name -> Optional.ofNullable(watchedSecrets.get(name)));
        ReadinessSteps watching =
                new ReadinessSteps(new DynamicResourceClient(api.client(), observed, options), intervals, options);
        String name = TenantNames.adminKubeconfig(context.cluster());
        secret(name, Map.of("admin.conf", "YWRtaW4="), Map.of());
        StepResult first = watching.kubeconfig(context);
        Secret admin = api.client()
                .secrets()
                .inNamespace(context.namespace())
                .withName(name)
                .get();
        watchedSecrets.put(ObjectName.from(admin), admin);
        watchedSecrets.put(ObjectName.from(copy()), copy());
        api.client().resource(admin).delete();

        assertEquals(first, watching.kubeconfig(context));

        Secret changed = new SecretBuilder(admin)
                .editMetadata()
                .withResourceVersion("1" + admin.getMetadata().getResourceVersion())
                .endMetadata()
                .build();
        watchedSecrets.put(ObjectName.from(admin), changed);
        assertTrue(watching.kubeconfig(context) instanceof StepResult.Waiting, "the Secret is read again");
    }

    private Secret copy() {
        return api.client()
                .secrets()
                .inNamespace(context.namespace())
                .withName(TenantNames.clusterApiKubeconfig(context.cluster()))
                .require();
    }

    private void secret(String name, Map<String, String> data, Map<String, String> labels) {
        TenantStepObjects.secret(api, context.namespace(), name, data, labels);
    }
}
