package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineSpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import software.amazon.awssdk.services.ec2.model.HttpTokensState;
import software.amazon.awssdk.services.ec2.model.Image;
import software.amazon.awssdk.services.ec2.model.InstanceNetworkInterfaceSpecification;
import software.amazon.awssdk.services.ec2.model.ResourceType;
import software.amazon.awssdk.services.ec2.model.RunInstancesRequest;
import software.amazon.awssdk.services.ec2.model.Tag;
import software.amazon.awssdk.services.ec2.model.TagSpecification;

/** The parameters of a new instance. */
record LaunchRequestFactory(
        MachineId id,
        String imageId,
        String instanceType,
        String subnetId,
        List<String> securityGroupIds,
        boolean publicAddress,
        List<InstanceVolume> disks,
        Optional<SensitiveText> userData,
        SortedMap<String, String> tags) {
    /** Pods need one more hop than the machine to connect to the metadata service. */
    private static final int HOPS_TO_PODS = 2;
    /** With user data, which contains the cluster keys, pods must not have access to the metadata service. */
    private static final int HOPS_WITH_SECRETS = 1;

    LaunchRequestFactory {
        securityGroupIds = List.copyOf(securityGroupIds);
        disks = List.copyOf(disks);
        tags = new TreeMap<>(tags);
        userData.ifPresent(UserDataEncoder::of);
    }

    static LaunchRequestFactory of(MachineSpec spec, AwsSettings settings, Image image, String subnetId) {
        return new LaunchRequestFactory(
                spec.id(),
                image.imageId(),
                Ec2InstanceTypeSelector.choose(spec, settings),
                subnetId,
                settings.securityGroupIds(),
                settings.publicAddress(),
                InstanceVolume.of(spec, image),
                spec.userData(),
                OwnershipTagMapper.of(spec.id(), spec.labels()));
    }

    /** Returns all values of the request in a fixed order. */
    List<String> values() {
        List<String> values = new ArrayList<>(
                List.of(id.owner().uid(), id.name(), imageId, instanceType, subnetId, Boolean.toString(publicAddress)));
        values.add(securityGroupIds.toString());
        values.add(disks.toString());
        values.add(tags.toString());
        values.add(userData.map(SensitiveText::value).orElse(""));
        return values;
    }

    RunInstancesRequest.Builder request() {
        RunInstancesRequest.Builder request = RunInstancesRequest.builder()
                .minCount(1)
                .maxCount(1)
                .imageId(imageId)
                .instanceType(instanceType)
                .networkInterfaces(card())
                .blockDeviceMappings(disks.stream().map(InstanceVolume::mapping).toList())
                .metadataOptions(options -> options.httpTokens(HttpTokensState.REQUIRED)
                        .httpPutResponseHopLimit(userData.isPresent() ? HOPS_WITH_SECRETS : HOPS_TO_PODS))
                .tagSpecifications(
                        tagged(ResourceType.INSTANCE),
                        tagged(ResourceType.VOLUME),
                        tagged(ResourceType.NETWORK_INTERFACE));
        userData.ifPresent(text -> request.userData(encoded(text)));
        return request;
    }

    private InstanceNetworkInterfaceSpecification card() {
        InstanceNetworkInterfaceSpecification.Builder card = InstanceNetworkInterfaceSpecification.builder()
                .deviceIndex(0)
                .subnetId(subnetId)
                .associatePublicIpAddress(publicAddress)
                .deleteOnTermination(true);
        if (!securityGroupIds.isEmpty()) {
            card.groups(securityGroupIds);
        }
        return card.build();
    }

    private TagSpecification tagged(ResourceType type) {
        return TagSpecification.builder().resourceType(type).tags(awsTags(tags)).build();
    }

    /** Returns tags in the form of the SDK. */
    static List<Tag> awsTags(Map<String, String> tags) {
        return tags.entrySet().stream()
                .map(tag ->
                        Tag.builder().key(tag.getKey()).value(tag.getValue()).build())
                .toList();
    }

    private static String encoded(SensitiveText text) {
        return Base64.getEncoder().encodeToString(UserDataEncoder.of(text));
    }
}
