package dev.butlerlabs.core.tenant.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.tree.UntypedTree;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TenantRequestTest {
    private static final TenantClusterSchemaValidator SCHEMA = TenantClusterSchemaValidator.load();

    @Test
    void asksForLittleWhenNothingIsSaid() {
        TenantRequest request = TenantRequest.of("demo", "team-a", Map.of());

        assertThat(request.problems()).isEmpty();
        assertThat(TenantClusterValidator.check(request.document(), SCHEMA)).isEmpty();
        assertThat(UntypedTree.of(request.document().tree()).text("spec.workers.machineTemplate.memory"))
                .hasValue("8192Mi");
        assertThat(UntypedTree.of(request.document().tree()).find("spec.networking"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "--memory, 2048, spec.workers.machineTemplate.memory, 2048Mi",
        "--memory, 3Gi, spec.workers.machineTemplate.memory, 3072Mi",
        "--disk, 20, spec.workers.machineTemplate.diskSize, 20Gi",
        "--disk, 2Ti, spec.workers.machineTemplate.diskSize, 2048Gi",
        "--lb-pool, 192.0.2.7, spec.networking.loadBalancerPool.end, 192.0.2.7",
        "--cp-scheduler-memory-limit, 512Mi, spec.controlPlane.resources.scheduler.limits.memory, 512Mi",
        "--schematic-id, abc, spec.workers.machineTemplate.os.schematicID, abc",
        "--team, blue, spec.teamRef.name, blue",
    })
    void fillsTheField(String flag, String typed, String path, String value) {
        TenantRequest request = TenantRequest.of("demo", "team-a", Map.of(flag, typed));

        assertThat(request.problems()).isEmpty();
        assertThat(TenantClusterValidator.check(request.document(), SCHEMA)).isEmpty();
        assertThat(UntypedTree.of(request.document().tree()).text(path)).hasValue(value);
    }

    @ParameterizedTest
    @CsvSource({
        "--k8s-version, 1.31.4",
        "--k8s-version, v1.31",
        "--k8s-version, latest",
        "--control-plane-replicas, 4",
        "--control-plane-replicas, 0",
        "--workers, 0",
        "--workers, -1",
        "--workers, 1e3",
        "--workers, 99999999999",
        "--cpu, 129",
        "--cpu, many",
        "--memory, 2047",
        "--memory, 8GB",
        "--memory, -8Gi",
        "--disk, 19Gi",
        "--disk, 1500Mi",
        "--disk, huge",
        "--image, ' '",
        "--team, ''",
        "--provider, ''",
        "--schematic-id, ''",
        "--pod-cidr, 10.244.0.1/16",
        "--pod-cidr, 10.244.0.0",
        "--service-cidr, fd00::/64",
        "--lb-pool, 192.0.2.0/24",
        "--lb-pool, 192.0.2.9-192.0.2.1",
        "--lb-pool, here",
        "--lb-pool-start, 192.0.2.256",
        "--lb-pool-end, x",
        "--cp-apiserver-cpu-request, lots",
        "--cp-apiserver-cpu-limit, -1",
        "--cp-apiserver-memory-request, 1GB",
        "--cp-apiserver-memory-limit, ''",
        "--cp-controller-manager-cpu-request, 1.2345",
        "--cp-controller-manager-cpu-limit, m",
        "--cp-controller-manager-memory-request, Gi",
        "--cp-controller-manager-memory-limit, 1 Gi",
        "--cp-scheduler-cpu-request, one",
        "--cp-scheduler-cpu-limit, 1u",
        "--cp-scheduler-memory-request, none",
        "--cp-scheduler-memory-limit, 1kb",
    })
    void refusesWhatItDoesNotUnderstandUnderTheNameOfTheFlag(String flag, String typed) {
        TenantRequest request = TenantRequest.of("demo", "team-a", Map.of(flag, typed));

        assertThat(request.problems()).extracting(InputProblem::path).contains(flag);
    }

    @ParameterizedTest
    @CsvSource({
        "--os, windows, must be one of bottlerocket",
        "--pod-cidr, 10.96.0.0/16, overlaps the service network",
        "--lb-pool, 10.244.3.1, overlaps spec.networking.podCIDR",
    })
    void refusesWhatCannotBe(String flag, String typed, String sentence) {
        TenantRequest request = TenantRequest.of("demo", "team-a", Map.of(flag, typed));

        assertThat(TenantClusterValidator.check(request.document(), SCHEMA))
                .extracting(InputProblem::toString)
                .anyMatch(text -> text.contains(sentence));
    }

    @Test
    void aPoolIsGivenOnceAndWithBothEnds() {
        assertThat(TenantRequest.of("demo", "a", Map.of("--lb-pool-start", "192.0.2.1"))
                        .problems())
                .extracting(InputProblem::path)
                .containsExactly("--lb-pool-end");
        assertThat(TenantRequest.of("demo", "a", Map.of("--lb-pool", "192.0.2.1", "--lb-pool-end", "192.0.2.2"))
                        .problems())
                .extracting(InputProblem::path)
                .containsExactly("--lb-pool");
    }

    @ParameterizedTest
    @CsvSource({"Demo", "-demo", "demo-", "de.mo", "a234567890123456789012345678901234567890123456789012345678901234"})
    void refusesNamesThatCannotBeNames(String name) {
        List<InputProblem> problems = TenantClusterValidator.check(
                TenantRequest.of(name, "a", Map.of()).document(), SCHEMA);

        assertThat(problems).extracting(InputProblem::path).containsExactly("metadata.name");
    }
}
