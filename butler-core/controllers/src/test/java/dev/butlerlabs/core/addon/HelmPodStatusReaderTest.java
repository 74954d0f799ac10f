package dev.butlerlabs.core.addon;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.butlerlabs.core.addon.HelmPodStatusReader.Sight;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HelmPodStatusReaderTest {
    private final InMemoryKubernetes cluster = InMemoryKubernetes.open();

    @AfterEach
    void close() {
        cluster.close();
    }

    private Sight lookAtPodThatWaits(String reason, String message) {
        Pod pod = cluster.client().resource(pod()).create();
        pod.setStatus(waiting(reason, message));
        cluster.client().resource(pod).updateStatus();
        return new HelmPodStatusReader(cluster.client()).look(job());
    }

    private static Job job() {
        return new JobBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName("helm-demo")
                .endMetadata()
                .build();
    }

    private static Pod pod() {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName("helm-demo-1")
                .addToLabels("job-name", "helm-demo")
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("helm")
                .withImage("registry.example/helm:v3")
                .endContainer()
                .endSpec()
                .build();
    }

    private static PodStatus waiting(String reason, String message) {
        return new PodStatusBuilder()
                .addNewContainerStatus()
                .withName("helm")
                .withNewState()
                .withNewWaiting()
                .withReason(reason)
                .withMessage(message)
                .endWaiting()
                .endState()
                .endContainerStatus()
                .build();
    }

    /** The kubelet alternates between the two reasons; each change would be a line of progress. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ErrImagePull     | rpc error: registry.example/helm:v3: not found
            ImagePullBackOff | Back-off pulling image "registry.example/helm:v3": ErrImagePull: rpc error: registry.example/helm:v3: not found
            """)
    void reportsAFailedPullAndThePauseAfterItAlike(String reason, String message) {
        assertEquals(
                new Sight(
                        false, "its pod cannot start: ImagePullBackOff rpc error: registry.example/helm:v3: not found"),
                lookAtPodThatWaits(reason, message));
    }

    @Test
    void reportsOtherReasonsWithTheirMessage() {
        assertEquals(
                new Sight(false, "its pod cannot start: CreateContainerConfigError secret \"values\" not found"),
                lookAtPodThatWaits("CreateContainerConfigError", "secret \"values\" not found"));
    }

    @Test
    void reportsAJobWithoutAPod() {
        assertEquals(new Sight(false, "the Job has no pod yet"), new HelmPodStatusReader(cluster.client()).look(job()));
    }
}
