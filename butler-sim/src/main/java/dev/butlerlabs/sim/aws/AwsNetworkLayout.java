package dev.butlerlabs.sim.aws;

import java.util.List;
import java.util.Map;

/** The predefined network: one VPC, a subnet in each of three zones, and two security groups. */
final class AwsNetworkLayout {
    static final String REGION = "eu-central-1";
    static final String ACCOUNT = "123456789012";
    static final String VPC = "vpc-0b0071e50000a5ed1";
    static final List<String> NAMES = List.of(REGION + "a", REGION + "b", REGION + "c");
    static final List<Subnet> SUBNETS = List.of(
            new Subnet("subnet-0b0071e5000000a01", NAMES.get(0), VPC, "10.0.0.0/20"),
            new Subnet("subnet-0b0071e5000000b02", NAMES.get(1), VPC, "10.0.16.0/20"),
            new Subnet("subnet-0b0071e5000000c03", NAMES.get(2), VPC, "10.0.32.0/20"));

    /** A subnet of another owner, in another VPC. */
    static final Subnet OTHER_SUBNET =
            new Subnet("subnet-0b0071e5000000d04", NAMES.get(0), "vpc-0b0071e5000000bad", "10.9.0.0/20");

    /** Security groups with their VPCs. */
    static final Map<String, String> GROUPS = Map.of(
            "sg-0b0071e5000000001", VPC, "sg-0b0071e5000000002", VPC, "sg-0b0071e5000000bad", OTHER_SUBNET.vpc());

    private AwsNetworkLayout() {}

    record Subnet(String id, String zone, String vpc, String network) {}
}
