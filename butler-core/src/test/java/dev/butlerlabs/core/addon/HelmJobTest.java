package dev.butlerlabs.core.addon;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HelmJobTest {
    private static final KubernetesSerialization YAML = new KubernetesSerialization();

    private static ChartRequest request(String version, boolean beforeNetwork) {
        return new ChartRequest(
                "demo",
                "demo-system",
                Optional.of("https://charts.example.test"),
                "demo",
                version,
                Map.of("password", "s3cret-canary", "replicas", 2),
                beforeNetwork);
    }

    private static HelmJob job(String version, boolean beforeNetwork) {
        return new HelmJob(request(version, beforeNetwork), "butler-system", YAML);
    }

    @Test
    void givesTheSameRequestTheSameName() {
        assertThat(job("1.0.0", false).name(0)).isEqualTo(job("1.0.0", false).name(0));
    }

    @Test
    void givesAnotherRequestAnotherName() {
        assertThat(job("1.0.0", false).name(0)).isNotEqualTo(job("1.0.1", false).name(0));
    }

    @Test
    void passesValuesByASecretAndNeverByArguments() {
        HelmJob job = job("1.0.0", false);
        assertThat(YAML.asYaml(job.job(0))).doesNotContain("s3cret-canary");
        assertThat(YAML.asYaml(job.surroundings().getLast())).contains("s3cret-canary");
    }

    @Test
    void pinsTheVersionAndUndoesWhatFails() {
        PodSpec pod = job("1.0.0", false).job(0).getSpec().getTemplate().getSpec();
        assertThat(pod.getContainers().getFirst().getArgs())
                .containsSubsequence("upgrade", "--install", "demo", "demo")
                .containsSubsequence("--version", "1.0.0")
                .contains("--atomic");
    }

    @Test
    void runsOnTheHostsNetworkWhileThereIsNoOther() {
        PodSpec early = job("1.0.0", true).job(0).getSpec().getTemplate().getSpec();
        PodSpec late = job("1.0.0", false).job(0).getSpec().getTemplate().getSpec();
        assertThat(early.getHostNetwork()).isTrue();
        assertThat(early.getTolerations()).extracting("operator").containsExactly("Exists");
        assertThat(early.getContainers().getFirst().getEnv())
                .extracting("value")
                .containsExactly("localhost", "7445");
        assertThat(late.getHostNetwork()).isNull();
        assertThat(late.getContainers().getFirst().getEnv()).isEmpty();
    }
}
