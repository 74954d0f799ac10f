package dev.butlerlabs.adm.talos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.talos.config.ConfigurationGenerator;
import dev.butlerlabs.core.talos.config.MachineClusterOptions;
import dev.butlerlabs.core.talos.config.MachineClusterOptionsBuilder;
import dev.butlerlabs.core.talos.config.MachineNodeOptions;
import dev.butlerlabs.core.talos.config.MachineType;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.secrets.SecretsGenerator;
import dev.butlerlabs.core.version.VersionContract;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Base64;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bad input ends with a sentence, the place, and the exit code of its kind; never with a secret. */
@Tag("slow")
class BadInputTest {
    private static final Tool BUTLERADM = Tool.of("butleradm", Butleradm.class, Butleradm::commands);
    private static final VersionContract V13 = VersionContract.parse("v1.13");
    private static final SecretsBundle SECRETS =
            new SecretsGenerator(new SecureRandom(), Clock.systemUTC()).generate(V13);

    @TempDir
    private Path folder;

    @Test
    void truncatedPem() throws IOException {
        Path file = write(
                "secrets.yaml",
                SECRETS.yaml()
                        .replace(
                                base64(SECRETS.os().key()),
                                base64(SECRETS.os().key().substring(0, 60))));
        ToolRun run = generate(file);
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err())
                .contains("secrets.yaml is not a valid secrets bundle.")
                .contains("certs.os.key: is a truncated or damaged PEM block")
                .doesNotContain(SECRETS.bootstrapToken());
    }

    @Test
    void wrongAuthority() throws IOException {
        SecretsBundle other = new SecretsGenerator(new SecureRandom(), Clock.systemUTC()).generate(V13);
        Path file = write(
                "secrets.yaml",
                SECRETS.yaml()
                        .replace(
                                base64(SECRETS.os().certificate()),
                                base64(other.os().certificate())));
        ToolRun run = generate(file);
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).contains("certs.os: the key does not match the certificate");
    }

    @Test
    void missingAndMalformedFiles() throws IOException {
        ToolRun absent = generate(folder.resolve("none.yaml"));
        assertThat(absent.exitCode()).isEqualTo(3);
        assertThat(absent.err()).contains("none.yaml does not exist");
        ToolRun malformed = validate("machine: {type: worker\ncluster", "cloud");
        assertThat(malformed.exitCode()).isEqualTo(3);
        assertThat(malformed.err()).contains("is not well-formed YAML.", "config.yaml:2:");
    }

    @Test
    void unknownKeysAndWrongTypesAllAtOnce() throws IOException {
        ToolRun run = validate("""
                version: v1alpha1
                machine:
                  type: worker
                  Network: {}
                  install: {disk: [], wipe: perhaps}
                  sysctls: {net.core.somaxconn: 65535}
                cluster: {controlPlane: {endpoint: https://a:6443, port: 1}}
                ---
                apiVersion: v1alpha1
                kind: HostnameConfig
                auto: sometimes
                ---
                apiVersion: v1alpha1
                kind: NoSuchConfig
                """, "metal");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err())
                .contains("machine.Network: is not a known key (did you mean network?)")
                .contains("machine.install.disk: must be text, not a list")
                .contains("machine.install.wipe: must be true or false, not text")
                .contains("cluster.controlPlane.port: is not a known key")
                .contains("HostnameConfig.auto: must be one of stable, off, not 'sometimes'")
                .contains("NoSuchConfig: has an unknown document kind")
                .doesNotContain("sysctls");
    }

    @Test
    void keysThatTheTalosVersionDoesNotKnow() throws IOException {
        Path config = write("config.yaml", configuration(MachineType.WORKER));
        ToolRun run = BUTLERADM.run(
                "talos", "validate", "--mode", "cloud", "--talos-version", "v1.11.2", "--config", config.toString());
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err())
                .contains("machine.install.grubUseUKICmdline: is only supported since Talos v1.12")
                .contains("HostnameConfig: is only supported since Talos v1.12");
    }

    @Test
    void configurationForTheWrongMachineType() throws IOException {
        String asWorker = configuration(MachineType.CONTROL_PLANE).replace("type: controlplane", "type: worker");
        ToolRun run = validate(asWorker, "cloud");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err())
                .contains("machine.ca.key: is only allowed on control plane nodes")
                .contains("cluster.ca.key: is only allowed")
                .contains("cluster.etcd: is only allowed on control plane nodes");
        String asControlPlane = configuration(MachineType.WORKER).replace("type: worker", "type: controlplane");
        assertThat(validate(asControlPlane, "cloud").err())
                .contains("machine.ca.key: is required on control plane nodes");
        assertThat(validate(asControlPlane.replace("type: controlplane", "type: king"), "cloud")
                        .err())
                .contains("machine.type: must be controlplane or worker, not 'king'");
    }

    @Test
    void whatEachModeNeeds() throws IOException {
        String config = configuration(MachineType.WORKER);
        assertThat(validate(config, "metal").err())
                .contains("machine.install: requires a disk or a diskSelector in mode metal");
        assertThat(validate(config, "cloud").exitCode()).isZero();
        assertThat(validate(config, "container").exitCode()).isZero();
        assertThat(validate(config.replace("forwardKubeDNSToHost: true", "forwardKubeDNSToHost: false"), "container")
                        .err())
                .contains("machine.features.hostDNS.forwardKubeDNSToHost: must be true in mode container");
        ToolRun unknown = validate(config, "moon");
        assertThat(unknown.exitCode()).isEqualTo(2);
    }

    @Test
    void kubernetesThatDoesNotRunOnThisTalos() throws IOException {
        Path config =
                write("config.yaml", configuration(MachineType.CONTROL_PLANE).replace(":v1.36.3", ":v1.20.1"));
        ToolRun run = BUTLERADM.run(
                "talos", "validate", "--mode", "cloud", "--talos-version", "v1.13.9", "-c", config.toString());
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err())
                .contains(
                        "machine.kubelet.image: Talos v1.13 does not support Kubernetes 1.20.1: supported are 1.31 to 1.36.");
    }

    @Test
    void patchesThatDoNotApply() throws IOException {
        Path config = write("config.yaml", configuration(MachineType.WORKER));
        Path remove = write("remove.yaml", "- {op: remove, path: /machine/nothing}");
        Path delete = write("delete.yaml", "machine: {nodeLabels: {nobody: {$patch: delete}}}");
        Path unknown = write("unknown.yaml", "machine: {nettwork: {}}");
        Path badResult = write("result.yaml", "- {op: add, path: /machine/type, value: []}");
        assertPatch(config, remove, "Cannot apply patch " + remove + ".", remove.toString());
        assertPatch(config, delete, "machine.nodeLabels.nobody: cannot be deleted because it does not exist", "");
        assertPatch(config, unknown, "machine.nettwork: is not a known key", "");
        assertPatch(config, badResult, "machine.type: must be text, not a list", "The configuration after patch ");
    }

    private static void assertPatch(Path config, Path patch, String... sentences) {
        ToolRun run = BUTLERADM.run("talos", "patch", "--config", config.toString(), "--patch", patch.toString());
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(sentences);
    }

    @Test
    void patchesPrintOrWriteTheResult() throws IOException {
        Path config = write("config.yaml", configuration(MachineType.WORKER));
        Path patch = write("patch.yaml", "machine: {nodeLabels: {zone: b}}");
        ToolRun printed = BUTLERADM.run("talos", "patch", "-c", config.toString(), "--patch", patch.toString());
        assertThat(printed.out()).contains("zone: b", "---\napiVersion: v1alpha1\nkind: HostnameConfig\n");
        ToolRun json =
                BUTLERADM.run("talos", "patch", "-c", config.toString(), "--patch", patch.toString(), "-o", "json");
        assertThat(json.out()).startsWith("[").contains("\"zone\": \"b\"");
        Path result = folder.resolve("result.yaml");
        BUTLERADM.run(
                "talos", "patch", "-c", config.toString(), "--patch", patch.toString(), "--output", result.toString());
        assertThat(result).hasContent(printed.out());
        ToolRun again = BUTLERADM.run("talos", "patch", "-c", config.toString(), "--output", result.toString());
        assertThat(again.exitCode()).isEqualTo(6);
    }

    @Test
    void schematicsAreNamedWithoutAskingAnybody() throws IOException {
        ToolRun run = BUTLERADM.run(
                "talos",
                "schematic",
                "--extension",
                "siderolabs/iscsi-tools",
                "--extension",
                "siderolabs/qemu-guest-agent");
        assertThat(run.out()).isEqualTo("dc7b152cb3ea99b821fcb7340ce7168313ce393d663740b791c36f6e95fc8586\n");
        Path file = write("schematic.yaml", "customization: {extraKernelArgs: [noapic]}");
        ToolRun yaml = BUTLERADM.run(
                "talos",
                "schematic",
                file.toString(),
                "--kernel-arg",
                "nolapic",
                "--talos-version",
                "v1.13.9",
                "-o",
                "yaml");
        assertThat(yaml.out())
                .contains("9cba8e32753f91a16c1837ab8abf356af021706ef284aef07380780177d9a06c")
                .contains("factory.talos.dev/metal-installer/9cba8e32");
        Path bad = write("bad.yaml", "customisation: {}");
        assertThat(BUTLERADM.run("talos", "schematic", bad.toString()).exitCode())
                .isEqualTo(3);
    }

    private ToolRun generate(Path secrets) {
        return BUTLERADM.run(
                "talos",
                "generate",
                "--cluster-name",
                "a",
                "--endpoint",
                "https://a:6443",
                "--secrets",
                secrets.toString(),
                "--output",
                folder.resolve("out").toString());
    }

    private ToolRun validate(String text, String mode) throws IOException {
        Path config = write("config.yaml", text);
        return BUTLERADM.run("talos", "validate", "--config", config.toString(), "--mode", mode);
    }

    private static String configuration(MachineType type) {
        MachineClusterOptions options = MachineClusterOptionsBuilder.builder()
                .clusterName("a")
                .endpoint("https://a:6443")
                .contract(V13)
                .build();
        return new ConfigurationGenerator(options, SECRETS)
                .generate(type, MachineNodeOptions.NONE)
                .yaml();
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
