package dev.butlerlabs.core.helm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelmInputValidatorTest {
    private static final String REPOSITORY = "https://charts.example.test/stable";
    private static final ReleaseName RELEASE = new ReleaseName("demo-system", "demo");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--post-renderer=/bin/sh",
                "-f",
                "",
                " demo",
                "demo x",
                "../demo",
                "/etc/passwd",
                "a/b",
                "demo\n--debug",
                "https://x/y"
            })
    void rejectsChartsThatHelmWouldReadAsSomethingElse(String chart) {
        assertThat(HelmInputValidator.problems(REPOSITORY, chart, RELEASE))
                .singleElement()
                .asString()
                .contains("is not the name of a chart");
        assertThatThrownBy(() -> ChartSource.of(REPOSITORY, chart)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--repository-config=x",
                "file:///charts",
                "charts.example.test",
                "",
                "https://",
                "oci://",
                "https://user:password@host/x",
                "https://host/ --debug",
                "ftp://host/x"
            })
    void rejectsRepositoriesThatAreNoAddresses(String repository) {
        assertThat(HelmInputValidator.problems(repository, "demo", RELEASE))
                .singleElement()
                .asString()
                .contains("is not the address of a chart repository");
        assertThatThrownBy(() -> ChartSource.of(repository, "demo")).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--debug",
                "-n",
                "",
                "Demo",
                "demo_x",
                "a b",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
            })
    void rejectsReleaseNamesThatHelmDoesNotTake(String name) {
        ReleaseName release = new ReleaseName("demo", name);
        assertThat(HelmInputValidator.problems(release)).hasSize(1);
        assertThatThrownBy(() -> ChartRequest.of(name, "demo", ChartSource.of(REPOSITORY, "demo"), "1.0.0", Map.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void reportsEveryProblemAtOnce() {
        assertThat(HelmInputValidator.problems("--x", "--y", new ReleaseName("--z", "--w")))
                .hasSize(4);
    }

    @Test
    void acceptsWhatHelmTakes() {
        for (String repository : List.of(REPOSITORY, "http://10.0.0.1:8080", "https://host/x/", "oci://ghcr.io/org")) {
            assertThat(HelmInputValidator.problems(repository, "kube-prometheus-stack", RELEASE))
                    .as(repository)
                    .isEmpty();
        }
        assertThat(HelmInputValidator.problems("oci://ghcr.io/org", "charts/demo", new ReleaseName("x", "a.b-c")))
                .isEmpty();
    }
}
