package dev.butlerlabs.core.embedded.identity;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.pem.PemBlock;
import dev.butlerlabs.core.pem.PemFormatException;
import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.List;
import java.util.Optional;

/** Parses an externally issued identity. */
final class ImportedIdentityReader {
    private static final List<String> ALGORITHMS = List.of("EC", "RSA", "EdDSA");

    private ImportedIdentityReader() {}

    static ServerIdentity read(ServingIdentity given, String token) {
        X509Certificate authority = certificate("authority", given.authority());
        return new ServerIdentity(
                authority,
                certificate("certificate", given.certificate()),
                key(given.key()),
                token,
                Optional.of(new ClientCertificateAuthority(authority)));
    }

    private static X509Certificate certificate(String path, String pem) {
        try {
            return (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(
                            new ByteArrayInputStream(PemBlock.parseFirst(pem).content()));
        } catch (GeneralSecurityException | PemFormatException e) {
            throw unusable(path, "is not a certificate in PEM");
        }
    }

    private static PrivateKey key(String pem) {
        PKCS8EncodedKeySpec encoded = new PKCS8EncodedKeySpec(content(pem));
        return ALGORITHMS.stream()
                .flatMap(algorithm -> key(algorithm, encoded).stream())
                .findFirst()
                .orElseThrow(() -> unusable("key", "is not a PKCS#8 private key of a supported algorithm"));
    }

    private static byte[] content(String pem) {
        try {
            return PemBlock.parseFirst(pem).content();
        } catch (PemFormatException e) {
            throw unusable("key", "is not a private key in PEM");
        }
    }

    private static Optional<PrivateKey> key(String algorithm, PKCS8EncodedKeySpec encoded) {
        try {
            return Optional.of(KeyFactory.getInstance(algorithm).generatePrivate(encoded));
        } catch (GeneralSecurityException otherKind) {
            return Optional.empty();
        }
    }

    private static ButlerException unusable(String path, String why) {
        return ButlerException.invalid(
                "Invalid serving identity for the embedded API.", List.of(new InputProblem(path, why)));
    }
}
