package dev.butlerlabs.adm.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.api.ImageSyncSpec;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.image.ImageFactorySettings;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.core.machine.ImageSyncOptions;
import dev.butlerlabs.core.machine.MachineOptions;
import dev.butlerlabs.core.machine.MachineReconcilers;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.reconcile.ReconcilerHost;
import dev.butlerlabs.core.reconcile.ReconcilerHostOptions;
import dev.butlerlabs.sim.factory.ImageFactoryOptions;
import dev.butlerlabs.sim.factory.SimulatedImageFactory;
import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import dev.butlerlabs.sim.infrastructure.Simulators;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The image commands against an embedded API, a simulated infrastructure and a simulated image factory. */
@Tag("slow")
class ImageCommandsTest {
    private static final Tool BUTLERADM = Tool.of("butleradm", Butleradm.class, Butleradm::commands);

    @TempDir
    private static Path folder;

    private static EmbeddedApiServer api;
    private static KubernetesClient client;
    private static SimulatedInfrastructure prism;
    private static SimulatedImageFactory factory;
    private static MachineReconcilers reconcilers;
    private static ReconcilerHost host;

    @BeforeAll
    static void start() {
        api = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory());
        Kubeconfig kubeconfig = Kubeconfig.parse(api.kubeconfig(), "embedded");
        new KubeconfigFile(folder.resolve("kubeconfig")).write(kubeconfig);
        client = new KubeConnector("butler-test").connect(kubeconfig);
        new CustomResourceDefinitions(client).ensure(CustomResourceDefinitionFiles.all(), Duration.ofSeconds(30));
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(Namespaces.SYSTEM)
                        .endMetadata()
                        .build())
                .create();
        prism = Simulators.load().find("nutanix").orElseThrow().start(SimulationOptions.standard());
        factory = SimulatedImageFactory.start(ImageFactoryOptions.standard());
        apply();
        reconcilers = new MachineReconcilers(
                client,
                ProviderRegistry.load(),
                MachineOptions.rehearsal(),
                ImageSyncOptions.rehearsal(ImageFactorySettings.of(factory.url().toString(), Credentials.none())),
                InstantSource.system());
        host = ReconcilerHost.start(client, reconcilers.all(), ReconcilerHostOptions.standard());
    }

    private static void apply() {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace(Namespaces.SYSTEM)
                        .withName("rack")
                        .endMetadata()
                        .withStringData(prism.credentials())
                        .build())
                .create();
        ProviderConfig config = new ProviderConfig();
        config.setMetadata(new ObjectMetaBuilder()
                .withNamespace(Namespaces.SYSTEM)
                .withName("rack")
                .build());
        config.setSpec(client.getKubernetesSerialization()
                .convertValue(
                        Map.of(
                                "provider", "nutanix",
                                "credentialsRef", Map.of("name", "rack"),
                                "nutanix", prism.settings()),
                        ProviderConfigSpec.class));
        client.resource(config).create();
        ButlerConfig platform = new ButlerConfig();
        platform.setMetadata(new ObjectMetaBuilder().withName("butler").build());
        platform.setSpec(client.getKubernetesSerialization()
                .convertValue(Map.of("imageFactory", Map.of("url", factory.url().toString())), ButlerConfigSpec.class));
        client.resource(platform).create();
    }

    @AfterAll
    static void stop() {
        host.close();
        reconcilers.close();
        prism.close();
        factory.close();
        client.close();
        api.close();
    }

    private static ToolRun run(String... words) {
        List<String> all = new ArrayList<>(List.of("image"));
        all.addAll(List.of(words));
        all.addAll(List.of("--kubeconfig", folder.resolve("kubeconfig").toString()));
        return BUTLERADM.run(all.toArray(String[]::new));
    }

    @Test
    void transfersListsAndDeletesAnImage() throws IOException {
        ToolRun synced = run(
                "sync",
                "rack",
                "v1.12.1",
                "--extension",
                "siderolabs/qemu-guest-agent",
                "--name",
                "talos",
                "--wait",
                "-o",
                "json");
        assertThat(synced.exitCode()).as(synced.err()).isZero();
        JsonNode sync = new ObjectMapper().readTree(synced.out());
        assertThat(sync.at("/status/phase").asText()).isEqualTo("Ready");
        assertThat(sync.at("/spec/factoryRef/platform").asText()).isEqualTo("openstack");
        assertThat(sync.at("/spec/factoryRef/schematicID").asText())
                .matches("[0-9a-f]{64}")
                .isNotEqualTo(SimulatedImageFactory.PLAIN);
        assertThat(sync.at("/status/providerImageRef").asText())
                .isEqualTo(prism.images().getFirst().id());
        assertThat(synced.err()).contains("\"step\":\"talos\"");

        ToolRun listed = run("list");
        assertThat(listed.out()).contains("NAME", "PHASE", "talos", "Ready", "v1.12.1", "rack");

        ToolRun deleted = run("delete", "talos", "--yes", "--wait");
        assertThat(deleted.exitCode()).as(deleted.err()).isZero();
        assertThat(deleted.err()).contains("ImageSync butler-system/talos deleted.");
        assertThat(client.resources(ImageSync.class).inAnyNamespace().list().getItems())
                .noneMatch(found -> found.getMetadata().getName().equals("talos"));
    }

    @Test
    void theSameRequestTwiceIsOneImageSync() {
        String[] words = {"sync", "rack", "v1.11.5", "--wait", "-o", "name"};
        ToolRun first = run(words);
        ToolRun second = run(words);
        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(second.exitCode()).as(second.err()).isZero();
        assertThat(first.out())
                .isEqualTo("imagesync.butler.butlerlabs.dev/rack-37656798-1-11-5-amd64\n")
                .isEqualTo(second.out());

        ToolRun other = run("sync", "rack", "v1.12.0", "--name", "rack-37656798-1-11-5-amd64");
        assertThat(other.exitCode()).isEqualTo(ErrorKind.CONFLICT.exitCode());
        assertThat(other.err()).contains("exists for another image");
    }

    @Test
    void everyWrongOptionIsReportedAtOnce() {
        ToolRun refused = run(
                "sync",
                "rack",
                "1.12",
                "--schematic",
                "3765",
                "--extension",
                "agent",
                "--arch",
                "mips",
                "--transfer-mode",
                "post");
        assertThat(refused.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(refused.err())
                .contains("VERSION", "--schematic", "--extension", "--arch", "--transfer-mode")
                .contains("must be one of amd64, arm64", "must be one of direct, proxy");
    }

    @Test
    void everyUnknownExtensionIsReportedBeforeAnythingIsCreated() {
        ToolRun refused = run(
                "sync",
                "rack",
                "v1.9.3",
                "--extension",
                "siderolabs/drbd",
                "--extension",
                "siderolabs/none",
                "--name",
                "wrong");
        assertThat(refused.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(refused.err())
                .contains("\"siderolabs/drbd\" does not exist for Talos v1.9.3")
                .contains("\"siderolabs/none\" does not exist for Talos v1.9.3");
        assertThat(client.resources(ImageSync.class).inAnyNamespace().list().getItems())
                .noneMatch(found -> found.getMetadata().getName().equals("wrong"));
    }

    @Test
    void aFailedTransferEndsTheWaitWithTheReason() {
        ToolRun failed = run("sync", "rack", "v1.12.1", "--schematic", "0".repeat(64), "--name", "unknown", "--wait");
        assertThat(failed.exitCode()).isEqualTo(ErrorKind.PROVIDER.exitCode());
        assertThat(failed.err()).contains("returned not found");
    }

    @Test
    void theCatalogListsVersionsAndExtensions() {
        assertThat(run("catalog").out()).contains("VERSION", "v1.9.3", "v1.12.1");
        assertThat(run("catalog", "v1.12.1", "-o", "wide").out()).contains("siderolabs/drbd", "Sidero Labs");
        ToolRun alone =
                BUTLERADM.run("image", "catalog", "--factory", factory.url().toString(), "-o", "json");
        assertThat(alone.out()).contains("\"version\"", "v1.12.1");
    }

    private static ToolRun export(String schematic, String output, String... more) {
        List<String> words = new ArrayList<>(List.of("image", "export", "v1.12.1", "--schematic", schematic));
        words.addAll(List.of("--factory", factory.url().toString(), "-o", output));
        words.addAll(List.of(more));
        return BUTLERADM.run(words.toArray(String[]::new));
    }

    @Test
    void anArchiveIsExportedAndADamagedOneIsNotServed() throws IOException {
        Path archive = folder.resolve("archive");
        ToolRun exported = export(
                SimulatedImageFactory.PLAIN, archive.toString(), "--platform", "nocloud,openstack", "-o", "json");
        assertThat(exported.exitCode()).as(exported.err()).isZero();
        JsonNode document = new ObjectMapper().readTree(exported.out());
        assertThat(document.at("/images")).hasSize(2);
        assertThat(document.at("/images/0/sha256").asText())
                .isEqualTo(factory.sha256(SimulatedImageFactory.PLAIN, "v1.12.1", "nocloud-amd64.qcow2"));

        Path image = archive.resolve(document.at("/images/1/path").asText());
        Files.write(image, new byte[] {1});
        ToolRun refused = BUTLERADM.run("image", "serve", archive.toString(), "--listen", "127.0.0.1:0");
        assertThat(refused.exitCode()).isEqualTo(ErrorKind.ENVIRONMENT.exitCode());
        assertThat(refused.err())
                .contains("is damaged", document.at("/images/1/path").asText(), "BTL-1002");
    }

    @Test
    void everyWrongOptionOfAnExportIsReportedBeforeAnythingIsWritten() {
        Path archive = folder.resolve("wrong-archive");
        ToolRun refused = export("37", archive.toString(), "--platform", "metal,x-y", "--arch", "mips");
        assertThat(refused.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(refused.err())
                .contains("--schematic: \"37\"", "--platform: \"x-y\"", "--platform: \"metal\"", "--arch: \"mips\"");
        assertThat(archive).doesNotExist();

        ToolRun unknown = export("0".repeat(64), archive.toString(), "--platform", "nocloud");
        assertThat(unknown.exitCode()).isEqualTo(ErrorKind.NOT_FOUND.exitCode());
        assertThat(archive).doesNotExist();
    }

    @Test
    void anExportNeedsADestination() {
        ToolRun refused = BUTLERADM.run(
                "image", "export", "v1.12.1", "--schematic", SimulatedImageFactory.PLAIN, "--platform", "nocloud");
        assertThat(refused.exitCode()).isEqualTo(ErrorKind.USAGE.exitCode());
        assertThat(refused.err()).contains("--output");
    }

    @Test
    void theNameOfAnImageSyncIsAValidName() {
        String name = ImageSyncAction.usualName(new ImageSyncSpec(
                new ImageSyncSpec.FactoryReference(
                        "a".repeat(64), "v1.13.0-alpha.2", ImageSyncSpec.Architecture.ARM64, "nocloud"),
                new ObjectReference("a-very-long-name-of-a-rack-in-some-data-center", null),
                "qcow2",
                ImageSyncSpec.TransferMode.DIRECT,
                null));
        assertThat(name).matches("[a-z0-9]([-a-z0-9]*[a-z0-9])?").hasSizeLessThanOrEqualTo(63);
    }
}
