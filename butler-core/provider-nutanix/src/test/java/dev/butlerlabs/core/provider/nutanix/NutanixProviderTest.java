package dev.butlerlabs.core.provider.nutanix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigDocument;
import dev.butlerlabs.core.config.ConfigEnvironment;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ConfigText;
import dev.butlerlabs.core.config.ProblemCollector;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the section is read, and what is wrong with one. */
class NutanixProviderTest {
    @TempDir
    private Path folder;

    private final NutanixProvider provider = new NutanixProvider();

    @Test
    void theProviderIsFound() {
        assertThat(ProviderRegistry.load().require("nutanix")).isInstanceOf(NutanixProvider.class);
    }

    @Test
    void aFileIsTakenApartIntoSettingsAndSecrets() {
        ConfigDocument document = document("""
                endpoint: https://prism.example.com
                username: ${USER_NAME}
                password: ${PASSWORD}
                clusterUUID: 0005b6b1-1b16-4983-b5ff-204840f85e07
                subnetUUID: machines
                imageUUID: talos
                storageContainerUUID: default
                hostAliases:
                - 192.0.2.5 prism.example.com prism
                - 192.0.2.6 prism
                """);
        ProviderSectionValues setup = provider.read(document.root()).orElseThrow();
        assertThat(document.problems().warnings()).isEmpty();
        assertThat(setup.settings())
                .isEqualTo(Map.of(
                        "endpoint", "https://prism.example.com",
                        "port", 9440,
                        "insecure", false,
                        "clusterUUID", "0005b6b1-1b16-4983-b5ff-204840f85e07",
                        "subnetUUID", "machines",
                        "imageUUID", "talos",
                        "storageContainerUUID", "default",
                        "hostAliases", Map.of("prism.example.com", "192.0.2.5", "prism", "192.0.2.5")));
        assertThat(setup.credentials().require("username")).isEqualTo(new SensitiveText("ann"));
        assertThat(setup.credentials().require("password")).isEqualTo(new SensitiveText("canary-password"));
        assertThat(setup.toString()).doesNotContain("canary").doesNotContain("ann");
        assertThat(provider.connect(access(setup))).isNotNull().satisfies(AutoCloseable::close);
    }

    @Test
    void everyProblemOfAFileIsToldAtOnce() throws IOException {
        Files.writeString(folder.resolve("ca.pem"), "not a certificate");
        ConfigDocument document = document("""
                endpoint: https://ann@prism.example.com/console
                insecure: true
                caFile: ca.pem
                username: ${NOT_SET}
                subnetUUID: ""
                hostAliases: {prism.example.com: 300.0.0.1}
                """);
        assertThat(provider.read(document.root())).isEmpty();
        assertThat(document.problems().problems())
                .extracting(Object::toString)
                .containsExactly(
                        "test.yaml:1:1 password: is missing (password of the user)",
                        "test.yaml:1:1 clusterUUID: is missing (cluster of the machines, by UUID or name)",
                        "test.yaml:1:11 endpoint: must not contain a user; use the keys username and password (specify scheme, host and, if necessary, the port)",
                        "test.yaml:3:9 caFile: refers to a file without a valid certificate (use a file with certificates in PEM)",
                        "test.yaml:4:11 username: refers to the variable NOT_SET, which is not set (export NOT_SET and try again)",
                        "test.yaml:5:13 subnetUUID: must be a non-empty text, not ''",
                        "test.yaml:6:34 hostAliases.prism.example.com: must be an IPv4 or IPv6 address");
        assertThat(document.problems().warnings())
                .extracting(Object::toString)
                .containsExactly(
                        "test.yaml:2:11 insecure: disables certificate verification (specify the CA in caFile)");
    }

