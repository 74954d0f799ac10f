package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.PreflightCheck.Result;
import dev.butlerlabs.core.provider.PreflightInput;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.SecurityGroup;
import software.amazon.awssdk.services.ec2.model.Subnet;

/** Checks the subnets and security groups. */
final class NetworkChecks {
    private final AwsSettings settings;
    private final Ec2Client ec2;
    private final SubnetResolver network;

    NetworkChecks(AwsSettings settings, Ec2Client ec2, SubnetResolver network) {
        this.settings = settings;
        this.ec2 = ec2;
        this.network = network;
    }

    Result exists(PreflightInput plan) {
        SubnetSelection subnets = network.look();
        return strangeGroup(subnets.vpc())
                .<Result>map(group -> new Result.Failed(
                        "The security group %s belongs to %s, the subnets to %s."
                                .formatted(group.groupId(), group.vpcId(), subnets.vpc()),
                        "Use security groups of the VPC of the subnets."))
                .or(() -> crowded(subnets, plan))
                .orElseGet(() -> new Result.Passed("%d subnets of %s in %s."
                        .formatted(
                                subnets.all().size(),
                                subnets.vpc(),
                                String.join(", ", subnets.byZone().keySet()))));
    }

    private Optional<SecurityGroup> strangeGroup(String vpc) {
        if (settings.securityGroupIds().isEmpty()) {
            return Optional.empty();
        }
        List<SecurityGroup> groups = AwsErrorMapper.ask(
                "describe the security groups",
                () -> ec2.describeSecurityGroups(request -> request.groupIds(settings.securityGroupIds()))
                        .securityGroups());
        return groups.stream().filter(group -> !vpc.equals(group.vpcId())).findFirst();
    }

    private static Optional<Result> crowded(SubnetSelection subnets, PreflightInput plan) {
        Map<String, Long> machines = placed(subnets, plan.machines()).values().stream()
                .collect(Collectors.groupingBy(Subnet::subnetId, TreeMap::new, Collectors.counting()));
        return subnets.all().stream()
                .filter(subnet -> subnet.availableIpAddressCount() != null)
                .filter(subnet -> machines.getOrDefault(subnet.subnetId(), 0L) > subnet.availableIpAddressCount())
                .findFirst()
                .map(subnet -> new Result.Failed(
                        "The subnet %s has %d free addresses for %d machines."
                                .formatted(
                                        subnet.subnetId(),
                                        subnet.availableIpAddressCount(),
                                        machines.get(subnet.subnetId())),
                        "Use larger subnets, or more of them."));
    }

    static Map<String, Subnet> placed(SubnetSelection subnets, List<MachineSpec> machines) {
        Map<String, Subnet> placed = new TreeMap<>();
        machines.forEach(spec -> placed.put(
                spec.id().name(),
                subnets.inOrderFor(spec.id().name(), spec.zone()).getFirst()));
        return placed;
    }

    Result spread(PreflightInput plan) {
        List<MachineSpec> controlPlane = plan.machines().stream()
                .filter(spec -> spec.role() == MachineRole.CONTROL_PLANE)
                .toList();
        List<String> zones = placed(network.subnets(), controlPlane).values().stream()
                .map(Subnet::availabilityZone)
                .distinct()
                .sorted()
                .toList();
        return controlPlane.size() > 1 && zones.size() == 1
                ? new Result.Doubtful(
                        "All %d control plane machines are in %s.".formatted(controlPlane.size(), zones.getFirst()),
                        "Use subnets in several zones to tolerate the failure of a zone.")
                : new Result.Passed("The control plane machines are in %s.".formatted(String.join(", ", zones)));
    }
}
