package dev.butlerlabs.core.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestStatus.Phase;
import dev.butlerlabs.core.api.MachineRequestStatusBuilder;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.bootstrap.plan.MachineRequestRenderer;
import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan;
import dev.butlerlabs.core.bootstrap.step.JoinedMachines;
import dev.butlerlabs.core.bootstrap.step.MachineRoute;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.operation.OperationLoop;
import dev.butlerlabs.core.operation.OperationTimeouts;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.status.TalosObservation;
import dev.butlerlabs.core.talos.client.EtcdMember;
import dev.butlerlabs.core.talos.client.MachineStage;
import dev.butlerlabs.core.talos.client.MachineStatus;
import dev.butlerlabs.core.testing.SteppedClock;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A management cluster in memory with its machines and controllers. The controllers act whenever an operation pauses. Each {@link #tools} is
 * that of a new process.
 */
final class NodeWorld implements CrashPositions.World, NodeMachines {
    static final String NAMESPACE = "butler-system";
    static final DrainOptions DRAIN = new DrainOptions(false, false, Duration.ofMinutes(5));
    private static final ProviderRegistry PROVIDERS = ProviderRegistry.load();

    final SteppedClock clock = new SteppedClock();
    private final EffectLog effects = new EffectLog();
    final InMemoryKubernetes api = InMemoryKubernetes.open(clock, effects);
    private final JoinedMachines talos = new JoinedMachines(effects);
    /** Members of etcd by name. */
    final Map<String, EtcdMember> etcd = new TreeMap<>();
    /** Machines that do not answer. */
    final Set<String> down = new TreeSet<>();
    /** What happened, in its order. */
    final List<String> story = new ArrayList<>();

    private int addresses = 10;
    private long members = 1;

    NodeWorld(int controlPlanes, int workers) {
        this(controlPlanes, workers, "ha", "10.0.0.100");
    }

    NodeWorld(int controlPlanes, int workers, String topology, String endpoint) {
        create(controlPlanes, workers, topology, endpoint);
        ClusterBootstrap bootstrap = bootstrap();
        ManagementClusterPlan plan =
                ManagementClusterPlan.of(bootstrap, PROVIDERS.require("nutanix").profile());
        plan.machines()
                .forEach(machine -> client().resource(
                                MachineRequestRenderer.of(bootstrap, plan, machine, Optional.empty()))
                        .create());
        tick();
        story.clear();
    }

    private void create(int controlPlanes, int workers, String topology, String endpoint) {
        client().resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(NAMESPACE)
                        .endMetadata()
                        .build())
                .create();
        client().resource(client().getKubernetesSerialization().unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: ProviderConfig
                        metadata: {name: rack, namespace: butler-system}
                        spec:
                          provider: nutanix
                          credentialsRef: {name: rack}
                        """, ProviderConfig.class))
                .create();
        client().resource(client().getKubernetesSerialization()
                        .unmarshal(
                                """
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: ClusterBootstrap
                        metadata: {name: demo, namespace: butler-system, annotations: {butler.butlerlabs.dev/owner-id: owner-1}}
                        spec:
                          provider: nutanix
                          providerRef: {name: rack}
                          cluster:
                            name: demo
                            topology: %s
                            controlPlane: {replicas: %d, cpu: 4, memoryMB: 8192, diskGB: 50}
                            workers: {replicas: %d, cpu: 4, memoryMB: 8192, diskGB: 50}
                          network: {podCIDR: 10.244.0.0/16, serviceCIDR: 10.96.0.0/12, vip: 10.0.0.100}
                          talos: {version: v1.14.1, schematic: "%s"}
                        """.formatted(topology, controlPlanes, workers, "3".repeat(64)),
                                ClusterBootstrap.class))
                .create();
        secret(
                "demo-talos-secrets",
                Map.of("secrets.yaml", JoinedMachines.secrets(), "talosconfig", JoinedMachines.talosconfig()));
        secret("demo-kubeconfig", Map.of("kubeconfig", """
                        apiVersion: v1
                        kind: Config
                        current-context: demo
                        contexts: [{name: demo, context: {cluster: demo, user: demo}}]
                        clusters: [{name: demo, cluster: {server: "https://%s:6443"}}]
                        users: [{name: demo, user: {token: none}}]
                        """.formatted(endpoint)));
    }

    private void secret(String name, Map<String, String> values) {
        client().resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace(NAMESPACE)
                        .withName(name)
                        .endMetadata()
                        .withStringData(values)
                        .build())
                .create();
    }

    KubernetesClient client() {
        return api.client();
    }

    ClusterBootstrap bootstrap() {
        return new ClusterMachineRepository(client()).bootstrap();
    }

    List<MachineRequest> requests() {
        return new ClusterMachineRepository(client()).machines(bootstrap());
    }

    List<String> nodeNames() {
        return client().nodes().list().getItems().stream()
                .map(node -> node.getMetadata().getName())
                .sorted()
                .toList();
    }

    NodeOperationTools tools() {
        ProgressReporter progress = new ProgressReporter(event -> {}, clock);
        return new NodeOperationTools(
                client(),
                new ClusterMachineRepository(client()),
                this,
                talos.steps(client(), PROVIDERS, clock),
                new OperationLoop(
                        progress,
                        clock,
                        this::pause,
                        new OperationTimeouts(Duration.ofSeconds(2), Duration.ofMinutes(10), Duration.ZERO),
                        () -> {}),
                progress);
    }

    NodeAddition addition() {
        return new NodeAddition(tools());
    }

    NodeRemoval removal() {
        return new NodeRemoval(tools(), new NodeDrainer(client(), clock, this::pause), DRAIN);
    }

    private void pause(Duration duration) {
        clock.pass(duration.toSeconds());
        tick();
    }

    /** Lets the controllers and the machines act once. */
    private void tick() {
        for (MachineRequest request : requests()) {
            if (request.isMarkedForDeletion()) {
                story.add("deleted " + request.getMetadata().getName());
                down.remove(request.getMetadata().getName());
                request.getMetadata().setFinalizers(List.of());
                client().resource(request).update();
            } else if (request.getStatus() == null) {
                start(request);
            } else {
                join(request);
            }
        }
        talos.etcd(
                requests().stream()
                        .flatMap(request -> MachineRoute.of(request).stream())
                        .map(MachineRoute::address)
                        .toList(),
                List.copyOf(etcd.values()));
    }

    private void start(MachineRequest request) {
        String name = request.getMetadata().getName();
        story.add("started " + name);
        request.getMetadata().setFinalizers(List.of("butler.butlerlabs.dev/test"));
        MachineRequest kept = client().resource(request).update();
        String address = "10.0.0." + addresses++;
        kept.setStatus(MachineRequestStatusBuilder.builder()
                .phase(Phase.RUNNING)
                .providerID("vm-" + name)
                .ipAddress(address)
                .ipAddresses(List.of(address))
                .build());
        join(client().resource(kept).updateStatus());
    }

    private void join(MachineRequest request) {
        String name = request.getMetadata().getName();
        talos.run(MachineRoute.of(request).orElseThrow().address(), name);
        if (request.getSpec().role() == MachineRole.CONTROL_PLANE && !etcd.containsKey(name) && isNew(name)) {
            etcd.put(name, new EtcdMember(members++, name, List.of(), List.of(), false));
            story.add("voter " + name);
        }
        if (isNew(name)) {
            Node node = client().resource(node(request)).create();
            client().resource(node).subresource("status").update();
        }
    }

    private boolean isNew(String name) {
        return client().nodes().withName(name).get() == null;
    }

    private static Node node(MachineRequest request) {
        NodeBuilder node = new NodeBuilder()
                .withNewMetadata()
                .withName(request.getMetadata().getName())
                .endMetadata()
                .withNewStatus()
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .endCondition()
                .withNewNodeInfo()
                .withOsImage("Talos (v1.14.1)")
                .withKubeletVersion("v1.37.2")
                .endNodeInfo()
                .endStatus();
        if (request.getSpec().role() == MachineRole.CONTROL_PLANE) {
            node.editMetadata()
                    .addToLabels("node-role.kubernetes.io/control-plane", "")
                    .endMetadata();
        }
        return node.build();
    }

    @Override
    public Map<String, MachineState> observe(Collection<MachineRequest> machines) {
        effects.requireAlive();
        Map<String, MachineState> states = new TreeMap<>();
        for (MachineRequest machine : machines) {
            String name = machine.getMetadata().getName();
            states.put(
                    name,
                    down.contains(name)
                            ? new MachineState.Unreachable("no route to host")
                            : new MachineState.Reachable(
                                    new TalosObservation.Machine(
                                            name,
                                            "v1.14.1",
                                            new MachineStatus(MachineStage.RUNNING, true, List.of()),
                                            List.of()),
                                    etcd.containsKey(name) ? List.copyOf(etcd.values()) : List.of()));
        }
        return states;
    }

    @Override
    public void removeEtcdMember(MachineRequest via, EtcdMember member) {
        assertThat(down).doesNotContain(via.getMetadata().getName());
        etcd.remove(member.hostname());
        story.add("removed member " + member.hostname());
        long healthy =
                etcd.keySet().stream().filter(name -> !down.contains(name)).count();
        assertThat(healthy).as("healthy members").isGreaterThan(etcd.size() / 2);
        effects.add("remove member " + member.hostname());
    }

    @Override
    public String bootId(MachineRequest machine) {
        return "boot";
    }

    @Override
    public void reboot(MachineRequest machine) {
        throw new UnsupportedOperationException("reboot");
    }

    @Override
    public EffectLog effects() {
        return effects;
    }

    /** Addresses, member ids and keys differ between two runs, and are not compared. */
    @Override
    public Map<String, ?> state() {
        Map<String, Object> state = new HashMap<>();
        api.objects(NodeWorld::redacted).forEach(state::put);
        state.put("etcd", Set.copyOf(etcd.keySet()));
        return state;
    }

    private static JsonNode redacted(JsonNode object) {
        if (object.path("kind").asText().equals("Secret") && object.path("data") instanceof ObjectNode data) {
            data.fieldNames().forEachRemaining(name -> data.put(name, "redacted"));
        }
        Stream.of("ipAddress", "ipAddresses").forEach(field -> {
            if (object.path("status") instanceof ObjectNode status) {
                status.remove(field);
            }
        });
        return object;
    }

    @Override
    public void close() {
        api.close();
    }
}
