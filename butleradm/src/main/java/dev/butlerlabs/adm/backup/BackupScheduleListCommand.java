package dev.butlerlabs.adm.backup;

import dev.butlerlabs.adm.status.StatusTargetOptions;
import dev.butlerlabs.core.api.BackupSchedule;
import dev.butlerlabs.core.api.BackupScheduleStatus;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.cli.resource.RepeatOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists BackupSchedules. */
@Command(
        name = "list",
        description = "List the schedules of a cluster with their last and next backup.",
        footer = {"  butleradm backup schedule list demo", "  butleradm backup schedule list -o json"})
final class BackupScheduleListCommand implements Runnable {
    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(30);

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private RepeatOptions repeat = new RepeatOptions();

    @Mixin
    private StatusTargetOptions selection = new StatusTargetOptions();

    BackupScheduleListCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = selection.target(session).connect(REQUEST_LIMIT)) {
            repeat.print(
                    session,
                    output.printer(session, common),
                    BackupScheduleListCommand::table,
                    new BackupScheduleClient(client)::list,
                    this::reportEmptyList);
        }
    }

    private void reportEmptyList() {
        if (!common.isQuiet()) {
            session.messages().print("No backup schedules found. Create one with 'butleradm backup schedule set'.");
        }
    }

    private static TableLayout<BackupSchedule> table() {
        return TableLayout.of(
                List.of(
                        Column.of("name", schedule -> schedule.getMetadata().getName()),
                        Column.of("schedule", schedule -> schedule.getSpec().schedule()),
                        Column.of("status", BackupScheduleListCommand::phase),
                        Column.of("last backup", text(BackupScheduleListCommand::last)),
                        Column.of("next", text(status -> Optional.ofNullable(status.nextTime()))),
                        Column.of(
                                "kept",
                                schedule -> field(schedule, status -> Optional.ofNullable(status.keptBackups()))
                                        .map(String::valueOf)
                                        .orElse("-")),
                        Column.of("location", schedule -> schedule.getSpec().location()),
                        Column.wide("message", BackupScheduleClient::stateText)),
                schedule -> schedule.getMetadata().getName(),
                BackupScheduleListCommand::document);
    }

    private static String phase(BackupSchedule schedule) {
        return field(schedule, status -> Optional.ofNullable(status.phase()))
                .map(phase -> phase.name().toLowerCase(Locale.ROOT))
                .orElse("pending");
    }

    private static Optional<Instant> last(BackupScheduleStatus status) {
        return Optional.ofNullable(status.lastBackup()).map(BackupScheduleStatus.Backup::time);
    }

    private static Function<BackupSchedule, String> text(Function<BackupScheduleStatus, Optional<Instant>> time) {
        return schedule -> field(schedule, time).map(Instant::toString).orElse("-");
    }

    private static <T> Optional<T> field(BackupSchedule schedule, Function<BackupScheduleStatus, Optional<T>> field) {
        return Optional.ofNullable(schedule.getStatus()).flatMap(field);
    }

    private static Map<String, Object> document(BackupSchedule schedule) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", schedule.getMetadata().getName());
        document.put("schedule", schedule.getSpec().schedule());
        document.put("location", schedule.getSpec().location());
        document.put("suspended", Boolean.TRUE.equals(schedule.getSpec().suspend()));
        document.put("status", phase(schedule));
        document.put("message", BackupScheduleClient.stateText(schedule));
        field(schedule, status -> Optional.ofNullable(status.lastBackup())).ifPresent(backup -> {
            Map<String, Object> last = new LinkedHashMap<>();
            last.put("name", backup.name());
            last.put("time", String.valueOf(backup.time()));
            last.put("bytes", backup.bytes());
            last.put("objects", backup.objects());
            last.put("durationSeconds", backup.durationSeconds());
            last.put("warnings", backup.warnings());
            document.put("lastBackup", last);
        });
        field(schedule, status -> Optional.ofNullable(status.nextTime()))
                .ifPresent(time -> document.put("nextTime", time.toString()));
        field(schedule, status -> Optional.ofNullable(status.keptBackups()))
                .ifPresent(count -> document.put("keptBackups", count));
        return document;
    }
}
