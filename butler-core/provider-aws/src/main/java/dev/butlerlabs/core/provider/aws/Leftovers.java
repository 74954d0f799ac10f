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

/** Volumes and network cards: they are made with an instance and should go with it, and may stay. */
final class Leftovers {
    private final Ec2Client ec2;
    private final Instances instances;

    Leftovers(Ec2Client ec2, Instances instances) {
        this.ec2 = ec2;
        this.instances = instances;
    }

    /** What a machine without a living instance is, by what is left of it. */
    MachineState state(MachineId id, Fleet fleet) {
        List<Volume> volumes = volumes(Marks.filters(id));
        Optional<MachineState> unlisted = unlisted(id, fleet, volumes).map(InstanceStates::of);
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

    /** A volume that hangs on somebody else's instance is no longer made for our machine alone. */
    private boolean isLeft(MachineId id, Fleet fleet, Volume volume) {
        return volume.state() != VolumeState.DELETED
                && attached(fleet, List.of(volume)).allMatch(instance -> Marks.isOf(id, instance.tags()));
    }

    /** EC2 may show the volumes of an instance before it lists the instance itself. */
    Optional<Instance> unlisted(MachineId id, Fleet fleet, List<Volume> volumes) {
        return attached(fleet, volumes)
                .filter(instance -> Marks.isOf(id, instance.tags()) && !Fleet.isOver(instance))
                .findFirst();
    }

    /** The instances that volumes hang on, beside those that are known already. */
    private Stream<Instance> attached(Fleet fleet, List<Volume> volumes) {
        return volumes.stream()
                .flatMap(volume -> volume.attachments().stream())
                .map(VolumeAttachment::instanceId)
                .filter(instance -> !fleet.has(instance))
                .distinct()
                .flatMap(instance -> instances.find(instance).stream());
    }

    /** Removes what hangs on nothing. */
    void remove(MachineId id, List<Volume> volumes) {
        volumes.stream().filter(Leftovers::isLoose).forEach(volume -> removeVolume(volume.volumeId()));
        looseCards(id).forEach(card -> removeCard(card.networkInterfaceId()));
    }

    static boolean isLoose(Volume volume) {
        return volume.state() == VolumeState.AVAILABLE || volume.state() == VolumeState.ERROR;
    }

    /** Sees to it that our volumes go with the instance, whatever somebody set since. */
    void bind(Instance instance, List<Volume> volumes) {
        List<InstanceBlockDeviceMappingSpecification> bound = instance.blockDeviceMappings().stream()
                .filter(mapping -> staysBehind(mapping, volumes))
                .map(mapping -> InstanceBlockDeviceMappingSpecification.builder()
                        .deviceName(mapping.deviceName())
                        .ebs(ebs -> ebs.volumeId(mapping.ebs().volumeId()).deleteOnTermination(true))
                        .build())
                .toList();
        if (!bound.isEmpty()) {
            AwsFailures.find(
                    "let volumes go with the instance " + instance.instanceId(),
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
        return AwsFailures.ask(
                "list volumes",
                () -> ec2.describeVolumesPaginator(request).volumes().stream().toList());
    }

    private List<NetworkInterface> looseCards(MachineId id) {
        return cards(Marks.filters(id)).stream().filter(Leftovers::isLoose).toList();
    }

    static boolean isLoose(NetworkInterface card) {
        return card.status() == NetworkInterfaceStatus.AVAILABLE;
    }

    List<NetworkInterface> cards(List<Filter> filters) {
        DescribeNetworkInterfacesRequest request =
                DescribeNetworkInterfacesRequest.builder().filters(filters).build();
        return AwsFailures.ask(
                "list network cards",
                () -> ec2.describeNetworkInterfacesPaginator(request).networkInterfaces().stream()
                        .toList());
    }

    void removeVolume(String volumeId) {
        AwsFailures.find(
                "remove the volume " + volumeId, () -> ec2.deleteVolume(request -> request.volumeId(volumeId)));
    }

    void removeCard(String cardId) {
        AwsFailures.find(
                "remove the network card " + cardId,
                () -> ec2.deleteNetworkInterface(request -> request.networkInterfaceId(cardId)));
    }
}
