package dev.butlerlabs.core.provider.aws;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * The common settings of machines.
 *
 * @param endpoint URL of all AWS services, instead of the public ones
 * @param vpcId VPC whose subnets are all used if no subnet is specified
 * @param instanceType instance type of every machine; derived from CPU and memory if empty
 * @param image ID, version or name pattern of the image; the newest Talos version if empty
 * @param imageOwner account that owns the images for lookups by name
 * @param publicAddress whether machines have a public IP address
 * @param internalBalancer whether the load balancer is internal to the VPC
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
    /** The account of the Talos project, which publishes the images. */
    static final String TALOS_ACCOUNT = "540036508848";

    AwsSettings {
        subnetIds = List.copyOf(subnetIds);
        securityGroupIds = List.copyOf(securityGroupIds);
    }
}
