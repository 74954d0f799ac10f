package dev.butlerlabs.sim.aws;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Subnet;

/** A fresh account of moto, with a Talos image of our own in it. */
final class MotoWorld implements AwsWorld {
    static final String IMAGE = "talos-v1.12.2-us-east-1-amd64";

    private static final Map<String, String> CREDENTIALS =
            Map.of("accessKeyID", "AKIABUTLERTEST000000", "secretAccessKey", "moto-checks-none");

    private final Map<String, Object> settings = new TreeMap<>();
    private final List<Subnet> subnets;

    MotoWorld(MotoServer server) {
        settings.put("region", "us-east-1");
        settings.put("endpoint", server.address().toString());
        try (AwsTruth truth = new AwsTruth(settings, CREDENTIALS)) {
            Ec2Client ec2 = truth.ec2;
            subnets = ec2.describeSubnets().subnets().stream()
                    .sorted(Comparator.comparing(Subnet::availabilityZone))
                    .limit(3)
                    .toList();
            String vpc = subnets.getFirst().vpcId();
            settings.put("vpcID", vpc);
            settings.put("subnetIDs", subnets.stream().map(Subnet::subnetId).toList());
            settings.put("securityGroupIDs", List.of(group(ec2, vpc, "one"), group(ec2, vpc, "two")));
            settings.put("ami", image(ec2));
        }
    }

    private static String group(Ec2Client ec2, String vpc, String name) {
        return ec2.createSecurityGroup(
                        request -> request.groupName(name).description(name).vpcId(vpc))
                .groupId();
    }

    private static String image(Ec2Client ec2) {
        return ec2.registerImage(
                        request -> request.name(IMAGE).architecture("x86_64").rootDeviceName("/dev/xvda"))
                .imageId();
    }

    @Override
    public Map<String, Object> settings() {
        return settings;
    }

    @Override
    public Map<String, String> credentials() {
        return CREDENTIALS;
    }

    @Override
    public List<String> zones() {
        return subnets.stream().map(Subnet::availabilityZone).toList();
    }

    @Override
    public void close() {
        // The server goes on, and is reset for the next account.
    }
}
