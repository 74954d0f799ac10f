package dev.butlerlabs.core.provider.nutanix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which machine is kept, and which may be thrown away without a loss. */
class ObservedPrismVmTest {
    @Test
    void onlyWhatNeverBecameAMachineMayBeThrownAway() {
        assertThat(vm("{\"status\": {\"state\": \"ERROR\"}}").isStillborn()).isTrue();
        assertThat(vm("{\"status\": {\"state\": \"ERROR\", \"resources\": {\"power_state\": \"OFF\"}}}")
                        .isStillborn())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"status\": {\"state\": \"PENDING\"}}",
                "{\"status\": {\"state\": \"COMPLETE\", \"resources\": {\"power_state\": \"OFF\"}}}",
                "{\"status\": {\"state\": \"ERROR\", \"resources\": {\"power_state\": \"ON\"}}}",
                "{\"status\": {\"state\": \"ERROR\", \"resources\": {\"nic_list\": [{\"mac_address\": \"50:6b:8d:00:00:01\"}]}}}",
                "{\"status\": {\"state\": \"ERROR\", \"resources\": {\"disk_list\": [{\"uuid\": \"d1\"}]}}}"
            })
    void whatMayHoldDataIsNotThrownAway(String entity) {
        assertThat(vm(entity).isStillborn()).isFalse();
    }

    @Test
    void theOldestThatStaysIsKept() {
        ObservedPrismVm leaving = vm(entity("a", "DELETE_PENDING", "2026-01-01T00:00:00Z"));
        ObservedPrismVm failed = vm(entity("b", "ERROR", "2026-01-01T00:00:01Z"));
        ObservedPrismVm older = vm(entity("d", "COMPLETE", "2026-01-01T00:00:02Z"));
        ObservedPrismVm sameAge = vm(entity("e", "COMPLETE", "2026-01-01T00:00:02Z"));
        ObservedPrismVm younger = vm(entity("c", "COMPLETE", "2026-01-01T00:00:02.5Z"));
        assertThat(Stream.of(younger, leaving, sameAge, failed, older).sorted(ObservedPrismVm.KEPT_FIRST))
                .isEqualTo(List.of(older, sameAge, younger, failed, leaving));
    }

    private static String entity(String uuid, String state, String time) {
        return "{\"metadata\": {\"uuid\": \"%s\", \"creation_time\": \"%s\"}, \"status\": {\"state\": \"%s\"}}"
                .formatted(uuid, time, state);
    }

    private static ObservedPrismVm vm(String json) {
        return ObservedPrismVm.of(
                JsonDocument.read(json.getBytes(StandardCharsets.UTF_8)).orElseThrow());
    }
}
