package dev.butlerlabs.core.talos.config;

import java.util.Objects;

/**
 * A data disk, mounted at {@code /var/mnt/<name>}.
 *
 * @param device such as /dev/vdb
 */
public record DataDisk(String name, String device) {
    public DataDisk {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(device, "device");
    }

    String mountPoint() {
        return "/var/mnt/" + name;
    }
}
