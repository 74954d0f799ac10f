package dev.butlerlabs.sim.aws;

import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ProblemCollector;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.ProviderConnectionSettings;
import dev.butlerlabs.core.provider.aws.AwsProvider;
import dev.butlerlabs.sim.contract.ContractWorld;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine.Power;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.InstanceStateName;

/** An account of moto as the provider contract sees it. */
final class MotoContractWorld implements ContractWorld {
    private final AwsWorld account;
    private final AwsTruth truth;

    MotoContractWorld(AwsWorld account) {
        this.account = account;
        this.truth = account.truth();
    }

    @Override
    public String provider() {
        return "aws";
    }

    @Override
    public Map<String, Object> settings() {
        return account.settings();
    }

    @Override
    public Map<String, String> credentials() {
        return account.credentials();
    }

    @Override
    public ConnectedInfrastructure connect(Map<String, String> credentials) {
        return new AwsProvider()
                .connect(new ProviderConnectionSettings(
                        ConfigSection.of("spec.aws", settings(), new ProblemCollector()),
                        AwsWorld.secret(credentials)));
    }

    @Override
    public List<SimulatedMachine> machines() {
        return truth.ec2.describeInstancesPaginator().reservations().stream()
                .flatMap(reservation -> reservation.instances().stream())
                .filter(instance -> instance.state().name() != InstanceStateName.TERMINATED)
                .map(MotoContractWorld::machine)
                .toList();
    }

    private static SimulatedMachine machine(Instance instance) {
        Map<String, String> tags = AwsTruth.tags(instance.tags());
        return new SimulatedMachine(
                instance.instanceId(),
                tags.getOrDefault("Name", ""),
                power(instance),
                tags,
                Stream.of(instance.publicIpAddress(), instance.privateIpAddress())
                        .flatMap(address -> Optional.ofNullable(address).stream())
                        .findFirst());
    }

    private static Power power(Instance instance) {
        return switch (instance.state().name()) {
            case RUNNING -> Power.ON;
            case STOPPING, STOPPED -> Power.OFF;
            case SHUTTING_DOWN, TERMINATED -> Power.LEAVING;
            case PENDING, UNKNOWN_TO_SDK_VERSION -> Power.BOOTING;
        };
    }

    @Override
    public List<String> leftovers() {
        return Stream.concat(
                        truth.ec2.describeVolumes().volumes().stream().map(volume -> volume.volumeId()),
                        truth.elb.describeLoadBalancers().loadBalancers().stream()
                                .map(balancer -> balancer.loadBalancerName()))
                .toList();
    }

    @Override
    public void plantForeign(String name) {
        truth.plant(Map.of("Name", name));
    }

    @Override
    public void vanish(String name) {
        truth.living(name)
                .forEach(instance ->
                        truth.ec2.terminateInstances(request -> request.instanceIds(instance.instanceId())));
    }

    @Override
    public void stop(String name) {
        truth.living(name)
                .forEach(instance -> truth.ec2.stopInstances(request -> request.instanceIds(instance.instanceId())));
    }

    @Override
    public FaultPlan faults() {
        return FaultPlan.none();
    }

    @Override
    public boolean hasFaults() {
        return false;
    }

    @Override
    public long requests() {
        return 0;
    }

    @Override
    public void close() {
        truth.close();
        account.close();
    }
}
