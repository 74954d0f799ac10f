package dev.butlerlabs.adm.idp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.ButlerConfigSpec.MultiTenancy.Mode;
import dev.butlerlabs.core.api.ClusterCreationPolicy;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.IdentityProvider;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands for identity providers, policies and settings against an embedded API without controllers. */
@Timeout(120)
@Tag("slow")
class PlatformCommandsTest {
    private static final Tool BUTLERADM = Tool.of("butleradm", Butleradm.class, Butleradm::commands);

    @TempDir
    private static Path folder;

    private static EmbeddedApiServer api;
    private static KubernetesClient client;

    @BeforeAll
    static void start() throws IOException {
        api = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                .withDefinitions(new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())));
        Kubeconfig kubeconfig = Kubeconfig.parse(api.kubeconfig(), "embedded");
        new KubeconfigFile(folder.resolve("kubeconfig")).write(kubeconfig);
        client = new KubeConnector("butler-test").connect(kubeconfig);
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("butler-system")
                        .endMetadata()
                        .build())
                .create();
        Files.writeString(folder.resolve("secret"), "hidden-value\n");
    }

    @AfterAll
    static void stop() {
        client.close();
        api.close();
    }

    @AfterEach
    void forgetAll() {
        client.resources(IdentityProvider.class).delete();
        client.resources(ButlerConfig.class).delete();
        client.resources(ClusterCreationPolicy.class).delete();
        client.secrets().inNamespace("butler-system").delete();
    }

    private static ToolRun run(Tool tool, String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--kubeconfig", folder.resolve("kubeconfig").toString()));
        return tool.run(all.toArray(String[]::new));
    }

    private static ToolRun succeeds(String... words) {
        ToolRun run = run(BUTLERADM, words);
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run;
    }

    private static ToolRun fails(ErrorKind kind, String... words) {
        ToolRun run = run(BUTLERADM, words);
        assertThat(run.exitCode()).as(run.err() + run.out()).isEqualTo(kind.exitCode());
        return run;
    }

    private static String[] add(String issuer, String... more) {
        List<String> words =
                new ArrayList<>(List.of("idp", "add", "corporate", "--issuer", issuer, "--client-id", "butler"));
        words.addAll(List.of(more));
        return words.toArray(String[]::new);
    }

    private static String file() {
        return folder.resolve("secret").toString();
    }

    private static Secret secret() {
        return client.secrets()
                .inNamespace("butler-system")
                .withName("corporate-oidc")
                .get();
    }

    @Test
    void addsShowsAndDeletesAnIdentityProviderWithItsSecret() {
        assertThat(succeeds("idp", "list").err()).contains("No identity providers found.");
        ToolRun added = succeeds(add("https://login.example.com", "--client-secret-file", file(), "--skip-test"));
        assertThat(added.out() + added.err()).doesNotContain("hidden-value");
        assertThat(new String(
                        Base64.getDecoder().decode(secret().getData().get("client-secret")), StandardCharsets.UTF_8))
                .isEqualTo("hidden-value");
        assertThat(succeeds("idp", "describe", "corporate").out())
                .contains("https://login.example.com", "butler-system/corporate-oidc")
                .doesNotContain("hidden-value");
        assertThat(succeeds("idp", "list", "-o", "name").out())
                .isEqualTo("identityprovider.butler.butlerlabs.dev/corporate\n");
        fails(ErrorKind.CONFLICT, add("https://login.example.com", "--client-secret-file", file(), "--skip-test"));
        fails(ErrorKind.USAGE, "idp", "delete", "corporate");
        succeeds("idp", "delete", "corporate", "--yes");
        assertThat(secret()).isNull();
        fails(ErrorKind.NOT_FOUND, "idp", "get", "corporate");
    }

    @Test
    void readsTheSecretFromStandardInput() {
        ToolRun added = run(
                BUTLERADM.reading("typed-value"),
                add("https://login.example.com", "--client-secret-file", "-", "--skip-test"));
        assertThat(added.exitCode()).as(added.err()).isZero();
        assertThat(secret().getData())
                .containsValue(Base64.getEncoder().encodeToString("typed-value".getBytes(StandardCharsets.UTF_8)));
        succeeds("idp", "delete", "corporate", "--yes");
        assertThat(run(
                                BUTLERADM.reading(" "),
                                add("https://login.example.com", "--client-secret-file", "-", "--skip-test"))
                        .err())
                .contains("--client-secret-file", "the content is empty");
    }

    @Test
    void reportsEveryProblemAtOnceAndStoresNothing() {
        assertThat(fails(
                                ErrorKind.INVALID,
                                "idp",
                                "add",
                                "A_B",
                                "--issuer",
                                "http://x",
                                "--client-id",
                                "x",
                                "--redirect-url",
                                "x",
                                "--client-secret-file",
                                file())
                        .err())
                .contains("NAME:", "--issuer:", "--redirect-url:");
        fails(ErrorKind.USAGE, add("https://login.example.com"));
        fails(ErrorKind.USAGE, add("https://login.example.com", "--secret", "x", "--client-secret-file", file()));
        assertThat(fails(ErrorKind.UNREACHABLE, add("https://127.0.0.1:1", "--client-secret-file", file()))
                        .err())
                .contains("Cannot connect to https://127.0.0.1:1", "--skip-test");
        assertThat(secret()).isNull();
        assertThat(client.resources(IdentityProvider.class).list().getItems()).isEmpty();
    }

    @Test
    void doesNotReplaceTheSecretOfAnotherOwner() {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace("butler-system")
                        .withName("corporate-oidc")
                        .endMetadata()
                        .withStringData(Map.of("client-secret", "theirs"))
                        .build())
                .create();
        assertThat(fails(
                                ErrorKind.CONFLICT,
                                add("https://login.example.com", "--client-secret-file", file(), "--skip-test"))
                        .err())
                .contains("was not created by Butler");
        succeeds(add("https://login.example.com", "--secret", "corporate-oidc", "--skip-test"));
        succeeds("idp", "delete", "corporate", "--yes");
        assertThat(secret()).isNotNull();
    }

    @Test
    void testsAProviderOverTls() throws IOException, GeneralSecurityException, InterruptedException {
        try (SelfSignedProvider provider = SelfSignedProvider.start(folder)) {
            assertThat(fails(ErrorKind.UNREACHABLE, add(provider.issuer(), "--client-secret-file", file()))
                            .err())
                    .contains("is not trusted");
            succeeds(add(provider.issuer(), "--client-secret-file", file(), "--skip-test"));
            assertThat(fails(ErrorKind.UNREACHABLE, "idp", "test", "corporate").out())
                    .contains("secret", "OK", "discovery", "Failed");
            client.resources(IdentityProvider.class)
                    .withName("corporate")
                    .patch(
                            PatchContext.of(PatchType.JSON_MERGE),
                            "{\"spec\":{\"oidc\":{\"insecureSkipVerify\":true}}}");
            assertThat(succeeds("idp", "test", "corporate").out()).contains("1 signing key.");
            client.secrets().inNamespace("butler-system").delete();
            assertThat(fails(ErrorKind.INVALID, "idp", "test", "corporate", "-o", "json")
                            .out())
                    .contains("Secret butler-system/corporate-oidc does not exist.", "\"ok\": true");
        }
    }

    @Test
    void showsPolicies() {
        assertThat(succeeds("policy", "list").err()).contains("No policies found.");
        client.resource(client.getKubernetesSerialization().unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: ClusterCreationPolicy
                        metadata: {name: production}
                        spec:
                          scope: {teamAndEnvironment: {teamRef: {name: payments}, environmentName: prod}}
                          targetProviders: [aws]
                          options: {kubernetesVersion: {mode: allowList, values: [v1.31.4, v1.32.1]}}
                        """, GenericKubernetesResource.class))
                .create();
        assertThat(succeeds("policy", "list").out())
                .contains("production", "team payments/prod", "aws", "kubernetesVersion");
        assertThat(succeeds("policy", "describe", "production").out())
                .contains("AllowList", "v1.31.4, v1.32.1")
                .doesNotContain("Problem");
        client.genericKubernetesResources("butler.butlerlabs.dev/v1alpha1", "ClusterCreationPolicy")
                .withName("production")
                .subresource("status")
                .patch(PatchContext.of(PatchType.JSON_MERGE), """
                        {"status":{"staleReferences":["Team/payments"],"conditions":[{"type":"Effective","status":"False",
                         "reason":"StaleReferences","message":"References to objects that do not exist: Team/payments.",
                         "lastTransitionTime":"2026-01-01T00:00:00Z"}]}}
                        """);
        assertThat(succeeds("policy", "describe", "production").out())
                .containsPattern("Problem: +References to objects that do not exist: Team/payments\\.");
        fails(ErrorKind.NOT_FOUND, "policy", "get", "nothing");
    }

    @Test
    void triesPoliciesAndSettingsOnAFile() throws IOException {
        Path file = folder.resolve("cluster.yaml");
        Files.writeString(file, """
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: TenantCluster
                metadata: {name: demo, namespace: elsewhere}
                spec:
                  kubernetesVersion: v1.30.0
                  workers: {replicas: 1}
                """);
        client.resource(client.getKubernetesSerialization().unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: ClusterCreationPolicy
                        metadata: {name: versions}
                        spec:
                          scope: {platformWide: {}}
                          options: {kubernetesVersion: {mode: allowList, values: [v1.31.4]}}
                        """, GenericKubernetesResource.class))
                .create();
        succeeds("config", "set", "--multi-tenancy", "Enforced");

        String[] test = {"policy", "test", "-f", file.toString(), "--as", "ada@example.com"};
        assertThat(fails(ErrorKind.INVALID, test).out())
                .contains(
                        "elsewhere/demo",
                        "create",
                        "Rejected",
                        "spec.kubernetesVersion: ",
                        "metadata.namespace: namespace \"elsewhere\" does not belong to a team");
        Files.writeString(file, Files.readString(file).replace("v1.30.0", "v1.31.4"));
        succeeds("config", "set", "--multi-tenancy", "Optional", "--default-namespace", "elsewhere");
        assertThat(succeeds("policy", "test", "-f", file.toString(), "-o", "json")
                        .out())
                .contains("\"admitted\": true");
        assertThat(client.resources(TenantCluster.class).inAnyNamespace().list().getItems())
                .isEmpty();
        Files.writeString(file, "spec: {kubernetesVersion: latest}");
        assertThat(fails(ErrorKind.INVALID, test).err())
                .contains("apiVersion: is missing", "kind: is missing (must be TenantCluster)");
    }

    @Test
    void changesTheSettingsOfThePlatform() {
        assertThat(fails(ErrorKind.NOT_FOUND, "config", "get").err()).contains("butleradm config set");
        succeeds(
                "config",
                "set",
                "--multi-tenancy",
                "enforced",
                "--team-max-clusters",
                "5",
                "--default-provider",
                "lab");
        succeeds(
                "config",
                "set",
                "--team-max-clusters",
                "none",
                "--team-max-memory",
                "64Gi",
                "--default-provider",
                "none");

        ButlerConfigSpec spec =
                client.resources(ButlerConfig.class).withName("butler").get().getSpec();
        assertThat(spec.multiTenancy().mode()).isEqualTo(Mode.ENFORCED);
        assertThat(spec.defaultTeamLimits().maxClusters()).isNull();
        assertThat(spec.defaultTeamLimits().maxTotalMemory()).hasToString("64Gi");
        assertThat(spec.defaultProviderConfigRef()).isNull();
        assertThat(succeeds("config", "get").out()).contains("Multi-Tenancy:    Enforced", "Team Memory:      64Gi");
        assertThat(fails(
                                ErrorKind.INVALID,
                                "config",
                                "set",
                                "--team-max-clusters",
                                "0",
                                "--team-max-cpu",
                                "x",
                                "--default-namespace",
                                "A")
                        .err())
                .contains("--team-max-clusters:", "--team-max-cpu:", "--default-namespace:");
        fails(ErrorKind.USAGE, "config", "set");
        fails(ErrorKind.USAGE, "config", "set", "--multi-tenancy", "sometimes");
    }
}
