package dev.butlerlabs.core.bootstrap.run;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Checks that the engine is still reachable. An engine that is gone sends no events, so waiting for one would never end. */
final class EngineHealthCheck implements AutoCloseable {
    private static final Duration PROBE_LIMIT = Duration.ofSeconds(5);
    /** The number of failed probes before the engine counts as gone; an overloaded machine may miss one. */
    private static final int MAX_FAILED_PROBES = 3;

    private final KubernetesClient probe;
    private final Clock clock;
    private final Duration silence;
    private Instant lastContact;
    private int failedProbes;

    /** @param silence how long the engine may send no event before it is probed */
    EngineHealthCheck(KubernetesClient engine, Clock clock, Duration silence) {
        this.probe = KubeConnector.impatient(engine, PROBE_LIMIT);
        this.clock = clock;
        this.silence = silence;
        this.lastContact = clock.instant();
    }

    /** @param eventReceived whether the engine has just sent an event */
    void check(boolean eventReceived) {
        if (eventReceived) {
            recordContact();
        } else if (clock.instant().isAfter(lastContact.plus(silence))) {
            sendProbe();
        }
    }

    private void sendProbe() {
        try {
            KubeErrorMapper.translating("probing the engine", () -> probe.raw("/readyz"));
            recordContact();
        } catch (ButlerException e) {
            lastContact = clock.instant();
            failedProbes++;
            if (failedProbes >= MAX_FAILED_PROBES) {
                throw unreachable(e);
            }
        }
    }

    private void recordContact() {
        lastContact = clock.instant();
        failedProbes = 0;
    }

    private static ButlerException unreachable(ButlerException last) {
        return new ButlerException(
                ErrorCode.UNREACHABLE,
                "The engine that stores the resources of this bootstrap is not reachable: " + last.getMessage(),
                "Run the command again to resume.",
                List.of(),
                last);
    }

    @Override
    public void close() {
        probe.close();
    }
}
