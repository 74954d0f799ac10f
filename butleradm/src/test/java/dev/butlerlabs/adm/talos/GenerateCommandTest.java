package dev.butlerlabs.adm.talos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.talos.config.GoldenSecrets;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.testing.TalosOracles;
import dev.butlerlabs.core.talos.yaml.YamlReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class GenerateCommandTest {
    private static final Tool BUTLERADM = Tool.of("butleradm", Butleradm.class, Butleradm::commands);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"v1.8,v1.9", "v1.9,v1.9", "v1.11,v1.9", "v1.12,v1.12", "v1.13,v1.13", "v1.14,v1.14", "v1.16,v1.14"})
    void writesWhatTalosOwnGeneratorWrites(String version, String golden) throws IOException {
        Path oracles = TalosOracles.folder("generate");
        Path secretsFile = oracles.resolve("secrets.yaml");
        GoldenSecrets placeholders =
                new GoldenSecrets(SecretsBundle.parse("secrets.yaml", Files.readString(secretsFile)));
        Path base = folder.resolve("base");
        Path overrides = folder.resolve("overrides");
        run(arguments(version, secretsFile, base));
        List<String> more = arguments(version, secretsFile, overrides);
        more.addAll(List.of("--additional-sans", "foo,bar", "--allow-scheduling-on-control-planes"));
        more.addAll(List.of("--dns-domain", "example.com", "--install-disk", "/dev/vda", "--kernel-arg", "foo=bar"));
        more.addAll(List.of("--kernel-arg", "bar=baz", "--local-api-server-port", "5443", "--sysctl", "foo=bar"));
        more.addAll(List.of("--cni", "https://example.com/cni.yaml"));
        more.addAll(List.of("--registry-mirror", "ghcr.io=https://ghcr.io.my-mirror.com"));
        more.addAll(List.of(
                "--patch",
                oracles.resolve(golden.equals("v1.14") ? "patch.yaml" : "patch-pre14.yaml")
                        .toString()));
        run(more);
        for (String type : List.of("controlplane", "worker")) {
            assertThat(documents(base.resolve(type + ".yaml")))
                    .isEqualTo(placeholders.documents(oracles.resolve(golden + "/base-" + type + ".yaml")));
            assertThat(documents(overrides.resolve(type + ".yaml")))
                    .isEqualTo(placeholders.documents(oracles.resolve(golden + "/overrides-" + type + ".yaml")));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/dev/sda"})
    void printsAValidateCommandThatSucceeds(String disk) {
        Path secrets = TalosOracles.folder("generate").resolve("secrets.yaml");
        List<String> words = arguments("v1.12", secrets, folder.resolve("demo"));
        if (!disk.isEmpty()) {
            words.addAll(List.of("--install-disk", disk));
        }
        ToolRun generated = BUTLERADM.run(words.toArray(String[]::new));
        assertThat(generated.exitCode()).as(generated.err()).isZero();

        String next = generated
                .err()
                .lines()
                .filter(line -> line.startsWith("Next: "))
                .findFirst()
                .orElseThrow();
        ToolRun validated =
                BUTLERADM.run(next.substring("Next: butleradm ".length()).split(" "));

        assertThat(validated.exitCode()).as(next + "\n" + validated.err()).isZero();
    }

    private static List<String> arguments(String version, Path secrets, Path output) {
        return new ArrayList<>(List.of(
                "talos",
                "generate",
                "--cluster-name",
                "base",
                "--endpoint",
                "https://base:6443",
                "--talos-version",
                version,
                "--kubernetes-version",
                "1.28.0",
                "--secrets",
                secrets.toString(),
                "--output",
                output.toString()));
    }

    private static ToolRun run(List<String> arguments) {
        ToolRun run = BUTLERADM.run(arguments.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run;
    }

    private static List<Object> documents(Path file) throws IOException {
        return YamlReader.documents(file.toString(), Files.readString(file));
    }

    @Test
    void writesFilesForTheirOwnerAloneAndOverwritesNone() throws IOException {
        Path output = folder.resolve("configs");
        List<String> arguments = new ArrayList<>(List.of(
                "talos",
                "generate",
                "--cluster-name",
                "demo",
                "--endpoint",
                "https://10.0.0.9:6443",
                "--install-disk",
                "/dev/sda",
                "--talos-version",
                "v1.13.9",
                "--schematic",
                "abc",
                "--control-plane-node",
                "demo-cp-0",
                "--node-label",
                "zone=a",
                "--talos-endpoints",
                "10.0.0.10",
                "--output",
                output.toString(),
                "-o",
                "json"));
        ToolRun run = run(arguments);
        assertThat(run.out()).contains("\"files\"", "controlplane.yaml", "demo-cp-0.yaml");
        List<String> names = List.of(
                "secrets.yaml", "controlplane.yaml", "worker.yaml", "demo-cp-0.yaml", "talosconfig", "kubeconfig");
        for (String name : names) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(output.resolve(name))))
                    .as(name)
                    .isEqualTo("rw-------");
        }
        assertThat(Files.readString(output.resolve("controlplane.yaml")))
                .contains("image: factory.talos.dev/metal-installer/abc:v1.13.9", "zone: a");
        assertThat(Files.readString(output.resolve("demo-cp-0.yaml"))).contains("hostname: demo-cp-0");
        assertThat(Files.readString(output.resolve("talosconfig"))).contains("context: demo", "- 10.0.0.10");
        assertThat(Files.readString(output.resolve("kubeconfig"))).contains("server: https://10.0.0.9:6443");
        for (String name : List.of("controlplane.yaml", "worker.yaml", "demo-cp-0.yaml")) {
            ToolRun valid = BUTLERADM.run(
                    "talos",
                    "validate",
                    "--mode",
                    "metal",
                    "--talos-version",
                    "v1.13.9",
                    "-c",
                    output.resolve(name).toString());
            assertThat(valid.exitCode()).as(valid.err()).isZero();
        }
        String before = Files.readString(output.resolve("secrets.yaml"));
        ToolRun again = BUTLERADM.run(arguments.toArray(String[]::new));
        assertThat(again.exitCode()).isEqualTo(6);
        assertThat(again.err()).contains("\"code\":\"BTL-0600\"", "already exist", "--force");
        assertThat(Files.readString(output.resolve("secrets.yaml"))).isEqualTo(before);
        arguments.add("--force");
        run(arguments);
        assertThat(Files.readString(output.resolve("secrets.yaml"))).isNotEqualTo(before);
    }

    @Test
    void takesABootstrapFile() throws IOException {
        Path file = Files.writeString(folder.resolve("bootstrap.yaml"), """
                provider: harvester
                cluster:
                  name: mgmt
                  topology: ha
                  controlPlane: {replicas: 3, cpu: 4, memoryMB: 8192, diskGB: 50}
                  workers: {replicas: 2, cpu: 4, memoryMB: 8192, diskGB: 50, labels: {pool: general}}
                network: {podCIDR: 10.1.0.0/16, serviceCIDR: 10.2.0.0/16, vip: 10.40.0.201}
                talos:
                  version: v1.12.4
                  schematic: dc7b152cb3ea99b821fcb7340ce7168313ce393d663740b791c36f6e95fc8586
                  timeServers: [time.example.com]
                  configPatches:
                    - {op: add, path: /machine/sysctls, value: '{"vm.max_map_count": "262144"}'}
                """);
        Path output = folder.resolve("out");
        run(List.of("talos", "generate", "-c", file.toString(), "--output", output.toString()));
        List<Object> documents = documents(output.resolve("worker.yaml"));
        assertThat(documents.getFirst().toString())
                .contains(
                        "disk=/dev/vda",
                        "clusterName=mgmt",
                        "endpoint=https://10.40.0.201:6443",
                        "podSubnets=[10.1.0.0/16]")
                .contains("cni={name=none}", "vm.max_map_count=262144", "pool=general", "certSANs=[10.40.0.201]")
                .contains("installer/dc7b152cb3ea99b821fcb7340ce7168313ce393d663740b791c36f6e95fc8586:v1.12.4");
        assertThat(documents.toString()).contains("TimeSyncConfig");
        assertThat(documents(output.resolve("controlplane.yaml")).getFirst().toString())
                .contains("proxy={disabled=true")
                .doesNotContain("allowSchedulingOnControlPlanes");
    }

    @Test
    void warnsOfWhatDoesNotFitTogether() {
        ToolRun run = run(List.of(
                "talos",
                "generate",
                "--cluster-name",
                "a",
                "--endpoint",
                "https://a:6443",
                "--talos-version",
                "v1.15.1",
                "--kubernetes-version",
                "v1.20.0",
                "--output",
                folder.toString()));
        assertThat(run.err())
                .contains(
                        "warning: Talos v1.15 is newer than the newest version supported by this program. Using the configuration format of v1.14.")
                .contains("warning: Talos v1.15 does not support Kubernetes 1.20.0: supported are 1.33 to 1.38.");
    }

    @Test
    void tellsEveryOptionThatIsWrong() {
        ToolRun run = BUTLERADM.run(
                "talos",
                "generate",
                "--cluster-name",
                "a b",
                "--endpoint",
                "10.0.0.1",
                "--pod-subnets",
                "10.0.0.0/99",
                "--output",
                folder.toString());
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err())
                .contains(
                        "clusterName: must consist of",
                        "endpoint: must be an https URL with a host",
                        "podSubnets: '10.0.0.0/99'");
        ToolRun missing = BUTLERADM.run("talos", "generate", "--endpoint", "https://a:6443");
        assertThat(missing.exitCode()).isEqualTo(2);
        assertThat(missing.err()).contains("Missing required option: --cluster-name");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void madeSecretsCanBeUsedAgain() throws IOException {
        Path secrets = folder.resolve("secrets.yaml");
        run(List.of("talos", "secrets", "--talos-version", "v1.12", "--output", secrets.toString()));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secrets)))
                .isEqualTo("rw-------");
        List<String> generate = List.of(
                "talos",
                "generate",
                "--cluster-name",
                "a",
                "--endpoint",
                "https://a:6443",
                "--secrets",
                secrets.toString(),
                "--output");
        for (String name : List.of("one", "two")) {
            List<String> arguments = new ArrayList<>(generate);
            arguments.add(folder.resolve(name).toString());
            run(arguments);
        }
        assertThat(folder.resolve("one/worker.yaml")).hasSameTextualContentAs(folder.resolve("two/worker.yaml"));
        assertThat(folder.resolve("one/secrets.yaml")).doesNotExist();
        Map<?, ?> json = (Map<?, ?>) YamlReader.documents(
                        "-", run(List.of("talos", "secrets", "-o", "json")).out())
                .getFirst();
        assertThat(json.keySet().toString()).isEqualTo("[cluster, secrets, trustdinfo, certs]");
    }
}
