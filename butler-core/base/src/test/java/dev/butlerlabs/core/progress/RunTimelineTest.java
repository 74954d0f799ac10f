package dev.butlerlabs.core.progress;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.progress.ProgressEvent.Done;
import dev.butlerlabs.core.progress.ProgressEvent.Failed;
import dev.butlerlabs.core.progress.ProgressEvent.Level;
import dev.butlerlabs.core.progress.ProgressEvent.Message;
import dev.butlerlabs.core.progress.ProgressEvent.RunEnded;
import dev.butlerlabs.core.progress.ProgressEvent.RunStarted;
import dev.butlerlabs.core.progress.ProgressEvent.Started;
import dev.butlerlabs.core.progress.ProgressEvent.Waiting;
import dev.butlerlabs.core.progress.RunTimeline.End;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunTimelineTest {
    private static final List<ProgressEvent> TWO_RUNS = List.of(
            new RunStarted(at(0), "bootstrap"),
            new Started(at(1), "MachinesRunning", "Starting machines"),
            new Waiting(at(2), "MachinesRunning", "0 of 2", at(2)),
            new Waiting(at(4), "MachinesRunning", "0 of 2", at(2)),
            new Waiting(at(5), "MachinesRunning", "1 of 2", at(5)),
            new RunStarted(at(60), "bootstrap"),
            new Message(at(61), Level.WARNING, "a \"word\""),
            new ProgressEvent.MachineChanged(at(61), "cp-0", "10.0.0.1", ResourceState.RUNNING, "v1"),
            new ProgressEvent.AddonChanged(at(61), "cilium", ResourceState.READY),
            new ProgressEvent.FaultInjected(at(61), "1", "cp-0", "response lost for cp-0"),
            new ProgressEvent.FaultHandled(at(61), "1", "machine found again, no duplicate"),
            new Started(at(61), "MachinesRunning", "Starting machines"),
            new Done(at(63), "MachinesRunning", "2 run", at(61)),
            new Started(at(63), "EtcdBootstrapped", "Starting etcd"),
            new Failed(at(70), "EtcdBootstrapped", "no answer", at(63)),
            new RunEnded(at(71), false, "no answer"));

    private static Instant at(int second) {
        return Instant.EPOCH.plusSeconds(second);
    }

    @Test
    void aRunThatWasKilledEndsWhereItWasLastHeardOf() {
        RunTimeline.Run killed = RunTimeline.of(TWO_RUNS).runs().getFirst();

        assertThat(killed.end()).isEqualTo(End.UNTOLD);
        assertThat(killed.took()).isEqualTo(Duration.ofSeconds(5));
        assertThat(killed.steps()).singleElement().satisfies(step -> {
            assertThat(step.end()).isEqualTo(End.UNTOLD);
            assertThat(step.waits())
                    .extracting(RunTimeline.Wait::reason, RunTimeline.Wait::took)
                    .containsExactly(
                            org.assertj.core.groups.Tuple.tuple("0 of 2", Duration.ofSeconds(3)),
                            org.assertj.core.groups.Tuple.tuple("1 of 2", Duration.ZERO));
        });
    }

    @Test
    void stepsOfALaterRunAreItsOwn() {
        RunTimeline.Run last = RunTimeline.of(TWO_RUNS).last().orElseThrow();

        assertThat(last.end()).isEqualTo(End.BADLY);
        assertThat(last.detail()).isEqualTo("no answer");
        assertThat(last.steps()).extracting(RunTimeline.Span::end).containsExactly(End.WELL, End.BADLY);
        assertThat(last.steps().getFirst().took()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void nothingToldIsNoRun() {
        assertThat(RunTimeline.of(List.of()).last()).isEmpty();
    }

    @Test
    void everyEventIsReadBackFromItsLine() {
        ProgressEventReader reader = new ProgressEventReader();

        assertThat(TWO_RUNS.stream()
                        .map(event -> new ObjectMapper()
                                .valueToTree(ProgressEventDocument.of(event))
                                .toString())
                        .map(line -> reader.read(line).orElseThrow()))
                .containsExactlyElementsOf(TWO_RUNS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "null",
                "{\"time\":\"soon\",\"event\":\"started\"}",
                "{\"time\":\"1970-01-01T00:00:00Z\",\"event\":\"danced\"}",
                "{\"time\":\"1970-01-01T00:00:00Z\",\"event\":\"message\",\"level\":\"loud\"}"
            })
    void whatIsNoEventIsLeftOut(String line) {
        assertThat(new ProgressEventReader().read(line)).isEmpty();
    }
}
