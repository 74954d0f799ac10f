package dev.butlerlabs.adm.provider;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestSpecBuilder;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.cli.Terminal;
import dev.butlerlabs.core.cli.output.YamlTextWriter;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.sim.fault.FaultSpec;
import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import dev.butlerlabs.sim.infrastructure.Simulators;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The provider commands against an embedded API and a simulated infrastructure. */
@Tag("slow")
class ProviderCommandsTest {
    private static final Tool BUTLERADM = Tool.of("butleradm", Butleradm.class, Butleradm::commands);
    private static final String PASSWORD = "PRISM_PASSWORD";

    @TempDir
    private static Path folder;

    private static EmbeddedApiServer api;
    private static KubernetesClient client;
    private static SimulatedInfrastructure prism;

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
    }

    @AfterAll
    static void stop() {
        prism.close();
        client.close();
        api.close();
    }

    @AfterEach
    void forgetAll() {
        prism.faults().clear();
        client.resources(MachineRequest.class).inNamespace(Namespaces.SYSTEM).delete();
        client.resources(ProviderConfig.class).inNamespace(Namespaces.SYSTEM).delete();
    }

    @Test
    void addsAnInfrastructureFromAFileWithItsSecretElsewhere() throws IOException {
        ToolRun made = create("rack-one");

        assertThat(made.exitCode()).as(made.err()).isZero();
        assertThat(made.err()).contains("Run 'butleradm provider validate rack-one' to check it.");
        ProviderConfig config = config("rack-one");
        assertThat(config.getSpec().provider()).isEqualTo("nutanix");
        assertThat(config.getSpec().credentialsRef().name()).isEqualTo("rack-one-credentials");
        assertThat(secretKeys("rack-one-credentials")).contains("username", "password");
        assertThat(made.out() + made.err()).doesNotContain(prism.credentials().get("password"));
    }

    @Test
    void addsAnInfrastructureFromOptionsAndStandardInput() {
        List<String> words = new ArrayList<>(List.of("create", "by-options", "--provider", "nutanix"));
        prism.settings().forEach((key, value) -> words.addAll(List.of("--set", key + "=" + value)));
        words.addAll(List.of("--set", "username=${PRISM_USER}", "--set", "password=-"));
        Tool tool = typed(prism.credentials().get("password"))
                .with("PRISM_USER", prism.credentials().get("username"));

        ToolRun made = run(tool, words.toArray(String[]::new));

        assertThat(made.exitCode()).as(made.err()).isZero();
        assertThat(secretKeys("by-options-credentials")).contains("username", "password");
    }

    @Test
    void refusesSecretsOnTheCommandLine() {
        ToolRun refused = run(
                BUTLERADM,
                "create",
                "loose",
                "--provider",
                "nutanix",
                "--set",
                "endpoint=https://127.0.0.1",
                "--set",
                "clusterUUID=a",
                "--set",
                "subnetUUID=b",
                "--set",
                "username=file:" + folder.resolve("absent"),
                "--set",
                "password=open-secret");

        assertThat(refused.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(refused.err())
                .contains("password", "must not be a literal secret on the command line", "username")
                .doesNotContain("open-secret");
    }

    @Test
    void tellsEveryProblemOfAFileAtOnce() throws IOException {
        Path file = Files.writeString(folder.resolve("wrong.yaml"), "endpoint: 7\nport: many\nclusterUID: a\n");

        ToolRun refused = run(BUTLERADM, "create", "wrong", "--provider", "nutanix", "-f", file.toString());

        assertThat(refused.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(refused.err()).contains("port", "clusterUID", "did you mean clusterUUID?", "password");
    }

    @Test
    void listsAndShowsInfrastructures() throws IOException {
        create("rack-one");

        assertThat(run(BUTLERADM, "list").out().lines().toList().getFirst())
                .matches("NAME +PROVIDER +VALIDATED +ENDPOINT +AGE");
        assertThat(run(BUTLERADM, "ls").out()).contains("rack-one  nutanix", "Pending", "https://127.0.0.1");
        assertThat(run(BUTLERADM, "get", "rack-one", "-o", "name").out())
                .isEqualTo("providerconfig.butler.butlerlabs.dev/rack-one\n");
        ToolRun absent = run(BUTLERADM, "get", "nobody");
        assertThat(absent.exitCode()).isEqualTo(ErrorKind.NOT_FOUND.exitCode());
    }

    @Test
    void dialsAnInfrastructureAndWritesWhatCameOfIt() throws IOException {
        create("rack-one");

        ToolRun valid = run(BUTLERADM, "validate", "rack-one", "--timeout", "60s", "-o", "json");

        assertThat(valid.exitCode()).as(valid.err()).isZero();
        JsonNode checks = new ObjectMapper().readTree(valid.out()).path("items");
        assertThat(checks).isNotEmpty();
        assertThat(checks).noneMatch(check -> check.path("result").asText().equals("failed"));
        assertThat(config("rack-one").getStatus().validated()).isTrue();
        assertThat(config("rack-one").getStatus().providerVersion()).isNotBlank();
        assertThat(run(BUTLERADM, "list").out()).contains("Ready");
    }

    @Test
    void saysWhyCredentialsAreNotAccepted() throws IOException {
        create("rack-one");
        prism.faults().order(FaultSpec.parse("any:unauthorized*1000"));

        ToolRun invalid = run(BUTLERADM, "validate", "rack-one", "--timeout", "60s");

        assertThat(invalid.exitCode()).as(invalid.err()).isEqualTo(ErrorKind.DENIED.exitCode());
        assertThat(config("rack-one").getStatus().validated()).isFalse();
    }

    @Test
    void deletesOnlyWhatNothingUsesAndAsksBefore() throws IOException {
        create("rack-one");
        client.resource(request("cp-0", "rack-one")).create();
        ToolRun inUse = run(BUTLERADM, "delete", "rack-one", "--yes");
        assertThat(inUse.exitCode()).isEqualTo(ErrorKind.CONFLICT.exitCode());
        assertThat(inUse.err()).contains("MachineRequest butler-system/cp-0");
        client.resources(MachineRequest.class).inNamespace(Namespaces.SYSTEM).delete();

        assertThat(run(BUTLERADM, "delete", "rack-one").exitCode()).isEqualTo(ErrorKind.USAGE.exitCode());
        Tool declining = BUTLERADM.onTerminal("n\n", Terminal.Stream.IN, Terminal.Stream.ERR);
        assertThat(run(declining, "delete", "rack-one").exitCode()).isEqualTo(ErrorKind.CANCELLED.exitCode());
        assertThat(config("rack-one")).isNotNull();

        ToolRun deleted = run(BUTLERADM, "delete", "rack-one", "-y");
        assertThat(deleted.exitCode()).as(deleted.err()).isZero();
        assertThat(config("rack-one")).isNull();
    }

    private static ToolRun create(String name) throws IOException {
        Map<String, Object> section = new HashMap<>(prism.settings());
        section.put("username", prism.credentials().get("username"));
        section.put("password", "${" + PASSWORD + "}");
        Path authority =
                Files.writeString(folder.resolve("ca.pem"), prism.credentials().get("ca.pem"));
        section.put("caFile", authority.toString());
        Path file = Files.writeString(folder.resolve("nutanix.yaml"), YamlTextWriter.of(section));
        return run(
                BUTLERADM.with(PASSWORD, prism.credentials().get("password")),
                "create",
                name,
                "--provider",
                "nutanix",
                "-f",
                file.toString());
    }

    private static Tool typed(String input) {
        return BUTLERADM.reading(input + "\n");
    }

    private static ToolRun run(Tool tool, String... words) {
        List<String> all = new ArrayList<>(List.of("provider"));
        all.addAll(List.of(words));
        all.addAll(List.of("--kubeconfig", folder.resolve("kubeconfig").toString()));
        return tool.run(all.toArray(String[]::new));
    }

    private static ProviderConfig config(String name) {
        return client.resources(ProviderConfig.class)
                .inNamespace(Namespaces.SYSTEM)
                .withName(name)
                .get();
    }

    private static List<String> secretKeys(String name) {
        return List.copyOf(client.secrets()
                .inNamespace(Namespaces.SYSTEM)
                .withName(name)
                .get()
                .getData()
                .keySet());
    }

    private static MachineRequest request(String name, String config) {
        MachineRequest request = new MachineRequest();
        request.setMetadata(new ObjectMetaBuilder()
                .withNamespace(Namespaces.SYSTEM)
                .withName(name)
                .build());
        request.setSpec(MachineRequestSpecBuilder.builder()
                .providerRef(new ObjectReference(config, null))
                .machineName(name)
                .role(MachineRole.WORKER)
                .cpu(2)
                .memoryMB(4096)
                .diskGB(20)
                .build());
        return request;
    }
}
