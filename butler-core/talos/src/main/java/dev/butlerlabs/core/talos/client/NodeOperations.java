package dev.butlerlabs.core.talos.client;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.talos.client.Patience.Seen;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * What takes more than one call. Each operation may be repeated after it was interrupted anywhere: what is done already is found
 * done.
 */
public record NodeOperations(Patience patience) {
    /** Before these a machine takes no bootstrap. */
    private static final Set<MachineStage> UP = EnumSet.of(MachineStage.BOOTING, MachineStage.RUNNING);

    private static final RetryRule PROBE =
            new RetryRule(Duration.ofSeconds(5), Duration.ofMillis(250), RetryRule.REBOOT.mended());

    public NodeOperations {
        Objects.requireNonNull(patience, "patience");
    }

    /**
     * Delivers a configuration as soon as the machine takes one. A refused configuration is not sent again. A machine that has left
     * maintenance after a try whose answer was lost has taken it; whether it was ours shows when it is entered with its credentials.
     */
    public ApplyResult deliver(TalosClient client, String configuration, RetryRule rule) {
        AtomicBoolean sent = new AtomicBoolean();
        return patience.insist(rule, client.node() + " has taken its configuration", () -> {
            try {
                return client.apply(configuration, ApplyMode.AUTO, false);
            } catch (ButlerException e) {
                if (sent.getAndSet(true) && isCausedBy(e, FailureCause.CLIENT_REFUSED)) {
                    return new ApplyResult(ApplyMode.AUTO, "It has left maintenance.", List.of());
                }
                throw e;
            }
        });
    }

    private static boolean isCausedBy(ButlerException failure, FailureCause cause) {
        return TalosErrors.cause(failure).filter(cause::equals).isPresent();
    }

    /** Waits until a configured machine answers under its own certificate and is up far enough to be bootstrapped. */
    public MachineStatus awaitArrival(TalosClient client, RetryRule rule) {
        return patience.until(rule, client.node() + " is up with its configuration", () -> {
            client.version();
            MachineStatus status = client.status();
            return new Seen<>("it is " + status, Optional.of(status).filter(one -> UP.contains(one.stage())));
        });
    }

    /** Waits until a machine is running and content with itself. */
    public MachineStatus awaitReady(TalosClient client, RetryRule rule) {
        return patience.until(rule, client.node() + " is running and ready", () -> ready(client));
    }

    /** Starts etcd on this one machine; that it was started before is success. Never to be called for two machines of one cluster. */
    public void bootstrap(TalosClient client, BootstrapKind kind, RetryRule rule) {
        awaitArrival(client, rule);
        patience.insist(rule, "etcd is bootstrapped on " + client.node(), () -> bootstrapOnce(client, kind));
    }

    private static boolean bootstrapOnce(TalosClient client, BootstrapKind kind) {
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

    /** Restarts a machine and waits until it is ready again. */
    public void reboot(TalosClient client, RebootMode mode, RetryRule rule) {
        awaitNextBoot(client, rule, () -> {
            client.reboot(mode);
            return client.node() + " has rebooted and is ready";
        });
    }

    /** Brings a machine to the Talos of an installer image, on the path its present version knows, and waits until it is ready. */
    public NodeVersion upgrade(TalosClient client, String image, RetryRule rule) {
        NodeVersion before = client.version();
        awaitNextBoot(client, rule, () -> {
            if (before.upgradesInSteps()) {
                client.upgrades().install(client.upgrades().pull(image), patience.progress());
                client.reboot(RebootMode.DEFAULT);
            } else {
                client.upgrades().whole(image);
            }
            return client.node() + " runs the new Talos and is ready";
        });
        return client.version();
    }

    private void awaitNextBoot(TalosClient client, RetryRule rule, Supplier<String> act) {
        String before = client.bootId();
        String what = act.get();
        patience.until(rule, what, () -> {
            if (client.bootId().equals(before)) {
                return new Seen<>("it has not gone down yet", Optional.empty());
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
     * Wipes a machine and waits until it is back in maintenance.
     *
     * @param afterwards dials the same machine in maintenance
     */
    public void reset(TalosClient client, TalosClient afterwards, RetryRule rule) {
        client.reset(ResetOptions.everything());
        patience.until(rule, client.node() + " is wiped and back in maintenance", () -> maintenance(afterwards));
    }

    private static Seen<Boolean> maintenance(TalosClient client) {
        try {
            client.disks();
            return new Seen<>("it is in maintenance", Optional.of(true));
        } catch (ButlerException e) {
            if (!isCausedBy(e, FailureCause.CLIENT_REFUSED)) {
                throw e;
            }
            return new Seen<>("it still has its configuration", Optional.empty());
        }
    }

    /**
     * Whether a machine waits for its configuration; empty when it cannot be told because it does not answer. The reason for which a
     * machine ends a handshake can be lost with the connection, so it is asked more than once.
     */
    public Optional<Boolean> isInMaintenance(TalosClient maintenance) {
        try {
            return Optional.of(patience.until(PROBE, maintenance.node() + " shows its mode", () -> mode(maintenance)));
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
            return new Seen<>("it answers", Optional.of(waits));
        } catch (ButlerException e) {
            if (!isCausedBy(e, FailureCause.CLIENT_REFUSED)) {
                throw e;
            }
            return new Seen<>("it wants credentials", Optional.of(false));
        }
    }
}
