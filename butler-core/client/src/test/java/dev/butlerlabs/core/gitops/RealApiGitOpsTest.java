package dev.butlerlabs.core.gitops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.gitops.FluxObjectChange.Outcome;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import dev.butlerlabs.core.testing.apiserver.TestKubeconfig;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real kube-apiserver with the definitions that Flux publishes. */
@Tag("process")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class RealApiGitOpsTest {
    private static RealApiServer server;
    private static KubernetesClient client;

    @BeforeAll
    static void start() {
        Optional<TestBench> bench = TestBench.find();
        assumeTrue(bench.isPresent(), TestBench.ABSENT);
        server = RealApiServer.start(bench.get());
        client = new KubeConnector("test").connect(Kubeconfig.parse(TestKubeconfig.of(server.target()), "real"));
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            client.close();
            server.close();
        }
    }

    @Test
    void acceptsTheObjectsAndChangesNothingWhenRepeated() throws IOException {
        assumeTrue(FluxDefinitions.installPublished(client), "no published definitions here: set BUTLER_ORACLES");
        FluxConnection flux = new FluxConnection(client);
        GitRepositorySource ssh =
                new GitRepositorySource("ssh://git@git.example/p", "main", "prod", Duration.ofSeconds(90), true);
        GitCredentials key = new GitCredentials.DeployKey(GitCredentialsTest.openSsh("none"), GitCredentialsTest.HOSTS);
        strictDryRun(FluxResource.GIT_REPOSITORY, FluxManifests.gitRepository(ssh, Optional.of("butler-git")));
        strictDryRun(FluxResource.KUSTOMIZATION, FluxManifests.kustomization(ssh));

        assertThat(flux.enable(ssh, key)).extracting(FluxObjectChange::outcome).containsOnly(Outcome.CREATED);
        assertThat(flux.enable(ssh, key)).extracting(FluxObjectChange::outcome).containsOnly(Outcome.UNCHANGED);
        assertThat(flux.status().isEnabled()).isTrue();

        assertThat(flux.disable(false, Duration.ofSeconds(10))).hasSize(3);
        assertThat(flux.status().isDisabled()).isTrue();
    }

    /** Unknown fields and values outside the schema are errors. */
    private static void strictDryRun(FluxResource type, Map<String, Object> manifest) {
        GenericKubernetesResource object =
                client.getKubernetesSerialization().convertValue(manifest, GenericKubernetesResource.class);
        client.genericKubernetesResources(type.context())
                .inNamespace(FluxResource.NAMESPACE)
                .resource(object)
                .patch(new PatchContext.Builder()
                        .withPatchType(PatchType.SERVER_SIDE_APPLY)
                        .withFieldManager("test")
                        .withFieldValidation("Strict")
                        .withDryRun(List.of("All"))
                        .build());
    }

    @Test
    void exportsTheSameAsTheEmbeddedApiAndFindsNoDrift(@TempDir Path directory) {
        new CustomResourceDefinitions(client).ensureYaml(CustomResourceDefinitionFiles.texts(), Duration.ofSeconds(60));
        try (EmbeddedApiServer embedded = PlatformSamples.start();
                KubernetesClient source = PlatformSamples.connect(embedded)) {
            PlatformSamples.apply(source, "kubectl", PlatformSamples.documents(PlatformSamples.PLATFORM));
            SequencedMap<String, String> exported = export(source);
            new ExportDirectory(directory.resolve("a"), false).write(exported);
            List<Map<String, Object>> objects = KustomizationReader.read(directory, "a");

            PlatformSamples.apply(client, "kustomize-controller", objects);

            assertThat(export(client)).isEqualTo(exported);
            assertThat(new DriftDetector(client).detect(objects, List.of())).isEmpty();
            PlatformSamples.apply(client, "someone", List.of(changedTeam()));
            assertThat(new DriftDetector(client)
                            .detect(objects, List.of()).stream().flatMap(object -> object.lines().stream()))
                    .containsExactly("changed Team blue", "  ~ spec.displayName: Red -> Blue: on");
        }
    }

    private static Map<String, Object> changedTeam() {
        Map<String, Object> team = PlatformSamples.documents(PlatformSamples.PLATFORM).stream()
                .filter(object -> object.get("kind").equals("Team"))
                .findFirst()
                .orElseThrow();
        Map<String, Object> changed = UntypedTree.of(team).copy();
        UntypedTree.put(changed, "spec.displayName", "Red");
        return changed;
    }

    private static SequencedMap<String, String> export(KubernetesClient platform) {
        return new PlatformExporter(platform, Serialization::asYaml).platform();
    }
}
