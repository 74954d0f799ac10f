package dev.butlerlabs.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The image of the controllers, built around a small program. */
class ImageTest {
    private static final Tool BUILDER = Tool.of("butler-image", ImageBuildCommand.class, ImageBuildCommand::commands);
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path directory;

    private Path program;
    private Path library;

    @BeforeEach
    void writeInput() throws IOException {
        program = Files.writeString(directory.resolve("program"), "a program");
        library = Files.writeString(directory.resolve("libc.so.6"), "a library");
        Files.writeString(directory.resolve("LICENSE"), "a license");
        Files.writeString(directory.resolve("sbom.json"), """
                {"bomFormat": "CycloneDX", "specVersion": "1.6", "components": [{"name": "picocli"}]}
                """);
    }

    @Test
    void runsTheProgramAsAUserThatIsNotRoot() throws IOException {
        JsonNode configuration = configuration(build("one")).path("config");

        assertThat(configuration.path("Entrypoint").toString()).isEqualTo("[\"/butler-controllers\"]");
        assertThat(configuration.path("User").asText()).isEqualTo("65532:65532");
        assertThat(files(layout("one")).get("etc/passwd").text()).contains("butler:x:65532:65532:");
    }

    @Test
    void containsNothingBesideTheProgramAndItsBase() throws IOException {
        build("one");

        assertThat(files(layout("one")).values().stream()
                        .filter(FileInImage::isFile)
                        .map(FileInImage::name))
                .containsExactlyInAnyOrder(
                        "butler-controllers",
                        "etc/group",
                        "etc/nsswitch.conf",
                        "etc/passwd",
                        "etc/ssl/certs/ca-certificates.crt",
                        library.toString().substring(1),
                        "usr/share/butler/LICENSE",
                        "usr/share/butler/butler-controllers.cdx.json");
    }

    /** The root file system is read-only at run time, and no file is writable by its user in any case. */
    @Test
    void noFileIsWritable() throws IOException {
        build("one");

        assertThat(files(layout("one")).values())
                .allSatisfy(file -> assertThat(file.owner()).isEqualTo("0:0"))
                .filteredOn(FileInImage::isFile)
                .allSatisfy(
                        file -> assertThat(file.mode() & 0222).as(file.name()).isZero());
        assertThat(files(layout("one")).get("butler-controllers").mode() & 0111).isEqualTo(0111);
        assertThat(files(layout("one")).get("tmp/").mode() & 0777).isEqualTo(0777);
    }

    @Test
    void carriesLabelsOfOci() throws IOException {
        JsonNode labels = configuration(build("one")).at("/config/Labels");

        assertThat(labels.path("org.opencontainers.image.title").asText()).isEqualTo("butler-controllers");
        assertThat(labels.path("org.opencontainers.image.version").asText()).isEqualTo("1.2.3");
        assertThat(labels.path("org.opencontainers.image.revision").asText()).isEqualTo("abc123");
        assertThat(labels.path("org.opencontainers.image.licenses").asText()).isEqualTo("Apache-2.0");
    }

    @Test
    void listsTheCLibraryInItsSbom() throws IOException {
        build("one");
        String inside = files(layout("one"))
                .get("usr/share/butler/butler-controllers.cdx.json")
                .text();

        assertThat(JSON.readTree(inside).path("components").findValuesAsText("name"))
                .containsExactly("picocli", "libc6");
        assertThat(directory.resolve("one.cdx.json")).hasContent(inside);
    }

    @Test
    void trustsTheAuthoritiesOfTheJdk() throws IOException {
        build("one");

        assertThat(files(layout("one")).get("etc/ssl/certs/ca-certificates.crt").text())
                .startsWith("-----BEGIN CERTIFICATE-----\n")
                .endsWith("-----END CERTIFICATE-----\n");
    }

    /** A second build at another time, in another directory, from files with other timestamps. */
    @Test
    void theSameInputGivesTheSameArchive() throws IOException {
        String first = build("one");
        Files.setLastModifiedTime(program, FileTime.from(Instant.ofEpochSecond(1)));
        String second = build("two");

        assertThat(second).isEqualTo(first).matches("sha256:[0-9a-f]{64}");
        assertThat(directory.resolve("two.tar")).hasSameBinaryContentAs(directory.resolve("one.tar"));
        assertThat(OciArchive.digest(layout("one"))).isEqualTo(first);
    }

    @Test
    void anotherProgramGivesAnotherDigest() throws IOException {
        String first = build("one");
        Files.writeString(program, "another program");

        assertThat(build("two")).isNotEqualTo(first);
    }

