package dev.butlerlabs.packages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code scripts/install} with small releases that {@code scripts/release} completed. */
@Tag("process")
class InstallScriptTest {
    private static final String VERSION = version();

    @TempDir
    private Path directory;

    private Path release;
    private Path prefix;
    private Path privateKey;
    private Path publicKey;

    /** The version of the checkout, which {@code scripts/release} expects. */
    private static String version() {
        try {
            Matcher version = Pattern.compile("<version>(.*)</version>")
                    .matcher(Files.readString(ProjectRoot.find().resolve("butleradm/pom.xml")));
            assertThat(version.find()).isTrue();
            return version.group(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @BeforeEach
    void completeRelease() throws IOException {
        assumeTrue(Files.exists(Path.of("/usr/bin/openssl")), "openssl is not installed");
        prefix = directory.resolve("prefix");
        privateKey = key("private.pem");
        publicKey = directory.resolve("public.pem");
        succeed(ReleaseFixture.run(
                Map.of(), "openssl", "pkey", "-in", privateKey.toString(), "-pubout", "-out", publicKey.toString()));
        release = new ReleaseFixture(directory, VERSION).release("release", platform());
        complete();
    }

    private Path key(String name) throws IOException {
        Path file = directory.resolve(name);
        succeed(ReleaseFixture.run(
                Map.of(),
                "openssl",
                "genpkey",
                "-algorithm",
                "EC",
                "-pkeyopt",
                "ec_paramgen_curve:P-256",
                "-out",
                file.toString()));
        return file;
    }

    private void complete() throws IOException {
        succeed(ReleaseFixture.script(
                Map.of(),
                "release",
                "--url",
                "https://example.com/butler",
                "--sign-key",
                privateKey.toString(),
                release.toString()));
    }

    private static String platform() {
        String machine =
                System.getProperty("os.arch").replace("x86_64", "amd64").replace("aarch64", "arm64");
        return (System.getProperty("os.name").startsWith("Mac") ? "darwin-" : "linux-") + machine;
    }

    private static void succeed(ToolRun run) {
        assertThat(run.exitCode()).as(run.err()).isZero();
    }

    private ToolRun install(String... options) throws IOException {
        List<String> words = new ArrayList<>(List.of("--prefix", prefix.toString()));
        words.addAll(List.of(options));
        return ReleaseFixture.script(Map.of(), "install", words.toArray(String[]::new));
    }

    @Test
    void installsProgramsPagesAndCompletionsAndRemovesThem() throws IOException {
        succeed(install("--from", release.toString(), "--key", publicKey.toString()));
        succeed(install("--from", release.toString(), "--key", publicKey.toString()));

        assertThat(version("butleradm")).isEqualTo("butleradm " + VERSION + "\n");
        assertThat(version("butlerctl")).isEqualTo("butlerctl " + VERSION + "\n");
        assertThat(links())
                .containsExactlyInAnyOrder(
                        "bin/butleradm",
                        "bin/butlerctl",
                        "share/man/man1/butleradm.1",
                        "share/man/man1/butlerctl.1",
                        "share/bash-completion/completions/butleradm",
                        "share/bash-completion/completions/butlerctl",
                        "share/zsh/site-functions/_butleradm",
                        "share/zsh/site-functions/_butlerctl",
                        "share/fish/vendor_completions.d/butleradm.fish",
                        "share/fish/vendor_completions.d/butlerctl.fish");

        Files.writeString(prefix.resolve("bin/other"), "kept");
        succeed(install("--uninstall"));
        assertThat(files()).containsExactly("bin/other");
        assertThat(install("--uninstall").err()).contains("no installation found in " + prefix);
    }

    private String version(String tool) throws IOException {
        return ReleaseFixture.run(Map.of(), prefix.resolve("bin").resolve(tool).toString(), "version")
                .out();
    }

    private List<String> links() throws IOException {
        try (Stream<Path> all = Files.walk(prefix)) {
            return all.filter(Files::isSymbolicLink)
                    .filter(Files::exists)
                    .map(path -> prefix.relativize(path).toString())
                    .toList();
        }
    }

    private List<String> files() throws IOException {
        if (!Files.exists(prefix)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(prefix)) {
            return all.filter(path -> !Files.isDirectory(path))
                    .map(path -> prefix.relativize(path).toString())
                    .toList();
        }
    }

    @Test
    void rejectsADamagedArchive() throws IOException {
        Path archive = release.resolve("butler-%s-%s.tar.gz".formatted(VERSION, platform()));
        byte[] bytes = Files.readAllBytes(archive);
        bytes[bytes.length / 2] ^= 1;
        Files.write(archive, bytes);

        ToolRun run = install("--from", release.toString());

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err())
                .contains("Checksum not valid: " + archive.getFileName(), "SHA256SUMS lists", "Nothing was installed.");
        assertThat(files()).isEmpty();
    }

    @Test
    void rejectsChecksumsThatWereNotSignedWithTheKey() throws IOException {
        Files.writeString(release.resolve("SHA256SUMS"), "\n", StandardOpenOption.APPEND);
        assertThat(install("--from", release.toString(), "--key", publicKey.toString())
                        .exitCode())
                .isEqualTo(3);

        Files.delete(release.resolve("SHA256SUMS.sig"));
        ToolRun missing = install("--from", release.toString(), "--key", publicKey.toString());
        assertThat(missing.exitCode()).isEqualTo(3);
        assertThat(missing.err()).contains("SHA256SUMS.sig does not exist");
        assertThat(files()).isEmpty();
    }

    @Test
    void keepsAProgramThatItDidNotInstall() throws IOException {
        Files.createDirectories(prefix.resolve("bin"));
        Files.writeString(prefix.resolve("bin/butlerctl"), "another program");

        ToolRun run = install("--from", release.toString());

        assertThat(run.exitCode()).isEqualTo(6);
        assertThat(run.err()).contains(prefix.resolve("bin/butlerctl") + " exists");
        assertThat(files()).containsExactly("bin/butlerctl");
        succeed(install("--from", release.toString(), "--force"));
        assertThat(version("butlerctl")).startsWith("butlerctl ");
    }

    @Test
    void installsFromAUrl() throws IOException {
        HttpServer server = SimpleFileServer.createFileServer(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), release, SimpleFileServer.OutputLevel.NONE);
        server.start();
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        try {
            succeed(install("--from", url, "--key", publicKey.toString()));
            assertThat(version("butleradm")).startsWith("butleradm ");
        } finally {
            server.stop(0);
        }
        ToolRun unreachable = install("--from", url);
        assertThat(unreachable.exitCode()).isEqualTo(7);
        assertThat(unreachable.err()).contains("Cannot download " + url + "/SHA256SUMS");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--from http://example.com", "--bogus", "--from"})
    void rejectsWrongUsage(String options) throws IOException {
        assertThat(install(options.split(" ")).exitCode()).isEqualTo(2);
        assertThat(files()).isEmpty();
    }

    @Test
    void namesAPlatformWithoutArchive() throws IOException {
        ToolRun run = install("--from", release.toString(), "--java");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).contains(release + " has no release for java25.");
    }

    @Test
    void releasesNameTheirVersionAndFormula() throws IOException {
        assertThat(release.resolve("VERSION")).hasContent(VERSION);
        String archive = "butler-%s-%s.tar.gz".formatted(VERSION, platform());
        String sum = Files.readAllLines(release.resolve("SHA256SUMS")).stream()
                .filter(line -> line.endsWith("  " + archive))
                .map(line -> line.replaceFirst(" .*", ""))
                .findFirst()
                .orElseThrow();
        assertThat(Files.readString(release.resolve("butler.rb")))
                .contains("url \"https://example.com/butler/" + archive + "\"", "sha256 \"" + sum + "\"");
        assertThat(Files.readAllLines(release.resolve("SHA256SUMS")))
                .extracting(line -> line.replaceFirst(".* ", ""))
                .containsExactly(
                        "VERSION",
                        archive,
                        "butler.rb",
                        "butleradm-%s.cdx.json".formatted(VERSION),
                        "butlerctl-%s.cdx.json".formatted(VERSION),
                        "install");
    }
}
