package dev.butlerlabs.core.testing.apiserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The real programs that {@code scripts/testbench} prepares; they are looked for here, never built. */
public record TestBench(Path directory) {

    /** What to tell somebody whose tests were skipped. */
    public static final String ABSENT =
            "no real kube-apiserver here: scripts/testbench prepares one where Go is present";

    private static final List<String> NEEDED = List.of("kube-apiserver", "etcd", "kubectl");

    /**
     * Looks in {@code KUBEBUILDER_ASSETS} first, then for the newest version in the cache of the user; nowhere with {@code
     * BUTLER_TESTBENCH=off}.
     */
    public static Optional<TestBench> find() {
        return "off".equals(System.getenv("BUTLER_TESTBENCH")) ? Optional.empty() : present();
    }

    private static Optional<TestBench> present() {
        return Stream.concat(
                        Stream.ofNullable(System.getenv("KUBEBUILDER_ASSETS")).map(Path::of), cached())
                .map(TestBench::new)
                .filter(bench -> NEEDED.stream().allMatch(bench::has))
                .findFirst();
    }

    public boolean has(String program) {
        return Files.isExecutable(program(program));
    }

    public Path program(String name) {
        return directory.resolve(name);
    }

    /** Without snapshots in its cache, a server forgets what etcd forgets, so that expiry can be tested in no time. */
    String featureGates() {
        return apiServerMinor() < 33 ? "" : "ListFromCacheSnapshot=false";
    }

    private int apiServerMinor() {
        try {
            Process process = new ProcessBuilder(program("kube-apiserver").toString(), "--version").start();
            String version = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return Integer.parseInt(version.strip().replaceAll(".*v1\\.(\\d+).*", "$1"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> cached() {
        Path cache = Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .filter(value -> !value.isEmpty())
                .map(Path::of)
                .orElse(Path.of(System.getProperty("user.home"), ".cache"))
                .resolve("butler/testbench");
        return Files.isDirectory(cache) ? newestFirst(cache, "-" + architecture()) : Stream.empty();
    }

    private static Stream<Path> newestFirst(Path cache, String suffix) {
        try (Stream<Path> entries = Files.list(cache)) {
            return entries
                    .filter(entry -> entry.getFileName().toString().matches("[0-9].*" + suffix))
                    .sorted(Comparator.comparing(TestBench::version).reversed())
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Version version(Path entry) {
        String name = entry.getFileName().toString();
        return Version.parse(name.substring(0, name.lastIndexOf('-')));
    }

    private static String architecture() {
        String name = System.getProperty("os.arch");
        return name.equals("aarch64") ? "arm64" : name;
    }
}
