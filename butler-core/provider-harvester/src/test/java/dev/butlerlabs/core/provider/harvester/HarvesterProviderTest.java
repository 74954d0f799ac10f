package dev.butlerlabs.core.provider.harvester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigDocument;
import dev.butlerlabs.core.config.ConfigEnvironment;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ConfigText;
import dev.butlerlabs.core.config.ProblemCollector;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.ProviderConnectionSettings;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.provider.ProviderSectionValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How Harvester is described in files and resources. */
class HarvesterProviderTest {
    private static final String KUBECONFIG = """
            apiVersion: v1
            kind: Config
            clusters: [{name: h, cluster: {server: "https://127.0.0.1:1"}}]
            users: [{name: u, user: {token: canary}}]
            contexts: [{name: c, context: {cluster: h, user: u}}]
            current-context: c
            """;

    @TempDir
    private Path folder;

    private final HarvesterProvider provider = new HarvesterProvider();

    @Test
    void isFoundByItsName() {
        assertThat(ProviderRegistry.load().find("harvester")).get().isInstanceOf(HarvesterProvider.class);
        assertThat(provider.profile().credentials())
                .singleElement()
                .satisfies(key -> assertThat(key.key()).isEqualTo("kubeconfig"));
    }

    @Test
    void aBootstrapFileOfUpstreamIsReadAsItIs() throws IOException {
        Files.writeString(folder.resolve("harvester.kubeconfig"), KUBECONFIG);
        ConfigDocument document = document("""
                kubeconfigPath: harvester.kubeconfig
                namespace: butler
                networkName: default/vlan-20
                imageName: default/image-x7k2p
                """);

        ProviderSectionValues setup = provider.read(document.root()).orElseThrow();

        assertThat(document.problems().problems()).isEmpty();
        assertThat(setup.settings())
                .isEqualTo(Map.of(
                        "namespace", "butler",
                        "networkName", "default/vlan-20",
                        "imageName", "default/image-x7k2p"));
        assertThat(setup.credentials().require("kubeconfig").value()).contains("canary");
        assertThat(setup.toString()).doesNotContain("canary");
    }

    @Test
    void everyProblemIsTold() throws IOException {
        Files.writeString(folder.resolve("k"), KUBECONFIG.replace("token: canary", "exec: {command: login}"));
        ConfigDocument document = document("""
                kubeconfigPath: k
                networkName: vlan-20
                runStrategy: Sometimes
                endpoint: http://harvester
                imagename: default/talos
                """);

        Optional<ProviderSectionValues> setup = provider.read(document.root());

        assertThat(setup).isEmpty();
        assertThat(document.problems().problems())
                .extracting(InputProblem::toString)
                .anyMatch(text -> text.contains("kubeconfigPath") && text.contains("programs of this machine: exec"))
                .anyMatch(text -> text.contains("networkName") && text.contains("namespace/name"))
                .anyMatch(text -> text.contains("runStrategy") && text.contains("RerunOnFailure"))
                .anyMatch(text -> text.contains("endpoint") && text.contains("https"))
                .anyMatch(text -> text.contains("imagename") && text.contains("did you mean imageName?"))
                .hasSize(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"not: [yaml", "kind: Pod", "kind: Config"})
    void aKubeconfigThatIsNoneIsRefusedWithoutBeingQuoted(String text) {
        assertThatThrownBy(() -> connect(Map.of("networkName", "default/machines"), text + " # canary"))
                .isInstanceOf(ButlerException.class)
                .hasMessageNotContaining("canary")
                .hasMessageContaining("Harvester kubeconfig");
    }

    /** A kubeconfig from a Secret must not be able to run a program or read a file where the reconcilers run. */
    @ParameterizedTest
    @ValueSource(strings = {"exec: {command: /bin/false}", "tokenFile: /etc/hostname", "client-key: /etc/hostname"})
    void aKubeconfigThatReachesIntoThisMachineIsRefused(String user) {
        String kubeconfig = KUBECONFIG.replace("token: canary", user);

        assertThatThrownBy(() -> connect(Map.of("networkName", "default/machines"), kubeconfig))
                .isInstanceOfSatisfying(ButlerException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.INVALID_INPUT);
                    assertThat(e.hint()).contains("--flatten");
                });
    }

    @Test
    void settingsThatAreWrongAreAllNamed() {
        assertThatThrownBy(() -> connect(Map.of("namespace", "Upper", "uefi", "perhaps"), KUBECONFIG))
                .isInstanceOfSatisfying(
                        ButlerException.class,
                        e -> assertThat(e.problems())
                                .extracting(InputProblem::path)
                                .containsExactlyInAnyOrder(
                                        "spec.harvester.namespace",
                                        "spec.harvester.networkName",
                                        "spec.harvester.uefi"));
    }

    @Test
    void withoutKubeconfigTheKeyThatLacksIsNamed() {
        ProviderConnectionSettings access = new ProviderConnectionSettings(
                ConfigSection.of("spec.harvester", Map.of("networkName", "default/machines"), new ProblemCollector()),
                Credentials.none());

        assertThatThrownBy(() -> provider.connect(access)).hasMessageContaining("do not contain the key kubeconfig");
    }

    private void connect(Map<String, Object> settings, String kubeconfig) {
        provider.connect(new ProviderConnectionSettings(
                        ConfigSection.of("spec.harvester", settings, new ProblemCollector()),
                        new Credentials(Map.of("kubeconfig", new SensitiveText(kubeconfig)))))
                .close();
    }

    private ConfigDocument document(String yaml) {
        return ConfigDocument.of(
                new ConfigText("bootstrap.yaml", yaml),
                new ConfigEnvironment(name -> Optional.empty(), folder, folder));
    }
}
