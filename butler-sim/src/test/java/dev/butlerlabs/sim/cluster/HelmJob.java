package dev.butlerlabs.sim.cluster;

import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;

/** A job with Helm in it, as somebody would write one that works before there is a network. */
final class HelmJob {
    private HelmJob() {}

    static Job of(String name, int backoffLimit, String... arguments) {
        return new JobBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("kube-system")
                .endMetadata()
                .withNewSpec()
                .withBackoffLimit(backoffLimit)
                .withNewTemplate()
                .withNewSpec()
                .withHostNetwork(true)
                .withRestartPolicy("Never")
                .withTolerations(new TolerationBuilder().withOperator("Exists").build())
                .addNewContainer()
                .withName("helm")
                .withImage("helm:3")
                .withArgs(List.of(arguments))
                .withTerminationMessagePolicy("FallbackToLogsOnError")
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }

    /** The conditions of a job once it is over. */
    static List<String> run(KubernetesClient client, Job job) throws InterruptedException {
        client.resource(job).create();
        return ClusterAwait.until(
                "the end of the Job",
                () -> conditions(client.resource(job).get()),
                conditions -> conditions.contains("Complete") || conditions.contains("Failed"));
    }

    private static List<String> conditions(Job job) {
        return job.getStatus() == null
                ? List.of()
                : job.getStatus().getConditions().stream()
                        .map(JobCondition::getType)
                        .toList();
    }
}
