package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.addon.HelmPods.Sight;
import dev.butlerlabs.core.helm.Reach;
import dev.butlerlabs.core.kube.KubeErrors;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Has tasks done by Jobs in the cluster. Asking twice is asking once; what was asked for goes on without us. */
final class TaskRunner {
    private static final int ATTEMPTS = 3;

    private final KubernetesClient cluster;
    private final String namespace;
    private final HelmPods pods;

    /** @param namespace where the Jobs run */
    TaskRunner(KubernetesClient cluster, String namespace) {
        this.cluster = cluster;
        this.namespace = namespace;
        this.pods = new HelmPods(cluster);
    }

    /** The Jobs there are for what a task is about, this task's and earlier ones', the oldest first. */
    List<Job> jobs(HelmTask task) {
        return KubeErrors.translating(
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
                        .sorted(Comparator.comparing(TaskRunner::attempt))
                        .toList());
    }

    static boolean isActive(Job job) {
        return !has(job, "Complete") && !has(job, "Failed");
    }

    /**
     * Looks how far a task is, and asks for what is missing.
     *
     * @param before what to do first when it has to be tried again
     */
    ChartState ensure(HelmTask task, List<Job> jobs, Runnable before) {
        HelmJob helm = new HelmJob(task, namespace);
        Optional<Job> active = jobs.stream().filter(TaskRunner::isActive).findFirst();
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
        return new ChartState.Working("%s is asked for".formatted(task.program().command()));
    }

    private ChartState working(HelmTask task, HelmJob helm, Job active) {
        Sight sight = pods.look(active);
        String words = isOf(active, helm)
                ? "%s runs as Job %s; %s".formatted(task.program().command(), name(active), sight.words())
                : "an earlier request has to end first, Job %s; %s".formatted(name(active), sight.words());
        return new ChartState.Working(words, sight.ran());
    }

    private ChartState failed(HelmTask task, List<Job> own) {
        Sight sight = pods.look(own.getLast());
        return new ChartState.Failed(
                sight.ran() ? AddonState.Cause.CHART_FAILS : AddonState.Cause.POD_CANNOT_START,
                "%s failed %d times; the last time: %s"
                        .formatted(task.program().command(), own.size(), lateness(own.getLast(), sight)));
    }

    /** The pod of a Job that took too long is gone, with whatever it said. */
    private static String lateness(Job job, Sight sight) {
        return condition(job, "Failed")
                .filter(condition -> "DeadlineExceeded".equals(condition.getReason()))
                .map(condition -> "it took longer than %d s; %s"
                        .formatted(job.getSpec().getActiveDeadlineSeconds(), sight.words()))
                .orElse(sight.words());
    }

    private void begin(HelmJob helm, int attempt) {
        helm.surroundings().forEach(object -> ServerSideApply.asButlerForced().apply(cluster, object));
        ServerSideApply.asButlerForced().apply(cluster, helm.job(attempt));
    }

    /** Removes what the Jobs needed, above all the account that may do everything; the Jobs themselves when told. */
    void tidy(HelmTask task, boolean jobsToo) {
        KubeErrors.translating("tidying up after " + task.subject(), () -> {
            var labels = HelmJob.selector(task.subject());
            if (!(task.reach() instanceof Reach.Abroad)) {
                cluster.rbac()
                        .clusterRoleBindings()
                        .withName(HelmJob.binding(task.subject()))
                        .delete();
                cluster.serviceAccounts()
                        .inNamespace(namespace)
                        .withName(HelmJob.account(task.subject()))
                        .delete();
            }
            // One by one: deleting a collection would need a right of its own.
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
