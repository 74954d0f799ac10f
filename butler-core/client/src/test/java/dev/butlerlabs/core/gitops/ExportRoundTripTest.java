package dev.butlerlabs.core.gitops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** An export, applied to an empty platform and exported again, is the same byte by byte. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class ExportRoundTripTest {
    private final EmbeddedApiServer server = PlatformSamples.start();
    private final KubernetesClient client = PlatformSamples.connect(server);

    @TempDir
    private Path directory;

    @BeforeAll
    void fill() {
        PlatformSamples.apply(client, "kubectl", PlatformSamples.documents(PlatformSamples.PLATFORM));
    }

    @AfterAll
    void close() {
        client.close();
        server.close();
    }

    @Test
    void exportsTheSameFromAPlatformToWhichTheExportWasApplied() {
        SequencedMap<String, String> first = export(client);
        new ExportDirectory(directory.resolve("a"), false).write(first);
        try (EmbeddedApiServer other = PlatformSamples.start();
                KubernetesClient empty = PlatformSamples.connect(other)) {
            PlatformSamples.apply(empty, "kustomize-controller", KustomizationReader.read(directory.resolve("a"), "."));

            assertThat(export(empty)).isEqualTo(first);
        }
    }

    @Test
    void exportsWhatUsersWriteInAStableLayout() {
        assertThat(export(client).keySet())
                .containsExactly(
                        "README.md",
                        "cluster/addondefinition-mine.yaml",
                        "cluster/butlerconfig-butler.yaml",
                        "cluster/kustomization.yaml",
                        "cluster/team-blue.yaml",
                        "cluster/user-ann.yaml",
                        "kustomization.yaml",
                        "namespaces/blue/kustomization.yaml",
                        "namespaces/blue/namespace.yaml",
                        "namespaces/blue/tenantaddon-demo-mine.yaml",
                        "namespaces/blue/tenantcluster-demo.yaml",
                        "namespaces/butler-system/kustomization.yaml",
                        "namespaces/butler-system/namespace.yaml",
                        "namespaces/butler-system/networkpool-lab.yaml",
                        "namespaces/butler-system/providerconfig-rack.yaml");
    }

    @Test
    void omitsWhatServersAndOtherToolsAdd() {
        String all = String.join("\n", export(client).values());

        assertThat(all)
                .doesNotContain("uid", "resourceVersion", "managedFields", "creationTimestamp", "status")
                .doesNotContain("last-applied", "kustomize.toolkit.fluxcd.io/name", "owner-id", "pod-security")
                .contains("butler.butlerlabs.dev/team", "cost-center", "kustomize.toolkit.fluxcd.io/prune");
    }

    @Test
    void listsTheSecretsThatMustExist() {
        assertThat(export(client).get("README.md"))
                .contains("| `butler-system/rack-credentials` | ProviderConfig butler-system/rack |")
                .contains("| `blue/demo-git` | TenantCluster blue/demo |")
                .contains("| `blue/demo-values` | TenantAddon blue/demo-mine |");
    }

    @Test
    void exportsATenantClusterWithTheAddonsOfItsUsers() {
        SequencedMap<String, String> files =
                new PlatformExporter(client, Serialization::asYaml).tenant(new ObjectName("blue", "demo"));

        assertThat(files.keySet())
                .containsExactly(
                        "README.md",
                        "kustomization.yaml",
                        "namespaces/blue/kustomization.yaml",
                        "namespaces/blue/tenantaddon-demo-mine.yaml",
                        "namespaces/blue/tenantcluster-demo.yaml");
        assertThatThrownBy(() ->
                        new PlatformExporter(client, Serialization::asYaml).tenant(new ObjectName("blue", "other")))
                .isInstanceOfSatisfying(
                        ButlerException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.NOT_FOUND));
    }

    @Test
    void findsNoDriftInItsOwnExportAndNamesEveryDifference() throws Exception {
        Path checkout = directory.resolve("checkout");
        new ExportDirectory(checkout.resolve("clusters/one"), false).write(export(client));
        DriftDetector drift = new DriftDetector(client);

        assertThat(drift.detect(KustomizationReader.read(checkout, "./clusters/one"), List.of()))
                .isEmpty();

        Path cluster = checkout.resolve("clusters/one/namespaces/blue/tenantcluster-demo.yaml");
        Files.writeString(cluster, Files.readString(cluster).replace("replicas: 2", "replicas: 5"));
        Path pool = checkout.resolve("clusters/one/namespaces/butler-system/networkpool-lab.yaml");
        Files.writeString(pool, Files.readString(pool).replaceAll("name: \"?lab\"?", "name: other"));
        Path team = checkout.resolve("clusters/one/cluster/team-blue.yaml");
        Files.writeString(team, Files.readString(team).replaceAll("spec:", "spec:\n  unknown: x"));

        List<ObjectDrift> found = drift.detect(
                KustomizationReader.read(checkout, "clusters/one"),
                List.of(
                        "butler-system_lab_butler.butlerlabs.dev_NetworkPool",
                        "blue_demo_butler.butlerlabs.dev_TenantCluster"));
        assertThat(found.stream().flatMap(object -> object.lines().stream()))
                .contains(
                        "missing NetworkPool butler-system/other",
                        "changed TenantCluster blue/demo",
                        "  ~ spec.workers.replicas: 2 -> 5",
                        "added NetworkPool butler-system/lab");
        assertThat(found.getFirst().document()).containsEntry("object", "Team blue");
    }

    private static SequencedMap<String, String> export(KubernetesClient platform) {
        return new PlatformExporter(platform, Serialization::asYaml).platform();
    }
}
