package dev.butlerlabs.core.talos.secrets;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.pem.PemFormatException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.bouncycastle.asn1.x509.KeyUsage;

/**
 * Generates client files of the administrator from the secrets of a cluster. No machine needs to run.
 *
 * <p>Thread-safe; every call generates a new key.
 */
public final class ClientFilesGenerator {
    public static final String ADMINISTRATOR = "os:admin";

    private static final Duration LIFETIME = Duration.ofDays(365);

    private final TalosCertificateFactory certificates;

    public ClientFilesGenerator(SecureRandom random, Clock clock) {
        this.certificates = new TalosCertificateFactory(random, clock);
    }

    /** Returns a new client certificate for the Talos API, valid for a year. */
    public CertificateAndKey talosClient(SecretsBundle secrets, List<String> roles) {
        return issue(
                "certs.os",
                secrets.os(),
                new TalosCertificateFactory.Client(
                        TalosCertificateFactory.organisations(List.copyOf(new TreeSet<>(roles))),
                        LIFETIME,
                        KeyUsage.digitalSignature));
    }

    /** Returns a new client certificate of the Kubernetes administrator, valid for a year. */
    public CertificateAndKey kubernetesAdministrator(SecretsBundle secrets) {
        return issue(
                "certs.k8s",
                secrets.kubernetes(),
                new TalosCertificateFactory.Client(
                        TalosCertificateFactory.organisationAndCommonName("system:masters", "admin"),
                        LIFETIME,
                        KeyUsage.digitalSignature | KeyUsage.keyEncipherment));
    }

    /** Returns the tree of a talosconfig with one context, which has the name of the cluster. */
    public Map<String, Object> talosconfig(
            SecretsBundle secrets, String cluster, List<String> endpoints, List<String> nodes) {
        CertificateAndKey client = talosClient(secrets, List.of(ADMINISTRATOR));
        Map<String, Object> context = new LinkedHashMap<>();
        context.put("endpoints", new ArrayList<>(endpoints));
        if (!nodes.isEmpty()) {
            context.put("nodes", new ArrayList<>(nodes));
        }
        context.put("ca", SecretsFile.encoded(secrets.os().certificate()));
        context.put("crt", SecretsFile.encoded(client.certificate()));
        context.put("key", SecretsFile.encoded(client.key()));
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("context", cluster);
        document.put("contexts", Map.of(cluster, context));
        return document;
    }

    /** Returns the tree of a kubeconfig for the administrator. */
    public Map<String, Object> kubeconfig(SecretsBundle secrets, String cluster, String server) {
        CertificateAndKey client = kubernetesAdministrator(secrets);
        String user = "admin@" + cluster;
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("apiVersion", "v1");
        document.put("kind", "Config");
        document.put(
                "clusters",
                named(
                        cluster,
                        "cluster",
                        ordered(
                                "server",
                                server,
                                "certificate-authority-data",
                                SecretsFile.encoded(secrets.kubernetes().certificate()))));
        document.put(
                "users",
                named(
                        user,
                        "user",
                        ordered(
                                "client-certificate-data", SecretsFile.encoded(client.certificate()),
                                "client-key-data", SecretsFile.encoded(client.key()))));
        Map<String, Object> context = ordered("cluster", cluster, "namespace", "default");
        context.put("user", user);
        document.put("contexts", named(user, "context", context));
        document.put("current-context", user);
        return document;
    }

    private CertificateAndKey issue(String path, CertificateAndKey authority, TalosCertificateFactory.Client client) {
        try {
            return certificates.client(authority, client);
        } catch (PemFormatException e) {
            throw ButlerException.invalid(
                    "Cannot generate a client certificate with this CA.",
                    List.of(new InputProblem(path, e.getMessage())));
        }
    }

    private static List<Map<String, Object>> named(String name, String key, Map<String, Object> value) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("name", name);
        entry.put(key, value);
        return List.of(entry);
    }

    private static Map<String, Object> ordered(String first, String one, String second, String other) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(first, one);
        map.put(second, other);
        return map;
    }
}
