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
import dev.butlerlabs.core.retry.CallRetrier;
import dev.butlerlabs.core.retry.CallRetryPolicy;
import dev.butlerlabs.core.retry.Sleeper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;

/** Verifies that the API is reachable at the address that operators will use, and applies the last resources through it. */
final class EndpointVerification {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration PROBE_LIMIT = Duration.ofSeconds(5);
    private static final CallRetryPolicy ANY_FAILURE =
            CallRetryPolicy.on(failure -> failure instanceof ButlerException e && e.code() != ErrorCode.CANCELLED);

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
            await(probe, step, server());
            ServerSideApply.asButlerForced().applyStatus(client, statusOf(ready));
            last.forEach(object -> ServerSideApply.asButlerForced().apply(client, object));
        }
        step.done(server());
    }

    private String server() {
        return access.usualContext().flatMap(access::server).orElseThrow();
    }

    private void await(KubernetesClient probe, ProgressStep step, String endpoint) {
        String purpose = "connecting to the cluster endpoint %s".formatted(endpoint);
        try {
            String _ = retrier()
                    .call(
                            () -> KubeErrorMapper.translating(purpose, () -> probe.raw("/readyz")),
                            failure -> step.waiting(failure.getMessage()));
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.CANCELLED) {
                throw e;
            }
            throw new ButlerException(ErrorCode.TIMEOUT, "The cluster is ready, but: " + e.getMessage(), e);
        }
    }

    private CallRetrier retrier() {
        Duration poll = tempo.bootstrap().poll();
        return new CallRetrier(
                ANY_FAILURE.withPause(poll).within(LIMIT.plus(poll)),
                tempo.bootstrap().clock(),
                Sleeper.SYSTEM,
                "Bootstrap interrupted. Run the command again to resume.");
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
