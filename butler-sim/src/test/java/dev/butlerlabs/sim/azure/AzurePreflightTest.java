package dev.butlerlabs.sim.azure;

import static dev.butlerlabs.sim.azure.AzureWorld.spec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineSpecBuilder;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightCheck.Result;
import dev.butlerlabs.core.provider.PreflightInput;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Preflight checks. */
@Tag("slow")
class AzurePreflightTest {
    private final AzureSimulator simulator =
            AzureSimulator.start(SimulationOptions.standard().withCapacity(2));

    @AfterEach
    void close() {
        simulator.close();
    }

    private Map<String, Result> check(Map<String, Object> settings, String... machines) {
        List<MachineSpec> specs =
                List.of(machines).stream().map(AzureWorld::spec).toList();
        try (ConnectedInfrastructure azure = AzureWorld.connect(simulator, settings, simulator.credentials())) {
            Map<String, Result> results = new HashMap<>();
            for (PreflightCheck check :
                    azure.preflight(new PreflightInput(specs, Optional.of(AzureWorld.balancer(AzureWorld.OWNER))))) {
                results.put(check.name(), check.run());
            }
            return results;
        }
    }

    @Test
    void passesWithZones() {
        assertThat(check(Map.of("zones", List.of("1", "2", "3")), "a-cp-0", "a-cp-1", "a-cp-2"))
                .hasSize(8)
                .allSatisfy((name, result) -> assertThat(result).as(name).isInstanceOf(Result.Passed.class));
    }

    @Test
    void doubtsAControlPlaneThatIsNotDistributed() {
        assertThat(check(Map.of(), "a-cp-0", "a-cp-1").get("ZoneSpread")).isInstanceOf(Result.Doubtful.class);
        assertThat(check(Map.of("availabilitySet", "set"), "a-cp-0", "a-cp-1").get("ZoneSpread"))
                .isInstanceOf(Result.Passed.class);
    }

    @Test
    void findsEveryMissingResource() {
        assertFailed(check(Map.of("vnetName", "missing"), "a-cp-0"), "Network", "missing");
        assertFailed(check(Map.of("subnetName", "missing"), "a-cp-0"), "Network", "missing");
        assertFailed(check(Map.of("securityGroupName", "missing"), "a-cp-0"), "Network", "missing");
        assertFailed(check(Map.of("availabilitySet", "missing"), "a-cp-0"), "Network", "missing");
        assertFailed(check(Map.of("imageURN", "a:b:c:latest"), "a-cp-0"), "Image", "a:b:c:latest");
        assertFailed(check(Map.of("imageURN", "butler:talos:simulated:9.9.9"), "a-cp-0"), "Image", "9.9.9");
        assertFailed(check(Map.of("vmSize", "Standard_M416ms_v2"), "a-cp-0"), "Sizes", "Standard_M416ms_v2");
        assertFailed(check(Map.of("zones", List.of("1", "4")), "a-cp-0"), "Sizes", "zone 4");
    }

    @Test
    void findsASizeThatIsRestricted() {
        simulator.restrict("Standard_D2s_v5");
        assertFailed(check(Map.of(), "a-cp-0"), "Sizes", "Standard_D2s_v5");
    }

    /** The quota of the simulator is eight cores; a machine has two. */
    @Test
    void comparesTheQuotaWithWhatIsAdded() {
        assertThat(check(Map.of(), "a", "b", "c", "d").get("Quota")).isInstanceOf(Result.Passed.class);
        Map<String, Result> results = check(Map.of(), "a", "b", "c", "d", "e");
        assertFailed(results, "Quota", "cores: 10 requested, 0 of 8 in use");
        assertFailed(results, "Quota", "standardDSv5Family");
    }

    @Test
    void findsNamesInUse() {
        simulator.plantForeign("a-cp-0");
        simulator.plant(ArmRegistry.NIC, "a-cp-1-nic", Map.of());
        assertFailed(check(Map.of(), "a-cp-0", "a-cp-1"), "Names", "a-cp-0, a-cp-1-nic");
        simulator.plant(ArmRegistry.BALANCER, "alpha-cp-lb", Map.of());
        assertFailed(check(Map.of(), "a-cp-2"), "Names", "alpha-cp-lb");
    }

    private static void assertFailed(Map<String, Result> results, String check, String text) {
        assertThat(results.get(check)).isInstanceOfSatisfying(Result.Failed.class, failed -> {
            assertThat(failed.message()).contains(text);
            assertThat(failed.hint()).isNotBlank();
        });
    }

    @Test
    void checksAnImageByItsId() {
        Map<String, Object> settings = Map.of("imageURN", AzureCatalog.IMAGE_URN);
        try (ConnectedInfrastructure azure = AzureWorld.connect(simulator, settings, simulator.credentials())) {
            Map<String, Class<? extends Result>> images = Map.of(
                    AzureCatalog.IMAGE_ID,
                    Result.Passed.class,
                    AzureCatalog.IMAGE_ID + "-other",
                    Result.Failed.class,
                    "/CommunityGalleries/x/Images/y/Versions/latest",
                    Result.Unknown.class);
            for (Map.Entry<String, Class<? extends Result>> image : images.entrySet()) {
                MachineSpec spec = MachineSpecBuilder.builder(spec("a"))
                        .image(Optional.of(image.getKey()))
                        .build();
                assertThat(azure.preflight(new PreflightInput(List.of(spec), Optional.empty())).stream()
                                .filter(check -> check.name().equals("Image"))
                                .findFirst()
                                .orElseThrow()
                                .run())
                        .isInstanceOf(image.getValue());
            }
        }
    }
}
