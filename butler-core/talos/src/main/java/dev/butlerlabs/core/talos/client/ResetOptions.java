package dev.butlerlabs.core.talos.client;

import java.util.List;
import java.util.Objects;

/**
 * How a machine is reset.
 *
 * @param graceful whether to leave etcd and drain the node first
 * @param reboot whether to reboot into maintenance mode instead of shutting down
 * @param partitions labels of the system partitions to wipe; empty for the whole disk
 */
public record ResetOptions(
        boolean graceful, boolean reboot, Wipe wipe, List<String> partitions, List<String> userDisks) {
    public ResetOptions {
        Objects.requireNonNull(wipe, "wipe");
        partitions = List.copyOf(partitions);
        userDisks = List.copyOf(userDisks);
    }

    /** Returns a graceful reset of all disks that reboots into maintenance mode. */
    public static ResetOptions everything() {
        return new ResetOptions(true, true, Wipe.ALL, List.of(), List.of());
    }

    /**
     * Returns a reset of all disks without leaving etcd, as required for the last member. The member of any other control plane must be
     * removed separately.
     */
    public static ResetOptions everythingWithoutLeaving() {
        return new ResetOptions(false, true, Wipe.ALL, List.of(), List.of());
    }

    /**
     * Returns a reset of the partition with the data of etcd, the kubelet and the containers, without leaving etcd. The machine reboots with its
     * configuration.
     */
    public static ResetOptions data() {
        return new ResetOptions(false, true, Wipe.SYSTEM_DISK, List.of("EPHEMERAL"), List.of());
    }

    /** The disks to wipe. */
    public enum Wipe {
        ALL,
        SYSTEM_DISK,
        USER_DISKS
    }
}
