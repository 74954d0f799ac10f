package dev.butlerlabs.core.embedded.schema;

import static dev.butlerlabs.core.embedded.schema.TableCells.count;
import static dev.butlerlabs.core.embedded.schema.TableCells.field;
import static dev.butlerlabs.core.embedded.schema.TableCells.words;
import static dev.butlerlabs.core.embedded.schema.TableColumn.AGE;
import static dev.butlerlabs.core.embedded.schema.TableColumn.NAME;
import static dev.butlerlabs.core.embedded.schema.TableColumn.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Table columns of Jobs and CronJobs. */
final class JobTables {
    private JobTables() {}

    static List<TableColumn> jobs() {
        return List.of(
                NAME,
                text("Status", "Status of the job.", (job, now) -> jobStatus(job)),
                text("Completions", "Completed and desired number of pods.", (job, now) -> completions(job)),
                text("Duration", "Duration of the job so far or until its completion.", JobTables::jobDuration),
                AGE,
                WorkloadTables.containers("/spec/template", "name"),
                WorkloadTables.containers("/spec/template", "image"),
                WorkloadTables.selector("/spec/selector"));
    }

    private static JsonNode jobStatus(JsonNode job) {
        for (String end : List.of("Complete", "Failed")) {
            if (StatusConditions.holds(job, end)) {
                return words(end);
            }
        }
        if (job.path("metadata").hasNonNull("deletionTimestamp")) {
            return words("Terminating");
        }
        for (String state : List.of("Suspended", "FailureTarget", "SuccessCriteriaMet")) {
            if (StatusConditions.holds(job, state)) {
                return words(state);
            }
        }
        return words("Running");
    }

    private static JsonNode completions(JsonNode job) {
        int succeeded = job.at("/status/succeeded").asInt();
        if (job.path("spec").hasNonNull("completions")) {
            return words(succeeded + "/" + job.at("/spec/completions").asInt());
        }
        int parallelism = job.at("/spec/parallelism").asInt();
        return words(succeeded + "/1" + (parallelism > 1 ? " of " + parallelism : ""));
    }

    private static JsonNode jobDuration(JsonNode job, Instant now) {
        String start = job.at("/status/startTime").asText();
        String end = job.at("/status/completionTime").asText();
        if (start.isEmpty()) {
            return words("");
        }
        return words(TableAgeFormatter.describe(Duration.between(
                TableAgeFormatter.instant(start), end.isEmpty() ? now : TableAgeFormatter.instant(end))));
    }

    static List<TableColumn> cronJobs() {
        return List.of(
                NAME,
                text("Schedule", "Schedule in cron format.", field("/spec/schedule")),
                text("Timezone", "Time zone of the schedule.", field("/spec/timeZone", "<none>")),
                new TableColumn(
                        "Suspend",
                        "boolean",
                        "",
                        "Whether the schedule is suspended.",
                        0,
                        (job, now) -> words(suspended(job))),
                new TableColumn("Active", "integer", "", "Number of running jobs.", 0, count("/status/active")),
                text("Last Schedule", "Time since the last scheduled job.", (job, now) -> lastSchedule(job, now)),
                AGE,
                WorkloadTables.containers("/spec/jobTemplate/spec/template", "name"),
                WorkloadTables.containers("/spec/jobTemplate/spec/template", "image"),
                WorkloadTables.selector("/spec/jobTemplate/spec/selector"));
    }

    private static String suspended(JsonNode job) {
        JsonNode suspend = job.at("/spec/suspend");
        if (!suspend.isBoolean()) {
            return "<unset>";
        }
        return suspend.booleanValue() ? "True" : "False";
    }

    private static JsonNode lastSchedule(JsonNode job, Instant now) {
        String moment = job.at("/status/lastScheduleTime").asText();
        return words(moment.isEmpty() ? "<none>" : TableAgeFormatter.since(moment, now));
    }
}
