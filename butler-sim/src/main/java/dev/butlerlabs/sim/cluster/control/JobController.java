package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobConditionBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatusBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Runs the pods of Jobs until enough have succeeded or too many have failed. */
final class JobController implements SimulatedController {
    private static final int USUAL_BACKOFF = 6;

    private enum Verdict {
        UNDECIDED,
        COMPLETE,
        EXHAUSTED,
        LATE
    }

    @Override
    public void reconcile(ClusterView view) {
        for (Job job : view.jobs()) {
            if (job.getMetadata().getDeletionTimestamp() != null) {
                continue;
            }
            if (isOver(job)) {
                collect(view, job);
            } else {
                goOn(view, job, view.pods(job));
            }
        }
    }

    private static void goOn(ClusterView view, Job job, List<Pod> pods) {
        Verdict verdict = verdict(view, job, pods);
        JobStatus status = status(job, pods, verdict);
        if (!status.equals(job.getStatus())) {
            view.writes().status(new JobBuilder(job).withStatus(status).build());
        }
        boolean suspended = Boolean.TRUE.equals(job.getSpec().getSuspend());
        if (verdict != Verdict.UNDECIDED || suspended) {
            pods.stream()
                    .filter(pod -> !PodFactory.hasEnded(pod))
                    .forEach(pod -> view.writes().delete(pod));
        } else {
            start(view, job, pods);
        }
    }

    private static Verdict verdict(ClusterView view, Job job, List<Pod> pods) {
        if (count(pods, "Succeeded") >= completions(job)) {
            return Verdict.COMPLETE;
        }
        int limit = Objects.requireNonNullElse(job.getSpec().getBackoffLimit(), USUAL_BACKOFF);
        int restarts = pods.stream().mapToInt(PodStatusRenderer::restarts).sum();
        if (count(pods, "Failed") > limit || restarts > limit) {
            return Verdict.EXHAUSTED;
        }
        Long deadline = job.getSpec().getActiveDeadlineSeconds();
        boolean late = deadline != null
                && view.lasted("deadline of " + job.getMetadata().getUid(), Duration.ofSeconds(deadline));
        return late ? Verdict.LATE : Verdict.UNDECIDED;
    }

    /** Starts the next pod, after a delay if the previous one has failed. */
    private static void start(ClusterView view, Job job, List<Pod> pods) {
        int failed = count(pods, "Failed");
        int active = pods.size() - failed - count(pods, "Succeeded");
        int parallel = Objects.requireNonNullElse(job.getSpec().getParallelism(), 1);
        int wanted = Math.min(parallel, completions(job) - count(pods, "Succeeded"));
        boolean rested = failed == 0
                || view.lasted(
                        "rest of %s after %d".formatted(job.getMetadata().getUid(), failed),
                        view.delays().retry());
        for (int number = pods.size(); rested && number < pods.size() + wanted - active; number++) {
            String name = job.getMetadata().getName() + "-"
                    + PodFactory.letters(5, job.getMetadata().getUid(), number);
            Map<String, String> labels = Map.of(
                    "batch.kubernetes.io/job-name", job.getMetadata().getName(),
                    "job-name", job.getMetadata().getName(),
                    "batch.kubernetes.io/controller-uid", job.getMetadata().getUid(),
                    "controller-uid", job.getMetadata().getUid());
            view.writes().create(PodFactory.fromTemplate(job, job.getSpec().getTemplate(), name, labels));
        }
    }

    private static int completions(Job job) {
        return Objects.requireNonNullElse(job.getSpec().getCompletions(), 1);
    }

    private static int count(List<Pod> pods, String phase) {
        return (int)
                pods.stream().filter(pod -> PodFactory.phase(pod).equals(phase)).count();
    }

    private static JobStatus status(Job job, List<Pod> pods, Verdict verdict) {
        Optional<JobStatus> old = Optional.ofNullable(job.getStatus());
        int failed = count(pods, "Failed");
        int succeeded = count(pods, "Succeeded");
        JobStatusBuilder status = new JobStatusBuilder()
                .withStartTime(old.map(JobStatus::getStartTime).orElseGet(ClusterView::now))
                .withFailed(DeploymentController.filled(failed))
                .withSucceeded(DeploymentController.filled(succeeded))
                .withNewUncountedTerminatedPods()
                .endUncountedTerminatedPods();
        return switch (verdict) {
            case UNDECIDED ->
                status.withActive(DeploymentController.filled(pods.size() - failed - succeeded))
                        .withReady(PodFactory.ready(pods))
                        .build();
            case COMPLETE ->
                over(
                                status,
                                "SuccessCriteriaMet",
                                "Complete",
                                "CompletionsReached",
                                "Reached expected number of succeeded pods")
                        .withCompletionTime(ClusterView.now())
                        .build();
            case EXHAUSTED ->
                over(
                                status,
                                "FailureTarget",
                                "Failed",
                                "BackoffLimitExceeded",
                                "Job has reached the specified backoff limit")
                        .build();
            case LATE ->
                over(
                                status,
                                "FailureTarget",
                                "Failed",
                                "DeadlineExceeded",
                                "Job was active longer than specified deadline")
                        .build();
        };
    }

    private static JobStatusBuilder over(
            JobStatusBuilder status, String before, String type, String reason, String message) {
        for (String condition : List.of(before, type)) {
            status.addToConditions(new JobConditionBuilder()
                    .withType(condition)
                    .withStatus("True")
                    .withReason(reason)
                    .withMessage(message)
                    .withLastProbeTime(ClusterView.now())
                    .withLastTransitionTime(ClusterView.now())
                    .build());
        }
        return status.withReady(0);
    }

    private static boolean isOver(Job job) {
        return job.getStatus() != null
                && job.getStatus().getConditions().stream()
                        .anyMatch(condition -> List.of("Complete", "Failed").contains(condition.getType())
                                && condition.getStatus().equals("True"));
    }

    private static void collect(ClusterView view, Job job) {
        Integer kept = job.getSpec().getTtlSecondsAfterFinished();
        if (kept != null && view.lasted("memory of " + job.getMetadata().getUid(), Duration.ofSeconds(kept))) {
            view.writes().delete(job);
        }
    }
}
