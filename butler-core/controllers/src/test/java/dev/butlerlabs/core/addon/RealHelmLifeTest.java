package dev.butlerlabs.core.addon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.addon.HelmProgram.Result;
import dev.butlerlabs.core.helm.ChartRequest;
import dev.butlerlabs.core.helm.HelmReleaseRepository;
import dev.butlerlabs.core.helm.ReleaseName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The life of a release: what our Jobs ask, done by the real helm on a real API server. */
@Tag("process")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class RealHelmLifeTest {
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
    void installsAChartWithHooksAndDefinitionsThatHelmItselfLists() throws Exception {
        assertThat(helm.install(helm.demo("first", "1.0.0", Map.of("greeting", "hello", "replicas", 2))))
                .isEqualTo(new ChartState.Done());
        assertThat(helm.settings("first")).containsEntry("greeting", "hello").containsEntry("replicas", "2");
        assertThat(helm.client()
                        .apiextensions()
                        .v1()
                        .customResourceDefinitions()
                        .withName("widgets.example.test")
                        .get())
                .isNotNull();
        assertThat(helm.client()
                        .batch()
                        .v1()
                        .jobs()
                        .inNamespace("first")
                        .withName("demo-check")
                        .get())
                .as("the hook")
                .isNotNull();
        assertThat(helm.type("list", "--namespace", "first").text()).contains("demo", "deployed", "demo-1.0.0");
        assertThat(helm.leftJobs()).noneMatch(name -> name.startsWith("helm-demo"));
        assertThat(helm.client()
                        .rbac()
                        .clusterRoleBindings()
                        .withName("butler-helm-demo")
                        .get())
                .isNull();
    }

    @Test
    void takesOverWhatSomebodyInstalledByHand() throws Exception {
        Result byHand = helm.type(
                "install",
                "demo",
                "demo",
                "--repo",
                helm.shelf().repository(),
                "--version",
                "1.0.0",
                "--namespace",
                "by-hand",
                "--create-namespace",
                "--set",
                "greeting=hi",
                "--set",
                "replicas=3");
        assertThat(byHand.exitCode()).as(byHand.text()).isZero();
        ChartRequest same = helm.demo("by-hand", "1.0.0", Map.of("greeting", "hi", "replicas", 3));
        assertThat(helm.charts().install(same)).as("nothing is left to do").isEqualTo(new ChartState.Done());
    }

    @Test
    void upgradesForgetsOldValuesRollsBackAndRemoves() throws Exception {
        helm.install(helm.demo("whole-life", "1.0.0", Map.of("greeting", "hello")));
        assertThat(helm.install(helm.demo("whole-life", "1.1.0", Map.of()))).isEqualTo(new ChartState.Done());
        assertThat(helm.settings("whole-life"))
                .containsEntry("version", "1.1.0")
                .containsEntry("greeting", "good day");
        ReleaseName name = new ReleaseName("whole-life", "demo");
        assertThat(helm.until(() -> helm.charts().rollback(name, 1, RealHelm.INSIDE)))
                .isEqualTo(new ChartState.Done());
        assertThat(helm.settings("whole-life"))
                .containsEntry("version", "1.0.0")
                .containsEntry("greeting", "hello");
        assertThat(new HelmReleaseRepository(helm.client())
                        .deployed(name)
                        .orElseThrow()
                        .revision())
                .isEqualTo(3);
        assertThat(helm.until(() -> helm.charts().uninstall(name, RealHelm.INSIDE)))
                .isEqualTo(new ChartState.Done());
        assertThat(helm.settings("whole-life")).isEmpty();
        assertThat(helm.type("list", "--all", "--namespace", "whole-life").text())
                .doesNotContain("demo");
        assertThat(helm.charts().uninstall(name, RealHelm.INSIDE))
                .as("twice is once")
                .isEqualTo(new ChartState.Done());
    }

    @Test
    void putsRightWhatSomebodyChangedByHand() throws Exception {
        ChartRequest wanted = helm.demo("drift", "1.1.0", Map.of("greeting", "hello"));
        helm.install(wanted);
        Result byHand = helm.type(
                "upgrade",
                "demo",
                "demo",
                "--repo",
                helm.shelf().repository(),
                "--version",
                "1.0.0",
                "--namespace",
                "drift",
                "--set",
                "greeting=changed");
        assertThat(byHand.exitCode()).as(byHand.text()).isZero();
        assertThat(helm.install(wanted)).isEqualTo(new ChartState.Done());
        assertThat(helm.settings("drift")).containsEntry("version", "1.1.0").containsEntry("greeting", "hello");
    }

    @Test
    void goesOnWhereAHelmThatDiedHasLeftItsMark() throws Exception {
        ChartRequest first = helm.demo("cut-short", "1.0.0", Map.of());
        helm.install(first);
        helm.client()
                .secrets()
                .inNamespace("cut-short")
                .withName("sh.helm.release.v1.demo.v1")
                .edit(secret -> {
                    secret.getMetadata().getLabels().put("status", "pending-upgrade");
                    return secret;
                });
        assertThat(helm.install(helm.demo("cut-short", "1.1.0", Map.of()))).isEqualTo(new ChartState.Done());
        assertThat(helm.settings("cut-short")).containsEntry("version", "1.1.0");
    }
}
