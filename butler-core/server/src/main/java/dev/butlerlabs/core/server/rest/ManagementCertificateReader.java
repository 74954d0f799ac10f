package dev.butlerlabs.core.server.rest;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.server.view.ItemLists.CertificateRow;
import dev.butlerlabs.core.server.view.ItemLists.ManagementCertificateList;
import dev.butlerlabs.core.server.view.ItemLists.UnreadCertificates;
import dev.butlerlabs.core.talos.client.NodeAddress;
import dev.butlerlabs.core.talos.client.ServingCertificateProbe;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URL;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Reads the certificates of the management cluster that the Kubernetes API returns to the user: CAs that it publishes, Secrets of type
 * {@code kubernetes.io/tls}, and the certificate with which it serves. A source that the user may not read does not hide the others.
 *
 * <p>The certificates of the machines need the machine API, whose credentials are not those of a user. The Secret with the CAs of the cluster is not read,
 * because it contains their private keys.
 */
final class ManagementCertificateReader {
    private static final String SYSTEM = "kube-system";
    private static final String TLS = "kubernetes.io/tls";
    private static final long MOST_SECRETS = 1_000;
    private static final int HTTPS = 443;
    private static final Duration HANDSHAKE = Duration.ofSeconds(2);
    private static final Optional<String> COMMAND = Optional.of("butleradm certs list");

    private static final UnreadCertificates MACHINES = new UnreadCertificates(
            "Talos API, etcd, kubelets, and the credentials of the administrator",
            "they require the machine API, or Secrets with the private keys of the cluster, which the console does not read",
            COMMAND);

    private final KubernetesClient client;
    private final List<CertificateRow> rows = new ArrayList<>();
    private final List<UnreadCertificates> unread = new ArrayList<>();

    ManagementCertificateReader(KubernetesClient client) {
        this.client = client;
    }

    /** Reads all sources. */
    ManagementCertificateList read() {
        read("Kubernetes CA", () -> authority("Kubernetes CA", "kube-root-ca.crt", "ca.crt"));
        read(
                "aggregation CA",
                () -> authority(
                        "aggregation CA", "extension-apiserver-authentication", "requestheader-client-ca-file"));
        read("certificate of the Kubernetes API", this::server);
        read("Secrets of type " + TLS, this::secrets);
        unread.add(MACHINES);
        return new ManagementCertificateList(rows, unread);
    }

    private void read(String name, Supplier<Stream<CertificateRow>> source) {
        try {
            source.get().forEach(rows::add);
        } catch (ButlerException e) {
            if (e.kind() == ErrorKind.INTERNAL) {
                throw e;
            }
            unread.add(new UnreadCertificates(
                    name, e.getMessage(), e.kind() == ErrorKind.DENIED ? Optional.empty() : COMMAND));
        }
    }

    private Stream<CertificateRow> authority(String name, String map, String key) {
        Optional<ConfigMap> found = KubeErrorMapper.translating(
                client,
                "reading ConfigMap " + map,
                () -> Optional.ofNullable(
                        client.configMaps().inNamespace(SYSTEM).withName(map).get()));
        return found.map(ConfigMap::getData).map(data -> data.get(key)).stream()
                .flatMap(pem -> CertificateParser.parse(pem).stream())
                .map(certificate ->
                        CertificateParser.row(name, "ca", "ConfigMap %s/%s".formatted(SYSTEM, map), certificate));
    }

    /** The address is that of the configured Kubernetes API, never one of a user. */
    private Stream<CertificateRow> server() {
        URL url = client.getMasterUrl();
        NodeAddress address = new NodeAddress(url.getHost(), url.getPort() < 0 ? HTTPS : url.getPort());
        return Stream.of(CertificateParser.row(
                "Kubernetes API",
                "serving",
                address.host() + ":" + address.port(),
                new ServingCertificateProbe(HANDSHAKE).read(address)));
    }

    private Stream<CertificateRow> secrets() {
        return KubeErrorMapper.translating(
                        client,
                        "listing Secrets of type " + TLS,
                        () -> client.secrets()
                                .inAnyNamespace()
                                .list(new ListOptionsBuilder()
                                        .withFieldSelector("type=" + TLS)
                                        .withLimit(MOST_SECRETS)
                                        .build())
                                .getItems())
                .stream()
                .sorted(Comparator.comparing(ManagementCertificateReader::name))
                .flatMap(ManagementCertificateReader::rows);
    }

    private static String name(Secret secret) {
        return secret.getMetadata().getNamespace() + "/" + secret.getMetadata().getName();
    }

    /** The first certificate of a chain is that of the server. */
    private static Stream<CertificateRow> rows(Secret secret) {
        return Stream.ofNullable(secret.getData())
                .flatMap(data -> Stream.ofNullable(data.get("tls.crt")))
                .flatMap(encoded ->
                        CertificateParser.parseEncoded(encoded).stream().limit(1))
                .map(certificate -> CertificateParser.row(
                        secret.getMetadata().getName(), "serving", "Secret " + name(secret), certificate));
    }
}
