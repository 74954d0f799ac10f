package dev.butlerlabs.core.talos.client;

import java.util.List;
import java.util.Objects;

/**
 * How a machine is wiped.
 *
 * @param graceful whether it leaves etcd and drains first
 * @param reboot whether it comes back, in maintenance; otherwise it shuts down
 * @param partitions labels of system partitions to wipe alone; empty for the whole disk
 */
public record ResetOptions(
        boolean graceful, boolean reboot, Wipe wipe, List<String> partitions, List<String> userDisks) {
    public ResetOptions {
        Objects.requireNonNull(wipe, "wipe");
        partitions = List.copyOf(partitions);
        userDisks = List.copyOf(userDisks);
    }

    /** Leaves the cluster properly, wipes everything, and comes back in maintenance. */
    public static ResetOptions everything() {
        return new ResetOptions(true, true, Wipe.ALL, List.of(), List.of());
    }

    /** Which disks. */
    public enum Wipe {
        ALL,
        SYSTEM_DISK,
        USER_DISKS
    }
}
