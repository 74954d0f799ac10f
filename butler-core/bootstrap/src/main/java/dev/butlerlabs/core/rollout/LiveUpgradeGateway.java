package dev.butlerlabs.core.rollout;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.node.DrainOptions;
import dev.butlerlabs.core.node.NodeCordonClient;
import dev.butlerlabs.core.node.NodeDrainer;
import dev.butlerlabs.core.retry.Sleeper;
import dev.butlerlabs.core.status.KubernetesNodeReader;
import dev.butlerlabs.core.talos.client.ApplyMode;
import dev.butlerlabs.core.talos.client.EventQuery;
import dev.butlerlabs.core.talos.client.NodeAddress;
import dev.butlerlabs.core.talos.client.NodeEvent;
import dev.butlerlabs.core.talos.client.RebootMode;
import dev.butlerlabs.core.talos.client.TalosClient;
import dev.butlerlabs.core.talos.client.TalosMachineAccess;
import dev.butlerlabs.core.talos.config.KubernetesComponent;
import dev.butlerlabs.core.talos.config.KubernetesImageEditor;
import dev.butlerlabs.core.version.ReleaseVersion;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads and changes a management cluster through its Kubernetes API and the Talos API of its machines. */
public final class LiveUpgradeGateway implements UpgradeGateway {
    /** As Talos drains: the pods of a node that restarts cannot stay. */
    private static final DrainOptions DRAIN = new DrainOptions(true, true, Duration.ofMinutes(5));

    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

    private static final int PAST_EVENTS = 50;
    private static final Duration EVENTS_LIMIT = Duration.ofSeconds(1);

    private final KubernetesClient client;
    private final TalosMachineAccess machines;
    private final UpgradeObserver observer;
    private final PlatformUpgrade platform;
    private final Consumer<String> messages;
    private final NodeCordonClient cordons;
    private final Clock clock;

    /**
     * Creates a gateway.
     *
     * @param messages receives what the installer of a machine prints, and the pods that a node waits for before it restarts
     */
    public LiveUpgradeGateway(
            KubernetesClient client, TalosMachineAccess machines, PlatformUpgrade platform, Consumer<String> messages) {
        this.client = client;
        this.machines = machines;
        this.observer = new UpgradeObserver(client, machines);
        this.platform = platform;
        this.messages = messages;
        this.cordons = new NodeCordonClient(client);
        this.clock = machines.clock();
    }

    @Override
    public UpgradeObservation observe() {
        return observer.observe();
    }

    @Override
    public void recordAttempt(String node, UpgradeAttempt attempt) {
        annotate(node, attempt.text());
    }

    @Override
    public void clearAttempt(String node) {
        if (NodeCordonClient.isCordonedByOperation(cordons.require(node))) {
            cordons.uncordon(node);
        }
        annotate(node, null);
    }

    private void annotate(String node, String value) {
        Map<String, Object> annotations = new HashMap<>();
        annotations.put(Annotations.TALOS_UPGRADE, value);
        String patch =
                client.getKubernetesSerialization().asJson(Map.of("metadata", Map.of("annotations", annotations)));
        KubeErrorMapper.translating(
                "recording the upgrade of node " + node,
                () -> client.nodes().withName(node).patch(MERGE, patch));
    }

    @Override
    public void upgradeTalos(String node, String installer) {
        try (TalosClient machine = connect(node)) {
            if (machine.version().upgradesInSteps()) {
                machine.upgrades().install(machine.upgrades().pull(installer), messages);
                drain(node);
                machine.reboot(RebootMode.DEFAULT);
            } else {
                machine.upgrades().whole(installer);
            }
        }
    }

    @Override
    public Optional<String> upgradeFailure(String node) {
        List<String> failures = new ArrayList<>();
        try (TalosClient machine = connect(node)) {
            if (!machine.version().upgradesInSteps()) {
                machine.events(new EventQuery(PAST_EVENTS, "", ""), EVENTS_LIMIT, event -> {
                    failure(event).ifPresent(failures::add);
                    return failures.isEmpty();
                });
            }
        } catch (ButlerException _) {
            // The machine restarts, or all events were read: the stream ends only with its time limit.
            return failures.stream().findFirst();
        }
        return failures.stream().findFirst();
    }

