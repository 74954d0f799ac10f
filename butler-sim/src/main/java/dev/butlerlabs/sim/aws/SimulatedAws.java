package dev.butlerlabs.sim.aws;

import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.http.FaultyServer;
import dev.butlerlabs.sim.infrastructure.SimulatedImage;
import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine.Power;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A simulated AWS region with one account. */
public final class SimulatedAws implements SimulatedInfrastructure {
    private static final int PAGE = 50;

    /** Counted against the quota, a machine has this many vCPUs. */
    private static final int PROCESSORS_PER_MACHINE = 4;

    private final SimulationOptions options;
    private final AwsRegionState cloud;
    private final AwsApplication application;
    private final FaultyServer server;

    private SimulatedAws(SimulationOptions options, Duration listingLag) {
        this.options = options;
        this.cloud = new AwsRegionState(options, listingLag);
        this.application = new AwsApplication(cloud, new QuotasApi(quota(options.capacity())), options.faults(), PAGE);
        this.server = FaultyServer.start(options.port(), Optional.empty(), application, options.faults());
        cloud.balancers.standAt(server.address().getPort());
    }

    private static int quota(int machines) {
        return Math.multiplyExact(Math.min(machines, 1_000_000), PROCESSORS_PER_MACHINE);
    }

    public static SimulatedAws start(SimulationOptions options) {
        return start(options, Duration.ZERO);
    }

    /**
     * Starts a region with a delay before new instances are listed, as in EC2.
     *
     * @param listingLag time from the launch of an instance until it is listed
     */
    public static SimulatedAws start(SimulationOptions options, Duration listingLag) {
        return new SimulatedAws(options, listingLag);
    }

    @Override
    public String provider() {
        return "aws";
    }

    @Override
    public Map<String, Object> settings() {
        return Map.of(
                "region", AwsNetworkLayout.REGION,
                "endpoint", server.address().toString(),
                "vpcID", AwsNetworkLayout.VPC,
                "subnetIDs",
                        AwsNetworkLayout.SUBNETS.stream()
                                .map(AwsNetworkLayout.Subnet::id)
                                .toList(),
                "securityGroupIDs", List.of("sg-0b0071e5000000001", "sg-0b0071e5000000002"));
    }

    @Override
    public Map<String, String> credentials() {
        return Map.of("accessKeyID", AwsApplication.KEY_ID, "secretAccessKey", AwsApplication.SECRET);
    }

    @Override
    public List<SimulatedMachine> machines() {
        synchronized (cloud) {
            return cloud.present().stream().map(SimulatedAws::machine).toList();
        }
    }

    private static SimulatedMachine machine(SimulatedInstance instance) {
        Power power = switch (instance.state) {
            case PENDING -> Power.BOOTING;
            case RUNNING -> Power.ON;
            case STOPPED -> Power.OFF;
            case SHUTTING_DOWN, TERMINATED -> Power.LEAVING;
        };
        return new SimulatedMachine(instance.id, instance.name(), power, instance.tags, instance.address());
    }

    @Override
    public List<String> leftovers() {
        List<String> left = new ArrayList<>();
        cloud.volumes().forEach(volume -> left.add("volume %s of %s".formatted(volume.id, volume.tags.get("Name"))));
        cloud.cards().forEach(card -> left.add("network interface %s of %s".formatted(card.id, card.tags.get("Name"))));
        cloud.balancers.balancers().forEach(balancer -> left.add("load balancer " + balancer.name()));
        cloud.balancers.groups().forEach(group -> left.add("target group " + group.name()));
        return left;
    }

    @Override
    public List<SimulatedImage> images() {
        synchronized (cloud) {
            return cloud.images.views();
        }
    }

    @Override
    public void vanishImage(String name) {
        synchronized (cloud) {
            cloud.images.vanish(name);
        }
    }

    /** Denies an IAM action, such as {@code ebs:PutSnapshotBlock}. */
    void deny(String action) {
        application.deny(action);
    }

    /** Returns the IAM actions of all requests so far. */
    Set<String> actions() {
        return Set.copyOf(application.actions());
    }

    @Override
    public void plantForeign(String name) {
        cloud.plant(name);
    }

    @Override
    public void vanish(String name) {
        named(name).forEach(cloud::vanish);
    }

    @Override
    public void stop(String name) {
        named(name).forEach(cloud::stop);
    }

    private List<SimulatedInstance> named(String name) {
        return cloud.present().stream()
                .filter(instance -> instance.name().equals(name))
                .toList();
    }

    /** Disables delete-on-termination for the volumes of a machine, as another user might. */
    public void keepVolumes(String name) {
        List<String> ids = named(name).stream().map(instance -> instance.id).toList();
        cloud.volumes().stream()
                .filter(volume -> volume.instance.filter(ids::contains).isPresent())
                .forEach(volume -> volume.deleteOnTermination = false);
    }

    /** Lets a zone run out of capacity. */
    public void fill(String zone) {
        cloud.fill(zone);
    }

    /** Creates a load balancer and a target group for a cluster of this name without Butler's ownership tags. */
    public void plantForeignBalancer(String cluster) {
        cloud.balancers.makeBalancer(cluster + "-cp-nlb", "internal", AwsNetworkLayout.SUBNETS, Map.of());
    }

    /** Returns the requests that no simulated service supports; empty if the client used only simulated features. */
    public List<String> complaints() {
        return List.copyOf(application.complaints());
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
        cloud.close();
    }
}
