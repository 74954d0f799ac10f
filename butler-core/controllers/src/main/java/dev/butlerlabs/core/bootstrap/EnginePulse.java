package dev.butlerlabs.core.bootstrap;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeErrors;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Whether the engine is still there. Nothing is told by one that is gone, and nobody should wait for it. */
final class EnginePulse implements AutoCloseable {
    private static final Duration PROBE_LIMIT = Duration.ofSeconds(5);
    /** A busy machine may miss one. */
    private static final int MISSED_BEATS = 3;

    private final KubernetesClient probe;
    private final Clock clock;
    private final Duration silence;
    private Instant asked;
    private int missed;

    /** @param silence how long it may tell nothing before it is asked */
    EnginePulse(KubernetesClient engine, Clock clock, Duration silence) {
        this.probe = KubeConnector.impatient(engine, PROBE_LIMIT);
        this.clock = clock;
        this.silence = silence;
        this.asked = clock.instant();
    }

    /** @param told whether it has just told something by itself */
    void feel(boolean told) {
        if (told) {
            beat();
        } else if (clock.instant().isAfter(asked.plus(silence))) {
            ask();
        }
    }

    private void ask() {
        try {
            KubeErrors.translating("asking the engine", () -> probe.raw("/readyz"));
            beat();
        } catch (ButlerException e) {
            asked = clock.instant();
            missed++;
            if (missed >= MISSED_BEATS) {
                throw gone(e);
            }
        }
    }

    private void beat() {
        asked = clock.instant();
        missed = 0;
    }

    private static ButlerException gone(ButlerException last) {
        return new ButlerException(
                ErrorCode.UNREACHABLE,
                "The engine, which keeps the resources of this bootstrap, does not answer any more: "
                        + last.getMessage(),
                "Run the command again; it goes on where it stopped.",
                List.of(),
                last);
    }

    @Override
    public void close() {
        probe.close();
    }
}
