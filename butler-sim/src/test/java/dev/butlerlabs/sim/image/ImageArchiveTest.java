package dev.butlerlabs.sim.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.image.ImageFactoryClient;
import dev.butlerlabs.core.image.ImageFactorySettings;
import dev.butlerlabs.core.image.ResumableDownload;
import dev.butlerlabs.core.image.archive.ArchivedFile;
import dev.butlerlabs.core.image.archive.ImageArchive;
import dev.butlerlabs.core.image.archive.ImageArchiveManifest;
import dev.butlerlabs.core.image.archive.ImageArchiveServer;
import dev.butlerlabs.core.image.archive.ImageExporter;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.retry.Sleeper;
import dev.butlerlabs.sim.factory.ImageFactoryOptions;
import dev.butlerlabs.sim.factory.SimulatedImageFactory;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives of a simulated image factory, read by the client of image factories. */
class ImageArchiveTest {
    private static final String VERSION = "v1.15.0-alpha.2";
    private static final ImageId NOCLOUD =
            new ImageId(SimulatedImageFactory.PLAIN, VERSION, "amd64", "nocloud", "qcow2");
    private static final ImageId OPENSTACK =
            new ImageId(SimulatedImageFactory.PLAIN, VERSION, "amd64", "openstack", "qcow2");
    private static final int BYTES = 300_000;

    @TempDir
    private Path folder;

    private final SimulatedImageFactory factory =
            SimulatedImageFactory.start(ImageFactoryOptions.standard().withImageBytes(BYTES));
    private final ImageFactoryClient client = client(factory.url().toString());
    private final List<String> progress = new ArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private Path directory;

    @BeforeEach
    void chooseDirectory() {
        directory = folder.resolve("talos");
    }

    @AfterEach
    void stop() {
        http.close();
        client.close();
        factory.close();
    }

    private static ImageFactoryClient client(String url) {
        return new ImageFactoryClient(ImageFactorySettings.of(url, Credentials.none()), Duration.ofSeconds(5));
    }

    private ImageArchiveManifest export(Path output, ImageId... images) {
        return new ImageExporter(client, Duration.ofSeconds(30), InstantSource.system(), Sleeper.SYSTEM, progress::add)
                .export(List.of(images), output, false);
    }

    private String checksum(ImageId image) {
        return factory.sha256(image.schematic(), image.version(), image.fileName());
    }

    private static ImageArchiveServer serve(Path archive) {
        return ImageArchiveServer.start(
                ImageArchive.open(archive), new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"talos", "talos.tar"})
    void anExportedArchiveIsServedLikeAFactory(String output) throws IOException {
        export(folder.resolve(output), NOCLOUD, OPENSTACK);

        try (ImageArchiveServer server = serve(folder.resolve(output));
                ImageFactoryClient offline = client(server.url().toString())) {
            factory.close();
            assertThat(offline.versions()).containsExactly(VERSION);
            assertThat(offline.extensions(VERSION))
                    .extracting(extension -> extension.name())
                    .contains("siderolabs/qemu-guest-agent", "siderolabs/drbd");
            assertThat(offline.createSchematic("customization: {}")).isEqualTo(SimulatedImageFactory.PLAIN);
            assertThat(offline.schematic(SimulatedImageFactory.PLAIN)).contains("customization");
            assertThat(offline.prepare(OPENSTACK)).isEqualTo(BYTES);
            assertThat(offline.publishedSha256(OPENSTACK)).contains(checksum(OPENSTACK));
            try (ResumableDownload download = offline.download(OPENSTACK, BYTES)) {
                download.transferTo(OutputStream.nullOutputStream());
                assertThat(download.sha256()).isEqualTo(checksum(OPENSTACK));
            }
        }
    }

    /** A reverse proxy that serves a factory below a path. */
    @Test
    void aMirrorCanHaveAPath() throws IOException {
        HttpServer mirror = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        mirror.createContext("/talos/factory/", exchange -> {
            try (exchange) {
                String path = exchange.getRequestURI().getPath().substring("/talos/factory".length());
                exchange.getResponseHeaders().set("Location", factory.url() + path);
                boolean isImage = path.startsWith("/image/")
                        && exchange.getRequestMethod().equals("GET");
                byte[] body = "[\"v1.12.1\"]".getBytes(StandardCharsets.UTF_8);
                if (exchange.getRequestMethod().equals("HEAD")) {
                    exchange.getResponseHeaders().set("Content-Length", String.valueOf(BYTES));
                }
                boolean isBody = !isImage && !exchange.getRequestMethod().equals("HEAD");
                exchange.sendResponseHeaders(isImage ? 302 : 200, isBody ? body.length : -1);
                if (isBody) {
                    exchange.getResponseBody().write(body);
                }
            }
        });
        mirror.start();
        String url = "http://127.0.0.1:%d/talos/factory/"
                .formatted(mirror.getAddress().getPort());
        try (ImageFactoryClient mirrored = client(url)) {
            assertThat(mirrored.versions()).containsExactly("v1.12.1");
            assertThat(mirrored.url(NOCLOUD).toString()).startsWith(url + "image/");
            try (ResumableDownload download = mirrored.download(NOCLOUD, mirrored.prepare(NOCLOUD))) {
                download.transferTo(OutputStream.nullOutputStream());
                assertThat(download.sha256()).isEqualTo(checksum(NOCLOUD));
            }
        } finally {
            mirror.stop(0);
        }
    }

