package dev.butlerlabs.adm.backup;

import dev.butlerlabs.adm.bootstrap.ClusterRestore;
import dev.butlerlabs.adm.bootstrap.PlanOptions;
import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.backup.storage.BackupStorage;
import dev.butlerlabs.core.bootstrap.restore.ClientFilesRenewal;
import dev.butlerlabs.core.bootstrap.restore.RestoredCluster;
import dev.butlerlabs.core.bootstrap.restore.RestoredClusterReader;
import dev.butlerlabs.core.cli.BuildInfo;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.ConsentOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.WaitOptions;
import dev.butlerlabs.core.cli.backup.BackupKeyOptions;
import dev.butlerlabs.core.cli.backup.BackupStorageOptions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Restores a management cluster from a backup, or moves the objects of a backup into another cluster. */
@Command(
        name = "restore",
        description = {
            "Restore a management cluster from a backup.",
            "Creates missing machines, wipes control planes that still exist, and recovers etcd on one of them.",
            "With -c, the provider and the network of the file replace those in the backup.",
            "With --rehearsal, restore the backup of a rehearsal on new simulated machines; requires -c.",
            "With --objects, move the objects into another cluster instead, with new uids and their status; tenant clusters stay paused until --unpause."
                    + " Stop the controllers of the old cluster first.",
            "Changes nothing if the backup is damaged or incomplete. If interrupted, rerun the command to resume."
        },
        footer = {
            "  butleradm restore demo.butler-backup demo",
            "  butleradm restore s3://backups/demo.butler-backup demo --confirm=demo",
            "  butleradm restore demo.butler-backup demo --rehearsal -c boot.yaml",
            "  butleradm restore --objects demo.butler-backup --kubeconfig new",
            "  butleradm restore --objects demo.butler-backup --kubeconfig new --unpause"
        })
public final class RestoreCommand implements Callable<Integer> {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Parameters(index = "0", paramLabel = "BACKUP", description = "Path or s3:// URL of the backup.")
    private String location = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "CLUSTER",
            description = "Name of the cluster in the backup. Not used with --objects.")
    private Optional<String> cluster = Optional.empty();

    @Mixin
    private PlanOptions file = new PlanOptions();

    @Option(
            names = "--confirm",
            paramLabel = "CLUSTER",
            description = "Cluster name as confirmation, instead of the prompt.")
    private String confirmation;

    @Option(
            names = "--start-over",
            description = "Discard the progress of an interrupted restore or bootstrap of the cluster on this machine.")
    private boolean startOver;

    @Option(names = "--rehearsal", description = "Use the rehearsal of the cluster.")
    private boolean rehearsal;

    @Option(
            names = "--keep",
            description = "Keep the simulation running until Ctrl-C, for example to create tenant clusters in it.")
    private boolean keep;

    @Mixin
    private WaitOptions wait = new WaitOptions();

    @Option(names = "--objects", description = "Restore objects and Secrets into another cluster, not etcd.")
    private boolean objects;

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Option(names = "--unpause", description = "Resume the restored tenant clusters at the end (with --objects).")
    private boolean unpauses;

    @Mixin
    private BackupKeyOptions keys = new BackupKeyOptions();

    @Mixin
    private BackupStorageOptions storages = new BackupStorageOptions();

    @Mixin
    private ConsentOptions consent = new ConsentOptions();

    public RestoreCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        requireConsistent();
        ObjectRestoreAction objectRestore =
                new ObjectRestoreAction(session, common, output, connection, consent, unpauses);
        if (objects) {
            objectRestore.kubeconfig();
        }
        try (BackupStorage.LocalCopy copy = storages.open(session, location);
                BackupReader backup = BackupReader.open(copy.file(), keys.key(session, false))) {
            if (objects) {
                objectRestore.restore(backup, location);
                return 0;
            }
            return restoreCluster(backup);
        }
    }

    private void requireConsistent() {
        if (objects && (cluster.isPresent() || file.isGiven() || rehearsal || startOver)) {
            throw new ButlerException(
                    ErrorCode.USAGE,
                    "CLUSTER, -c, --rehearsal and --start-over cannot be used with --objects.",
                    "Omit --objects to restore a cluster with its machines.");
        }
        if (!objects && cluster.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.USAGE,
                    "Missing CLUSTER: the cluster to restore.",
                    "Add the name of the cluster, or --objects to move its objects into another cluster.");
        }
        if (!objects && (unpauses || connection.kubeconfig().isPresent())) {
            throw new ButlerException(
                    ErrorCode.USAGE, "--kubeconfig and --unpause require --objects.", "Add --objects, or omit them.");
        }
        if (keep && !rehearsal) {
            throw new ButlerException(ErrorCode.USAGE, "--keep requires --rehearsal.", "Omit --keep.");
        }
        if (rehearsal && !file.isGiven()) {
            throw new ButlerException(
                    ErrorCode.USAGE, "--rehearsal requires -c FILE.", "Pass the bootstrap file of the rehearsal.");
        }
    }

    private int restoreCluster(BackupReader backup) {
        RestoredCluster restored = new RestoredClusterReader(
                        backup, new ClientFilesRenewal(new SecureRandom(), session.clock()))
                .read(cluster.orElseThrow());
        warnOfOtherVersion(backup);
        ClusterRestore restore = new ClusterRestore(
                session,
                output.printer(session, common),
                () -> common.screen(
                        session, output.format(), cluster.orElseThrow(), "Ctrl-C stops; the same command resumes."),
                file,
                wait.timeout());
        if (rehearsal) {
            return restore.rehearse(restored, keep);
        }
        restore.run(restored, startOver, this::confirm);
        return 0;
    }

    private void confirm(String warning) {
        if (!consent.isGiven()) {
            consent.prompts(session).confirmByName(warning, cluster.orElseThrow(), Optional.ofNullable(confirmation));
        }
    }

    private void warnOfOtherVersion(BackupReader backup) {
        String version = BuildInfo.load().version();
        if (!backup.manifest().butlerVersion().equals(version)) {
            session.messages()
                    .print(
                            "warning: the backup was created with version %s; the restore installs the addons of version %s."
                                    .formatted(backup.manifest().butlerVersion(), version));
        }
    }
}
