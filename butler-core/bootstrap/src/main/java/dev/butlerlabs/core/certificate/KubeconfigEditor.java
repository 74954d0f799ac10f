package dev.butlerlabs.core.certificate;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.pem.PemFormatException;
import dev.butlerlabs.core.talos.secrets.CertificateAndKey;
import dev.butlerlabs.core.talos.secrets.CertificateDetails;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The client certificate of a context of a kubeconfig. Immutable.
 *
 * @param source for messages
 * @param context name of the context
 */
record KubeconfigEditor(String source, Kubeconfig kubeconfig, String context) {
    private static final String CERTIFICATE = "client-certificate-data";
    private static final String KEY = "client-key-data";
    private static final String AUTHORITY = "certificate-authority-data";

    KubeconfigEditor {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(kubeconfig, "kubeconfig");
        Objects.requireNonNull(context, "context");
    }

    /**
     * Parses a kubeconfig.
     *
     * @param context empty for the usual one
     * @throws ButlerException if it is not a kubeconfig or has no such context
     */
    static KubeconfigEditor parse(String source, String text, Optional<String> context) {
        Kubeconfig kubeconfig = Kubeconfig.parse(text, source);
        return new KubeconfigEditor(
                source,
                kubeconfig,
                context.or(kubeconfig::usualContext)
                        .orElseThrow(() -> new ButlerException(
                                ErrorCode.INVALID_INPUT, "%s has no current context.".formatted(source))));
    }

    /** Returns the client certificate; empty if the context uses other credentials. */
    Optional<CertificateDetails> certificate() {
        return kubeconfig
                .userField(context, CERTIFICATE)
                .map(StoredCertificateReader::decoded)
                .map(pem -> {
                    try {
                        return CertificateDetails.parse(pem);
                    } catch (PemFormatException e) {
                        throw new ButlerException(
                                ErrorCode.INVALID_INPUT,
                                "The certificate of %s %s.".formatted(source, e.getMessage()),
                                e);
                    }
                });
    }

    /** Returns whether both trust the same CA, so that they belong to the same cluster. */
    boolean hasSameAuthority(KubeconfigEditor other) {
        return authority().strip().equals(other.authority().strip());
    }

    /** Returns the CA that the client trusts; empty if it is stored elsewhere. */
    String authority() {
        return StoredCertificateReader.decoded(
                kubeconfig.clusterField(context, AUTHORITY).orElse(""));
    }

    /** Returns the client certificate and its key. */
    CertificateAndKey client() {
        return new CertificateAndKey(decoded(CERTIFICATE), decoded(KEY));
    }

    private String decoded(String field) {
        return StoredCertificateReader.decoded(
                kubeconfig.userField(context, field).orElse(""));
    }

    /**
     * Returns the kubeconfig with another client certificate and CA. The server and other contexts are kept.
     *
     * @param authority PEM of the CA of the server
     */
    String with(CertificateAndKey client, String authority) {
        return kubeconfig
                .withUserFields(context, Map.of(CERTIFICATE, encoded(client.certificate()), KEY, encoded(client.key())))
                .withClusterFields(context, Map.of(AUTHORITY, encoded(authority)))
                .toYaml();
    }

    private static String encoded(String pem) {
        return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8));
    }
}
