package dev.butlerlabs.sim.aws;

import dev.butlerlabs.sim.aws.SimulatedImages.CloudImage;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;

/** The EC2 actions for images and snapshots. */
final class Ec2Images {
    private static final String ROOT = "/dev/xvda";
    private static final Map<String, Function<CloudImage, String>> IMAGE_FILTERS = Map.of(
            "name", CloudImage::name,
            "architecture", CloudImage::architecture,
            "state", _ -> "available");
    private static final Map<String, Function<EbsSnapshot, String>> SNAPSHOT_FILTERS = Map.of(
            "snapshot-id", snapshot -> snapshot.id,
            "status", snapshot -> snapshot.state);

    private final AwsRegionState cloud;
    private final int pageSize;

    Ec2Images(AwsRegionState cloud, int pageSize) {
        this.cloud = cloud;
        this.pageSize = pageSize;
    }

    XmlBuilder describe(AwsCall call) {
        List<String> ids = call.list("ImageId");
        List<String> owners = call.list("Owner");
        ids.forEach(cloud.images::require);
        Ec2Filters filters = Ec2Filters.of(call);
        return Ec2Api.page(
                call,
                "imagesSet",
                cloud.images
                        .all()
                        .filter(image -> ids.isEmpty() || ids.contains(image.id()))
                        .filter(image -> owners.isEmpty()
                                || owners.contains(image.owner())
                                || (owners.contains("self") && image.owner().equals(AwsNetworkLayout.ACCOUNT)))
                        .filter(image -> filters.pass(image, image.tags(), IMAGE_FILTERS))
                        .toList(),
                pageSize,
                Ec2Images::write);
    }

    private static void write(XmlBuilder xml, CloudImage image) {
        xml.put("imageId", image.id())
                .put("name", image.name())
                .put("imageOwnerId", image.owner())
                .put("imageState", "available")
                .put("architecture", image.architecture())
                .put("creationDate", image.created())
                .put("rootDeviceType", "ebs")
                .put("rootDeviceName", ROOT)
                .in(
                        "blockDeviceMapping",
                        () -> xml.in(
                                "item",
                                () -> xml.put("deviceName", ROOT)
                                        .in(
                                                "ebs",
                                                () -> xml.put(
                                                                "snapshotId",
                                                                image.snapshot().orElse(null))
                                                        .put("volumeSize", image.rootGiB())
                                                        .put("volumeType", "gp3"))));
        xml.ec2Tags(image.tags());
    }

    XmlBuilder register(AwsCall call) {
        String name = call.require("Name");
        requireValue(name.matches("[A-Za-z0-9 ()./'@_\\[\\]-]{3,128}"), "InvalidAMIName.Malformed", "AMI name");
        if (cloud.images
                .all()
                .anyMatch(image -> image.name().equals(name) && image.owner().equals(AwsNetworkLayout.ACCOUNT))) {
            throw AwsErrorResponse.of(
                    "InvalidAMIName.Duplicate", "AMI name %s is already in use by another AMI".formatted(name));
        }
        String architecture = call.require("Architecture");
        requireValue(Set.of("x86_64", "arm64").contains(architecture), "InvalidParameterValue", "Architecture");
        String boot = call.find("BootMode").orElse("legacy-bios");
        Set<String> modes =
                architecture.equals("arm64") ? Set.of("uefi") : Set.of("legacy-bios", "uefi", "uefi-preferred");
        requireValue(modes.contains(boot), "InvalidParameterCombination", "BootMode " + boot);
        requireValue("hvm".equals(call.require("VirtualizationType")), "InvalidParameterValue", "VirtualizationType");
        call.truth("EnaSupport");
        call.find("Description");
        EbsSnapshot snapshot = rootSnapshot(call);
        CloudImage image = new CloudImage(
                cloud.nextId("ami"),
                name,
                AwsNetworkLayout.ACCOUNT,
                architecture,
                Instant.now().truncatedTo(ChronoUnit.MILLIS).toString(),
                snapshot.sizeGiB,
                tags(call),
                Optional.of(snapshot.id));
        cloud.images.register(image);
        return new XmlBuilder().put("imageId", image.id());
    }

    private EbsSnapshot rootSnapshot(AwsCall call) {
        String device = call.require("BlockDeviceMapping.1.DeviceName");
        requireValue(device.equals(call.require("RootDeviceName")), "InvalidBlockDeviceMapping", "RootDeviceName");
        String id = call.require("BlockDeviceMapping.1.Ebs.SnapshotId");
        call.truth("BlockDeviceMapping.1.Ebs.DeleteOnTermination");
        call.find("BlockDeviceMapping.1.Ebs.VolumeType");
        EbsSnapshot snapshot = requireSnapshot(id);
        if (!snapshot.state.equals("completed")) {
            throw AwsErrorResponse.of("IncorrectState", "The snapshot %s is not in a completed state".formatted(id));
        }
        return snapshot;
    }

    private static SortedMap<String, String> tags(AwsCall call) {
        if (call.count("TagSpecification") > 0) {
            requireValue(
                    "image".equals(call.require("TagSpecification.1.ResourceType")),
                    "InvalidParameterValue",
                    "ResourceType of tags");
        }
        return call.tags("TagSpecification.1.Tag");
    }

    private static void requireValue(boolean fulfilled, String code, String subject) {
        if (!fulfilled) {
            throw AwsErrorResponse.of(code, "%s is not valid".formatted(subject));
        }
    }

    XmlBuilder deregister(AwsCall call) {
        cloud.images.deregister(call.require("ImageId"));
        return Ec2Api.done();
    }

    XmlBuilder describeSnapshots(AwsCall call) {
        List<String> ids = call.list("SnapshotId");
        call.list("Owner");
        ids.forEach(this::requireSnapshot);
        Ec2Filters filters = Ec2Filters.of(call);
        return Ec2Api.page(
                call,
                "snapshotSet",
                cloud.images.snapshots().stream()
                        .filter(snapshot -> ids.isEmpty() || ids.contains(snapshot.id))
                        .filter(snapshot -> filters.pass(snapshot, snapshot.tags, SNAPSHOT_FILTERS))
                        .toList(),
                pageSize,
                (xml, snapshot) -> xml.put("snapshotId", snapshot.id)
                        .put("volumeId", "vol-ffffffff")
                        .put("status", snapshot.state)
                        .put("startTime", snapshot.started.truncatedTo(ChronoUnit.MILLIS))
                        .put("progress", snapshot.state.equals("completed") ? "100%" : "0%")
                        .put("ownerId", AwsNetworkLayout.ACCOUNT)
                        .put("volumeSize", snapshot.sizeGiB)
                        .put("description", snapshot.description)
                        .ec2Tags(snapshot.tags));
    }

    private EbsSnapshot requireSnapshot(String id) {
        return cloud.images
                .snapshot(id)
                .orElseThrow(() -> AwsErrorResponse.of(
                        "InvalidSnapshot.NotFound", "The snapshot '%s' does not exist.".formatted(id)));
    }

    XmlBuilder deleteSnapshot(AwsCall call) {
        cloud.images.removeSnapshot(call.require("SnapshotId"));
        return Ec2Api.done();
    }
}
