package dev.butlerlabs.core.bootstrap.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.bootstrap.migration.ConfigFileConversion.FileChange;
import dev.butlerlabs.core.config.ConfigText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.talos.yaml.YamlReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of upstream's bootstrap files. */
class UpstreamConfigConverterTest {
    private static final String PLAIN = """
            provider: harvester
            cluster:
              name: alpha
            addons:
              capi: {enabled: true}
              butlerController: {enabled: true}
            """;

    @Test
    void aFileThatMeansTheSameIsUnchanged() {
        ConfigFileConversion conversion = convert(PLAIN);

        assertThat(conversion.changes()).isEmpty();
        assertThat(YamlReader.documents("result", conversion.yaml()))
                .isEqualTo(YamlReader.documents("original", PLAIN));
    }

    @Test
    void ofTwoPoolsTheOneThatUpstreamUsesIsKept() {
        ConfigFileConversion conversion = convert(PLAIN + """
                  loadBalancer: {type: metallb, addressPool: 192.0.2.11-192.0.2.20}
                network:
                  loadBalancerPool: {start: 192.0.2.21, end: 192.0.2.30}
                """);

        assertThat(conversion.tree().get("network"))
                .isEqualTo(Map.of("loadBalancerPool", Map.of("start", "192.0.2.21", "end", "192.0.2.30")));
        assertThat(conversion.tree().get("addons").toString()).doesNotContain("addressPool");
        assertThat(texts(conversion))
                .containsExactly("addons.loadBalancer.addressPool: 192.0.2.11-192.0.2.20 removed;"
                        + " the pool in use is network.loadBalancerPool (192.0.2.21-192.0.2.30)");
        assertThat(conversion.yaml()).contains("#   addons.loadBalancer.addressPool: 192.0.2.11-192.0.2.20 removed");
    }

    @Test
    void equalPoolsStay() {
        assertThat(convert(PLAIN + """
                  loadBalancer: {type: metallb, addressPool: 192.0.2.11 - 192.0.2.20}
                network:
                  loadBalancerPool: {start: 192.0.2.11, end: 192.0.2.20}
                """).changes()).isEmpty();
    }

    @Test
    void secretsAreReplacedByVariables() {
        ConfigFileConversion conversion = convert(PLAIN.replace("harvester", "nutanix") + """
                providerConfig:
                  nutanix: {username: "", password: s3cret-Value, endpoint: "https://prism.example.com"}
                """);

        assertThat(conversion.yaml())
                .contains("password: ${NUTANIX_PASSWORD}", "username: ${NUTANIX_USERNAME}")
                .doesNotContain("s3cret");
        assertThat(texts(conversion).toString())
                .contains("export NUTANIX_PASSWORD")
                .doesNotContain("s3cret");
    }

    @Test
    void keysAreReadInAnyCaseAndUnknownOnesAreNamed() {
        ConfigFileConversion conversion = convert("""
                Provider: harvester
                addons: {capi: {enabled: true}, butlerController: {enabled: true}}
                cluster: {Name: alpha, owner: me, controlplane: {memoryMb: 8192}}
                surprise: {a: 1}
                providerConfig: {harvester: {networkname: default/lan, colour: red}}
                """);

        assertThat(conversion.tree())
                .isEqualTo(Map.of(
                        "provider", "harvester",
                        "addons", Map.of("capi", Map.of("enabled", true), "butlerController", Map.of("enabled", true)),
                        "cluster", Map.of("name", "alpha", "controlPlane", Map.of("memoryMB", 8192)),
                        "providerConfig", Map.of("harvester", Map.of("networkName", "default/lan"))));
        assertThat(conversion.changes())
                .extracting(FileChange::path)
                .containsExactly(
                        "Provider",
                        "cluster.Name",
                        "cluster.owner",
                        "cluster.controlplane",
                        "cluster.controlPlane.memoryMb",
                        "surprise",
                        "providerConfig.harvester.networkname",
                        "providerConfig.harvester.colour");
    }

    @Test
    void upstreamsDefaultsAreWrittenOut() {
        ConfigFileConversion conversion = convert("provider: harvester\naddons: {cni: {type: cilium}}\n");

        assertThat(conversion.tree().get("addons"))
                .isEqualTo(Map.of(
                        "cni", Map.of("type", "cilium"),
                        "capi", Map.of("enabled", false),
                        "butlerController", Map.of("enabled", false)));
        assertThat(conversion.changes()).hasSize(2);
    }

    @Test
    void dollarSignsKeepTheirMeaning() {
        assertThat(convert("cluster: {name: 'a${b}'}\n").tree().get("cluster")).isEqualTo(Map.of("name", "a$${b}"));
    }

    @Test
    void disksThatUpstreamDoesNotCreateAreNamed() {
        ConfigFileConversion conversion =
                convert(PLAIN.replace("name: alpha", "workers: {extraDisks: [{sizeGB: 50}]}"));

        assertThat(conversion.tree().get("cluster"))
                .isEqualTo(Map.of("workers", Map.of("extraDisks", List.of(Map.of("sizeGB", 50)))));
        assertThat(texts(conversion)).singleElement().asString().startsWith("cluster.workers.extraDisks: unchanged");
    }

    @Test
    void sectionsOfOtherProvidersGo() {
        ConfigFileConversion conversion = convert(PLAIN + """
                providerConfig:
                  harvester: {networkName: default/lan}
                  azure: {clientSecret: s3cret-Value}
                """);

        assertThat(conversion.tree().get("providerConfig"))
                .isEqualTo(Map.of("harvester", Map.of("networkName", "default/lan")));
        assertThat(texts(conversion)).containsExactly("providerConfig.azure: removed; the provider is harvester");
        assertThat(conversion.yaml()).doesNotContain("s3cret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "just text", "a: 1\n---\nb: 2\n", "a: [unclosed"})
    void whatIsNotABootstrapFileIsRejected(String text) {
        assertThatThrownBy(() -> convert(text))
                .isInstanceOfSatisfying(
                        ButlerException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT));
    }

    private static ConfigFileConversion convert(String text) {
        return UpstreamConfigConverter.convert(new ConfigText("upstream.yaml", text), ProviderRegistry.load());
    }

    private static List<String> texts(ConfigFileConversion conversion) {
        return conversion.changes().stream().map(FileChange::toString).toList();
    }
}
