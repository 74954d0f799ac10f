package dev.butlerlabs.core.node;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.status.KubernetesNodeReader;
import dev.butlerlabs.core.status.NodeObservation;
import dev.butlerlabs.core.version.ReleaseVersion;
import java.util.Optional;
import java.util.Set;

/** Brings one machine of the desired state into the cluster: requests it, configures it and waits until its node is ready. Idempotent. */
final class NodeJoin {
    private final NodeOperationTools tools;

    NodeJoin(NodeOperationTools tools) {
        this.tools = tools;
    }

    /** Returns when the node is ready and, for a control plane, votes in etcd. */
    void run(String machine) {
        ClusterBootstrap stored = tools.cluster().bootstrap();
        RunningCluster running =
                RunningCluster.read(tools.client(), tools.cluster().endpoint(stored));
        tools.loop()
                .run(
                        () -> tools.join()
                                .context(
                                        running.current(tools.cluster().bootstrap()),
                                        running.endpoint(),
                                        Set.of(machine),
                                        running.kubernetesVersion()),
                        tools.join().steps(),
                        tools.join().titles());
        warnOfOtherVersion(machine, running, tools.progress());
    }

    /** A machine that boots from a disk image runs the version of that image. */
    private void warnOfOtherVersion(String machine, RunningCluster running, ProgressReporter progress) {
        Optional<ReleaseVersion> version = new NodeScheduling(tools.client())
                .find(machine)
                .map(KubernetesNodeReader::of)
                .flatMap(NodeObservation::talos);
        if (version.isPresent() && running.talos().isPresent() && !version.equals(running.talos())) {
            progress.warning("Node %s runs Talos %s, the control planes run %s. Check with butleradm upgrade plan."
                    .formatted(machine, version.get(), running.talos().get()));
        }
    }
}
