package dev.butlerlabs.core.provider.nutanix;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every file of {@code provider/nutanix/state} is what Prism tells of a virtual machine, and what that means. */
class VmStateMapperTest {
    @TestFactory
    Stream<DynamicTest> whatPrismTellsHasAMeaning() {
        return GoldenCases.in("state").stream()
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> {
                    JsonNode story = GoldenCases.read(file);
                    assertThat(VmStateMapper.of(ObservedPrismVm.of(story.path("entity")), SecretRedactor.of(List.of())))
                            .hasToString(story.path("expected").asText());
                }));
    }
}
