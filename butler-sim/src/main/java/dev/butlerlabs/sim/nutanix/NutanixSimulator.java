package dev.butlerlabs.sim.nutanix;

import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.http.FaultyServer;
import dev.butlerlabs.sim.http.ServerCertificate;
import dev.butlerlabs.sim.infrastructure.SimulatedImage;
import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A simulated Prism Central with two clusters, over HTTPS with its own CA. */
public final class NutanixSimulator implements SimulatedInfrastructure {
    static final String PROVIDER = "nutanix";
    static final String USERNAME = "butler";
    static final String PASSWORD = "simulated-prism";

    private final VmRegistry vms;
    private final PrismImages images;
    private final FaultPlan faults;
    private final ServerCertificate certificate;
    private final FaultyServer server;

    private NutanixSimulator(SimulationOptions options, ServerCertificate certificate) {
        this.faults = options.faults();
        this.certificate = certificate;
        this.vms = new VmRegistry(options);
        this.images = new PrismImages(faults);
        this.server = FaultyServer.start(
                options.port(),
                Optional.of(certificate.tls()),
                new PrismApplication(vms, images, new PrismInventory(), faults),
                faults);
    }

    public static NutanixSimulator start(SimulationOptions options) {
        return new NutanixSimulator(options, ServerCertificate.forNames("127.0.0.1", "localhost"));
    }

    /** Starts with a certificate for one host name, regardless of the address. */
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
                "clusterUUID", PrismInventory.CLUSTER,
                "subnetUUID", PrismInventory.SUBNET,
                "imageUUID", PrismInventory.IMAGE,
                "storageContainerUUID", PrismInventory.STORAGE_CONTAINER);
    }

    int port() {
        return server.address().getPort();
    }

    @Override
    public Map<String, String> credentials() {
        return Map.of("username", USERNAME, "password", PASSWORD, "ca.pem", certificate.authorityPem());
    }

    /** Excludes entries whose creation failed. */
    @Override
    public List<SimulatedMachine> machines() {
        return vms.machines();
    }

    /** Returns entries whose creation failed. Disks and network interfaces are deleted with their machine. */
    @Override
    public List<String> leftovers() {
        return vms.failed();
    }

    @Override
    public List<SimulatedImage> images() {
        return images.views();
    }

    /** Creates an image with a description, bypassing the API. */
    void plantImage(String name, String description) {
        images.plant(name, description);
    }

    @Override
    public void vanishImage(String name) {
        images.vanish(name);
    }

    @Override
    public void plantForeign(String name) {
        vms.plant(name, "foreign");
    }

    /** Creates a machine with a description, bypassing the API, such as a clone created by a user. */
    void plant(String name, String description) {
        vms.plant(name, description);
    }

    /** Hides new machines from this many list responses. */
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
        images.close();
        vms.close();
    }
}
