package dev.butlerlabs.core.provider.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AzureProviderTest {
    private final ProblemCollector problems = new ProblemCollector();
    private final AzureProvider provider = new AzureProvider();

    private Optional<ProviderSectionValues> read(Map<String, Object> section) {
        return provider.read(ConfigSection.of("providerConfig.azure", section, problems));
    }

    private static Map<String, Object> settings() {
        return Map.of(
                "subscriptionID", AzureCases.SUBSCRIPTION,
                "resourceGroup", "group",
                "location", "westeurope",
                "vnetName", "vnet",
                "subnetName", "machines");
    }

    private static Map<String, Object> file(Map<String, Object> more) {
        Map<String, Object> file = new HashMap<>(settings());
        file.putAll(Map.of("tenantID", "tenant", "clientID", "client", "clientSecret", "canary"));
        file.putAll(more);
        return file;
    }

    @Test
    void isFound() {
        assertThat(ProviderRegistry.load().require("azure")).isInstanceOf(AzureProvider.class);
        assertThat(provider.profile().talosPlatform()).isEqualTo("azure");
    }

    @Test
    void splitsAFileIntoSettingsAndCredentials() {
        ProviderSectionValues setup = read(file(Map.of("imageURN", "a:b:c:d", "zones", List.of("1", "2"))))
                .orElseThrow();

        assertThat(setup.settings())
                .containsAllEntriesOf(settings())
                .containsEntry("imageURN", "a:b:c:d")
                .containsEntry("zones", List.of("1", "2"))
                .doesNotContainKeys("clientSecret", "endpoint");
        assertThat(setup.credentials().values().keySet())
                .containsExactlyInAnyOrder("tenantID", "clientID", "clientSecret");
        assertThat(setup.toString()).doesNotContain("canary");
    }

    @Test
    void reportsEveryProblemAtOnce() {
        assertThat(read(Map.of(
                        "subscriptionID", "mine",
                        "location", "Mars!",
                        "zones", List.of("x"),
                        "availabilitySet", "set",
                        "imageURN", "talos",
                        "endpoint", "http://plain.example",
                        "vmsize", "x")))
                .isEmpty();
        assertThat(problems.problems())
                .extracting(problem -> problem.path())
                .contains(
                        "providerConfig.azure.subscriptionID",
                        "providerConfig.azure.resourceGroup",
                        "providerConfig.azure.vnetName",
                        "providerConfig.azure.subnetName",
                        "providerConfig.azure.location",
                        "providerConfig.azure.zones[0]",
                        "providerConfig.azure.availabilitySet",
                        "providerConfig.azure.imageURN",
                        "providerConfig.azure.endpoint",
                        "providerConfig.azure.vmsize",
                        "providerConfig.azure.tenantID",
                        "providerConfig.azure.clientSecret");
    }

    @Test
    void rejectsTwoImagesInAFile() {
        assertThat(read(file(Map.of("imageURN", "a:b:c:d", "imageID", "/subscriptions/s/x"))))
                .isEmpty();
        assertThat(problems.problems())
                .extracting(problem -> problem.path())
                .containsExactly("providerConfig.azure.imageID");
    }

    @Test
    void needsNoSecretForAnIdentityOfThisProcess() {
        Map<String, Object> section = new HashMap<>(settings());
        section.put("identity", "managed-identity");
        ProviderSectionValues setup = read(section).orElseThrow();
        assertThat(setup.settings()).containsEntry("identity", "managed-identity");
        assertThat(setup.credentials().values()).isEmpty();
    }

    @Test
    void refusesToConnectWithoutCredentials() {
        ConfigSection section = ConfigSection.of("spec.azure", settings(), problems);

        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> provider.connect(new ProviderConnectionSettings(section, Credentials.none())))
                .withMessageContaining("tenantID");
    }

    @Test
    void refusesAnInvalidCertificateAuthority() {
        ConfigSection section = ConfigSection.of("spec.azure", settings(), problems);

        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> provider.connect(new ProviderConnectionSettings(section, login("ca.pem", "none"))))
                .satisfies(failure -> assertThat(failure.problems()).hasSize(1));
    }

    @Test
    void connectsWithoutTalkingAndShowsNoSecret() {
        ConfigSection section = ConfigSection.of("spec.azure", settings(), problems);

        try (ConnectedInfrastructure group =
                provider.connect(new ProviderConnectionSettings(section, login("unused", "x")))) {
            assertThat(group.toString()).doesNotContain("canary");
            assertThat(group.loadBalancers()).isPresent();
        }
    }

    @Test
    void reservesTheIdentitiesOfThisProcessForThePlatform() {
        assertThat(provider.isForPlatformOnly(spec(Map.of()))).isFalse();
        assertThat(provider.isForPlatformOnly(spec(Map.of("identity", "client-secret"))))
                .isFalse();
        assertThat(provider.isForPlatformOnly(spec(Map.of("identity", "workload-identity"))))
                .isTrue();
        assertThat(provider.isForPlatformOnly(spec(Map.of("identity", "managed-identity"))))
                .isTrue();
    }

    private static ProviderConfigSpec spec(Map<String, Object> section) {
        return new ObjectMapper().convertValue(Map.of("provider", "azure", "azure", section), ProviderConfigSpec.class);
    }

    /** A ProviderConfig for tenant clusters has no network for machines. */
    @Test
    void connectsWithoutANetworkButCreatesNoMachine() {
        Map<String, Object> tenants = Map.of("subscriptionID", AzureCases.SUBSCRIPTION, "resourceGroup", "group");
        ConfigSection section = ConfigSection.of("spec.azure", tenants, problems);
        try (ConnectedInfrastructure group =
                provider.connect(new ProviderConnectionSettings(section, login("unused", "x")))) {
            assertThatExceptionOfType(ButlerException.class)
                    .isThrownBy(() -> group.machines().create(AzureCases.spec("cp-0")))
                    .satisfies(failure -> assertThat(failure.problems())
                            .extracting(problem -> problem.path())
                            .containsExactly("spec.azure.location", "spec.azure.vnetName", "spec.azure.subnetName"));
        }
    }

    private static Credentials login(String key, String value) {
        return new Credentials(Map.of(
                "tenantID",
                new SensitiveText("tenant"),
                "clientID",
                new SensitiveText("client"),
                "clientSecret",
                new SensitiveText("canary"),
                key,
                new SensitiveText(value)));
    }
}
