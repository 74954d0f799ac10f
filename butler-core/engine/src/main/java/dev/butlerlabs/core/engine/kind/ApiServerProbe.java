package dev.butlerlabs.core.engine.kind;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.progress.ProgressStep;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waits for the API of a node from outside: after a restart of the node it is available with a delay. */
record ApiServerProbe(Kubeconfig access, ProgressStep step) {
    private static final Duration POLL = Duration.ofMillis(250);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    void await(Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        try (KubernetesClient client = new KubeConnector("butler-engine", PATIENCE, PATIENCE).connect(access)) {
            while (!answers(client, deadline, limit)) {
                LockSupport.parkNanos(POLL.toNanos());
                requireUninterrupted();
            }
        }
    }

    private boolean answers(KubernetesClient client, long deadline, Duration limit) {
        try {
            KubeErrorMapper.translating("connecting to the API of the KIND node", client::getKubernetesVersion);
            return true;
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.CANCELLED) {
                throw e;
            }
            if (System.nanoTime() - deadline > 0) {
                throw new ButlerException(
                        ErrorCode.TIMEOUT,
                        "Timed out after %d s waiting for the API of the KIND node. Last observed state: %s"
                                .formatted(limit.toSeconds(), e.getMessage()),
                        ErrorCode.ENGINE_FAILED.remedy());
            }
            step.waiting("waiting for the API of the node: " + e.getMessage());
            return false;
        }
    }

    private static void requireUninterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw new ButlerException(ErrorCode.CANCELLED, "Interrupted while waiting for the API of the KIND node.");
        }
    }
}
