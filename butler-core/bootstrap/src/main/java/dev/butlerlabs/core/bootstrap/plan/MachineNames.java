package dev.butlerlabs.core.bootstrap.plan;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.BootstrapObjectNames;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.MachineRole;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Names the machines of a cluster: the cluster, the role and an index. The names of removed machines are not used again. Pure. */
public final class MachineNames {
    private MachineNames() {}

    /** Returns the first names of a role that were not removed. */
    public static List<String> of(String cluster, MachineRole role, int count, Set<String> removed) {
        return IntStream.iterate(0, index -> index + 1)
                .mapToObj(index -> name(cluster, role, index))
                .filter(name -> !removed.contains(name))
                .limit(count)
                .toList();
    }

    private static String name(String cluster, MachineRole role, int index) {
        return switch (role) {
            case CONTROL_PLANE -> BootstrapObjectNames.controlPlane(cluster, index);
            case WORKER -> BootstrapObjectNames.worker(cluster, index);
        };
    }

    /** Returns the names of the machines that were removed from the cluster. */
    public static Set<String> removed(ClusterBootstrap bootstrap) {
        return Optional.ofNullable(bootstrap.getMetadata().getAnnotations())
                .map(annotations -> annotations.get(Annotations.REMOVED_MACHINES))
                .map(text -> Arrays.stream(text.split(","))
                        .map(String::strip)
                        .filter(name -> !name.isEmpty())
                        .toList())
                .map(LinkedHashSet::new)
                .orElseGet(LinkedHashSet::new);
    }
}
