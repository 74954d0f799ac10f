package dev.butlerlabs.adm.controllers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The root file system of the image that {@code scripts/image} built last, and its program as a container would run it: with its own mounts
 * and process ids, a read-only root, an empty {@code /tmp} and the user of the image. It shares the network of this machine.
 */
final class ImageRoot {
    private static final Path LAYOUT = ProjectRoot.find().resolve("target/image/layout");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern ADDRESS = Pattern.compile("health and metrics at (http://\\S+)\\.");
    private static final String CONTAINER = """
            set -e
            root=$1 user=$2
            shift 2
            mount --bind "$root" "$root"
            mount -t proc proc "$root/proc"
            for device in null zero random urandom; do
                : >"$root/dev/$device"
                mount --bind "/dev/$device" "$root/dev/$device"
            done
            mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
            mount -o remount,bind,ro "$root"
            cd "$root"
            exec chroot --userspec="$user" "$root" "$@"
            """;

    private final Path directory;
    private final JsonNode configuration;

    private ImageRoot(Path directory, JsonNode configuration) {
        this.directory = directory;
        this.configuration = configuration;
    }

    /** Unpacks the image; skips the test if there is none or this user cannot mount. */
    static ImageRoot unpack(Path directory) throws Exception {
        assumeTrue(Files.exists(LAYOUT.resolve("index.json")), "no image of the controllers; scripts/image builds it");
        assumeTrue(succeeds("unshare", "--mount", "--pid", "--fork", "true"), "this user cannot create namespaces");
        JsonNode index = JSON.readTree(LAYOUT.resolve("index.json").toFile());
        JsonNode manifest =
                JSON.readTree(blob(index.at("/manifests/0/digest").asText()).toFile());
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createDirectories(directory.resolve("proc"));
        Files.createDirectories(directory.resolve("dev"));
        for (JsonNode layer : manifest.path("layers")) {
            String file = blob(layer.path("digest").asText()).toString();
            assertThat(succeeds("tar", "--warning=no-unknown-keyword", "-xzpf", file, "-C", directory.toString()))
                    .isTrue();
        }
        return new ImageRoot(
                directory,
                JSON.readTree(blob(manifest.at("/config/digest").asText()).toFile())
                        .path("config"));
    }

    private static Path blob(String digest) {
        return LAYOUT.resolve("blobs").resolve(digest.replace(':', '/'));
    }

    private static boolean succeeds(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
    }

    /** Starts the entry point of the image with a kubeconfig and returns when it serves health checks. */
    Container start(String kubeconfig, List<String> arguments) throws IOException {
        Files.writeString(directory.resolve("kubeconfig"), kubeconfig);
        List<String> command = new ArrayList<>(List.of("unshare", "--mount", "--pid", "--fork"));
        command.addAll(List.of("sh", "-c", CONTAINER, "sh", directory.toString()));
        command.add(configuration.path("User").asText());
        configuration.path("Entrypoint").forEach(word -> command.add(word.asText()));
        command.addAll(List.of("--kubeconfig", "/kubeconfig", "--health-address", "127.0.0.1:0"));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().put("PATH", System.getenv("PATH"));
        builder.environment().put("HOSTNAME", "butler-controllers-0");
        return Container.of(builder.start());
    }

    /** A running program of the image. */
    record Container(Process process, URI health, HttpClient http) implements AutoCloseable {
        private static Container of(Process process) throws IOException {
            BufferedReader messages = process.errorReader();
            StringBuilder seen = new StringBuilder();
            for (String line = messages.readLine(); line != null; line = messages.readLine()) {
                Matcher address = ADDRESS.matcher(line);
                if (address.find()) {
                    Thread.ofVirtual().start(() -> messages.lines().forEach(ignored -> {}));
                    return new Container(process, URI.create(address.group(1)), HttpClient.newHttpClient());
                }
                seen.append(line).append('\n');
            }
            process.destroyForcibly();
            throw new AssertionError("the program did not start:\n" + seen);
        }

        /** Tries twice: the server may close an idle connection at the moment at which the client reuses it. */
        HttpResponse<String> get(String path) throws IOException, InterruptedException {
            try {
                return send(path);
            } catch (IOException closed) {
                return send(path);
            }
        }

        private HttpResponse<String> send(String path) throws IOException, InterruptedException {
            HttpRequest request = HttpRequest.newBuilder(health.resolve(path))
                    .timeout(Duration.ofSeconds(30))
                    .build();
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        }

        boolean isLeading() throws IOException, InterruptedException {
            return get("/metrics").body().lines().anyMatch("butler_leading 1.0"::equals);
        }

        /** Returns a field of the program's {@code /proc/PID/status}. */
        String status(String field) throws IOException {
            long program =
                    process.toHandle().children().findFirst().orElseThrow().pid();
            return Files.readAllLines(Path.of("/proc", Long.toString(program), "status")).stream()
                    .filter(line -> line.startsWith(field + ":"))
                    .map(line -> line.substring(field.length() + 1).strip())
                    .findFirst()
                    .orElseThrow();
        }

        /** Stops the program itself: changing the user has removed its link to {@code unshare}, whose end it would survive. */
        @Override
        public void close() {
            process.descendants().forEach(ProcessHandle::destroy);
            process.onExit()
                    .orTimeout(30, TimeUnit.SECONDS)
                    .exceptionally(late -> {
                        process.descendants().forEach(ProcessHandle::destroyForcibly);
                        return process.destroyForcibly();
                    })
                    .join();
            http.close();
        }
    }
}
