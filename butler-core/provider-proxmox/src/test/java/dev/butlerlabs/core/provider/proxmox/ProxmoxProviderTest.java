package dev.butlerlabs.core.provider.proxmox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigDocument;
import dev.butlerlabs.core.config.ConfigEnvironment;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ConfigText;
import dev.butlerlabs.core.config.ProblemCollector;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.ProviderConnectionSettings;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.provider.ProviderSectionValues;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProxmoxProviderTest {
    @TempDir
    private Path folder;

    private final ProxmoxProvider provider = new ProxmoxProvider();

    @Test
    void providerIsFound() {
        assertThat(ProviderRegistry.load().require("proxmox")).isInstanceOf(ProxmoxProvider.class);
    }

    @Test
    void fileIsSplitIntoSettingsAndSecrets() {
        ConfigDocument document = document("""
                endpoint: https://pve.example.com:8006
                token: ${TOKEN}
                nodes: [pve1, pve2]
                storage: ceph
                templateID: 9000
                bridge: vmbr1
                vlan: 42
                pool: butler
                vmidStart: 200
                vmidEnd: 299
                """);
        ProviderSectionValues values = provider.read(document.root()).orElseThrow();
        assertThat(values.settings())
                .isEqualTo(Map.of(
                        "endpoint",
                        "https://pve.example.com:8006",
                        "insecure",
                        false,
                        "nodes",
                        List.of("pve1", "pve2"),
                        "storage",
                        "ceph",
                        "templateID",
                        9000,
                        "bridge",
                        "vmbr1",
                        "vlan",
                        42,
                        "pool",
                        "butler",
                        "vmidRange",
                        Map.of("start", 200, "end", 299)));
        assertThat(values.credentials().require("token").value()).isEqualTo("ann@pve!ci=canary-secret");
        assertThat(values.toString()).doesNotContain("canary");
        assertThat(provider.connect(access(values))).isNotNull().satisfies(AutoCloseable::close);
    }

    @Test
    void everyProblemOfAFileIsReportedAtOnce() throws IOException {
        Files.writeString(folder.resolve("ca.pem"), "not a certificate");
        ConfigDocument document = document("""
                endpoint: https://ann@pve.example.com/ui
                insecure: true
                caFile: ca.pem
                token: no-token
                username: ann@pve
                nodes: ["bad node"]
                templateID: 7
                importVolume: talos.qcow2
                vlan: 5000
                vmidStart: 300
                vmidEnd: 299
                """);
        assertThat(provider.read(document.root())).isEmpty();
        assertThat(document.problems().problems())
                .extracting(problem -> problem.toString().replaceFirst("^\\S+ (\\w+)[:\\[].*", "$1"))
                .contains(
                        "endpoint",
                        "caFile",
                        "token",
                        "nodes",
                        "templateID",
                        "importVolume",
                        "vlan",
                        "vmidEnd",
                        "storage");
        assertThat(document.problems().problems().toString()).doesNotContain("no-token");
        assertThat(document.problems().warnings().toString()).contains("insecure");
    }

    @Test
    void credentialsAreATokenOrAPassword() {
        ConfigDocument neither = document("{endpoint: https://pve.test, nodes: [pve1], storage: ceph}");
        assertThat(provider.read(neither.root())).isEmpty();
        assertThat(neither.problems().problems().toString()).contains("token", "username and password");
        ConfigDocument password = document(
                "{endpoint: https://pve.test, nodes: [pve1], storage: ceph, username: ann@pve, password: canary}");
        assertThat(provider.read(password.root()).orElseThrow().credentials().values())
                .containsOnlyKeys("username", "password");
    }

    @ParameterizedTest
    @CsvSource({
        "https://pve.test, https://pve.test:8006/api2/json",
        "https://pve.test/, https://pve.test:8006/api2/json",
        "https://pve.test:443/api2/json, https://pve.test:443/api2/json",
        "'https://[2001:db8::7]', 'https://[2001:db8::7]:8006/api2/json'"
    })
    void endpointHasADefaultPort(String text, String base) {
        assertThat(ProxmoxEndpoint.read(section(Map.of("endpoint", text)).read(ProxmoxConfigKeys.IN_A_RESOURCE)))
                .map(ProxmoxEndpoint::base)
                .hasToString("Optional[" + base + "]");
    }

    @Test
    void aliasReplacesTheHostButNotTheNameOfTheCertificate() {
        ProxmoxEndpoint endpoint = ProxmoxEndpoint.read(section(Map.of(
                                "endpoint",
                                "https://pve.test:8006",
                                "hostAliases",
                                List.of("2001:db8::9 PVE.test pve")))
                        .read(ProxmoxConfigKeys.IN_A_RESOURCE))
                .orElseThrow();
        assertThat(endpoint.base()).hasToString("https://[2001:db8::9]:8006/api2/json");
        assertThat(endpoint.serverName()).contains("pve.test");
        assertThat(endpoint).hasToString("pve.test:8006");
    }

    @ParameterizedTest
    @CsvSource({"https://ann@pve.test", "https://pve.test/pve", "http://pve.test:8006", "https://pve.test?a=b"})
    void endpointWithMoreThanHostAndPortIsRejected(String text) {
        assertThat(ProxmoxEndpoint.read(section(Map.of("endpoint", text)).read(ProxmoxConfigKeys.IN_A_RESOURCE)))
                .isEmpty();
    }

    @Test
    void unusableCredentialsAreReportedWithoutAConnection() {
        assertThat(refusal(Map.of())).hasMessageContaining("neither an API token nor a user");
        assertThat(refusal(Map.of("token", "canary")))
                .hasMessageContaining("token")
                .message()
                .doesNotContain("canary");
        assertThat(refusal(Map.of("username", "ann@pve"))).hasMessageContaining("password");
        assertThat(refusal(Map.of("token", "ann@pve!ci=x", "ca.pem", "canary")).problems())
                .hasToString("[ca.pem: contains no valid certificate]");
    }

    private ButlerException refusal(Map<String, String> credentials) {
        Map<String, SensitiveText> secrets = new HashMap<>();
        credentials.forEach((key, value) -> secrets.put(key, new SensitiveText(value)));
        return catchThrowableOfType(
                ButlerException.class,
                () -> provider.connect(new ProviderConnectionSettings(section(Map.of()), new Credentials(secrets))));
    }

    @Test
    void roleFileContainsTheRequiredPrivileges() throws IOException {
        Path file = ProjectRoot.find().resolve("configs/permissions/proxmox-role.txt");
        assertThat(Files.readAllLines(file).stream().filter(line -> !line.startsWith("#")))
                .containsExactlyElementsOf(ProxmoxPrivileges.role());
    }

    @Test
    void roleFileForImagesContainsTheRequiredPrivileges() throws IOException {
        Path file = ProjectRoot.find().resolve("configs/permissions/proxmox-images-role.txt");
        assertThat(Files.readAllLines(file).stream().filter(line -> !line.startsWith("#")))
                .containsExactlyElementsOf(new TreeSet<>(ProxmoxPrivileges.FOR_IMAGES));
    }

    @Test
    void missingPrivilegesAreNamedWithTheirAlternatives() {
        ProxmoxPrivileges.Requirement machines =
                ProxmoxPrivileges.of(ProxmoxSamples.settings()).getFirst();
        assertThat(machines.path()).isEqualTo("/pool/butler");
        assertThat(machines.missing(ProxmoxPrivileges.role())).isEmpty();
        Set<String> granted = new HashSet<>(ProxmoxPrivileges.role());
        granted.removeAll(List.of("VM.Clone", "VM.Allocate", "VM.GuestAgent.Audit"));
        assertThat(machines.missing(granted))
                .containsExactly("VM.Allocate", "VM.GuestAgent.Audit or VM.GuestAgent.Unrestricted or VM.Monitor");
        granted.add("VM.Monitor");
        assertThat(machines.missing(granted)).containsExactly("VM.Allocate");
    }

    @ParameterizedTest
    @CsvSource({"9.1.3, true", "8.4.0, true", "8.3.5, false", "7.4-3, false", "10.0, true", "unknown, false"})
    void releaseMustBeSupported(String version, boolean supported) {
        assertThat(ProxmoxPreflight.isSupported(version)).isEqualTo(supported);
    }

    @Test
    void imageIsATemplateOrAVolume() {
        assertThat(ProxmoxImage.parse("9000")).isEqualTo(new ProxmoxImage.Template(9000));
        assertThat(ProxmoxImage.parse("local:import/talos.qcow2"))
                .isEqualTo(new ProxmoxImage.Volume("local:import/talos.qcow2"));
        assertThat(catchThrowableOfType(ButlerException.class, () -> ProxmoxImage.parse("talos")))
                .hasMessageContaining("talos");
    }

    private static ConfigSection section(Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(Map.of(
                "endpoint", "https://pve.test", "nodes", List.of("pve1"), "storage", "ceph", "templateID", 9000));
        all.putAll(settings);
        return ConfigSection.of("spec.proxmox", all, new ProblemCollector());
    }

    private static ProviderConnectionSettings access(ProviderSectionValues values) {
        return new ProviderConnectionSettings(
                ConfigSection.of("spec.proxmox", values.settings(), new ProblemCollector()), values.credentials());
    }

    private ConfigDocument document(String yaml) {
        Map<String, String> variables = Map.of("TOKEN", "ann@pve!ci=canary-secret");
        return ConfigDocument.of(
                new ConfigText("test.yaml", yaml),
                new ConfigEnvironment(name -> Optional.ofNullable(variables.get(name)), folder, folder));
    }
}
