package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files in the shape of upstream's examples are refused or warned about, and accepted once converted. */
class ConvertCommandTest {
    private static final String HARVESTER = """
            provider: harvester
            cluster:
              name: old
              topology: %s
              controlPlane: {replicas: %d, cpu: 4, memoryMB: 8192, diskGB: 50}
            network:
              vip: 192.0.2.201
            %s
            talos: {version: v1.12.1}
            addons:
              cni: {type: cilium}
              storage: {type: longhorn}
              loadBalancer: {type: metallb, addressPool: %s}
              gitOps: {type: flux}
              capi: {enabled: true, version: v1.9.4}
            providerConfig:
              harvester:
                kubeconfigPath: %s
                namespace: default
                networkName: default/lan
                imageName: default/talos
            """;

    @TempDir
    private Path folder;

    @Test
    void aVirtualAddressInThePoolIsAWarning() throws IOException {
        Path file = write(HARVESTER.formatted("ha", 3, "", "192.0.2.200-192.0.2.250", kubeconfig()));

        ToolRun preview = butleradm("bootstrap", "-c", file.toString(), "--dry-run");

        assertThat(preview.exitCode()).as(preview.err()).isZero();
        assertThat(preview.err())
                .contains("warning:", "network.vip: is inside addons.loadBalancer.addressPool")
                .contains("Services use only 192.0.2.200 and 192.0.2.202-192.0.2.250");
    }

    @Test
    void aFileWithTwoPoolsIsRefusedAndItsConversionIsNot() throws IOException {
        String pool = "  loadBalancerPool: {start: 192.0.2.221, end: 192.0.2.230}";
        Path file = write(HARVESTER.formatted("single-node", 1, pool, "192.0.2.211-192.0.2.220", kubeconfig()));
        Path converted = folder.resolve("converted.yaml");

        ToolRun refused = butleradm("bootstrap", "-c", file.toString(), "--dry-run");
        ToolRun conversion = butleradm("config", "convert", "-c", file.toString(), "-o", converted.toString());
        ToolRun preview = butleradm("bootstrap", "-c", converted.toString(), "--dry-run");

        assertThat(refused.exitCode()).isEqualTo(3);
        assertThat(refused.err()).contains("addons.loadBalancer.addressPool: differs from");
        assertThat(conversion.exitCode()).as(conversion.err()).isZero();
        assertThat(Files.readString(converted))
                .contains("#   addons.loadBalancer.addressPool: 192.0.2.211-192.0.2.220 removed")
                .contains("#   addons.butlerController.enabled: set to false");
        assertThat(preview.exitCode()).as(preview.err()).isZero();
        assertThat(preview.out()).contains("192.0.2.221").doesNotContain("192.0.2.211");
    }

    @Test
    void whatOnlyTheAuthorCanSolveIsReportedAtOnceAndNothingIsPrinted() throws IOException {
        Path file = write("""
                provider: nutanix
                cluster: {name: Old_Name, controlPlane: {replicas: 2, cpu: 4, memoryMB: 8192, diskGB: 50}}
                providerConfig:
                  nutanix: {username: admin, password: s3cret-Value, endpoint: "https://prism.example.com"}
                """);

        ToolRun conversion = butleradm("config", "convert", "-c", file.toString());

        assertThat(conversion.exitCode()).isEqualTo(3);
        assertThat(conversion.out()).isEmpty();
        assertThat(conversion.err())
                .contains("cluster.name", "cluster.controlPlane.replicas", "clusterUUID", "subnetUUID")
                .doesNotContain("s3cret");
    }

    @Test
    void anExistingFileIsKept() throws IOException {
        Path file = write(HARVESTER.formatted("ha", 3, "", "192.0.2.210-192.0.2.250", kubeconfig()));
        Path taken = Files.writeString(folder.resolve("taken.yaml"), "mine");

        ToolRun refused = butleradm("config", "convert", "-c", file.toString(), "-o", taken.toString());

        assertThat(refused.exitCode()).isNotZero();
        assertThat(taken).hasContent("mine");
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("upstream.yaml"), text);
    }

    private String kubeconfig() throws IOException {
        String text = """
                {"apiVersion": "v1", "kind": "Config", "current-context": "a",
                 "clusters": [{"name": "a", "cluster": {"server": "https://127.0.0.1:1"}}],
                 "users": [{"name": "a", "user": {"token": "t"}}],
                 "contexts": [{"name": "a", "context": {"cluster": "a", "user": "a"}}]}
                """;
        return Files.writeString(folder.resolve("kubeconfig"), text).toString();
    }

    private ToolRun butleradm(String... arguments) {
        return Tool.of("butleradm", Butleradm.class, Butleradm::commands)
                .with("BUTLER_HOME", folder.resolve("home").toString())
                .run(arguments);
    }
}
