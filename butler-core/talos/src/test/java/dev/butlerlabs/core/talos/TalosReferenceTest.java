package dev.butlerlabs.core.talos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.talos.config.Cni;
import dev.butlerlabs.core.talos.config.ConfigurationGenerator;
import dev.butlerlabs.core.talos.config.ConfigurationValidator;
import dev.butlerlabs.core.talos.config.DataDisk;
import dev.butlerlabs.core.talos.config.Installation;
import dev.butlerlabs.core.talos.config.MachineClusterOptions;
import dev.butlerlabs.core.talos.config.MachineClusterOptionsBuilder;
import dev.butlerlabs.core.talos.config.MachineConfiguration;
import dev.butlerlabs.core.talos.config.MachineNodeOptions;
import dev.butlerlabs.core.talos.config.MachineType;
import dev.butlerlabs.core.talos.config.RunMode;
import dev.butlerlabs.core.talos.config.VirtualIpAddress;
import dev.butlerlabs.core.talos.patch.ConfigurationPatch;
import dev.butlerlabs.core.talos.patch.PatchApplier;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.secrets.SecretsGenerator;
import dev.butlerlabs.core.talos.testing.FreshSecrets;
import dev.butlerlabs.core.talos.testing.TalosOracles;
import dev.butlerlabs.core.talos.testing.TalosReference;
import dev.butlerlabs.core.talos.testing.TalosReference.Answer;
import dev.butlerlabs.core.talos.yaml.YamlReader;
import dev.butlerlabs.core.version.VersionContract;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Side by side with Talos's own library. */
@Tag("process")
class TalosReferenceTest {
    private static final SecretsBundle SECRETS = FreshSecrets.generate(VersionContract.parse("v1.13"));

    @TempDir
    private Path folder;

