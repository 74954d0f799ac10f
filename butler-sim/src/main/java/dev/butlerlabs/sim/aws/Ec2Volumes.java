package dev.butlerlabs.sim.aws;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The EC2 actions on volumes and network interfaces. */
final class Ec2Volumes {
    private static final Map<String, Function<SimulatedVolume, String>> VOLUME_FILTERS =
            Map.of("volume-id", volume -> volume.id, "status", SimulatedVolume::state);
    private static final Map<String, Function<SimulatedNetworkInterface, String>> CARD_FILTERS =
            Map.of("network-interface-id", card -> card.id, "status", SimulatedNetworkInterface::status);

    private final AwsRegionState cloud;
    private final int pageSize;

    Ec2Volumes(AwsRegionState cloud, int pageSize) {
        this.cloud = cloud;
        this.pageSize = pageSize;
    }

    XmlBuilder describe(AwsCall call) {
        Ec2Filters filters = Ec2Filters.of(call);
        List<SimulatedVolume> found = cloud.volumes().stream()
                .filter(volume -> filters.pass(volume, volume.tags, VOLUME_FILTERS))
                .toList();
        return Ec2Api.page(call, "volumeSet", found, pageSize, Ec2Volumes::volume);
    }

    private static void volume(XmlBuilder xml, SimulatedVolume volume) {
        xml.put("volumeId", volume.id)
                .put("size", volume.disk.sizeGiB())
                .put("volumeType", volume.disk.type())
                .put("availabilityZone", volume.zone)
                .put("status", volume.state())
                .in(
                        "attachmentSet",
                        () -> volume.instance.ifPresent(instance -> xml.in(
                                "item",
                                () -> xml.put("volumeId", volume.id)
                                        .put("instanceId", instance)
                                        .put("device", volume.disk.device())
                                        .put("status", "attached")
                                        .put("deleteOnTermination", volume.deleteOnTermination))))
                .ec2Tags(volume.tags);
    }

    XmlBuilder delete(AwsCall call) {
        cloud.removeVolume(call.require("VolumeId"));
        return Ec2Api.done();
    }

    XmlBuilder describeCards(AwsCall call) {
        Ec2Filters filters = Ec2Filters.of(call);
        List<SimulatedNetworkInterface> found = cloud.cards().stream()
                .filter(card -> filters.pass(card, card.tags, CARD_FILTERS))
                .toList();
        return Ec2Api.page(
                call,
                "networkInterfaceSet",
                found,
                pageSize,
                (xml, card) -> xml.put("networkInterfaceId", card.id)
                        .put("subnetId", card.subnet.id())
                        .put("status", card.status())
                        .put("macAddress", card.mac)
                        .ec2Tags(card.tags));
    }

    XmlBuilder deleteCard(AwsCall call) {
        cloud.removeCard(call.require("NetworkInterfaceId"));
        return Ec2Api.done();
    }

    XmlBuilder modifyInstanceAttribute(AwsCall call) {
        call.require("InstanceId");
        for (int i = 1; i <= call.count("BlockDeviceMapping"); i++) {
            String prefix = "BlockDeviceMapping." + i + ".";
            call.require(prefix + "DeviceName");
            boolean goes = call.truth(prefix + "Ebs.DeleteOnTermination");
            String id = call.require(prefix + "Ebs.VolumeId");
            cloud.volumes().stream()
                    .filter(volume -> volume.id.equals(id))
                    .forEach(volume -> volume.deleteOnTermination = goes);
        }
        return Ec2Api.done();
    }
}
