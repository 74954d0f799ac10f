package dev.butlerlabs.core.kube;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.butlerlabs.core.pem.PemBlock;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;

/** A certificate nobody signed but itself, made for these tests alone, and a server that shows it. */
final class Certificates {
    private static final char[] PASSWORD = "not-a-secret".toCharArray();
    private static final KeyStore STORE = store();

    static final String PEM = pem();
    static final String KEY_PEM = keyPem();

    private Certificates() {}

    static Server serve() throws GeneralSecurityException, IOException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(STORE, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.start();
        return new Server(server);
    }

    /** Requires the same certificate from its clients. */
    static Server serveKnownClients() throws GeneralSecurityException, IOException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(STORE, PASSWORD);
        KeyStore clients = KeyStore.getInstance("PKCS12");
        clients.load(null, null);
        clients.setCertificateEntry("client", STORE.getCertificate("server"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(clients);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters settings = context.getDefaultSSLParameters();
                settings.setNeedClientAuth(true);
                parameters.setSSLParameters(settings);
            }
        });
        server.createContext("/version", exchange -> {
            byte[] body =
                    "{\"major\":\"1\",\"minor\":\"35\",\"gitVersion\":\"v1.35.4\"}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(HttpURLConnection.HTTP_OK, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return new Server(server);
    }

    record Server(HttpsServer server) implements AutoCloseable {
        int port() {
            return server.getAddress().getPort();
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    private static KeyStore store() {
        try {
            Path file = Files.createTempDirectory("butler-certificate-").resolve("keys.p12");
            Process keytool = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-keystore",
                            file.toString(),
                            "-storepass",
                            new String(PASSWORD),
                            "-alias",
                            "server",
                            "-keyalg",
                            "EC",
                            "-dname",
                            "CN=stranger",
                            "-ext",
                            "san=ip:127.0.0.1")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!keytool.waitFor(30, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
                throw new IllegalStateException("keytool failed");
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            try (InputStream input = Files.newInputStream(file)) {
                store.load(input, PASSWORD);
            }
            Files.delete(file);
            Files.delete(file.getParent());
            return store;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String keyPem() {
        try {
            return new PemBlock("PRIVATE KEY", STORE.getKey("server", PASSWORD).getEncoded()).text();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String pem() {
        try {
            byte[] newline = "\n".getBytes(StandardCharsets.US_ASCII);
            return "-----BEGIN CERTIFICATE-----\n"
                    + Base64.getMimeEncoder(64, newline)
                            .encodeToString(STORE.getCertificate("server").getEncoded())
                    + "\n-----END CERTIFICATE-----\n";
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