    @Test
    void takesOurSecrets() throws IOException {
        TalosReference talos = TalosReference.find();
        Answer answer =
                talos.ask("secrets", write("secrets.yaml", SECRETS.yaml()).toString());
        assertThat(answer.exitCode()).as(answer.err()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1.8", "v1.9", "v1.10", "v1.11", "v1.12", "v1.13"})
    void generatesTheSameFromOurSecrets(String version) throws IOException {
        TalosReference talos = TalosReference.find();
        Path secrets = write("secrets.yaml", SECRETS.yaml());
        MachineClusterOptions options = plain(version).build();
        for (MachineType type : MachineType.values()) {
            Answer answer = talos.ask(
                    "generate",
                    secrets.toString(),
                    type.word(),
                    version,
                    options.kubernetes().text());
            assertThat(answer.exitCode()).as(answer.err()).isZero();
            assertThat(new ConfigurationGenerator(options, SECRETS)
                            .generate(type, MachineNodeOptions.NONE)
                            .documents())
                    .isEqualTo(documents(answer.out()));
        }
    }

    /** As Talos's provider for Cluster API does with the bundle it finds. */
    @ParameterizedTest
    @ValueSource(strings = {"v1.8", "v1.9", "v1.10", "v1.11", "v1.12", "v1.13"})
    void makesWorkersOfAHostedControlPlaneFromOurSecrets(String version) throws IOException {
        TalosReference talos = TalosReference.find();
        SecretsBundle hosted = new SecretsGenerator(new SecureRandom(), Clock.systemUTC())
                .generateHosted(
                        VersionContract.parse(version),
                        "butler.0123456789abcdef0123456789abcdef",
                        SECRETS.os(),
                        SECRETS.kubernetes().withoutKey());
        MachineClusterOptions options = plain(version).build();
        Answer answer = talos.ask(
                "generate",
                write("secrets.yaml", hosted.yaml()).toString(),
                "worker",
                version,
                options.kubernetes().text());
        assertThat(answer.exitCode()).as(answer.err()).isZero();
        assertThat(answer.out())
                .contains("butler.0123456789abcdef0123456789abcdef", hosted.bootstrapToken())
                .contains(
                        encoded(SECRETS.os().certificate()),
                        encoded(SECRETS.kubernetes().certificate()))
                .doesNotContain(encoded(SECRETS.os().key()));
        assertThat(new ConfigurationGenerator(options, hosted)
                        .generate(MachineType.WORKER, MachineNodeOptions.NONE)
                        .documents())
                .isEqualTo(documents(answer.out()));
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1.8", "v1.9", "v1.10", "v1.11", "v1.12", "v1.13"})
    void takesOurConfigurationsWithEveryOption(String version) throws IOException {
        TalosReference talos = TalosReference.find();
        MachineClusterOptions options = plain(version)
                .cni(new Cni.None())
                .kubeProxy(false)
                .allowSchedulingOnControlPlanes(true)
                .sharedAddress(Optional.of(new VirtualIpAddress("10.0.0.9", "eth0")))
                .sysctls(Map.of("vm.max_map_count", "262144"))
                .registryMirrors(
                        Map.of("ghcr.io", List.of("https://mirror.example.com"), "docker.io", List.of("https://a.b")))
                .timeServers(List.of("time.example.com"))
                .nameservers(List.of("9.9.9.9"))
                .podSubnets(List.of("10.1.0.0/16"))
                .build();
        MachineNodeOptions node = new MachineNodeOptions(
                Optional.of("node-1"),
                Map.of("zone", "a"),
                Map.of("note", "b"),
                Map.of("dedicated", "db:NoSchedule"),
                List.of(new DataDisk("data", "/dev/vdb")));
        for (MachineType type : MachineType.values()) {
            MachineConfiguration ours = new ConfigurationGenerator(options, SECRETS).generate(type, node);
            Answer answer = talos.ask(
                    "validate", "metal", write("config.yaml", ours.yaml()).toString());
            assertThat(answer.exitCode())
                    .as(version + " " + type + answer.err())
                    .isZero();
            assertThat(ConfigurationValidator.validate(ours, RunMode.METAL, Optional.of(options.contract()))
                            .problems())
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "machine: {type: worker}",
                "machine: {install: {disk: \"\", $patch: delete}}",
                "persist: false",
                "cluster: {controlPlane: {$patch: delete}}",
                "cluster: {network: {cni: {name: none, urls: [\"https://a/b\"]}}}",
                "cluster: {network: {dnsDomain: \"-bad-.x\"}}",
                "machine: {install: {extraKernelArgs: [a=b], grubUseUKICmdline: true}}",
                "machine: {network: {hostname: a}}",
                "machine: {features: {hostDNS: {enabled: false}}}",
                "machine: {nodeLabels: {\"a b\": c}}",
                "machine: {nodeTaints: {a: Never}}",
                "cluster: {inlineManifests: [{name: a, contents: b}, {name: a, contents: c}]}",
                "machine: {ca: {$patch: delete}}"
            })
    void refusesWhatTalosRefuses(String change) throws IOException {
        TalosReference talos = TalosReference.find();
        MachineConfiguration base = new ConfigurationGenerator(plain("v1.13").build(), SECRETS)
                .generate(MachineType.CONTROL_PLANE, MachineNodeOptions.NONE);
        MachineConfiguration bad = PatchApplier.apply(base, List.of(ConfigurationPatch.parse("change", change)));
        Answer answer =
                talos.ask("validate", "metal", write("config.yaml", bad.yaml()).toString());
        assertThat(answer.exitCode())
                .as("Talos on %s: %s", change, answer.err())
                .isNotZero();
        assertThat(ConfigurationValidator.validate(bad, RunMode.METAL, Optional.empty())
                        .problems())
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "machine: {network: {interfaces: [{interface: eth0, dhcp: true, vlans: [{vlanId: 5, addresses: [10.0.0.1/24]}]}]}}",
                "machine: {network: {interfaces: [{deviceSelector: {driver: x}, mtu: 9000}, {deviceSelector: {driver: x}, dhcp: true}]}}",
                "cluster: {network: {podSubnets: [10.9.0.0/16]}, apiServer: {certSANs: [x], extraArgs: {a: b, c: [d, e]}}}",
                "cluster: {apiServer: {admissionControl: [{name: PodSecurity, configuration: {defaults: {enforce: restricted}, exemptions: {namespaces: [b]}}}]}}",
                "cluster: {apiServer: {auditPolicy: {kind: Policy}}}",
                "cluster: {controlPlane: {endpoint: \"https://other\"}}",
                "machine: {certSANs: [a, b], sysctls: {n: 5}, files: [{content: x, permissions: 0644, path: /var/x, op: create}]}",
                "machine: {kubelet: {extraConfig: {a: {b: [1]}, c: \"\"}, extraArgs: {x: y}}}\n---\napiVersion: v1alpha1\nkind: HostnameConfig\nauto: off\nhostname: me",
                "machine: {nodeLabels: {node.kubernetes.io/exclude-from-external-load-balancers: {$patch: delete}}}",
                "machine: {features: {$patch: delete}}\ncluster: {token: {$patch: delete}}",
                "apiVersion: v1alpha1\nkind: HostnameConfig\n$patch: delete",
                "apiVersion: v1alpha1\nkind: NetworkRuleConfig\nname: a\nportSelector: {ports: [80, 90-95], protocol: tcp}\ningress: [{subnet: 10.0.0.0/8}]",
                "cluster: {inlineManifests: [{name: a, contents: \"\\n\\nx: y\\n\"}]}",
                "machine: {install: {diskSelector: {size: \">= 100GB\", type: nvme}, disk: /dev/nvme0n1}}",
                "machine: {nodeLabels: {nobody: {$patch: delete}}}",
                "machine: {disks: [{device: /dev/vdb, $patch: delete}]}",
                "cluster: {apiServer: {admissionControl: [{name: PodSecurity, configuration: {$patch: delete}}]}}",
                "machine: {nonsense: true}",
                "$patch: delete\nversion: v1alpha1\nmachine: {}"
            })
    void patchesAsTalosDoes(String text) throws IOException {
        TalosReference talos = TalosReference.find();
        MachineConfiguration base = new ConfigurationGenerator(plain("v1.13").build(), SECRETS)
                .generate(MachineType.CONTROL_PLANE, MachineNodeOptions.NONE);
        Answer answer =
                talos.ask("patch", write("config.yaml", base.yaml()).toString(), "@" + write("patch.yaml", text));
        if (answer.exitCode() == 0) {
            MachineConfiguration patched =
                    PatchApplier.apply(base, List.of(ConfigurationPatch.parse("patch.yaml", text)));
            assertThat(patched.documents().stream()
                            .map(TalosOracles::withoutNulls)
                            .toList())
                    .isEqualTo(withoutNulls(answer.out()));
        } else {
            assertThatThrownBy(() -> PatchApplier.apply(base, List.of(ConfigurationPatch.parse("patch.yaml", text))))
                    .as(answer.err())
                    .isInstanceOf(ButlerException.class);
        }
    }

    private static MachineClusterOptionsBuilder plain(String version) {
        return MachineClusterOptionsBuilder.builder()
                .clusterName("reference")
                .endpoint("https://10.0.0.9:6443")
                .contract(VersionContract.parse(version))
                .additionalSans(List.of("10.0.0.9"))
                .installation(new Installation(Optional.of("/dev/sda"), Optional.empty(), List.of()));
    }

    private static List<Object> documents(String text) {
        return YamlReader.documents("Talos", text).stream()
                .filter(Objects::nonNull)
                .toList();
    }

    private static List<Object> withoutNulls(String text) {
        return documents(text).stream().map(TalosOracles::withoutNulls).toList();
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }
}
