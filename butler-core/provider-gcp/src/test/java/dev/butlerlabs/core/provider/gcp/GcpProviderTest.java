package dev.butlerlabs.core.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ProblemCollector;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.ProviderConnectionSettings;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.provider.ProviderSectionValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GcpProviderTest {
    @TempDir
    private Path home;

    private final ProblemCollector problems = new ProblemCollector();
    private final GcpProvider provider = new GcpProvider();

    private Optional<ProviderSectionValues> read(Map<String, Object> section, Map<String, String> variables) {
        return GcpBootstrapConfigKeys.read(
                ConfigSection.of("providerConfig.gcp", section, problems).read(GcpBootstrapConfigKeys.KEYS),
                new ApplicationDefaultCredentials(name -> Optional.ofNullable(variables.get(name)), home));
    }

    @Test
    void isFound() {
        assertThat(ProviderRegistry.load().require("gcp")).isInstanceOf(GcpProvider.class);
        assertThat(provider.profile().clusterNameLimit()).isEqualTo(45);
        assertThat(provider.profile().passthroughLoadBalancer()).isTrue();
    }

    @Test
    void usesTheApplicationDefaultCredentialsAndWarns() throws IOException {
        Path file = Files.writeString(
                home.resolve("key.json"), GcpSpecs.key(Map.of()).value());
        ProviderSectionValues values = read(
                        Map.of("projectID", "my-project", "region", "europe-west3", "tags", List.of("a", "b")),
                        Map.of("GOOGLE_APPLICATION_CREDENTIALS", file.toString()))
                .orElseThrow();

        assertThat(values.settings())
                .isEqualTo(Map.of("projectID", "my-project", "region", "europe-west3", "tags", List.of("a", "b")));
        assertThat(values.credentials().values().keySet()).containsExactly("serviceAccountKey");
        assertThat(values.toString()).doesNotContain("PRIVATE KEY");
        assertThat(problems.isEmpty()).isTrue();
    }

    @Test
    void prefersTheVariableToTheFileOfGcloud() throws IOException {
        Path gcloud = Files.createDirectories(home.resolve(".config/gcloud"));
        Files.writeString(gcloud.resolve("application_default_credentials.json"), """
                {"type": "authorized_user", "client_id": "i", "client_secret": "s", "refresh_token": "r"}""");
        ApplicationDefaultCredentials none = new ApplicationDefaultCredentials(_ -> Optional.empty(), home);
        ApplicationDefaultCredentials missing = new ApplicationDefaultCredentials(
                name -> Optional.of("/does/not/exist").filter(_ -> name.startsWith("GOOGLE")), home);

        assertThat(none.find().orElseThrow().content().value()).contains("authorized_user");
        assertThat(missing.find()).isEmpty();
    }

    @Test
    void reportsEveryProblemAtOnce() {
        assertThat(read(
                        Map.of(
                                "projectID",
                                "X",
                                "region",
                                "Mars!",
                                "zone",
                                "us-east1-b",
                                "network",
                                "a b",
                                "netwerk",
                                "x"),
                        Map.of()))
                .isEmpty();
        assertThat(problems.problems())
                .extracting(problem -> problem.path())
                .contains(
                        "providerConfig.gcp.projectID",
                        "providerConfig.gcp.region",
                        "providerConfig.gcp.network",
                        "providerConfig.gcp.netwerk",
                        "providerConfig.gcp.serviceAccountKeyPath");
    }

    @Test
    void rejectsAZoneOfAnotherRegion() {
        assertThat(read(
                        Map.of(
                                "projectID",
                                "my-project",
                                "region",
                                "europe-west3",
                                "zone",
                                "us-east1-b",
                                "tokenSource",
                                "metadata"),
                        Map.of()))
                .isEmpty();
        assertThat(problems.problems())
                .extracting(problem -> problem.path())
                .containsExactly("providerConfig.gcp.zone");
    }

    @Test
    void needsNoKeyForTheMetadataServer() {
        assertThat(read(
                                Map.of("projectID", "my-project", "region", "europe-west3", "tokenSource", "metadata"),
                                Map.of())
                        .orElseThrow()
                        .credentials()
                        .values())
                .containsOnlyKeys("tokenSource");
    }

    @Test
    void allowsTheMetadataServerInThePlatformNamespaceOnly() {
        assertThat(provider.isForPlatformOnly(spec(ProviderConfigSpec.Gcp.TokenSource.METADATA)))
                .isTrue();
        assertThat(provider.isForPlatformOnly(spec(ProviderConfigSpec.Gcp.TokenSource.EXCHANGE)))
                .isFalse();
        assertThat(provider.isForPlatformOnly(spec(null))).isFalse();
    }

    private static ProviderConfigSpec spec(ProviderConfigSpec.Gcp.TokenSource source) {
        ProviderConfigSpec.Gcp gcp = new ProviderConfigSpec.Gcp(
                "my-project",
                "europe-west3",
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                source,
                null,
                null,
                null,
                null,
                null);
        return new ProviderConfigSpec("gcp", null, null, null, null, null, null, null, gcp, null, null, null);
    }

    @Test
    void refusesToConnectWithoutCredentials() {
        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> provider.connect(access(Credentials.none())))
                .withMessageContaining("serviceAccountKey");
    }

    @Test
    void connectsWithoutSendingARequestAndShowsNoSecret() {
        Credentials credentials = new Credentials(Map.of("serviceAccountKey", GcpSpecs.key(Map.of())));
        try (ConnectedInfrastructure connection = provider.connect(access(credentials))) {
            assertThat(connection.toString()).doesNotContain("PRIVATE KEY");
            assertThat(connection.loadBalancers()).isPresent();
        }
    }

    @Test
    void rejectsTextThatIsNotAKeyWithoutShowingIt() {
        Credentials credentials = new Credentials(Map.of("serviceAccountKey", new SensitiveText("canary")));
        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> provider.connect(access(credentials)))
                .satisfies(e -> assertThat(e.getMessage() + e.hint()).doesNotContain("canary"));
    }

    private ProviderConnectionSettings access(Credentials credentials) {
        return new ProviderConnectionSettings(
                ConfigSection.of("spec.gcp", Map.of("projectID", "my-project", "region", "europe-west3"), problems),
                credentials);
    }
}
