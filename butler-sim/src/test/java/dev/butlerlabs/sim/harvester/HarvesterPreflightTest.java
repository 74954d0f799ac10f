package dev.butlerlabs.sim.harvester;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightCheck.Result;
import dev.butlerlabs.core.provider.PreflightInput;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is found out before anything is made. */
@Tag("slow")
class HarvesterPreflightTest {
    private static Harvester harvester;

    @BeforeAll
    static void start() {
        harvester = Harvester.start();
    }

    @AfterEach
    void calm() {
        harvester.simulator.faults().clear();
    }

    @AfterAll
    static void stop() {
        harvester.close();
    }

    @Test
    void aGoodPlanPasses() {
        assertThat(run(Map.of(), "fresh-cp-0", "fresh-cp-1")).allSatisfy((name, result) -> {
            if (name.equals("Capacity")) {
                assertThat(result).isInstanceOf(Result.Unknown.class);
            } else {
                assertThat(result).as(name).isInstanceOf(Result.Passed.class);
            }
        });
    }

    @Test
    void whatIsMissingIsNamedWithAHint() {
        Map<String, Result> results = run(
                Map.of("networkName", "default/none", "imageName", "default/none", "storageClassName", "none"),
                "lacking-cp-0");

        assertThat(failed(results, "Network")).contains("default/none").contains("networkName");
        assertThat(failed(results, "Image"))
                .contains("Image default/none not found")
                .contains("talos");
        assertThat(failed(results, "StorageClasses")).contains("Storage class none not found");
    }

    @Test
    void anImageIsAlsoFoundByTheNameThatIsShownToPeople() {
        Map<String, Result> results = run(Map.of("imageName", "default/talos-nocloud"), "shown-cp-0");

        assertThat(results.get("Image")).isInstanceOf(Result.Passed.class);
    }

    @Test
    void anImageThatIsNotWholeOrTooLargeFails() {
        make("""
                apiVersion: harvesterhci.io/v1beta1
                kind: VirtualMachineImage
                metadata: {name: arriving}
                spec: {displayName: arriving, sourceType: upload}
                status: {progress: 40, conditions: [{type: Imported, status: Unknown}]}
                """);
        make("""
                apiVersion: harvesterhci.io/v1beta1
                kind: VirtualMachineImage
                metadata: {name: large}
                spec: {displayName: large, sourceType: upload}
                status: {virtualSize: 107374182400, conditions: [{type: Imported, status: "True"}]}
                """);

        assertThat(failed(run(Map.of("imageName", "arriving"), "image-cp-0"), "Image"))
                .contains("not ready: 40 %");
        assertThat(failed(run(Map.of("imageName", "large"), "image-cp-0"), "Image"))
                .contains("40 GiB", "requires 100");
    }

    @Test
    void aQuotaThatDoesNotSufficeIsSeen() {
        Resource<ResourceQuota> quota = harvester
                .administrator
                .resourceQuotas()
                .inNamespace("default")
                .resource(Serialization.unmarshal("""
                        apiVersion: v1
                        kind: ResourceQuota
                        metadata: {name: small}
                        spec: {hard: {limits.cpu: "10", requests.storage: 100Gi}}
                        status: {hard: {limits.cpu: "10", requests.storage: 100Gi}, used: {limits.cpu: 2500m}}
                        """, ResourceQuota.class));
        quota.create();
        quota.patchStatus();
        try {
            assertThat(run(Map.of(), "room-cp-0").get("Capacity")).isInstanceOf(Result.Passed.class);
            assertThat(failed(run(Map.of(), "room-cp-0", "room-cp-1", "room-cp-2"), "Capacity"))
                    .contains("limits.cpu: 12 required, 7.5 available")
                    .contains("requests.storage: 120 GiB required, 100 GiB available");
        } finally {
            quota.delete();
        }
    }

    @Test
    void aNameSomebodyElseHasIsACollisionAndOneOfOursIsNone() {
        harvester.simulator.plantForeign("taken-cp-0");
        harvester.machines().create(Harvester.spec("ours-cp-0"));

        assertThat(failed(run(Map.of(), "taken-cp-0", "ours-cp-0"), "Names"))
                .contains("virtual machine taken-cp-0")
                .doesNotContain("ours-cp-0");
        assertThat(run(Map.of(), "ours-cp-0").get("Names")).isInstanceOf(Result.Passed.class);
    }

    @Test
    void credentialsThatAreNotKnownFailTheirCheck() {
        harvester.order("any:unauthorized*9");

        assertThat(failed(run(Map.of(), "unknown-cp-0"), "Credentials")).contains("new kubeconfig");
    }

    @Test
    void theVersionIsHarvesters() {
        assertThat(harvester.infrastructure.version()).isEqualTo("Harvester v1.6.1");
    }

    private static void make(String yaml) {
        GenericKubernetesResource object = Serialization.unmarshal(yaml, GenericKubernetesResource.class);
        object.getMetadata().setNamespace("default");
        harvester.administrator.resource(object).create();
    }

    private static Map<String, Result> run(Map<String, Object> settings, String... machines) {
        PreflightInput plan =
                new PreflightInput(Stream.of(machines).map(Harvester::spec).toList(), Optional.empty());
        try (ConnectedInfrastructure infrastructure = Harvester.connect(harvester.simulator, settings)) {
            List<PreflightCheck> checks = infrastructure.preflight(plan);
            Map<String, Result> results = new HashMap<>();
            checks.forEach(check -> results.put(check.name(), check.run()));
            return results;
        }
    }

    private static String failed(Map<String, Result> results, String name) {
        assertThat(results.get(name)).isInstanceOf(Result.Failed.class);
        Result.Failed failed = (Result.Failed) results.get(name);
        assertThat(failed.hint()).isNotBlank();
        return failed.message() + " " + failed.hint();
    }
}
