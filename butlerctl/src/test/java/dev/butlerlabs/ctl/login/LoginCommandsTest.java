package dev.butlerlabs.ctl.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.IdentityProvider;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.identity.login.CredentialPlugin;
import dev.butlerlabs.core.identity.login.LoginRepository;
import dev.butlerlabs.core.identity.login.LoginSettings;
import dev.butlerlabs.core.identity.login.StoredLogin;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.ctl.Butlerctl;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code login} rejects before it requests anything from a provider. The port of every issuer here is closed. */
@Timeout(120)
class LoginCommandsTest {
    private static final Tool BUTLERCTL = Tool.of("butlerctl", Butlerctl.class, Butlerctl::commands);
    private static final String ISSUER = "https://127.0.0.1:1";

    @TempDir
    private static Path folder;

    private static EmbeddedApiServer api;
    private static KubernetesClient client;

    @BeforeAll
    static void start() {
        api = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                .withDefinitions(new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())));
        client = new KubeConnector("butler-test").connect(Kubeconfig.parse(api.kubeconfig(), "embedded"));
    }

    @AfterAll
    static void stop() {
        client.close();
        api.close();
    }

    @BeforeEach
    void writeKubeconfig() throws IOException {
        Files.writeString(kubeconfig(), api.kubeconfig());
    }

    @AfterEach
    void forgetProviders() {
        client.resources(IdentityProvider.class).delete();
    }

    private static Path kubeconfig() {
        return folder.resolve("kubeconfig");
    }

    private static String token() {
        return api.kubeconfig()
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("token:"))
                .map(line -> line.substring("token:".length()).strip().replace("\"", ""))
                .findFirst()
                .orElseThrow();
    }

    private static void provider(String name, String more) {
        client.resource(client.getKubernetesSerialization()
                        .unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: IdentityProvider
                        metadata: {name: %s}
                        spec:
                          type: oidc
                          oidc: {issuerURL: "%s", clientID: butler, clientSecretRef: {name: none}, redirectURL: "http://localhost"%s}
                        """.formatted(name, ISSUER, more), IdentityProvider.class))
                .create();
    }

    private static ToolRun fails(ErrorKind kind, String... words) throws IOException {
        String before = Files.readString(kubeconfig());
        List<String> all = new ArrayList<>(List.of("login", "--no-browser"));
        all.addAll(List.of(words));
        ToolRun run = BUTLERCTL
                .with("BUTLER_HOME", folder.resolve("home").toString())
                .with("KUBECONFIG", kubeconfig().toString())
                .run(all.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err()).isEqualTo(kind.exitCode());
        assertThat(run.out()).isEmpty();
        assertThat(Files.readString(kubeconfig())).isEqualTo(before);
        assertThat(folder.resolve("home/logins")).doesNotExist();
        return run;
    }

    @Test
    void needsAProvider() throws IOException {
        assertThat(fails(ErrorKind.NOT_FOUND).err())
                .contains("The cluster has no identity provider.", "Specify --issuer and --client-id.");
        assertThat(fails(ErrorKind.NOT_FOUND, "--idp", "corporate").err()).contains("corporate");
    }

    @Test
    void asksWhichOfSeveralProviders() throws IOException {
        provider("first", "");
        provider("second", "");
        assertThat(fails(ErrorKind.INVALID).err()).contains("Select one with --idp: first, second.");
    }

    @Test
    void usesTheOnlyProvider() throws IOException {
        provider("only", "");
        assertThat(fails(ErrorKind.UNREACHABLE).err()).contains("Cannot connect to " + ISSUER);
    }

    @Test
    void verifiesTheCertificateOfTheProviderInAnyCase() throws IOException {
        provider("only", ", insecureSkipVerify: true");
        assertThat(fails(ErrorKind.UNREACHABLE).err()).contains("BTL-0701", "--issuer-ca-file");
    }

    @Test
    void reportsEveryInvalidFlagAtOnce() throws IOException {
        assertThat(fails(
                                ErrorKind.INVALID,
                                "--issuer",
                                "http://sso.example.com",
                                "--client-id",
                                "x",
                                "--redirect-port",
                                "70000")
                        .err())
                .contains(
                        "--issuer: http://sso.example.com must use https", "--redirect-port: invalid value \"70000\"");
    }

    @Test
    void rejectsFlagsThatContradictEachOther() throws IOException {
        assertThat(fails(ErrorKind.USAGE, "--issuer", ISSUER, "--client-id", "x", "--idp", "y")
                        .err())
                .contains("Specify either --issuer or --idp.");
        assertThat(fails(ErrorKind.USAGE, "--issuer", ISSUER).err()).contains("--issuer requires --client-id.");
    }

    @Test
    void rejectsFilesThatCannotBeUsed() throws IOException {
        Path empty = Files.writeString(folder.resolve("empty"), "\n");
        String[] client = {"--issuer", ISSUER, "--client-id", "x"};
        assertThat(fails(ErrorKind.INVALID, with(client, "--client-secret-file", empty.toString()))
                        .err())
                .contains("--client-secret-file: the content is empty");
        assertThat(fails(ErrorKind.INVALID, with(client, "--issuer-ca-file", empty.toString()))
                        .err())
                .contains("The CA file contains no certificate.");
        assertThat(fails(ErrorKind.INVALID, with(client, "--issuer-ca-file", "absent"))
                        .err())
                .contains("File absent does not exist.");
        assertThat(fails(ErrorKind.CONFLICT, with(client, "--output", empty.toString()))
                        .err())
                .contains("already exists", "--force");
    }

    private static String[] with(String[] words, String... more) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    @Test
    void doesNotReplaceTheCredentialsOfAnotherContext() throws IOException {
        String context =
                Kubeconfig.parse(api.kubeconfig(), "embedded").currentContext().orElseThrow();
        new KubeconfigFile(kubeconfig())
                .update(current -> current.merge(
                        Kubeconfig.of(context + "-oidc", Map.of("server", "https://10.0.0.1"), Map.of("token", "x"))));

        assertThat(fails(ErrorKind.CONFLICT, "--issuer", ISSUER, "--client-id", "x")
                        .err())
                .contains(
                        "Context %s-oidc already exists and is not one of a login.".formatted(context),
                        "--context-name");
    }

    @Test
    void commandsUseTheLoginOfTheContext() throws IOException {
        Kubeconfig original = Kubeconfig.parse(api.kubeconfig(), "embedded");
        Path home = folder.resolve("other-home");
        Instant now = Instant.now();
        new LoginRepository(home)
                .store(new StoredLogin(
                        new LoginSettings(ISSUER, "butler", Optional.empty(), Optional.empty(), List.of()),
                        Optional.of(token()),
                        Optional.empty(),
                        "4711",
                        "ada",
                        now,
                        now.plusSeconds(3600),
                        Optional.empty()));
        CredentialPlugin plugin = new CredentialPlugin(ISSUER, "butler", Optional.of(home.toString()));
        new KubeconfigFile(kubeconfig())
                .write(original.withUser(original.currentContext().orElseThrow(), "own", plugin.user()));
        Tool tool = BUTLERCTL.with("KUBECONFIG", kubeconfig().toString()).with("BUTLER_HOME", home.toString());

        ToolRun whoami = tool.run("whoami");
        assertThat(whoami.exitCode()).as(whoami.err()).isZero();
        assertThat(whoami.out()).contains("Login:", ISSUER, "Token expires:").doesNotContain(token());
        assertThat(tool.run("cluster", "list").exitCode()).isZero();

        assertThat(tool.run("logout").err()).contains("Logged out ada at " + ISSUER);
        ToolRun after = tool.run("cluster", "list");
        assertThat(after.exitCode()).isEqualTo(ErrorKind.DENIED.exitCode());
        assertThat(after.err())
                .contains(
                        "You are not logged in",
                        "Run: butlerctl login --issuer %s --client-id butler".formatted(ISSUER))
                .doesNotContain("WRN");
    }

    @Test
    void aContextOfALoginNeedsNoFlags() throws IOException {
        String context =
                Kubeconfig.parse(api.kubeconfig(), "embedded").currentContext().orElseThrow();
        new KubeconfigFile(kubeconfig())
                .update(current -> current.withUser(
                        context, context, new CredentialPlugin(ISSUER, "butler", Optional.empty()).user()));

        assertThat(fails(ErrorKind.UNREACHABLE).err()).contains("Cannot connect to " + ISSUER);
    }
}
