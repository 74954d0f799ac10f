package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.ImageOperations;
import dev.butlerlabs.core.provider.LoadBalancerOperations;
import dev.butlerlabs.core.provider.MachineOperations;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightInput;
import dev.butlerlabs.core.retry.Sleeper;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** A connection to one region of an AWS account. */
final class AwsAccount implements ConnectedInfrastructure {
    private static final String API = "2016-11-15";

    private final AwsSettings settings;
    private final AwsClients clients;
    private final AmiResolver images;
    private final SubnetResolver network;
    private final LoadBalancerReader look;
    private final Ec2InstanceClient instances;
    private final AwsMachineOperations machines;
    private final NetworkLoadBalancerOperations balancers;
    private final OwnedAwsResourceOperations owned;
    private final AwsImageOperations transferredImages;

    AwsAccount(AwsSettings settings, AwsClients clients, Clock clock) {
        this.settings = settings;
        this.clients = clients;
        this.images = new AmiResolver(clients.ec2(), settings);
        this.network = new SubnetResolver(clients.ec2(), settings);
        this.look = new LoadBalancerReader(clients.balancers());
        this.instances = new Ec2InstanceClient(clients.ec2());
        OrphanedVolumeAndNicCleaner leftovers = new OrphanedVolumeAndNicCleaner(clients.ec2(), instances);
        this.machines = new AwsMachineOperations(
                instances, leftovers, new InstanceLauncher(clients.ec2(), settings, images, network), clock);
        this.balancers = new NetworkLoadBalancerOperations(clients.balancers(), look, settings, network);
        this.owned = new OwnedAwsResourceOperations(instances, leftovers, look, balancers);
        this.transferredImages = new AwsImageOperations(
                new AmiClient(clients.ec2()),
                new SnapshotUploader(clients.snapshots(), Sleeper.SYSTEM),
                Sleeper.SYSTEM);
    }

    @Override
    public MachineOperations machines() {
        return machines;
    }

    @Override
    public Optional<LoadBalancerOperations> loadBalancers() {
        return Optional.of(balancers);
    }

    @Override
    public Optional<ImageOperations> images() {
        return Optional.of(transferredImages);
    }

    @Override
    public List<OwnedResource> owned() {
        return owned.all();
    }

    @Override
    public void remove(OwnedResource resource) {
        owned.remove(resource);
    }

    @Override
    public List<PreflightCheck> preflight(PreflightInput plan) {
        return new AwsPreflight(settings, clients, images, network, instances, look).checks(plan);
    }

    /** Returns the API version: EC2 has no version of its own. */
    @Override
    public String version() {
        AwsErrorMapper.ask("list the availability zones", () -> clients.ec2().describeAvailabilityZones());
        return "EC2 API %s, %s".formatted(API, settings.region());
    }

    @Override
    public void close() {
        clients.close();
    }
}
