package dev.butlerlabs.core.node;

import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.bootstrap.step.BootstrapOptions;
import dev.butlerlabs.core.bootstrap.step.MachineAccessSelector;
import dev.butlerlabs.core.bootstrap.step.MachineRoute;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.status.TalosObservation;
import dev.butlerlabs.core.talos.client.ClientConfiguration;
import dev.butlerlabs.core.talos.client.EtcdMember;
import dev.butlerlabs.core.talos.client.NodeAddress;
import dev.butlerlabs.core.talos.client.RebootMode;
import dev.butlerlabs.core.talos.client.TalosClient;
import dev.butlerlabs.core.talos.client.TalosCredentials;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Connects to machines over gRPC, at the addresses in the status of their MachineRequests. */
public final class TalosNodeMachines implements NodeMachines {
    private final TalosCredentials credentials;
    private final MachineAccessSelector access;
    private final BootstrapOptions options;

    /** @param talosconfig with the client certificate of the cluster */
    public TalosNodeMachines(String talosconfig, MachineAccessSelector access, BootstrapOptions options) {
        this.credentials = ClientConfiguration.parse("the talosconfig of the cluster", talosconfig)
                .context(Optional.empty())
                .credentials();
        this.access = access;
        this.options = options;
    }

    @Override
    public Map<String, MachineState> observe(Collection<MachineRequest> machines) {
        access.decide(machines.stream()
                .flatMap(machine -> MachineRoute.of(machine).stream())
                .toList());
        Map<String, MachineState> states = new ConcurrentHashMap<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            machines.forEach(machine ->
                    threads.execute(() -> states.put(machine.getMetadata().getName(), observe(machine))));
        }
        return new TreeMap<>(states);
    }

    private MachineState observe(MachineRequest machine) {
        try (TalosClient client = connect(machine)) {
            TalosObservation.Machine seen = new TalosObservation.Machine(
                    client.hostname(), client.version().tag(), client.status(), client.services());
            List<EtcdMember> members = seen.isEtcdHealthy() ? client.etcd().members() : List.of();
            return new MachineState.Reachable(seen, members);
        } catch (ButlerException e) {
            return new MachineState.Unreachable(e.getMessage().strip().replaceFirst("\\.$", ""));
        }
    }

    private TalosClient connect(MachineRequest machine) {
        MachineRoute route = MachineRoute.of(machine)
                .map(access::route)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_READY,
                        "Machine %s has no address."
                                .formatted(machine.getMetadata().getName())));
        int port = options.talosPort();
        return TalosClient.secured(
                new NodeAddress(route.address(), port), route.target(port), credentials, options.clock());
    }

    @Override
    public void removeEtcdMember(MachineRequest via, EtcdMember member) {
        try (TalosClient client = connect(via)) {
            client.etcd().removeMember(member.id());
        }
    }

    @Override
    public String bootId(MachineRequest machine) {
        try (TalosClient client = connect(machine)) {
            return client.bootId();
        }
    }

    @Override
    public void reboot(MachineRequest machine) {
        try (TalosClient client = connect(machine)) {
            client.reboot(RebootMode.DEFAULT);
        }
    }
}
