package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.progress.ProgressEvent;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ResourceState;
import dev.butlerlabs.core.progress.RunTimeline;
import dev.butlerlabs.core.progress.TimelineRunBuilder;
import dev.butlerlabs.core.testing.SteppedClock;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultKind.Stage;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultOutcomesTest {
    private final TimelineRunBuilder run =
            new TimelineRunBuilder(new ProgressEvent.RunStarted(Instant.EPOCH, "rehearsal"));
    private long machines;
    private final FaultOutcomes outcomes =
            new FaultOutcomes("demo", new ProgressReporter(run::add, new SteppedClock()), _ -> machines);

    private List<String> lines() {
        return run.run().faults().stream().map(RunTimeline.Fault::line).toList();
    }

    private void inject(FaultKind kind, SimulatedOperation operation, String about) {
        outcomes.decided(kind.stage(), operation, about, Optional.of(kind));
    }

    @Test
    void aMachineWhoseCreationGotNoResponseIsFoundAgain() {
        inject(FaultKind.LOST_RESPONSE, SimulatedOperation.CREATE, "demo-cp-1");
        machines = 1;
        outcomes.decided(Stage.REQUEST, SimulatedOperation.CREATE, "demo-cp-1", Optional.empty());
        outcomes.decided(Stage.WIRE, SimulatedOperation.CREATE, "demo-cp-1", Optional.empty());
        assertThat(lines()).containsExactly("injected: response lost for cp-1");

        outcomes.machineChanged("demo-cp-1", ResourceState.RUNNING);
        assertThat(lines()).containsExactly("injected: response lost for cp-1; machine found again, no duplicate");
    }

    @Test
    void aDuplicateIsReportedAsOne() {
        inject(FaultKind.LOST_RESPONSE, SimulatedOperation.CREATE, "demo-cp-1");
        machines = 2;
        outcomes.machineChanged("demo-cp-1", ResourceState.RUNNING);
        assertThat(lines()).containsExactly("injected: response lost for cp-1; 2 machines of this name exist");
    }

    @Test
    void aRejectedRequestIsOverWhenTheSameRequestPasses() {
        inject(FaultKind.THROTTLE, SimulatedOperation.LIST, "");
        outcomes.decided(Stage.WIRE, SimulatedOperation.READ, "", Optional.empty());
        assertThat(lines()).containsExactly("injected: request throttled for a list request");
        outcomes.decided(Stage.WIRE, SimulatedOperation.LIST, "", Optional.empty());
        assertThat(lines()).containsExactly("injected: request throttled for a list request; request repeated");
    }

    @Test
    void aMachineThatDisappearsLaterIsOnlyOverWhenItWasDownAndRunsAgain() {
        inject(FaultKind.VANISH, SimulatedOperation.BOOT, "demo-worker-0");
        outcomes.machineChanged("demo-worker-0", ResourceState.RUNNING);
        assertThat(lines()).containsExactly("injected: worker-0 disappears after it was running");
        outcomes.machineChanged("demo-worker-0", ResourceState.CREATING);
        outcomes.machineChanged("demo-worker-0", ResourceState.RUNNING);
        assertThat(lines()).containsExactly("injected: worker-0 disappears after it was running; machine running");
    }

    @Test
    void anAddonFaultIsOverWhenTheAddonIsReady() {
        inject(FaultKind.IMAGE_NOT_FOUND, SimulatedOperation.BOOT, "cilium");
        outcomes.addonChanged("traefik", ResourceState.READY);
        outcomes.addonChanged("cilium", ResourceState.INSTALLING);
        assertThat(lines()).containsExactly("injected: image not found for cilium");
        outcomes.addonChanged("cilium", ResourceState.READY);
        assertThat(lines()).containsExactly("injected: image not found for cilium; addon ready");
    }

    @ParameterizedTest
    @EnumSource(FaultKind.class)
    void everyFaultHasAText(FaultKind kind) {
        assertThat(FaultText.of(kind, "cp-1")).contains("cp-1").doesNotContain("%");
    }
}
