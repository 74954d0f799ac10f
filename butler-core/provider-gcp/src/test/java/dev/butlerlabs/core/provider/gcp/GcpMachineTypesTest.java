package dev.butlerlabs.core.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.provider.discovery.SettingChoice;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.List;
import org.junit.jupiter.api.Test;

class GcpMachineTypesTest {
    @Test
    void containsOnlyTypesOfAllZones() {
        List<JsonNode> first = List.of(type("n2-standard-4", 4, 16384), type("c3-standard-4", 4, 16384));
        List<JsonNode> second = List.of(type("e2-standard-4", 4, 16384), type("n2-standard-4", 4, 16384));

        assertThat(GcpMachineTypes.choices(List.of(first, second)))
                .containsExactly(SettingChoice.of("n2-standard-4", "n2-standard-4, 4 vCPUs, 16 GiB"));
        assertThat(GcpMachineTypes.choices(List.of(first))).hasSize(2);
        assertThat(GcpMachineTypes.choices(List.of())).isEmpty();
    }

    @Test
    void listsGeneralPurposeTypesFirst() {
        assertThat(GcpMachineTypes.choices(List.of(List.of(
                        type("a2-highgpu-1g", 12, 87_040),
                        type("n2-standard-16", 16, 65_536),
                        type("n2-standard-8", 8, 32_768),
                        type("n2-standard-128", 128, 524_288)))))
                .extracting(SettingChoice::value)
                .containsExactly("n2-standard-8", "n2-standard-16", "a2-highgpu-1g", "n2-standard-128");
    }

    @Test
    void omitsDeprecatedTypesAndShowsTheArchitecture() {
        ObjectNode old = type("n1-standard-1-d", 1, 3840);
        old.putObject("deprecated").put("state", "DEPRECATED");
        ObjectNode arm = type("t2a-standard-4", 4, 16384).put("architecture", "ARM64");

        assertThat(GcpMachineTypes.choices(List.of(List.of(old, arm))))
                .containsExactly(SettingChoice.of("t2a-standard-4", "t2a-standard-4, 4 vCPUs, 16 GiB, arm64"));
    }

    private static ObjectNode type(String name, int cpus, int memoryMiB) {
        return JsonDocument.object()
                .put("name", name)
                .put("guestCpus", cpus)
                .put("memoryMb", memoryMiB)
                .put("architecture", "X86_64");
    }
}
