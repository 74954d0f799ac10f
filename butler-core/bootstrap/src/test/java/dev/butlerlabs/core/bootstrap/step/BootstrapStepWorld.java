package dev.butlerlabs.core.bootstrap.step;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.ClusterBootstrapSpec;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Cluster;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigDelivery;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.MachinePool;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Network;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.NodeAddresses;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Talos;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Topology;
import dev.butlerlabs.core.api.ClusterBootstrapSpecBuilder;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestStatus;
import dev.butlerlabs.core.api.MachineRequestStatus.Phase;
import dev.butlerlabs.core.api.MachineRequestStatusBuilder;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.bootstrap.plan.MachineRequestRenderer;
import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan.PlannedMachine;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.provider.ProviderProfile;
import dev.butlerlabs.core.provider.ProviderProfile.Addressing;
import dev.butlerlabs.core.provider.ProviderProfile.Hosting;
import dev.butlerlabs.core.talos.secrets.ClientFilesGenerator;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.secrets.SecretsGenerator;
import dev.butlerlabs.core.talos.yaml.YamlWriter;
import dev.butlerlabs.core.testing.SteppedClock;
import dev.butlerlabs.core.version.VersionContract;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything around one bootstrap step: the engine, the new cluster and the machines, all in memory, with one log of effects and a clock
 * that stands still. Each {@link #context} is that of a new process.
 */
final class BootstrapStepWorld implements CrashPositions.World {
    static final String NAMESPACE = "butler-system";
    static final Duration POLL = Duration.ofSeconds(7);
    static final SecureRandom RANDOM = new SecureRandom();
    private static final SteppedClock STILL = new SteppedClock();
    /** With an elliptic curve key for service accounts, since generating an RSA key takes seconds. */
    static final SecretsBundle SECRETS =
            new SecretsGenerator(RANDOM, STILL).generate(VersionContract.parse("v1.12.1"), shortKey());

    static final String TALOSCONFIG = YamlWriter.write(
            new ClientFilesGenerator(RANDOM, STILL).talosconfig(SECRETS, "demo", List.of(), List.of()));

    final SteppedClock clock = new SteppedClock();
    private final EffectLog effects = new EffectLog();
    final InMemoryKubernetes engine = InMemoryKubernetes.open(clock, effects);
    final InMemoryKubernetes cluster = InMemoryKubernetes.open(clock, effects);
    final FakeTalosNodes talos = new FakeTalosNodes(effects);
    final BootstrapOptions options =
            BootstrapOptions.standard().withPoll(POLL).withClock(clock).withSecrets((generator, contract) -> SECRETS);
    /** Machines answer at no published port unless a test changes it. */
    MachineAccessSelector access = new MachineAccessSelector(50_000, address -> Optional.empty());

    private final ProviderProfile profile;
    private final ClusterBootstrap bootstrap;

    private static String shortKey() {
        try {
            byte[] key = KeyPairGenerator.getInstance("EC")
                    .generateKeyPair()
                    .getPrivate()
                    .getEncoded();
            return "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n"
                    .formatted(Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private BootstrapStepWorld(ClusterBootstrapSpec spec, ProviderProfile profile) {
        this.profile = profile;
        engine.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(NAMESPACE)
                        .endMetadata()
                        .build())
                .create();
        ClusterBootstrap wanted = new ClusterBootstrap();
        wanted.setMetadata(new ObjectMetaBuilder()
                .withName("demo")
                .withNamespace(NAMESPACE)
                .addToLabels(Labels.ENGINE_OF, "demo")
                .addToAnnotations(Annotations.OWNER_ID, "owner-1")
                .build());
        wanted.setSpec(spec);
        bootstrap = engine.client().resource(wanted).create();
    }

    /** Two control planes and a worker behind a virtual address on premises. */
    static BootstrapStepWorld onPremises() {
        return of(spec(Topology.HA, 2, 1, "10.0.0.100", null), Hosting.ON_PREMISES);
    }

    /** One machine on premises. */
    static BootstrapStepWorld singleNode() {
        return of(spec(Topology.SINGLE_NODE, 1, 0, null, null), Hosting.ON_PREMISES);
    }

    /** Two control planes and a worker behind a load balancer in a cloud. */
    static BootstrapStepWorld inCloud() {
        return of(spec(Topology.HA, 2, 1, null, null), Hosting.CLOUD);
    }

    /** On premises, with machine addresses chosen by the operator. */
    static BootstrapStepWorld withAddresses(String start, String end) {
        NodeAddresses addresses = new NodeAddresses(start, end, "10.0.0.0/24", "10.0.0.1", List.of("10.0.0.2"));
        return of(spec(Topology.HA, 2, 1, "10.0.0.100", addresses), Hosting.ON_PREMISES);
    }

    static BootstrapStepWorld of(ClusterBootstrapSpec spec, Hosting hosting) {
        return new BootstrapStepWorld(
                spec,
                new ProviderProfile(
                        "rack",
                        "Rack",
                        hosting,
                        "nocloud",
                        Optional.empty(),
                        "/dev/vda",
                        true,
                        List.of(),
                        40,
                        Addressing.TOLD));
    }

    static ClusterBootstrapSpec spec(
            Topology topology, int controlPlanes, int workers, String vip, NodeAddresses addresses) {
        return ClusterBootstrapSpecBuilder.builder()
                .provider("rack")
                .providerRef(new ObjectReference("demo-provider", null))
                .cluster(new Cluster("demo", topology, pool(controlPlanes), workers == 0 ? null : pool(workers)))
                .network(new Network("10.244.0.0/16", "10.96.0.0/12", vip, null, null, addresses))
                .talos(new Talos("v1.12.1", "", "/dev/vda", List.of(), ConfigDelivery.AUTO))
                .build();
    }

    static ClusterBootstrapSpec withDelivery(ClusterBootstrapSpec spec, ConfigDelivery delivery) {
        return ClusterBootstrapSpecBuilder.builder(spec)
                .talos(new Talos("v1.12.1", "", "/dev/vda", List.of(), delivery))
                .build();
    }

    private static MachinePool pool(int replicas) {
        return new MachinePool(replicas, 4, 8192, 50, List.of(), Map.of());
    }

    KubernetesClient client() {
        return engine.client();
    }

    ClusterBootstrap bootstrap() {
        return bootstrap;
    }

    /** Returns the context of a new process: only what the API stores is known, and the plan. */
    BootstrapReconcileContext context() {
        BootstrapReconcileContext context =
                new BootstrapReconcileContext(client().resource(bootstrap).get(), access);
        context.profile(profile);
        return context;
    }

    /** Returns a context as after the step that generates the secrets. */
    BootstrapReconcileContext contextWithSecrets() {
        BootstrapReconcileContext context = context();
        context.talos(new BootstrapReconcileContext.TalosAccess(SECRETS, TALOSCONFIG));
        return context;
    }

    /** Returns a context as after the step that waits for machines and the one that determines the endpoint. */
    BootstrapReconcileContext contextWithMachines() {
        BootstrapReconcileContext context = contextWithSecrets();
        context.machines(client().resources(MachineRequest.class)
                .inNamespace(NAMESPACE)
                .list()
                .getItems());
        context.endpoint("10.0.0.100");
        return context;
    }

    /** Creates the MachineRequests of the plan as running machines: the first at 10.0.0.10, the next at 10.0.0.11. */
    BootstrapStepWorld withRunningMachines() {
        List<PlannedMachine> machines = context().plan().machines();
        for (int i = 0; i < machines.size(); i++) {
            request(machines.get(i), "10.0.0.%d".formatted(10 + i));
        }
        return this;
    }

    private void request(PlannedMachine machine, String address) {
        create(MachineRequestRenderer.of(bootstrap, context().plan(), machine, Optional.empty()));
        status(machine.name(), running(address));
    }

    static MachineRequestStatus running(String address) {
        return MachineRequestStatusBuilder.builder()
                .phase(Phase.RUNNING)
                .providerID("vm-" + address)
                .ipAddress(address)
                .ipAddresses(List.of(address))
                .build();
    }

    void status(String machine, MachineRequestStatus status) {
        MachineRequest request = client().resources(MachineRequest.class)
                .inNamespace(NAMESPACE)
                .withName(machine)
                .get();
        request.setStatus(status);
        status(request);
    }

    <R extends CustomResource<?, ?>> void status(R resource) {
        client().resource(resource).updateStatus();
    }

    <T extends HasMetadata> T create(T object) {
        return client().resource(object).create();
    }

    <T extends HasMetadata> Optional<T> find(Class<T> type, String name) {
        return Optional.ofNullable(
                client().resources(type).inNamespace(NAMESPACE).withName(name).get());
    }

    @Override
    public EffectLog effects() {
        return effects;
    }

    @Override
    public Map<String, ?> state() {
        Map<String, Object> state = new HashMap<>(talos.state());
        engine.objects(BootstrapStepWorld::redacted).forEach((key, object) -> state.put("engine " + key, object));
        cluster.objects(BootstrapStepWorld::redacted).forEach((key, object) -> state.put("cluster " + key, object));
        return state;
    }

    /** Keys and certificates are random; only the names of the entries are compared. */
    private static JsonNode redacted(JsonNode object) {
        if (object.path("kind").asText().equals("Secret") && object.path("data") instanceof ObjectNode data) {
            data.fieldNames().forEachRemaining(name -> data.put(name, "redacted"));
        }
        return object;
    }

    @Override
    public void close() {
        engine.close();
        cluster.close();
    }
}
