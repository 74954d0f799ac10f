package dev.butlerlabs.core.backup.schedule;

import dev.butlerlabs.core.backup.archive.BackupKey;
import dev.butlerlabs.core.backup.content.BackupCreator;
import dev.butlerlabs.core.backup.content.MachineSource;
import dev.butlerlabs.core.backup.machine.TalosMachineSource;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressReporter;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reads the cluster of the controllers, and its machines with the talosconfig that the bootstrap stored there. */
final class ManagementClusterSource implements BackupSource {
    /** The name of a cluster that Butler did not create. */
    private static final String UNNAMED = "management-cluster";

    private final KubernetesClient client;
    private final boolean includesEtcd;
    private final String butlerVersion;
    private final Clock clock;

    ManagementClusterSource(KubernetesClient client, boolean includesEtcd, String butlerVersion, Clock clock) {
        this.client = client;
        this.includesEtcd = includesEtcd;
        this.butlerVersion = butlerVersion;
        this.clock = clock;
    }

    @Override
    public String cluster() {
        return BackupCreator.clusterName(client).orElse(UNNAMED);
    }

    @Override
    public List<String> write(Path file, String cluster, Instant time, BackupKey key) {
        BackupCreator creator = new BackupCreator(
                client, machines(), includesEtcd, new ProgressReporter(Progress.unseen(), clock), clock, butlerVersion);
        creator.create(file, cluster, time, key);
        return creator.warnings();
    }

    private Optional<MachineSource> machines() {
        Optional<MachineSource> machines = BackupCreator.storedTalosconfig(client)
                .map(text -> TalosMachineSource.of("the talosconfig in the cluster", text, client, clock));
        if (machines.isEmpty() && includesEtcd) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "The cluster has no talosconfig of its bootstrap, which the etcd snapshot requires. Set spec.includeEtcd to false.");
        }
        return machines;
    }
}
