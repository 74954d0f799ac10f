package dev.butlerlabs.packages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.testing.PreparedPart;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Packages and archives in a clean Debian root without Java, which {@code scripts/testbench-debian} prepares. Changes are written to a
 * temporary file system above it.
 */
@Tag("process")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class DebianRootTest {
    private static final String IN_ROOT = """
            set -eu
            mount -t tmpfs tmpfs "$2"
            mkdir "$2/upper" "$2/work" "$2/root"
            mount -t overlay -o "lowerdir=$1,upperdir=$2/upper,workdir=$2/work" overlay "$2/root"
            mount -t proc proc "$2/root/proc"
            mkdir "$2/root/release"
            mount --bind "$3" "$2/root/release"
            exec chroot "$2/root" /bin/sh -euc "$4"
            """;
    private static final String FILES = "find / -xdev -path /proc -prune -o -path /release -prune -o -path /var -prune "
            + "-o -path /tmp -prune -o -print | sort";

    @TempDir
    private Path directory;

    private Path root;
    private Path mount;
    private Path release;

    @BeforeEach
    void findRoot() throws IOException {
        root = PreparedPart.DEBIAN_ROOT.find().orElse(null);
        assumeTrue(root != null, "no Debian root; scripts/testbench-debian creates it on Debian and Ubuntu, as root");
        assumeTrue(
                ReleaseFixture.run(Map.of(), "unshare", "--mount", "--pid", "--fork", "true")
                                .exitCode()
                        == 0,
                "this user cannot create namespaces");
        mount = Files.createDirectory(directory.resolve("mount"));
        release = Files.createDirectory(directory.resolve("release"));
    }

    private ToolRun inRoot(String commands) throws IOException {
        return ReleaseFixture.run(
                Map.of("PATH", "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL", "C"),
                "unshare",
                "--mount",
                "--propagation",
                "private",
                "--pid",
                "--fork",
                "sh",
                "-c",
                IN_ROOT,
                "sh",
                root.toString(),
                mount.toString(),
                release.toString(),
                commands);
    }

    /** Builds packages of the last native programs, or else of small scripts. */
    private void buildPackages() throws IOException {
        Path unpacked = distributed().orElse(new ReleaseFixture(directory, "1.4.0").unpacked("linux-amd64"));
        ToolRun built = Tool.of("butler-packages", PackageBuildCommand.class, PackageBuildCommand::commands)
                .run(
                        "--archive=" + unpacked,
                        "--release=1.4.0",
                        "--architecture=" + System.getProperty("os.arch").replace("x86_64", "amd64"),
                        "--maintainer=Ada <ada@example.com>",
                        "--deb-requires=libc6 (>= 2.17)",
                        "--created=1767225600",
                        "--to=" + release);
        assertThat(built.exitCode()).as(built.err()).isZero();
    }

    /** The unpacked native archive that {@code scripts/dist} leaves. */
    private static Optional<Path> distributed() throws IOException {
        Path stages = ProjectRoot.find().resolve("target/dist");
        if (!Files.isDirectory(stages)) {
            return Optional.empty();
        }
        try (Stream<Path> directories = Files.list(stages)) {
            return directories
                    .filter(stage -> stage.getFileName().toString().contains("-linux-"))
                    .filter(stage -> Files.isDirectory(stage.resolve("completions/powershell")))
                    .findFirst();
        }
    }

    @Test
    void installsAndRemovesTheDebianPackage() throws IOException {
        buildPackages();

        ToolRun run = inRoot("""
                ! command -v java
                %1$s >/tmp/before
                dpkg -i /release/*.deb >&2
                dpkg --verify butler
                butleradm version | head -n 1
                butlerctl version | head -n 1
                test -s /usr/share/bash-completion/completions/butleradm
                dpkg -r butler >&2
                %1$s >/tmp/after
                diff /tmp/before /tmp/after
                """.formatted(FILES));

        assertThat(run.exitCode()).as(run.err() + run.out()).isZero();
        assertThat(run.out().lines()).hasSize(2).first().asString().startsWith("butleradm ");
    }

    @Test
    void installsAndRemovesTheRpmPackage() throws IOException {
        buildPackages();

        ToolRun run = inRoot("""
                %1$s >/tmp/before
                rpm --checksig --nosignature /release/*.rpm >&2
                rpm --install --nodeps /release/*.rpm
                rpm --verify --nodeps butler
                butleradm version | head -n 1
                rpm --erase butler
                %1$s >/tmp/after
                ! diff /tmp/before /tmp/after | grep butler
                """.formatted(FILES));

        assertThat(run.exitCode()).as(run.err() + run.out()).isZero();
        assertThat(run.out()).startsWith("butleradm ");
    }

    @Test
    void runsTheNativeArchiveWithoutJava() throws IOException {
        Path unpacked = distributed().orElse(null);
        assumeTrue(unpacked != null, "no native archive; scripts/dist builds it");
        succeed(ReleaseFixture.run(
                Map.of(),
                "tar",
                "-C",
                unpacked.getParent().toString(),
                "-czf",
                release.resolve(unpacked.getFileName() + ".tar.gz").toString(),
                unpacked.getFileName().toString()));
        Files.copy(ProjectRoot.find().resolve("scripts/install"), release.resolve("install"));

        ToolRun run = inRoot("""
                ! command -v java
                cd /release
                sha256sum *.tar.gz >/tmp/SHA256SUMS
                mkdir /tmp/release
                cp *.tar.gz /tmp/SHA256SUMS /tmp/release
                sh ./install --from /tmp/release --prefix /opt/butler
                /opt/butler/bin/butleradm version | head -n 1
                /opt/butler/bin/butlerctl version -o json
                """);

        assertThat(run.exitCode()).as(run.err() + run.out()).isZero();
        assertThat(run.out()).startsWith("butleradm ").contains("\"runtime\": \"native\"");
    }

    private static void succeed(ToolRun run) {
        assertThat(run.exitCode()).as(run.err()).isZero();
    }
}
