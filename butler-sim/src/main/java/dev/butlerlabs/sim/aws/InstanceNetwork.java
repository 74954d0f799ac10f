package dev.butlerlabs.sim.aws;

import java.util.List;

/** Where a launch request connects its instances: by a network interface, or by subnet and security groups of the instance. */
record InstanceNetwork(AwsNetworkLayout.Subnet subnet, List<String> groups, boolean publicAddress) {
    private static final String CARD = "NetworkInterface.1.";

    static InstanceNetwork of(AwsCall call) {
        boolean byCard = call.count("NetworkInterface") > 0;
        boolean byInstance = call.find("SubnetId").isPresent() || call.has("SecurityGroupId.1");
        if (byCard && byInstance) {
            throw AwsErrorResponse.of(
                    "InvalidParameterCombination",
                    "Network interfaces and an instance-level %s may not be specified on the same request"
                            .formatted(call.find("SubnetId").isPresent() ? "subnet ID" : "security groups"));
        }
        return byCard ? ofCard(call) : ofInstance(call);
    }

    private static InstanceNetwork ofCard(AwsCall call) {
        AwsNetworkLayout.Subnet subnet = subnet(call.require(CARD + "SubnetId"));
        if (call.number(CARD + "DeviceIndex", -1) != 0) {
            throw AwsErrorResponse.of("InvalidParameterValue", "The first network interface must have device index 0.");
        }
        call.find(CARD + "DeleteOnTermination");
        return new InstanceNetwork(
                subnet,
                groups(call.list(CARD + "SecurityGroupId"), subnet),
                call.truth(CARD + "AssociatePublicIpAddress"));
    }

    /** Without a subnet, an instance runs in the first one. The subnets assign no public addresses by themselves. */
    private static InstanceNetwork ofInstance(AwsCall call) {
        AwsNetworkLayout.Subnet subnet =
                call.find("SubnetId").map(InstanceNetwork::subnet).orElse(AwsNetworkLayout.SUBNETS.getFirst());
        return new InstanceNetwork(subnet, groups(call.list("SecurityGroupId"), subnet), false);
    }

    private static AwsNetworkLayout.Subnet subnet(String id) {
        return AwsNetworkLayout.SUBNETS.stream()
                .filter(subnet -> subnet.id().equals(id))
                .findFirst()
                .orElseThrow(() -> AwsErrorResponse.of(
                        "InvalidSubnetID.NotFound", "The subnet ID '%s' does not exist".formatted(id)));
    }

    private static List<String> groups(List<String> groups, AwsNetworkLayout.Subnet subnet) {
        groups.forEach(id -> {
            if (!subnet.vpc().equals(AwsNetworkLayout.GROUPS.get(id))) {
                throw AwsErrorResponse.of(
                        "InvalidGroup.NotFound",
                        "The security group '%s' does not exist in VPC '%s'".formatted(id, subnet.vpc()));
            }
        });
        return groups;
    }
}
