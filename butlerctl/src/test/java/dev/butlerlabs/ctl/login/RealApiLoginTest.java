package dev.butlerlabs.ctl.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.identity.change.IdentityProviderClient;
import dev.butlerlabs.core.identity.change.IdentityProviderRequest;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.core.testing.LoginPageBrowser;
import dev.butlerlabs.core.testing.OidcProviderProcess;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.core.testing.apiserver.ApiServerTarget;
import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import dev.butlerlabs.core.testing.apiserver.RealApiServer.Account;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import dev.butlerlabs.ctl.Butlerctl;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A login at oidc-provider, used by kubectl and butlerctl on a real kube-apiserver that trusts the provider. */
@Tag("process")
@Timeout(value = 240, unit = TimeUnit.SECONDS)
class RealApiLoginTest {
    private static final Tool BUTLERCTL = Tool.of("butlerctl", Butlerctl.class, Butlerctl::commands);
    /** The bench authorizes by RBAC if it has an account. */
    private static final List<Account> ACCOUNTS = List.of(new Account("nobody", List.of()));

    @TempDir
    private Path folder;

    private TestBench bench;
    private TestCertificate certificate;
    private OidcProviderProcess provider;
    private Tool tool;

    @Test
    void kubectlUsesTheLogin() throws IOException, GeneralSecurityException, InterruptedException {
        Optional<TestBench> found = TestBench.find();
        assumeTrue(found.isPresent(), TestBench.ABSENT);
        bench = found.get();
        certificate = TestCertificate.create(folder);
        installButlerctl();
        try (OidcProviderProcess started =
                        OidcProviderProcess.start(folder, certificate.certificate(), certificate.key());
                RealApiServer server = RealApiServer.startWithRbac(bench, ACCOUNTS, authentication(started))) {
            provider = started;
            Kubeconfig operator = kubeconfig(server.target());
            try (KubernetesClient client = new KubeConnector("test").connect(operator)) {
                prepare(client);
            }
            logInAtTheProviderOfTheCluster();
            theServerAuthenticatesTheUser();
            kubectlRefreshesAnExpiredToken();
            aTokenForAnotherClientIsRejected();
            kubectlPrintsTheLoginCommandAfterALogout();
        }
    }

    private String authentication(OidcProviderProcess issuer) throws IOException {
        return """
                apiVersion: apiserver.config.k8s.io/v1
                kind: AuthenticationConfiguration
                jwt:
                - issuer:
                    url: %s
                    audiences: [confidential]
                    certificateAuthority: |
                %s
                  claimMappings:
                    username: {claim: email, prefix: ""}
                    groups: {claim: groups, prefix: "sso:"}
                """.formatted(
                        issuer.issuer(),
                        Files.readString(certificate.certificate())
                                .lines()
                                .map(line -> "      " + line)
                                .collect(Collectors.joining("\n")));
    }

    private Kubeconfig kubeconfig(ApiServerTarget target) {
        Kubeconfig kubeconfig = Kubeconfig.of(
                "prod",
                Map.of(
                        "server",
                        target.server().toString(),
                        "certificate-authority-data",
                        Base64.getEncoder().encodeToString(target.authorityPem().getBytes(StandardCharsets.US_ASCII))),
                Map.of("token", target.token()));
        new KubeconfigFile(folder.resolve("kubeconfig")).write(kubeconfig);
        return kubeconfig;
    }

