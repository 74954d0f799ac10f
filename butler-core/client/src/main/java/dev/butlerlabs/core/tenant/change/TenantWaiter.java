package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for a tenant cluster with a watch and reports why it is not ready. A lost connection is reported and retried until the timeout. The
 * watch is restarted every few seconds, so that a connection that died silently is noticed too. Use one instance for one wait.
 */
public final class TenantWaiter {
    private static final Duration SLICE = Duration.ofSeconds(5);
    private static final Duration RETRY = Duration.ofMillis(500);

    private final KubernetesClient client;
    private final Listener listener;
    private final Set<String> seenReasons = ConcurrentHashMap.newKeySet();
    private volatile String lastSeen = "none";
    private volatile long lastProgress;
    private boolean lost;

    public TenantWaiter(KubernetesClient client, Listener listener) {
        this.client = client;
        this.listener = listener;
    }

    /** Receives messages for the user. Called from several threads, one at a time. */
    public interface Listener {
        /** Called when the reason why the goal is not reached has changed. */
        void waiting(String reason);

        /** Called when the connection to the server was lost or restored. */
        void connectionChanged(String message);
    }

    /**
     * Waits for a goal.
     *
     * @param limit the time limit; for a goal that {@linkplain TenantWaitGoal#limitsProgress limits progress}, of the time without progress
     * @return the cluster; empty if the goal is its deletion
     * @throws ButlerException with CLUSTER_FAILED if the goal cannot be reached, or with TIMEOUT
     */
    public Optional<TenantCluster> await(ObjectName name, TenantWaitGoal goal, Duration limit) {
        lastProgress = System.nanoTime();
        while (true) {
            long left = lastProgress + limit.toNanos() - System.nanoTime();
            if (left <= 0) {
                throw tooLate(name, goal, limit);
            }
            Optional<End> end = look(name, goal, Duration.ofNanos(Math.min(left, SLICE.toNanos())));
            if (end.isPresent()) {
                return outcome(name, end.get());
            }
        }
    }

    private record End(TenantWaitProgress standing, Optional<TenantCluster> seen) {}

    private static Optional<TenantCluster> outcome(ObjectName name, End end) {
        if (end.standing() instanceof TenantWaitProgress.Failed failed) {
            String reason = failed.reason();
            throw new ButlerException(
                    ErrorCode.CLUSTER_FAILED,
                    "TenantCluster %s failed: %s%s".formatted(name, reason, reason.endsWith(".") ? "" : "."));
        }
        return end.seen();
    }

    private Optional<End> look(ObjectName name, TenantWaitGoal goal, Duration slice) {
        try {
            return watch(name, goal, slice);
        } catch (ButlerException e) {
            if (e.kind() != ErrorKind.UNREACHABLE && e.kind() != ErrorKind.TIMEOUT) {
                throw e;
            }
            connectionIsLost(e);
            LockSupport.parkNanos(Math.min(RETRY.toNanos(), slice.toNanos()));
            return Optional.empty();
        }
    }

    private Optional<End> watch(ObjectName name, TenantWaitGoal goal, Duration slice) {
        CompletableFuture<List<TenantCluster>> met = KubeErrorMapper.translating(
                "watching TenantCluster " + name,
                () -> client.resources(TenantCluster.class)
                        .inNamespace(name.namespace().orElseThrow())
                        .withName(name.name())
                        .informOnCondition(list -> ends(goal, list.stream().findFirst())));
        try {
            Optional<TenantCluster> seen =
                    met.get(slice.toNanos(), TimeUnit.NANOSECONDS).stream().findFirst();
            return Optional.of(new End(goal.standing().apply(seen), seen));
        } catch (TimeoutException _) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw KubeErrorMapper.translate("watching TenantCluster " + name, e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw KubeErrorMapper.translate("waiting for TenantCluster " + name, e);
        } finally {
            met.cancel(true);
        }
    }

    private boolean ends(TenantWaitGoal goal, Optional<TenantCluster> seen) {
        connectionIsBack();
        return switch (goal.standing().apply(seen)) {
            case TenantWaitProgress.Waiting waiting -> {
                // A status that was seen before does not count as progress, so that a cluster that changes back and
                // forth is not
                // awaited forever.
                if (goal.limitsProgress() && seenReasons.add(waiting.reason())) {
                    lastProgress = System.nanoTime();
                }
                tell(waiting.reason());
                yield false;
            }
            case TenantWaitProgress.Reached _, TenantWaitProgress.Failed _ -> true;
        };
    }

    private synchronized void tell(String reason) {
        if (!reason.equals(lastSeen)) {
            lastSeen = reason;
            listener.waiting(reason);
        }
    }

    private synchronized void connectionIsLost(ButlerException why) {
        if (!lost) {
            lost = true;
            listener.connectionChanged("connection lost, retrying (%s)".formatted(why.getMessage()));
        }
    }

    private synchronized void connectionIsBack() {
        if (lost) {
            lost = false;
            listener.connectionChanged("connection restored; last status: " + lastSeen);
        }
    }

    private ButlerException tooLate(ObjectName name, TenantWaitGoal goal, Duration limit) {
        String seen = lost ? "no connection to the server" : lastSeen;
        if (goal.limitsProgress()) {
            return new ButlerException(
                    ErrorCode.TIMEOUT,
                    "No progress for %d s while waiting for TenantCluster %s until %s; last status: %s."
                            .formatted(limit.toSeconds(), name, goal.what(), seen),
                    "The controllers continue. Check the workers with 'butlerctl cluster nodes %s -n %s' and rerun the command to wait again."
                            .formatted(name.name(), name.namespace().orElseThrow()));
        }
        return new ButlerException(
                ErrorCode.TIMEOUT,
                "Timed out after %d s waiting for TenantCluster %s until %s; last status: %s."
                        .formatted(limit.toSeconds(), name, goal.what(), seen));
    }
}
