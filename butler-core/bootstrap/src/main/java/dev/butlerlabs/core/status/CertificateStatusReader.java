package dev.butlerlabs.core.status;

import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Optional;

/** Reads the certificates of a connection and of the webhook. Reads no private keys. */
public final class CertificateStatusReader {
    /** The Secret with the certificate of the webhook. */
    public static final String WEBHOOK = "butler-webhook-tls";

    private final KubernetesClient client;

    public CertificateStatusReader(KubernetesClient client) {
        this.client = client;
    }

    /** Returns the client certificate of the connection; empty if it uses other credentials. */
    Optional<CertificateObservation> kubeconfig(String name) {
        return clientCertificate(name).map(pem -> observation(CertificateObservation.Kind.KUBECONFIG, name, pem));
    }

    /**
     * Returns the client certificate of the connection as PEM; empty if it uses other credentials.
     *
     * @param name of the kubeconfig, for messages
     */
    public Optional<String> clientCertificate(String name) {
        Config config = client.getConfiguration();
        try {
            return config.getClientCertData() == null && config.getClientCertFile() != null
                    ? Optional.of(Files.readString(Path.of(config.getClientCertFile())))
                    : Optional.ofNullable(config.getClientCertData()).map(CertificateStatusReader::decoded);
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.UNREADABLE_FILE, "Cannot read the client certificate of %s.".formatted(name), e);
        }
    }

    /** Returns the certificate of the webhook; empty if the controllers serve none. */
    Optional<CertificateObservation> webhook() {
        return webhookCertificate()
                .map(pem -> observation(CertificateObservation.Kind.WEBHOOK, Namespaces.SYSTEM + "/" + WEBHOOK, pem));
    }

    /** Returns the certificate of the webhook as PEM; empty if the controllers serve none. */
    public Optional<String> webhookCertificate() {
        Optional<Secret> secret = KubeErrorMapper.translating(
                "reading Secret " + WEBHOOK,
                () -> Optional.ofNullable(client.secrets()
                        .inNamespace(Namespaces.SYSTEM)
                        .withName(WEBHOOK)
                        .get()));
        return secret.map(Secret::getData).map(data -> data.get("tls.crt")).map(CertificateStatusReader::decoded);
    }

    private static String decoded(String base64) {
        return new String(Base64.getMimeDecoder().decode(base64), StandardCharsets.UTF_8);
    }

    static CertificateObservation of(CertificateObservation.Kind kind, String name, X509Certificate certificate) {
        return new CertificateObservation(
                kind,
                name,
                certificate.getNotBefore().toInstant(),
                certificate.getNotAfter().toInstant());
    }

    private static CertificateObservation observation(CertificateObservation.Kind kind, String name, String pem) {
        try {
            return of(kind, name, (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8))));
        } catch (CertificateException e) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT, "The certificate of %s %s cannot be decoded.".formatted(kind, name), e);
        }
    }
}