    @Test
    void startsJavaWithoutANativeProgram() throws IOException {
        Path runtime = Files.createDirectories(directory.resolve("runtime/bin"));
        Files.writeString(runtime.resolve("java"), "java").toFile().setExecutable(true);
        Path jars = Files.createDirectories(directory.resolve("jars"));
        Files.writeString(jars.resolve("butler-controllers.jar"), "jar");
        Files.writeString(jars.resolve("picocli.jar"), "jar");

        ToolRun run = BUILDER.run(words(
                "java", List.of("--runtime", directory.resolve("runtime").toString(), "--jars", jars.toString())));

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(configuration(run.out().strip(), layout("java"))
                        .at("/config/Entrypoint/0")
                        .asText())
                .isEqualTo("/java/bin/java");
        assertThat(files(layout("java")))
                .containsKeys("java/bin/java", "app/butler-controllers.jar", "app/picocli.jar");
    }

    @Test
    void reportsEveryMissingFileAndWritesNothing() {
        List<String> words = new ArrayList<>(List.of(words("one", List.of("--program", "/nonexistent/program"))));
        words.addAll(List.of("--system-file", "/nonexistent/libc.so.6"));

        ToolRun run = BUILDER.run(words.toArray(String[]::new));

        assertThat(run.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(run.err()).contains("/nonexistent/program", "/nonexistent/libc.so.6");
        assertThat(directory.resolve("one.tar")).doesNotExist();
        assertThat(directory.resolve("work-one")).doesNotExist();
    }

    @Test
    void rejectsAnInvalidReferenceBeforeItBuilds() {
        List<String> words = new ArrayList<>(List.of(words("one", List.of("--program", program.toString()))));
        words.addAll(List.of("--push", "Not A Reference"));

        ToolRun run = BUILDER.run(words.toArray(String[]::new));

        assertThat(run.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(directory.resolve("one.tar")).doesNotExist();
    }

    @Test
    void usesHttpForRegistriesOnLoopbackOnly() {
        assertThat(List.of("localhost:5000", "127.0.0.1:5000", "127.9.9.9", "[::1]:5000"))
                .allMatch(ImageBuilder::isLoopback);
        assertThat(List.of("ghcr.io", "localhost.example.com", "128.0.0.1:5000", "10.127.0.0.1"))
                .noneMatch(ImageBuilder::isLoopback);
    }

    private String build(String name) {
        ToolRun run = BUILDER.run(words(name, List.of("--program", program.toString())));
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run.out().strip();
    }

    private String[] words(String name, List<String> content) {
        List<String> words = new ArrayList<>(content);
        words.addAll(
                List.of("--system-file", library.toString(), "--package", "pkg:deb/debian/libc6@2.36-9?arch=amd64"));
        words.addAll(List.of("--sbom", directory.resolve("sbom.json").toString()));
        words.addAll(List.of("--license", directory.resolve("LICENSE").toString()));
        words.addAll(List.of("--release", "1.2.3", "--revision", "abc123", "--created", "1767225600"));
        words.addAll(List.of("--work", directory.resolve("work-" + name).toString()));
        words.addAll(List.of("--tar", directory.resolve(name + ".tar").toString()));
        words.addAll(List.of("--layout", layout(name).toString()));
        return words.toArray(String[]::new);
    }

    private Path layout(String name) {
        return directory.resolve("layout-" + name);
    }

    private JsonNode configuration(String digest) throws IOException {
        return configuration(digest, layout("one"));
    }

    private static JsonNode configuration(String digest, Path layout) throws IOException {
        JsonNode manifest = JSON.readTree(OciArchive.blob(layout, digest).toFile());
        return JSON.readTree(
                OciArchive.blob(layout, manifest.at("/config/digest").asText()).toFile());
    }

    private static Map<String, FileInImage> files(Path layout) throws IOException {
        Map<String, FileInImage> files = new TreeMap<>();
        for (JsonNode layer : OciArchive.manifest(layout).path("layers")) {
            Path blob = OciArchive.blob(layout, layer.path("digest").asText());
            try (InputStream bytes = new GZIPInputStream(Files.newInputStream(blob));
                    TarArchiveInputStream entries = new TarArchiveInputStream(bytes)) {
                TarArchiveEntry entry = entries.getNextEntry();
                while (entry != null) {
                    files.put(entry.getName(), FileInImage.read(entry, entries));
                    entry = entries.getNextEntry();
                }
            }
        }
        return files;
    }

    private record FileInImage(String name, boolean isFile, int mode, String owner, String text) {
        static FileInImage read(TarArchiveEntry entry, InputStream content) throws IOException {
            return new FileInImage(
                    entry.getName(),
                    entry.isFile(),
                    entry.getMode(),
                    entry.getLongUserId() + ":" + entry.getLongGroupId(),
                    new String(content.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
