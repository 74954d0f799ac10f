package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The state of a cluster as controllers see it. Their own writes appear with a delay. */
final class ClusterView {
    private final KubernetesClient client;
    private final InformerCaches caches;
    private final WriteBatch writes;
    private final ConditionDurationTracker waits;
    private final TemplateRevisionCache revisions = new TemplateRevisionCache();
    private final ClusterDelays delays;
    private final Map<CachedResources<?>, List<?>> seen = new HashMap<>();
    private Map<String, List<Pod>> podsByOwner = Map.of();
    private volatile List<ClusterMember> members = List.of();

    ClusterView(
            KubernetesClient client,
            InformerCaches caches,
            WriteBatch writes,
            ConditionDurationTracker waits,
            ClusterDelays delays) {
        this.client = client;
        this.caches = caches;
        this.writes = writes;
        this.waits = waits;
        this.delays = delays;
    }

    KubernetesClient client() {
        return client;
    }

    WriteBatch writes() {
        return writes;
    }

    TemplateRevisionCache revisions() {
        return revisions;
    }

    ClusterDelays delays() {
        return delays;
    }

    void members(List<ClusterMember> changed) {
        members = List.copyOf(changed);
    }

    List<ClusterMember> members() {
        return members;
    }

    /** Returns the machine of a node; empty if it is gone. */
    Optional<ClusterMember> member(String node) {
        return members.stream().filter(member -> member.name().equals(node)).findFirst();
    }

    boolean isUp(String node) {
        return member(node).filter(ClusterMember::up).isPresent();
    }

    /** Starts a round: reads within one round see the same state. */
    void beginLook() {
        seen.clear();
        podsByOwner = Map.of();
    }

    @SuppressWarnings("unchecked") // Each resource type is stored with the list of its own objects.
    private <T extends HasMetadata> List<T> seen(CachedResources<T> kind) {
        return (List<T>) seen.computeIfAbsent(kind, CachedResources::all);
    }

    List<Namespace> namespaces() {
        return seen(caches.namespaces());
    }

    List<ServiceAccount> serviceAccounts() {
        return seen(caches.serviceAccounts());
    }

    /** Returns the nodes that a kubelet has registered. */
    List<Node> nodes() {
        return seen(caches.nodes()).stream()
                .filter(node -> node.getSpec() != null && node.getMetadata().getLabels() != null)
                .toList();
    }

    Optional<Node> node(String name) {
        return nodes().stream()
                .filter(node -> node.getMetadata().getName().equals(name))
                .findFirst();
    }

    List<Pod> pods() {
        return seen(caches.pods());
    }

    /** Returns the pods controlled by an object. */
    List<Pod> pods(HasMetadata owner) {
        if (podsByOwner.isEmpty()) {
            podsByOwner = pods().stream()
                    .filter(pod -> OwnerReferenceFactory.controller(pod).isPresent())
                    .collect(Collectors.groupingBy(pod ->
                            OwnerReferenceFactory.controller(pod).orElseThrow().getUid()));
        }
        return podsByOwner.getOrDefault(owner.getMetadata().getUid(), List.of());
    }

    List<Deployment> deployments() {
        return seen(caches.deployments());
    }

    List<ReplicaSet> replicaSets() {
        return seen(caches.replicaSets());
    }

    List<DaemonSet> daemonSets() {
        return seen(caches.daemonSets());
    }

    List<StatefulSet> statefulSets() {
        return seen(caches.statefulSets());
    }

    List<Job> jobs() {
        return seen(caches.jobs());
    }

    List<Service> services() {
        return seen(caches.services());
    }

    /** Watches the objects of a custom resource from now on. Returns whether its type is served. */
    boolean watch(ResourceDefinitionContext type) {
        return caches.watchCustom(type);
    }

    /** Returns the objects of a custom resource; none if they are not watched. */
    List<GenericKubernetesResource> custom(ResourceDefinitionContext type) {
        return caches.custom(type).map(this::seen).orElse(List.of());
    }

    List<ConfigMap> rootCertificates() {
        return seen(caches.rootCertificates());
    }

    /** Returns whether a condition has lasted long enough since the first query; schedules another round for then. */
    boolean lasted(String what, Duration enough) {
        return waits.lasted(what, enough);
    }

    /** Schedules another round after this time at the latest. */
    void checkAgainIn(Duration time) {
        waits.checkAgainIn(time);
    }

    /** Resets the start time of a condition. */
    void forget(String what) {
        waits.forget(what);
    }

    static String now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
