package dev.butlerlabs.core.provider.nutanix;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.api.MachineAddress;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every folder of {@code provider/nutanix/payload} is a machine and the request it becomes. */
class VmPayloadTest {
    @TestFactory
    Stream<DynamicTest> aMachineBecomesItsRequest() {
        return GoldenCases.in("payload").stream()
                .map(folder -> DynamicTest.dynamicTest(folder.getFileName().toString(), () -> check(folder)));
    }

    private static void check(Path folder) {
        JsonNode machine = GoldenCases.read(folder.resolve("machine.yaml"));
        JsonNode payload = VmPayload.of(spec(machine), place(machine.path("place")), categories(machine));
        JsonNode written = JsonDocument.read(JsonDocument.bytes(payload)).orElseThrow();
        assertThat(written).isEqualTo(GoldenCases.read(folder.resolve("payload.yaml")));
        assertThat(new String(JsonDocument.bytes(payload), StandardCharsets.UTF_8))
                .doesNotContain("meta_data");
    }

    private static MachineSpec spec(JsonNode machine) {
        return new MachineSpec(
                new MachineId(
                        machine.path("name").asText(),
                        new OwnerId(machine.path("owner").asText())),
                MachineRole.WORKER,
                machine.path("cpu").asInt(),
                machine.path("memoryMiB").asInt(),
                machine.path("diskGiB").asInt(),
                JsonDocument.items(machine.path("extraDisks"))
                        .map(size -> new ExtraDisk(size.asInt(), null))
                        .toList(),
                Optional.empty(),
                JsonDocument.text(machine, "/userData").map(SensitiveText::new),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                JsonDocument.text(machine, "/address").map(address -> new MachineAddress(address, null, List.of())));
    }

    private static VmPayload.Place place(JsonNode place) {
        return new VmPayload.Place(
                place.path("cluster").asText(),
                place.path("subnet").asText(),
                place.path("image").asText(),
                JsonDocument.text(place, "/storageContainer"),
                JsonDocument.items(place.path("extraContainers"))
                        .map(container -> JsonDocument.text(container, ""))
                        .toList());
    }

    private static Map<String, String> categories(JsonNode machine) {
        Map<String, String> categories = new TreeMap<>();
        machine.path("categories")
                .properties()
                .forEach(category ->
                        categories.put(category.getKey(), category.getValue().asText()));
        return categories;
    }
}
