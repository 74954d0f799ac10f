package dev.butlerlabs.sim.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.LoadBalancerId;
import dev.butlerlabs.core.provider.LoadBalancerSpec;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightCheck.Result;
import dev.butlerlabs.core.provider.PreflightInput;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class GcpPreflightTest {
    private static final PreflightInput PLAN = new PreflightInput(
            List.of(GcpProject.spec("demo-cp-0"), GcpProject.spec("demo-cp-1"), GcpProject.spec("demo-cp-2")),
            Optional.of(new LoadBalancerSpec(new LoadBalancerId("demo", GcpProject.OWNER), 6443, 6443, Set.of())));

    private static Map<String, Result> results(ConnectedInfrastructure infrastructure) {
        return infrastructure.preflight(PLAN).stream()
                .collect(Collectors.toMap(PreflightCheck::name, PreflightCheck::run));
    }

    @Test
    void passesInAProjectThatIsReady() {
        try (GcpProject project = new GcpProject()) {
            assertThat(results(project.infrastructure).values()).allMatch(Result.Passed.class::isInstance);
            assertThat(results(project.infrastructure).get("ZoneSpread").toString())
                    .contains("europe-west3-a, europe-west3-b, europe-west3-c");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "image, talos-missing, Image, not found",
        "image, talos-being-created, Image, PENDING",
        "image, talos-large, Image, 500 GiB",
        "network, nowhere, Network, not found",
        "subnetwork, '', Network, does not create subnetworks",
        "subnetwork, default, Network, belongs to",
        "machineType, z9-mega-2, MachineTypes, z9-mega-2",
        "zone, europe-west3-a, ZoneSpread, All 3 control plane machines",
        "projectID, other-project, Credentials, permission"
    })
    void namesWhatIsWrong(String setting, String value, String check, String expected) {
        try (GcpProject project = new GcpProject();
                ConnectedInfrastructure wrong =
                        project.connect(Map.of(setting, value), project.simulator.credentials())) {
            Result result = results(wrong).get(check);
            assertThat(result).isInstanceOfAny(Result.Failed.class, Result.Doubtful.class);
            assertThat(result.toString()).contains(expected);
        }
    }

    @Test
    void namesTheExceededQuota() {
        try (GcpProject project =
                new GcpProject(GcpSimulator.start(SimulationOptions.standard().withCapacity(1)), Map.of())) {
            Result quota = results(project.infrastructure).get("Quota");
            assertThat(quota).isInstanceOf(Result.Failed.class);
            assertThat(quota.toString()).contains("N2_CPUS", "INSTANCES", "CPUS_ALL_REGIONS", "6 more");
        }
    }

    @Test
    void countsOnlyMachinesThatDoNotExistYet() {
        try (GcpProject project =
                new GcpProject(GcpSimulator.start(SimulationOptions.standard().withCapacity(3)), Map.of())) {
            PLAN.machines().forEach(project::run);
            assertThat(results(project.infrastructure).get("Quota")).isInstanceOf(Result.Passed.class);
            assertThat(results(project.infrastructure).get("Names")).isInstanceOf(Result.Passed.class);
        }
    }

    @Test
    void namesMissingPermissionsAndTakenNames() {
        try (GcpProject project = new GcpProject()) {
            project.simulator.deny("compute.instances.create");
            project.simulator.plantForeign("demo-cp-1", "europe-west3-c");
            Map<String, Result> results = results(project.infrastructure);
            assertThat(results.get("Permissions").toString()).contains("compute.instances.create", "gcp-role.yaml");
            assertThat(results.get("Names").toString()).contains("demo-cp-1");
        }
    }
}
