package dev.butlerlabs.core.talos.client;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.retry.CallRetryPolicy;
import dev.butlerlabs.core.talos.client.MachineWaiter.Seen;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Operations that need more than one call. Each operation is idempotent: it can be repeated after an interruption at any point.
 * Thread-safe.
 */
public record NodeOperations(MachineWaiter patience) {
    /** Stages in which a machine can be bootstrapped. */
    private static final Set<MachineStage> UP = EnumSet.of(MachineStage.BOOTING, MachineStage.RUNNING);

    public NodeOperations {
        Objects.requireNonNull(patience, "patience");
    }

    /**
     * Applies a configuration as soon as the machine accepts one. A rejected configuration is not sent again. If a machine leaves
     * maintenance mode after an attempt whose response was lost, the configuration was applied; connecting with the credentials
     * of the cluster shows whether it was this one.
     */
    public ApplyResult deliver(TalosClient client, String configuration, CallRetryPolicy rule) {
        AtomicBoolean sent = new AtomicBoolean();
        return patience.insist(rule, client.node() + " accepts its configuration", () -> {
            try {
                return client.apply(configuration, ApplyMode.AUTO, false);
            } catch (ButlerException e) {
                if (sent.getAndSet(true) && isCausedBy(e, FailureCause.CLIENT_REFUSED)) {
                    return new ApplyResult(ApplyMode.AUTO, "The machine left maintenance mode.", List.of());
                }
                throw e;
            }
        });
    }

    private static boolean isCausedBy(ButlerException failure, FailureCause cause) {
        return TalosErrorMapper.cause(failure).filter(cause::equals).isPresent();
    }

    /** Waits until a configured machine responds with its own certificate and can be bootstrapped. */
    public MachineStatus awaitArrival(TalosClient client, CallRetryPolicy rule) {
        return patience.until(rule, client.node() + " runs with its configuration", () -> {
            client.version();
            MachineStatus status = client.status();
            return new Seen<>("it is " + status, Optional.of(status).filter(one -> UP.contains(one.stage())));
        });
    }

    /** Waits until a machine is running and ready. */
    public MachineStatus awaitReady(TalosClient client, CallRetryPolicy rule) {
        return patience.until(rule, client.node() + " is running and ready", () -> ready(client));
    }

    /**
     * Bootstraps etcd on this machine. Succeeds if it is already bootstrapped. Must never be called for two machines of one
     * cluster.
     */
    public void bootstrap(TalosClient client, EtcdBootstrapSource kind, CallRetryPolicy rule) {
        awaitArrival(client, rule);
        patience.insist(rule, "etcd is bootstrapped on " + client.node(), () -> bootstrapOnce(client, kind));
    }

    private static boolean bootstrapOnce(TalosClient client, EtcdBootstrapSource kind) {
        try {
            client.bootstrap(kind);
            return true;
        } catch (ButlerException e) {
            if (!isCausedBy(e, FailureCause.EXISTS)) {
                throw e;
            }
            return false;
        }
    }

    /** Reboots a machine and waits until it is ready again. */
    public void reboot(TalosClient client, RebootMode mode, CallRetryPolicy rule) {
        awaitNextBoot(client, rule, () -> {
            client.reboot(mode);
            return client.node() + " is rebooted and ready";
        });
    }

    /**
     * Upgrades a machine to the Talos version of an installer image with the API of its current version, and waits until it is
     * ready.
     */
    public TalosNodeVersion upgrade(TalosClient client, String image, CallRetryPolicy rule) {
        TalosNodeVersion before = client.version();
        awaitNextBoot(client, rule, () -> {
            if (before.upgradesInSteps()) {
                client.upgrades().install(client.upgrades().pull(image), patience.progress());
                client.reboot(RebootMode.DEFAULT);
            } else {
                client.upgrades().whole(image);
            }
            return client.node() + " is upgraded and ready";
        });
        return client.version();
    }

    private void awaitNextBoot(TalosClient client, CallRetryPolicy rule, Supplier<String> act) {
        String before = client.bootId();
        String what = act.get();
        patience.until(rule, what, () -> {
            if (client.bootId().equals(before)) {
                return new Seen<>("it has not shut down yet", Optional.empty());
            }
            return ready(client);
        });
    }

    private static Seen<MachineStatus> ready(TalosClient client) {
        MachineStatus status = client.status();
        return new Seen<>(
                "it is " + status,
                Optional.of(status).filter(one -> one.stage() == MachineStage.RUNNING && one.ready()));
    }

    /**
     * Wipes a machine and waits until it is in maintenance mode again.
     *
     * @param afterwards client for the same machine in maintenance mode
     * @param options must include a reboot and the configuration
     */
    public void reset(TalosClient client, TalosClient afterwards, ResetOptions options, CallRetryPolicy rule) {
        client.reset(options);
        patience.until(rule, client.node() + " is wiped and in maintenance mode", () -> maintenance(afterwards));
    }

    private static Seen<Boolean> maintenance(TalosClient client) {
        try {
            client.disks();
            return new Seen<>("it is in maintenance mode", Optional.of(true));
        } catch (ButlerException e) {
            if (!isCausedBy(e, FailureCause.CLIENT_REFUSED)) {
                throw e;
            }
            return new Seen<>("it still has its configuration", Optional.empty());
        }
    }

    /**
     * Returns whether a machine is in maintenance mode. The reason for a failed TLS handshake can be lost with the connection, so
     * the call is repeated.
     *
     * @return empty if the machine is unreachable
     */
    public Optional<Boolean> isInMaintenance(TalosClient maintenance) {
        try {
            return Optional.of(patience.until(
                    TalosRetryPolicy.PROBE, maintenance.node() + " reports its mode", () -> mode(maintenance)));
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.TIMEOUT) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static Seen<Boolean> mode(TalosClient maintenance) {
        try {
            boolean waits = maintenance.status().stage() == MachineStage.MAINTENANCE;
            return new Seen<>("it is reachable", Optional.of(waits));
        } catch (ButlerException e) {
            if (!isCausedBy(e, FailureCause.CLIENT_REFUSED)) {
                throw e;
            }
            return new Seen<>("it requires credentials", Optional.of(false));
        }
    }
}
