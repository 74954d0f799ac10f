package dev.butlerlabs.ctl.login;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for 127.0.0.1 that is its own CA. */
record TestCertificate(Path certificate, Path key, SSLContext trust) {
    private static final String PASSWORD = "not-a-secret";
    private static final String ALIAS = "server";

    static TestCertificate create(Path folder) throws IOException, GeneralSecurityException, InterruptedException {
        Path file = folder.resolve("tls.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        PASSWORD,
                        "-alias",
                        ALIAS,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=provider",
                        "-ext",
                        "san=ip:127.0.0.1")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            throw new IllegalStateException("keytool failed");
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream input = Files.newInputStream(file)) {
            store.load(input, PASSWORD.toCharArray());
        }
        Certificate certificate = store.getCertificate(ALIAS);
        Key key = store.getKey(ALIAS, PASSWORD.toCharArray());
        return new TestCertificate(
                Files.writeString(folder.resolve("tls.crt"), pem("CERTIFICATE", certificate.getEncoded())),
                Files.writeString(folder.resolve("tls.key"), pem("PRIVATE KEY", key.getEncoded())),
                trust(certificate));
    }

    private static String pem(String label, byte[] content) {
        byte[] newline = "\n".getBytes(StandardCharsets.US_ASCII);
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
                .formatted(label, Base64.getMimeEncoder(64, newline).encodeToString(content), label);
    }

    private static SSLContext trust(Certificate certificate) throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        trusted.setCertificateEntry(ALIAS, certificate);
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }
}
