package dev.butlerlabs.core.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.progress.ProgressEvent.AddonChanged;
import dev.butlerlabs.core.progress.ProgressEvent.Done;
import dev.butlerlabs.core.progress.ProgressEvent.FaultHandled;
import dev.butlerlabs.core.progress.ProgressEvent.FaultInjected;
import dev.butlerlabs.core.progress.ProgressEvent.MachineChanged;
import dev.butlerlabs.core.progress.ProgressEvent.RunEnded;
import dev.butlerlabs.core.progress.ProgressEvent.RunStarted;
import dev.butlerlabs.core.progress.ProgressEvent.Started;
import dev.butlerlabs.core.progress.ProgressEvent.Waiting;
import dev.butlerlabs.core.progress.RunTimeline.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunSummaryTest {
    private static Instant at(int second) {
        return Instant.EPOCH.plusSeconds(second);
    }

    private static Run run(ProgressEvent... events) {
        return RunTimeline.of(List.of(events)).last().orElseThrow();
    }

    @Test
    void countsStepsMachinesAddonsRetriesAndFaults() {
        Run run = run(
                new RunStarted(at(0), "rehearsal"),
                new Started(at(0), "Machines", "Starting machines"),
                new MachineChanged(at(1), "cp-0", "", ResourceState.CREATING, ""),
                new FaultInjected(at(1), "1", "cp-0", "response lost for cp-0"),
                new Waiting(at(1), "Machines", "0/1 running", at(1)),
                new MachineChanged(at(3), "cp-0", "10.0.0.1", ResourceState.READY, ""),
                new FaultHandled(at(3), "1", "machine found again, no duplicate"),
                new Done(at(3), "Machines", "1 running", at(0)),
                new AddonChanged(at(3), "cilium", ResourceState.READY),
                new AddonChanged(at(3), "traefik", ResourceState.INSTALLING),
                new Waiting(at(5), "Machines", "0/1 running", at(5)),
                new Done(at(6), "Machines", "1 running", at(0)),
                new RunEnded(at(8), true, ""));

        assertThat(RunSummary.of(run).line())
                .isEqualTo("8.0s: 1 step, 1 machine, 1/2 addons, 1 retry, 1 fault injected, 1 handled");
        assertThat(RunSummary.of(run).waited()).isEqualTo(Duration.ofSeconds(3));
        assertThat(run.faults())
                .extracting(RunTimeline.Fault::line)
                .containsExactly("injected: response lost for cp-0; machine found again, no duplicate");
    }

    @Test
    void aStepThatIsReconciledAgainKeepsItsTimeAndDoesNotCountTheGap() {
        Run run = run(
                new RunStarted(at(0), "bootstrap"),
                new Started(at(0), "Machines", "Starting machines"),
                new Done(at(10), "Machines", "3 running", at(0)),
                new Waiting(at(60), "Machines", "2/3 running", at(60)),
                new Waiting(at(65), "Machines", "2/3 running", at(60)));

        assertThat(run.steps()).singleElement().satisfies(step -> {
            assertThat(step.end()).isEqualTo(RunTimeline.End.UNTOLD);
            assertThat(step.began()).isEqualTo(at(0));
            assertThat(step.took()).isEqualTo(Duration.ofSeconds(15));
            assertThat(step.retries()).containsExactly(at(60));
        });
    }

    @Test
    void aStepThatStartsAgainAsAnotherPartOfTheRunIsNoRetry() {
        Run run = run(
                new RunStarted(at(0), "upgrade"),
                new Started(at(0), "Health", "Checking the health of the cluster"),
                new Done(at(2), "Health", "", at(0)),
                new Started(at(10), "Health", "Checking the health of the cluster"),
                new Done(at(13), "Health", "", at(10)),
                new RunEnded(at(13), true, ""));

        assertThat(run.steps()).singleElement().satisfies(step -> {
            assertThat(step.took()).isEqualTo(Duration.ofSeconds(5));
            assertThat(step.retries()).isEmpty();
        });
    }

    @Test
    void lanesHaveNoGapsAndEndWithTheRun() {
        Run run = run(
                new RunStarted(at(0), "bootstrap"),
                new MachineChanged(at(1), "cp-0", "", ResourceState.PENDING, ""),
                new MachineChanged(at(2), "cp-0", "10.0.0.1", ResourceState.RUNNING, ""),
                new MachineChanged(at(3), "cp-0", "", ResourceState.RUNNING, "more"),
                new RunEnded(at(9), true, ""));

        assertThat(run.machines()).singleElement().satisfies(machine -> {
            assertThat(machine.address()).isEqualTo("10.0.0.1");
            assertThat(machine.detail()).isEqualTo("more");
            assertThat(machine.periods())
                    .containsExactly(
                            new RunTimeline.Period(ResourceState.PENDING, at(1), at(2)),
                            new RunTimeline.Period(ResourceState.RUNNING, at(2), at(9)));
        });
    }
}
