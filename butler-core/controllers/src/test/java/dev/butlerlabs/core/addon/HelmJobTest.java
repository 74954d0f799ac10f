package dev.butlerlabs.core.addon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.helm.ChartAccess;
import dev.butlerlabs.core.helm.ChartAccess.Login;
import dev.butlerlabs.core.helm.ChartRequest;
import dev.butlerlabs.core.helm.ChartRequestBuilder;
import dev.butlerlabs.core.helm.ChartSource;
import dev.butlerlabs.core.helm.HelmTarget;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HelmJobTest {
    private static final KubernetesSerialization YAML = new KubernetesSerialization();
    private static final ChartSource REPOSITORY = ChartSource.of("https://charts.example.test", "demo");
    private static final ChartSource REGISTRY = ChartSource.of("oci://registry.example.test/charts", "demo");
    private static final ChartAccess GUARDED = new ChartAccess(
            Optional.of("-----BEGIN CERTIFICATE-----"),
            Optional.of(new Login("reader", new SensitiveText("s3cret-canary"))),
            false);

    private static ChartRequest request(String version) {
        return ChartRequest.of(
                "demo", "demo-system", REPOSITORY, version, Map.of("password", "s3cret-canary", "replicas", 2));
    }

    private static HelmJob job(ChartRequest request) {
        return new HelmJob(new HelmTaskFactory(YAML).install(request), "butler-system");
    }

    private static String name(ChartRequest request) {
        return job(request).job(0).getMetadata().getName();
    }

    private static PodSpec pod(ChartRequest request) {
        return job(request).job(0).getSpec().getTemplate().getSpec();
    }

    private static Container helm(ChartRequest request) {
        return pod(request).getContainers().getFirst();
    }

    @Test
    void givesTheSameRequestTheSameName() {
        assertThat(name(request("1.0.0"))).isEqualTo(name(request("1.0.0")));
    }

    @Test
    void givesAnotherRequestAnotherName() {
        assertThat(name(request("1.0.0"))).isNotEqualTo(name(request("1.0.1")));
    }

    @Test
    void staysWithinTheLengthOfNames() {
        String longest = "a".repeat(53);
        ChartRequest request = ChartRequest.of(longest, "x", REPOSITORY, "1.0.0", Map.of());
        assertThat(name(request)).hasSizeLessThanOrEqualTo(63);
        assertThat(job(request).job(0).getMetadata().getLabels().values())
                .allSatisfy(value -> assertThat(value).hasSizeLessThanOrEqualTo(63));
    }

    @Test
    void passesValuesByASecretAndNeverByArguments() {
        HelmJob job = job(request("1.0.0"));
        assertThat(YAML.asYaml(job.job(0))).doesNotContain("s3cret-canary");
        assertThat(YAML.asYaml(job.surroundings().getLast())).contains("s3cret-canary");
    }

    @Test
    void pinsTheVersionAndUndoesWhatFails() {
        assertThat(helm(request("1.0.0")).getArgs())
                .containsSubsequence(
                        "upgrade", "--install", "--repo", "https://charts.example.test", "--", "demo", "demo")
                .containsSubsequence("--version", "1.0.0")
                .contains("--atomic", "--reset-values");
    }

    @Test
    void refusesVersionsThatNameMoreThanOneChart() {
        for (String version : List.of("latest", "1.x", "^1.2.0", "1.2", ">=1.0.0", "")) {
            assertThatThrownBy(() -> request(version)).hasMessageContaining("not an exact version");
        }
    }

    @Test
    void namesAChartOfARegistryByItsReference() {
        ChartRequest request = ChartRequest.of("demo", "x", REGISTRY, "1.0.0", Map.of());
        assertThat(helm(request).getArgs())
                .containsSubsequence("--version", "--", "demo", "oci://registry.example.test/charts/demo")
                .doesNotContain("--repo");
    }

    @Test
    void takesAPackedChartOutOfAConfigMap() {
        ChartRequest request = ChartRequest.of(
                "demo", "x", new ChartSource.Archive("packed", "demo-1.0.0.tgz", "demo"), "1.0.0", Map.of());
        assertThat(helm(request).getArgs()).contains("/charts/demo-1.0.0.tgz");
        assertThat(pod(request).getVolumes())
                .anySatisfy(volume -> assertThat(volume.getConfigMap())
                        .isNotNull()
                        .extracting("name")
                        .isEqualTo("packed"));
    }

    @Test
    void keepsLoginsOutOfTheWordsOfHelm() {
        for (ChartSource source : List.of(REPOSITORY, REGISTRY)) {
            ChartRequest request = ChartRequestBuilder.builder(ChartRequest.of("demo", "x", source, "1.0.0", Map.of()))
                    .access(GUARDED)
                    .build();
            HelmJob job = job(request);
            assertThat(YAML.asYaml(job.job(0))).doesNotContain("s3cret-canary");
            assertThat(request.toString() + request.access() + new HelmTaskFactory(YAML).install(request))
                    .doesNotContain("s3cret-canary");
        }
    }

    @Test
    void runsOnTheHostsNetworkWhileThereIsNoOther() {
        PodSpec late = pod(request("1.0.0"));
        PodSpec early = pod(ChartRequestBuilder.builder(request("1.0.0"))
                .reach(new HelmTarget.BeforeNetwork())
                .build());
        assertThat(early.getHostNetwork()).isTrue();
        assertThat(early.getTolerations()).extracting("operator").containsExactly("Exists");
        assertThat(early.getContainers().getFirst().getEnv())
                .extracting("value")
                .contains("localhost", "7445");
        assertThat(late.getHostNetwork()).isNull();
        assertThat(late.getContainers().getFirst().getEnv()).extracting("value").doesNotContain("7445");
    }

    @Test
    void needsNoRightsAtHomeForAnotherCluster() {
        ChartRequest request = ChartRequestBuilder.builder(request("1.0.0"))
                .reach(new HelmTarget.Abroad("tenant-kubeconfig", "value"))
                .build();
        assertThat(job(request).surroundings()).extracting(HasMetadata::getKind).containsExactly("Secret");
        assertThat(pod(request).getAutomountServiceAccountToken()).isFalse();
        assertThat(helm(request).getArgs()).containsSubsequence("--kubeconfig", "/kubeconfig/value");
    }

    @Test
    void runsAsNobodyInParticular() {
        PodSpec pod = pod(request("1.0.0"));
        assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(pod.getContainers().getFirst().getSecurityContext().getReadOnlyRootFilesystem())
                .isTrue();
    }
}
