package dev.butlerlabs.sim.proxmox;

import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.http.FaultyServer;
import dev.butlerlabs.sim.http.HttpApplication;
import dev.butlerlabs.sim.http.ServerCertificate;
import dev.butlerlabs.sim.infrastructure.SimulatedImage;
import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A simulated Proxmox VE cluster of three nodes with local and shared storage, over HTTPS with its own CA. */
public final class ProxmoxSimulator implements SimulatedInfrastructure {
    static final String PROVIDER = "proxmox";

    private final FaultPlan faults;
    private final ServerCertificate certificate = ServerCertificate.forNames("127.0.0.1", "localhost");
    private final PveCluster cluster;
    private final PveAccess access = new PveAccess();
    private final FaultyServer server;

    private ProxmoxSimulator(SimulationOptions options, UnaryOperator<HttpApplication> wrapper) {
        this.faults = options.faults();
        this.cluster = new PveCluster(options);
        this.server = FaultyServer.start(
                options.port(),
                Optional.of(certificate.tls()),
                wrapper.apply(new PveApplication(cluster, access)),
                faults);
    }

    public static ProxmoxSimulator start(SimulationOptions options) {
        return new ProxmoxSimulator(options, UnaryOperator.identity());
    }

    /** Starts with an application around that of the API, such as one that records requests. */
    static ProxmoxSimulator startWith(SimulationOptions options, UnaryOperator<HttpApplication> wrapper) {
        return new ProxmoxSimulator(options, wrapper);
    }

    @Override
    public String provider() {
        return PROVIDER;
    }

    @Override
    public Map<String, Object> settings() {
        return Map.of(
                "endpoint",
                server.address().toString(),
                "nodes",
                PveInventory.NODES,
                "storage",
                PveInventory.SHARED_STORAGE,
                "templateID",
                PveCluster.TEMPLATE,
                "vmidRange",
                Map.of("start", 2000, "end", 8999));
    }

    @Override
    public Map<String, String> credentials() {
        return Map.of("token", PveAccess.token(), "ca.pem", certificate.authorityPem());
    }

    /** Returns the credentials of a user with a password. */
    Map<String, String> passwordCredentials() {
        return Map.of("username", PveAccess.USER, "password", PveAccess.PASSWORD, "ca.pem", certificate.authorityPem());
    }

    @Override
    public List<SimulatedMachine> machines() {
        synchronized (cluster) {
            return cluster.machines();
        }
    }

    /** Returns volumes that are not attached to a virtual machine. */
    @Override
    public List<String> leftovers() {
        synchronized (cluster) {
            return cluster.leftovers();
        }
    }

    @Override
    public List<SimulatedImage> images() {
        synchronized (cluster) {
            return cluster.images().views();
        }
    }

    @Override
    public void vanishImage(String name) {
        synchronized (cluster) {
            cluster.images().vanish(name);
        }
    }

    /** Stores a file on a node, bypassing the API. */
    void plantImage(String node, String volume, long bytes) {
        synchronized (cluster) {
            cluster.images().plant(node, volume, bytes);
        }
    }

    @Override
    public void plantForeign(String name) {
        plant(name, "foreign", Map.of());
    }

    /** Creates a stopped virtual machine, bypassing the API. */
    void plant(String name, String description, Map<String, String> options) {
        synchronized (cluster) {
            cluster.plant(name, description, options);
        }
    }

    @Override
    public void vanish(String name) {
        synchronized (cluster) {
            cluster.named(name).forEach(cluster::remove);
        }
    }

    @Override
    public void stop(String name) {
        synchronized (cluster) {
            cluster.named(name).forEach(cluster.life()::stop);
        }
    }

    /** Returns the node of a virtual machine. */
    String nodeOf(String name) {
        synchronized (cluster) {
            return cluster.named(name).getFirst().node;
        }
    }

    /** Moves a virtual machine to another node, bypassing the API. */
    void migrate(String name, String node) {
        synchronized (cluster) {
            cluster.named(name).forEach(vm -> vm.node = node);
        }
    }

    /** Sets an option of a virtual machine, bypassing the API. An empty value removes it. */
    void configure(String name, String option, String value) {
        synchronized (cluster) {
            cluster.named(name).forEach(vm -> {
                if (value.isEmpty()) {
                    vm.config.remove(option);
                } else {
                    vm.config.put(option, value);
                }
            });
        }
    }

    /** Returns an option of a virtual machine; empty if it is not set. */
    Optional<String> option(String name, String option) {
        synchronized (cluster) {
            return Optional.ofNullable(cluster.named(name).getFirst().config.get(option));
        }
    }

    PveInventory inventory() {
        return cluster.inventory();
    }

    PveAccess access() {
        return access;
    }

    @Override
    public FaultPlan faults() {
        return faults;
    }

    @Override
    public long requests() {
        return server.requests();
    }

    @Override
    public void close() {
        server.close();
        cluster.close();
    }
}
