package dev.butlerlabs.core.certificate;

import dev.butlerlabs.core.talos.secrets.CertificateAndKey;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import java.util.Arrays;
import java.util.Optional;

/** The CAs of a management cluster that can be rotated while it runs. */
public enum ClusterAuthority {
    TALOS("talos", "Talos CA", "machine", "certs.os"),
    KUBERNETES("kubernetes", "Kubernetes CA", "cluster", "certs.k8s");

    private final String word;
    private final String title;
    private final String section;
    private final String secretsKey;

    ClusterAuthority(String word, String title, String section, String secretsKey) {
        this.word = word;
        this.title = title;
        this.section = section;
        this.secretsKey = secretsKey;
    }

    public static Optional<ClusterAuthority> find(String word) {
        return Arrays.stream(values())
                .filter(authority -> authority.word.equals(word))
                .findFirst();
    }

    public String word() {
        return word;
    }

    public String title() {
        return title;
    }

    /** Returns the section of the machine configuration with the fields {@code ca} and {@code acceptedCAs}. */
    String section() {
        return section;
    }

    /** Returns the key of the CA in the secrets of the cluster. */
    String secretsKey() {
        return secretsKey;
    }

    CertificateAndKey of(SecretsBundle secrets) {
        return switch (this) {
            case TALOS -> secrets.os();
            case KUBERNETES -> secrets.kubernetes();
        };
    }
}
