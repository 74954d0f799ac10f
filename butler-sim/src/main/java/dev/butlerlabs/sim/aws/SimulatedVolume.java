package dev.butlerlabs.sim.aws;

import java.util.Map;
import java.util.Optional;

/** A volume, guarded by the lock of its cloud. */
final class SimulatedVolume {
    final String id;
    final String zone;
    final Disk disk;
    final Map<String, String> tags;
    boolean deleteOnTermination;
    Optional<String> instance;

    SimulatedVolume(String id, String zone, Disk disk, Map<String, String> tags, String instance) {
        this.id = id;
        this.zone = zone;
        this.disk = disk;
        this.tags = tags;
        this.deleteOnTermination = disk.deleteOnTermination();
        this.instance = Optional.of(instance);
    }

    /** The parameters of a launch request. */
    record Disk(String device, int sizeGiB, String type, boolean deleteOnTermination) {}

    String state() {
        return instance.isPresent() ? "in-use" : "available";
    }
}
