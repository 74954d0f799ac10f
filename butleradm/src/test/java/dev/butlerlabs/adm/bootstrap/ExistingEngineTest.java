package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.embedded.testing.EmbeddedCandidate;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.testing.apiserver.ApiServerUnderTest;
import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import dev.butlerlabs.core.testing.apiserver.TestKubeconfig;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Clusters made with somebody else's Kubernetes API, a real one where it can be had, which has things of its own. */
@Tag("process")
@EnabledIfSystemProperty(
        named = "butler.long",
        matches = "true",
        disabledReason = "takes minutes; see scripts/test --long")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ExistingEngineTest {
    @TempDir
    private Path folder;

    private PrismWorld world;
    private ApiServerUnderTest existing;
    private KubernetesClient client;
    private Path kubeconfig;

    @BeforeEach
    void start() throws IOException {
        world = new PrismWorld(folder);
        existing = engine();
        String access = TestKubeconfig.of(existing.target());
        kubeconfig = Files.writeString(folder.resolve("existing.kubeconfig"), access);
        client = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(access))
                .build();
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("butler-system")
                        .endMetadata()
                        .build())
                .create();
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName("demo-team-credentials")
                        .withNamespace("butler-system")
                        .endMetadata()
                        .build())
                .create();
    }

    private static ApiServerUnderTest engine() {
        return TestBench.find().<ApiServerUnderTest>map(RealApiServer::start).orElseGet(EmbeddedCandidate::start);
    }

    @AfterEach
    void stop() {
        client.close();
        existing.close();
        world.close();
    }

    private ToolRun bootstrap() throws IOException {
        return Tool.finish(bootstrapOf("demo"));
    }

    private Process bootstrapOf(String cluster) throws IOException {
        return world.butleradm().start(words(cluster));
    }

    private String[] words(String cluster, String... more) throws IOException {
        String file = world.file(new PrismFile(cluster, 1, 0), "").toString();
        List<String> words = new ArrayList<>(List.of("bootstrap", "nutanix", "-c", file, "-o", "json"));
        words.addAll(List.of("--engine-kubeconfig", kubeconfig.toString()));
        words.addAll(List.of(more));
        return words.toArray(String[]::new);
    }

    private ToolRun destroy(String cluster) {
        return world.butleradm().runProcess("destroy", cluster, "--confirm=" + cluster);
    }

    private <T extends HasMetadata> List<String> names(Class<T> kind) {
        return client.resources(kind).inNamespace("butler-system").list().getItems().stream()
                .map(object -> object.getMetadata().getName())
                .toList();
    }

    @Test
    void findsWhatARunLeftThatEndedInTheMidstOfItsFirstWrites() throws Exception {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName("demo-nutanix-credentials")
                        .withNamespace("butler-system")
                        .endMetadata()
                        .withImmutable(true)
                        .build())
                .create();
        ToolRun made = bootstrap();
        assertThat(made.exitCode()).as(made.err()).isNotZero();
        assertThat(made.err()).contains("demo-nutanix-credentials");
        assertThat(names(ClusterBootstrap.class)).containsExactly("demo");
        String file = world.file(new PrismFile("demo", 1, 0), "").toString();
        ToolRun gone = world.butleradm().runProcess("destroy", "demo", "--confirm=demo", "-c", file);
        assertThat(gone.exitCode()).as(gone.err()).isZero();
        assertThat(names(ClusterBootstrap.class)).isEmpty();
    }

    /** It is nobody's business here: neither run may make it. */
    private void askForAMachineOf(String provider) {
        new CustomResourceDefinitions(client).ensure(CustomResourceDefinitionFiles.all(), Duration.ofMinutes(1));
        client.resource(client.getKubernetesSerialization().unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: MachineRequest
                        metadata: {name: somebodys, namespace: butler-system}
                        spec: {providerRef: {name: %s}, machineName: somebodys, role: worker, cpu: 1, memoryMB: 2048, diskGB: 10}
                        """.formatted(provider), MachineRequest.class))
                .create();
    }

    @Test
    void keepsTheResourcesOfTwoClustersUntilEachIsDestroyed() throws Exception {
        askForAMachineOf("other-provider");
        Process other = bootstrapOf("other");
        ToolRun demo = bootstrap();
        requireSuccess(Tool.finish(other));
        requireSuccess(demo);
        assertThat(demo.err())
                .contains("Using engine existing: --engine-kubeconfig is set.", "keeps a copy", "destroy demo");
        assertThat(names(ClusterBootstrap.class)).containsExactlyInAnyOrder("demo", "other");
        assertThat(names(Secret.class)).contains("demo-talos-secrets", "demo-kubeconfig");
        assertThat(world.prism().machines()).hasSize(2);
        refusesToCreateDemoAgain();

        assertThat(requireSuccess(destroy("demo")).err()).contains("Deleting the cluster's resources from the engine");
        assertThat(names(ClusterBootstrap.class)).containsExactly("other");
        assertThat(names(MachineRequest.class)).containsExactlyInAnyOrder("other-cp-0", "somebodys");
        assertThat(names(ProviderConfig.class)).containsExactly("other-provider");
        assertThat(names(Secret.class)).contains("other-talos-secrets", "other-kubeconfig");
        assertThat(names(Secret.class)).doesNotContain("demo-talos-secrets", "demo-kubeconfig");
        assertThat(world.prism().machines()).hasSize(1);

        client.resources(MachineRequest.class)
                .inNamespace("butler-system")
                .withName("somebodys")
                .delete();
        requireSuccess(destroy("other"));
        assertThat(world.prism().machines()).isEmpty();
        assertThat(names(ClusterBootstrap.class)).isEmpty();
        assertThat(names(MachineRequest.class)).isEmpty();
        assertThat(names(ProviderConfig.class)).isEmpty();
        assertThat(names(Secret.class)).as("the Secret of others").containsExactly("demo-team-credentials");
    }

    private void refusesToCreateDemoAgain() throws IOException {
        assertThat(bootstrap().err()).contains("Cluster demo already exists");
        Tool elsewhere = world.butleradm()
                .with("BUTLER_HOME", folder.resolve("elsewhere").toString());
        ToolRun theirs = elsewhere.runProcess(words("demo", "--skip-preflight"));
        assertThat(theirs.exitCode()).isEqualTo(ErrorKind.CONFLICT.exitCode());
        assertThat(theirs.err()).contains("Cluster demo on the engine was started by another operator");
    }

    private static ToolRun requireSuccess(ToolRun run) {
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run;
    }
}
