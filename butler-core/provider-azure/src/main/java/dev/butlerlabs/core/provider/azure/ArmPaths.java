package dev.butlerlabs.core.provider.azure;

import dev.butlerlabs.core.provider.rest.RestRequest;
import java.util.Locale;
import java.util.Optional;

/** The resource IDs of a subscription, which are also the paths of requests. Azure compares them without case. */
record ArmPaths(String subscription, String group) {
    static ArmPaths of(AzureSettings settings) {
        return new ArmPaths(settings.subscription(), settings.resourceGroup());
    }

    ArmPaths inGroup(String other) {
        return new ArmPaths(subscription, other);
    }

    String subscriptionPath(String below) {
        return "/subscriptions/" + RestRequest.encode(subscription) + below;
    }

    String groupPath(String below) {
        return subscriptionPath("/resourceGroups/" + RestRequest.encode(group) + below);
    }

    String list(ArmResourceType type) {
        return groupPath("/providers/" + type.path());
    }

    String id(ArmResourceType type, String name) {
        return list(type) + "/" + RestRequest.encode(name);
    }

    /** Returns the name of a network interface of a machine. */
    static String nic(String machine) {
        return machine + "-nic";
    }

    static String publicAddress(String machine) {
        return machine + "-ip";
    }

    static String systemDisk(String machine) {
        return machine + "-os";
    }

    static String dataDisk(String machine, int number) {
        return machine + "-data-" + number;
    }

    /** Returns whether a disk has a name that Butler gives to the disks of a machine. */
    static boolean isDiskOf(String machine, String disk) {
        String name = disk.toLowerCase(Locale.ROOT);
        String prefix = machine.toLowerCase(Locale.ROOT);
        return name.equals(systemDisk(prefix))
                || (name.startsWith(prefix + "-data-")
                        && name.substring(prefix.length() + "-data-".length()).matches("[0-9]{1,3}"));
    }

    /** Returns the name at the end of a resource ID, also with the prefix of a Kubernetes node. */
    static String nameOf(String id) {
        return id.substring(id.lastIndexOf('/') + 1);
    }

    /**
     * Returns the segment of an ID after another segment, such as the network interface that an IP configuration belongs to.
     *
     * @return empty if the ID has no such segment
     */
    static Optional<String> segmentAfter(String id, String key) {
        String[] segments = id.split("/", -1);
        for (int i = 0; i + 1 < segments.length; i++) {
            if (segments[i].equalsIgnoreCase(key)) {
                return Optional.of(segments[i + 1]);
            }
        }
        return Optional.empty();
    }
}
