package dev.butlerlabs.core.status;

import dev.butlerlabs.core.talos.client.EtcdMember;
import dev.butlerlabs.core.talos.client.MachineStage;
import dev.butlerlabs.core.talos.client.MachineStatus;
import dev.butlerlabs.core.talos.client.NodeAddress;
import dev.butlerlabs.core.talos.client.NodeService;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The machines of a cluster as their Talos API reports them. Immutable.
 *
 * @param machines by address, with the port if it is not the usual one
 * @param etcd the members that a control plane machine listed
 */
public record TalosObservation(Map<String, SourceResult<Machine>> machines, SourceResult<List<EtcdMember>> etcd) {
    public TalosObservation {
        machines = Map.copyOf(machines);
        Objects.requireNonNull(etcd, "etcd");
    }

    /** Returns the machines in the order of their addresses. */
    public Map<String, SourceResult<Machine>> sortedMachines() {
        return new TreeMap<>(machines);
    }

    /** Returns the machine at an address without a port. */
    Optional<SourceResult<Machine>> at(String host) {
        return machines.entrySet().stream()
                .filter(entry -> NodeAddress.parse(entry.getKey()).host().equals(host))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** Returns the host name of a machine, or its address if it is not known. */
    public String nameOf(String address) {
        return Optional.ofNullable(machines.get(address))
                .flatMap(SourceResult::value)
                .map(Machine::hostname)
                .orElse(address);
    }

    /**
     * One machine.
     *
     * @param version such as {@code v1.14.1}
     */
    public record Machine(String hostname, String version, MachineStatus status, List<NodeService> services) {
        private static final String ETCD = "etcd";

        public Machine {
            Objects.requireNonNull(hostname, "hostname");
            Objects.requireNonNull(version, "version");
            Objects.requireNonNull(status, "status");
            services = List.copyOf(services);
        }

        public boolean isRunning() {
            return status.stage() == MachineStage.RUNNING && status.ready();
        }

        /** Returns whether the machine should be a member of etcd. */
        boolean hasEtcd() {
            return services.stream().anyMatch(service -> service.id().equals(ETCD));
        }

        public boolean isEtcdHealthy() {
            return services.stream().anyMatch(service -> service.id().equals(ETCD) && isHealthy(service));
        }

        /** Returns the services that neither run nor have finished their task. */
        List<NodeService> failedServices() {
            return services.stream().filter(service -> !isHealthy(service)).toList();
        }

        private static boolean isHealthy(NodeService service) {
            return (service.state().equals("Running") && service.health() != NodeService.Health.UNHEALTHY)
                    || service.state().equals("Finished")
                    || service.state().equals("Skipped");
        }
    }
}
