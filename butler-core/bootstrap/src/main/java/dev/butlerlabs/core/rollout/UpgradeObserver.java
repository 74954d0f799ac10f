package dev.butlerlabs.core.rollout;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.status.KubernetesNodeReader;
import dev.butlerlabs.core.status.NodeObservation;
import dev.butlerlabs.core.status.ParallelReader;
import dev.butlerlabs.core.status.SourceResult;
import dev.butlerlabs.core.talos.client.EtcdMember;
import dev.butlerlabs.core.talos.client.EtcdMemberStatus;
import dev.butlerlabs.core.talos.client.NodeAddress;
import dev.butlerlabs.core.talos.client.StaticPodConfig;
import dev.butlerlabs.core.talos.client.TalosClient;
import dev.butlerlabs.core.talos.client.TalosMachineAccess;
import dev.butlerlabs.core.talos.client.TalosNodeVersion;
import dev.butlerlabs.core.talos.config.InstallerReader;
import dev.butlerlabs.core.talos.config.KubernetesComponent;
import dev.butlerlabs.core.talos.config.KubernetesImageEditor;
import dev.butlerlabs.core.version.ReleaseVersion;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Reads the state of a cluster during an upgrade. All machines are read at the same time. */
final class UpgradeObserver {
    private static final Duration LIMIT = Duration.ofSeconds(15);
    private static final String SYSTEM_PODS = "kube-system";
    private static final SourceResult<TalosAnswer> WITHOUT_ADDRESS =
            new SourceResult.Unknown<>(ErrorCode.NOT_FOUND, "the node has no address");

    private final KubernetesClient client;
    private final TalosMachineAccess machines;

    UpgradeObserver(KubernetesClient client, TalosMachineAccess machines) {
        this.client = client;
        this.machines = machines;
    }

    UpgradeObservation observe() {
        List<Node> nodes = KubeErrorMapper.translating(
                "listing the nodes", () -> client.nodes().list().getItems());
        List<Pod> pods = KubeErrorMapper.translating(
                "listing the static pods",
                () -> client.pods()
                        .inNamespace(SYSTEM_PODS)
                        .withLabel("tier", "control-plane")
                        .list()
                        .getItems());
        Map<String, Callable<TalosAnswer>> sources = new LinkedHashMap<>();
        nodes.forEach(node -> address(node)
                .ifPresent(address -> sources.put(node.getMetadata().getName(), () -> read(node, address))));
        Map<String, SourceResult<TalosAnswer>> answers = new ParallelReader(LIMIT).read(sources, _ -> {});
        List<UpgradeNode> observed = new ArrayList<>();
        Map<String, TalosAnswer> known = new LinkedHashMap<>();
        for (Node node : nodes) {
            String name = node.getMetadata().getName();
            SourceResult<TalosAnswer> answer = answers.getOrDefault(name, WITHOUT_ADDRESS);
            answer.value().ifPresent(found -> known.put(name, found));
            observed.add(node(node, pods, answer));
        }
        return new UpgradeObservation(observed, EtcdReadiness.problem(observed, known));
    }

    /**
     * What a machine reports.
     *
     * @param podConfigs the versions of the configurations of its static pods
     * @param etcd empty on workers and if its etcd does not respond
     */
    record TalosAnswer(
            UpgradeNode.Machine machine, Map<KubernetesComponent, String> podConfigs, Optional<EtcdAnswer> etcd) {
        TalosAnswer {
            podConfigs = Map.copyOf(podConfigs);
        }
    }

    /** The members that a machine lists, and the state of its own. */
    record EtcdAnswer(List<EtcdMember> members, EtcdMemberStatus own) {}

