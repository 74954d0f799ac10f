package dev.butlerlabs.core.node;

import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestStatus;
import dev.butlerlabs.core.api.MachineRequestStatus.Phase;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.status.KubernetesNodeReader;
import dev.butlerlabs.core.status.NodeObservation;
import dev.butlerlabs.core.talos.client.EtcdMember;
import dev.butlerlabs.core.version.ReleaseVersion;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Combines nodes, MachineRequests and machines to a listing. Pure. */
public final class NodeInventory {
    private final Map<String, Node> nodes;
    private final Map<String, MachineRequest> requests;
    private final Map<String, MachineState> machines;
    private final EtcdQuorum etcd;

    /** @param machines what the machines of the MachineRequests reported, by name */
    public NodeInventory(List<Node> nodes, List<MachineRequest> requests, Map<String, MachineState> machines) {
        this.nodes = byName(nodes);
        this.requests = byName(requests);
        this.machines = Map.copyOf(machines);
        this.etcd = EtcdQuorum.of(machines);
    }

    private static <T extends HasMetadata> Map<String, T> byName(List<T> objects) {
        return objects.stream()
                .collect(Collectors.toMap(
                        object -> object.getMetadata().getName(),
                        Function.identity(),
                        (first, _) -> first,
                        TreeMap::new));
    }

    /** Returns all nodes and requested machines, control planes first. */
    public List<NodeRow> rows() {
        TreeSet<String> names = new TreeSet<>(nodes.keySet());
        names.addAll(requests.keySet());
        return names.stream()
                .map(this::row)
                .sorted(Comparator.comparing(NodeRow::role).thenComparing(NodeRow::name))
                .toList();
    }

    private NodeRow row(String name) {
        Optional<NodeObservation> node = Optional.ofNullable(nodes.get(name)).map(KubernetesNodeReader::of);
        Optional<MachineRequest> request = Optional.ofNullable(requests.get(name));
        Optional<MachineRequestStatus> machine = request.map(MachineRequest::getStatus);
        MachineRole role = role(node, request);
        return new NodeRow(
                name,
                role,
                status(node, request),
                role == MachineRole.CONTROL_PLANE ? Optional.of(etcd(name)) : Optional.empty(),
                talos(name, node),
                node.flatMap(NodeObservation::kubernetes).map(ReleaseVersion::toString),
                machine.map(MachineRequestStatus::providerID),
                node.flatMap(NodeObservation::address).or(() -> machine.map(MachineRequestStatus::ipAddress)),
                created(name));
    }

    private static MachineRole role(Optional<NodeObservation> node, Optional<MachineRequest> request) {
        return request.map(one -> one.getSpec().role())
                .or(() -> node.filter(NodeObservation::isControlPlane).map(_ -> MachineRole.CONTROL_PLANE))
                .orElse(MachineRole.WORKER);
    }

    private static String status(Optional<NodeObservation> node, Optional<MachineRequest> request) {
        if (request.filter(MachineRequest::isMarkedForDeletion).isPresent()) {
            return "Deleting";
        }
        return node.map(one -> (one.notReady().isEmpty() ? "Ready" : "NotReady")
                        + (one.isCordoned() ? ",SchedulingDisabled" : ""))
                .or(() -> request.map(MachineRequest::getStatus)
                        .map(MachineRequestStatus::phase)
                        .map(Phase::word))
                .orElse("Pending");
    }

    private String etcd(String name) {
        if (etcd.members().isEmpty()) {
            return "unknown";
        }
        return etcd.member(name)
                .map(EtcdMember::learner)
                .map(learner -> learner ? "learner" : "member")
                .orElse("missing");
    }

    private Optional<String> talos(String name, Optional<NodeObservation> node) {
        return machines.get(name) instanceof MachineState.Reachable reachable
                ? Optional.of(reachable.machine().version())
                : node.flatMap(NodeObservation::talos).map(ReleaseVersion::toString);
    }

    private Optional<Instant> created(String name) {
        return Optional.<HasMetadata>ofNullable(nodes.get(name))
                .or(() -> Optional.ofNullable(requests.get(name)))
                .map(object -> object.getMetadata().getCreationTimestamp())
                .map(Instant::parse);
    }
}
