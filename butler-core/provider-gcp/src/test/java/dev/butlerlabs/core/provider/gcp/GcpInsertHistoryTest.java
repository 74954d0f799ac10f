package dev.butlerlabs.core.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.gcp.GcpInsertHistory.Attempts;
import java.util.List;
import org.junit.jupiter.api.Test;

class GcpInsertHistoryTest {
    private static GcpOperation operation(String name, String type, String status, String more) {
        return GcpOperation.of(GcpSpecs.json(
                "{'name': '%s', 'operationType': '%s', 'status': '%s', 'insertTime': '2026-11-17T12:00:00.000-08:00', 'selfLink': 'https://h/compute/v1/projects/p/zones/z/operations/%s' %s}"
                        .formatted(name, type, status, name, more)));
    }

    @Test
    void readsAnOperation() {
        GcpOperation failed = operation(
                "op-1",
                "insert",
                "DONE",
                ", 'endTime': '2026-11-17T12:00:05.000-08:00', 'error': {'errors': [{'code': 'QUOTA_EXCEEDED'}]}");
        assertThat(failed.isFailed()).isTrue();
        assertThat(failed.codes()).containsExactly("QUOTA_EXCEEDED");
        assertThat(failed.path()).isEqualTo("zones/z/operations/op-1");
        assertThat(failed.endedAt().orElseThrow()).hasToString("2026-11-17T20:00:05Z");
        assertThat(operation("op-2", "insert", "RUNNING", "").isDone()).isFalse();
    }

    @Test
    void seesACreationThatStillRuns() {
        GcpOperation running = operation("op-2", "insert", "PENDING", "");
        GcpOperation deleted = operation("op-1", "delete", "DONE", "");
        assertThat(new Attempts(List.of(running, deleted)).isCreating()).isTrue();
        assertThat(new Attempts(List.of(deleted)).isCreating()).isFalse();
        assertThat(new Attempts(List.of()).last()).isEqualTo("none");
    }

    @Test
    void aRepeatedRequestHasTheSameIdAndAnotherAttemptDoesNot() {
        GcpRequestId first = GcpRequestId.ofCreation(GcpSpecs.CP_0, "z-a", "none");
        assertThat(first).isEqualTo(GcpRequestId.ofCreation(GcpSpecs.CP_0, "z-a", "none"));
        assertThat(first).isNotEqualTo(GcpRequestId.ofCreation(GcpSpecs.CP_0, "z-a", "op-1"));
        assertThat(first).isNotEqualTo(GcpRequestId.ofCreation(GcpSpecs.CP_0, "z-b", "none"));
        assertThat(first)
                .isNotEqualTo(
                        GcpRequestId.ofCreation(new MachineId("demo-cp-0", new OwnerId("owner-2")), "z-a", "none"));
        assertThat(first.value()).matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    }
}
