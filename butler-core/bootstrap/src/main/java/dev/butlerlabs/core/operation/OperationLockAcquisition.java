package dev.butlerlabs.core.operation;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.reconcile.LeaderElection;
import dev.butlerlabs.core.reconcile.LeaseHolder;
import dev.butlerlabs.core.retry.Sleeper;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Acquires the Lease of an operation. The holder of a Lease is alive if it renews the Lease, so a killed process and a living one are
 * distinguished by observation, not by comparing clocks.
 */
final class OperationLockAcquisition {
    private final KubernetesClient client;
    private final LeaderElection election;
    private final LeaseHolder holder;
    private final Duration pollInterval;
    private final Sleeper sleeper;
    private final Consumer<String> waiting;

    OperationLockAcquisition(
            KubernetesClient client,
            LeaderElection election,
            LeaseHolder holder,
            Duration pollInterval,
            Sleeper sleeper,
            Consumer<String> waiting) {
        this.client = client;
        this.election = election;
        this.holder = holder;
        this.pollInterval = pollInterval;
        this.sleeper = sleeper;
        this.waiting = waiting;
    }

    /** Returns when the Lease is held. */
    void run() {
        Optional<LeaseSpec> observed = Optional.empty();
        while (!tryAcquire()) {
            Optional<LeaseSpec> current = read();
            if (observed.isEmpty() && current.isPresent()) {
                waiting.accept(waitingText(current.get()));
            } else if (current.isPresent() && !current.equals(observed)) {
                throw locked(current.get());
            }
            observed = current;
            sleeper.pause(pollInterval, "Cancelled while waiting for the lock of the cluster; nothing was changed.");
        }
    }

    private boolean tryAcquire() {
        holder.attempt();
        holder.failure().ifPresent(e -> {
            throw KubeErrorMapper.translate("acquiring the lock of the cluster", e);
        });
        return holder.isHeld();
    }

    /** Returns the Lease of another process; empty if it was released in the meantime. */
    private Optional<LeaseSpec> read() {
        Lease lease = KubeErrorMapper.translating(
                "reading the lock of the cluster",
                () -> client.leases()
                        .inNamespace(election.namespace())
                        .withName(election.leaseName())
                        .get());
        return Optional.ofNullable(lease)
                .map(Lease::getSpec)
                .filter(spec -> !Optional.ofNullable(spec.getHolderIdentity())
                        .orElse("")
                        .isEmpty());
    }

    private String waitingText(LeaseSpec spec) {
        return "Waiting up to %d s to see whether another operation is still running: %s"
                .formatted(spec.getLeaseDurationSeconds(), holderText(spec));
    }

    private static ButlerException locked(LeaseSpec spec) {
        return new ButlerException(
                ErrorCode.CLUSTER_LOCKED, "Another operation is changing the cluster: %s.".formatted(holderText(spec)));
    }

    private static String holderText(LeaseSpec spec) {
        return OperationHolder.parse(spec.getHolderIdentity())
                .map(OperationHolder::text)
                .orElse(spec.getHolderIdentity());
    }
}
