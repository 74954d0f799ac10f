package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.provider.BootImageSpec;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.OwnershipTags;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.BlockDeviceMapping;
import software.amazon.awssdk.services.ec2.model.BootModeValues;
import software.amazon.awssdk.services.ec2.model.DescribeImagesRequest;
import software.amazon.awssdk.services.ec2.model.DescribeSnapshotsRequest;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Image;
import software.amazon.awssdk.services.ec2.model.RegisterImageRequest;
import software.amazon.awssdk.services.ec2.model.ResourceType;
import software.amazon.awssdk.services.ec2.model.Snapshot;
import software.amazon.awssdk.services.ec2.model.TagSpecification;
import software.amazon.awssdk.services.ec2.model.VolumeType;

/** Reads, registers and deletes the images and snapshots of the account. */
final class AmiClient {
    private static final String SELF = "self";
    private static final String ROOT = "/dev/xvda";
    private static final int SHORTEST_NAME = 3;
    private static final int LONGEST_NAME = 128;
    private static final int LONGEST_TAG = 255;

    private final Ec2Client ec2;

    AmiClient(Ec2Client ec2) {
        this.ec2 = ec2;
    }

    /** Returns the images with the ownership tags of an ID, the oldest first. */
    List<Image> images(ImageId id) {
        return images("list the images of Butler", filters(id)).stream()
                .sorted(Comparator.comparing((Image image) ->
                                Optional.ofNullable(image.creationDate()).orElse(""))
                        .thenComparing(Image::imageId))
                .toList();
    }

    /** Returns the image of the account with a name. */
    Optional<Image> named(String name) {
        return images("find the image " + name, List.of(OwnershipTagMapper.filter("name", name))).stream()
                .findFirst();
    }

    private List<Image> images(String purpose, List<Filter> filters) {
        DescribeImagesRequest request =
                DescribeImagesRequest.builder().owners(SELF).filters(filters).build();
        return AwsErrorMapper.ask(
                purpose,
                () -> ec2.describeImagesPaginator(request).images().stream().toList());
    }

    /** Returns the snapshots with the ownership tags of an ID, of registered images as well. */
    List<Snapshot> snapshots(ImageId id) {
        DescribeSnapshotsRequest request = DescribeSnapshotsRequest.builder()
                .ownerIds(SELF)
                .filters(filters(id))
                .build();
        return AwsErrorMapper.ask(
                "list the snapshots of Butler",
                () -> ec2.describeSnapshotsPaginator(request).snapshots().stream()
                        .toList());
    }

    Optional<Snapshot> snapshot(String snapshotId) {
        return AwsErrorMapper.find(
                        "describe the snapshot " + snapshotId,
                        () -> ec2.describeSnapshots(request -> request.snapshotIds(snapshotId)))
                .flatMap(answer -> answer.snapshots().stream().findFirst());
    }

    private static List<Filter> filters(ImageId id) {
        return new TreeMap<>(OwnershipTags.marks(id))
                .entrySet().stream()
                        .map(tag -> OwnershipTagMapper.tag(tag.getKey(), tag.getValue()))
                        .toList();
    }

    /** Returns the tags of an image and its snapshot. */
    static Map<String, String> tags(BootImageSpec spec) {
        Map<String, String> tags = new TreeMap<>(OwnershipTags.marks(spec.id()));
        tags.put(
                OwnershipTagMapper.NAME,
                spec.name().substring(0, Math.min(LONGEST_TAG, spec.name().length())));
        return tags;
    }

    /** Returns the name of an image in the alphabet of EC2. Names are unique in an account and region. */
    static String name(BootImageSpec spec) {
        String name = spec.name().replaceAll("[^A-Za-z0-9 ()./'@_\\[\\]-]+", "-");
        String padded = name.length() < SHORTEST_NAME ? "image-" + name : name;
        return padded.substring(0, Math.min(LONGEST_NAME, padded.length()));
    }

    /** Registers an image. Machines with ARM processors support only UEFI. */
    void register(BootImageSpec spec, String snapshotId) {
        Architecture architecture =
                Architecture.valueOf(spec.id().architecture().toUpperCase(Locale.ROOT));
        RegisterImageRequest request = RegisterImageRequest.builder()
                .name(name(spec))
                .description(spec.id().toString())
                .architecture(architecture.awsWord())
                .virtualizationType("hvm")
                .enaSupport(true)
                .bootMode(architecture == Architecture.ARM64 ? BootModeValues.UEFI : BootModeValues.UEFI_PREFERRED)
                .rootDeviceName(ROOT)
                .blockDeviceMappings(BlockDeviceMapping.builder()
                        .deviceName(ROOT)
                        .ebs(ebs -> ebs.snapshotId(snapshotId)
                                .deleteOnTermination(true)
                                .volumeType(VolumeType.GP3))
                        .build())
                .tagSpecifications(TagSpecification.builder()
                        .resourceType(ResourceType.IMAGE)
                        .tags(LaunchRequestFactory.awsTags(tags(spec)))
                        .build())
                .build();
        AwsErrorMapper.ask("register the image " + spec.name(), () -> ec2.registerImage(request));
    }

    void deregister(String imageId) {
        AwsErrorMapper.find(
                "deregister the image " + imageId, () -> ec2.deregisterImage(request -> request.imageId(imageId)));
    }

    void deleteSnapshot(String snapshotId) {
        AwsErrorMapper.find(
                "delete the snapshot " + snapshotId,
                () -> ec2.deleteSnapshot(request -> request.snapshotId(snapshotId)));
    }
}
