package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.provider.Check;
import dev.butlerlabs.core.provider.Infrastructure;
import dev.butlerlabs.core.provider.LoadBalancers;
import dev.butlerlabs.core.provider.Machines;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.PreflightPlan;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** A connection to one region of an AWS account. */
final class AwsAccount implements Infrastructure {
    private static final String API = "2016-11-15";

    private final AwsSettings settings;
    private final AwsClients clients;
    private final Images images;
    private final Network network;
    private final BalancerLook look;
    private final Instances instances;
    private final AwsMachines machines;
    private final NetworkLoadBalancers balancers;
    private final OwnedThings owned;

    AwsAccount(AwsSettings settings, AwsClients clients, Clock clock) {
        this.settings = settings;
        this.clients = clients;
        this.images = new Images(clients.ec2(), settings);
        this.network = new Network(clients.ec2(), settings);
        this.look = new BalancerLook(clients.balancers());
        this.instances = new Instances(clients.ec2());
        Leftovers leftovers = new Leftovers(clients.ec2(), instances);
        this.machines =
                new AwsMachines(instances, leftovers, new Launcher(clients.ec2(), settings, images, network), clock);
        this.balancers = new NetworkLoadBalancers(clients.balancers(), look, settings, network);
        this.owned = new OwnedThings(instances, leftovers, look, balancers);
    }

    @Override
    public Machines machines() {
        return machines;
    }

    @Override
    public Optional<LoadBalancers> loadBalancers() {
        return Optional.of(balancers);
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
    public List<Check> preflight(PreflightPlan plan) {
        return new AwsPreflight(settings, clients, images, network, instances, look).checks(plan);
    }

    /** Returns the API version: EC2 has no version of its own. */
    @Override
    public String version() {
        AwsFailures.ask("list the availability zones", () -> clients.ec2().describeAvailabilityZones());
        return "EC2 API %s, %s".formatted(API, settings.region());
    }

    @Override
    public void close() {
        clients.close();
    }
}
