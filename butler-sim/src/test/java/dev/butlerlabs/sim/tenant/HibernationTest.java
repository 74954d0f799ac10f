package dev.butlerlabs.sim.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A simulated tenant cluster that is hibernated, woken and deleted. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@Tag("slow")
class HibernationTest {
    private static final String CORE = "cluster.x-k8s.io/v1beta1";
    private static final String SPEC =
            "kubernetesVersion: v1.31.4, controlPlane: {replicas: 3}, workers: {replicas: 2}";

    private static ManagementWorld world;

    @BeforeAll
    static void start() {
        world = ManagementWorld.brisk();
        world.harvester();
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    @Test
    void returnsWithTheSameAddressWorkersAndData() {
        world.tenant("sleeper", SPEC);
        TenantCluster before = world.awaitReady("sleeper");
        String namespace = before.getStatus().tenantNamespace();
        Map<String, Map<String, String>> secrets = secrets(namespace);
        try (KubernetesClient tenant = tenant(before)) {
            tenant.resource(new ConfigMapBuilder()
                            .withNewMetadata()
                            .withNamespace("default")
                            .withName("kept")
                            .endMetadata()
                            .build())
                    .create();
        }

        hibernate("sleeper");
        TenantClusterStatus asleep = awaitPhase("sleeper", Phase.HIBERNATED).getStatus();

        assertThat(machines(namespace)).isEmpty();
        assertThat(replicas(namespace, CORE, "MachineDeployment")).isZero();
        assertThat(replicas(namespace, "controlplane.cluster.x-k8s.io/v1alpha1", "StewardControlPlane"))
                .isZero();
        assertThat(asleep.controlPlaneEndpoint()).isEqualTo(before.getStatus().controlPlaneEndpoint());
        assertThat(asleep.workerNodesReady()).isZero();
        assertThat(ConditionEditor.isTrue(asleep.conditions(), "Hibernated")).isTrue();
        assertThat(ConditionEditor.isTrue(asleep.conditions(), "Ready")).isFalse();
        assertThat(ConditionEditor.isTrue(asleep.conditions(), "Degraded")).isFalse();
        assertThat(secrets(namespace)).containsAllEntriesOf(secretsOfControlPlane(secrets));
        assertThat(world.named("sleeper").get().getSpec().workers().replicas()).isEqualTo(2);

        wake("sleeper");
        TenantCluster awake = world.awaitReady("sleeper");

        assertThat(awake.getStatus().controlPlaneEndpoint())
                .isEqualTo(before.getStatus().controlPlaneEndpoint());
        assertThat(awake.getStatus().workerNodesReady()).isEqualTo(2);
        assertThat(machines(namespace)).hasSize(2);
        assertThat(replicas(namespace, "controlplane.cluster.x-k8s.io/v1alpha1", "StewardControlPlane"))
                .isEqualTo(3);
        assertThat(ConditionEditor.find(awake.getStatus().conditions(), "Hibernated"))
                .isEmpty();
        try (KubernetesClient tenant = tenant(awake)) {
            assertThat(tenant.configMaps()
                            .inNamespace("default")
                            .withName("kept")
                            .get())
                    .isNotNull();
        }
    }

    @Test
    void wakesWhileItIsStillStopping() {
        world.tenant("undecided", SPEC);
        world.awaitReady("undecided");
        hibernate("undecided");
        awaitPhase("undecided", Phase.HIBERNATING);

        wake("undecided");

        TenantCluster awake = world.await(
                "undecided",
                cluster -> cluster.getStatus().phase() == Phase.READY
                        && cluster.getStatus().workerNodesReady() == 2);
        assertThat(machines(awake.getStatus().tenantNamespace())).hasSize(2);
    }

    @Test
    void aHibernatedClusterCanBeDeleted() {
        world.tenant("unneeded", SPEC);
        world.awaitReady("unneeded");
        hibernate("unneeded");
        String namespace = awaitPhase("unneeded", Phase.HIBERNATED).getStatus().tenantNamespace();

        world.named("unneeded").delete();

        world.awaitGone("unneeded");
        assertThat(world.client().namespaces().withName(namespace).get()).isNull();
    }

    private static void hibernate(String name) {
        annotate(name, "\"2026-03-01T12:00:00Z\"");
    }

    private static void wake(String name) {
        annotate(name, "null");
    }

    private static void annotate(String name, String value) {
        world.merge(name, "{\"metadata\":{\"annotations\":{\"%s\":%s}}}".formatted(Annotations.HIBERNATED, value));
    }

    private static TenantCluster awaitPhase(String name, Phase phase) {
        return world.await(name, cluster -> cluster.getStatus().phase() == phase);
    }

    private static List<GenericKubernetesResource> machines(String namespace) {
        return world.parts(CORE, "Machine", namespace);
    }

    private static int replicas(String namespace, String apiVersion, String kind) {
        return UnstructuredObject.number(
                world.parts(apiVersion, kind, namespace).getFirst(), "spec", "replicas");
    }

    private static Map<String, Map<String, String>> secrets(String namespace) {
        return world.client().secrets().inNamespace(namespace).list().getItems().stream()
                .collect(Collectors.toMap(secret -> secret.getMetadata().getName(), Secret::getData));
    }

    /** Bootstrap data is deleted with its machine. */
    private static Map<String, Map<String, String>> secretsOfControlPlane(Map<String, Map<String, String>> all) {
        Map<String, Map<String, String>> kept = all.entrySet().stream()
                .filter(entry -> entry.getKey().endsWith("kubeconfig"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        assertThat(kept).hasSize(2);
        return kept;
    }

    private static KubernetesClient tenant(TenantCluster cluster) {
        Secret secret = world.client()
                .secrets()
                .inNamespace(cluster.getStatus().tenantNamespace())
                .withName(cluster.getStatus().kubeconfigSecretRef().name())
                .get();
        String text =
                new String(Base64.getDecoder().decode(secret.getData().get("admin.conf")), StandardCharsets.UTF_8);
        return new KubeConnector("test").connect(Kubeconfig.parse(text, "tenant"));
    }
}
