package dev.butlerlabs.image;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.Collections;
import java.util.TreeMap;

/** Converts the CA certificates of a JDK to PEM. */
final class CertificateBundle {
    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

    private CertificateBundle() {}

    /** Returns the CA certificates of a JDK, sorted by alias, so that equal key stores lead to equal texts. */
    static String pem(Path javaHome) throws IOException {
        try {
            KeyStore store = KeyStore.getInstance(
                    javaHome.resolve("lib/security/cacerts").toFile(), (char[]) null);
            TreeMap<String, String> blocks = new TreeMap<>();
            for (String alias : Collections.list(store.aliases())) {
                blocks.put(alias, block(store.getCertificate(alias)));
            }
            return String.join("", blocks.values());
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot read the CA certificates of " + javaHome, e);
        }
    }

    private static String block(Certificate certificate) throws GeneralSecurityException {
        return "-----BEGIN CERTIFICATE-----\n%s\n-----END CERTIFICATE-----\n"
                .formatted(LINES.encodeToString(certificate.getEncoded()));
    }
}
