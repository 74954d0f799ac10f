package dev.butlerlabs.core.testing;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A real program that one of the scripts {@code scripts/testbench*} prepares for the tests. It is found, never built. Nothing is found
 * with {@code BUTLER_TESTBENCH=off}.
 *
 * @param name name of the file in the directory {@code BUTLER_PREPARING} that exists while {@code scripts/test} prepares the part in the
 *     background
 * @param variable environment variable that names the part and takes precedence over the cache
 * @param prefix start of the part's name in the cache
 * @param program path of an executable in the part; empty if the part is the executable
 */
public record PreparedPart(String name, String variable, String prefix, String program) {
    public static final PreparedPart KUBERNETES =
            new PreparedPart("kubernetes", "KUBEBUILDER_ASSETS", "1.", "kube-apiserver");
    public static final PreparedPart HELM = new PreparedPart("helm", "BUTLER_HELM", "helm-", "");
    public static final PreparedPart MOTO = new PreparedPart("moto", "BUTLER_MOTO", "moto-", "bin/python");
    /** A Python environment with a client of the Proxmox VE API. */
    public static final PreparedPart PROXMOXER =
            new PreparedPart("proxmoxer", "BUTLER_PROXMOXER", "proxmoxer-", "bin/python");
    /** A Python environment with the clients of Google Cloud. */
    public static final PreparedPart GCP_CLIENTS =
            new PreparedPart("gcp-clients", "BUTLER_GCP_CLIENTS", "gcp-clients-", "bin/python");
    /** A Python environment with the client of Azure. */
    public static final PreparedPart AZURE_CLIENT =
            new PreparedPart("azure-client", "BUTLER_AZURE_CLIENT", "azure-client-", "bin/python");

    /** A Python environment with a tester of HTTP APIs. */
    public static final PreparedPart SCHEMATHESIS =
            new PreparedPart("schemathesis", "BUTLER_SCHEMATHESIS", "schemathesis-", "bin/python");

    public static final PreparedPart TALOSCTL = new PreparedPart("talosctl", "BUTLER_TALOSCTL", "talosctl-", "");
    public static final PreparedPart ETCDUTL = new PreparedPart("etcdutl", "BUTLER_ETCDUTL", "etcdutl-", "");
    /** A directory with a link to Node.js and the packages of an OpenID Connect provider. */
    public static final PreparedPart OIDC_PROVIDER =
            new PreparedPart("oidc-provider", "BUTLER_OIDC_PROVIDER", "oidc-provider-", "node");
    /** A directory with managers, their CRDs and their webhooks; the named program is built last. */
    public static final PreparedPart CLUSTER_API =
            new PreparedPart("clusterapi", "BUTLER_CLUSTERAPI", "clusterapi-", "talos-bootstrap-manager");
    /** A directory with the manager of the Proxmox provider of Cluster API and its CRDs. */
    public static final PreparedPart CAPMOX = new PreparedPart("capmox", "BUTLER_CAPMOX", "capmox-", "proxmox-manager");

    /** A root file system of Debian without Java. */
    public static final PreparedPart DEBIAN_ROOT =
            new PreparedPart("debian-root", "BUTLER_DEBIAN_ROOT", "debian-", "usr/bin/dpkg");

    private static final Duration PREPARATION_LIMIT = Duration.ofMinutes(30);
    private static final Duration POLL = Duration.ofMillis(200);

    /** Returns the part, after waiting for its preparation if that is still running. Of several versions, the last by name. */
    public Optional<Path> find() {
        return candidates().filter(this::isComplete).findFirst();
    }

    /** Returns the places where the part may be, best first, after waiting for its preparation. */
    public Stream<Path> candidates() {
        if (isOff()) {
            return Stream.empty();
        }
        awaitPreparation();
        return Stream.concat(Stream.ofNullable(System.getenv(variable)).map(Path::of), cached());
    }

    /** Returns the reason for skipped tests. */
    public String absent() {
        return "%s not found; scripts/testbench --all prepares it if Go, Python and Node.js are installed"
                .formatted(name);
    }

    private static boolean isOff() {
        return "off".equals(System.getenv("BUTLER_TESTBENCH"));
    }

    private boolean isComplete(Path part) {
        return Files.isExecutable(part.resolve(program));
    }

    private void awaitPreparation() {
        Optional.ofNullable(System.getenv("BUTLER_PREPARING"))
                .map(directory -> Path.of(directory, name))
                .filter(Files::exists)
                .ifPresent(marker -> await("preparation of " + name)
                        .atMost(PREPARATION_LIMIT)
                        .pollInterval(POLL)
                        .until(() -> !Files.exists(marker)));
    }

    private Stream<Path> cached() {
        Path cache = Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .filter(value -> !value.isEmpty())
                .map(Path::of)
                .orElse(Path.of(System.getProperty("user.home"), ".cache"))
                .resolve("butler/testbench");
        if (!Files.isDirectory(cache)) {
            return Stream.empty();
        }
        try (Stream<Path> entries = Files.list(cache)) {
            return entries
                    .filter(entry -> entry.getFileName().toString().startsWith(prefix))
                    .sorted(Comparator.reverseOrder())
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
