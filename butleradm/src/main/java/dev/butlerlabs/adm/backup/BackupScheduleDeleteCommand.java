package dev.butlerlabs.adm.backup;

import dev.butlerlabs.adm.status.StatusTargetOptions;
import dev.butlerlabs.core.api.BackupSchedule;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConsentOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Deletes a BackupSchedule. */
@Command(
        name = "delete",
        description = "Delete a schedule and its key and credentials in the cluster. Keeps the backups.",
        footer = {
            "  butleradm backup schedule delete demo",
            "  butleradm backup schedule delete demo --name weekly --yes"
        })
final class BackupScheduleDeleteCommand implements Runnable {
    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(30);

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private StatusTargetOptions selection = new StatusTargetOptions();

    @Mixin
    private ConsentOptions consent = new ConsentOptions();

    @Option(
            names = "--name",
            paramLabel = "NAME",
            defaultValue = "default",
            description = "Name of the schedule (default: ${DEFAULT-VALUE}).")
    private String name;

    BackupScheduleDeleteCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = selection.target(session).connect(REQUEST_LIMIT)) {
            BackupScheduleClient schedules = new BackupScheduleClient(client);
            BackupSchedule schedule = schedules.get(name);
            consent.prompts(session)
                    .confirm("Delete backup schedule %s and its key in the cluster? The backups in %s are kept."
                            .formatted(name, schedule.getSpec().location()));
            schedules.delete(schedule);
            if (!common.isQuiet()) {
                session.messages().print("Backup schedule %s deleted.".formatted(name));
            }
        }
    }
}
