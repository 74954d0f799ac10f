package dev.butlerlabs.sim.nutanix;

import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.http.FaultyServer;
import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A Prism Central with two clusters, over HTTPS with a certificate of its own authority. */
public final class NutanixSimulator implements SimulatedInfrastructure {
    static final String PROVIDER = "nutanix";
    static final String USERNAME = "butler";
    static final String PASSWORD = "simulated-prism";

    private final VmRegistry vms;
    private final FaultPlan faults;
    private final ServerCertificate certificate;
    private final FaultyServer server;

    private NutanixSimulator(SimulationOptions options, ServerCertificate certificate) {
        this.faults = options.faults();
        this.certificate = certificate;
        this.vms = new VmRegistry(options);
        this.server = FaultyServer.start(
                options.port(),
                Optional.of(certificate.tls()),
                new PrismApplication(vms, new Catalogue(), faults),
                faults);
    }

    public static NutanixSimulator start(SimulationOptions options) {
        return new NutanixSimulator(options, ServerCertificate.forNames("127.0.0.1", "localhost"));
    }

    /** Starts with a certificate for one name, whatever the address it is reached at. */
    static NutanixSimulator startAs(String name, SimulationOptions options) {
        return new NutanixSimulator(options, ServerCertificate.forNames(name));
    }

    @Override
    public String provider() {
        return PROVIDER;
    }

    @Override
    public Map<String, Object> settings() {
        return Map.of(
                "endpoint", "https://127.0.0.1",
                "port", port(),
                "clusterUUID", Catalogue.CLUSTER,
                "subnetUUID", Catalogue.SUBNET,
                "imageUUID", Catalogue.IMAGE,
                "storageContainerUUID", Catalogue.STORAGE_CONTAINER);
    }

    int port() {
        return server.address().getPort();
    }

    @Override
    public Map<String, String> credentials() {
        return Map.of("username", USERNAME, "password", PASSWORD, "ca.pem", certificate.authorityPem());
    }

    /** What failed before it became a machine is not among them. */
    @Override
    public List<SimulatedMachine> machines() {
        return vms.machines();
    }

    /** Disks and cards live and go with their machine; only a machine whose making failed leaves an entry. */
    @Override
    public List<String> leftovers() {
        return vms.failed();
    }

    @Override
    public void plantForeign(String name) {
        vms.plant(name, "somebody else's");
    }

    /** A machine made past the wire with a description, such as a copy that somebody made. */
    void plant(String name, String description) {
        vms.plant(name, description);
    }

    /** From now on a new machine is missing in this many lists before it shows. */
    void listLate(int lists) {
        vms.listLate(lists);
    }

    @Override
    public void vanish(String name) {
        vms.vanish(name);
    }

    @Override
    public void stop(String name) {
        vms.stop(name);
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
        vms.close();
    }
}
