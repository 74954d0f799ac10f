package dev.butlerlabs.core.upgrade;

import dev.butlerlabs.core.addon.PlatformAddon;
import dev.butlerlabs.core.addon.PlatformAddons;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.helm.DeployedRelease;
import dev.butlerlabs.core.helm.HelmReleaseRepository;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.tree.UntypedTree;
import dev.butlerlabs.core.version.ReleaseVersion;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the versions of a management cluster from its Kubernetes API. */
public final class ClusterVersionReader {
    private static final Pattern TALOS = Pattern.compile("Talos \\((v[0-9.]+[^)]*)\\)");
    private static final String CONTROL_PLANE = "node-role.kubernetes.io/control-plane";

    private final KubernetesClient cluster;

    public ClusterVersionReader(KubernetesClient cluster) {
        this.cluster = cluster;
    }

    public ClusterVersions read() {
        List<Node> nodes = KubeErrorMapper.translating(
                "listing the nodes", () -> cluster.nodes().list().getItems());
        List<NodeVersions> found = new ArrayList<>();
        List<String> others = new ArrayList<>();
        nodes.stream()
                .sorted(Comparator.comparing(node -> node.getMetadata().getName()))
                .forEach(node -> versions(node)
                        .ifPresentOrElse(
                                found::add, () -> others.add(node.getMetadata().getName())));
        if (found.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.NOT_FOUND,
                    "The cluster has no Talos nodes.",
                    "Select the management cluster with --kubeconfig and --context.");
        }
        return new ClusterVersions(server(), found, others, addons(), removedApis(), fullBudgets());
    }

    private ReleaseVersion server() {
        String version = KubeErrorMapper.translating(
                "reading the version of the API server",
                () -> cluster.getKubernetesVersion().getGitVersion());
        return ReleaseVersion.find(version)
                .orElseThrow(() -> new IllegalStateException("unexpected version of the API server: " + version));
    }

    private static Optional<NodeVersions> versions(Node node) {
        return Optional.ofNullable(node.getStatus())
                .flatMap(status -> Optional.ofNullable(status.getNodeInfo()))
                .flatMap(info -> talosVersion(info.getOsImage())
                        .flatMap(talos -> ReleaseVersion.find(info.getKubeletVersion())
                                .map(kubelet -> new NodeVersions(
                                        node.getMetadata().getName(),
                                        node.getMetadata().getLabels().containsKey(CONTROL_PLANE),
                                        isReady(node),
                                        talos,
                                        kubelet))));
    }

    /** Returns the Talos version that a node reports as its operating system; empty if it runs another one. */
    public static Optional<ReleaseVersion> talosVersion(String image) {
        Matcher form = TALOS.matcher(image);
        return form.matches() ? ReleaseVersion.find(form.group(1)) : Optional.empty();
    }

    private static boolean isReady(Node node) {
        return node.getStatus().getConditions().stream()
                .anyMatch(condition -> condition.getType().equals("Ready")
                        && condition.getStatus().equals("True"));
    }

    /** Two addons can have the same release, but then with different charts. */
    private List<AddonVersions> addons() {
        HelmReleaseRepository releases = new HelmReleaseRepository(cluster);
        return PlatformAddons.shipped().all().stream()
                .flatMap((PlatformAddon addon) -> addon.release().flatMap(releases::deployed).stream()
                        .filter(release -> release.chart()
                                .equals(addon.chart().orElseThrow().name()))
                        .map((DeployedRelease release) ->
                                new AddonVersions(addon.name(), release.version(), addon.version())))
                .toList();
    }

    /** The metrics are readable for administrators only. Without them, nothing is known about removed APIs. */
    private List<RemovedApiUse> removedApis() {
        try {
            return Optional.ofNullable(cluster.raw("/metrics"))
                    .map(RemovedApiUse::of)
                    .orElse(List.of());
        } catch (KubernetesClientException _) {
            return List.of();
        }
    }

    private List<String> fullBudgets() {
        return KubeErrorMapper.translating(
                        "listing the PodDisruptionBudgets",
                        () -> cluster.genericKubernetesResources("policy/v1", "PodDisruptionBudget")
                                .inAnyNamespace()
                                .list()
                                .getItems())
                .stream()
                .filter(ClusterVersionReader::isFull)
                .map(budget -> budget.getMetadata().getNamespace() + "/"
                        + budget.getMetadata().getName())
                .sorted()
                .toList();
    }

    private static boolean isFull(GenericKubernetesResource budget) {
        UntypedTree status = UntypedTree.of(budget.get("status"));
        int expected = count(status, "expectedPods");
        return expected > 0 && count(status, "currentHealthy") >= expected && count(status, "disruptionsAllowed") == 0;
    }

    private static int count(UntypedTree status, String field) {
        return status.number(field).map(Number::intValue).orElse(0);
    }
}
