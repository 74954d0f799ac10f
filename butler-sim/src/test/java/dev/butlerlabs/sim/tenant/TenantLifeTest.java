package dev.butlerlabs.sim.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tenant clusters from their making to their end, in a simulated management cluster. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("slow")
class TenantLifeTest {
    private static final String CORE = "cluster.x-k8s.io/v1beta1";
    private static final String TEMPLATES = "infrastructure.cluster.x-k8s.io/v1alpha1";
    private static final String TWO = "kubernetesVersion: v1.31.4, workers: {replicas: 2}";

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
    void comesUpAndSaysHowItIsReached() {
        world.tenant("reached", TWO);

        TenantCluster ready = world.awaitReady("reached");

        TenantClusterStatus status = ready.getStatus();
        assertThat(status.controlPlaneEndpoint()).matches("127\\.0\\.0\\.1:\\d+");
        assertThat(status.observedState().workers().ready()).isEqualTo(2);
        assertThat(status.observedState().workers().nodes()).hasSize(2);
        assertThat(status.workerNodesReady()).isEqualTo(2);
        assertThat(status.observedState().kubernetesVersion()).isEqualTo("v1.31.4");
        assertThat(status.kubeconfigSecretRef().name()).isEqualTo("reached-admin-kubeconfig");
        assertThat(status.conditions())
                .extracting(Condition::getType)
                .contains("InfrastructureReady", "ControlPlaneReady", "WorkersReady", "AddonsReady", "NetworkReady");
        assertThat(nodes(ready)).hasSize(2).allSatisfy(TenantLifeTest::isReady);
        // Steps that complete in the same reconciliation share an event.
        assertThat(events("reached")).contains("InfrastructureProvisioning", "Ready");
        assertThat(addons("reached")).containsExactly("reached-cert-manager", "reached-cilium");
    }

    private static List<Node> nodes(TenantCluster cluster) {
        Secret secret = world.client()
                .secrets()
                .inNamespace(cluster.getStatus().tenantNamespace())
                .withName(cluster.getStatus().kubeconfigSecretRef().name())
                .get();
        String text =
                new String(Base64.getDecoder().decode(secret.getData().get("admin.conf")), StandardCharsets.UTF_8);
        try (KubernetesClient tenant = new KubeConnector("test").connect(Kubeconfig.parse(text, "tenant"))) {
            int wanted = cluster.getSpec().workers().replicas();
            for (String node : cluster.getStatus().observedState().workers().nodes()) {
                tenant.nodes()
                        .withName(node)
                        .waitUntilCondition(one -> one != null && readiness(one).equals("True"), 60, TimeUnit.SECONDS);
            }
            assertThat(tenant.nodes().list().getItems()).hasSize(wanted);
            return tenant.nodes().list().getItems();
        }
    }

    private static void isReady(Node node) {
        assertThat(readiness(node)).isEqualTo("True");
        assertThat(node.getStatus().getNodeInfo().getKubeletVersion()).isEqualTo("v1.31.4");
    }

    private static String readiness(Node node) {
        return node.getStatus() == null
                ? ""
                : node.getStatus().getConditions().stream()
                        .filter(condition -> condition.getType().equals("Ready"))
                        .map(condition -> condition.getStatus())
                        .findFirst()
                        .orElse("");
    }

    private static List<String> events(String name) {
        return world
                .client()
                .v1()
                .events()
                .inNamespace(ManagementWorld.HOME)
                .withField("involvedObject.name", name)
                .list()
                .getItems()
                .stream()
                .map(Event::getReason)
                .toList();
    }

    private static List<String> addons(String name) {
        return world.client().resources(TenantAddon.class).inNamespace(ManagementWorld.HOME).list().getItems().stream()
                .filter(addon -> addon.getSpec().clusterRef().name().equals(name))
                .map(addon -> addon.getMetadata().getName())
                .toList();
    }

    @Test
    void growsAndShrinks() {
        world.tenant("scaled", TWO);
        world.awaitReady("scaled");

        world.merge("scaled", "{\"spec\":{\"workers\":{\"replicas\":4}}}");
        assertThat(world.awaitReady("scaled").getStatus().workerNodesReady()).isEqualTo(4);
        world.merge("scaled", "{\"spec\":{\"workers\":{\"replicas\":1}}}");

        TenantCluster small = world.awaitReady("scaled");
        assertThat(small.getStatus().workerNodesReady()).isEqualTo(1);
        assertThat(machines(small)).hasSize(1);
        assertThat(nodes(small)).hasSize(1).allSatisfy(TenantLifeTest::isReady);
    }

