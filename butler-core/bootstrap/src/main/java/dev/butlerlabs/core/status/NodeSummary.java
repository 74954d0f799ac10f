package dev.butlerlabs.core.status;

import dev.butlerlabs.core.talos.client.EtcdMember;
import dev.butlerlabs.core.version.ReleaseVersion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A node with what Kubernetes, Talos and etcd report about it. Immutable.
 *
 * @param health as in {@code kubectl get nodes}, such as {@code Ready}; {@code unknown} if Kubernetes was not read
 * @param machine the stage of the machine, {@code unknown}, or empty if the Talos API was not read
 * @param talos version; empty if it is not known
 * @param kubernetes version; empty if it is not known
 * @param etcd {@code member}, {@code learner}, {@code missing}, {@code unknown}, or empty if it does not apply
 */
public record NodeSummary(
        String name, String role, String health, String machine, String talos, String kubernetes, String etcd) {
    static final String CONTROL_PLANE = "control-plane";
    private static final String WORKER = "worker";
    private static final String UNKNOWN = "unknown";

    public NodeSummary {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(role, "role");
        Objects.requireNonNull(health, "health");
        Objects.requireNonNull(machine, "machine");
        Objects.requireNonNull(talos, "talos");
        Objects.requireNonNull(kubernetes, "kubernetes");
        Objects.requireNonNull(etcd, "etcd");
    }

    /** Joins the nodes with their machines by address. If Kubernetes was not read, lists the machines. */
    static List<NodeSummary> of(
            SourceResult<List<NodeObservation>> nodes, SourceResult<TalosObservation> talosReading) {
        Optional<TalosObservation> talos = talosReading.value();
        return nodes.value()
                .map(known -> known.stream()
                        .map(node -> of(node, talos, talosReading.isUnknown()))
                        .toList())
                .orElseGet(() -> talos.map(NodeSummary::machines).orElse(List.of()));
    }

    private static NodeSummary of(NodeObservation node, Optional<TalosObservation> talos, boolean isTalosUnknown) {
        Optional<SourceResult<TalosObservation.Machine>> machine =
                talos.flatMap(seen -> node.address().flatMap(seen::at));
        String stage = machine.map(NodeSummary::stage).orElse(isTalosUnknown ? UNKNOWN : "");
        return new NodeSummary(
                node.name(),
                node.isControlPlane() ? CONTROL_PLANE : WORKER,
                health(node),
                stage,
                machine.flatMap(SourceResult::value)
                        .map(TalosObservation.Machine::version)
                        .or(() -> node.talos().map(ReleaseVersion::toString))
                        .orElse(""),
                node.kubernetes().map(ReleaseVersion::toString).orElse(""),
                node.isControlPlane() ? etcd(node.name(), talos, isTalosUnknown) : "");
    }

    private static String health(NodeObservation node) {
        return (node.notReady().isEmpty() ? "Ready" : "NotReady") + (node.isCordoned() ? ",SchedulingDisabled" : "");
    }

    private static String stage(SourceResult<TalosObservation.Machine> machine) {
        return machine.value().map(seen -> seen.status().stage().toString()).orElse(UNKNOWN);
    }

    private static String etcd(String name, Optional<TalosObservation> talos, boolean isTalosUnknown) {
        if (talos.isEmpty()) {
            return isTalosUnknown ? UNKNOWN : "";
        }
        return talos.get()
                .etcd()
                .value()
                .map(members -> members.stream()
                        .filter(member -> member.hostname().equals(name))
                        .findFirst()
                        .map(NodeSummary::membership)
                        .orElse("missing"))
                .orElse(UNKNOWN);
    }

    private static String membership(EtcdMember member) {
        return member.learner() ? "learner" : "member";
    }

    private static List<NodeSummary> machines(TalosObservation talos) {
        List<NodeSummary> rows = new ArrayList<>();
        talos.sortedMachines().forEach((address, reading) -> {
            Optional<TalosObservation.Machine> machine = reading.value();
            boolean hasEtcd = machine.filter(TalosObservation.Machine::hasEtcd).isPresent();
            String name = talos.nameOf(address);
            rows.add(new NodeSummary(
                    name,
                    machine.map(_ -> hasEtcd ? CONTROL_PLANE : WORKER).orElse(""),
                    UNKNOWN,
                    stage(reading),
                    machine.map(TalosObservation.Machine::version).orElse(""),
                    "",
                    hasEtcd ? etcd(name, Optional.of(talos), false) : ""));
        });
        rows.sort(Comparator.comparing(NodeSummary::name));
        return rows;
    }
}
