package dev.butlerlabs.sim.nutanix;

import static dev.butlerlabs.sim.nutanix.Prism.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineSpecBuilder;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightCheck.Result;
import dev.butlerlabs.core.provider.PreflightInput;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What settings refer to is found, and what will not work is told before anything is made. */
@Tag("slow")
class NutanixPreflightTest {
    private final NutanixSimulator simulator = NutanixSimulator.start(SimulationOptions.standard());

    @AfterEach
    void close() {
        simulator.close();
    }

    @Test
    void everythingIsWellWhereEverythingIsThere() {
        assertThat(results(Map.of(), Map.of(), spec("cp-0")))
                .allSatisfy((name, result) -> assertThat(result).as(name).isInstanceOf(Result.Passed.class));
        assertThat(simulator.machines()).isEmpty();
    }

    @Test
    void namesStandForWhatTheyName() {
        Map<String, Object> named = Map.of(
                "clusterUUID", "simulated",
                "subnetUUID", "machines",
                "imageUUID", "talos (old)",
                "storageContainerUUID", "default");
        assertThat(results(named, Map.of(), spec("cp-0")).values()).allMatch(Result.Passed.class::isInstance);
        try (Prism prism = new Prism(simulator, named, Map.of())) {
            prism.create("cp-0");
            prism.await("cp-0", MachineState.Running.class);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "clusterUUID, nowhere, Cluster",
        "clusterUUID, 0005b6b1-1b16-4983-b5ff-204840f85e99, Cluster",
        "subnetUUID, nothing, Network",
        "subnetUUID, 3c1f6a4e-6ad3-4c5a-8f0b-5b0a1f7d2c02, Network",
        "subnetUUID, twin, Network",
        "imageUUID, windows, Image",
        "imageUUID, talos.iso, Image",
        "imageUUID, twin, Image",
        "storageContainerUUID, tape, Storage",
        "storageContainerUUID, d41f8e90-2b6a-4c1d-8e3f-7a9b0c1d2e02, Storage"
    })
    void whatIsNotThereOrNotPlainFails(String key, String value, String check) {
        Map<String, Result> results = results(Map.of(key, value), Map.of(), spec("cp-0"));
        assertThat(results.get(check))
                .isInstanceOfSatisfying(
                        Result.Failed.class, failed -> assertThat(failed.hint()).isNotBlank());
    }

    @Test
    void anAmbiguousNameIsAnErrorThatListsTheMatches() {
        try (Prism prism = new Prism(simulator, Map.of("imageUUID", "twin"), Map.of())) {
            ButlerException refused = catchThrowableOfType(ButlerException.class, () -> prism.create("cp-0"));
            assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_INPUT);
            assertThat(refused)
                    .hasMessageContaining("8b7d5c2a-0f3e-4a7b-9d6c-1e2f3a4b5c03, 8b7d5c2a-0f3e-4a7b-9d6c-1e2f3a4b5c04");
            assertThat(simulator.machines()).isEmpty();
        }
    }

    @Test
    void anImageThatIsNotThereIsNotFound() {
        String unknown = "8b7d5c2a-0f3e-4a7b-9d6c-1e2f3a4b5c99";
        for (String reference : List.of("windows", unknown)) {
            try (ConnectedInfrastructure prism = Prism.connect(simulator, Map.of("imageUUID", reference), Map.of())) {
                ButlerException refused = catchThrowableOfType(
                        ButlerException.class, () -> prism.machines().create(spec("cp-0")));
                assertThat(refused.code()).isEqualTo(ErrorCode.NOT_FOUND);
                assertThat(refused).hasMessageContaining(reference);
            }
        }
    }

    @Test
    void aNameThatIsTakenFails() {
        simulator.plantForeign("cp-0");
        assertThat(results(Map.of(), Map.of(), spec("cp-0"), spec("cp-1")).get("Names"))
                .isInstanceOfSatisfying(
                        Result.Failed.class,
                        failed -> assertThat(failed.message()).endsWith(": cp-0."));
    }

    @Test
    void machinesOfTheSameOwnerAreNoCollision() {
        try (Prism prism = new Prism(simulator)) {
            prism.create("cp-0");
            assertThat(results(Map.of(), Map.of(), spec("cp-0")).get("Names")).isInstanceOf(Result.Passed.class);
        }
    }

    @Test
    void wrongCredentialsFail() {
        assertThat(results(Map.of(), Map.of("password", "wrong"), spec("cp-0")))
                .allSatisfy((name, result) -> assertThat(result).as(name).isInstanceOf(Result.Failed.class));
    }

    @Test
    void moreMemoryThanThereIsFails() {
        MachineSpec giant = builder("cp-0").memoryMiB(Integer.MAX_VALUE).build();
        assertThat(results(Map.of(), Map.of(), giant).get("Capacity")).isInstanceOf(Result.Failed.class);
    }

    @Test
    void aDiskSmallerThanTheImageFails() {
        MachineSpec tiny = builder("cp-0").diskGiB(0).build();
        assertThat(results(Map.of(), Map.of(), tiny).get("Image"))
                .isInstanceOfSatisfying(
                        Result.Failed.class, failed -> assertThat(failed.hint()).contains("1 GB or more"));
    }

    @Test
    void theContainerOfAnExtraDiskIsLookedForToo() {
        MachineSpec odd =
                builder("cp-0").extraDisks(List.of(new ExtraDisk(10, "tape"))).build();
        assertThat(results(Map.of(), Map.of(), odd).get("Storage")).isInstanceOf(Result.Failed.class);
    }

    private Map<String, Result> results(
            Map<String, Object> settings, Map<String, String> credentials, MachineSpec... machines) {
        try (ConnectedInfrastructure infrastructure = Prism.connect(simulator, settings, credentials)) {
            Map<String, Result> results = new LinkedHashMap<>();
            for (PreflightCheck check :
                    infrastructure.preflight(new PreflightInput(List.of(machines), Optional.empty()))) {
                results.put(check.name(), check.run());
            }
            return results;
        }
    }

    private static MachineSpecBuilder builder(String name) {
        return MachineSpecBuilder.builder(spec(name));
    }
}