    private static List<GenericKubernetesResource> machines(TenantCluster cluster) {
        return world.parts(CORE, "Machine", cluster.getStatus().tenantNamespace());
    }

    @Test
    void anUpgradeReachesEveryWorkerAndLeavesNoOldTemplate() {
        world.tenant("upgraded", TWO);
        TenantCluster before = world.awaitReady("upgraded");

        world.merge("upgraded", "{\"spec\":{\"kubernetesVersion\":\"v1.32.1\"}}");

        TenantCluster after = world.awaitReady("upgraded");
        assertThat(after.getStatus().observedState().kubernetesVersion()).isEqualTo("v1.32.1");
        assertThat(machines(after))
                .hasSize(2)
                .allSatisfy(machine ->
                        assertThat((String) machine.get("spec", "version")).isEqualTo("v1.32.1"));
        assertThat(world.parts(
                        "bootstrap.cluster.x-k8s.io/v1beta1",
                        "KubeadmConfigTemplate",
                        after.getStatus().tenantNamespace()))
                .hasSize(1);
        assertThat(nodes(after))
                .hasSize(2)
                .extracting(node -> node.getStatus().getNodeInfo().getKubeletVersion())
                .containsOnly("v1.32.1");
        assertThat(after.getStatus().tenantNamespace())
                .isEqualTo(before.getStatus().tenantNamespace());
    }

    @Test
    void anUpgradeWithoutSurgeNeverHasMoreMachinesThanRequested() {
        world.tenant("unsurged", TWO, Map.of(Annotations.MAX_SURGE, "0", Annotations.MAX_UNAVAILABLE, "1"));
        String namespace = world.awaitReady("unsurged").getStatus().tenantNamespace();
        List<Integer> counts = new CopyOnWriteArrayList<>();
        try (var watch = world.client()
                .genericKubernetesResources(CORE, "Machine")
                .inNamespace(namespace)
                .inform(new MachineCounter(counts))) {
            world.merge("unsurged", "{\"spec\":{\"kubernetesVersion\":\"v1.32.1\"}}");
            TenantCluster after = world.awaitReady("unsurged");

            assertThat(watch.isRunning()).isTrue();
            assertThat(after.getStatus().observedState().kubernetesVersion()).isEqualTo("v1.32.1");
            assertThat(machines(after)).hasSize(2);
        }
        assertThat(counts).hasSizeGreaterThan(4).allMatch(count -> count <= 2);
    }

    /** Notes the number of machines that are not being deleted after each change. */
    private static final class MachineCounter implements ResourceEventHandler<GenericKubernetesResource> {
        private final Set<String> present = ConcurrentHashMap.newKeySet();
        private final List<Integer> counts;

        private MachineCounter(List<Integer> counts) {
            this.counts = counts;
        }

        private void note(GenericKubernetesResource machine, boolean stays) {
            String name = machine.getMetadata().getUid();
            boolean changed = stays ? present.add(name) : present.remove(name);
            if (changed) {
                counts.add(present.size());
            }
        }

        @Override
        public void onAdd(GenericKubernetesResource machine) {
            note(machine, !machine.isMarkedForDeletion());
        }

        @Override
        public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource machine) {
            note(machine, !machine.isMarkedForDeletion());
        }

