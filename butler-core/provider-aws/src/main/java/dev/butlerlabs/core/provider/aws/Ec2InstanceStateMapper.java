package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.provider.MachineState;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.InstanceIpv6Address;
import software.amazon.awssdk.services.ec2.model.InstanceNetworkInterface;

/** Converts instance states to machine states. The provider ID is the instance ID, as in existing resources. */
final class Ec2InstanceStateMapper {
    private Ec2InstanceStateMapper() {}

    static MachineState of(Instance instance) {
        String id = instance.instanceId();
        return switch (instance.state() == null ? null : instance.state().name()) {
            case PENDING -> new MachineState.Starting(id, "EC2 is starting the instance.");
            case RUNNING -> running(instance);
            case STOPPING, STOPPED -> new MachineState.Broken(id, "VMStopped", stopped(instance));
            case SHUTTING_DOWN -> new MachineState.Leaving(id);
            case TERMINATED -> new MachineState.Absent();
            case UNKNOWN_TO_SDK_VERSION ->
                new MachineState.Starting(id, "EC2 reports " + instance.state().nameAsString() + ".");
            case null -> new MachineState.Starting(id, "EC2 has not reported the state of the instance yet.");
        };
    }

    private static MachineState running(Instance instance) {
        List<String> addresses = addresses(instance);
        return addresses.isEmpty()
                ? new MachineState.Starting(instance.instanceId(), "The instance is running but has no address yet.")
                : new MachineState.Running(
                        instance.instanceId(),
                        addresses,
                        card(instance).map(InstanceNetworkInterface::macAddress),
                        zone(instance));
    }

    private static String stopped(Instance instance) {
        String reason =
                instance.stateReason() == null ? "" : instance.stateReason().message();
        String words = reason == null || reason.isBlank() ? "no reason reported by EC2" : reason;
        return "The instance is stopped: %s.".formatted(words);
    }

    /** Returns public addresses first, since Butler may run outside the VPC; IPv4 before IPv6. */
    static List<String> addresses(Instance instance) {
        List<String> all = new ArrayList<>();
        all.add(instance.publicIpAddress());
        all.add(instance.privateIpAddress());
        instance.networkInterfaces().forEach(card -> all.add(card.privateIpAddress()));
        all.add(instance.ipv6Address());
        instance.networkInterfaces().stream()
                .flatMap(card -> card.ipv6Addresses().stream())
                .map(InstanceIpv6Address::ipv6Address)
                .forEach(all::add);
        Set<String> usable = new LinkedHashSet<>();
        all.stream().filter(Ec2InstanceStateMapper::isUsable).forEach(usable::add);
        return List.copyOf(usable);
    }

    private static boolean isUsable(String address) {
        return address != null && !address.isBlank() && !address.startsWith("169.254.") && !isLinkLocal(address);
    }

    /** Matches fe80::/10, whose third digit is 8 to b. */
    private static boolean isLinkLocal(String address) {
        return address.matches("(?i)fe[89ab][0-9a-f]:.*");
    }

    private static Optional<InstanceNetworkInterface> card(Instance instance) {
        return instance.networkInterfaces().stream()
                .filter(card -> card.macAddress() != null)
                .filter(card -> card.attachment() == null
                        || card.attachment().deviceIndex() == null
                        || card.attachment().deviceIndex() == 0)
                .findFirst();
    }

    private static Optional<String> zone(Instance instance) {
        return Optional.ofNullable(instance.placement())
                .flatMap(place -> Optional.ofNullable(place.availabilityZone()));
    }
}
