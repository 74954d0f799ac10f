package dev.butlerlabs.core.addon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.helm.ChartAccess;
import dev.butlerlabs.core.helm.ChartAccess.Login;
import dev.butlerlabs.core.helm.ChartRequest;
import dev.butlerlabs.core.helm.ChartRequestBuilder;
import dev.butlerlabs.core.helm.ChartSource;
import dev.butlerlabs.core.helm.HelmTarget;
import dev.butlerlabs.core.helm.ReleaseName;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From where charts come and where they go, with the real helm on a real API server. */
@Tag("process")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class RealHelmSourcesTest {
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

    @ParameterizedTest
    @ValueSource(strings = {"repository", "registry"})
    void entersSourcesThatAskForALogin(String kind) throws Exception {
        String address =
                kind.equals("registry") ? helm.shelf().registry() : helm.shelf().guarded();
        ChartRequest open =
                ChartRequest.of("demo", "guarded-" + kind, ChartSource.of(address, "demo"), "1.1.0", Map.of());
        ChartAccess access = new ChartAccess(
                Optional.empty(),
                Optional.of(new Login(ChartShelf.USER, new SensitiveText(ChartShelf.PASSWORD))),
                kind.equals("registry"));
        ChartRequest guarded = ChartRequestBuilder.builder(open).access(access).build();
        assertThat(helm.install(guarded)).isEqualTo(new ChartState.Done());
        assertThat(helm.settings("guarded-" + kind)).containsEntry("version", "1.1.0");
    }

    @Test
    void installsAPackedChartOutOfAConfigMap() throws Exception {
        helm.client()
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("packed-demo")
                        .withNamespace(Namespaces.SYSTEM)
                        .endMetadata()
                        .addToBinaryData(
                                "demo-1.0.0.tgz",
                                Base64.getEncoder().encodeToString(helm.shelf().packed("demo-1.0.0.tgz")))
                        .build())
                .create();
        ChartSource archive = new ChartSource.Archive("packed-demo", "demo-1.0.0.tgz", "demo");
        assertThat(helm.install(ChartRequest.of("demo", "packed", archive, "1.0.0", Map.of())))
                .isEqualTo(new ChartState.Done());
        assertThat(helm.settings("packed")).containsEntry("version", "1.0.0");
    }

    @Test
    void worksOnAnotherClusterByItsKubeconfig() throws Exception {
        helm.client()
                .resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName("tenant-kubeconfig")
                        .withNamespace(Namespaces.SYSTEM)
                        .endMetadata()
                        .addToStringData("value", Files.readString(helm.kubeconfig()))
                        .build())
                .create();
        HelmTarget abroad = new HelmTarget.Abroad("tenant-kubeconfig", "value");
        ChartRequest request = ChartRequestBuilder.builder(helm.demo("abroad", "1.0.0", Map.of()))
                .reach(abroad)
                .build();
        assertThat(helm.install(request)).isEqualTo(new ChartState.Done());
        assertThat(helm.settings("abroad")).containsEntry("version", "1.0.0");
        assertThat(helm.until(() -> helm.charts().uninstall(new ReleaseName("abroad", "demo"), abroad)))
                .isEqualTo(new ChartState.Done());
    }

    @Test
    void appliesTheObjectsAtAnAddress() throws Exception {
        Files.writeString(folder.resolve("shelf/objects.yaml"), """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: from-an-address, namespace: default}
                data: {word: here}
                """);
        assertThat(helm.until(() ->
                        helm.charts().apply("objects", helm.shelf().repository() + "/objects.yaml", RealHelm.INSIDE)))
                .isEqualTo(new ChartState.Done());
        assertThat(helm.client()
                        .configMaps()
                        .inNamespace("default")
                        .withName("from-an-address")
                        .get()
                        .getData())
                .containsEntry("word", "here");
    }
}
