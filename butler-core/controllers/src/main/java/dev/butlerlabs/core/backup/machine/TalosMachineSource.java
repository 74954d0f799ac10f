package dev.butlerlabs.core.backup.machine;

import dev.butlerlabs.core.backup.content.MachineSource;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.talos.client.ClientConfiguration;
import dev.butlerlabs.core.talos.client.NodeAddress;
import dev.butlerlabs.core.talos.client.TalosClient;
import dev.butlerlabs.core.talos.client.TalosMachineAccess;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.OutputStream;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Reads machines through the Talos API. */
public final class TalosMachineSource implements MachineSource {
    private static final String CONTROL_PLANE = "node-role.kubernetes.io/control-plane";

    private final TalosMachineAccess access;
    private final TreeMap<String, NodeAddress> machines = new TreeMap<>();
    private final Set<String> controlPlanes = new LinkedHashSet<>();

    private TalosMachineSource(ClientConfiguration.Context context, Clock clock) {
        this.access = new TalosMachineAccess(context, clock);
        context.targets().forEach(target -> {
            machines.put(target.host(), target);
            controlPlanes.add(target.host());
        });
    }

    /**
     * Returns the machines of a talosconfig and of the nodes of the cluster: a talosconfig lists control planes only, or, if it is stored in
     * the cluster, no machines.
     *
     * @param name where the talosconfig comes from, for messages
     */
    public static TalosMachineSource of(String name, String talosconfig, KubernetesClient client, Clock clock) {
        TalosMachineSource source = new TalosMachineSource(
                ClientConfiguration.parse(name, talosconfig).context(Optional.empty()), clock);
        KubeErrorMapper.translating(
                        "listing the nodes", () -> client.nodes().list().getItems())
                .stream()
                .filter(node -> node.getStatus() != null && node.getStatus().getAddresses() != null)
                .forEach(source::add);
        return source;
    }

    private void add(Node node) {
        boolean isControlPlane = Optional.ofNullable(node.getMetadata().getLabels())
                .filter(labels -> labels.containsKey(CONTROL_PLANE))
                .isPresent();
        node.getStatus().getAddresses().stream()
                .filter(address -> "InternalIP".equals(address.getType()))
                .map(io.fabric8.kubernetes.api.model.NodeAddress::getAddress)
                .forEach(address -> {
                    machines.putIfAbsent(address, new NodeAddress(address, NodeAddress.DEFAULT_PORT));
                    if (isControlPlane) {
                        controlPlanes.add(address);
                    }
                });
    }

    @Override
    public List<String> addresses() {
        return List.copyOf(machines.keySet());
    }

    @Override
    public String healthyControlPlane() {
        List<String> failures = new ArrayList<>();
        for (String address : controlPlanes) {
            try (TalosClient client = access.connect(machines.get(address))) {
                client.etcd().members();
                return address;
            } catch (ButlerException e) {
                if (e.kind() == ErrorKind.CANCELLED) {
                    throw e;
                }
                failures.add(e.getMessage());
            }
        }
        throw new ButlerException(
                ErrorCode.UNREACHABLE,
                failures.isEmpty()
                        ? "No control plane node is known."
                        : "No control plane node has a working etcd. %s".formatted(String.join(" ", failures)),
                "Run butleradm status. To back up only the objects, pass --without-etcd.");
    }

    @Override
    public void snapshot(String address, OutputStream target) {
        try (TalosClient client = access.connect(machines.get(address))) {
            client.etcd().snapshot(target);
        }
    }

    @Override
    public String configuration(String address) {
        try (TalosClient client = access.connect(machines.get(address))) {
            return client.resources().configuration();
        }
    }
}
