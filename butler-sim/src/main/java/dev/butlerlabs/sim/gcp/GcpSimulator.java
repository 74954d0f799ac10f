package dev.butlerlabs.sim.gcp;

import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.http.FaultyServer;
import dev.butlerlabs.sim.http.HttpApplication;
import dev.butlerlabs.sim.infrastructure.SimulatedImage;
import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A simulated Google Cloud project with one region of three zones. */
public final class GcpSimulator implements SimulatedInfrastructure {
    static final String PROVIDER = "gcp";

    private static final int PAGE = 50;

    private final SimulationOptions options;
    private final GcpProjectState project;
    private final ComputeApplication application;
    private final FaultyServer server;

    private GcpSimulator(SimulationOptions options, UnaryOperator<HttpApplication> wrapper) {
        this.options = options;
        this.project = new GcpProjectState(options);
        this.application = new ComputeApplication(project, PAGE);
        this.server =
                FaultyServer.start(options.port(), Optional.empty(), wrapper.apply(application), options.faults());
        application.standAt(server.address().toString());
        project.locked(() -> project.balancers.standAt(server.address().getPort()));
    }

    public static GcpSimulator start(SimulationOptions options) {
        return new GcpSimulator(options, application -> application);
    }

    /** Starts with a wrapper around the application, such as one that records requests and responses. */
    static GcpSimulator start(SimulationOptions options, UnaryOperator<HttpApplication> wrapper) {
        return new GcpSimulator(options, wrapper);
    }

    @Override
    public String provider() {
        return PROVIDER;
    }

    /** The empty zone replaces a zone of another region, and the token source one that would contact a metadata server. */
    @Override
    public Map<String, Object> settings() {
        return Map.of(
                "projectID", GcpCatalog.PROJECT,
                "region", GcpCatalog.REGION,
                "zone", "",
                "tokenSource", "self-signed",
                "endpoint", server.address().toString(),
                "network", GcpCatalog.NETWORK,
                "subnetwork", GcpCatalog.SUBNETWORK,
                "imageProject", GcpCatalog.PROJECT,
                "image", GcpCatalog.IMAGE);
    }

    @Override
    public Map<String, String> credentials() {
        return Map.of("serviceAccountKey", GcpTokens.key(server.address().toString()));
    }

    @Override
    public List<SimulatedMachine> machines() {
        synchronized (project) {
            return project.instances.machines();
        }
    }

    @Override
    public List<SimulatedImage> images() {
        synchronized (project) {
            return project.images.views();
        }
    }

    /** Creates an image with a status and labels, bypassing the API. */
    void plantImage(String name, String status, Map<String, String> labels) {
        project.locked(() -> project.images.plant(name, status, labels));
    }

    @Override
    public void vanishImage(String name) {
        project.locked(() -> project.images.vanish(name));
    }

    /** Returns the buckets and objects of Cloud Storage. */
    GcpStorage storage() {
        return project.storage;
    }

    @Override
    public List<String> leftovers() {
        return project.leftovers();
    }

    @Override
    public void plantForeign(String name) {
        plantForeign(name, GcpCatalog.ZONES.getFirst());
    }

    /** Creates an instance without ownership labels in a zone. */
    public void plantForeign(String name, String zone) {
        project.locked(() -> project.instances.plant(name, zone));
    }

    /** Creates a copy of an instance in another zone, as a concurrent creation can. */
    public void duplicate(String name, String zone) {
        project.locked(
                () -> project.instances.duplicate(project.instances.named(name).getFirst(), zone));
    }

    /** Creates an address with the name of the load balancer of a cluster, without ownership marks. */
    public void plantForeignBalancer(String cluster) {
        project.locked(() -> project.balancers.plant(cluster + "-cp-api"));
    }

    @Override
    public void vanish(String name) {
        project.locked(() -> project.instances.named(name).forEach(project.instances::vanish));
    }

    @Override
    public void stop(String name) {
        project.locked(() -> project.instances.named(name).forEach(project.instances::stop));
    }

    /** Lets a zone run out of capacity, or have capacity again. */
    public void fill(String zone, boolean full) {
        project.locked(() -> project.instances.fill(zone, full));
    }

    /** Lets a zone not respond to lists of all zones, or respond again. */
    public void disconnect(String zone, boolean disconnected) {
        project.locked(() -> {
            if (disconnected) {
                project.unreachable.add("zones/" + zone);
            } else {
                project.unreachable.remove("zones/" + zone);
            }
        });
    }

    /** Lets the quota of static addresses be exhausted: operations that reserve one fail. */
    public void exhaustAddresses(boolean exhausted) {
        project.locked(() -> project.balancers.exhaustAddresses(exhausted));
    }

    /** Removes a permission from the service account: the test of permissions shows it, and requests that read are rejected. */
    public void deny(String permission) {
        application.deny(permission);
    }

    @Override
    public FaultPlan faults() {
        return options.faults();
    }

    @Override
    public long requests() {
        return server.requests();
    }

    @Override
    public void close() {
        server.close();
        project.close();
    }
}
