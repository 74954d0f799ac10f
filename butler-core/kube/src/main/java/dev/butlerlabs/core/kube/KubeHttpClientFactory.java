package dev.butlerlabs.core.kube;

import dev.butlerlabs.core.pem.PemFormatException;
import dev.butlerlabs.core.pem.PrivateKeyParser;
import dev.butlerlabs.core.pem.SingleClientKeyManager;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.internal.CertUtils;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.utils.HttpClientUtils;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * Creates the HTTP clients of Kubernetes clients. If a configuration has a CA and a client certificate or none, they are used as they are: the usual way loads
 * the CAs of the Java runtime in addition, and derives a password-based key to encrypt and to decrypt the client key, which costs more than a request.
 *
 * <p>As in kubectl, only the CA of a configuration is trusted if it has one.
 */
class KubeHttpClientFactory extends JdkHttpClientFactory {
    private static final KeyManager[] NO_KEYS = {};

    @Override
    public HttpClient.Builder newBuilder(Config config) {
        try {
            Optional<TrustManager[]> trust = trust(config);
            Optional<KeyManager[]> keys = keys(config);
            return trust.isPresent() && keys.isPresent()
                    ? builder(config).sslContext(keys.get(), trust.get())
                    : super.newBuilder(config);
        } catch (IOException | GeneralSecurityException | PemFormatException _) {
            // Supports more formats, and fails with a message that names the field.
            return super.newBuilder(config);
        }
    }

    /** Returns a builder with all settings but TLS, which must be set before it is used. */
    private HttpClient.Builder builder(Config config) {
        Config withoutTls = new ConfigBuilder(config)
                .withTrustCerts(true)
                .withClientCertData(null)
                .withClientCertFile(null)
                .withClientKeyData(null)
                .withClientKeyFile(null)
                .build();
        HttpClient.Builder builder = super.newBuilder(withoutTls);
        // The interceptors keep the configuration and change it, such as to refresh a token.
        HttpClientUtils.createApplicableInterceptors(config, this).forEach(builder::addOrReplaceInterceptor);
        return builder;
    }

    private static Optional<TrustManager[]> trust(Config config) throws IOException, GeneralSecurityException {
        if (config.isTrustCerts() || isPresent(config.getTrustStoreFile())) {
            return Optional.empty();
        }
        List<X509Certificate> authorities = certificates(config.getCaCertData(), config.getCaCertFile());
        return authorities.isEmpty() ? Optional.empty() : Optional.of(trust(authorities));
    }

    private static TrustManager[] trust(List<X509Certificate> authorities)
            throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (int i = 0; i < authorities.size(); i++) {
            store.setCertificateEntry("authority-" + i, authorities.get(i));
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static Optional<KeyManager[]> keys(Config config)
            throws IOException, GeneralSecurityException, PemFormatException {
        if (isPresent(config.getKeyStoreFile())) {
            return Optional.empty();
        }
        List<X509Certificate> chain = certificates(config.getClientCertData(), config.getClientCertFile());
        Optional<byte[]> key = read(config.getClientKeyData(), config.getClientKeyFile());
        if (chain.isEmpty() && key.isEmpty()) {
            return Optional.of(NO_KEYS);
        }
        return chain.isEmpty() || key.isEmpty() ? Optional.empty() : Optional.of(keys(chain, key.get()));
    }

    private static KeyManager[] keys(List<X509Certificate> chain, byte[] key) throws PemFormatException {
        return new KeyManager[] {
            new SingleClientKeyManager(
                    PrivateKeyParser.parse(new String(key, StandardCharsets.US_ASCII)),
                    chain.toArray(X509Certificate[]::new))
        };
    }

    private static List<X509Certificate> certificates(String data, String file)
            throws IOException, GeneralSecurityException {
        Optional<byte[]> text = read(data, file);
        return text.isEmpty()
                ? List.of()
                : CertificateFactory.getInstance("X.509")
                        .generateCertificates(new ByteArrayInputStream(text.get()))
                        .stream()
                        .map(X509Certificate.class::cast)
                        .toList();
    }

    private static Optional<byte[]> read(String data, String file) throws IOException {
        if (!isPresent(data) && !isPresent(file)) {
            return Optional.empty();
        }
        try (ByteArrayInputStream input = CertUtils.getInputStreamFromDataOrFile(data, file)) {
            return Optional.of(input.readAllBytes());
        }
    }

    private static boolean isPresent(String value) {
        return value != null && !value.isEmpty();
    }
}
