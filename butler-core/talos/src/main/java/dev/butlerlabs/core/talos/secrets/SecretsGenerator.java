package dev.butlerlabs.core.talos.secrets;

import dev.butlerlabs.core.pem.PemFormatException;
import dev.butlerlabs.core.version.VersionContract;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Base64;
import java.util.List;

/** Generates the secrets of a new cluster. Thread-safe; every call generates new secrets. */
public final class SecretsGenerator {
    private static final int SECRET_BYTES = 32;
    private static final String LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz";
    private static final int TOKEN_ID = 6;
    private static final int TOKEN_SECRET = 16;

    private final SecureRandom random;
    private final Clock clock;

    public SecretsGenerator(SecureRandom random, Clock clock) {
        this.random = random;
        this.clock = clock;
    }

    /** Generates all secrets. Takes seconds, mostly for the RSA key of service accounts. */
    public SecretsBundle generate(VersionContract contract) {
        return generate(contract, serviceAccountKey());
    }

    /** Generates all secrets for simulated machines, with a shorter service account key, which takes a tenth of the time. */
    public SecretsBundle generateForRehearsal(VersionContract contract) {
        return generate(contract, shortServiceAccountKey());
    }

    /** Generates a shorter service account key for simulated machines. */
    public String shortServiceAccountKey() {
        return TalosKeyFactory.RSA.pem(TalosKeyFactory.generateShortRsa(random));
    }

    /** Generates a service account key, which takes the longest. */
    public String serviceAccountKey() {
        return TalosKeyFactory.RSA.pem(TalosKeyFactory.RSA.generate(random));
    }

    /** Returns whether a text is an RSA key in the PEM format of Talos. */
    public static boolean isServiceAccountKey(String text) {
        try {
            return TalosKeyFactory.kindOf(TalosKeyFactory.parse(text)) == TalosKeyFactory.RSA;
        } catch (PemFormatException _) {
            return false;
        }
    }

    /** Generates all secrets with a given service account key. */
    public SecretsBundle generate(VersionContract contract, String serviceAccountKey) {
        TalosCertificateFactory certificates = new TalosCertificateFactory(random, clock);
        return new SecretsBundle(
                clusterId(contract),
                secret(Base64.getEncoder()),
                token(),
                new EncryptionSecret.Secretbox(secret(Base64.getEncoder())),
                token(),
                certificates.authority(TalosKeyFactory.ECDSA, TalosCertificateFactory.organisations(List.of("etcd"))),
                certificates.authority(
                        TalosKeyFactory.ECDSA, TalosCertificateFactory.organisations(List.of("kubernetes"))),
                // talosctl leaves this subject empty, which many parsers reject; nothing depends on it.
                certificates.authority(TalosKeyFactory.ECDSA, TalosCertificateFactory.commonName("front-proxy")),
                serviceAccountKey,
                certificates.authority(
                        TalosKeyFactory.ED25519, TalosCertificateFactory.organisations(List.of("talos"))));
    }

    /**
     * Generates the secrets of workers with a hosted control plane that does not run on Talos. The given values of the control
     * plane are used. Secrets that only a Talos control plane needs are generated but not used.
     *
     * @param kubernetes CA of the control plane; the key is optional
     */
    public SecretsBundle generateHosted(
            VersionContract contract, String trustdToken, CertificateAndKey os, CertificateAndKey kubernetes) {
        SecretsBundle own = generate(contract, "");
        return new SecretsBundle(
                own.clusterId(),
                own.clusterSecret(),
                own.bootstrapToken(),
                own.encryption(),
                trustdToken,
                own.etcd(),
                kubernetes,
                own.aggregator(),
                own.etcd().key(),
                os);
    }

    private String clusterId(VersionContract contract) {
        return secret(contract.isAtLeast(1, 14) ? Base64.getEncoder() : Base64.getUrlEncoder());
    }

    private String secret(Base64.Encoder encoder) {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return encoder.encodeToString(bytes);
    }

    private String token() {
        return word(TOKEN_ID) + "." + word(TOKEN_SECRET);
    }

    private String word(int length) {
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < length; i++) {
            word.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return word.toString();
    }
}
