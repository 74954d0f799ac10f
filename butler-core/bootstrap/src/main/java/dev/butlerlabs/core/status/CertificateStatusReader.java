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
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Optional;

/** Reads when certificates expire. Reads no private keys. */
final class CertificateStatusReader {
    private static final String WEBHOOK = "butler-webhook-tls";

    private final KubernetesClient client;

    CertificateStatusReader(KubernetesClient client) {
        this.client = client;
    }

    /** Returns the client certificate of the connection; empty if it uses other credentials. */
    Optional<CertificateObservation> kubeconfig(String name) {
        Config config = client.getConfiguration();
        try {
            Optional<byte[]> pem = Optional.ofNullable(config.getClientCertData())
                    .map(data -> Base64.getMimeDecoder().decode(data));
            if (pem.isEmpty() && config.getClientCertFile() != null) {
                pem = Optional.of(Files.readAllBytes(Path.of(config.getClientCertFile())));
            }
            return pem.map(bytes -> observation(CertificateObservation.Kind.KUBECONFIG, name, bytes));
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.UNREADABLE_FILE, "Cannot read the client certificate of %s.".formatted(name), e);
        }
    }

    /** Returns the certificate of the webhook; empty if the controllers serve none. */
    Optional<CertificateObservation> webhook() {
        Optional<Secret> secret = KubeErrorMapper.translating(
                "reading Secret " + WEBHOOK,
                () -> Optional.ofNullable(client.secrets()
                        .inNamespace(Namespaces.SYSTEM)
                        .withName(WEBHOOK)
                        .get()));
        return secret.map(Secret::getData)
                .map(data -> data.get("tls.crt"))
                .map(data -> observation(
                        CertificateObservation.Kind.WEBHOOK,
                        Namespaces.SYSTEM + "/" + WEBHOOK,
                        Base64.getMimeDecoder().decode(data)));
    }

    static CertificateObservation of(CertificateObservation.Kind kind, String name, X509Certificate certificate) {
        return new CertificateObservation(
                kind,
                name,
                certificate.getNotBefore().toInstant(),
                certificate.getNotAfter().toInstant());
    }

    private static CertificateObservation observation(CertificateObservation.Kind kind, String name, byte[] pem) {
        try {
            return of(kind, name, (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem)));
        } catch (CertificateException e) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT, "The certificate of %s %s cannot be decoded.".formatted(kind, name), e);
        }
    }
}
