package dev.butlerlabs.sim.gcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.butlerlabs.core.config.ConfigEnvironment;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ProblemCollector;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.provider.discovery.DiscoveryConnection;
import dev.butlerlabs.core.provider.discovery.SettingChoice;
import dev.butlerlabs.core.provider.gcp.GcpProvider;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What {@code init} finds as machine types of the simulated project. */
@Tag("slow")
class GcpMachineTypeListTest {
    private static final String KEY = "machineType";

    private final GcpSimulator simulator = GcpSimulator.start(SimulationOptions.standard());
    private final DiscoveryConnection connection =
            new GcpProvider().discovery().orElseThrow().connect(section(Map.of()));

    @AfterEach
    void close() {
        connection.close();
        simulator.close();
    }

    private ConfigSection section(Map<String, Object> more) {
        return section(simulator, more);
    }

    /** Returns the answers of a user who has a file with the key of the service account. */
    static ConfigSection section(GcpSimulator simulator, Map<String, Object> more) {
        Map<String, Object> answers = new HashMap<>(Map.of(
                "endpoint",
                simulator.settings().get("endpoint"),
                "projectID",
                GcpCatalog.PROJECT,
                "region",
                GcpCatalog.REGION,
                "serviceAccountKeyPath",
                "key.json"));
        answers.putAll(more);
        byte[] key = simulator.credentials().get("serviceAccountKey").getBytes(StandardCharsets.UTF_8);
        Path nowhere = Path.of("/nowhere");
        return ConfigSection.of(
                "providerConfig.gcp",
                answers,
                new ConfigEnvironment(_ -> Optional.empty(), _ -> new ByteArrayInputStream(key), nowhere, nowhere),
                new ProblemCollector());
    }

    private List<Object> names(Map<String, Object> answers) {
        return connection.choices(KEY, section(answers)).stream()
                .map(SettingChoice::value)
                .toList();
    }

    @Test
    void listsEveryPageWithCpusAndMemory() {
        List<SettingChoice> choices = connection.choices(KEY, section(Map.of("zone", "europe-west3-a")));

        assertThat(choices)
                .hasSizeGreaterThan(70)
                .contains(
                        SettingChoice.of("n2-standard-4", "n2-standard-4, 4 vCPUs, 16 GiB"),
                        SettingChoice.of("e2-micro", "e2-micro, 2 vCPUs, 1 GiB"),
                        SettingChoice.of("n2d-standard-224", "n2d-standard-224, 224 vCPUs, 896 GiB"));
        assertThat(choices).extracting(SettingChoice::value).doesNotHaveDuplicates();
        assertThat(choices.getFirst().value()).isEqualTo("e2-highmem-4");
    }

    @Test
    void withoutAZoneEveryZoneMustOfferTheType() {
        assertThat(names(Map.of("zone", "europe-west3-b"))).contains("c3-standard-4");
        assertThat(names(Map.of("zone", "europe-west3-c"))).doesNotContain("c3-standard-4");
        assertThat(names(Map.of())).contains("n2-standard-4").doesNotContain("c3-standard-4");
    }

    @Test
    void findsCustomTypesWhichAreNotListed() {
        assertThat(names(Map.of())).doesNotContain("n2-custom-4-8192");
        assertThat(connection.find(KEY, "n2-custom-4-8192", section(Map.of())))
                .contains(SettingChoice.of("n2-custom-4-8192", "n2-custom-4-8192, 4 vCPUs, 8 GiB"));
        assertThat(connection.find(KEY, "n2-custom-3-8192", section(Map.of()))).isEmpty();
        assertThat(connection.find(KEY, "n2-standard-3", section(Map.of()))).isEmpty();
        assertThat(connection.find(KEY, "c3-standard-4", section(Map.of()))).isEmpty();
        assertThat(connection.find(KEY, "../instances", section(Map.of()))).isEmpty();
        assertThat(connection.find("network", "n2-custom-4-8192", section(Map.of())))
                .isEmpty();
    }

    @Test
    void rejectsAnUnknownZone() {
        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> names(Map.of("zone", "europe-west9-x")))
                .withMessageContaining("Invalid value for field 'zone': 'europe-west9-x'. Unknown zone.");
    }

    @Test
    void requiresThePermissionToList() {
        simulator.deny("compute.machineTypes.list");

        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> names(Map.of()))
                .withMessageContaining("Required 'compute.machineTypes.list' permission")
                .satisfies(failure -> assertThat(failure.code().kind()).isEqualTo(ErrorKind.DENIED));
        assertThat(connection.choices("zone", section(Map.of()))).hasSize(3);
    }
}
