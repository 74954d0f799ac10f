package dev.butlerlabs.adm.backup;

import dev.butlerlabs.adm.status.StatusTargetOptions;
import dev.butlerlabs.core.api.BackupScheduleStatus;
import dev.butlerlabs.core.cli.AwaitOptions;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Requests a backup outside of the schedule. */
@Command(
        name = "run",
        description = "Let the controllers create a backup now. A failed backup is retried at once.",
        footer = {"  butleradm backup schedule run demo --wait", "  butleradm backup schedule run demo --name weekly"})
final class BackupScheduleRunCommand implements Runnable {
    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(30);
    private static final Duration USUAL = Duration.ofMinutes(30);

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
    private AwaitOptions await = new AwaitOptions();

    BackupScheduleRunCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = selection.target(session).connect(REQUEST_LIMIT)) {
            BackupScheduleClient schedules = new BackupScheduleClient(client);
            schedules.get(name);
            Instant request = session.clock().instant();
            schedules.request(name, request);
            if (await.isWanted(false)) {
                print(await(schedules, request));
            } else if (!common.isQuiet()) {
                session.messages().print("Backup requested. Show its state with 'butleradm backup schedule list'.");
            }
        }
    }

    private BackupScheduleStatus.Backup await(BackupScheduleClient schedules, Instant request) {
        try (ProgressDisplay display = common.progress(session, OutputFormat.TABLE)) {
            ProgressStep step = new ProgressReporter(display, session.clock()).start("Backup", "Creating the backup");
            try {
                BackupScheduleStatus.Backup backup = schedules.await(name, request, step::waiting, await.limit(USUAL));
                step.done();
                return backup;
            } catch (ButlerException e) {
                step.failed(e.getMessage());
                throw e;
            }
        }
    }

    private void print(BackupScheduleStatus.Backup backup) {
        backup.warnings().forEach(warning -> session.messages().print("warning: " + warning));
        session.terminal()
                .out()
                .println("Backup %s created: %s, %.1f MiB."
                        .formatted(
                                backup.name(),
                                CountFormatter.of(backup.objects(), "object"),
                                backup.bytes() / 1048576.0));
    }
}
