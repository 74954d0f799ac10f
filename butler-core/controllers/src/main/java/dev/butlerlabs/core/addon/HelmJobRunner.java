package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.addon.HelmPodStatusReader.Sight;
import dev.butlerlabs.core.helm.HelmTarget;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Runs tasks as Jobs in the cluster. Idempotent: a repeated call starts nothing new, and a running Job continues without this process. */
final class HelmJobRunner {
    private static final int ATTEMPTS = 3;

    private final KubernetesClient cluster;
    private final String namespace;
    private final HelmPodStatusReader pods;

    /** @param namespace the namespace of the Jobs */
    HelmJobRunner(KubernetesClient cluster, String namespace) {
        this.cluster = cluster;
        this.namespace = namespace;
        this.pods = new HelmPodStatusReader(cluster);
    }

    /** Returns the Jobs with the subject of a task, including those of earlier tasks, the oldest first. */
    List<Job> jobs(HelmTask task) {
        return KubeErrorMapper.translating(
                "listing the Jobs of " + task.subject(),
                () -> cluster
                        .batch()
                        .v1()
                        .jobs()
                        .inNamespace(namespace)
                        .withLabels(HelmJob.selector(task.subject()))
                        .list()
                        .getItems()
                        .stream()
                        .filter(job -> !job.isMarkedForDeletion())
                        .sorted(Comparator.comparing(HelmJobRunner::attempt))
                        .toList());
    }

    static boolean isActive(Job job) {
        return !has(job, "Complete") && !has(job, "Failed");
    }

    /**
     * Checks the state of a task and starts what is missing.
     *
     * @param before runs first if the task must be retried
     */
    ChartState ensure(HelmTask task, List<Job> jobs, Runnable before) {
        HelmJob helm = new HelmJob(task, namespace);
        Optional<Job> active = jobs.stream().filter(HelmJobRunner::isActive).findFirst();
        if (active.isPresent()) {
            return working(task, helm, active.get());
        }
        List<Job> own = jobs.stream().filter(job -> isOf(job, helm)).toList();
        if (own.stream().anyMatch(job -> has(job, "Complete"))) {
            return new ChartState.Done();
        }
        if (own.size() >= ATTEMPTS) {
            return failed(task, own);
        }
        if (!jobs.isEmpty()) {
            before.run();
        }
        begin(helm, own.isEmpty() ? 0 : attempt(own.getLast()) + 1);
        return new ChartState.Working("%s requested".formatted(task.program().command()));
    }

    private ChartState working(HelmTask task, HelmJob helm, Job active) {
        Sight sight = pods.look(active);
        String words = isOf(active, helm)
                ? "waiting for %s in Job %s: %s".formatted(task.program().command(), name(active), sight.words())
                : "waiting for an earlier request to finish, Job %s; %s".formatted(name(active), sight.words());
        return new ChartState.Working(words, sight.ran());
    }

    private ChartState failed(HelmTask task, List<Job> own) {
        Sight sight = pods.look(own.getLast());
        return new ChartState.Failed(
                sight.ran() ? AddonState.Cause.CHART_FAILS : AddonState.Cause.POD_CANNOT_START,
                "%s failed %d times; last error: %s"
                        .formatted(task.program().command(), own.size(), lateness(own.getLast(), sight)));
    }

    /** The pod of a Job that exceeded its deadline is deleted, and its log is lost. */
    private static String lateness(Job job, Sight sight) {
        return condition(job, "Failed")
                .filter(condition -> "DeadlineExceeded".equals(condition.getReason()))
                .map(condition -> "it exceeded the deadline of %d s; %s"
                        .formatted(job.getSpec().getActiveDeadlineSeconds(), sight.words()))
                .orElse(sight.words());
    }

    private void begin(HelmJob helm, int attempt) {
        helm.surroundings().forEach(object -> ServerSideApply.asButlerForced().apply(cluster, object));
        ServerSideApply.asButlerForced().apply(cluster, helm.job(attempt));
    }

    /**
     * Deletes the resources of the Jobs, above all the service account bound to cluster-admin.
     *
     * @param jobsToo whether to delete the Jobs too
     */
    void tidy(HelmTask task, boolean jobsToo) {
        KubeErrorMapper.translating("cleaning up after " + task.subject(), () -> {
            var labels = HelmJob.selector(task.subject());
            if (!(task.reach() instanceof HelmTarget.Abroad)) {
                cluster.rbac()
                        .clusterRoleBindings()
                        .withName(HelmJob.binding(task.subject()))
                        .delete();
                cluster.serviceAccounts()
                        .inNamespace(namespace)
                        .withName(HelmJob.account(task.subject()))
                        .delete();
            }
            // One at a time: deleting a collection would require another permission.
            cluster.secrets()
                    .inNamespace(namespace)
                    .withLabels(labels)
                    .list()
                    .getItems()
                    .forEach(secret -> cluster.resource(secret).delete());
            if (jobsToo) {
                cluster.batch()
                        .v1()
                        .jobs()
                        .inNamespace(namespace)
                        .withLabels(labels)
                        .list()
                        .getItems()
                        .forEach(job -> cluster.resource(job)
                                .withPropagationPolicy(DeletionPropagation.BACKGROUND)
                                .delete());
            }
            return task;
        });
    }

    static Optional<String> completion(List<Job> jobs) {
        return jobs.stream()
                .filter(job -> has(job, "Complete"))
                .flatMap(job -> Stream.ofNullable(job.getStatus().getCompletionTime()))
                .reduce((earlier, later) -> later);
    }

    private static boolean isOf(Job job, HelmJob helm) {
        return helm.digest().equals(job.getMetadata().getLabels().get(HelmJob.REQUEST));
    }

    private static boolean has(Job job, String type) {
        return condition(job, type).isPresent();
    }

    private static Optional<JobCondition> condition(Job job, String type) {
        return Stream.ofNullable(job.getStatus())
                .flatMap(status -> status.getConditions().stream())
                .filter(one -> type.equals(one.getType()) && "True".equals(one.getStatus()))
                .findFirst();
    }

    private static int attempt(Job job) {
        String name = name(job);
        return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
    }

    private static String name(Job job) {
        return job.getMetadata().getName();
    }
}
