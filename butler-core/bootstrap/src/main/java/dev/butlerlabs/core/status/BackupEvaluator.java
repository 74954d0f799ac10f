package dev.butlerlabs.core.status;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Finds schedules without current backups. */
final class BackupEvaluator {
    /** A backup starts within seconds of its time, unless the controllers do not run. */
    private static final Duration DELAY = Duration.ofMinutes(15);

    private final NextCommands commands;
    private final Instant now;

    BackupEvaluator(NextCommands commands, Instant now) {
        this.commands = commands;
        this.now = now;
    }

    List<StatusProblem> problems(List<BackupObservation> schedules) {
        List<StatusProblem> problems = new ArrayList<>();
        for (BackupObservation schedule : schedules) {
            String subject = "backup schedule " + schedule.name();
            String last = schedule.last().map(time -> "last backup at " + time).orElse("no backup yet");
            if (schedule.failure().isPresent()) {
                problems.add(StatusProblem.warning(
                        subject, "%s; %s".formatted(schedule.failure().get(), last), command("run", schedule)));
            } else if (isOverdue(schedule)) {
                problems.add(StatusProblem.warning(
                        subject,
                        "overdue since %s; %s".formatted(schedule.next().orElseThrow(), last),
                        commands.kubectl("logs -n butler-system deployment/butler-controllers --tail 50")));
            } else if (schedule.phase().equals(BackupObservation.SUSPENDED)) {
                problems.add(StatusProblem.notice(
                        subject, "suspended; %s".formatted(last), command("set --resume", schedule)));
            }
        }
        return problems;
    }

    private boolean isOverdue(BackupObservation schedule) {
        return !schedule.phase().equals(BackupObservation.RUNNING)
                && schedule.next()
                        .filter(time -> time.plus(DELAY).isBefore(now))
                        .isPresent();
    }

    private String command(String arguments, BackupObservation schedule) {
        return commands.butleradm("backup schedule %s --name %s".formatted(arguments, schedule.name()));
    }
}
