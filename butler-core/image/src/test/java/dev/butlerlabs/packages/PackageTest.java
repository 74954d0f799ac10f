package dev.butlerlabs.packages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorKind;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.ar.ArArchiveEntry;
import org.apache.commons.compress.archivers.ar.ArArchiveInputStream;
import org.apache.commons.compress.archivers.cpio.CpioArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.eclipse.packager.rpm.RpmTag;
import org.eclipse.packager.rpm.parse.RpmInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Debian and RPM packages of a small release. */
class PackageTest {
    private static final Tool BUILDER =
            Tool.of("butler-packages", PackageBuildCommand.class, PackageBuildCommand::commands);

    @TempDir
    private Path directory;

    private Path unpacked;

    @BeforeEach
    void writeRelease() throws IOException {
        unpacked = new ReleaseFixture(directory, "1.4.0-rc.1").unpacked("linux-amd64");
    }

    private ToolRun build(Path target, String maintainer) {
        return BUILDER.run(
                "--archive=" + unpacked,
                "--release=1.4.0-rc.1",
                "--architecture=amd64",
                "--maintainer=" + maintainer,
                "--deb-requires=libc6 (>= 2.36)",
                "--deb-requires=zlib1g",
                "--rpm-requires=libc.so.6(GLIBC_2.36)(64bit)",
                "--created=1767225600",
                "--to=" + target);
    }

    private Path build(String name) throws IOException {
        Path target = Files.createDirectories(directory.resolve(name));
        ToolRun run = build(target, "Ada <ada@example.com>");
        assertThat(run.exitCode()).as(run.err()).isZero();
        return target;
    }

    @Test
    void debianPackageDescribesItselfAndContainsAllFiles() throws IOException {
        Map<String, byte[]> members = members(build("one").resolve("butler_1.4.0~rc.1_amd64.deb"));

        assertThat(members.keySet()).containsExactly("debian-binary", "control.tar.gz", "data.tar.gz");
        assertThat(entries(members.get("control.tar.gz")).get("./control").text())
                .contains(
                        "Package: butler\n",
                        "Version: 1.4.0~rc.1\n",
                        "Architecture: amd64\n",
                        "Maintainer: Ada <ada@example.com>\n",
                        "Depends: libc6 (>= 2.36), zlib1g\n");
        Map<String, Entry> files = entries(members.get("data.tar.gz"));
        assertThat(files.get("./usr/bin/butleradm").mode()).isEqualTo(0755);
        assertThat(files.get("./usr/share/doc/butler/copyright").mode()).isEqualTo(0644);
        assertThat(files.keySet())
                .contains(
                        "./usr/bin/butlerctl",
                        "./usr/share/man/man1/butlerctl.1.gz",
                        "./usr/share/bash-completion/completions/butlerctl",
                        "./usr/share/zsh/vendor-completions/_butlerctl",
                        "./usr/share/fish/vendor_completions.d/butlerctl.fish",
                        "./usr/share/butler/powershell/butlerctl.ps1",
                        "./usr/share/doc/butler/sbom/butlerctl.cdx.json");
        assertThat(entries(members.get("control.tar.gz"))
                        .get("./md5sums")
                        .text()
                        .lines())
                .hasSize((int) files.keySet().stream()
                        .filter(name -> !name.endsWith("/"))
                        .count());
    }

    @Test
    void rpmPackageDescribesItselfAndContainsAllFiles() throws IOException {
        Path file = build("one").resolve("butler-1.4.0~rc.1-1.x86_64.rpm");
        try (RpmInputStream rpm = new RpmInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            assertThat(rpm.getPayloadHeader().getTag(RpmTag.NAME)).isEqualTo("butler");
            assertThat(rpm.getPayloadHeader().getTag(RpmTag.VERSION)).isEqualTo("1.4.0~rc.1");
            assertThat(rpm.getPayloadHeader().getTag(RpmTag.ARCH)).isEqualTo("x86_64");
            assertThat((String[]) rpm.getPayloadHeader().getTag(RpmTag.REQUIRE_NAME))
                    .contains("libc.so.6(GLIBC_2.36)(64bit)");
            Map<String, Long> files = new LinkedHashMap<>();
            for (CpioArchiveEntry entry = rpm.getCpioStream().getNextEntry();
                    entry != null;
                    entry = rpm.getCpioStream().getNextEntry()) {
                files.put(entry.getName(), entry.getMode() & 0777);
            }
            assertThat(files)
                    .containsEntry("./usr/bin/butleradm", 0755L)
                    .containsEntry("./usr/share/licenses/butler/LICENSE", 0644L)
                    .containsKeys("./usr/share/man/man1/butlerctl.1.gz", "./usr/share/zsh/site-functions/_butlerctl");
        }
    }

    @Test
    void buildsTheSameBytesTwice() throws IOException {
        Path one = build("one");
        Path two = build("two");
        for (String name : new String[] {"butler_1.4.0~rc.1_amd64.deb", "butler-1.4.0~rc.1-1.x86_64.rpm"}) {
            assertThat(two.resolve(name)).hasSameBinaryContentAs(one.resolve(name));
        }
    }

    @Test
    void reportsAllProblemsAtOnce() throws IOException {
        Files.delete(unpacked.resolve("LICENSE"));
        Files.delete(unpacked.resolve("bin/butleradm"));

        ToolRun run = build(directory.resolve("absent"), "Ada");

        assertThat(run.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(run.err())
                .contains(
                        "--maintainer: must be a name and an address",
                        "--to: is not a directory",
                        "bin/butleradm does not exist",
                        "LICENSE does not exist");
    }

    private static Map<String, byte[]> members(Path file) throws IOException {
        Map<String, byte[]> members = new LinkedHashMap<>();
        try (InputStream bytes = new BufferedInputStream(Files.newInputStream(file));
                ArArchiveInputStream archive = new ArArchiveInputStream(bytes)) {
            for (ArArchiveEntry entry = archive.getNextEntry(); entry != null; entry = archive.getNextEntry()) {
                members.put(entry.getName(), archive.readAllBytes());
            }
        }
        return members;
    }

    private record Entry(int mode, String text) {}

    private static Map<String, Entry> entries(byte[] archive) throws IOException {
        Map<String, Entry> entries = new LinkedHashMap<>();
        try (TarArchiveInputStream tar =
                new TarArchiveInputStream(new GZIPInputStream(new ByteArrayInputStream(archive)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                entries.put(
                        entry.getName(),
                        new Entry(entry.getMode() & 0777, new String(tar.readAllBytes(), StandardCharsets.UTF_8)));
            }
        }
        return entries;
    }
}
