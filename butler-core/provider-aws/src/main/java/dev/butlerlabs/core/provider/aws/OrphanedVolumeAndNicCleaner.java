package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineState;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.DescribeNetworkInterfacesRequest;
import software.amazon.awssdk.services.ec2.model.DescribeVolumesRequest;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.InstanceBlockDeviceMapping;
import software.amazon.awssdk.services.ec2.model.InstanceBlockDeviceMappingSpecification;
import software.amazon.awssdk.services.ec2.model.NetworkInterface;
import software.amazon.awssdk.services.ec2.model.NetworkInterfaceStatus;
import software.amazon.awssdk.services.ec2.model.Volume;
import software.amazon.awssdk.services.ec2.model.VolumeAttachment;
import software.amazon.awssdk.services.ec2.model.VolumeState;

/** Manages volumes and network interfaces. They are created with an instance and should be deleted with it, but can remain. */
final class OrphanedVolumeAndNicCleaner {
    private final Ec2Client ec2;
    private final Ec2InstanceClient instances;

    OrphanedVolumeAndNicCleaner(Ec2Client ec2, Ec2InstanceClient instances) {
        this.ec2 = ec2;
        this.instances = instances;
    }

    /** Returns the state of a machine without a running instance, derived from its remaining resources. */
    MachineState state(MachineId id, MachineInstanceGroup fleet) {
        List<Volume> volumes = volumes(OwnershipTagMapper.filters(id));
        Optional<MachineState> unlisted = unlisted(id, fleet, volumes).map(Ec2InstanceStateMapper::of);
        if (unlisted.isPresent()) {
            return unlisted.get();
        }
        return volumes.stream()
                .filter(volume -> isLeft(id, fleet, volume))
                .map(Volume::volumeId)
                .findFirst()
                .or(() -> looseCards(id).stream()
                        .map(NetworkInterface::networkInterfaceId)
                        .findFirst())
                .<MachineState>map(MachineState.Leaving::new)
                .orElseGet(MachineState.Absent::new);
    }

    /**
     * Returns whether a volume remains. A volume that is attached to a foreign instance does not belong to this machine alone.
     */
    private boolean isLeft(MachineId id, MachineInstanceGroup fleet, Volume volume) {
        return volume.state() != VolumeState.DELETED
                && attached(fleet, List.of(volume)).allMatch(instance -> OwnershipTagMapper.isOf(id, instance.tags()));
    }

    /** Returns an instance that has volumes but is not listed yet: EC2 can return volumes earlier than their instance. */
    Optional<Instance> unlisted(MachineId id, MachineInstanceGroup fleet, List<Volume> volumes) {
        return attached(fleet, volumes)
                .filter(instance ->
                        OwnershipTagMapper.isOf(id, instance.tags()) && !MachineInstanceGroup.isOver(instance))
                .findFirst();
    }

    /** Returns the instances that volumes are attached to, except the known ones. */
    private Stream<Instance> attached(MachineInstanceGroup fleet, List<Volume> volumes) {
        return volumes.stream()
                .flatMap(volume -> volume.attachments().stream())
                .map(VolumeAttachment::instanceId)
                .filter(instance -> !fleet.has(instance))
                .distinct()
                .flatMap(instance -> instances.find(instance).stream());
    }

    /** Deletes resources that are not attached. */
    void remove(MachineId id, List<Volume> volumes) {
        volumes.stream()
                .filter(OrphanedVolumeAndNicCleaner::isLoose)
                .forEach(volume -> removeVolume(volume.volumeId()));
        looseCards(id).forEach(card -> removeCard(card.networkInterfaceId()));
    }

    static boolean isLoose(Volume volume) {
        return volume.state() == VolumeState.AVAILABLE || volume.state() == VolumeState.ERROR;
    }

    /** Ensures that the volumes are deleted with the instance, even if another user changed that. */
    void bind(Instance instance, List<Volume> volumes) {
        List<InstanceBlockDeviceMappingSpecification> bound = instance.blockDeviceMappings().stream()
                .filter(mapping -> staysBehind(mapping, volumes))
                .map(mapping -> InstanceBlockDeviceMappingSpecification.builder()
                        .deviceName(mapping.deviceName())
                        .ebs(ebs -> ebs.volumeId(mapping.ebs().volumeId()).deleteOnTermination(true))
                        .build())
                .toList();
        if (!bound.isEmpty()) {
            AwsErrorMapper.find(
                    "enable deletion of the volumes with the instance " + instance.instanceId(),
                    () -> ec2.modifyInstanceAttribute(
                            request -> request.instanceId(instance.instanceId()).blockDeviceMappings(bound)));
        }
    }

    private static boolean staysBehind(InstanceBlockDeviceMapping mapping, List<Volume> volumes) {
        return mapping.ebs() != null
                && Boolean.FALSE.equals(mapping.ebs().deleteOnTermination())
                && volumes.stream()
                        .anyMatch(
                                volume -> volume.volumeId().equals(mapping.ebs().volumeId()));
    }

    List<Volume> volumes(List<Filter> filters) {
        DescribeVolumesRequest request =
                DescribeVolumesRequest.builder().filters(filters).build();
        return AwsErrorMapper.ask(
                "list volumes",
                () -> ec2.describeVolumesPaginator(request).volumes().stream().toList());
    }

    private List<NetworkInterface> looseCards(MachineId id) {
        return cards(OwnershipTagMapper.filters(id)).stream()
                .filter(OrphanedVolumeAndNicCleaner::isLoose)
                .toList();
    }

    static boolean isLoose(NetworkInterface card) {
        return card.status() == NetworkInterfaceStatus.AVAILABLE;
    }

    List<NetworkInterface> cards(List<Filter> filters) {
        DescribeNetworkInterfacesRequest request =
                DescribeNetworkInterfacesRequest.builder().filters(filters).build();
        return AwsErrorMapper.ask(
                "list network interfaces",
                () -> ec2.describeNetworkInterfacesPaginator(request).networkInterfaces().stream()
                        .toList());
    }

    void removeVolume(String volumeId) {
        AwsErrorMapper.find(
                "delete the volume " + volumeId, () -> ec2.deleteVolume(request -> request.volumeId(volumeId)));
    }

    void removeCard(String cardId) {
        AwsErrorMapper.find(
                "delete the network interface " + cardId,
                () -> ec2.deleteNetworkInterface(request -> request.networkInterfaceId(cardId)));
    }
}
