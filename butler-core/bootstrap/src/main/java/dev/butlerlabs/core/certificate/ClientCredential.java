package dev.butlerlabs.core.certificate;

/** The credentials of an administrator that {@code butleradm certs rotate} renews. */
public enum ClientCredential {
    TALOSCONFIG("talosconfig"),
    KUBECONFIG("kubeconfig");

    private final String word;

    ClientCredential(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
