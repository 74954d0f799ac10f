package dev.butlerlabs.core.provider.aws;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * Where machines are made and what they have in common.
 *
 * @param endpoint where all AWS services are reached instead of at Amazon's own addresses
 * @param vpcId all its subnets are used when no subnet is named
 * @param instanceType for every machine; one that fits is chosen when empty
 * @param image id, version or name pattern of the image; the newest Talos when empty
 * @param imageOwner the account whose images are looked through by name
 * @param publicAddress whether machines are reachable from the internet
 * @param internalBalancer whether the load balancer is reachable from inside the VPC alone
 */
@RecordBuilder
record AwsSettings(
        String region,
        Optional<URI> endpoint,
        Optional<String> vpcId,
        List<String> subnetIds,
        List<String> securityGroupIds,
        Optional<String> instanceType,
        Optional<String> image,
        String imageOwner,
        Architecture architecture,
        boolean publicAddress,
        boolean internalBalancer) {
    /** The account in which the makers of Talos publish their images. */
    static final String TALOS_ACCOUNT = "540036508848";

    AwsSettings {
        subnetIds = List.copyOf(subnetIds);
        securityGroupIds = List.copyOf(securityGroupIds);
    }
}
