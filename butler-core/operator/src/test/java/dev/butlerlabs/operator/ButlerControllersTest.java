package dev.butlerlabs.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiProvider;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line of the program in the controllers' image. */
class ButlerControllersTest {
    private static final Tool PROGRAM =
            Tool.of("butler-controllers", ButlerControllers.class, ButlerControllers::commands);

    @Test
    void showsItsVersion() {
        ToolRun run = PROGRAM.run("--version");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).matches("butler-controllers \\S+\\R");
    }

    @Test
    void showsTheOptionsOfControllersRun() {
        ToolRun run = PROGRAM.run("--help");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains(
                        "--health-address",
                        "--webhook-address",
                        "--[no-]leader-elect",
                        "--shards",
                        "--kubeconfig",
                        "--context",
                        "--log-format");
    }

    @Test
    void rejectsAnUnknownOption() {
        assertThat(PROGRAM.run("--nosuch").exitCode()).isEqualTo(ErrorKind.USAGE.exitCode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--health-address", "--webhook-address"})
    void rejectsAnAddressBeforeItConnects(String option, @TempDir Path directory) {
        ToolRun run = PROGRAM.run(
                option, "nowhere", "--kubeconfig", directory.resolve("missing").toString());

        assertThat(run.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(run.err()).contains(option, "must be host:port").doesNotContain("missing");
    }

    @Test
    void reportsAllInvalidAddresses() {
        ToolRun run = PROGRAM.run("--health-address", "nowhere", "--webhook-address", "host:99999");

        assertThat(run.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(run.err()).contains("--health-address", "nowhere", "--webhook-address", "host:99999");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "65", "-1"})
    void rejectsANumberOfShardsOutOfRange(String shards) {
        ToolRun run = PROGRAM.run("--shards", shards, "--health-address", "nowhere");

        assertThat(run.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(run.err())
                .contains("--shards", "invalid value \"%s\": must be between 1 and 64".formatted(shards))
                .contains("--health-address");
    }

    @Test
    void shardsRequireLeaderElection() {
        ToolRun run = PROGRAM.run("--shards", "4", "--no-leader-elect");

        assertThat(run.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(run.err()).contains("--shards", "requires --leader-elect");
    }

    @Test
    void reportsAllInvalidOptionsOfTheConsole() {
        ToolRun run = PROGRAM.run(
                "console",
                "--address",
                "nowhere",
                "--base-url",
                "http://butler.example.test/console",
                "--trusted-proxies",
                "10.244.0.0/16,ingress",
                "--idle-timeout",
                "2h",
                "--session-lifetime",
                "1h");

        assertThat(run.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(run.err())
                .contains("--address", "must be host:port")
                .contains("--base-url", "must be https:// and a host")
                .contains("--trusted-proxies", "invalid value \"ingress\": must be a network such as 10.244.0.0/16")
                .contains("--session-lifetime", "must not be shorter than --idle-timeout");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://user@butler.example.test",
                "https://butler.example.test?a=b",
                "https://butler.example.test/#a",
                "ftp://butler.example.test",
                "https://",
                "butler.example.test"
            })
    void rejectsOtherPublicAddressesOfTheConsole(String url) {
        ToolRun run = PROGRAM.run("console", "--base-url", url);

        assertThat(run.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(run.err()).contains(url);
    }

    @Test
    void reportsAMissingKubeconfig(@TempDir Path directory) {
        Path missing = directory.resolve("missing");

        ToolRun run = PROGRAM.run("--health-address", "127.0.0.1:0", "--kubeconfig", missing.toString());

        assertThat(run.exitCode()).isNotIn(0, ErrorKind.INTERNAL.exitCode(), ErrorKind.USAGE.exitCode());
        assertThat(run.err()).contains(missing.toString(), "butleradm explain BTL-");
    }

    @Test
    void findsEveryProvider() {
        assertThat(ProviderRegistry.load().all())
                .extracting(provider -> provider.profile().name())
                .containsExactly("aws", "azure", "gcp", "harvester", "local", "nutanix", "proxmox");
        assertThat(ServiceLoader.load(ClusterApiProvider.class))
                .extracting(ClusterApiProvider::infrastructure)
                .containsExactlyInAnyOrder("aws", "azure", "gcp", "harvester", "nutanix", "proxmox");
    }
}