        @Override
        public void onDelete(GenericKubernetesResource machine, boolean finalStateUnknown) {
            note(machine, false);
        }
    }

    @Test
    void anotherImageReplacesEveryMachine() {
        world.tenant("reimaged", TWO);
        TenantCluster before = world.awaitReady("reimaged");
        List<String> old = names(machines(before));
        String template = names(world.parts(
                        TEMPLATES, "KubevirtMachineTemplate", before.getStatus().tenantNamespace()))
                .getFirst();

        world.merge(
                "reimaged", "{\"spec\":{\"workers\":{\"machineTemplate\":{\"os\":{\"imageRef\":\"default/newer\"}}}}}");

        TenantCluster after = world.awaitReady("reimaged");
        assertThat(names(machines(after))).hasSize(2).doesNotContainAnyElementsOf(old);
        assertThat(names(world.parts(
                        TEMPLATES, "KubevirtMachineTemplate", after.getStatus().tenantNamespace())))
                .hasSize(1)
                .doesNotContain(template);
    }

    private static List<String> names(List<GenericKubernetesResource> objects) {
        return objects.stream().map(object -> object.getMetadata().getName()).toList();
    }

    @Test
    void whoOnlyObservesChangesNothingUntilToldTo() {
        world.tenant("paused", TWO);
        world.awaitReady("paused");

        world.merge("paused", "{\"spec\":{\"managementPolicy\":{\"mode\":\"Observe\"},\"workers\":{\"replicas\":3}}}");
        TenantCluster paused = world.await(
                "paused",
                cluster -> ConditionEditor.find(cluster.getStatus().conditions(), "Progressing")
                        .filter(condition -> condition.getReason().equals("Paused"))
                        .isPresent());
        assertThat(machines(paused)).hasSize(2);

        world.merge("paused", "{\"spec\":{\"managementPolicy\":{\"mode\":\"Active\"}}}");
        assertThat(world.awaitReady("paused").getStatus().workerNodesReady()).isEqualTo(3);
    }

    @Test
    void goesWithEverythingThatBelongedToIt() {
        world.tenant("gone", TWO);
        TenantCluster ready = world.awaitReady("gone");

        world.named("gone").delete();
        world.awaitGone("gone");

        assertThat(world.client()
                        .namespaces()
                        .withName(ready.getStatus().tenantNamespace())
                        .get())
                .isNull();
        assertThat(addons("gone")).isEmpty();
    }

    @Test
    void aNameCanBeUsedAgain() {
        world.tenant("again", TWO);
        String first = world.awaitReady("again").getStatus().tenantNamespace();
        world.named("again").delete();
        world.awaitGone("again");

        world.tenant("again", TWO);

        assertThat(world.awaitReady("again").getStatus().tenantNamespace()).isNotEqualTo(first);
    }

    @Test
    void saysWhatIsMissingAndGoesOnWhenItComes() {
        world.tenant("lacking", TWO + ", providerConfigRef: {name: later}");
        TenantCluster waiting = world.await(
                "lacking",
                cluster -> ConditionEditor.find(cluster.getStatus().conditions(), "ProviderAccessGranted")
                        .filter(condition -> condition.getReason().equals("ProviderConfigNotFound"))
                        .isPresent());
        assertThat(waiting.getStatus().phase()).isEqualTo(Phase.PENDING);

        world.provider(
                "later",
                "provider: nutanix, nutanix: {endpoint: \"https://prism:9440\", clusterUUID: c, subnetUUID: s, imageUUID: i}",
                Map.of("username", "u", "password", "p"));

        world.awaitReady("lacking");
    }

    @Test
    void tellsEverythingThatIsWrongAtOnce() {
        world.provider(
                "empty", "provider: azure, azure: {subscriptionID: s, resourceGroup: r}", Map.of("clientID", "c"));
        world.tenant("wrong", TWO + ", providerConfigRef: {name: empty}");

        TenantCluster failed =
                world.await("wrong", cluster -> cluster.getStatus().phase() == Phase.FAILED);

        assertThat(ConditionEditor.find(failed.getStatus().conditions(), "Planned"))
                .hasValueSatisfying(condition -> assertThat(condition.getMessage())
                        .contains("location", "clientSecret", "tenantID", "imageRef"));
    }

    /** The credentials and the settings are corrected after the tenant has failed; nobody touches the TenantCluster. */
    @Test
    void correctedCredentialsAndSettingsAreUsedWithinSeconds() {
        world.provider(
                "fixed",
                "provider: nutanix, nutanix: {endpoint: \"https://prism:9440\", clusterUUID: c, subnetUUID: s, imageUUID: i}",
                Map.of("other", "value"));
        world.tenant("fixed", TWO + ", providerConfigRef: {name: fixed}");
        await("fixed", "username", "subnetUUID");

        world.mergeCredentials("fixed", Map.of("username", "u"));
        await("fixed", "password", "username");
        world.mergeCredentials("fixed", Map.of("password", "p"));
        world.awaitReady("fixed");

        world.mergeProvider("fixed", "{\"spec\":{\"credentialsRef\":{\"name\":\"absent\"}}}");
        world.await(
                "fixed",
                cluster -> ConditionEditor.find(cluster.getStatus().conditions(), "ProviderAccessGranted")
                        .filter(condition -> condition.getReason().equals("CredentialsMissing"))
                        .isPresent());
    }

    /** Waits for a plan that fails for one reason and no longer for another. */
    private static void await(String name, String present, String absent) {
        world.await(
                name,
                cluster -> ConditionEditor.find(cluster.getStatus().conditions(), "Planned")
                        .map(Condition::getMessage)
                        .filter(message -> message.contains(present) && !message.contains(absent))
                        .isPresent());
    }
}
