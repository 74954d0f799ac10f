package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.DescribeSubnetsRequest;
import software.amazon.awssdk.services.ec2.model.Subnet;

/** Resolves the subnets of the settings. */
final class SubnetResolver {
    private static final String PURPOSE = "describe the subnets";

    private final Ec2Client ec2;
    private final AwsSettings settings;
    private final AtomicReference<SubnetSelection> named = new AtomicReference<>();

    SubnetResolver(Ec2Client ec2, AwsSettings settings) {
        this.ec2 = ec2;
        this.settings = settings;
    }

    /** Returns the subnets. Zone and VPC of a subnet never change, so they are requested once. */
    SubnetSelection subnets() {
        SubnetSelection known = named.get();
        if (known != null) {
            return known;
        }
        SubnetSelection found = look();
        if (!settings.subnetIds().isEmpty()) {
            named.set(found);
        }
        return found;
    }

    /** Requests the subnets again, with their number of free addresses. */
    SubnetSelection look() {
        List<Subnet> found =
                AwsErrorMapper.ask(
                        PURPOSE,
                        () -> ec2
                                .describeSubnetsPaginator(wanted().apply(DescribeSubnetsRequest.builder())
                                        .build())
                                .subnets()
                                .stream()
                                .toList());
        if (found.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.NOT_FOUND,
                    "No subnet found for the machines.",
                    "Set subnetIDs to subnets in this region.");
        }
        requireOneVpc(found);
        return new SubnetSelection(found);
    }

    private UnaryOperator<DescribeSubnetsRequest.Builder> wanted() {
        if (!settings.subnetIds().isEmpty()) {
            return request -> request.subnetIds(settings.subnetIds());
        }
        return settings.vpcId()
                .<UnaryOperator<DescribeSubnetsRequest.Builder>>map(vpc -> request -> request.filters(
                        OwnershipTagMapper.filter("vpc-id", vpc), OwnershipTagMapper.filter("state", "available")))
                .orElse(request -> request.filters(OwnershipTagMapper.filter("default-for-az", "true")));
    }

    private void requireOneVpc(List<Subnet> found) {
        TreeSet<String> vpcs = new TreeSet<>();
        found.forEach(subnet -> vpcs.add(subnet.vpcId()));
        if (vpcs.size() > 1) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "The subnets belong to several VPCs: %s.".formatted(vpcs),
                    "Use subnets of one VPC.");
        }
        settings.vpcId().filter(vpc -> !vpcs.contains(vpc)).ifPresent(vpc -> {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "The subnets belong to %s, not to %s.".formatted(vpcs.first(), vpc),
                    "Set vpcID to the VPC of the subnets, or remove it.");
        });
    }
}