    /** Point 40: the port is appended only where the endpoint has none. */
    @ParameterizedTest
    @CsvSource({
        "https://prism.test, 9440, https://prism.test:9440/api/nutanix/v3",
        "https://prism.test/, 443, https://prism.test:443/api/nutanix/v3",
        "https://prism.test:8443, 9440, https://prism.test:8443/api/nutanix/v3",
        "https://192.0.2.7, 9440, https://192.0.2.7:9440/api/nutanix/v3",
        "'https://[2001:db8::7]', 9440, 'https://[2001:db8::7]:9440/api/nutanix/v3'",
        "https://Alias.test, 9440, https://192.0.2.9:9440/api/nutanix/v3",
        "https://alias6.test:1, 9440, 'https://[2001:db8::9]:1/api/nutanix/v3'"
    })
    void thePortIsAppendedOnlyWhereThereIsNone(String endpoint, int port, String base) {
        Optional<PrismEndpoint> read = endpoint(Map.of(
                "endpoint", endpoint,
                "port", port,
                "hostAliases", Map.of("alias.test", "192.0.2.9", "alias6.test", "2001:db8::9")));
        assertThat(read).map(PrismEndpoint::base).map(Object::toString).contains(base);
    }

    @ParameterizedTest
    @CsvSource({
        "http://prism.test, unencrypted",
        "https://prism.test/api, must not contain anything after",
        "https://prism.test?x=1, must not contain anything after",
        "https://ann:secret@prism.test, must not contain a user",
        "https://pri sm.test, is not a valid URL",
        "prism.test, must be a URL"
    })
    void anEndpointThatIsNoneIsTold(String endpoint, String sentence) {
        ButlerException refused = catchThrowableOfType(
                ButlerException.class,
                () -> provider.connect(
                        new ProviderConnectionSettings(section(Map.of("endpoint", endpoint)), Credentials.none())));
        assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(refused.problems()).anyMatch(problem -> problem.toString().contains(sentence));
        assertThat(refused.problems().toString()).doesNotContain("secret");
    }

    @Test
    void plainHttpTakesAWord() {
        assertThat(endpoint(Map.of("endpoint", "http://127.0.0.1:9440", "insecure", true)))
                .isPresent();
    }

    /** Point 43 is the reconciler's; here it must be plain that nothing was dialled when the credentials are unusable. */
    @Test
    void credentialsThatLackSomethingAreToldWithoutDialling() {
        ProviderConnectionSettings none = new ProviderConnectionSettings(section(Map.of()), Credentials.none());
        assertThat(catchThrowableOfType(ButlerException.class, () -> provider.connect(none)))
                .hasMessageContaining("username");
        ProviderConnectionSettings unreadable = new ProviderConnectionSettings(
                section(Map.of()),
                new Credentials(Map.of(
                        "username", new SensitiveText("canary-user"),
                        "password", new SensitiveText("canary-password"),
                        "ca.pem",
                                new SensitiveText("-----BEGIN CERTIFICATE-----\ncanary\n-----END CERTIFICATE-----"))));
        ButlerException refused = catchThrowableOfType(ButlerException.class, () -> provider.connect(unreadable));
        assertThat(refused.problems()).hasToString("[ca.pem: contains no valid certificate]");
        assertThat(refused.getCause()).isNull();
        assertThat(refused.toString() + refused.hint()).doesNotContain("canary");
    }

    private static Optional<PrismEndpoint> endpoint(Map<String, Object> settings) {
        return PrismEndpoint.read(section(settings).read(NutanixConfigKeys.IN_A_RESOURCE));
    }

    private static ConfigSection section(Map<String, Object> settings) {
        Map<String, Object> all = new java.util.HashMap<>(
                Map.of("endpoint", "https://prism.test", "clusterUUID", "simulated", "subnetUUID", "machines"));
        all.putAll(settings);
        return ConfigSection.of("spec.nutanix", all, new ProblemCollector());
    }

    private static ProviderConnectionSettings access(ProviderSectionValues setup) {
        return new ProviderConnectionSettings(
                ConfigSection.of("spec.nutanix", setup.settings(), new ProblemCollector()), setup.credentials());
    }

    private ConfigDocument document(String yaml) {
        Map<String, String> variables = Map.of("USER_NAME", "ann", "PASSWORD", "canary-password");
        return ConfigDocument.of(
                new ConfigText("test.yaml", yaml),
                new ConfigEnvironment(name -> Optional.ofNullable(variables.get(name)), folder, folder));
    }

    @Test
    void theProfileSaysWhatOthersNeedToKnow() {
        assertThat(provider.profile().talosPlatform()).isEqualTo("openstack");
        assertThat(provider.profile().credentials())
                .extracting(key -> key.key())
                .isEqualTo(List.of("username", "password", "ca.pem"));
    }
}
