package dev.butlerlabs.sim.harvester;

import dev.butlerlabs.core.embedded.identity.ServerIdentity;
import dev.butlerlabs.core.tree.UntypedTree;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.http.FaultyServer;
import dev.butlerlabs.sim.infrastructure.SimulatedImage;
import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine.Power;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A simulated Harvester cluster on loopback. Its machines are in the namespace {@code default}. */
public final class HarvesterSimulator implements SimulatedInfrastructure {
    static final String PROVIDER = "harvester";
    private static final String NAMESPACE = "default";

    private final SimulationOptions options;
    private final HarvesterBackend cluster;
    private final KubeVirtController kubevirt;
    private final ImageImportController images;
    private final BackendForwarder upstream;
    private final ServerIdentity identity;
    private final FaultyServer server;

    private HarvesterSimulator(SimulationOptions options, HarvesterBackend cluster) {
        this.options = options;
        this.cluster = cluster;
        this.kubevirt = new KubeVirtController(cluster, options);
        this.images = new ImageImportController(cluster);
        this.upstream = BackendForwarder.of(cluster.kubeconfig());
        this.identity = ServerIdentity.in(Optional.empty(), Instant.now());
        CapacityAdmission admission = new CapacityAdmission(
                options.capacity(),
                key -> cluster.find(WatchedResourceType.MACHINE, key).isPresent());
        HarvesterApiFrontend door = new HarvesterApiFrontend(
                identity, upstream, kubevirt, admission, new ImageAdmission(cluster), options.faults());
        this.server = FaultyServer.start(options.port(), Optional.of(identity.tls()), door, options.faults());
        this.kubevirt.start();
        this.images.start();
    }

    public static HarvesterSimulator start(SimulationOptions options) {
        HarvesterBackend cluster = HarvesterBackend.start();
        try {
            return new HarvesterSimulator(options, cluster);
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    @Override
    public String provider() {
        return PROVIDER;
    }

    @Override
    public Map<String, Object> settings() {
        return Map.of(
                "endpoint",
                server.address().toString(),
                "namespace",
                NAMESPACE,
                "networkName",
                "default/machines",
                "imageName",
                "default/talos");
    }

    @Override
    public Map<String, String> credentials() {
        return Map.of("kubeconfig", identity.kubeconfig(server.address().toString()));
    }

    @Override
    public List<SimulatedMachine> machines() {
        return cluster.list(WatchedResourceType.MACHINE, NAMESPACE).stream()
                .map(MachineView::new)
                .map(this::machine)
                .toList();
    }

    private SimulatedMachine machine(MachineView view) {
        Optional<GenericKubernetesResource> instance = cluster.find(WatchedResourceType.INSTANCE, view.key());
        Optional<String> address = instance.stream()
                .flatMap(present ->
                        UntypedTree.of(present.getAdditionalProperties()).items("status.interfaces").stream())
                .flatMap(card -> card.text("ipAddress").stream())
                .findFirst();
        return new SimulatedMachine(
                view.uid(),
                view.key().name(),
                power(view, instance),
                Optional.ofNullable(view.object().getMetadata().getLabels()).orElse(Map.of()),
                address);
    }

    private static Power power(MachineView view, Optional<GenericKubernetesResource> instance) {
        if (view.isLeaving()) {
            return Power.LEAVING;
        }
        if (!view.shallRun()) {
            return Power.OFF;
        }
        boolean running = instance.flatMap(present ->
                        UntypedTree.of(present.getAdditionalProperties()).text("status.phase"))
                .filter("Running"::equals)
                .isPresent();
        return running ? Power.ON : Power.BOOTING;
    }

    @Override
    public List<String> leftovers() {
        List<String> leftovers = new ArrayList<>();
        for (WatchedResourceType kind : List.of(WatchedResourceType.VOLUME, WatchedResourceType.SECRET)) {
            cluster.list(kind, NAMESPACE).forEach(object -> leftovers.add(kind.kind() + " " + ResourceKey.of(object)));
        }
        return leftovers;
    }

    /** Excludes the images that every simulated cluster has. */
    @Override
    public List<SimulatedImage> images() {
        return cluster.list(WatchedResourceType.IMAGE, NAMESPACE).stream()
                .filter(image -> ImageImportController.fields(image)
                        .text("spec.sourceType")
                        .equals(Optional.of("download")))
                .map(this::image)
                .toList();
    }

    private SimulatedImage image(GenericKubernetesResource image) {
        boolean isReady = ImageImportController.fields(image).items("status.conditions").stream()
                .anyMatch(condition -> condition.anyText("type").equals("Imported")
                        && condition.anyText("status").equals("True"));
        return new SimulatedImage(
                image.getMetadata().getUid(),
                image.getMetadata().getName(),
                isReady,
                images.digest(image.getMetadata().getUid()));
    }

    @Override
    public void vanishImage(String name) {
        cluster.delete(WatchedResourceType.IMAGE, new ResourceKey(NAMESPACE, name));
    }

    @Override
    public void plantForeign(String name) {
        GenericKubernetesResource machine = new GenericKubernetesResource();
        machine.setApiVersion(WatchedResourceType.MACHINE.apiVersion());
        machine.setKind(WatchedResourceType.MACHINE.kind());
        machine.setMetadata(
                new ObjectMetaBuilder().withNamespace(NAMESPACE).withName(name).build());
        Map<String, Object> volume = Map.of("name", "system", "containerDisk", Map.of("image", "example/system:1"));
        machine.setAdditionalProperty(
                "spec",
                Map.of(
                        "runStrategy",
                        "Always",
                        "template",
                        Map.of("spec", Map.of("domain", Map.of("devices", Map.of()), "volumes", List.of(volume)))));
        cluster.create(WatchedResourceType.MACHINE, machine);
    }

    @Override
    public void vanish(String name) {
        kubevirt.vanish(new ResourceKey(NAMESPACE, name));
    }

    @Override
    public void stop(String name) {
        kubevirt.halt(new ResourceKey(NAMESPACE, name));
    }

    @Override
    public FaultPlan faults() {
        return options.faults();
    }

    @Override
    public long requests() {
        return server.requests();
    }

    @Override
    public void close() {
        server.close();
        upstream.close();
        kubevirt.close();
        images.close();
        cluster.close();
    }
}
