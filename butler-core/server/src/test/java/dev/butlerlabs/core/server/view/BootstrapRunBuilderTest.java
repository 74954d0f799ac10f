package dev.butlerlabs.core.server.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.server.view.RunViews.RunDetail;
import dev.butlerlabs.core.server.view.RunViews.RunRow;
import dev.butlerlabs.core.server.view.RunViews.StepView;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs that are read from the status of a ClusterBootstrap. */
class BootstrapRunBuilderTest {
    private static final Instant START = Instant.parse("2026-11-19T10:00:00Z");

    /** As it is after the resources were moved: the object is newer than its first conditions. */
    @Test
    void stepsOfAMovedObjectHaveTheirDurations() {
        RunDetail run = run("Ready", "10:00:30", """
                  - {type: ProviderFound, status: "True", lastTransitionTime: "2026-11-19T10:00:00Z"}
                  - {type: MachinesRunning, status: "True", lastTransitionTime: "2026-11-19T10:00:20Z"}
                  - {type: Pivoted, status: "True", lastTransitionTime: "2026-11-19T10:00:31Z"}
                  - {type: Ready, status: "True", lastTransitionTime: "2026-11-19T10:00:31Z"}
                  - {type: Progressing, status: "False", lastTransitionTime: "2026-11-19T10:00:31Z"}
                  - {type: Degraded, status: "False", lastTransitionTime: "2026-11-19T10:00:00Z"}
                """);

        RunRow row = run.row();
        assertThat(row.state()).isEqualTo("succeeded");
        assertThat(row.startedAt()).isEqualTo(START);
        assertThat(row.finishedAt()).contains(START.plusSeconds(31));
        assertThat(row.progress()).isEqualTo(new RunViews.StepCount(3, 3));
        assertThat(run.steps())
                .extracting(StepView::name)
                .containsExactly("ProviderFound", "MachinesRunning", "Pivoted");
        assertThat(durations(run)).containsExactly(Duration.ZERO, Duration.ofSeconds(20), Duration.ofSeconds(11));
    }

    @Test
    void aRunningStepStartedWhenTheOneBeforeItWasDone() {
        RunDetail run = run("ProvisioningMachines", "09:59:58", """
                  - {type: ProviderFound, status: "True", lastTransitionTime: "2026-11-19T10:00:00Z"}
                  - {type: MachinesRunning, status: "False", message: 1/3 running, lastTransitionTime: "2026-11-19T09:59:59Z"}
                """);

        assertThat(run.row().state()).isEqualTo("running");
        assertThat(run.row().startedAt()).isEqualTo(START.minusSeconds(2));
        assertThat(run.row().finishedAt()).isEmpty();
        assertThat(run.row().progress()).isEqualTo(new RunViews.StepCount(1, 2));
        StepView running = run.steps().getLast();
        assertThat(running.state()).isEqualTo("running");
        assertThat(running.startedAt()).isEqualTo(START);
        assertThat(running.finishedAt()).isEmpty();
    }

    @Test
    void theUnfinishedStepOfAFailedRunFailed() {
        RunDetail run = run("Failed", "10:00:00", """
                  - {type: ProviderFound, status: "False", lastTransitionTime: "2026-11-19T10:00:00Z"}
                """);

        assertThat(run.row().state()).isEqualTo("failed");
        assertThat(run.steps()).extracting(StepView::state).containsExactly("failed");
    }

    private static RunDetail run(String phase, String created, String conditions) {
        ClusterBootstrap bootstrap =
                Serialization.unmarshal("""
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: ClusterBootstrap
                metadata: {name: demo, namespace: butler-system, uid: one, creationTimestamp: "2026-11-19T%sZ"}
                status:
                  phase: %s
                  lastUpdated: "2026-11-19T10:00:31Z"
                  conditions:
                %s""".formatted(created, phase, conditions), ClusterBootstrap.class);
        return BootstrapRunBuilder.run(bootstrap).orElseThrow();
    }

    private static List<Duration> durations(RunDetail run) {
        return run.steps().stream()
                .map(step ->
                        Duration.between(step.startedAt(), step.finishedAt().orElseThrow()))
                .toList();
    }
}
