package dev.butlerlabs.core.bootstrap.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.ClusterBootstrapStatus;
import dev.butlerlabs.core.api.ClusterBootstrapStatus.Machine;
import dev.butlerlabs.core.api.ClusterBootstrapStatusBuilder;
import dev.butlerlabs.core.bootstrap.step.StepNames;
import dev.butlerlabs.core.progress.ProgressEvent;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ResourceState;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.testing.SteppedClock;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StepProgressTest {
    @Test
    void waitsForAStepSinceItWasFirstHinderedHoweverOftenItsWordsChange() {
        SteppedClock clock = new SteppedClock();
        StepProgress steps = steps(clock);
        steps.tell(with(ConditionEditor.FALSE, "0/3 machines running"));
        clock.pass(60);
        steps.tell(with(ConditionEditor.FALSE, "1/3 machines running"));

        assertThat(steps.awaited())
                .contains(new StepProgress.Awaited(StepNames.MACHINES_RUNNING, "Starting machines", Instant.EPOCH));
        assertThat(steps.lastSeen()).isEqualTo("1/3 machines running");
    }

    @Test
    void waitsAnewForAStepThatWasDoneAndIsUndone() {
        SteppedClock clock = new SteppedClock();
        StepProgress steps = steps(clock);
        steps.tell(with(ConditionEditor.FALSE, "0/3 machines running"));
        steps.tell(with(ConditionEditor.TRUE, "3 machines running"));
        assertThat(steps.awaited()).isEmpty();

        clock.pass(60);
        steps.tell(with(ConditionEditor.FALSE, "2/3 machines running"));
        assertThat(steps.awaited())
                .hasValueSatisfying(step -> assertThat(step.since()).isEqualTo(Instant.EPOCH.plusSeconds(60)));
    }

    @Test
    void reportsMachinesAndAddonsOnlyWhenTheyChange() {
        SteppedClock clock = new SteppedClock();
        List<ProgressEvent> events = new ArrayList<>();
        StepProgress steps = new StepProgress(new ProgressReporter(events::add, clock), clock);
        ClusterBootstrap bootstrap = new ClusterBootstrap();
        bootstrap.setStatus(status(new Machine("demo-cp-0", "control-plane", "Creating", null, false, false), false));
        steps.tell(bootstrap);
        steps.tell(bootstrap);
        bootstrap.setStatus(
                status(new Machine("demo-cp-0", "control-plane", "Running", "10.0.0.1", true, false), false));
        steps.tell(bootstrap);
        bootstrap.setStatus(status(new Machine("demo-cp-0", "control-plane", "Running", "10.0.0.1", true, true), true));
        steps.tell(bootstrap);

        assertThat(events.stream().filter(ProgressEvent.MachineChanged.class::isInstance))
                .containsExactly(
                        new ProgressEvent.MachineChanged(Instant.EPOCH, "demo-cp-0", "", ResourceState.CREATING, ""),
                        new ProgressEvent.MachineChanged(
                                Instant.EPOCH, "demo-cp-0", "10.0.0.1", ResourceState.CONFIGURED, ""),
                        new ProgressEvent.MachineChanged(
                                Instant.EPOCH, "demo-cp-0", "10.0.0.1", ResourceState.READY, ""));
        assertThat(events.stream().filter(ProgressEvent.AddonChanged.class::isInstance))
                .containsExactly(
                        new ProgressEvent.AddonChanged(Instant.EPOCH, "cilium", ResourceState.INSTALLING),
                        new ProgressEvent.AddonChanged(Instant.EPOCH, "cilium", ResourceState.READY));
    }

    private static ClusterBootstrapStatus status(Machine machine, boolean isReady) {
        return ClusterBootstrapStatusBuilder.builder()
                .machines(List.of(machine))
                .addonsInstalled(Map.of("cilium", isReady))
                .conditions(ConditionEditor.set(
                        List.of(),
                        StepNames.ADDONS,
                        isReady ? ConditionEditor.TRUE : ConditionEditor.FALSE,
                        "Word",
                        "0/1 addons ready; cilium: helm requested",
                        1,
                        Instant.EPOCH))
                .build();
    }

    @Test
    void allowsEachStepItsShareOfTheWholeTime() {
        assertThat(StepNames.titles().keySet())
                .allSatisfy(step -> assertThat(StepTimeouts.of(step, Duration.ofMinutes(60)))
                        .isBetween(Duration.ofMinutes(10), Duration.ofMinutes(59)));
        assertThat(StepTimeouts.of(StepNames.ADDONS, Duration.ofMinutes(120))).isEqualTo(Duration.ofMinutes(72));
    }

    @Test
    void allowsEachStepThreeMinutesUnlessTheWholeIsShorter() {
        assertThat(StepNames.titles().keySet()).allSatisfy(step -> {
            assertThat(StepTimeouts.of(step, Duration.ofSeconds(90))).isEqualTo(Duration.ofSeconds(90));
            assertThat(StepTimeouts.of(step, Duration.ofMinutes(5))).isEqualTo(Duration.ofMinutes(3));
        });
    }

    private static StepProgress steps(SteppedClock clock) {
        return new StepProgress(new ProgressReporter(event -> {}, clock), clock);
    }

    private static ClusterBootstrap with(String status, String message) {
        List<Condition> conditions =
                ConditionEditor.set(List.of(), StepNames.MACHINES_RUNNING, status, "Word", message, 1, Instant.EPOCH);
        ClusterBootstrap bootstrap = new ClusterBootstrap();
        bootstrap.setStatus(
                ClusterBootstrapStatusBuilder.builder().conditions(conditions).build());
        return bootstrap;
    }
}
