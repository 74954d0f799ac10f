package dev.butlerlabs.sim.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tenant clusters with the real controllers of Cluster API and its kubeadm and Talos bootstrap providers; {@link TenantStandIns} act as
 * infrastructure and hosted control planes. It takes minutes, so it runs only with {@code -Dbutler.clusterapi=true}, which
 * {@code scripts/test --long} sets.
 */
@Tag("process")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class RealClusterApiTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final String CORE = "cluster.x-k8s.io/v1beta1";
    private static final String OLD_VERSION = "v1.31.4";
    private static final String NEW_VERSION = "v1.32.1";

    /** Operating system, and what its bootstrap data starts with. */
    private static final Map<String, String> SYSTEMS = systems();

    private static RealClusterApi clusterApi;
    private static TenantStandIns standIns;
    private static ManagementWorld world;
    private static Set<String> inventory;

    private static Map<String, String> systems() {
        Map<String, String> systems = new LinkedHashMap<>();
        systems.put("rocky", "## template: jinja");
        systems.put("flatcar", "{\"ignition\"");
        systems.put("talos", "version: v1alpha1");
        return systems;
    }

    @BeforeAll
    static void start() {
        Assumptions.assumeTrue(Boolean.getBoolean("butler.clusterapi"), "takes minutes; see scripts/test --long");
        long started = System.nanoTime();
        clusterApi = RealClusterApi.start(ClusterApiAddons.kubeadmFeatureGates());
        standIns = TenantStandIns.start(
                clusterApi.kubeconfig(),
                RealApiServer.shared().orElseThrow().target(),
                ClusterApiAddons.infrastructuresOfControlPlanes());
        world = ManagementWorld.on(new ManagementWorld.Backend(clusterApi.kubeconfig(), () -> {}));
        // Exists with the AWS provider; Butler stores the credentials of tenant clusters there.
        world.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("capa-system")
                        .endMetadata()
                        .build())
                .create();
        TestedInfrastructure.ALL.forEach(infrastructure -> world.provider(
                infrastructure.name(),
                "provider: %s, %s".formatted(infrastructure.name(), infrastructure.spec()),
                infrastructure.credentials()));
        inventory = new TreeSet<>(ClusterInventory.of(world.client()));
        // Permits the controllers to store the credentials of all AWS tenant clusters; created with the first.
        inventory.add("RoleBinding capa-system/butler-controllers");
        System.out.printf("%s started in %d s.%n", clusterApi.version(), seconds(started));
    }

    @AfterAll
    static void stop() {
        for (AutoCloseable part : parts()) {
            try {
                part.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static List<AutoCloseable> parts() {
        List<AutoCloseable> parts = new ArrayList<>();
        Optional.ofNullable(world).ifPresent(parts::add);
        Optional.ofNullable(standIns).ifPresent(parts::add);
        Optional.ofNullable(clusterApi).ifPresent(parts::add);
        return parts;
    }

    /** All clusters exist at the same time. */
    @Test
    void everyInfrastructureWithEveryOperatingSystemIsAdopted() {
        long started = System.nanoTime();
        List<String> names = new ArrayList<>();
        for (TestedInfrastructure infrastructure : TestedInfrastructure.ALL) {
            SYSTEMS.keySet()
                    .forEach(system -> names.add(tenant(infrastructure.name() + "-" + system, infrastructure, system)));
        }
        Instant deadline = Instant.now().plus(LIMIT);
        Map<String, String> verdicts = new LinkedHashMap<>();
        names.forEach(name -> verdicts.put(name, verdict(name, deadline)));
        print(verdicts, started);

        names.forEach(name -> world.named(name).delete());
        assertNothingRemains();
        assertThat(verdicts.values()).containsOnly("pass");
    }

    /** One cluster of each operating system, each on another infrastructure, at the same time. */
    @Test
    void scalesUpgradesAndDeletes() {
        long started = System.nanoTime();
        List<Life> lives = List.of(
                new Life(
                        "life-talos",
                        "harvester",
                        "talos",
                        "TalosConfigTemplate",
                        "bootstrap.cluster.x-k8s.io/v1alpha3"),
                new Life(
                        "life-rocky",
                        "nutanix",
                        "rocky",
                        "KubeadmConfigTemplate",
                        "bootstrap.cluster.x-k8s.io/v1beta1"),
                new Life(
                        "life-flatcar",
                        "aws",
                        "flatcar",
                        "KubeadmConfigTemplate",
                        "bootstrap.cluster.x-k8s.io/v1beta1"));
        lives.forEach(life -> tenant(life.name(), life.infrastructure(), life.system()));
        awaitWorkers(lives, 1);
        scale(lives, 5);
        scale(lives, 2);
        upgrade(lives);
        replaceImage(lives);
        lives.forEach(life -> world.named(life.name()).delete());
        assertNothingRemains();
        System.out.printf(
                "%s: created, scaled 1 to 5 to 2, upgraded, replaced and deleted with 0 objects remaining: %s, %d s%n",
                clusterApi.version(), lives.stream().map(Life::name).toList(), seconds(started));
    }

    private record Life(String name, String provider, String system, String bootstrapKind, String bootstrapVersion) {
        TestedInfrastructure infrastructure() {
            return TestedInfrastructure.ALL.stream()
                    .filter(one -> one.name().equals(provider))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static void scale(List<Life> lives, int replicas) {
        lives.forEach(
                life -> world.merge(life.name(), "{\"spec\":{\"workers\":{\"replicas\":%d}}}".formatted(replicas)));
        awaitWorkers(lives, replicas);
    }

    private static void awaitWorkers(List<Life> lives, int replicas) {
        Instant deadline = Instant.now().plus(LIMIT);
        lives.forEach(life -> {
            TenantCluster ready = awaitReady(life.name(), replicas, deadline);
            // Cluster API does not count machines that are being deleted.
            TestAwait.upTo(remaining(deadline), "deletion of replaced machines of " + life.name())
                    .pollInterval(POLL)
                    .untilAsserted(() -> {
                        assertThat(names(machines(ready))).hasSize(replicas);
                        assertThat(nodes(life)).hasSize(replicas);
                    });
        });
    }

    private static List<GenericKubernetesResource> machines(TenantCluster cluster) {
        return world.parts(CORE, "Machine", cluster.getStatus().tenantNamespace());
    }

    private static List<String> nodes(Life life) {
        return standIns.tenants().nodes().list().getItems().stream()
                .map(node -> node.getMetadata().getName())
                .filter(name -> name.startsWith(life.name()))
                .toList();
    }

    /** A new version needs another bootstrap template, and rolls out to every machine. */
    private static void upgrade(List<Life> lives) {
        Map<String, Set<String>> before = templates(lives);
        lives.forEach(
                life -> world.merge(life.name(), "{\"spec\":{\"kubernetesVersion\":\"%s\"}}".formatted(NEW_VERSION)));
        awaitWorkers(lives, 2);
        Map<String, Set<String>> after = templates(lives);
        lives.forEach(life -> {
            assertThat(machines(world.named(life.name()).get()))
                    .allSatisfy(machine ->
                            assertThat(machine.<String>get("spec", "version")).isEqualTo(NEW_VERSION));
            assertThat(after.get(life.name()))
                    .as("one template of each kind")
                    .hasSize(2)
                    .isNotEqualTo(before.get(life.name()));
        });
    }

    /** Another image needs another machine template, and replaces every machine. */
    private static void replaceImage(List<Life> lives) {
        Map<String, Set<String>> before = templates(lives);
        Map<String, List<String>> machines = lives.stream()
                .collect(Collectors.toMap(
                        Life::name,
                        life -> names(machines(world.named(life.name()).get()))));
        lives.forEach(life ->
                world.merge(life.name(), "{\"spec\":{\"workers\":{\"machineTemplate\":{\"diskSize\":\"77Gi\"}}}}"));
        awaitWorkers(lives, 2);
        Map<String, Set<String>> after = templates(lives);
        lives.forEach(life -> {
            assertThat(names(machines(world.named(life.name()).get())))
                    .doesNotContainAnyElementsOf(machines.get(life.name()));
            assertThat(after.get(life.name())).hasSize(2).isNotEqualTo(before.get(life.name()));
        });
    }

    private static List<String> names(List<GenericKubernetesResource> objects) {
        return objects.stream().map(object -> object.getMetadata().getName()).toList();
    }

    private static Map<String, Set<String>> templates(List<Life> lives) {
        return lives.stream().collect(Collectors.toMap(Life::name, RealClusterApiTest::templates));
    }

    private static Set<String> templates(Life life) {
        String namespace = world.named(life.name()).get().getStatus().tenantNamespace();
        SimulatedResourceType machineTemplate = life.infrastructure().machineTemplate();
        Set<String> templates =
                new TreeSet<>(names(world.parts(machineTemplate.apiVersion(), machineTemplate.kind(), namespace)));
        names(world.parts(life.bootstrapVersion(), life.bootstrapKind(), namespace))
                .forEach(name -> templates.add("bootstrap " + name));
        return templates;
    }

    private static String tenant(String name, TestedInfrastructure infrastructure, String system) {
        world.tenant(
                name,
                "kubernetesVersion: %s, providerConfigRef: {name: %s}, workers: {replicas: 1, machineTemplate: {os: {type: %s, imageRef: \"%s\"}}}"
                        .formatted(OLD_VERSION, infrastructure.name(), system, infrastructure.image()),
                Map.of("butler.butlerlabs.dev/node-addresses", "192.0.2.10-192.0.2.30"));
        return name;
    }

    /** Returns {@code pass}, or what is wrong. */
    private static String verdict(String name, Instant deadline) {
        try {
            TenantCluster ready = awaitReady(name, 1, deadline);
            String namespace = ready.getStatus().tenantNamespace();
            assertThat(one("Cluster", namespace).<String>get("status", "phase")).isEqualTo("Provisioned");
            assertThat(one("MachineDeployment", namespace).<String>get("status", "phase"))
                    .isEqualTo("Running");
            assertThat(owners(one("MachineSet", namespace))).containsExactly("MachineDeployment");
            GenericKubernetesResource machine = one("Machine", namespace);
            assertThat(owners(machine)).containsExactly("MachineSet");
            assertThat(machine.<String>get("status", "phase")).isEqualTo("Running");
            assertThat(bootstrapData(machine)).startsWith(SYSTEMS.get(name.substring(name.indexOf('-') + 1)));
            return "pass";
        } catch (AssertionError e) {
            return "fail: " + e.getMessage();
        }
    }

    private static GenericKubernetesResource one(String kind, String namespace) {
        List<GenericKubernetesResource> found = world.parts(CORE, kind, namespace);
        assertThat(found).as(kind).hasSize(1);
        return found.getFirst();
    }

    private static List<String> owners(GenericKubernetesResource object) {
        return object.getMetadata().getOwnerReferences().stream()
                .map(owner -> owner.getKind())
                .toList();
    }

    private static String bootstrapData(GenericKubernetesResource machine) {
        Secret secret = world.client()
                .secrets()
                .inNamespace(machine.getMetadata().getNamespace())
                .withName(machine.get("spec", "bootstrap", "dataSecretName"))
                .get();
        return new String(Base64.getDecoder().decode(secret.getData().get("value")), StandardCharsets.UTF_8);
    }

    private static void print(Map<String, String> verdicts, long started) {
        StringBuilder text = new StringBuilder("%-12s".formatted("adopted by"));
        SYSTEMS.keySet().forEach(system -> text.append("%-10s".formatted(system)));
        for (TestedInfrastructure infrastructure : TestedInfrastructure.ALL) {
            text.append("%n%-12s".formatted(infrastructure.name()));
            SYSTEMS.keySet()
                    .forEach(system -> text.append("%-10s"
                            .formatted(verdicts.get(infrastructure.name() + "-" + system)
                                    .substring(0, 4))));
        }
        System.out.printf("%s%n%s, %d s%n", text, clusterApi.version(), seconds(started));
        verdicts.forEach((name, verdict) -> {
            if (!verdict.equals("pass")) {
                System.out.println(name + ": " + verdict);
            }
        });
    }

    private static long seconds(long started) {
        return Duration.ofNanos(System.nanoTime() - started).toSeconds();
    }

    private static TenantCluster awaitReady(String name, int workers, Instant deadline) {
        return await(
                name,
                cluster -> cluster.getStatus().phase() == Phase.READY
                        && cluster.getMetadata()
                                .getGeneration()
                                .equals(cluster.getStatus().observedGeneration())
                        && cluster.getStatus().workerNodesReady() == workers,
                deadline);
    }

    private static TenantCluster await(String name, Predicate<TenantCluster> wanted, Instant deadline) {
        try {
            TestAwait.upTo(remaining(deadline), name).pollInterval(POLL).until(() -> {
                clusterApi.requireAlive();
                return Optional.ofNullable(world.named(name).get())
                        .filter(cluster -> cluster.getStatus() != null && wanted.test(cluster))
                        .isPresent();
            });
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(state(name), e);
        }
        return world.named(name).get();
    }

    /** Returns at least a moment, so that a state that exists after the deadline is still found. */
    private static Duration remaining(Instant deadline) {
        Duration remaining = Duration.between(Instant.now(), deadline);
        return remaining.compareTo(POLL) > 0 ? remaining : POLL.multipliedBy(2);
    }

    /** Returns the conditions of a tenant cluster that are not true. */
    private static String state(String name) {
        return Optional.ofNullable(world.named(name).get())
                .map(TenantCluster::getStatus)
                .map(TenantClusterStatus::conditions)
                .map(conditions -> conditions.stream()
                        .filter(condition -> !"True".equals(condition.getStatus()))
                        .map(condition -> "%s %s: %s"
                                .formatted(condition.getType(), condition.getReason(), condition.getMessage()))
                        .collect(Collectors.joining("; ")))
                .orElse("no status");
    }

    private static void assertNothingRemains() {
        Set<String> remaining = new TreeSet<>();
        try {
            TestAwait.upTo(LIMIT, "deletion").pollInterval(POLL).until(() -> {
                clusterApi.requireAlive();
                remaining.clear();
                remaining.addAll(ClusterInventory.of(world.client()));
                remaining.removeAll(inventory);
                return remaining.isEmpty();
            });
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("%d objects remain: %s".formatted(remaining.size(), remaining), e);
        }
        assertThat(standIns.tenants().nodes().list().getItems()).isEmpty();
    }
}
