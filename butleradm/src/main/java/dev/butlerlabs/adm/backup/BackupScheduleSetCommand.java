package dev.butlerlabs.adm.backup;

import dev.butlerlabs.adm.status.StatusTarget;
import dev.butlerlabs.adm.status.StatusTargetOptions;
import dev.butlerlabs.core.api.BackupSchedule;
import dev.butlerlabs.core.api.BackupScheduleSpec;
import dev.butlerlabs.core.backup.schedule.CronExpression;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.backup.BackupKeyOptions;
import dev.butlerlabs.core.cli.backup.BackupStorageOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Creates or changes a BackupSchedule. */
@Command(
        name = "set",
        description = {
            "Create a schedule, or change an existing one. Options that are not set keep their values.",
            "Stores the key and the S3 credentials (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN) in Secrets of the cluster."
                    + " Backups do not contain the key: keep a copy of it."
        },
        footer = {
            "  butleradm backup schedule set demo --at 02:30 --to s3://backups/demo",
            "  butleradm backup schedule set demo --every 6h",
            "  butleradm backup schedule set demo --suspend"
        })
final class BackupScheduleSetCommand implements Runnable {
    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(30);

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private StatusTargetOptions selection = new StatusTargetOptions();

    @Option(
            names = "--name",
            paramLabel = "NAME",
            defaultValue = "default",
            description = "Name of the schedule (default: ${DEFAULT-VALUE}).")
    private String name;

    @Mixin
    private BackupTimeOptions times = new BackupTimeOptions();

    @Option(
            names = "--to",
            paramLabel = "LOCATION",
            description = "Directory of the controllers, or s3://BUCKET/PREFIX.")
    private Optional<String> location = Optional.empty();

    @Mixin
    private BackupKeyOptions keys = new BackupKeyOptions();

    @Mixin
    private BackupStorageOptions storages = new BackupStorageOptions();

    @Option(
            names = "--keep-last",
            paramLabel = "COUNT",
            description = "Delete the oldest backups of the cluster, and keep this many (default: keep all).")
    private Optional<Integer> kept = Optional.empty();

    @Option(
            names = "--etcd",
            negatable = true,
            description = "Include the etcd snapshot (default); --no-etcd omits it.")
    private Boolean etcd;

    @Option(names = "--suspend", description = "Create no further backups.")
    private boolean suspend;

    @Option(names = "--resume", description = "Create backups again.")
    private boolean resume;

    BackupScheduleSetCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        StatusTarget target = selection.target(session);
        try (KubernetesClient client = target.connect(REQUEST_LIMIT)) {
            BackupScheduleAction action =
                    new BackupScheduleAction(session, new BackupScheduleClient(client), keys, storages);
            Optional<BackupSchedule> existing = action.find(name);
            BackupScheduleSpec spec = action.set(
                    name,
                    existing.map(BackupSchedule::getSpec),
                    new BackupScheduleAction.Change(
                            times.expression(), location, kept, Optional.ofNullable(etcd), suspend, resume));
            print(target, existing.isPresent(), spec);
        }
    }

    private void print(StatusTarget target, boolean isChanged, BackupScheduleSpec spec) {
        String verb = isChanged ? "changed" : "created";
        boolean isSuspended = Boolean.TRUE.equals(spec.suspend());
        String next = CronExpression.parse(spec.schedule())
                .next(session.clock().instant())
                .toString();
        session.terminal()
                .out()
                .println("Backup schedule %s %s: %s to %s. %s"
                        .formatted(
                                name,
                                verb,
                                spec.schedule(),
                                spec.location(),
                                isSuspended ? "It is suspended." : "Next backup at %s.".formatted(next)));
        if (!isChanged && !common.isQuiet()) {
            String options = "default".equals(name) ? "--wait" : "--name %s --wait".formatted(name);
            session.messages()
                    .print("Create the first backup now: "
                            + Stream.of(
                                            "butleradm backup schedule run",
                                            target.commands().selection(),
                                            options)
                                    .filter(text -> !text.isEmpty())
                                    .collect(Collectors.joining(" ")));
        }
    }
}
