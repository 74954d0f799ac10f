package dev.butlerlabs.core.certificate;

import dev.butlerlabs.core.bootstrap.step.BootstrapOptions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.status.CertificateStatusReader;
import dev.butlerlabs.core.status.KubernetesNodeReader;
import dev.butlerlabs.core.status.NodeObservation;
import dev.butlerlabs.core.status.ParallelReader;
import dev.butlerlabs.core.status.SourceResult;
import dev.butlerlabs.core.status.TalosconfigReader;
import dev.butlerlabs.core.talos.client.ClientConfiguration;
import dev.butlerlabs.core.talos.client.ServingCertificateProbe;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/**
 * Reads the certificates of a management cluster from the local files, its Secrets and its TLS servers. Changes nothing. A source that cannot be
 * read does not affect the others.
 */
public final class CertificateInventoryReader {
    private static final String SECRETS = "Secrets of the cluster";
    private static final String SERVERS = "serving certificates";
    /** Servers that are usually not reachable from outside get less time. */
    private static final Duration OPTIONAL_LIMIT = Duration.ofSeconds(2);

    private static final Set<ErrorKind> API_FAILURES =
            EnumSet.of(ErrorKind.DENIED, ErrorKind.UNREACHABLE, ErrorKind.TIMEOUT);

    private final KubernetesClient client;
    private final String kubeconfig;
    private final Optional<Path> talosconfig;
    private final Duration limit;
    private final InstantSource clock;

    /**
     * Creates a reader.
     *
     * @param kubeconfig the name of the kubeconfig for people
     * @param talosconfig empty if it is not known
     * @param limit time limit of all sources together
     */
    public CertificateInventoryReader(
            KubernetesClient client,
            String kubeconfig,
            Optional<Path> talosconfig,
            Duration limit,
            InstantSource clock) {
        this.client = client;
        this.kubeconfig = kubeconfig;
        this.talosconfig = talosconfig;
        this.limit = limit;
        this.clock = clock;
    }

    /**
     * Reads all sources at the same time.
     *
     * @param waiting called about every second with the sources that have not answered yet
     * @throws ButlerException if the cluster is not a management cluster, or the thread is interrupted
     */
    public CertificateInventory read(Consumer<List<String>> waiting) {
        StoredCertificateReader stored = new StoredCertificateReader(client);
        Map<String, Callable<CertificateReadResult>> sources = new LinkedHashMap<>();
        sources.put(SECRETS, () -> CertificateReadResult.of(stored.cluster()));
        sources.put("kubeconfig", () -> CertificateReadResult.of(kubeconfig()));
        sources.put("talosconfig", () -> CertificateReadResult.of(talosconfig()));
        sources.put(SERVERS, this::servers);
        sources.put("webhook", () -> CertificateReadResult.of(stored.webhook()));
        sources.put("tenant clusters", () -> new TenantCertificateReader(client).read());
        Instant at = clock.instant();
        return inventory(at, new ParallelReader(limit).read(sources, waiting));
    }

    static CertificateInventory inventory(Instant at, Map<String, SourceResult<CertificateReadResult>> readings) {
        List<ListedCertificate> certificates = new ArrayList<>();
        TreeMap<String, String> unread = new TreeMap<>();
        Optional<ErrorCode> apiFailure = Optional.empty();
        for (Map.Entry<String, SourceResult<CertificateReadResult>> reading : readings.entrySet()) {
            reading.getValue().value().ifPresent(found -> {
                certificates.addAll(found.certificates());
                unread.putAll(found.unread());
            });
            if (reading.getValue() instanceof SourceResult.Unknown<?>(ErrorCode code, String because)) {
                requireManagementCluster(code, because);
                unread.put(reading.getKey(), because);
                if (reading.getKey().equals(SECRETS) && API_FAILURES.contains(code.kind())) {
                    apiFailure = Optional.of(code);
                }
            }
        }
        return new CertificateInventory(at, certificates, unread, apiFailure);
    }

    private static void requireManagementCluster(ErrorCode code, String because) {
        if (code == ErrorCode.NOT_MANAGEMENT_CLUSTER) {
            throw new ButlerException(code, "The server is not a Butler management cluster: %s.".formatted(because));
        }
    }

    private List<ListedCertificate> kubeconfig() {
        return new CertificateStatusReader(client)
                        .clientCertificate(kubeconfig)
                        .map(pem -> ListedCertificate.parse(
                                "kubeconfig", CertificateUse.CLIENT, kubeconfig, CertificateRenewal.ROTATE, pem))
                        .stream()
                        .toList();
    }

    private List<ListedCertificate> talosconfig() {
        return talosconfig.stream()
                .map(file -> ListedCertificate.of(
                        "talosconfig",
                        CertificateUse.CLIENT,
                        file.toString(),
                        CertificateRenewal.ROTATE,
                        new TalosconfigReader(file).context().credentials().certificate()))
                .toList();
    }

    private CertificateReadResult servers() {
        // Servers have less time than the whole, so that one that hangs does not hide the others.
        Duration part = limit.multipliedBy(3).dividedBy(5);
        Map<String, ServingEndpoint> endpoints = new LinkedHashMap<>();
        ServingEndpoint.of(
                        URI.create(client.getMasterUrl().toString()),
                        nodes(),
                        talosconfig.flatMap(CertificateInventoryReader::context),
                        BootstrapOptions.standard().kubernetesPort())
                .forEach(endpoint -> endpoints.put(endpoint.name() + " " + endpoint.location(), endpoint));
        Map<String, Callable<ListedCertificate>> sources = new LinkedHashMap<>();
        endpoints.forEach((name, endpoint) -> sources.put(name, () -> certificate(endpoint, part)));
        List<ListedCertificate> certificates = new ArrayList<>();
        Map<String, String> unread = new TreeMap<>();
        new ParallelReader(part).read(sources, _ -> {}).forEach((name, reading) -> {
            reading.value().ifPresent(certificates::add);
            if (reading instanceof SourceResult.Unknown<?>(ErrorCode _, String because)
                    && !endpoints.get(name).isOptional()) {
                unread.put(name, because);
            }
        });
        return new CertificateReadResult(certificates, unread);
    }

    private static ListedCertificate certificate(ServingEndpoint endpoint, Duration limit) {
        return ListedCertificate.of(
                endpoint.name(),
                CertificateUse.SERVING,
                endpoint.location(),
                CertificateRenewal.TALOS,
                new ServingCertificateProbe(endpoint.isOptional() ? OPTIONAL_LIMIT : limit).read(endpoint.address()));
    }

    /** Without Kubernetes, the servers of the kubeconfig and the talosconfig are still read. */
    private List<NodeObservation> nodes() {
        try {
            return new KubernetesNodeReader(client).read();
        } catch (ButlerException _) {
            return List.of();
        }
    }

    /** A talosconfig that cannot be read is reported by its own source. */
    private static Optional<ClientConfiguration.Context> context(Path file) {
        try {
            return Optional.of(new TalosconfigReader(file).context());
        } catch (ButlerException _) {
            return Optional.empty();
        }
    }
}