    private TalosAnswer read(Node node, NodeAddress address) {
        try (TalosClient talos = machines.connect(address)) {
            TalosNodeVersion version = talos.version();
            String configuration = talos.resources().configuration();
            UpgradeNode.Machine machine = new UpgradeNode.Machine(
                    ReleaseVersion.find(version.tag()).orElseThrow(),
                    talos.status(),
                    talos.bootId(),
                    KubernetesImageEditor.versions(configuration),
                    InstallerReader.image(configuration),
                    talos.resources().schematic(),
                    version.platform());
            return isControlPlane(node)
                    ? new TalosAnswer(machine, podConfigs(talos), etcd(talos))
                    : new TalosAnswer(machine, Map.of(), Optional.empty());
        }
    }

    private static Map<KubernetesComponent, String> podConfigs(TalosClient talos) {
        Map<KubernetesComponent, String> versions = new EnumMap<>(KubernetesComponent.class);
        for (KubernetesComponent component : KubernetesComponent.values()) {
            if (component.isStaticPod()) {
                versions.put(component, talos.resources().staticPod(component).version());
            }
        }
        return versions;
    }

    private static Optional<EtcdAnswer> etcd(TalosClient talos) {
        try {
            return Optional.of(
                    new EtcdAnswer(talos.etcd().members(), talos.etcd().status()));
        } catch (ButlerException _) {
            return Optional.empty();
        }
    }

    static Optional<NodeAddress> address(Node node) {
        return KubernetesNodeReader.of(node).address().map(host -> new NodeAddress(host, NodeAddress.DEFAULT_PORT));
    }

    private static boolean isControlPlane(Node node) {
        return KubernetesNodeReader.of(node).isControlPlane();
    }

    private static UpgradeNode node(Node node, List<Pod> pods, SourceResult<TalosAnswer> answer) {
        NodeObservation seen = KubernetesNodeReader.of(node);
        return new UpgradeNode(
                seen.name(),
                seen.isControlPlane(),
                seen.notReady(),
                seen.kubernetes().orElse(new ReleaseVersion(0, 0, 0)),
                staticPods(
                        seen.name(),
                        pods,
                        answer.value().map(TalosAnswer::podConfigs).orElse(Map.of())),
                Optional.ofNullable(node.getMetadata().getAnnotations())
                        .map(annotations -> annotations.get(Annotations.TALOS_UPGRADE))
                        .flatMap(UpgradeAttempt::parse),
                answer.map(TalosAnswer::machine));
    }

    /** A pod of an earlier configuration can have the same image, so it counts as not ready. */
    private static Map<KubernetesComponent, UpgradeNode.Pod> staticPods(
            String node, List<Pod> pods, Map<KubernetesComponent, String> configs) {
        Map<KubernetesComponent, UpgradeNode.Pod> found = new EnumMap<>(KubernetesComponent.class);
        for (KubernetesComponent component : KubernetesComponent.values()) {
            pods.stream()
                    .filter(pod -> pod.getMetadata().getName().equals(component.program() + "-" + node))
                    .findFirst()
                    .flatMap(pod -> version(pod, component, Optional.ofNullable(configs.get(component))))
                    .ifPresent(pod -> found.put(component, pod));
        }
        return found;
    }

    private static Optional<UpgradeNode.Pod> version(Pod pod, KubernetesComponent component, Optional<String> config) {
        return pod.getSpec().getContainers().stream()
                .filter(container -> container.getName().equals(component.program()))
                .map(Container::getImage)
                .flatMap(image -> ReleaseVersion.find(image.substring(image.lastIndexOf(':') + 1)).stream())
                .findFirst()
                .map(version -> new UpgradeNode.Pod(version, isReady(pod) && isOf(pod, config)));
    }

    private static boolean isOf(Pod pod, Optional<String> config) {
        Map<String, String> annotations =
                Optional.ofNullable(pod.getMetadata().getAnnotations()).orElse(Map.of());
        return config.isEmpty() || config.get().equals(annotations.get(StaticPodConfig.VERSION_ANNOTATION));
    }

    private static boolean isReady(Pod pod) {
        return pod.getStatus() != null
                && pod.getStatus().getConditions().stream()
                        .anyMatch(condition ->
                                "Ready".equals(condition.getType()) && "True".equals(condition.getStatus()));
    }
}
