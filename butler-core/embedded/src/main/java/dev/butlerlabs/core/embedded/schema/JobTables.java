package dev.butlerlabs.core.embedded.schema;

import static dev.butlerlabs.core.embedded.schema.Cells.count;
import static dev.butlerlabs.core.embedded.schema.Cells.field;
import static dev.butlerlabs.core.embedded.schema.Cells.words;
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
                text("Status", "How far it came.", (job, now) -> jobStatus(job)),
                text("Completions", "Finished pods of those wanted.", (job, now) -> completions(job)),
                text("Duration", "How long it took or has been going.", JobTables::jobDuration),
                AGE,
                WorkloadTables.containers("/spec/template", "name"),
                WorkloadTables.containers("/spec/template", "image"),
                WorkloadTables.selector("/spec/selector"));
    }

    private static JsonNode jobStatus(JsonNode job) {
        for (String end : List.of("Complete", "Failed")) {
            if (Conditions.holds(job, end)) {
                return words(end);
            }
        }
        if (job.path("metadata").hasNonNull("deletionTimestamp")) {
            return words("Terminating");
        }
        for (String state : List.of("Suspended", "FailureTarget", "SuccessCriteriaMet")) {
            if (Conditions.holds(job, state)) {
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
        return words(Ages.describe(Duration.between(Ages.instant(start), end.isEmpty() ? now : Ages.instant(end))));
    }

    static List<TableColumn> cronJobs() {
        return List.of(
                NAME,
                text("Schedule", "When it starts.", field("/spec/schedule")),
                text("Timezone", "Whose clock.", field("/spec/timeZone", "<none>")),
                new TableColumn("Suspend", "boolean", "", "Whether it rests.", 0, (job, now) -> words(suspended(job))),
                new TableColumn("Active", "integer", "", "Jobs running now.", 0, count("/status/active")),
                text("Last Schedule", "When it last started.", (job, now) -> lastSchedule(job, now)),
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
        return words(moment.isEmpty() ? "<none>" : Ages.since(moment, now));
    }
}