    @Test
    void whatIsNotInTheArchiveIsNotFound() {
        export(directory, NOCLOUD);

        try (ImageArchiveServer server = serve(directory);
                ImageFactoryClient offline = client(server.url().toString())) {
            assertThat(code(() -> offline.prepare(OPENSTACK))).isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(code(() -> offline.extensions("v1.12.1"))).isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(code(() -> offline.schematic("0".repeat(64)))).isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(code(() -> offline.createSchematic(
                            "customization: {systemExtensions: {officialExtensions: [siderolabs/drbd]}}")))
                    .isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(code(() -> offline.createSchematic("nonsense: 1"))).isEqualTo(ErrorCode.INVALID_INPUT);
        }
    }

    private static ErrorCode code(ThrowingCallable call) {
        ButlerException failure = catchThrowableOfType(ButlerException.class, call);
        return failure.code();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    bytes=0-         | 206 | bytes 0-299999/300000
                    bytes=299990-    | 206 | bytes 299990-299999/300000
                    bytes=10-19      | 206 | bytes 10-19/300000
                    bytes=-5         | 206 | bytes 299995-299999/300000
                    bytes=10-9999999 | 206 | bytes 10-299999/300000
                    bytes=300000-    | 416 | bytes */300000
                    bytes=20-10      | 416 | bytes */300000
                    bytes=0-1,5-6    | 200 |
                    lines=1-2        | 200 |
                    """)
    void rangesFollowTheStandard(String range, int status, String header) throws IOException, InterruptedException {
        export(directory, NOCLOUD);

        try (ImageArchiveServer server = serve(directory)) {
            HttpResponse<byte[]> response = get(server, "Range", range, "X-None", "");
            assertThat(response.statusCode()).isEqualTo(status);
            assertThat(response.headers().firstValue("Content-Range").orElse(null))
                    .isEqualTo(header);
            assertThat(response.headers().firstValue("Accept-Ranges")).contains("bytes");
        }
    }

    @Test
    void aRangeOfAnotherContentIsTheWholeContent() throws IOException, InterruptedException {
        export(directory, NOCLOUD);

        try (ImageArchiveServer server = serve(directory)) {
            assertThat(get(server, "Range", "bytes=5-", "If-Range", "\"other\"").body())
                    .hasSize(BYTES);
            assertThat(get(server, "Range", "bytes=5-", "If-Range", '"' + checksum(NOCLOUD) + '"')
                            .body())
                    .hasSize(BYTES - 5);
        }
    }

    private HttpResponse<byte[]> get(ImageArchiveServer server, String... headers)
            throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(server.url()
                                .resolve("/image/%s/%s/%s".formatted(NOCLOUD.schematic(), VERSION, NOCLOUD.fileName())))
                        .headers(headers)
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
    }

    @Test
    void anythingButReadingIsRejected() throws IOException, InterruptedException {
        export(directory, NOCLOUD);

        try (ImageArchiveServer server = serve(directory)) {
            HttpRequest request = HttpRequest.newBuilder(server.url().resolve("/versions"))
                    .DELETE()
                    .build();
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).isEqualTo(405);
            HttpRequest escape = HttpRequest.newBuilder(server.url().resolve("/image/..%2f..%2fmanifest.json"))
                    .build();
            assertThat(http.send(escape, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void aSecondExportAddsImagesAndDownloadsNothingAgain() {
        export(directory, NOCLOUD);
        long downloads = factory.downloads();

        ImageArchiveManifest manifest = export(directory, NOCLOUD, OPENSTACK);
        assertThat(manifest.images()).hasSize(2);
        assertThat(factory.downloads()).isEqualTo(downloads + 1);
        assertThat(progress).contains("Verifying nocloud-amd64.qcow2", "Downloading openstack-amd64.qcow2: 100 %");
    }

    @Test
    void anInterruptedExportContinuesWithTheNextByte() throws IOException {
        Thread self = Thread.currentThread();
        ImageExporter interrupted =
                new ImageExporter(client, Duration.ofSeconds(30), InstantSource.system(), Sleeper.SYSTEM, text -> {
                    if (text.matches("Downloading .*: [2-8][0-9] %")) {
                        self.interrupt();
                    }
                });
        assertThat(code(() -> interrupted.export(List.of(NOCLOUD), directory, false)))
                .isEqualTo(ErrorCode.CANCELLED);
        Path part = image(directory).resolveSibling("nocloud-amd64.qcow2.part");
        assertThat(part).exists();
        long existing = Files.size(part);
        assertThat(existing).isBetween(1L, (long) BYTES - 1);

        export(directory, NOCLOUD);
        assertThat(progress).noneMatch(text -> text.equals("Downloading nocloud-amd64.qcow2: 0 %"));
        assertThat(ImageArchive.open(directory).manifest().images())
                .extracting(ArchivedFile::sha256)
                .containsExactly(checksum(NOCLOUD));
        try (Stream<Path> files = Files.walk(directory)) {
            assertThat(files).noneMatch(file -> file.toString().contains(".part"));
        }
    }

    private static Path image(Path directory) {
        return directory.resolve("image/%s/%s/nocloud-amd64.qcow2".formatted(SimulatedImageFactory.PLAIN, VERSION));
    }

    @Test
    void aPartOfAnotherContentIsDownloadedAgain() throws IOException {
        Files.createDirectories(image(directory).getParent());
        Files.write(image(directory).resolveSibling("nocloud-amd64.qcow2.part"), new byte[1000]);
        Files.writeString(image(directory).resolveSibling("nocloud-amd64.qcow2.part.tag"), "\"former\"");

        assertThat(export(directory, NOCLOUD).images())
                .extracting(ArchivedFile::sha256)
                .containsExactly(checksum(NOCLOUD));
    }

    @Test
    void aTarFileLeavesNoDirectoryAndIsNotOverwritten() {
        Path tar = folder.resolve("talos.tar");
        export(tar, NOCLOUD);

        assertThat(folder.toFile().list()).containsExactly("talos.tar");
        assertThat(code(() -> export(tar, NOCLOUD))).isEqualTo(ErrorCode.CONFLICT);
    }

    @Test
    void anUnknownSchematicIsReportedBeforeADownload() {
        ImageId unknown = new ImageId("0".repeat(64), VERSION, "amd64", "nocloud", "qcow2");

        assertThat(code(() -> export(directory, NOCLOUD, unknown))).isEqualTo(ErrorCode.NOT_FOUND);
        assertThat(factory.downloads()).isZero();
        assertThat(directory).as("nothing was written").doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"talos", "talos.tar"})
    void aChangedByteIsFound(String output) throws IOException {
        Path archive = folder.resolve(output);
        export(archive, NOCLOUD);
        Path file = Files.isDirectory(archive) ? image(archive) : archive;
        try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "rw")) {
            content.seek(content.length() / 2);
            int value = content.read();
            content.seek(content.length() / 2);
            content.write(value ^ 1);
        }

        damaged(
                archive,
                "image/%s/%s/nocloud-amd64.qcow2 does not have the SHA-256"
                        .formatted(SimulatedImageFactory.PLAIN, VERSION));
    }

    @Test
    void missingAndShorterFilesAreFound() throws IOException {
        export(directory, NOCLOUD);
        Files.write(image(directory), new byte[10]);
        damaged(directory, "nocloud-amd64.qcow2 has 10 instead of 300000 bytes");
        Files.delete(image(directory));
        damaged(directory, "nocloud-amd64.qcow2 is missing");
    }

    @Test
    void aDamagedManifestIsRejected() throws IOException {
        export(directory, NOCLOUD);
        Path manifest = directory.resolve("manifest.json");
        String text = Files.readString(manifest);
        for (String wrong : List.of(
                "{", "{}", text.replace("image/", "../image/"), text.replace("\"version\" : 1", "\"version\" : 2"))) {
            Files.writeString(manifest, wrong);
            damaged(directory, "manifest.json is not a valid manifest");
        }
        Files.delete(manifest);
        damaged(directory, "manifest.json is missing");
    }

    @Test
    void otherFilesAreNoArchives() throws IOException {
        Path text = Files.writeString(folder.resolve("a.tar"), "hello ".repeat(200));
        Path cut = folder.resolve("cut.tar");
        export(cut, NOCLOUD);
        try (RandomAccessFile file = new RandomAccessFile(cut.toFile(), "rw")) {
            file.setLength(file.length() / 2);
        }

        assertThat(code(() -> ImageArchive.open(text))).isEqualTo(ErrorCode.UNREADABLE_FILE);
        assertThat(code(() -> ImageArchive.open(folder.resolve("none")))).isEqualTo(ErrorCode.NOT_FOUND);
        damaged(cut, "the archive ends after");
    }

    private static void damaged(Path archive, String problem) {
        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> ImageArchive.open(archive).verify(path -> {}))
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.DATA_DAMAGED))
                .withMessageContaining(archive.toString())
                .withMessageContaining(problem);
    }
}
