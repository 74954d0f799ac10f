package dev.butlerlabs.sim.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.butlerlabs.core.config.ConfigEnvironment;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ProblemCollector;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.provider.discovery.DiscoveryConnection;
import dev.butlerlabs.core.provider.discovery.SettingChoice;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What {@code init} finds as VM sizes of the simulated subscription. */
class AzureSizeListTest {
    private static final String KEY = "vmSize";

    private final AzureSimulator simulator = AzureSimulator.start(SimulationOptions.standard());
    private final DiscoveryConnection connection =
            ProviderRegistry.load().require("azure").discovery().orElseThrow().connect(section(Map.of()));

    @AfterEach
    void close() {
        connection.close();
        simulator.close();
    }

    private ConfigSection section(Map<String, Object> more) {
        Map<String, Object> answers = new HashMap<>(simulator.settings());
        answers.remove("imageURN");
        simulator.credentials().forEach(answers::put);
        answers.remove("ca.pem");
        answers.put("caFile", "ca.pem");
        answers.putAll(more);
        byte[] authorities = simulator.authorityPem().getBytes(StandardCharsets.UTF_8);
        Path nowhere = Path.of("/nowhere");
        return ConfigSection.of(
                "providerConfig.azure",
                answers,
                new ConfigEnvironment(
                        _ -> Optional.empty(), _ -> new ByteArrayInputStream(authorities), nowhere, nowhere),
                new ProblemCollector());
    }

    private List<Object> names(Map<String, Object> answers) {
        return connection.choices(KEY, section(answers)).stream()
                .map(SettingChoice::value)
                .toList();
    }

    @Test
    void listsEveryPageWithCpusAndMemory() {
        List<SettingChoice> choices = connection.choices(KEY, section(Map.of()));

        assertThat(choices)
                .hasSizeGreaterThan(60)
                .contains(
                        SettingChoice.of("Standard_D4s_v5", "Standard_D4s_v5, 4 vCPUs, 16 GiB"),
                        SettingChoice.of("Standard_B2s", "Standard_B2s, 2 vCPUs, 4 GiB"));
        assertThat(choices)
                .extracting(SettingChoice::value)
                .doesNotHaveDuplicates()
                .doesNotContain("Aligned", "Premium_LRS");
        assertThat(choices.getFirst().value()).isEqualTo("Standard_D4as_v5");
        assertThat(names(Map.of("location", "West Europe"))).hasSameSizeAs(choices);
    }

    @Test
    void omitsSizesThatTheSubscriptionCannotUse() {
        simulator.restrict("Standard_D4s_v5");
        simulator.restrict("Standard_D8s_v5", "2");

        assertThat(names(Map.of())).contains("Standard_D8s_v5").doesNotContain("Standard_D4s_v5");
        assertThat(names(Map.of("zones", List.of("1", "3")))).contains("Standard_D8s_v5");
        assertThat(names(Map.of("zones", List.of("1", "2", "3"))))
                .contains("Standard_D16s_v5")
                .doesNotContain("Standard_D4s_v5", "Standard_D8s_v5");
    }

    @Test
    void anotherRegionHasNoSizes() {
        assertThat(names(Map.of("location", "nowhere"))).isEmpty();
    }

    @Test
    void requiresThePermissionToList() {
        simulator.deny("Microsoft.Compute/skus/read");

        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> names(Map.of()))
                .withMessageContaining("Microsoft.Compute/skus/read")
                .satisfies(failure -> assertThat(failure.code().kind()).isEqualTo(ErrorKind.DENIED));
        assertThat(connection.choices("vnetName", section(Map.of()))).isNotEmpty();
    }
}
