package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.provider.MachineId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.DescribeInstancesRequest;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Instance;

/** Reads and terminates instances. */
final class Ec2InstanceClient {
    private static final String[] PRESENT = {"pending", "running", "stopping", "stopped"};

    private final Ec2Client ec2;

    Ec2InstanceClient(Ec2Client ec2) {
        this.ec2 = ec2;
    }

    MachineInstanceGroup of(MachineId id) {
        return new MachineInstanceGroup(list(OwnershipTagMapper.filters(id)));
    }

    /** Returns every instance with one of these names, of any owner. */
    List<Instance> named(Collection<String> names) {
        return list(List.of(
                OwnershipTagMapper.filter("tag:" + OwnershipTagMapper.NAME, names.toArray(String[]::new)),
                OwnershipTagMapper.filter("instance-state-name", PRESENT)));
    }

    List<Instance> present(Filter filter) {
        return list(List.of(
                filter,
                OwnershipTagMapper.filter(
                        "instance-state-name", "pending", "running", "stopping", "stopped", "shutting-down")));
    }

    Optional<Instance> find(String instanceId) {
        return AwsErrorMapper.find(
                        "describe the instance " + instanceId,
                        () -> ec2.describeInstances(request -> request.instanceIds(instanceId)))
                .flatMap(answer -> answer.reservations().stream()
                        .flatMap(reservation -> reservation.instances().stream())
                        .findFirst());
    }

    private List<Instance> list(List<Filter> filters) {
        DescribeInstancesRequest request =
                DescribeInstancesRequest.builder().filters(filters).build();
        return AwsErrorMapper.ask(
                "list instances",
                () -> ec2.describeInstancesPaginator(request).reservations().stream()
                        .flatMap(reservation -> reservation.instances().stream())
                        .toList());
    }

    /** Terminates an instance. Succeeds if it does not exist. */
    void terminate(Instance instance) {
        AwsErrorMapper.find(
                "terminate the instance " + instance.instanceId(),
                () -> ec2.terminateInstances(request -> request.instanceIds(instance.instanceId())));
    }
}
