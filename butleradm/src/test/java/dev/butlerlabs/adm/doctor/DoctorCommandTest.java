package dev.butlerlabs.adm.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.cli.doctor.DoctorResult;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.docker.DockerAvailability;
import dev.butlerlabs.core.docker.DockerEngineInfo;
import dev.butlerlabs.core.docker.DockerVersion;
import dev.butlerlabs.core.docker.ImageName;
import dev.butlerlabs.core.kube.Kubeconfig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class DoctorCommandTest {
    private static final ImageName IMAGE = ImageName.parse("kindest/node:v1.31.2");

    @TempDir
    private Path home;

    @Test
    void reportsAClosedPortOnceWithItsReasonAndTheContext() throws IOException {
        Path file = home.resolve("config");
        Files.writeString(
                file,
                Kubeconfig.of("far", Map.of("server", "https://127.0.0.1:1"), Map.of("token", "s3cr3t"))
                        .toYaml());
        ToolRun run = Tool.of("butleradm", Butleradm.class, Butleradm::commands)
                .with("HOME", home.toString())
                .with("KUBECONFIG", file.toString())
                .run("doctor", "-o", "json", "--timeout", "2m");

        assertThat(run.exitCode()).isEqualTo(11);
        assertThat(run.out())
                .contains("because KUBECONFIG is set; it is the current context of the kubeconfig.")
                .contains("\"check\": \"Server\"", "\"check\": \"Program\"", "\"check\": \"Docker\"")
                .containsPattern("(?i)connection refused|cannot connect")
                .doesNotContain("\"check\": \"Clock\"", "\"check\": \"Permissions\"", "s3cr3t");
    }

    @Test
    void findsFilesThatOthersCanRead() throws IOException {
        Path butler = Files.createDirectory(home.resolve(".butler"));
        Path secret = Files.writeString(butler.resolve("demo-kubeconfig"), "");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r--r--"));

        ToolRun run = Tool.of("butleradm", Butleradm.class, Butleradm::commands)
                .with("HOME", home.toString())
                .run("doctor");

        assertThat(run.exitCode()).isEqualTo(11);
        assertThat(run.out()).contains("problem  File modes", "fix: chmod 600 " + secret);
    }

    @Test
    void dockerIsNeededOnlyBySomeCommands() {
        assertThat(DockerEvaluator.findings(new DockerAvailability.Silent("gone."), IMAGE, Optional.empty()))
                .extracting(DoctorResult::state)
                .containsExactly(DoctorResult.State.WARNING);
        assertThat(DockerEvaluator.findings(engine("1.45"), IMAGE, Optional.of(true)))
                .extracting(DoctorResult::state)
                .containsExactly(DoctorResult.State.OK, DoctorResult.State.OK);
        assertThat(DockerEvaluator.findings(engine("1.30"), IMAGE, Optional.of(false)))
                .extracting(DoctorResult::state)
                .containsExactly(DoctorResult.State.PROBLEM, DoctorResult.State.WARNING);
    }

    private static DockerAvailability engine(String api) {
        return new DockerAvailability.Answers(
                URI.create("unix:///var/run/docker.sock"),
                new DockerVersion("26.1.5", api),
                new DockerEngineInfo("2", "overlay2", "ext4", List.of(), 4, 1L << 33, "Debian"));
    }
}
