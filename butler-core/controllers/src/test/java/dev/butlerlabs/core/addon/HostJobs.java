package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.addon.HelmProgram.Result;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobConditionBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Runs Jobs on this machine: Butler's with the real programs, exactly as their containers say, and those of charts' hooks by saying
 * that they went well, or ill where their name has {@code fails}.
 */
final class HostJobs implements AutoCloseable {
    private static final int TOLD = 4000;

    private final KubernetesClient cluster;
    private final HostContainer.Machine machine;
    private final Set<String> taken = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    HostJobs(KubernetesClient cluster, HostContainer.Machine machine) {
        this.cluster = cluster;
        this.machine = machine;
        threads.execute(this::live);
    }

    private void live() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                cluster.batch().v1().jobs().inAnyNamespace().list().getItems().stream()
                        .filter(job -> job.getStatus() == null
                                || job.getStatus().getConditions().isEmpty())
                        .filter(job -> taken.add(job.getMetadata().getUid()))
                        .forEach(job -> threads.execute(() -> run(job)));
                // The interval of this simulated controller.
                Thread.sleep(50);
            }
        } catch (InterruptedException | KubernetesClientException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run(Job job) {
        try {
            boolean own = job.getMetadata().getLabels() != null
                    && job.getMetadata().getLabels().containsKey(HelmJob.SUBJECT);
            Result result = own
                    ? new HostContainer(cluster, machine, job).run()
                    : new Result(job.getMetadata().getName().contains("fails") ? 1 : 0, "a hook ran");
            tell(job, result);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (KubernetesClientException e) {
            System.out.println("A Job of the test could not be told of: " + e.getMessage());
        }
    }

    private void tell(Job job, Result result) {
        String text = result.text();
        String end = text.substring(Math.max(0, text.length() - TOLD));
        var pod = cluster.resource(new PodBuilder()
                        .withNewMetadata()
                        .withName(job.getMetadata().getName() + "-"
                                + job.getMetadata().getUid().substring(0, 5))
                        .withNamespace(job.getMetadata().getNamespace())
                        .addToLabels("job-name", job.getMetadata().getName())
                        .endMetadata()
                        .withSpec(job.getSpec().getTemplate().getSpec())
                        .build())
                .create();
        pod.setStatus(new PodStatusBuilder()
                .withPhase(result.exitCode() == 0 ? "Succeeded" : "Failed")
                .addNewContainerStatus()
                .withName(pod.getSpec().getContainers().getFirst().getName())
                .withImage(pod.getSpec().getContainers().getFirst().getImage())
                .withImageID("")
                .withReady(false)
                .withRestartCount(0)
                .withNewState()
                .withNewTerminated()
                .withExitCode(result.exitCode())
                .withMessage(result.exitCode() == 0 ? null : end)
                .endTerminated()
                .endState()
                .endContainerStatus()
                .build());
        cluster.resource(pod).updateStatus();
        Job fresh = cluster.resource(job).get();
        cluster.resource(new JobBuilder(fresh)
                        .withStatus(status(result.exitCode() == 0).build())
                        .build())
                .updateStatus();
    }

    private static JobStatusBuilder status(boolean well) {
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        JobStatusBuilder status = new JobStatusBuilder().withStartTime(now);
        if (well) {
            status.withSucceeded(1).withCompletionTime(now);
        } else {
            status.withFailed(1);
        }
        for (String type : well ? List.of("SuccessCriteriaMet", "Complete") : List.of("FailureTarget", "Failed")) {
            status.addToConditions(new JobConditionBuilder()
                    .withType(type)
                    .withStatus("True")
                    .withReason(well ? "CompletionsReached" : "BackoffLimitExceeded")
                    .withMessage("as the test's machine says")
                    .withLastProbeTime(now)
                    .withLastTransitionTime(now)
                    .build());
        }
        return status;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    static HostContainer.Machine machine(Path helm, Path kubectl, Path kubeconfig, Path folder) {
        return new HostContainer.Machine(helm, kubectl, kubeconfig, folder);
    }
}
