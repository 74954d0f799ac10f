package dev.butlerlabs.core.addon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.helm.ChartRequest;
import dev.butlerlabs.core.helm.ChartRequestBuilder;
import dev.butlerlabs.core.helm.ChartSource;
import dev.butlerlabs.core.helm.ReleaseName;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Charts that cannot be installed, judged by the real helm on a real API server. */
@Tag("process")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class RealHelmFailureTest {
    @TempDir
    private static Path folder;

    private static RealHelm helm;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        helm = RealHelm.start(folder);
    }

    @AfterAll
    static void stop() {
        if (helm != null) {
            helm.close();
        }
    }

    @Test
    void handsOnWhatTheSchemaOfAChartSays() throws Exception {
        assertThat(helm.install(helm.demo("bad-values", "1.0.0", Map.of("replicas", 0))))
                .isInstanceOfSatisfying(ChartState.Failed.class, failed -> {
                    assertThat(failed.cause()).isEqualTo(AddonState.Cause.CHART_FAILS);
                    assertThat(failed.message()).contains("replicas", "greater than or equal to 1");
                });
        assertThat(helm.leftJobs().stream().filter(name -> name.startsWith("helm-demo")))
                .as("the evidence")
                .isNotEmpty();
        helm.until(() -> helm.charts().uninstall(new ReleaseName("bad-values", "demo"), RealHelm.INSIDE));
    }

    @Test
    void leavesNothingOfAChartThatFailsHalfWay() throws Exception {
        ChartRequest request = ChartRequestBuilder.builder(ChartRequest.of(
                        "halfway", "half", ChartSource.of(helm.shelf().repository(), "halfway"), "1.0.0", Map.of()))
                .timeout(Duration.ofSeconds(2))
                .build();
        assertThat(helm.install(request))
                .isInstanceOfSatisfying(
                        ChartState.Failed.class,
                        failed -> assertThat(failed.message()).contains("atomic"));
        assertThat(helm.client()
                        .configMaps()
                        .inNamespace("half")
                        .withName("halfway-first")
                        .get())
                .isNull();
        assertThat(helm.type("list", "--all", "--namespace", "half").text()).doesNotContain("halfway");
    }

    @Test
    void saysThatAHookFailed() throws Exception {
        ChartRequest request = ChartRequest.of(
                "badhook", "bad-hook", ChartSource.of(helm.shelf().repository(), "badhook"), "1.0.0", Map.of());
        assertThat(helm.install(request))
                .isInstanceOfSatisfying(
                        ChartState.Failed.class,
                        failed -> assertThat(failed.message()).contains("pre-install"));
    }

    @Test
    void saysThatThereIsNoSuchVersion() throws Exception {
        ChartRequest request = ChartRequest.of(
                "absent", "absent", ChartSource.of(helm.shelf().repository(), "demo"), "9.9.9", Map.of());
        assertThat(helm.install(request))
                .isInstanceOfSatisfying(
                        ChartState.Failed.class,
                        failed -> assertThat(failed.message()).contains("9.9.9"));
    }
}
