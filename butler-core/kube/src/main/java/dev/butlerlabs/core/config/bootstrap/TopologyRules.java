package dev.butlerlabs.core.config.bootstrap;

import static dev.butlerlabs.core.config.bootstrap.ClusterKeys.REPLICAS;
import static dev.butlerlabs.core.config.bootstrap.ClusterKeys.WORKERS;

import dev.butlerlabs.core.config.Settings;

/** How many machines make a cluster that works. */
final class TopologyRules implements ConfigRule {
    @Override
    public void check(ConfigDraft draft) {
        draft.root().find(BootstrapKeys.CLUSTER).ifPresent(cluster -> {
            cluster.find(ClusterKeys.CONTROL_PLANE).ifPresent(machines -> controlPlane(draft, machines));
            if (draft.isSingleNode() && draft.givenWorkers() > 0) {
                cluster.warn(
                        WORKERS, "is not used: a single-node cluster has no workers", "use topology: ha for workers");
            }
        });
        copies(draft);
    }

    private static void controlPlane(ConfigDraft draft, Settings machines) {
        if (draft.isSingleNode()) {
            singleNode(machines);
        } else if (!machines.isGiven(REPLICAS)) {
            machines.report(REPLICAS, "is missing", "3 survive the loss of one, 5 the loss of two");
        } else {
            machines.find(REPLICAS).ifPresent(count -> several(machines, count));
        }
    }

    private static void singleNode(Settings machines) {
        if (machines.find(REPLICAS).orElse(1) > 1) {
            machines.warn(REPLICAS, "counts as 1: the cluster is a single node", "use topology: ha for several");
        }
    }

    /** With an even number of members etcd survives no more losses than with one member less, and is lost more often. */
    private static void several(Settings machines, int count) {
        if (count % 2 == 0) {
            machines.report(
                    REPLICAS,
                    "must be odd: etcd needs a majority",
                    count == LARGEST ? "use 9" : "use %d or %d".formatted(count - 1, count + 1));
        } else if (count == 1) {
            machines.warn(
                    REPLICAS,
                    "is 1: this control plane does not survive the loss of its node",
                    "use 3, or topology: single-node if that is meant");
        } else if (count > MOST_USEFUL) {
            machines.warn(REPLICAS, "is more than etcd gains from", "5 members survive the loss of two");
        }
    }

    private static final int MOST_USEFUL = 7;
    private static final int LARGEST = 10;

    private static void copies(ConfigDraft draft) {
        draft.find(BootstrapKeys.ADDONS, AddonKeys.STORAGE)
                .ifPresent(storage -> storage.find(AddonKeys.REPLICA_COUNT).ifPresent(copies -> {
                    int nodes = draft.workers() > 0
                            ? draft.workers()
                            : draft.controlPlanes().orElse(copies);
                    if (copies > nodes) {
                        storage.warn(
                                AddonKeys.REPLICA_COUNT,
                                "asks for more copies of a volume than there are nodes to keep them (%d)"
                                        .formatted(nodes),
                                "volumes will be degraded until there are more nodes");
                    }
                }));
    }
}
