package dev.butlerlabs.core.provider.gcp;

import java.util.Set;

/**
 * An unmanaged instance group of a load balancer in one zone.
 *
 * @param path path below the project
 * @param members names of its instances
 * @param isBackend whether the backend service uses it
 */
record GcpInstanceGroup(String path, Set<String> members, boolean isBackend) {
    GcpInstanceGroup {
        members = Set.copyOf(members);
    }
}
