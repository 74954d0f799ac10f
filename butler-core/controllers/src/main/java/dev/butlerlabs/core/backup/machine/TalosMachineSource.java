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
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.OutputStream;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Reads machines through the Talos API. */
public final class TalosMachineSource implements MachineSource {
    private final ClientConfiguration.Context context;
    private final TalosMachineAccess access;
    private final TreeMap<String, NodeAddress> machines = new TreeMap<>();

    private TalosMachineSource(ClientConfiguration.Context context, Clock clock) {
        this.context = context;
        this.access = new TalosMachineAccess(context, clock);
        context.targets().forEach(target -> machines.put(target.host(), target));
    }

    /**
     * Returns the machines of a talosconfig and of the nodes of the cluster: a talosconfig lists control planes only.
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
                .flatMap(node -> node.getStatus().getAddresses().stream())
                .filter(address -> "InternalIP".equals(address.getType()))
                .forEach(address -> source.machines.putIfAbsent(
                        address.getAddress(), new NodeAddress(address.getAddress(), NodeAddress.DEFAULT_PORT)));
        return source;
    }

    @Override
    public List<String> addresses() {
        return List.copyOf(machines.keySet());
    }

    @Override
    public String healthyControlPlane() {
        List<String> failures = new ArrayList<>();
        for (NodeAddress target : context.targets()) {
            try (TalosClient client = access.connect(target)) {
                client.etcd().members();
                return target.host();
            } catch (ButlerException e) {
                if (e.kind() == ErrorKind.CANCELLED) {
                    throw e;
                }
                failures.add(e.getMessage());
            }
        }
        throw new ButlerException(
                ErrorCode.UNREACHABLE,
                "No control plane node has a working etcd. %s".formatted(String.join(" ", failures)),
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
