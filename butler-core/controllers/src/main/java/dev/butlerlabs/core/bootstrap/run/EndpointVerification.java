package dev.butlerlabs.core.bootstrap.run;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Verifies that the API is reachable at the address that operators will use, and applies the last resources through it. */
final class EndpointVerification {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration PROBE_LIMIT = Duration.ofSeconds(5);

    private final Kubeconfig access;
    private final RunTimeouts tempo;
    private final ProgressReporter progress;

    EndpointVerification(Kubeconfig access, RunTimeouts tempo, ProgressReporter progress) {
        this.access = access;
        this.tempo = tempo;
        this.progress = progress;
    }

    void settle(ClusterBootstrap ready, List<HasMetadata> last) {
        ProgressStep step = progress.start("EndpointAnswers", "Connecting to the cluster endpoint");
        try (KubernetesClient client = new KubeConnector("butleradm").connect(access);
                KubernetesClient probe = KubeConnector.impatient(client, PROBE_LIMIT)) {
            await(probe, step, ready.getStatus().controlPlaneEndpoint());
            ServerSideApply.asButlerForced().applyStatus(client, statusOf(ready));
            last.forEach(object -> ServerSideApply.asButlerForced().apply(client, object));
        }
        step.done(ready.getStatus().controlPlaneEndpoint());
    }

    private void await(KubernetesClient probe, ProgressStep step, String endpoint) {
        Instant deadline = tempo.bootstrap().clock().instant().plus(LIMIT);
        while (true) {
            try {
                KubeErrorMapper.translating(
                        "connecting to the cluster endpoint %s".formatted(endpoint), () -> probe.raw("/readyz"));
                return;
            } catch (ButlerException e) {
                if (tempo.bootstrap().clock().instant().isAfter(deadline)) {
                    throw new ButlerException(ErrorCode.TIMEOUT, "The cluster is ready, but: " + e.getMessage(), e);
                }
                step.waiting(e.getMessage());
                pause();
            }
        }
    }

    private void pause() {
        try {
            Thread.sleep(tempo.bootstrap().poll());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ButlerException(
                    ErrorCode.CANCELLED, "Bootstrap interrupted. Run the command again to resume.", e);
        }
    }

    private static ClusterBootstrap statusOf(ClusterBootstrap ready) {
        ClusterBootstrap status = new ClusterBootstrap();
        status.setMetadata(new ObjectMetaBuilder()
                .withName(ready.getMetadata().getName())
                .withNamespace(ready.getMetadata().getNamespace())
                .build());
        status.setStatus(ready.getStatus());
        return status;
    }
}