    /** As if it were installed: a program in PATH. */
    private void installButlerctl() throws IOException {
        Path program = folder.resolve("bin/butlerctl");
        Files.createDirectories(program.getParent());
        String words = BUTLERCTL.commandLine().stream().map("'%s'"::formatted).collect(Collectors.joining(" "));
        Files.writeString(program, "#!/bin/sh\nexec %s \"$@\"\n".formatted(words));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        tool = BUTLERCTL
                .with("BUTLER_HOME", folder.resolve("home").toString())
                .with("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"))
                .with("KUBECONFIG", folder.resolve("kubeconfig").toString());
    }

    private void prepare(KubernetesClient client) {
        new CustomResourceDefinitions(client).ensure(CustomResourceDefinitionFiles.all(), Duration.ofSeconds(60));
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("butler-system")
                        .endMetadata()
                        .build())
                .create();
        new IdentityProviderClient(client)
                .create(
                        new IdentityProviderRequest(
                                "corporate",
                                provider.issuer(),
                                "confidential",
                                "http://127.0.0.1:8000/callback",
                                IdentityProviderRequest.ownSecret("corporate"),
                                Optional.empty(),
                                Optional.empty()),
                        Optional.of("s3cr&t +%"));
        client.resource(new ClusterRoleBuilder()
                        .withNewMetadata()
                        .withName("namespace-reader")
                        .endMetadata()
                        .addNewRule()
                        .withApiGroups("")
                        .withResources("namespaces")
                        .withVerbs("list")
                        .endRule()
                        .build())
                .create();
        client.resource(new ClusterRoleBindingBuilder()
                        .withNewMetadata()
                        .withName("platform")
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "namespace-reader")
                        .addNewSubject("rbac.authorization.k8s.io", "Group", "sso:platform", null)
                        .build())
                .create();
    }

    private ToolRun logIn(String... words) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("login", "--no-browser", "--issuer-ca-file"));
        all.add(certificate.certificate().toString());
        all.addAll(List.of(words));
        LoginRun login = LoginRun.start(tool, all.toArray(String[]::new));
        try (LoginPageBrowser browser = LoginPageBrowser.trusting(certificate.trust(), "ada")) {
            browser.complete(login.address());
        }
        ToolRun run = login.finish();
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run;
    }

    private ToolRun kubectl(String... words) throws IOException {
        List<String> all = new ArrayList<>(List.of(bench.program("kubectl").toString()));
        all.addAll(List.of(words));
        ProcessBuilder kubectl = new ProcessBuilder(all).directory(folder.toFile());
        kubectl.environment().putAll(tool.environment());
        kubectl.environment().put("HOME", folder.toString());
        return Tool.finish(kubectl.start());
    }

    private void logInAtTheProviderOfTheCluster() throws IOException, InterruptedException {
        ToolRun run = logIn();
        assertThat(run.err()).contains("Logged in as ada@example.com", "Added context prod-oidc");
    }

    private void theServerAuthenticatesTheUser() throws IOException {
        TestAwait.upTo(Duration.ofSeconds(30), "the keys of the provider at the kube-apiserver")
                .until(() -> kubectl("auth", "whoami").exitCode() == 0);
        assertThat(kubectl("auth", "whoami").out()).contains("ada@example.com", "sso:platform", "sso:auditors");
        assertThat(kubectl("get", "namespaces").out()).contains("butler-system");
        assertThat(kubectl("create", "namespace", "mine").err()).contains("Forbidden", "ada@example.com");

        ToolRun whoami = tool.run("whoami", "-o", "json");
        assertThat(whoami.exitCode()).as(whoami.err()).isZero();
        assertThat(whoami.out()).contains("\"ada@example.com\"", "\"sso:platform\"", provider.issuer());
    }

    /** The provider has replaced its keys meanwhile: the server and the tool both request the new ones. */
    private void kubectlRefreshesAnExpiredToken() throws IOException, InterruptedException {
        try (LoginPageBrowser browser = LoginPageBrowser.trusting(certificate.trust(), "nobody")) {
            assertThat(browser.get(provider.issuer() + "/test/rotate")).contains("\"rotations\":1");
        }
        Path file = stored();
        String before = Files.readString(file);
        Files.writeString(file, before.replaceAll("\"expiry\" : \"[^\"]*\"", "\"expiry\" : \"2026-01-01T00:00:00Z\""));

        TestAwait.upTo(Duration.ofSeconds(30), "the new keys of the provider at the kube-apiserver")
                .until(() -> kubectl("auth", "whoami").out().contains("ada@example.com"));
        assertThat(Files.readString(file)).isNotEqualTo(before).doesNotContain("2026-01-01");
    }

    private Path stored() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("home/logins"))) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private void aTokenForAnotherClientIsRejected() throws IOException, InterruptedException {
        logIn(
                "--issuer",
                provider.issuer(),
                "--client-id",
                "butler",
                "--output",
                folder.resolve("other").toString());

        ToolRun run = kubectl("--kubeconfig", folder.resolve("other").toString(), "auth", "whoami");

        assertThat(run.exitCode()).isNotZero();
        assertThat(run.err()).contains("Unauthorized");
    }

    private void kubectlPrintsTheLoginCommandAfterALogout() throws IOException {
        assertThat(tool.run("logout").err()).contains("Logged out ada@example.com");

        ToolRun run = kubectl("auth", "whoami");

        assertThat(run.exitCode()).isNotZero();
        assertThat(run.err())
                .contains(
                        "hint: Run: butlerctl login --issuer %s --client-id confidential".formatted(provider.issuer()));
        ToolRun own = tool.run("whoami");
        assertThat(own.exitCode()).as(own.err()).isEqualTo(ErrorKind.DENIED.exitCode());
        assertThat(own.err()).contains("Run: butlerctl login --issuer " + provider.issuer());
    }
}
