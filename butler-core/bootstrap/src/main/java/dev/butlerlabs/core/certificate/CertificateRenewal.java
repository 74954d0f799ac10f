package dev.butlerlabs.core.certificate;

/** Who renews a certificate before it expires. */
public enum CertificateRenewal {
    /** The user, with {@code butleradm certs rotate}. */
    ROTATE("butleradm certs rotate"),
    /** The user, by a rotation of the CA. */
    CA_ROTATION("CA rotation"),
    /** Talos, without an interruption. */
    TALOS("Talos"),
    /** The controllers of Butler. */
    CONTROLLERS("Butler controllers"),
    /** The provider of the control plane of a tenant cluster. */
    TENANT("tenant control plane");

    private final String word;

    CertificateRenewal(String word) {
        this.word = word;
    }

    @Override
    public String toString() {
        return word;
    }
}
