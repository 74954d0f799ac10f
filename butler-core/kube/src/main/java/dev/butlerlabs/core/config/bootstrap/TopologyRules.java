package dev.butlerlabs.core.config.bootstrap;

import static dev.butlerlabs.core.config.bootstrap.ClusterKeys.REPLICAS;
import static dev.butlerlabs.core.config.bootstrap.ClusterKeys.WORKERS;

import dev.butlerlabs.core.config.ConfigSettings;

/** Checks the number of machines. */
final class TopologyRules implements ConfigRule {
    @Override
    public void check(ConfigDraft draft) {
        draft.root().find(BootstrapFileKeys.CLUSTER).ifPresent(cluster -> {
            cluster.find(ClusterKeys.CONTROL_PLANE).ifPresent(machines -> controlPlane(draft, machines));
            if (draft.isSingleNode() && draft.givenWorkers() > 0) {
                cluster.warn(
                        WORKERS, "is not used: a single-node cluster has no workers", "use topology: ha for workers");
            }
        });
        copies(draft);
    }

    private static void controlPlane(ConfigDraft draft, ConfigSettings machines) {
        if (draft.isSingleNode()) {
            singleNode(machines);
        } else if (!machines.isGiven(REPLICAS)) {
            machines.report(REPLICAS, "is missing", "use 3 to tolerate the loss of one node, 5 for two");
        } else {
            machines.find(REPLICAS).ifPresent(count -> several(machines, count));
        }
    }

    private static void singleNode(ConfigSettings machines) {
        if (machines.find(REPLICAS).orElse(1) > 1) {
            machines.warn(REPLICAS, "is treated as 1 with topology single-node", "use topology: ha for several");
        }
    }

    /**
     * Requires an odd number: an even number of etcd members tolerates no more failures than one member less, and fails more
     * often.
     */
    private static void several(ConfigSettings machines, int count) {
        if (count % 2 == 0) {
            machines.report(
                    REPLICAS,
                    "must be odd: etcd requires a majority",
                    count == LARGEST ? "use 9" : "use %d or %d".formatted(count - 1, count + 1));
        } else if (count == 1) {
            machines.warn(
                    REPLICAS,
                    "is 1: the control plane is not highly available",
                    "use 3, or topology: single-node if this is intended");
        } else if (count > MOST_USEFUL) {
            machines.warn(REPLICAS, "is larger than useful for etcd", "5 members tolerate the loss of two");
        }
    }

    private static final int MOST_USEFUL = 7;
    private static final int LARGEST = 10;

    private static void copies(ConfigDraft draft) {
        draft.find(BootstrapFileKeys.ADDONS, AddonKeys.STORAGE)
                .ifPresent(storage -> storage.find(AddonKeys.REPLICA_COUNT).ifPresent(copies -> {
                    int nodes = draft.workers() > 0
                            ? draft.workers()
                            : draft.controlPlanes().orElse(copies);
                    if (copies > nodes) {
                        storage.warn(
                                AddonKeys.REPLICA_COUNT,
                                "is larger than the number of nodes (%d)".formatted(nodes),
                                "volumes are degraded until there are more nodes");
                    }
                }));
    }
}
