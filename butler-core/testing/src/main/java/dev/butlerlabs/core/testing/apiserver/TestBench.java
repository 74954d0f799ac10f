package dev.butlerlabs.core.testing.apiserver;

import dev.butlerlabs.core.testing.PreparedPart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The real programs that {@code scripts/testbench} prepares; they are looked for here, never built. */
public record TestBench(Path directory) {

    /** What to tell somebody whose tests were skipped. */
    public static final String ABSENT = PreparedPart.KUBERNETES.absent();

    private static final List<String> NEEDED = List.of("kube-apiserver", "etcd", "kubectl");

    /** Returns the programs named by {@code KUBEBUILDER_ASSETS}, or the newest version in the cache of the user. */
    public static Optional<TestBench> find() {
        return PreparedPart.KUBERNETES
                .candidates()
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

    /** A server regularly reads all its objects from etcd to check its cache; with many objects, this takes a fifth of its processor time. */
    String measuredGates() {
        return apiServerMinor() < 34 ? "" : "DetectCacheInconsistency=false";
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
}
