package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.status.TalosconfigReader;
import dev.butlerlabs.core.talos.client.NodeAddress;
import dev.butlerlabs.core.talos.client.TalosClient;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The state of a simulated platform that an operation must leave, without identities and times.
 *
 * @param facts about nodes, machines, members of etcd, versions and locks
 */
record PlatformState(FinalWorld world, NavigableSet<String> facts) {
    static PlatformState of(BootstrappedCluster cluster, KubernetesClient client) {
        NavigableSet<String> facts = new TreeSet<>();
        client.nodes().list().getItems().forEach(node -> facts.add(node(node)));
        client.resources(MachineRequest.class)
                .inAnyNamespace()
                .list()
                .getItems()
                .forEach(machine -> facts.add("MachineRequest %s %s%s"
                        .formatted(
                                machine.getMetadata().getName(),
                                machine.getStatus() == null
                                        ? "without status"
                                        : machine.getStatus().phase(),
                                machine.isMarkedForDeletion() ? " being deleted" : "")));
        client.resources(ClusterBootstrap.class)
                .inAnyNamespace()
                .list()
                .getItems()
                .forEach(bootstrap -> facts.add("ClusterBootstrap %s %s %s %s"
                        .formatted(
                                bootstrap.getMetadata().getName(),
                                bootstrap.getSpec().cluster(),
                                bootstrap.getSpec().talos().version(),
                                annotations(bootstrap))));
        Optional.ofNullable(client.leases()
                        .inNamespace(Namespaces.SYSTEM)
                        .withName("butler-operation")
                        .get())
                .map(lease -> lease.getSpec().getHolderIdentity())
                .filter(holder -> !holder.isEmpty())
                .ifPresent(holder -> facts.add("locked by " + holder));
        facts.addAll(members(cluster));
        return new PlatformState(FinalWorld.of(cluster.infrastructure(), cluster.hosts(), cluster.home()), facts);
    }

    private static String node(Node node) {
        boolean isReady = node.getStatus().getConditions().stream()
                .anyMatch(condition -> condition.getType().equals("Ready")
                        && condition.getStatus().equals("True"));
        return "Node %s %s %s %s%s %s"
                .formatted(
                        node.getMetadata().getName(),
                        node.getStatus().getNodeInfo().getOsImage(),
                        node.getStatus().getNodeInfo().getKubeletVersion(),
                        isReady ? "ready" : "not ready",
                        Boolean.TRUE.equals(node.getSpec().getUnschedulable()) ? " cordoned" : "",
                        annotations(node));
    }

    /** Returns the annotations of Butler. */
    private static Map<String, String> annotations(HasMetadata object) {
        Map<String, String> own = new TreeMap<>();
        Optional.ofNullable(object.getMetadata().getAnnotations())
                .orElse(Map.of())
                .forEach((key, value) -> {
                    if (key.startsWith(ApiGroup.NAME + "/")) {
                        own.put(key, value);
                    }
                });
        return own;
    }

    private static List<String> members(BootstrappedCluster cluster) {
        String address = cluster.machine("demo-cp-0").address().getAddress().getHostAddress();
        try (TalosClient talos = TalosClient.secured(
                new NodeAddress(address, NodeAddress.DEFAULT_PORT),
                new TalosconfigReader(cluster.talosconfig()).context().credentials(),
                Clock.systemUTC())) {
            return talos.etcd().members().stream()
                    .map(member ->
                            "etcd member %s%s".formatted(member.hostname(), member.learner() ? " (learner)" : ""))
                    .toList();
        }
    }

    /** Returns what differs from the state after a run that was not killed. */
    List<String> differences(PlatformState expected) {
        List<String> differences = new ArrayList<>(world.differences(expected.world));
        NavigableSet<String> more = new TreeSet<>(facts);
        more.removeAll(expected.facts);
        NavigableSet<String> less = new TreeSet<>(expected.facts);
        less.removeAll(facts);
        if (!more.isEmpty() || !less.isEmpty()) {
            differences.add("too many %s, missing %s".formatted(more, less));
        }
        return differences;
    }
}