    private static Optional<String> failure(NodeEvent event) {
        return event.what() instanceof NodeEvent.Happening.Sequence(String name, String _, String error)
                        && name.equals("upgrade")
                        && !error.isBlank()
                ? Optional.of(error.strip().replaceFirst("\\.$", ""))
                : Optional.empty();
    }

    /** Older versions of Talos drain the node themselves. */
    private void drain(String node) {
        cordons.cordonFor(node, "upgrade");
        new NodeDrainer(client, clock, Sleeper.SYSTEM).drain(node, DRAIN, messages);
    }

    @Override
    public void rollBack(String node) {
        try (TalosClient machine = connect(node)) {
            machine.rollback();
        }
    }

    @Override
    public void setComponent(String node, KubernetesComponent component, ReleaseVersion version) {
        try (TalosClient machine = connect(node)) {
            String configuration = machine.resources().configuration();
            machine.apply(KubernetesImageEditor.with(configuration, component, version), ApplyMode.NO_REBOOT, false);
        }
    }

    @Override
    public void pullImages(ReleaseVersion version) {
        for (Node node : nodes()) {
            try (TalosClient machine = machines.connect(requireAddress(node))) {
                pullImages(node.getMetadata().getName(), machine, version);
            }
        }
    }

    private void pullImages(String node, TalosClient machine, ReleaseVersion version) {
        String configuration = machine.resources().configuration();
        for (KubernetesComponent component : KubernetesComponent.values()) {
            if (component != KubernetesComponent.PROXY) {
                KubernetesImageEditor.image(configuration, component, version).ifPresent(image -> {
                    messages.accept("%s: pulling %s".formatted(node, image));
                    machine.upgrades().pull(component, image);
                });
            }
        }
    }

    @Override
    public Optional<String> updateManifests() {
        Node controlPlane = nodes().stream()
                .filter(node -> KubernetesNodeReader.of(node).isControlPlane())
                .findFirst()
                .orElseThrow(() -> new ButlerException(ErrorCode.NOT_FOUND, "The cluster has no control plane node."));
        try (TalosClient machine = machines.connect(requireAddress(controlPlane))) {
            return new BootstrapManifestApplier(client)
                    .apply(machine.resources().manifests());
        }
    }

    private List<Node> nodes() {
        return KubeErrorMapper.translating(
                "listing the nodes", () -> client.nodes().list().getItems());
    }

    private static NodeAddress requireAddress(Node node) {
        return UpgradeObserver.address(node)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_FOUND,
                        "Node %s has no address.".formatted(node.getMetadata().getName())));
    }

    private TalosClient connect(String node) {
        NodeAddress address = KubeErrorMapper.translating(
                        "reading node " + node,
                        () -> Optional.ofNullable(client.nodes().withName(node).get()))
                .flatMap(UpgradeObserver::address)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_FOUND, "Node %s does not exist or has no address.".formatted(node)));
        return machines.connect(address);
    }

    @Override
    public void recordVersions(ReleaseVersion talos, ReleaseVersion kubernetes) {
        ManagementBootstrapReader.find(client)
                .filter(bootstrap -> !isRecorded(bootstrap, talos, kubernetes))
                .ifPresent(bootstrap -> record(bootstrap, talos, kubernetes));
    }

    private static boolean isRecorded(ClusterBootstrap bootstrap, ReleaseVersion talos, ReleaseVersion kubernetes) {
        return talos.toString().equals(bootstrap.getSpec().talos().version())
                && ManagementBootstrapReader.recordedKubernetes(bootstrap)
                        .filter(kubernetes.toString()::equals)
                        .isPresent();
    }

    private void record(ClusterBootstrap bootstrap, ReleaseVersion talos, ReleaseVersion kubernetes) {
        String patch = client.getKubernetesSerialization()
                .asJson(Map.of(
                        "metadata",
                        Map.of("annotations", Map.of(Annotations.KUBERNETES_VERSION, kubernetes.toString())),
                        "spec",
                        Map.of("talos", Map.of("version", talos.toString()))));
        KubeErrorMapper.translating(
                "recording the versions of the cluster",
                () -> client.resources(ClusterBootstrap.class)
                        .inNamespace(bootstrap.getMetadata().getNamespace())
                        .withName(bootstrap.getMetadata().getName())
                        .patch(MERGE, patch));
    }

    @Override
    public PlatformProgress upgradePlatform() {
        return platform.advance();
    }
}
